import { describe, expect, test } from "bun:test";
import { portionOf } from "../../../../src/features/alerts/watch/portion";
import { timingUntil, type Timing, type TimingState } from "../../../../src/features/alerts/timing/timing";
import { WEEKDAYS } from "../../../../src/features/alerts/timing/hours";

const WORKDAYS = WEEKDAYS.slice(0, 5);
const zone = { time_zone: "Europe/Berlin" };
const night = {
  ...zone,
  windows: [{ days: [...WEEKDAYS], begins: "22:00", ends: "07:00" }],
  except_critical: true,
};
const office = { ...zone, windows: [{ days: WORKDAYS, begins: "08:00", ends: "18:00" }] };
const always = { ...zone, windows: [{ days: [...WEEKDAYS], begins: "00:00", ends: "24:00" }] };

describe("a rule", () => {
  // 1 June 2026 is a Monday; Berlin is two hours ahead.
  test.each<[string, Timing, string, string, TimingState, string | undefined]>([
    ["without hours", { schedule: null, quietHours: null }, "info", "2026-06-01T00:00Z", "tells", undefined],
    [
      "by day",
      { schedule: null, quietHours: night },
      "info",
      "2026-06-01T12:00Z",
      "tells",
      "2026-06-01T20:00Z",
    ],
    [
      "at night",
      { schedule: null, quietHours: night },
      "info",
      "2026-06-01T21:00Z",
      "keeps",
      "2026-06-02T05:00Z",
    ],
    [
      "if critical",
      { schedule: null, quietHours: night },
      "critical",
      "2026-06-01T21:00Z",
      "tells",
      undefined,
    ],
    [
      "on Friday evening",
      { schedule: office, quietHours: null },
      "info",
      "2026-06-05T17:00Z",
      "rests",
      "2026-06-08T06:00Z",
    ],
    [
      "with both",
      { schedule: office, quietHours: night },
      "info",
      "2026-06-05T17:00Z",
      "rests",
      "2026-06-08T06:00Z",
    ],
    [
      "that always works",
      { schedule: always, quietHours: null },
      "info",
      "2026-06-05T17:00Z",
      "tells",
      undefined,
    ],
    [
      "that is never heard",
      { schedule: null, quietHours: { ...night, ...always } },
      "info",
      "2026-06-05T17:00Z",
      "keeps",
      undefined,
    ],
  ])("%s", (_, timing, severity, now, state, until) => {
    expect(timingUntil(timing, severity, new Date(now))).toEqual({
      state,
      until: until === undefined ? undefined : new Date(until),
    });
  });
});

describe("of what waits", () => {
  const events = (count: number) => Array.from({ length: count }, (_, index) => index);
  test.each([
    ["three go out one by one", 3, {}, 3, false],
    ["four go out together", 4, {}, 4, true],
    ["two more go out while there is room within the minute", 4, { singleNotices: 1 }, 2, false],
    ["nothing goes out where the minute is full", 4, { singleNotices: 3 }, 0, false],
    ["two that were kept go out together", 2, { released: 2 }, 2, true],
    ["one that was kept goes out by itself", 1, { released: 1 }, 1, false],
    [
      "all that is bundled goes out together, however full the minute is",
      2,
      { isBundled: true, singleNotices: 3 },
      2,
      true,
    ],
    ["one that is bundled goes out by itself", 1, { isBundled: true }, 1, false],
  ])("%s", (_, count, given, told, isDigest) => {
    const usual = { singleNotices: 0, isBundled: false, released: 0 };
    const portion = portionOf(events(count), { ...usual, ...given });
    expect([portion.told.length, portion.isDigest]).toEqual([told, isDigest]);
  });
});
