import { expect, test } from "bun:test";
import { inGroups, inParallel } from "../../../../src/features/discovery/sweep/in-parallel";
import { Pacer } from "../../../../src/features/discovery/sweep/pacer";

test("no more packets go out than the pace lets, whoever takes them", async () => {
  const pacer = new Pacer({ packetsPerSecond: 1000, signal: new AbortController().signal });
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: 20 }, () => pacer.take(pacer.grain)));
  const tookMs = performance.now() - startedAt;
  // The last group's packets begin when all before them are through, but for what may be made up for.
  expect(tookMs).toBeGreaterThan(19 * pacer.grain - 60);
  expect(tookMs).toBeLessThan(19 * pacer.grain + 500);
});

test("a signal ends the wait with its reason", async () => {
  const leaving = new AbortController();
  const pacer = new Pacer({ packetsPerSecond: 1, signal: leaving.signal });
  await pacer.take(100);
  const waiting = pacer.take(1);
  leaving.abort(new Error("gone"));
  expect(await waiting.catch(String)).toBe("Error: gone");
});

test("items are taken when there is work for them, and none after one has failed", async () => {
  const taken: number[] = [];
  function* items() {
    for (let item = 0; item < 100; item++) {
      taken.push(item);
      yield item;
    }
  }
  const work = async (item: number) => {
    await Promise.resolve();
    if (item === 5) throw new Error("the fifth");
  };
  await inParallel(items(), 3, work).catch((error: Error) => expect(error.message).toBe("the fifth"));
  expect(taken.length).toBeGreaterThan(5);
  expect(taken.length).toBeLessThan(10);
});

test("groups hold every item once", () => {
  expect([...inGroups([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
  expect([...inGroups([], 2)]).toEqual([]);
});
