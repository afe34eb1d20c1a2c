import { describe, expect, test } from "bun:test";
import { dueAfter, retryAfter, type Rhythm } from "../../../../src/features/exports/schedules/due";

const WEEKLY: Rhythm = {
  cadence: "weekly",
  weekday: 1,
  dayOfMonth: 1,
  time: "07:30",
  timeZone: "Europe/Berlin",
};
const monthly = (dayOfMonth: number): Rhythm => ({ ...WEEKLY, cadence: "monthly", dayOfMonth });
const next = (at: string, rhythm: Rhythm) => dueAfter(new Date(at), rhythm).toISOString();

describe("a report is due", () => {
  test.each([
    ["2026-01-05T06:29:59Z", 1, "2026-01-05T06:30:00.000Z"],
    ["2026-01-05T06:30:00Z", 1, "2026-01-12T06:30:00.000Z"],
    ["2026-01-05T06:30:00Z", 7, "2026-01-11T06:30:00.000Z"],
    // The clocks were put forward on the Sunday between.
    ["2026-03-24T00:00:00Z", 1, "2026-03-30T05:30:00.000Z"],
  ])("each week: after %s on day %i at %s", (at, weekday, expected) => {
    expect(next(at, { ...WEEKLY, weekday })).toBe(expected);
  });

  test.each([
    [1, "2026-02-01T06:30:00.000Z"],
    [15, "2026-01-15T06:30:00.000Z"],
    [31, "2026-01-31T06:30:00.000Z"],
  ])("each month: after the 2nd of January on day %i at %s", (day, expected) => {
    expect(next("2026-01-02T00:00:00Z", monthly(day))).toBe(expected);
  });

  test.each([
    [29, "2027-02-01T00:00:00Z", "2027-02-28T06:30:00.000Z"],
    [30, "2027-02-01T00:00:00Z", "2027-02-28T06:30:00.000Z"],
    [31, "2027-02-01T00:00:00Z", "2027-02-28T06:30:00.000Z"],
    [29, "2028-02-01T00:00:00Z", "2028-02-29T06:30:00.000Z"],
    [29, "2028-02-29T06:30:00Z", "2028-03-29T05:30:00.000Z"],
    [31, "2027-04-01T00:00:00Z", "2027-04-30T05:30:00.000Z"],
  ])("on the last day where a month has no day %i: after %s at %s", (day, at, expected) => {
    expect(next(at, monthly(day))).toBe(expected);
  });

  test("at the first moment after the gap where the day does not have its time", () => {
    expect(next("2026-03-28T12:00:00Z", { ...WEEKLY, weekday: 7, time: "02:30" })).toBe(
      "2026-03-29T01:00:00.000Z",
    );
  });
});

test("a run that failed is tried again after 5 minutes, then after twice as long, four hours at most", () => {
  const now = new Date("2026-01-05T07:00:00Z");
  const minutes = [1, 2, 3, 40].map(
    (failures) => (retryAfter(now, { failures, rhythm: WEEKLY }).getTime() - now.getTime()) / 60_000,
  );
  expect(minutes).toEqual([5, 10, 20, 240]);
});

test("a run that failed is not tried again later than the next that is due", () => {
  const now = new Date("2026-01-12T06:00:00Z");
  expect(retryAfter(now, { failures: 9, rhythm: WEEKLY }).toISOString()).toBe("2026-01-12T06:30:00.000Z");
});
