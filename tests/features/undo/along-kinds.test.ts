import { expect, test } from "bun:test";
import { addAlong, goneWith, toAlong } from "../../../src/features/undo/along";
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
  addAlong(told, [
    links({ count: 15, names: names.slice(0, 15) }),
    links({ kind: "sensors", names: ["fan"] }),
  ]);
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

test("of more than 20 single things it is told of 20, and of all others together by kind", () => {
  const told: UndoAlong[] = [];
  for (let place = 1; place <= 30; place += 1) {
    const about = { target: `site:${place}`, name: `${place}`, outcome: "unassigned" as const };
    addAlong(told, [
      links({ ...about, kind: "devices", names: [`device ${place}`] }),
      links({ ...about, kind: "subnets", count: 2, names: [`subnet ${place}`] }),
    ]);
  }
  expect(told.slice(0, 20).every(({ target }) => target !== null)).toBe(true);
  const names = (what: string) => Array.from({ length: 20 }, (_, place) => `${what} ${place + 11}`);
  expect(told.slice(20)).toEqual([
    links({ kind: "devices", outcome: "unassigned", count: 20, names: names("device") }),
    links({ kind: "subnets", outcome: "unassigned", count: 40, names: names("subnet") }),
  ]);
});

test("parts of what is removed are counted with it, and not told beside it", () => {
  const affected = (count: number) => ({ count, names: [] });
  const preview = {
    would_delete: { devices: affected(1), interfaces: affected(3), relationships: affected(2) },
    would_unassign: {},
  };
  const alongside = { own: "devices", parts: "interfaces", one: () => Promise.resolve(preview) };
  expect(goneWith(preview, alongside)).toEqual({ interfaces: 3, relationships: 2 });
  const told = toAlong(preview, alongside, { target: null, name: null });
  expect(told.map(({ kind }) => kind)).toEqual(["relationships"]);
});
