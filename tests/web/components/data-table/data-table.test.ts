import { describe, expect, test } from "bun:test";
import {
  cardColumns,
  chosenColumnIds,
  parseSort,
  printSort,
  shownColumnIds,
  type Column,
} from "../../../../src/web/components/data-table/columns";
import { moveInGrid } from "../../../../src/web/components/data-table/grid-keys";
import {
  countHidden,
  onlyShown,
  selectRange,
  toggleAll,
  toggleRow,
} from "../../../../src/web/components/data-table/selection";
import { compareSortKeys } from "../../../../src/web/components/data-table/sort-keys";

test("sort keys: names as people count, numbers and addresses by value, numbers before names", () => {
  expect(["sw-10", "sw-9", "SW-1"].toSorted(compareSortKeys)).toEqual(["SW-1", "sw-9", "sw-10"]);
  expect([10n, 9, 100].toSorted(compareSortKeys)).toEqual([9, 10n, 100]);
  expect(["a", 1].toSorted(compareSortKeys)).toEqual([1, "a"]);
});

test.each([undefined, "name", "-name"])("a sort order goes into the URL and back: %p", (text) => {
  expect(printSort(parseSort(text))).toBe(text);
});

describe("columns", () => {
  const column = (id: string, isHiddenAtFirst = false): Column<object> => ({
    id,
    label: id,
    width: 80,
    isHiddenAtFirst,
    cell: () => null,
  });
  const columns = [column("name"), column("site"), column("serial", true)];

  test("the usual ones are shown until others are chosen; the first always is", () => {
    expect(shownColumnIds(columns, undefined)).toEqual(["name", "site"]);
    expect(shownColumnIds(columns, ["serial"])).toEqual(["name", "serial"]);
    expect(shownColumnIds(columns, ["gone"])).toEqual(["name", "site"]);
  });

  test("the usual choice is not kept in the URL", () => {
    expect(chosenColumnIds(columns, ["site", "name"])).toBeUndefined();
    expect(chosenColumnIds(columns, ["serial"])).toEqual(["name", "serial"]);
  });
});

describe("what is on a card", () => {
  type Shown = { column: { id: string; card?: "none" } };
  const shown: Shown[] = ["name", "a", "b", "c", "d", "e", "f", "g"].map((id) => ({ column: { id } }));
  const idsOf = (columns: readonly Shown[]) => columns.map(({ column }) => column.id);

  test("the name and the first six facts, unless others are chosen", () => {
    expect(idsOf(cardColumns(shown, { isChosen: false }))).toEqual(["name", "a", "b", "c", "d", "e", "f"]);
    expect(idsOf(cardColumns(shown, { isChosen: true }))).toEqual(idsOf(shown));
  });

  test("what a card has no place for is on it when it is chosen", () => {
    const columns: Shown[] = shown.map(({ column }) => ({ column: { ...column, card: "none" } }));
    expect(idsOf(cardColumns(columns, { isChosen: false }))).toEqual(["name"]);
    expect(idsOf(cardColumns(columns, { isChosen: true }))).toEqual(idsOf(shown));
  });
});

describe("selection", () => {
  const ids = ["a", "b", "c", "d"];

  test("a range reaches from one row to the other, either way", () => {
    expect([...selectRange(new Set(["d"]), ids, ["c", "a"])].toSorted()).toEqual(["a", "b", "c", "d"]);
    expect([...selectRange(new Set(), ids, ["b", "c"])]).toEqual(["b", "c"]);
  });

  test("a range from a row that is no longer shown selects the one row", () => {
    expect([...selectRange(new Set(), ids, ["gone", "c"])]).toEqual(["c"]);
  });

  test("the head's box takes all or none", () => {
    expect([...toggleAll(new Set(["a"]), ids)]).toEqual(ids);
    expect([...toggleAll(new Set(ids), ids)]).toEqual([]);
  });

  test("rows that a filter hides are dropped, and nothing changes where none is hidden", () => {
    const selection = toggleRow(new Set(["a"]), "d");
    expect([...onlyShown(selection, ["a", "b"])]).toEqual(["a"]);
    expect(onlyShown(selection, ids)).toBe(selection);
  });

  test("of what is selected no more, what filters hide is counted, and what is gone is not", () => {
    const selection = new Set(["a", "hidden", "gone"]);
    expect(countHidden({ selection, shown: new Set(["a"]) }, ["a", "b", "hidden"])).toBe(1);
  });
});

describe("keys in the grid", () => {
  const extent = { rows: 100, columns: 4, page: 20 };
  const at = { row: 10, column: 1 };
  test.each([
    ["ArrowUp", false, { row: 9, column: 1 }],
    ["j", false, { row: 11, column: 1 }],
    ["PageDown", false, { row: 30, column: 1 }],
    ["Home", false, { row: 10, column: 0 }],
    ["End", true, { row: 99, column: 3 }],
    ["Home", true, { row: 0, column: 0 }],
  ])("%s (with Ctrl: %p)", (key, ctrlKey, wanted) => {
    expect(moveInGrid(at, { key, ctrlKey }, extent)).toEqual(wanted);
  });

  test("nothing leads out of the grid; the head is above the first row", () => {
    expect(moveInGrid({ row: 0, column: 0 }, { key: "ArrowUp", ctrlKey: false }, extent)).toEqual({
      row: -1,
      column: 0,
    });
    expect(moveInGrid({ row: -1, column: 0 }, { key: "ArrowUp", ctrlKey: false }, extent)).toEqual({
      row: -1,
      column: 0,
    });
    expect(moveInGrid({ row: 99, column: 3 }, { key: "PageDown", ctrlKey: false }, extent)).toEqual({
      row: 99,
      column: 3,
    });
    expect(moveInGrid(at, { key: "q", ctrlKey: false }, extent)).toBeUndefined();
  });
});
