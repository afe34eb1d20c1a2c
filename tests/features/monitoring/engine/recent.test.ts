import { expect, test } from "bun:test";
import {
  appendResult,
  readRecent,
  RECENT_BYTES,
  type RecentResult,
} from "../../../../src/features/monitoring/engine/recent";

const at = new Date("2026-02-28T12:00:00Z");

test.each([
  { at, rawStatus: "up", isHealthy: true, latencyMs: 1.25 },
  { at, rawStatus: "down", isHealthy: false, latencyMs: null },
  { at, rawStatus: "unknown", isHealthy: null, latencyMs: 0 },
  { at: new Date("2105-12-31T23:59:59Z"), rawStatus: "up", isHealthy: null, latencyMs: 30_000 },
] satisfies RecentResult[])("%o is read as it was written", (result) => {
  expect(readRecent(appendResult(null, result))).toEqual([result]);
});

test("the newest 50 stay, newest first", () => {
  let recent: Uint8Array | null = null;
  for (let second = 0; second < 70; second += 1)
    recent = appendResult(recent, {
      at: new Date(at.getTime() + second * 1000),
      rawStatus: "up",
      isHealthy: null,
      latencyMs: second,
    });
  expect(recent).toHaveLength(RECENT_BYTES);
  expect(readRecent(recent).map(({ latencyMs }) => latencyMs)).toEqual(
    Array.from({ length: 50 }, (_, index) => 69 - index),
  );
});

test("nothing was seen yet", () => expect(readRecent(null)).toEqual([]));
