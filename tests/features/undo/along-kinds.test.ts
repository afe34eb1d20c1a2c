import { expect, test } from "bun:test";
import { addAlong } from "../../../src/features/undo/along";
import type { UndoAlong } from "../../../src/features/undo/models";

const links = (own: Partial<UndoAlong>): UndoAlong => ({
  target: null,
  name: null,
  kind: "relationships",
  outcome: "removed",
  count: 1,
  names: ["a – b"],
  ...own,
});

test("what goes with many things that are removed in turns is told once for each kind, with the first names", () => {
  const told: UndoAlong[] = [];
  const names = Array.from({ length: 30 }, (_, place) => `link ${place}`);
  addAlong(told, [links({ count: 15, names: names.slice(0, 15) }), links({ kind: "sensors", names: ["fan"] })]);
  addAlong(told, [links({ count: 30, names: names.slice(15) })]);
  expect(told).toEqual([
    links({ count: 45, names: names.slice(0, 20) }),
    links({ kind: "sensors", names: ["fan"] }),
  ]);
});

test("a saved map that has places for things of several lots is named once", () => {
  const told: UndoAlong[] = [];
  const places = { kind: "layout_positions", names: ["core"] };
  addAlong(told, [links({ ...places, count: 250 })]);
  addAlong(told, [links({ ...places, count: 3 })]);
  expect(told).toEqual([links({ ...places, count: 253 })]);
});

test("what goes and what stays, and what belongs to one thing, are told apart", () => {
  const told: UndoAlong[] = [];
  const all = [
    links({}),
    links({ outcome: "unassigned" }),
    links({ target: "site:7", name: "Barn" }),
    links({ target: "site:8", name: "Attic" }),
  ];
  for (const one of all) addAlong(told, [one]);
  expect(told).toEqual(all);
});
