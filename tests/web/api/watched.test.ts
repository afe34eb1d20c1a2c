import { describe, expect, test } from "bun:test";
import {
  compareWorst,
  countStandings,
  isStale,
  standingOf,
  type Standing,
  type Watched,
} from "../../../src/web/api/watched";

const NOW = Date.parse("2026-11-23T12:00:00Z");
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();
const watched = (changes: Partial<Watched> = {}) => ({
  state: "up" as const,
  isHealthy: null,
  isFlapping: false,
  checkedAt: ago(10),
  intervalSeconds: 60,
  ...changes,
});

describe("what a person is to know of it", () => {
  const CASES: [string, Partial<Watched>, Standing][] = [
    ["answers", {}, "up"],
    ["does not answer", { state: "down", isHealthy: false }, "down"],
    ["does not answer, and nobody said what to expect", { state: "down" }, "down"],
    ["does not answer, as is expected", { state: "down", isHealthy: true }, "off"],
    ["answers though it shall be off", { isHealthy: false }, "unexpected"],
    ["answers now and then", { isFlapping: true }, "flapping"],
    ["is down and flaps", { state: "down", isFlapping: true }, "down"],
    ["stands behind something that is down", { state: "unreachable" }, "unreachable"],
    ["was heard long ago", { checkedAt: ago(3600) }, "stale"],
    ["was down long ago", { state: "down", checkedAt: ago(3600) }, "stale"],
    ["is paused since long ago", { state: "paused", checkedAt: ago(3600) }, "paused"],
    ["waits for its first check", { state: "unknown", checkedAt: null }, "unknown"],
  ];

  test.each(CASES)("what %s", (_, changes, standing) => {
    expect(standingOf(watched(changes), NOW)).toBe(standing);
  });

  test("three intervals and a grace may pass before it is stale, by its own interval", () => {
    expect(isStale(watched({ checkedAt: ago(3 * 60 + 14) }), NOW)).toBe(false);
    expect(isStale(watched({ checkedAt: ago(3 * 60 + 16) }), NOW)).toBe(true);
    expect(isStale(watched({ checkedAt: ago(3 * 60 + 16), intervalSeconds: 300 }), NOW)).toBe(false);
    expect(isStale(watched({ checkedAt: ago(86_400), intervalSeconds: null }), NOW)).toBe(false);
  });
});

test("the worst comes first; in trouble the latest change, else names as people count", () => {
  const row = (name: string, standing: Standing, since: string | null = null) => ({ name, standing, since });
  const rows = [
    row("sw10", "up", ago(1)),
    row("sw2", "up", ago(9)),
    row("old", "down", ago(900)),
    row("paused", "paused"),
    row("new", "down", ago(5)),
    row("behind", "unreachable"),
    row("odd", "unexpected"),
  ];
  expect(rows.sort(compareWorst).map(({ name }) => name)).toEqual([
    "new",
    "old",
    "odd",
    "behind",
    "sw2",
    "sw10",
    "paused",
  ]);
});

test("standings are counted", () => {
  expect([...countStandings(["up", "down", "up"])]).toEqual([
    ["up", 2],
    ["down", 1],
  ]);
});
