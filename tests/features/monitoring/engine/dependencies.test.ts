import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  Dependencies,
  type DeviceStatus,
  type Link,
} from "../../../../src/features/monitoring/engine/dependencies";

const ROOT = 1;

/** Devices that failed and devices that answered at such a time; all others are not watched. */
function statusesOf({ failed = [], answered = {} }: Reading): Map<number, DeviceStatus> {
  const statuses = new Map<number, DeviceStatus>();
  for (const [id, at] of Object.entries(answered))
    statuses.set(Number(id), { rawStatus: "up", checkedAtMs: at });
  for (const id of failed) statuses.set(id, { rawStatus: "down", checkedAtMs: 100 });
  return statuses;
}

type Reading = { failed?: number[]; answered?: Record<number, number> };

function read(links: readonly Link[], reading: Reading, roots = [ROOT]) {
  return new Dependencies({ links, roots }).read(statusesOf(reading));
}

/** Root 1, core switch 2, hosts 3 to 5 at it, and 6 behind 5. */
const TREE: Link[] = [
  [1, 2],
  [2, 3],
  [4, 2],
  [2, 5],
  [5, 6],
];

test("behind a switch that fails everything is cut off, the switch itself is not", () => {
  const paths = read(TREE, { failed: [2, 3, 4, 5, 6] });
  expect([1, 2, 3, 4, 5, 6].filter((id) => paths.isCutOff(id))).toEqual([3, 4, 5, 6]);
  expect(paths.causeOf(2, 50)).toEqual({ name: "down" });
  expect(paths.causeOf(6, 50)).toEqual({ name: "cut off" });
});

test("whoever has a second path depends on neither of the two", () => {
  const ring: Link[] = [...TREE, [1, 6]];
  const paths = read(ring, { failed: [2, 3, 6] });
  expect(paths.isCutOff(3)).toBe(true);
  expect(paths.isCutOff(6)).toBe(false);
  expect(read(ring, { failed: [2, 5] }).isCutOff(5)).toBe(false);
});

describe("before a device is called down", () => {
  test("what leads to it has to answer after it failed", () => {
    const failed = [3];
    expect(read(TREE, { failed, answered: { 2: 49 } }).causeOf(3, 50)).toEqual({
      name: "not known yet",
      ask: [2],
    });
    expect(read(TREE, { failed, answered: { 2: 50 } }).causeOf(3, 50)).toEqual({ name: "down" });
  });

  test("what nobody watches cannot be asked", () => {
    expect(read(TREE, { failed: [3] }).causeOf(3, 50)).toEqual({ name: "down" });
  });
});

test("without a root, or without a link to one, nothing depends on anything", () => {
  expect(read(TREE, { failed: [2, 3] }, []).causeOf(3, 50)).toEqual({ name: "down" });
  const apart = read([...TREE, [20, 21]], { failed: [20, 21] });
  expect(apart.isCutOff(21)).toBe(false);
});

test("a root that fails is down, and cuts off what is behind it", () => {
  const paths = read(TREE, { failed: [1, 2] });
  expect(paths.causeOf(1, 0)).toEqual({ name: "down" });
  expect(paths.isCutOff(2)).toBe(true);
});

test("a device is cut off exactly where no walk over devices that answer leads from a root to it", () => {
  const device = fc.integer({ min: 1, max: 12 });
  const links = fc.array(
    fc.tuple(device, device).filter(([a, b]) => a !== b),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(links, fc.uniqueArray(device), (given, failed) => {
      const paths = read(given, { failed });
      const walksTo = (goal: number, banned: readonly number[], at = ROOT, seen: number[] = []): boolean =>
        at === goal ||
        (!banned.includes(at) &&
          given
            .flatMap(([a, b]) => (a === at ? [b] : b === at ? [a] : []))
            .some((next) => !seen.includes(next) && walksTo(goal, banned, next, [...seen, at])));
      for (let id = 1; id <= 12; id += 1)
        expect(paths.isCutOff(id)).toBe(id !== ROOT && walksTo(id, []) && !walksTo(id, failed));
    }),
    { seed: 1814, numRuns: 200 },
  );
});

test("a hundred thousand devices in a row are read within a second", () => {
  const links = Array.from({ length: 100_000 }, (_, index): Link => [index + 1, index + 2]);
  const dependencies = new Dependencies({ links, roots: [ROOT] });
  const started = performance.now();
  const paths = dependencies.read(statusesOf({ failed: [50_000] }));
  expect(paths.isCutOff(100_000)).toBe(true);
  expect(paths.isCutOff(49_999)).toBe(false);
  expect(performance.now() - started).toBeLessThan(1000);
});
