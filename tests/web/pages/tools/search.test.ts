import { expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  parseToolsSearch,
  RECORD_TYPES,
  TOOLS,
  type ToolsSearch,
} from "../../../../src/web/pages/tools/search";
import { parseSearch, stringifySearch } from "../../../../src/web/url/search-params";

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });

test("what is printed into the address is read back", () => {
  const searches: fc.Arbitrary<ToolsSearch> = fc.record({
    target: optional(fc.constantFrom("10.0.0.1", "10.0.0.1 fe80::1", "sw.example, 10.0.0.0/22")),
    tools: optional(fc.subarray([...TOOLS], { minLength: 1 })),
    records: optional(fc.subarray([...RECORD_TYPES], { minLength: 1 })),
    server: optional(fc.constantFrom("192.0.2.53", "2001:db8::53")),
    ports: optional(fc.uniqueArray(fc.integer({ min: 1, max: 65_535 }), { minLength: 1, maxLength: 20 })),
    protocol: optional(fc.constant("udp" as const)),
    profile: optional(fc.integer({ min: 1 })),
    split: optional(fc.integer({ min: 0, max: 128 })),
  });
  fc.assert(
    fc.property(searches, (search) => {
      expect(parseToolsSearch(parseSearch(stringifySearch(search)))).toEqual(search);
    }),
    { seed: 31 },
  );
});

test("what no form could have said is left out, and the rest is kept", () => {
  expect(
    parseToolsSearch({
      target: "10.0.0.1",
      tools: "ping,nmap,ping",
      records: "A,ANY",
      ports: "22,0,65536,1e3x,22",
      protocol: "sctp",
      profile: "0",
      split: "129",
    }),
  ).toEqual({
    target: "10.0.0.1",
    tools: ["ping"],
    records: ["A"],
    server: undefined,
    ports: [22],
    protocol: undefined,
    profile: undefined,
    split: undefined,
  });
});
