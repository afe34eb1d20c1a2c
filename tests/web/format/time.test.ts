import { describe, expect, test } from "bun:test";
import {
  formatAge,
  formatDay,
  formatDuration,
  formatEventTime,
  formatListTime,
  formatUtc,
  zoneLabel,
} from "../../../src/web/format/time";

const AT = "2026-11-20T16:12:59.037Z";
const zone = "Europe/Berlin";

test("a list shows day and minute in the viewer's zone, and the year where it is more than one away", () => {
  expect(formatListTime(AT, { now: AT, zone })).toBe("20 Nov 17:12");
  expect(formatListTime(AT, { now: "2028-01-01T00:00:00Z", zone })).toBe("2026-11-20 17:12");
});

test("midnight is 00, not 24", () => {
  expect(formatEventTime("2026-11-20T23:00:00.005Z", zone)).toBe("00:00:00.005");
  expect(formatDay("2026-11-20T23:00:00Z", zone)).toBe("Sat 21 Nov 2026");
});

test("an event shows milliseconds, and UTC is written out", () => {
  expect(formatEventTime(AT, zone)).toBe("17:12:59.037");
  expect(formatUtc(AT)).toBe("2026-11-20 16:12:59.037 UTC");
});

test("the zone is named with its offset of now", () => {
  expect(zoneLabel(zone, "2026-07-01T00:00:00Z")).toBe("Europe/Berlin, UTC+2");
  expect(zoneLabel("UTC", AT)).toBe("UTC");
});

describe("ages", () => {
  test.each([
    [1000, "just now"],
    [59_000, "59 s ago"],
    [3 * 60_000, "3 min ago"],
    [47 * 3_600_000, "47 h ago"],
    [50 * 3_600_000, "2 days ago"],
    [-2 * 3_600_000, "in 2 h"],
  ])("%d ms: %s", (ms, text) => {
    expect(formatAge(0, ms)).toBe(text);
  });
});

describe("durations", () => {
  test.each([
    [82, "82 ms"],
    [3400, "3.4 s"],
    [30_000, "30 s"],
    [29_960, "30 s"],
    [125_000, "2 min 5 s"],
    [7_800_000, "2 h 10 min"],
    [90_000_000, "1 d 1 h"],
    [86_400_000, "1 d"],
  ])("%d ms: %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
