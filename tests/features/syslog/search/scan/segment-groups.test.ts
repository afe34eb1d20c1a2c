import { expect, test } from "bun:test";
import { groupSegments } from "../../../../../src/features/syslog/search/scan/segment-groups";

const SIZES = { rows: 10, files: 3, maxRows: 100, maxFiles: 20 };

/** Of ten rows each, and how many stand in each group where so many rows are wanted of every group but the first. */
function sizesOf(count: number, wanted?: number): number[] {
  const segments = Array.from({ length: count }, (_, index) => ({
    collector: "0123456789ab",
    rangeStart: index,
    path: String(index),
    rowCount: 10,
    minReceivedAtMicros: 0,
    maxReceivedAtMicros: 0,
    minEventId: 0,
    maxEventId: 0,
    columns: null,
  }));
  const groups = groupSegments(segments, SIZES);
  const found: string[][] = [];
  for (let next = groups.next(); next.value !== undefined; next = groups.next(wanted))
    found.push(next.value.map(({ path }) => path));
  expect(found.flat()).toEqual(segments.map(({ path }) => path));
  return found.map(({ length }) => length);
}

test("groups grow fourfold until they are as big as they may be", () => {
  expect(sizesOf(40)).toEqual([1, 4, 10, 10, 10, 5]);
});

test("a group has the rows that are wanted, where these are more, but none is bigger than it may be", () => {
  expect(sizesOf(40, 70)).toEqual([1, 7, 10, 10, 10, 2]);
  expect(sizesOf(40, 1_000_000)).toEqual([1, 10, 10, 10, 9]);
  expect(sizesOf(12, 1)).toEqual([1, 4, 7]);
});
