import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { thin } from "../../../../src/features/monitoring/monitors/thin";

const SEED = 20_261_123;

const pointsOf = (text: string) =>
  Array.from(text, (rawStatus, at) => ({ rawStatus: rawStatus === "-" ? "up" : "down", at }));
const times = (points: { at: number }[]) => points.map(({ at }) => at);

describe("thin", () => {
  test("few enough stay as they are", () => {
    expect(times(thin(pointsOf("-x--"), 4))).toEqual([0, 1, 2, 3]);
    expect(thin([], 2000)).toEqual([]);
  });

  test("the ends and both sides of each change stay; the others are spread evenly", () => {
    expect(times(thin(pointsOf("-----x-----"), 5))).toEqual([0, 4, 5, 6, 10]);
    expect(times(thin(pointsOf("-----------"), 3))).toEqual([0, 1, 10]);
  });

  test("is never too long, keeps the order, and shows every change for which there is room", () => {
    const status = fc.constantFrom("-", "x");
    const runs = fc.array(fc.tuple(status, fc.integer({ min: 1, max: 40 })), { maxLength: 12 });
    fc.assert(
      fc.property(runs, fc.integer({ min: 1, max: 60 }), (given, most) => {
        const points = pointsOf(given.map(([text, length]) => text.repeat(length)).join(""));
        const kept = thin(points, most);
        expect(kept.length).toBe(Math.min(points.length, most));
        expect(times(kept)).toEqual(times(kept).toSorted((left, right) => left - right));
        const shape = (some: { rawStatus: string }[]) =>
          some.map(({ rawStatus }) => rawStatus).filter((text, index, all) => text !== all[index - 1]);
        if (2 * shape(points).length <= most) expect(shape(kept)).toEqual(shape(points));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});
