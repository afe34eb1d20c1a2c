import { expect, test } from "bun:test";
import { createRestWatch } from "#platform/memory-rest";

const LOOK_MS = 30_000;

/** A look after each of the spans, in which the process took so much processor time (ms). */
function looks(spans: readonly number[]): boolean[] {
  let cpuMs = 0;
  const watch = createRestWatch(() => cpuMs, LOOK_MS);
  return spans.map((spanMs) => {
    cpuMs += spanMs;
    return watch.isWorthIt();
  });
}

test("memory is given back once when work has ended, and not again while nothing is done", () => {
  expect(looks([60_000, 100, 100, 100])).toEqual([false, true, false, false]);
});

test("it is not while the process works, which would only ask for it again", () => {
  expect(looks([10_000, 10_000, 10_000])).toEqual([false, false, false]);
});

test("a trickle is collected now and then", () => {
  expect(looks([2500, 2500, 2500, 2500, 2500])).toEqual([true, false, false, false, true]);
});

test("what a start has left is given back as soon as it is over, although that was little work", () => {
  expect(looks([4000, 100, 100, 100])).toEqual([false, true, false, false]);
});
