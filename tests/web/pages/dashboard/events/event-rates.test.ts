import { expect, test } from "bun:test";
import { beginningOf, toRates } from "../../../../../src/web/pages/dashboard/events/event-rates";

const bucket = (start: string, counts: Record<string, number> | null) => ({
  start,
  counts: counts ?? {},
  total: counts === null ? null : Object.values(counts).reduce((sum, count) => sum + count, 0),
  is_partial: false,
});

const rates = toRates({
  from: "2026-11-21T10:10:00Z",
  to: "2026-11-21T10:47:00Z",
  step_seconds: 900,
  time_zone: "UTC",
  by: "verdict",
  total: 0,
  is_partial: false,
  missing: [],
  buckets: [
    bucket("2026-11-21T10:00:00Z", { allow: 50 }),
    bucket("2026-11-21T10:15:00Z", { allow: 150, deny: 30, other: 15, none: 30, rest: 15 }),
    bucket("2026-11-21T10:30:00Z", null),
    bucket("2026-11-21T10:45:00Z", { allow: 20 }),
  ],
});

const valuesOf = (id: string) => rates.series.find((series) => series.id === id)?.values;

test("counts become events per minute, also of the buckets that the window cuts", () => {
  expect(valuesOf("allow")).toEqual([10, 10, null, 10]);
});

test("whatever is no verdict of its own is other or none", () => {
  expect(valuesOf("other")).toEqual([0, 4, null, 0]);
  expect(valuesOf("deny")).toEqual([0, 2, null, 0]);
});

test("times are seconds since 1970", () => {
  expect(rates.times[0]).toBe(Date.parse("2026-11-21T10:00:00Z") / 1000);
});

test("a day whose events began not long ago is shown from there", () => {
  const day = (hours: number) => ({
    from: "2026-11-20T11:00:00Z",
    to: "2026-11-21T11:00:00Z",
    step_seconds: 900,
    time_zone: "UTC",
    by: "verdict" as const,
    total: 1,
    is_partial: false,
    missing: [],
    buckets: [
      bucket("2026-11-20T11:00:00Z", null),
      bucket("2026-11-20T11:15:00Z", {}),
      bucket(new Date(Date.parse("2026-11-21T11:00:00Z") - hours * 3_600_000).toISOString(), { allow: 1 }),
    ],
  });
  expect(beginningOf(day(1))).toBe("2026-11-21T10:00:00.000Z");
  expect(beginningOf(day(5))).toBeUndefined();
  expect(beginningOf({ ...day(1), buckets: [] })).toBeUndefined();
});
