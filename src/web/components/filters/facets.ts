export type FacetValue = { value: string; label: string; count: number };

/** Something that rows are filtered by: `site`, with how to read it off a row. */
export type FacetField<Row> = {
  id: string;
  label: string;
  /** The values that a row has; more than one for lists such as tags. */
  valuesOf: (row: Row) => readonly string[];
  /** What people call a value. */
  labelOf?: (value: string) => string;
};

export type Chosen = Readonly<Record<string, readonly string[] | undefined>>;

/** Rows that have one of the chosen values in every field where some are chosen. */
export function filterRows<Row>(
  rows: readonly Row[],
  fields: readonly FacetField<Row>[],
  chosen: Chosen,
): readonly Row[] {
  const active = fields.flatMap((field) => {
    const values = chosen[field.id];
    return values === undefined || values.length === 0 ? [] : [{ field, values: new Set(values) }];
  });
  if (active.length === 0) return rows;
  return rows.filter((row) =>
    active.every(({ field, values }) => field.valuesOf(row).some((value) => values.has(value))),
  );
}

/** A field's values with how many rows each would leave, given the other fields' filters; most frequent first. */
export function countFacet<Row>(
  rows: readonly Row[],
  { field, fields, chosen }: { field: FacetField<Row>; fields: readonly FacetField<Row>[]; chosen: Chosen },
): FacetValue[] {
  const others = filterRows(rows, fields, { ...chosen, [field.id]: undefined });
  const counts = new Map<string, number>((chosen[field.id] ?? []).map((value) => [value, 0]));
  for (const row of others)
    for (const value of field.valuesOf(row)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count, label: field.labelOf?.(value) ?? value }))
    .sort(
      (one, other) =>
        other.count - one.count || one.label.localeCompare(other.label, "en", { numeric: true }),
    );
}
