import { expect, test } from "bun:test";
import { addressesOf, rhythmText } from "../../../../src/web/pages/exports/report-schedule-values";

test("addresses may have commas, semicolons, blanks and line ends between them", () => {
  expect(addressesOf(" a@example.com, b@example.com;c@example.com\nd@example.com ")).toEqual([
    "a@example.com",
    "b@example.com",
    "c@example.com",
    "d@example.com",
  ]);
  expect(addressesOf(" ")).toEqual([]);
});

test.each([
  ["weekly", 7, 1, "Sundays at 07:00"],
  ["monthly", 1, 15, "monthly on day 15 at 07:00"],
  ["monthly", 1, 31, "monthly on the last day at 07:00"],
] as const)("%s on weekday %i or day %i is %s", (cadence, weekday, day, expected) => {
  const schedule = { cadence, weekday, day_of_month: day, time: "07:00", time_zone: "Europe/Berlin" };
  expect(rhythmText(schedule, "Europe/Berlin")).toBe(expected);
  expect(rhythmText(schedule, "UTC")).toBe(`${expected} (Europe/Berlin)`);
});
