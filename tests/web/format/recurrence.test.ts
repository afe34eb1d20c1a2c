import { expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  describeRecurring,
  parseRecurrence,
  printRecurrence,
  WEEKDAYS,
  type Recurrence,
} from "../../../src/web/format/recurrence";

const time = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));

const recurrence: fc.Arbitrary<Exclude<Recurrence, { repeats: "cron" }>> = fc.oneof(
  fc.record({ repeats: fc.constant("daily" as const), time }),
  fc.record({
    repeats: fc.constant("monthly" as const),
    time,
    day: fc.integer({ min: 1, max: 31 }).map(String),
  }),
  fc.record({
    repeats: fc.constant("weekly" as const),
    time,
    // In the order of the week: print and parse keep to it.
    weekdays: fc.subarray(
      WEEKDAYS.map(({ value }) => value),
      { minLength: 1 },
    ),
  }),
);

test("what is printed is read as it was", () => {
  fc.assert(
    fc.property(recurrence, (given) => {
      expect(parseRecurrence(printRecurrence(given) ?? "")).toEqual(given);
    }),
  );
});

test.each([
  "0 2 * * SUN#1",
  "*/15 * * * *",
  "0 2 1 6 *",
  "0 2 1 * 1",
  "0,30 2 * * *",
  "0 2 L * *",
  "0 2 * * FUN",
  "0 2 * * FRI-MON",
  "0 2 * * 1-2-3",
  "",
])("%j has no simple words", (cron) => {
  expect(parseRecurrence(cron)).toEqual({ repeats: "cron" });
});

test("a week without a day and a time that is none say nothing", () => {
  expect(printRecurrence({ repeats: "weekly", time: "02:00", weekdays: [] })).toBeUndefined();
  expect(printRecurrence({ repeats: "daily", time: "" })).toBeUndefined();
});

const recurring = { time_zone: "Europe/Berlin", duration_minutes: 90 };

test.each([
  ["30 2 * * *", "Every day at 02:30 for 1 h 30 min (Europe/Berlin)"],
  ["0 2 * * 1,0", "Every Mon, Sun at 02:00 for 1 h 30 min (Europe/Berlin)"],
  ["0 2 * * SUN", "Every Sun at 02:00 for 1 h 30 min (Europe/Berlin)"],
  ["0 2 * * mon-wed,7", "Every Mon, Tue, Wed, Sun at 02:00 for 1 h 30 min (Europe/Berlin)"],
  ["0 2 15 * *", "On day 15 of each month at 02:00 for 1 h 30 min (Europe/Berlin)"],
  ["0 2 * * SUN#1", "Cron 0 2 * * SUN#1 for 1 h 30 min (Europe/Berlin)"],
])("%j is told as %j", (cron, text) => {
  expect(describeRecurring({ ...recurring, cron })).toBe(text);
});
