import { describe, expect, test } from "bun:test";
import {
  coarsen,
  spansOfEvents,
  spansOfHours,
  type StateSpan,
} from "../../../../src/features/monitoring/course/spans";
import type { StateEvent } from "../../../../src/features/monitoring/history/rollup";
import { HOUR, MINUTE } from "../history/given";

const shown = (spans: readonly StateSpan[], unit: number) =>
  spans.map(({ fromMs, toMs, state }) => [fromMs / unit, toMs / unit, state]);

describe("of a short time, by results", () => {
  test("what is the same is one span, and silence is a gap", () => {
    const events: StateEvent[] = [0, 1, 2, 10, 11].map((minute) => ({ atMs: minute * MINUTE, state: "up" }));
    const spans = spansOfEvents(events, { fromMs: 0, toMs: 12 * MINUTE, graceMs: 3 * MINUTE });
    expect(shown(spans, MINUTE)).toEqual([
      [0, 5, "up"],
      [10, 12, "up"],
    ]);
  });
});

describe("of a long time, by changes and watched hours", () => {
  const changes: StateEvent[] = [
    { atMs: -HOUR, state: "up" },
    { atMs: 2.5 * HOUR, state: "down" },
    { atMs: 3 * HOUR, state: "up" },
  ];
  const time = { fromMs: 0, toMs: 8 * HOUR };
  const all = new Map(Array.from({ length: 8 }, (_, hour) => [hour * HOUR, HOUR]));

  test("changes are told to the millisecond", () => {
    expect(shown(spansOfHours(changes, { ...time, hours: all }), HOUR)).toEqual([
      [0, 2.5, "up"],
      [2.5, 3, "down"],
      [3, 8, "up"],
    ]);
  });

  test("hours in which nobody looked are a gap, with what is left of those beside it", () => {
    const hours = new Map(all).set(4 * HOUR, 0.25 * HOUR).set(7 * HOUR, 0.75 * HOUR);
    hours.delete(5 * HOUR);
    hours.set(6 * HOUR, 0);
    expect(shown(spansOfHours(changes, { ...time, hours }), HOUR).slice(2)).toEqual([
      [3, 4.25, "up"],
      [7.25, 8, "up"],
    ]);
  });

  test("an hour that was watched in part, between others, is no gap", () => {
    const hours = new Map(all).set(5 * HOUR, 0.9 * HOUR);
    expect(shown(spansOfHours(changes, { ...time, hours }), HOUR).at(-1)).toEqual([3, 8, "up"]);
  });

  test("what was said holds though nobody looks", () => {
    const paused: StateEvent[] = [{ atMs: 0, state: "paused" }];
    expect(shown(spansOfHours(paused, { ...time, hours: new Map() }), HOUR)).toEqual([[0, 8, "paused"]]);
  });

  test("before anything was watched there is nothing", () => {
    const late: StateEvent[] = [{ atMs: 6 * HOUR, state: "up" }];
    expect(shown(spansOfHours(late, { ...time, hours: all }), HOUR)).toEqual([[6, 8, "up"]]);
  });
});

describe("very many spans", () => {
  const flapping: StateSpan[] = Array.from({ length: 10_000 }, (_, index) => ({
    fromMs: index * MINUTE,
    toMs: (index + 1) * MINUTE,
    state: index % 2 === 0 ? "up" : "down",
  }));
  const calm: StateSpan = { fromMs: 10_000 * MINUTE, toMs: 20_000 * MINUTE, state: "up" };

  test("are as many as are told apart, and none of trouble is lost", () => {
    const spans = coarsen([...flapping, calm], { fromMs: 0, toMs: 20_000 * MINUTE, most: 100 });
    expect(shown(spans, MINUTE)).toEqual([
      [0, 10_000, "down"],
      [10_000, 20_000, "up"],
    ]);
  });

  test("few stay as they are", () => {
    const few = flapping.slice(0, 100);
    expect(coarsen(few, { fromMs: 0, toMs: 100 * MINUTE, most: 100 })).toEqual(few);
  });
});
