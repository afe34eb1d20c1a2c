import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { alertEvents, alertIncidents, alertSilences, alertTroubles } from "../tables";
import { eventOfTrouble } from "../watch/settle";
import type { AlertsNow } from "./models";

const Row = z.object({ open: z.number(), unacknowledged: z.number(), state: z.string() });

/** How alerts stand. It reads what is open, what waits and what is newest: little, however much is kept. */
export async function readAlertsNow(db: Db): Promise<AlertsNow> {
  const [row] = await db.execute(sql`
    SELECT open.count::float8 AS open, open.waiting::float8 AS unacknowledged, concat_ws(' ',
      open.count, open.newest, open.waiting, open.acknowledged, open.escalated, open.severities,
      (SELECT max(id) FROM ${alertEvents}), (SELECT count(*) FROM ${alertEvents} WHERE notice = 'waiting'),
      (SELECT count(*) FROM ${alertEvents} WHERE notice = 'kept' AND status <> 'firing'), kept.notices,
      (SELECT concat_ws(' ', count(*), max(id)) FROM ${alertSilences} WHERE ends_at > statement_timestamp())) AS state
    FROM (
      SELECT count(*), count(*) - count(acknowledged_at) AS waiting, max(id) AS newest, max(acknowledged_at) AS acknowledged, max(escalated_at) AS escalated,
        count(*) FILTER (WHERE severity = 'critical') AS severities
      FROM ${alertIncidents} WHERE resolved_at IS NULL) open, (
      SELECT concat_ws(' ', count(*) FILTER (WHERE event.notice = 'kept'), count(*) FILTER (WHERE event.notice = 'silenced')) AS notices
      FROM ${alertTroubles} trouble, ${eventOfTrouble}) kept`);
  const { state, ...counts } = Row.parse(row);
  return { ...counts, version: createHash("sha256").update(state).digest("base64url").slice(0, 16) };
}
