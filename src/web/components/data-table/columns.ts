import type { ReactNode } from "react";
import { sortRows, type SortKey } from "./sort-keys";

/** A column, declared once for all that a table does with it. */
export type Column<Row> = {
  id: string;
  label: string;
  /** Pixels at first. */
  width: number;
  align?: "left" | "right";
  /** What the column is sorted by; absent: it is not sorted. */
  sortKey?: (row: Row) => SortKey;
  cell: (row: Row) => ReactNode;
  /** What `c` copies; absent: nothing. */
  copyValue?: (row: Row) => string;
  /** Takes the room that is left over; where none is told so, the last one does. */
  grows?: boolean;
  /** Only shown when chosen. */
  isHiddenAtFirst?: boolean;
  /**
   * Its place on the card that a row is on a phone; absent: a fact with its label. The first column is the card's name.
   */
  card?: CardPlace;
};

/** Beside the name; a value that needs no label; a line of its own; only there when it is chosen. */
type CardPlace = "state" | "bare" | "whole" | "none";

/** Pixels: room for `2026-11-20 17:12`, as a time more than a year away is written. */
export const LIST_TIME_WIDTH = 128;

/** One character of an address as the widest browser draws it, and the padding of a cell (px). */
const ADDRESS = { character: 8, padding: 20 };

/** The columns with room in one of them for the longest of these addresses, which are never cut. */
export function fitAddresses<Row>(
  columns: readonly Column<Row>[],
  { id, longest }: { id: string; longest: number },
): readonly Column<Row>[] {
  const needed = Math.ceil(longest * ADDRESS.character) + ADDRESS.padding;
  return columns.map((column) =>
    column.id === id ? { ...column, width: Math.max(column.width, needed) } : column,
  );
}

/** Characters. */
export function longestOf(texts: Iterable<string>): number {
  let most = 0;
  for (const { length } of texts) most = Math.max(most, length);
  return most;
}

/** The place of the column that takes the room that is left over. */
export function growingColumn(columns: readonly { column: { grows?: boolean } }[]): number {
  const wanted = columns.findIndex(({ column }) => column.grows === true);
  return wanted === -1 ? columns.length - 1 : wanted;
}

export type Sort = { column: string; isDescending: boolean };

/** `name`, `-name`: for the URL. */
export function parseSort(text: string | undefined): Sort | undefined {
  if (text === undefined || text === "" || text === "-") return undefined;
  return text.startsWith("-")
    ? { column: text.slice(1), isDescending: true }
    : { column: text, isDescending: false };
}

export function printSort(sort: Sort | undefined): string | undefined {
  return sort === undefined ? undefined : `${sort.isDescending ? "-" : ""}${sort.column}`;
}

/** The rows in the order of a column; as they came where it is not sorted. */
export function orderRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const sortKey = columns.find(({ id }) => id === sort?.column)?.sortKey;
  return sortKey === undefined
    ? rows
    : sortRows(rows, { sortKey, isDescending: sort?.isDescending === true });
}

/**
 * Ids of the columns to show: those chosen that exist, in the table's order, else the usual ones. The first is always
 * shown.
 */
export function shownColumnIds<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
): string[] {
  const wanted = chosen?.filter((id) => columns.some((column) => column.id === id)) ?? [];
  return columns.flatMap(({ id, isHiddenAtFirst }, index) => {
    const isShown = wanted.length > 0 ? wanted.includes(id) : isHiddenAtFirst !== true;
    return index === 0 || isShown ? id : [];
  });
}

/** Facts of a card that nobody has chosen: more of them would be a page, not a row. */
const MAX_FACTS = 6;

/**
 * Those of the shown columns that are on the cards of a phone: all that were chosen, else the first ones that matter.
 */
export function cardColumns<Shown extends { column: { card?: CardPlace } }>(
  shown: readonly Shown[],
  { isChosen }: { isChosen: boolean },
): readonly Shown[] {
  if (isChosen) return shown;
  const wanted = shown.filter(({ column }, index) => index === 0 || column.card !== "none");
  return wanted.slice(0, MAX_FACTS + 1);
}

/** What goes into the URL: nothing where the choice is the usual one. */
export function chosenColumnIds<Row>(
  columns: readonly Column<Row>[],
  shown: readonly string[],
): string[] | undefined {
  const usual = shownColumnIds(columns, undefined);
  const ordered = shownColumnIds(columns, shown);
  return usual.join() === ordered.join() ? undefined : ordered;
}
