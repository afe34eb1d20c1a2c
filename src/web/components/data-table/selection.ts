export type Selection = ReadonlySet<string>;

/** The selection with `id` put in, or taken out. */
export function toggleRow(selection: Selection, id: string): Selection {
  const next = new Set(selection);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The selection with all rows from one to the other, in the order in which they are shown. */
export function selectRange(
  selection: Selection,
  ids: readonly string[],
  [from, to]: readonly [string, string],
): Selection {
  const [one, other] = [ids.indexOf(from), ids.indexOf(to)];
  if (one === -1 || other === -1) return toggleRow(selection, to);
  return new Set([...selection, ...ids.slice(Math.min(one, other), Math.max(one, other) + 1)]);
}

/** All rows that are shown, or none of them where all were selected. */
export function toggleAll(selection: Selection, ids: readonly string[]): Selection {
  return ids.every((id) => selection.has(id)) ? new Set() : new Set(ids);
}

/** The selection without rows that the filters hide: nothing that is not seen is changed. */
export function onlyShown(selection: Selection, ids: readonly string[]): Selection {
  const shown = new Set(ids);
  const next = [...selection].filter((id) => shown.has(id));
  return next.length === selection.size ? selection : new Set(next);
}

/** How many of the selected rows that are not shown are there all the same: of `ids`, those of every row. */
export function countHidden(
  { selection, shown }: { selection: Selection; shown: Selection },
  ids: readonly string[],
): number {
  return ids.filter((id) => selection.has(id) && !shown.has(id)).length;
}
