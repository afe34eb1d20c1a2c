import { useState } from "react";
import { compareSortKeys } from "../../../components/data-table/sort-keys";
import type { Column, Sort } from "../../../components/data-table/columns";
import { compareWorst } from "../../../api/watched";
import type { Row } from "../rows";

/** In the order of a column, or the worst first. Nothing known comes last either way. */
export function sortRows(
  rows: readonly Row[],
  { columns, sort }: { columns: readonly Column<Row>[]; sort: Sort | undefined },
): readonly Row[] {
  const column = columns.find(({ id }) => id === sort?.column);
  const { sortKey } = column ?? {};
  if (sort === undefined || sortKey === undefined) return rows.toSorted(compareWorst);
  const keyed = rows.map((row) => ({ row, key: sortKey(row) ?? null }));
  const direction = sort.isDescending ? -1 : 1;
  keyed.sort((one, other) => {
    if (one.key === null || other.key === null) return Number(one.key === null) - Number(other.key === null);
    return direction * compareSortKeys(one.key, other.key);
  });
  return keyed.map(({ row }) => row);
}

/** The rows in an order that was before; those that were not there come last. */
export function inOrder(rows: readonly Row[], order: ReadonlyMap<string, number>): readonly Row[] {
  const last = order.size;
  return rows.toSorted((one, other) => (order.get(one.key) ?? last) - (order.get(other.key) ?? last));
}

type Shown = { rows: readonly Row[]; order: ReadonlyMap<string, number>; question: string };

/**
 * Keeps each row where it is while it is held: what has changed is shown in its place, and nothing moves under the
 * pointer. `question`: what the person asked for; another one is answered at once.
 */
export function useSteadyOrder(
  sorted: readonly Row[],
  { isHeld, question }: { isHeld: boolean; question: string },
): { rows: readonly Row[]; isBehind: boolean; renew: () => void } {
  const [shown, setShown] = useState<Shown>(() => shownAs(sorted, question));
  const renew = () => setShown(shownAs(sorted, question));
  if (!isHeld || shown.question !== question) {
    if (shown.rows !== sorted || shown.question !== question) renew();
    return { rows: sorted, isBehind: false, renew };
  }
  const rows = inOrder(sorted, shown.order);
  return { rows, isBehind: rows.some((row, index) => row.key !== sorted[index]?.key), renew };
}

function shownAs(rows: readonly Row[], question: string): Shown {
  return { rows, order: new Map(rows.map(({ key }, index) => [key, index])), question };
}
