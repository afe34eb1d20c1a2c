import { expect, test } from "bun:test";
import { forecastDisk } from "../../../src/features/diagnostics/disk-forecast";

const GROWTH = {
  freeBytes: 1500,
  minFreeBytes: 500,
  storedBytes: 300,
  dailyBytes: 100,
  retentionDays: 7,
  retentionBytes: 0,
};

test.each([
  ["events that fit until as many are dropped as arrive never fill it", {}, 700, null],
  ["a longer retention does, when what may be used is used up", { retentionDays: 90 }, 9000, 10],
  ["a bound in octets ends the growth before", { retentionDays: 90, retentionBytes: 1200 }, 1200, null],
  ["a disk that is full already is full now", { retentionDays: 90, freeBytes: 400 }, 9000, 0],
  ["nothing that arrives fills nothing", { dailyBytes: 0, freeBytes: 0 }, 300, null],
])("%s", (_, changes, expected, days) => {
  const growth = { ...GROWTH, ...changes };
  expect(forecastDisk(growth)).toEqual({
    daily_bytes: growth.dailyBytes,
    expected_bytes: expected,
    full_in_days: days,
  });
});
