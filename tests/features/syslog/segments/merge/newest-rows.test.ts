import { expect, test } from "bun:test";
import { array, assert, constantFrom, nat, property } from "fast-check";
import { NEWEST_ROWS, splitNewest } from "../../../../../src/features/syslog/segments/merge/newest-rows";

/** Numbers of rows, by a column of which rows with the same remainder stand together. */
function ordered(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, row) => row).sort(
    (left, right) => (left % 7) - (right % 7) || left - right,
  );
}

test("the newest rows are those with the highest ids, and both parts stay as they stood", () => {
  const runs = array(constantFrom(1, 900, 3000), { minLength: 1, maxLength: 6 });
  assert(
    property(runs, nat(2000), (lengths, step) => {
      const count = lengths.reduce((sum, length) => sum + length, 0);
      const ids = lengths.flatMap((length, run) =>
        Array.from({ length }, (_, index) => ((index * 7919) % length) * 10 + run + run * step),
      );
      const rows = ordered(count);
      // The memory of a column is longer than the column.
      const { older, newest } = splitNewest(rows, Float64Array.from([...ids, 9e15]));
      const idOf = (row: number) => ids[row] ?? 0;
      const bound = ids.toSorted((left, right) => left - right).at(-NEWEST_ROWS - 1) ?? -Infinity;
      expect([...newest]).toEqual([...rows].filter((row) => idOf(row) > bound));
      expect([...older]).toEqual([...rows].filter((row) => idOf(row) <= bound));
    }),
    { numRuns: 60, seed: 20_261_122 },
  );
});

test("of enough rows there are always as many", () => {
  const ids = Float64Array.from({ length: 5000 }, (_, row) => 1e15 + row);
  for (const ordering of [ids, ids.toReversed()])
    expect(splitNewest(ordered(5000), ordering).newest).toHaveLength(NEWEST_ROWS);
});
