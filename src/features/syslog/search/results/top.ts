import {
  type CataloguedSegment,
  listMissingSegments,
  listSegments,
  couldMatch,
} from "../../segments/catalog/catalog";
import { type SearchContext, withinLimits } from "../scan/limits";
import type { Top, TopRequest } from "../../store/event-store";
import { querySegments } from "../scan/segment-reader";

/**
 * Counts the matching events of a span by the values of a column; every event is looked at.
 * @throws ApiError 504 when the time limit is reached.
 */
export function countByValue(ctx: SearchContext, request: TopRequest, signal: AbortSignal): Promise<Top> {
  const { span, predicate } = request;
  return withinLimits(ctx, signal, async (until) => {
    const listed = await listSegments(ctx.db, span, predicate);
    const segments = listed.filter(couldMatch);
    const counted = segments.length === 0 ? EMPTY : await countValues(ctx, { ...request, segments }, until);
    return { ...counted, missing: await listMissingSegments(ctx.db, span) };
  });
}

const EMPTY = { values: [], other: 0, withoutValue: 0, distinct: 0, total: 0 };

async function countValues(
  ctx: SearchContext,
  { segments, predicate, span, column, limit }: TopRequest & { segments: readonly CataloguedSegment[] },
  signal: AbortSignal,
): Promise<Omit<Top, "missing">> {
  const rows = await querySegments(
    ctx,
    {
      segments,
      predicate: { ...predicate, ...span },
      select: `"${column}"::VARCHAR AS value, count(*) AS events,
        (sum(count(*)) OVER ())::BIGINT AS total, count("${column}"::VARCHAR) OVER () AS named`,
      // The events without a value are one more row, the first.
      tail: `GROUP BY "${column}" ORDER BY value IS NULL DESC, events DESC, value LIMIT ${limit + 1}`,
    },
    signal,
  );
  const values = rows.flatMap(({ value, events }) =>
    typeof value === "string" ? [{ value, count: Number(events) }] : [],
  );
  const total = Number(rows[0]?.["total"] ?? 0);
  const withoutValue = rows[0]?.["value"] === null ? Number(rows[0]["events"]) : 0;
  const shown = values.slice(0, limit);
  const named = shown.reduce((sum, { count }) => sum + count, 0);
  return {
    values: shown,
    other: total - withoutValue - named,
    withoutValue,
    distinct: Number(rows[0]?.["named"] ?? 0),
    total,
  };
}
