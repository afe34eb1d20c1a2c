import { useMemo } from "react";
import { filterRows, type Chosen, type FacetField } from "../filters/facets";

/** The rows that have what is chosen: the same array as long as rows, fields and choice are the same. */
export function useFilteredRows<Row>(
  rows: readonly Row[],
  fields: readonly FacetField<Row>[],
  chosen: Chosen,
): readonly Row[] {
  const choice = JSON.stringify(fields.map(({ id }) => chosen[id] ?? []));
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `choice` says all that is read of what is chosen
  return useMemo(() => filterRows(rows, fields, chosen), [rows, fields, choice]);
}
