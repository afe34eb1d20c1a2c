import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { causesOf } from "../../../../src/features/monitoring/dependencies/ways";
import {
  Dependencies,
  type DeviceStatus,
  type Link,
} from "../../../../src/features/monitoring/engine/dependencies";
import { patient } from "../../../support/patience";

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

describe("what somebody chose", () => {
  const chosen = (
    choices: Record<number, number[]>,
    reading: Reading,
    given = { links: TREE, roots: [ROOT] },
  ) => {
    const map = new Map(Object.entries(choices).map(([device, parents]) => [Number(device), parents]));
    return new Dependencies({ ...given, choices: map }).read(statusesOf(reading));
  };

  test("cuts a device off when all of its parents fail, and one that lives is enough", () => {
    expect(chosen({ 6: [3, 4] }, { failed: [3, 4, 6] }).causeOf(6, 50)).toEqual({ name: "cut off" });
    expect(chosen({ 6: [3, 4] }, { failed: [3, 6], answered: { 4: 60 } }).causeOf(6, 50)).toEqual({
      name: "down",
    });
    expect(chosen({ 6: [3, 4] }, { failed: [3, 6], answered: { 4: 40 } }).causeOf(6, 50)).toEqual({
      name: "not known yet",
      ask: [4],
    });
  });

  test("stands instead of the links: 5 fails, and 6, which is linked to it, does not depend on it", () => {
    expect(read(TREE, { failed: [5, 6] }).isCutOff(6)).toBe(true);
    expect(chosen({ 6: [3] }, { failed: [5, 6] }).isCutOff(6)).toBe(false);
  });

  test("is enough without links and without a root", () => {
    const paths = chosen({ 3: [2], 4: [3] }, { failed: [2, 3, 4] }, { links: [], roots: [] });
    expect([2, 3, 4].filter((id) => paths.isCutOff(id))).toEqual([3, 4]);
  });

  test("goes on over parents: over one that nobody watches, and over links", () => {
    expect(chosen({ 7: [8], 8: [6] }, { failed: [2, 7] }).isCutOff(7)).toBe(true);
    // What answers is reached, whatever leads to it.
    expect(chosen({ 7: [8], 8: [6] }, { failed: [2, 7], answered: { 8: 60 } }).isCutOff(7)).toBe(false);
    // And from a device that was chosen for, links lead on.
    const links: Link[] = [...TREE, [7, 9]];
    expect(chosen({ 7: [6] }, { failed: [2, 9] }, { links, roots: [ROOT] }).isCutOff(9)).toBe(true);
  });

  test("nothing: what fails is down by itself, and what is behind it still depends on it", () => {
    const paths = chosen({ 5: [] }, { failed: [2, 5, 6] });
    expect(paths.causeOf(5, 50)).toEqual({ name: "down" });
    expect(paths.isCutOff(6)).toBe(true);
    // Where no root is known, links say nothing, and the choice for one device says nothing of those at it.
    expect(chosen({ 2: [] }, { failed: [2, 3] }, { links: TREE, roots: [] }).isCutOff(3)).toBe(false);
  });

  test("holds against links that say the opposite: what was chosen for a root stands before it", () => {
    const paths = chosen({ 1: [3] }, { failed: [1, 2, 3, 4, 5, 6] });
    expect(paths.causeOf(3, 50)).toEqual({ name: "down" });
    expect([1, 2, 4, 5, 6].filter((id) => !paths.isCutOff(id))).toEqual([]);
  });

  test("in a circle hides nobody in it, or behind it", () => {
    const paths = chosen({ 3: [4], 4: [3], 6: [3] }, { failed: [3, 4, 6] });
    expect([3, 4, 6].filter((id) => paths.isCutOff(id))).toEqual([]);
  });
});

describe("whatever is linked and chosen, in circles or not", () => {
  const id = fc.integer({ min: 1, max: 9 });
  const networks = fc.record({
    links: fc.array(
      fc.tuple(id, id).filter(([a, b]) => a !== b),
      { maxLength: 14 },
    ),
    roots: fc.uniqueArray(id, { maxLength: 2 }),
    choices: fc
      .array(fc.tuple(id, fc.uniqueArray(id, { maxLength: 3 })), { maxLength: 5 })
      .map((entries) => new Map(entries)),
    failed: fc.uniqueArray(id),
    answered: fc.uniqueArray(id),
  });
  const all = Array.from({ length: 9 }, (_, index) => index + 1);
  const readBoth = ({ failed, answered, ...network }: Given) => {
    const dependencies = new Dependencies(network);
    const up = Object.fromEntries(answered.map((one) => [one, 100]));
    return { dependencies, paths: dependencies.read(statusesOf({ failed, answered: up })) };
  };
  type Given = {
    links: [number, number][];
    roots: number[];
    choices: Map<number, number[]>;
    failed: number[];
    answered: number[];
  };
  /** Whether living devices lead from one that depends on nothing to `goal`. */
  const livingWayTo = (
    dependencies: Dependencies,
    given: Given,
    goal: number,
    seen: number[] = [],
  ): boolean =>
    dependencies.origins.has(goal) ||
    dependencies
      .waysTo(goal)
      .some(
        (next) =>
          !seen.includes(next) &&
          !given.failed.includes(next) &&
          livingWayTo(dependencies, given, next, [...seen, goal]),
      );
  const check = (property: (given: Given) => void) =>
    fc.assert(fc.property(networks, property), { seed: 2211, numRuns: 2000 });

  test("nothing is cut off while living devices lead to it, or a chosen parent answers", () => {
    check((given) => {
      const { dependencies, paths } = readBoth(given);
      for (const device of all) {
        const answers = (given.choices.get(device) ?? []).some(
          (parent) => given.answered.includes(parent) && !given.failed.includes(parent),
        );
        if (livingWayTo(dependencies, given, device) || answers) expect(paths.isCutOff(device)).toBe(false);
      }
    });
  });

  test("with all well everything is reached", () => {
    check((given) => {
      const { paths } = readBoth({ ...given, failed: [] });
      expect(all.filter((device) => paths.isCutOff(device))).toEqual([]);
    });
  });

  test("what is cut off is so by something that is down, and that is told", () => {
    check((given) => {
      const { dependencies, paths } = readBoth(given);
      const statuses = statusesOf({ failed: given.failed });
      for (const device of all) {
        if (!paths.isCutOff(device)) continue;
        const causes = causesOf(dependencies, device, statuses);
        expect(causes.length).toBeGreaterThan(0);
        expect(causes.filter((one) => !given.failed.includes(one))).toEqual([]);
        expect(causes.filter((one) => paths.isCutOff(one))).toEqual([]);
      }
    });
  });

  test("what is chosen obeys the choice: cut off without a living parent, whatever is linked to it", () => {
    check((given) => {
      const { dependencies, paths } = readBoth(given);
      for (const [device, parents] of given.choices) {
        const isDead = parents.every((parent) => given.failed.includes(parent));
        if (isDead && dependencies.dependsOnOthers(device)) expect(paths.isCutOff(device)).toBe(true);
        if (parents.length === 0) expect(paths.isCutOff(device)).toBe(false);
      }
    });
  });

  test("without choices in a circle each chosen device depends on its parents", () => {
    check(({ choices, ...given }) => {
      const upwards = new Map(
        [...choices].map(([one, parents]) => [one, parents.filter((other) => other > one)]),
      );
      const { dependencies } = readBoth({ ...given, choices: upwards });
      for (const [device, parents] of upwards)
        expect(dependencies.dependsOnOthers(device)).toBe(parents.length > 0);
    });
  });
});

test("a hundred thousand devices in a row are read within a second", () => {
  const links = Array.from({ length: 100_000 }, (_, index): Link => [index + 1, index + 2]);
  const dependencies = new Dependencies({ links, roots: [ROOT] });
  const started = performance.now();
  const paths = dependencies.read(statusesOf({ failed: [50_000] }));
  expect(paths.isCutOff(100_000)).toBe(true);
  expect(paths.isCutOff(49_999)).toBe(false);
  expect(performance.now() - started).toBeLessThan(patient(1000));
});
