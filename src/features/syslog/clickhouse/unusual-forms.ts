import { SELDOM, type UnusualForm, type UnusualRequest } from "../store/event-store";
import { type ClickHouseReader, readRows, withinLimits } from "./reader";

/** As `EventStore` says. Ids are the microseconds of arrival. */
export function findUnusualForms(
  reader: ClickHouseReader,
  { predicate, span, usualFromMicros, limit }: UnusualRequest,
  signal: AbortSignal,
): Promise<UnusualForm[]> {
  const spans = Math.max(1, (span.startMicros - usualFromMicros) / (span.endMicros - span.startMicros));
  return withinLimits(reader, signal, async (until) => {
    const rows = await readRows(
      reader,
      {
        predicate: { ...predicate, startMicros: usualFromMicros, endMicros: span.endMicros },
        statement({ events, where, values }) {
          const isWithin = `id >= ${values.add(Math.round(span.startMicros), "BIGINT")}`;
          return `
            SELECT minIf(id, ${isWithin}) AS first, countIf(${isWithin}) AS lines,
              countIf(NOT (${isWithin})) AS before, minIf(severity, ${isWithin}) AS least_severity
            FROM ${events} WHERE ${where} GROUP BY shape HAVING lines > 0
            ORDER BY lines / (before / ${spans} + ${SELDOM}) DESC, least_severity NULLS LAST, first LIMIT ${limit}`;
        },
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
