import { expect, test } from "bun:test";
import { type MergeInput, planMerges } from "../../../../../src/features/syslog/segments/merge/plan";

const TODAY = "dt=2026-06-02";

type Given = Partial<Pick<MergeInput, "collector" | "tier" | "rowCount" | "sizeBytes" | "path">> & {
  gap?: boolean;
};

/** Neighbours, but for a position that is missing before each with a `gap`. */
function neighbours(given: readonly Given[]): MergeInput[] {
  let position = 0;
  return given.map(({ gap, ...segment }, id) => {
    const rangeStart = position + (gap === true ? 1 : 0);
    position = rangeStart + 1;
    return {
      id,
      collector: "0123456789ab",
      rangeStart,
      rangeEnd: position,
      path: `${TODAY}/hr=00/x`,
      rowCount: 1,
      sizeBytes: 1000,
      tier: 0,
      minReceivedAtMicros: id,
      maxReceivedAtMicros: id,
      minEventId: id,
      maxEventId: id,
      ...segment,
    };
  });
}

const many = (count: number, segment: Given = {}): Given[] => Array.from({ length: count }, () => segment);

function planned(given: readonly Given[]): number[][] {
  return planMerges(neighbours(given), TODAY).map(({ inputs }) => inputs.map(({ id }) => id));
}

const YESTERDAY: Given = { path: "dt=2026-06-01/hr=23/x" };

/** Eight of them are worth a merge. */
const USUAL: Given = { rowCount: 3000 };

test("eight neighbours of a tier merge, fewer wait", () => {
  expect(planned(many(7, USUAL))).toEqual([]);
  expect(planned(many(17, USUAL))).toEqual([
    [0, 1, 2, 3, 4, 5, 6, 7],
    [8, 9, 10, 11, 12, 13, 14, 15],
  ]);
});

test("of tiny ones, which a merge costs more than it saves, three times as many do", () => {
  expect(planned(many(23))).toEqual([]);
  expect(planned(many(49)).map(({ length }) => length)).toEqual([24, 24]);
  expect(planned(many(24, { rowCount: 1000 })).map(({ length }) => length)).toEqual([20]);
});

test("tiers do not mix while their day lasts", () => {
  expect(planned([...many(4, { ...USUAL, tier: 1 }), ...many(7, USUAL)])).toEqual([]);
  expect(planned([...many(8, { ...USUAL, tier: 1 }), ...many(7, USUAL)])).toEqual([[0, 1, 2, 3, 4, 5, 6, 7]]);
});

test("a gap between ranges, another collector or another day ends a run", () => {
  for (const border of [{ gap: true }, { collector: "ba9876543210" }, { path: "dt=2026-06-03/hr=00/x" }]) {
    const { gap, ...rest } = { gap: false, ...border };
    expect(planned([...many(4), { ...rest, gap }, ...many(3, rest)])).toEqual([]);
  }
});

test("of a day that is over whatever fits is merged, whatever its tier", () => {
  expect(planned([{ ...YESTERDAY, tier: 3 }, { ...YESTERDAY, tier: 1 }, YESTERDAY, ...many(3)])).toEqual([
    [0, 1, 2],
  ]);
  expect(planned([YESTERDAY, ...many(3)])).toEqual([]);
});

test("no merged file is above 240,000 rows or 64 MiB", () => {
  const mebibyte = 1024 * 1024;
  expect(planned(many(9, { ...YESTERDAY, rowCount: 48_000 }))).toEqual([
    [0, 1, 2, 3, 4],
    [5, 6, 7, 8],
  ]);
  expect(planned(many(5, { ...YESTERDAY, sizeBytes: 31 * mebibyte }))).toEqual([
    [0, 1],
    [2, 3],
  ]);
});

test("as many as fill a file merge without waiting for more", () => {
  expect(planned(many(3, { rowCount: 80_000 }))).toEqual([[0, 1, 2]]);
  expect(planned(many(2, { sizeBytes: 20 * 1024 * 1024 }))).toEqual([[0, 1]]);
  expect(planned(many(2, { rowCount: 55_000 }))).toEqual([]);
  expect(planned(many(4, { rowCount: 110_000 }))).toEqual([
    [0, 1],
    [2, 3],
  ]);
});

test("one alone is not written again", () => {
  expect(planned(many(1, { rowCount: 110_000 }))).toEqual([]);
  expect(planned([YESTERDAY])).toEqual([]);
});
