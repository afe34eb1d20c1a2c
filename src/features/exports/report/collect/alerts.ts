import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { alertIncidents } from "#tables/alerts";
import type { ReportData } from "../data";
import type { Period } from "../period";

const MAX_ALERTS = 30;

const count = z.number();
const text = z.string().nullable();
const Alert = z.object({
  title: z.string(),
  severity: z.string(),
  openedMs: count,
  resolvedMs: count.nullable(),
  resolution: text,
  acknowledgedBy: text,
});
const Totals = z.object({ total: count, open: count });

/**
 * Incidents that alert rules told of and that were open at some time of the period: those that last first, then the
 * newest.
 */
export async function collectAlerts(db: Db, { from, to }: Period): Promise<ReportData["alerts"]> {
  const { title, severity, openedAt, resolvedAt, resolution, acknowledgedBy, id } = alertIncidents;
  const within = sql`${openedAt} < ${to.toISOString()}::timestamptz
    AND coalesce(${resolvedAt}, 'infinity') > ${from.toISOString()}::timestamptz`;
  const [[totals], rows] = await Promise.all([
    db.execute(sql`
      SELECT count(*)::int AS total, (count(*) FILTER (WHERE ${resolvedAt} IS NULL))::int AS open
      FROM ${alertIncidents} WHERE ${within}`),
    db.execute(sql`
      SELECT ${title} AS title, ${severity} AS severity, (extract(epoch FROM ${openedAt}) * 1000)::float8 AS "openedMs",
        (extract(epoch FROM ${resolvedAt}) * 1000)::float8 AS "resolvedMs", ${resolution} AS resolution,
        ${acknowledgedBy} AS "acknowledgedBy"
      FROM ${alertIncidents} WHERE ${within}
      ORDER BY ${resolvedAt} IS NULL DESC, ${openedAt} DESC, ${id} DESC LIMIT ${MAX_ALERTS}`),
  ]);
  const alerts = z.array(Alert).parse([...rows]);
  return {
    ...Totals.parse(totals),
    rows: alerts.map((alert) => ({
      ...alert,
      lastedMs: Math.max(0, (alert.resolvedMs ?? to.getTime()) - alert.openedMs),
    })),
  };
}
