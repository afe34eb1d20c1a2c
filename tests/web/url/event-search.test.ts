import { expect, test } from "bun:test";
import {
  array,
  assert,
  constant,
  constantFrom,
  date,
  integer,
  oneof,
  option,
  property,
  record,
  string,
} from "fast-check";
import { eventSearchOf, parseEventSearch } from "../../../src/web/url/event-search";
import { parseSearch, stringifySearch } from "../../../src/web/url/search-params";

const instant = date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true }).map(
  (date) => date.toISOString(),
);

test("a view survives its URL", () => {
  const state = record({
    q: option(
      string({ minLength: 1 }).filter((text) => text.trim() === text),
      { nil: undefined },
    ),
    from: option(oneof(constantFrom("-5m", "-24h", "-7d"), instant), { nil: undefined }),
    columns: option(array(constantFrom("verdict", "src_ip", "a,b%"), { minLength: 1 }), {
      nil: undefined,
    }),
    order: option(constant("asc" as const), { nil: undefined }),
    wrap: option(constant(true as const), { nil: undefined }),
    id: option(integer({ min: 1 }), { nil: undefined }),
  });
  assert(
    property(state, (search) => {
      expect(parseEventSearch(parseSearch(stringifySearch(search)))).toEqual({ to: undefined, ...search });
    }),
  );
});

test("two moments survive as well", () => {
  assert(
    property(instant, integer({ min: 1, max: 1e9 }), (from, length) => {
      const search = { from, to: new Date(Date.parse(from) + length).toISOString() };
      expect(parseEventSearch(parseSearch(stringifySearch(search)))).toMatchObject(search);
    }),
  );
});

test("what is wrong, or the default, is as good as nothing", () => {
  const read = parseEventSearch({ q: "  ", from: "-15m", to: "x", order: "down", id: "-4", columns: "" });
  expect(Object.values(read).filter((value) => value !== undefined)).toEqual([]);
});

test("search and tail share query, range and columns, not the open row", () => {
  expect(eventSearchOf({ q: "a", from: "-1h", columns: ["app"], id: 7, order: "asc" })).toEqual({
    q: "a",
    from: "-1h",
    to: undefined,
    columns: ["app"],
  });
});
