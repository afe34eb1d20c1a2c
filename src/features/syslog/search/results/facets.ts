import {
  type CataloguedSegment,
  listMissingSegments,
  listSegments,
  couldMatch,
} from "../../segments/catalog/catalog";
import type { Row } from "../../segments/duckdb";
import { type SearchContext, withinLimits } from "../scan/limits";
import type { Facet, Facets, FacetsRequest } from "../../store/event-store";
import { querySegments } from "../scan/segment-reader";

/**
 * Counts the matching events of a span by the values of several columns, in one pass over the files; every event is
 * looked at.
 * @throws ApiError 504 when the time limit is reached.
 */
export function countFacets(
  ctx: SearchContext,
  request: FacetsRequest,
  signal: AbortSignal,
): Promise<Facets> {
  const { span, predicate, columns } = request;
  return withinLimits(ctx, signal, async (until) => {
    const listed = await listSegments(ctx.db, span, predicate);
    const segments = listed.filter(couldMatch);
    const rows = segments.length === 0 ? [] : await countByColumn(ctx, { ...request, segments }, until);
    const facets = columns.map((column, place) => {
      const own = rows.filter((row) => Number(row["place"]) === place);
      return { column, ...readFacet(own) };
    });
    const total = Number(rows[0]?.["total"] ?? 0);
    return { facets, total, missing: await listMissingSegments(ctx.db, span) };
  });
}

/** Of each column, by its place, the most frequent values, one row each; of one without values a row all the same. */
function countByColumn(
  ctx: SearchContext,
  { segments, predicate, span, columns, limit }: FacetsRequest & { segments: readonly CataloguedSegment[] },
  signal: AbortSignal,
): Promise<Row[]> {
  const names = columns.map((column) => `"${column}"`);
  // In the rows of one column all others are null.
  const ofOwn = (result: (name: string, place: number) => string) =>
    `CASE ${names.map((name, place) => `WHEN GROUPING(${name}) = 0 THEN ${result(name, place)}`).join(" ")} END`;
  return querySegments(
    ctx,
    {
      segments,
      predicate: { ...predicate, ...span },
      select: `${ofOwn((_, place) => String(place))} AS place, ${ofOwn((name) => `${name}::VARCHAR`)} AS value,
        count(*) AS events`,
      tail: `GROUP BY GROUPING SETS (${names.map((name) => `(${name})`).join(", ")})`,
      around: (counts) => mostFrequentSql(counts, limit),
    },
    signal,
  );
}

/**
 * Without windows over all values, whose memory millions of addresses would take: measured with three million in 200
 * MB.
 */
function mostFrequentSql(counts: string, limit: number): string {
  const ranked = `min({negative: -events, value: value}, ${limit}) FILTER (value IS NOT NULL)`;
  return `SELECT place, total, named, nameless, ranked.value AS value, -ranked.negative AS events
    FROM (SELECT place, sum(events)::BIGINT AS total, count(value) AS named,
        (sum(events) FILTER (value IS NULL))::BIGINT AS nameless, unnest(coalesce(${ranked}, [NULL])) AS ranked
      FROM (${counts}) GROUP BY place)
    ORDER BY place, events DESC, value`;
}

function readFacet(rows: readonly Row[]): Omit<Facet, "column"> {
  const [first] = rows;
  return {
    values: rows.flatMap(({ value, events }) =>
      typeof value === "string" ? [{ value, count: Number(events) }] : [],
    ),
    withoutValue: Number(first?.["nameless"] ?? 0),
    distinct: Number(first?.["named"] ?? 0),
  };
}
