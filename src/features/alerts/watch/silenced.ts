import { sql } from "drizzle-orm";
import { devicesInScopes } from "#features/monitoring";

/**
 * For the WITH of a statement that asks for `isSilenced`: the silences that hold now, and the devices that their scopes
 * fit.
 */
export const silencesNow = sql`
  silences AS MATERIALIZED (
    SELECT * FROM alert_silences WHERE starts_at <= statement_timestamp() AND ends_at > statement_timestamp()),
  fits AS MATERIALIZED (
    SELECT scope_id, device_id FROM (${sql.raw(devicesInScopes("alert_silences"))}) covered
    WHERE scope_id IN (SELECT id FROM silences))`;

/** Whether one of them is about the row that the statement calls `event`. */
export const isSilenced = sql`EXISTS (
  SELECT FROM silences silence
  WHERE (silence.rule_ids = '{}' OR event.alert_rule_id = ANY (silence.rule_ids))
    AND (silence.device_ids = '{}' OR event.device_id = ANY (silence.device_ids))
    AND (silence.scope IS NULL OR EXISTS (
      SELECT FROM fits WHERE fits.scope_id = silence.id AND fits.device_id = event.device_id)))`;
