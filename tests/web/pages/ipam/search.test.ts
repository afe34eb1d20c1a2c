import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { parseIpamSearch, TABS, type IpamSearch } from "../../../../src/web/pages/ipam/search";
import { parseSearch, stringifySearch } from "../../../../src/web/url/search-params";

const reread = (search: IpamSearch) => parseIpamSearch(parseSearch(stringifySearch(search)));

const text = fc.string({ minLength: 1 });
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const searches: fc.Arbitrary<IpamSearch> = fc.record({
  tab: optional(fc.constantFrom(...TABS.filter((tab) => tab !== "addresses"))),
  q: optional(text),
  closed: optional(fc.array(fc.integer({ min: 1 }), { minLength: 1 })),
  free: optional(fc.constant("hidden" as const)),
  ip: optional(fc.ipV4()),
  block: optional(fc.ipV6()),
  form: optional(fc.constantFrom("add" as const, "edit" as const)),
  cidr: optional(text),
  find: optional(text),
  state: optional(fc.array(text, { minLength: 1 })),
  sort: optional(text),
  columns: optional(fc.array(text, { minLength: 1 })),
  pool: optional(fc.integer({ min: 1 })),
  offset: optional(fc.integer({ min: 1 })),
});

describe("the address of the IPAM page", () => {
  test("says the same after it was pasted somewhere", () => {
    fc.assert(fc.property(searches, (search) => expect(reread(search)).toEqual(search)));
  });

  test("leaves out what is the usual, and what it does not know", () => {
    const wrong = { tab: "addresses", closed: "1,x,-2,3", free: "yes", form: "delete", color: "red" };
    expect(stringifySearch(parseIpamSearch(wrong))).toBe("?closed=1,3");
  });
});
