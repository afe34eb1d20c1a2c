import type { Row } from "../segments/duckdb";
import type { Facet, Facets, FacetsRequest, Top, TopRequest } from "../store/event-store";
import { type ClickHouseReader, readRows, withinLimits } from "./reader";

/** As `EventStore` says, in one pass over the events; every one is looked at. */
export function countFacets(
  reader: ClickHouseReader,
  request: FacetsRequest,
  signal: AbortSignal,
): Promise<Facets> {
  return withinLimits(reader, signal, async (until) => {
    const rows = await countByColumn(reader, request, until);
    const facets = request.columns.map((column, place) => {
      const own = rows.find((row) => Number(row["place"]) === place);
      return { column, ...readFacet(own) };
    });
    return { facets, total: Number(rows[0]?.["total"] ?? 0), missing: [] };
  });
}

/** As `EventStore` says. */
export async function countByValue(
  reader: ClickHouseReader,
  { column, ...request }: TopRequest,
  signal: AbortSignal,
): Promise<Top> {
  const { facets, total } = await countFacets(reader, { ...request, columns: [column] }, signal);
  const { values, withoutValue, distinct } = facets[0] ?? readFacet(undefined);
  const named = values.reduce((sum, { count }) => sum + count, 0);
  return { values, other: total - withoutValue - named, withoutValue, distinct, total, missing: [] };
}

/** A row for each column, by its place: the most frequent values with their counts, as JSON. */
function countByColumn(
  reader: ClickHouseReader,
  { predicate, span, columns, limit }: FacetsRequest,
  signal: AbortSignal,
): Promise<Row[]> {
  // In the rows of one column all others are as good as empty.
  const ofOwn = (result: (name: string, place: number) => string) =>
    columns.length === 1
      ? result(columns[0] ?? "", 0)
      : `multiIf(${columns.map((name, place) => `grouping(${name}) = 0, ${result(name, place)}`).join(", ")}, NULL)`;
  const sets = columns.map((name) => `(${name})`).join(", ");
  return readRows(
    reader,
    {
      predicate: { ...predicate, ...span },
      statement: ({ events, where }) => `
        SELECT place, sum(counted) AS total, countIf(value IS NOT NULL) AS named,
          sumIf(counted, value IS NULL) AS nameless,
          toJSONString(groupArraySortedIf(${limit})((-toInt64(counted), ifNull(value, '')), value IS NOT NULL)) AS frequent
        FROM (
          SELECT ${ofOwn((_, place) => String(place))} AS place, ${ofOwn((name) => `toString(${name})`)} AS value,
            count() AS counted
          FROM ${events} WHERE ${where}
          GROUP BY ${columns.length === 1 ? (columns[0] ?? "") : `GROUPING SETS (${sets})`}
        )
        GROUP BY place ORDER BY place`,
    },
    signal,
  );
}

function readFacet(row: Row | undefined): Omit<Facet, "column"> {
  const frequent: unknown = JSON.parse(String(row?.["frequent"] ?? "[]"));
  return {
    values: Array.isArray(frequent) ? frequent.map(readCount) : [],
    withoutValue: Number(row?.["nameless"] ?? 0),
    distinct: Number(row?.["named"] ?? 0),
  };
}

/** `[-count, value]`: as pairs they are in order. */
function readCount(pair: unknown): { value: string; count: number } {
  const [negative, value]: unknown[] = Array.isArray(pair) ? pair : [];
  return { value: String(value), count: -Number(negative) };
}
