import { describe, expect, test } from "bun:test";
import { PushLimit } from "../../../../src/features/monitoring/push/limit";
import { endOfPatience, lastWordMs } from "../../../../src/features/monitoring/push/silence";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe("silence", () => {
  const minutely = { intervalMs: MINUTE, graceMs: 10_000 };
  const daily = { intervalMs: DAY, graceMs: HOUR };

  test("is interval and grace after the last report", () => {
    expect(endOfPatience({ ...minutely, lastMs: 5 * MINUTE, watchesSinceMs: 0 })).toBe(6 * MINUTE + 10_000);
  });

  test("is a whole interval and grace after a start, where a report may have come before it", () => {
    const watchesSinceMs = 30 * MINUTE;
    expect(endOfPatience({ ...minutely, lastMs: 0, watchesSinceMs })).toBe(31 * MINUTE + 10_000);
  });

  test("is a whole interval after a start soon after a report, too", () => {
    expect(endOfPatience({ ...minutely, lastMs: 0, watchesSinceMs: 20_000 })).toBe(90_000);
  });

  test("is found of a daily job although the service is started anew every night before it", () => {
    // The job ran at 4:00 of day 0 for the last time; starts are at 3:00 of the days.
    const lastMs = 4 * HOUR;
    const firstStart = endOfPatience({ ...daily, lastMs, watchesSinceMs: DAY + 3 * HOUR });
    expect(firstStart).toBe(lastMs + DAY + HOUR + HOUR);
    expect(firstStart).toBeLessThan(2 * DAY + 3 * HOUR);
  });

  test("counts from when we began to watch anew, where the report is of a time to which the clock was set back", () => {
    const reportedAtMs = 5 * HOUR;
    const heard = { reportedAtMs, changedAtMs: HOUR, watchesSinceMs: 4 * HOUR };
    for (const nowMs of [4 * HOUR, 4 * HOUR + MINUTE, 5 * HOUR - 1])
      expect(lastWordMs({ ...heard, nowMs })).toBe(4 * HOUR);
    expect(lastWordMs({ ...heard, nowMs: 5 * HOUR })).toBe(reportedAtMs);
    // Before anybody has noticed.
    expect(lastWordMs({ ...heard, watchesSinceMs: 5 * HOUR, nowMs: 4 * HOUR })).toBe(4 * HOUR);
  });

  test("counts from the latest of report and change", () => {
    const heard = { nowMs: HOUR, watchesSinceMs: 0 };
    expect(lastWordMs({ ...heard, reportedAtMs: 2, changedAtMs: 1 })).toBe(2);
    expect(lastWordMs({ ...heard, reportedAtMs: null, changedAtMs: 1 })).toBe(1);
  });
});

describe("a flood", () => {
  test("of one address waits for the next minute, others do not", () => {
    let now = 0;
    const limit = new PushLimit(() => now);
    const waits = Array.from({ length: 601 }, () => limit.count("192.0.2.1"));
    expect(waits.slice(0, 600).every((wait) => wait === 0)).toBe(true);
    expect(waits[600]).toBe(60);
    expect(limit.count("192.0.2.2")).toBe(0);
    now = 60_000;
    expect(limit.count("192.0.2.1")).toBe(0);
  });

  test("of many addresses takes a bounded part of the memory", () => {
    const limit = new PushLimit(() => 0);
    for (let index = 0; index < 10_000; index += 1) limit.count(`2001:db8::${index}`);
    const waits = Array.from({ length: 601 }, (_, index) => limit.count(`2001:db8:1::${index}`));
    expect(waits.at(-1)).toBe(60);
  });

  test("of one token is a report a second", () => {
    let now = 0;
    const limit = new PushLimit(() => now);
    expect(limit.isTooSoon("hash")).toBe(false);
    limit.note("hash");
    now = 999;
    expect(limit.isTooSoon("hash")).toBe(true);
    expect(limit.isTooSoon("other")).toBe(false);
    now = 1000;
    expect(limit.isTooSoon("hash")).toBe(false);
  });
});
