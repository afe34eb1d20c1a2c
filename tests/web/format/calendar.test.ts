import { expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  addDays,
  addMonths,
  blocksOf,
  entriesOf,
  formatMonth,
  monthOf,
  weekOf,
} from "../../../src/web/format/calendar";
import { parseDay, startOf, toDay } from "../../../src/web/format/day";

test.each([
  ["2026-11-23", "2026-11-23"],
  ["2024-02-29", "2024-02-29"],
  ["2026-02-29", undefined],
  ["2026-13-01", undefined],
  ["23.11.2026", undefined],
  ["", undefined],
])("%j is the day %j", (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test("days go on over the ends of months and years, and months to their last day", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2026-01-15", -1)).toBe("2025-12-15");
});

test("a week begins on Monday, and a month has every week with a day of it", () => {
  expect(weekOf("2026-11-22")).toEqual(weekOf("2026-11-16"));
  expect(weekOf("2026-11-23")[0]).toBe("2026-11-23");
  const weeks = monthOf("2026-11-23");
  expect(weeks.map(([monday]) => monday)).toEqual([
    "2026-10-26",
    "2026-11-02",
    "2026-11-09",
    "2026-11-16",
    "2026-11-23",
    "2026-11-30",
  ]);
  expect(formatMonth("2026-11-23")).toBe("November 2026");
});

/** A span of so many minutes from a minute of the day on, in the zone of the test. */
const spanOn = (day: string, start: number, minutes: number) => {
  const at = startOf(day).getTime() + start * 60_000;
  return { starts_at: new Date(at).toISOString(), ends_at: new Date(at + minutes * 60_000).toISOString() };
};

test("a span is of each day that it has a part in, and of no day that it only touches", () => {
  const night = spanOn("2026-11-23", 23 * 60, 120);
  const evening = spanOn("2026-11-23", 23 * 60, 60);
  expect(entriesOf([night, evening], "2026-11-23")).toEqual([night, evening]);
  expect(entriesOf([night, evening], "2026-11-24")).toEqual([night]);
  expect(toDay(new Date(night.ends_at))).toBe("2026-11-24");
});

test("blocks of a day lie within it, and none over another", () => {
  const spans = fc.array(fc.tuple(fc.integer({ min: -300, max: 1439 }), fc.integer({ min: 1, max: 600 })), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(spans, (given) => {
      const entries = given
        .toSorted(([one], [other]) => one - other)
        .map(([start, minutes]) => spanOn("2026-11-23", start, minutes));
      const blocks = blocksOf(entries, "2026-11-23");
      expect(blocks.map(({ entry }) => entry)).toEqual(entriesOf(entries, "2026-11-23"));
      for (const [index, one] of blocks.entries()) {
        expect(one.top).toBeGreaterThanOrEqual(0);
        expect(one.top + one.height).toBeLessThanOrEqual(1 + 1e-9);
        expect(one.lane).toBeLessThan(one.lanes);
        for (const other of blocks.slice(index + 1)) {
          const isBeside = one.lane !== other.lane && one.lanes === other.lanes;
          const isApart =
            one.top + one.height <= other.top + 1e-9 || other.top + other.height <= one.top + 1e-9;
          expect(isBeside || isApart).toBe(true);
        }
      }
    }),
  );
});
