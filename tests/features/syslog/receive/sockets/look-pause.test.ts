import { expect, test } from "bun:test";
import { pauseAfter } from "../../../../../src/features/syslog/receive/sockets/look-pause";

const MIB = 1024 * 1024;
const large = { bufferBytes: 64 * MIB };
const small = { bufferBytes: 15 * MIB };

/** The pauses of a reader that is sent so many datagrams a second, over so many looks. */
function pausesAt(perSecond: number, looks: number, bounds = large): number[] {
  const pauses: number[] = [];
  let [waitedMs, silentLooks, come] = [2, 0, 0];
  for (let look = 0; look < looks; look++) {
    come += (perSecond * waitedMs) / 1000;
    const count = Math.floor(come);
    come -= count;
    silentLooks = count === 0 ? silentLooks + 1 : 0;
    waitedMs = pauseAfter({ count, waitedMs, silentLooks }, bounds);
    pauses.push(waitedMs);
  }
  return pauses;
}

const settled = (pauses: readonly number[]) => [...new Set(pauses.slice(-20))];

test("few datagrams are looked for as seldom as the buffer holds what 200,000 a second would bring", () => {
  expect(settled(pausesAt(40, 100))).toEqual([160]);
  expect(settled(pausesAt(40, 100, { bufferBytes: 63 * MIB }))).toEqual([40]);
  expect(settled(pausesAt(40, 100, { bufferBytes: 8 * MIB }))).toEqual([20]);
});

test("what counts as some and as many is a rate, however long ago the last look was", () => {
  expect(pauseAfter({ count: 15, waitedMs: 80, silentLooks: 0 }, small)).toBe(20);
  expect(pauseAfter({ count: 16, waitedMs: 80, silentLooks: 0 }, small)).toBe(8);
  expect(pauseAfter({ count: 64, waitedMs: 80, silentLooks: 0 }, small)).toBe(2);
  expect(pauseAfter({ count: 32, waitedMs: 8, silentLooks: 0 }, small)).toBe(2);
});

test("many datagrams are looked for every 2 ms, and every 12 where the buffer is large, also behind a silence", () => {
  expect(settled(pausesAt(50_000, 100, small))).toEqual([2]);
  expect(settled(pausesAt(50_000, 100))).toEqual([12]);
  expect(settled(pausesAt(1500, 100))).toEqual([12]);
  expect(pauseAfter({ count: 4096, waitedMs: 200, silentLooks: 0 }, small)).toBe(2);
  expect(pauseAfter({ count: 4096, waitedMs: 200, silentLooks: 0 }, large)).toBe(12);
});

test("after ten seconds of silence the pauses are longer, where the buffer allows it", () => {
  const pauses = pausesAt(0, 400);
  const before = pauses.indexOf(200);
  expect(pauses.slice(0, before).reduce((sum, pause) => sum + pause, 0)).toBeWithin(9000, 10_200);
  expect(settled(pauses)).toEqual([200]);
  expect(settled(pausesAt(0, 400, { bufferBytes: 32 * MIB }))).toEqual([100]);
  expect(settled(pausesAt(0, 400, { bufferBytes: 31 * MIB }))).toEqual([40]);
});

test("a reader that answers keeps to its own longest pause until it is silent", () => {
  const bounds = { ...large, maxIdleMs: 4 };
  expect(pauseAfter({ count: 1, waitedMs: 8, silentLooks: 0 }, bounds)).toBe(4);
  expect(pauseAfter({ count: 4096, waitedMs: 8, silentLooks: 0 }, bounds)).toBe(4);
});
