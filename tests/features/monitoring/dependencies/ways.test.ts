import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { causesOf, findCircle, Ways } from "../../../../src/features/monitoring/dependencies/ways";
import {
  Dependencies,
  type DeviceStatus,
  type Link,
} from "../../../../src/features/monitoring/engine/dependencies";

const ROOT = 1;
/** Two core switches, 2 and 3, each at the root; 4 at both of them; 5 and 6 at 4. */
const LINKS: Link[] = [
  [1, 2],
  [1, 3],
  [2, 4],
  [3, 4],
  [4, 5],
  [6, 4],
];

function given(choices: Record<number, number[]> = {}, { links = LINKS, roots = [ROOT] } = {}) {
  const said = new Map(Object.entries(choices).map(([device, parents]) => [Number(device), parents]));
  const dependencies = new Dependencies({ links, roots, choices: said });
  return { dependencies, ways: new Ways(dependencies) };
}

const failing = (...ids: number[]) =>
  new Map<number, DeviceStatus>(ids.map((id) => [id, { rawStatus: "down", checkedAtMs: 0 }]));

const countsOf = ({ ways }: ReturnType<typeof given>, device: number) => {
  const { direct, all, only } = ways.dependentsOf(device);
  return [direct.size, all.size, only.size];
};

describe("by links", () => {
  test("a device depends on its neighbours that are nearer to a root", () => {
    const { ways } = given();
    expect([1, 2, 4, 5].map((device) => ways.parentsOf(device))).toEqual([[], [1], [2, 3], [4]]);
  });

  test("longer ways count as detours", () => {
    const { ways } = given();
    expect([2, 4, 5].map((device) => ways.countDetours(device))).toEqual([1, 0, 0]);
  });

  test("what is joined to no root depends on nothing", () => {
    const { ways } = given({}, { roots: [] });
    expect([ways.parentsOf(5), ways.countDetours(5)]).toEqual([[], 0]);
  });

  test("two links between the same devices are one parent", () => {
    const { ways } = given({}, { links: [...LINKS, [5, 4]] });
    expect([ways.parentsOf(5), ways.countDetours(5), ways.dependentsOf(4).only.size]).toEqual([[4], 0, 2]);
  });
});

describe("what depends on a device", () => {
  test("next to it, behind it, and without another way", () => {
    const all = given();
    expect([1, 2, 4, 5].map((device) => countsOf(all, device))).toEqual([
      [2, 5, 5],
      [1, 3, 0],
      [2, 2, 2],
      [0, 0, 0],
    ]);
  });

  test("by choice as by links", () => {
    const chosen = given({ 4: [2], 7: [5, 6], 6: [] });
    expect(countsOf(chosen, 2)).toEqual([1, 3, 2]);
    expect(countsOf(chosen, 3)).toEqual([0, 0, 0]);
    expect(countsOf(chosen, 5)).toEqual([1, 1, 0]);
    expect(chosen.ways.parentsOf(6)).toEqual([]);
    // What depends on nothing by choice is no nearer for it.
    expect(chosen.ways.parentsOf(5)).toEqual([4]);
  });
});

test("the causes are what is down itself, in every way, the nearest first", () => {
  const { dependencies } = given();
  expect(causesOf(dependencies, 5, failing(2, 3, 4, 5))).toEqual([2, 3]);
  expect(causesOf(dependencies, 5, failing(4, 5))).toEqual([4]);
  expect(causesOf(dependencies, 5, failing(5))).toEqual([]);
  const chosen = given({ 5: [2, 6] }).dependencies;
  expect(causesOf(chosen, 5, failing(2, 4, 5, 6))).toEqual([2, 4]);
});

describe("a circle of choices", () => {
  test("is named from the device back to it", () => {
    const choices = new Map([
      [2, [9, 3]],
      [3, [1]],
    ]);
    expect(findCircle({ device: 1, parents: [8, 2] }, choices)).toEqual([1, 2, 3, 1]);
    expect(findCircle({ device: 1, parents: [1] }, new Map())).toEqual([1, 1]);
    expect(findCircle({ device: 4, parents: [2] }, choices)).toBeUndefined();
  });

  test("is found exactly where a walk leads back, and the way round is one", () => {
    const id = fc.integer({ min: 1, max: 8 });
    const entries = fc.array(fc.tuple(id, fc.uniqueArray(id, { maxLength: 3 })), { maxLength: 8 });
    fc.assert(
      fc.property(
        id,
        fc.uniqueArray(id, { minLength: 1, maxLength: 3 }),
        entries,
        (device, parents, rest) => {
          const choices = new Map(rest);
          const above = new Set(parents);
          for (const one of above) for (const next of choices.get(one) ?? []) above.add(next);
          const circle = findCircle({ device, parents }, choices);
          expect(circle !== undefined).toBe(above.has(device));
          if (circle === undefined) return;
          expect([circle[0], circle.at(-1)]).toEqual([device, device]);
          for (const [index, one] of circle.slice(0, -1).entries())
            expect(index === 0 ? parents : choices.get(one)).toContain(circle[index + 1] ?? 0);
        },
      ),
      { seed: 8, numRuns: 500 },
    );
  });
});
