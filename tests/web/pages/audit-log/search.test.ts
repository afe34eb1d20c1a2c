import { expect, test } from "bun:test";
import { assert, date, integer, option, property, record, string } from "fast-check";
import { parseAuditSearch, toFilter, type AuditSearch } from "../../../../src/web/pages/audit-log/search";
import { parseSearch, stringifySearch } from "../../../../src/web/url/search-params";

const text = option(string({ minLength: 1 }), { nil: undefined });
const id = option(integer({ min: 1 }), { nil: undefined });
const day = option(
  date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }).map((moment) =>
    moment.toISOString().slice(0, 10),
  ),
  { nil: undefined },
);

function inOrder(search: AuditSearch): AuditSearch {
  const { from, to } = search;
  return from !== undefined && to !== undefined && to < from ? { ...search, from: to, to: from } : search;
}

test("what is printed is read again", () => {
  assert(
    property(record({ q: text, what: text, who: id, from: day, to: day, id }), (given: AuditSearch) => {
      const search = inOrder(given);
      expect(parseAuditSearch(parseSearch(stringifySearch(search)))).toEqual(search);
    }),
  );
});

test.each([{ from: "yesterday" }, { from: "2026-13-01" }, { who: "0" }, { id: "x" }])(
  "%p is as good as nothing",
  (raw) => {
    expect(Object.values(parseAuditSearch(raw)).every((value) => value === undefined)).toBe(true);
  },
);

test("a last day before the first is as good as none", () => {
  expect(parseAuditSearch({ from: "2026-11-20", to: "2026-11-19" })).toMatchObject({
    from: "2026-11-20",
    to: undefined,
  });
});

test("sign-ins are a category, everything else the beginning of an action", () => {
  expect(toFilter({ what: "login" })).toEqual({ category: "login" });
  expect(toFilter({ what: "apikey." })).toEqual({ action: "apikey." });
});

test("days are whole days of the viewer", () => {
  const { start_time: start = "", end_time: end = "" } = toFilter({ from: "2026-11-20", to: "2026-11-21" });
  expect(new Date(start).getHours()).toBe(0);
  expect(Date.parse(end) - Date.parse(start)).toBe(2 * 86_400_000 - 1);
});
