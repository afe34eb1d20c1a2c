import { expect, test } from "bun:test";
import { array, assert, constantFrom, integer, nat, property } from "fast-check";
import { partNewest } from "../../../../src/features/syslog/store/newest-rows";

const NEWEST = 2048;

function part(times: readonly number[]): { older: number[]; newest: number[] } {
  // The memory of a column is longer than the column.
  const values = Float64Array.from([...times, 9e15]);
  const rows = Uint32Array.from(times.keys()).sort((left, right) => (left % 7) - (right % 7) || left - right);
  const { older, newest } = partNewest(rows, values);
  expect(Array.from(newest, (row) => rows.indexOf(row))).toEqual(
    Array.from(newest, (row) => rows.indexOf(row)).sort((left, right) => left - right),
  );
  const timesOf = (part: Uint32Array) => Array.from(part, (row) => times[row] ?? 0);
  return { older: timesOf(older), newest: timesOf(newest) };
}

const ascending = (left: number, right: number) => left - right;

test("the newest rows are those that came later than all others, as many as there may be", () => {
  const run = constantFrom(1, 900, 3000);
  const times = array(
    integer({ min: 0, max: 1e15 }).chain((first) =>
      run.chain((length) =>
        nat(3).map((step) => Array.from({ length }, (_, index) => first + ((index * 7919) % length) * step)),
      ),
    ),
    { minLength: 1, maxLength: 6 },
  ).map((runs) => runs.flat());
  assert(
    property(times, (all) => {
      const { older, newest } = part(all);
      const sorted = all.toSorted(ascending);
      const bound = sorted.at(-NEWEST - 1) ?? -Infinity;
      expect(newest.toSorted(ascending)).toEqual(sorted.filter((time) => time > bound));
      expect(older.toSorted(ascending)).toEqual(sorted.filter((time) => time <= bound));
    }),
    { numRuns: 60, seed: 20_261_122 },
  );
});

test("rows that all came at one time have no newest among them", () => {
  const times = Array.from({ length: 5000 }, () => 7);
  expect(part(times).newest).toEqual([]);
});
