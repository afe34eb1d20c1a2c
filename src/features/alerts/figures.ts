import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";

export type AlertFigures = {
  /** Open incidents by severity. */
  open: Record<string, number>;
  /** Alerts that are to be told and were not yet; a silence keeps them, or a digest. */
  waiting: number;
};

/** How alerts stand, for all processes together. */
export async function measureAlerts(db: Db): Promise<AlertFigures> {
  const rows = await db.execute<{ severity: string; count: number }>(sql`
    SELECT severity, count(*)::int AS count FROM alert_incidents WHERE resolved_at IS NULL GROUP BY severity`);
  const [waiting] = await db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM alert_events WHERE notice = 'waiting'`);
  const none = { info: 0, warning: 0, critical: 0 };
  return {
    open: { ...none, ...Object.fromEntries(rows.map(({ severity, count }) => [severity, count])) },
    waiting: waiting?.count ?? 0,
  };
}
