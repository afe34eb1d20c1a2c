import { listSegments, couldMatch } from "../../segments/catalog/catalog";
import type { SearchContext } from "../scan/limits";
import { withinLimits } from "../scan/limits";
import { SELDOM, type UnusualForm, type UnusualRequest } from "../../store/event-store";
import { querySegments } from "../scan/segment-reader";

/**
 * The forms of lines of a span that are the most unusual ones beside what came before: first what has never or seldom
 * come. Ids are the microseconds of arrival. @throws ApiError 504 when the time limit is reached.
 */
export function findUnusualForms(
  ctx: SearchContext,
  { predicate, span, usualFromMicros, limit }: UnusualRequest,
  signal: AbortSignal,
): Promise<UnusualForm[]> {
  const whole = { ...predicate, startMicros: usualFromMicros, endMicros: span.endMicros };
  const spans = Math.max(1, (span.startMicros - usualFromMicros) / (span.endMicros - span.startMicros));
  const isWithin = `id >= ${Math.round(span.startMicros)}`;
  return withinLimits(ctx, signal, async (until) => {
    const segments = (await listSegments(ctx.db, whole, whole)).filter(couldMatch);
    if (segments.length === 0) return [];
    const rows = await querySegments(
      ctx,
      {
        segments,
        predicate: whole,
        select: `min(id) FILTER (${isWithin}) AS first, count(*) FILTER (${isWithin}) AS lines,
          count(*) FILTER (NOT (${isWithin})) AS before, min(severity) FILTER (${isWithin}) AS severity`,
        tail: `GROUP BY shape HAVING lines > 0
          ORDER BY lines / (before / ${spans} + ${SELDOM}) DESC, severity NULLS LAST, first LIMIT ${limit}`,
      },
      until,
    );
    return rows.map(({ first, lines, before }) => ({
      firstId: Number(first),
      lines: Number(lines),
      usualLines: Math.round((Number(before) / spans) * 10) / 10,
    }));
  });
}
