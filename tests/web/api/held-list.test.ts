import { expect, test } from "bun:test";
import { mergeChanges } from "../../../src/web/api/held-list";

type Thing = { id: number; name: string };
const idOf = ({ id }: Thing) => id;
const rows: Thing[] = [
  { id: 1, name: "one" },
  { id: 2, name: "two" },
];

test("a change takes the place of what was there, and what is new comes last", () => {
  const changed = [
    { id: 3, name: "three" },
    { id: 1, name: "ONE" },
  ];
  expect(mergeChanges(rows, changed, idOf)).toEqual([
    { id: 1, name: "ONE" },
    { id: 2, name: "two" },
    { id: 3, name: "three" },
  ]);
});

test("rows that have not changed are the very same, so that they are not drawn again", () => {
  expect(mergeChanges(rows, [{ id: 1, name: "ONE" }], idOf)[1]).toBe(rows[1]);
  expect(mergeChanges(rows, [], idOf)).toBe(rows);
});
