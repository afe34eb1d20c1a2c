import { afterEach, expect, setSystemTime, test } from "bun:test";
import pino from "pino";
import type { WatchedPattern } from "#features/syslog";
import { UNWATCHED, type LookTimes } from "#platform/write-watch";
import { LogWatch } from "../../../../src/features/syslog/watch/log-watch";
import { waitFor } from "../../../support/wait-for";

const log = pino({ level: "silent" });
const nobody = { readPatterns: () => Promise.resolve([]), onStored: () => Promise.resolve(), log };

afterEach(() => {
  setSystemTime();
});

/** The keys and first words of what is to be looked for. */
function asked(watch: LogWatch): number[] {
  const sent: { key: number }[] = JSON.parse(watch.request()?.patterns ?? "[]");
  return sent.map(({ key }) => key);
}

test("a pattern that takes too much time rests and is told, and the others go on", () => {
  const watch = new LogWatch(nobody);
  const patterns = [
    { id: 1, query: "-slow" },
    { id: 2, query: "fast" },
  ];
  watch.setPatterns(patterns);
  const [slow = 0, fast = 0] = asked(watch);
  const cost = {
    bytes: 20_000_000,
    micros: 200_000,
    costs: [[slow, 200_000]] satisfies [number, number][],
    matches: [],
    failure: null,
  };
  watch.noteCost(cost);
  expect(watch.listVerdicts().map(({ problem }) => problem)).toEqual([null, null]);
  watch.noteCost(cost);
  expect(asked(watch)).toEqual([fast]);
  expect(watch.setPatterns(patterns)).toEqual([
    { id: 1, problem: { field: "query", message: expect.stringContaining("too much processor time") } },
    { id: 2, problem: null },
  ]);
  expect(watch.measure()).toMatchObject({ watched: 1, refused: 0, resting: 1, seconds: 0.4 });
  watch.setPatterns([{ id: 1, query: "-slow -another" }]);
  expect(asked(watch)).toHaveLength(1);
});

test("a pattern whose rest began before the clock was set back by hours is looked for again", () => {
  const watch = new LogWatch(nobody);
  watch.setPatterns([{ id: 1, query: "-slow" }]);
  const [slow = 0] = asked(watch);
  const costs = [[slow, 200_000]] satisfies [number, number][];
  const cost = { bytes: 20_000_000, micros: 200_000, costs, matches: [], failure: null };
  setSystemTime(new Date(Date.now() + 5 * 3_600_000));
  for (let window = 0; window < 2; window += 1) watch.noteCost(cost);
  expect(watch.measure()).toMatchObject({ resting: 1 });
  setSystemTime();
  watch.setPatterns([{ id: 1, query: "-slow" }]);
  expect(watch.measure()).toMatchObject({ watched: 1, resting: 0 });
  expect(asked(watch)).toEqual([slow]);
});

test("rules with one search share one pattern, and what was not changed is not sent anew", () => {
  const watch = new LogWatch(nobody);
  watch.setPatterns([
    { id: 1, query: "failed" },
    { id: 2, query: "failed" },
  ]);
  const request = watch.request();
  expect(asked(watch)).toHaveLength(1);
  watch.setPatterns([
    { id: 2, query: "failed" },
    { id: 3, query: "failed" },
  ]);
  expect(watch.request()).toBe(request);
});

test("beyond a thousand different searches patterns are refused, until others go", () => {
  const watch = new LogWatch(nobody);
  const patterns = Array.from({ length: 1001 }, (_, id) => ({ id, query: `word${id}` }));
  expect(watch.setPatterns(patterns).filter(({ problem }) => problem !== null)).toEqual([
    { id: 1000, problem: { field: "query", message: expect.stringContaining("more than 1000") } },
  ]);
  expect(watch.setPatterns(patterns.slice(1)).every(({ problem }) => problem === null)).toBeTrue();
});

test("what was set counts more than a reading that began before", async () => {
  const { promise, resolve } = Promise.withResolvers<WatchedPattern[]>();
  const watch = new LogWatch({ ...nobody, readPatterns: () => promise });
  const started = watch.start();
  watch.setPatterns([{ id: 2, query: "new" }]);
  resolve([{ id: 1, query: "old" }]);
  await started;
  watch.stop();
  expect(watch.listVerdicts().map(({ id }) => id)).toEqual([2]);
});

test("patterns that cannot be read at first are read again before lines are looked at", async () => {
  let tries = 0;
  const readPatterns = () => {
    tries += 1;
    return tries < 3 ? Promise.reject(new Error("away")) : Promise.resolve([{ id: 1, query: "failed" }]);
  };
  const watch = new LogWatch({ ...nobody, readPatterns });
  await watch.start();
  watch.stop();
  expect(tries).toBe(3);
  await waitFor("the pattern", () => watch.request() !== undefined);
});

test("a rule that is made while others write all the time is heard of within two seconds", async () => {
  const asked: LookTimes[] = [];
  const writes = {
    ...UNWATCHED,
    pause: (mark: number, times: LookTimes, signal: AbortSignal) => {
      asked.push(times);
      return UNWATCHED.pause(mark, { ...times, leastMs: times.leastMs / 100 }, signal);
    },
  };
  const patterns: WatchedPattern[] = [];
  const watch = new LogWatch({ ...nobody, writes, readPatterns: () => Promise.resolve(patterns) });
  await watch.start();
  patterns.push({ id: 1, query: "made later" });
  await waitFor("the rule to be watched", () => watch.measure().watched === 1);
  watch.stop();
  // The watch of writes looks once a second itself.
  expect(asked[0]?.leastMs).toBeLessThanOrEqual(1100);
});
