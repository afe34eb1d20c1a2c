import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { alertSignals } from "#platform/tables/alert-signals";

const SignalRow = z.object({
  eventType: z.string(),
  subject: z.string(),
  deviceId: z.number().nullable(),
  sentence: z.string(),
  at: z.coerce.date(),
});
export type SignalRow = z.infer<typeof SignalRow>;

/** The oldest that nobody has taken yet, at most `limit`; in the transaction of what comes of them. */
export async function takeSignals(db: Db, limit: number): Promise<SignalRow[]> {
  const rows = await db.execute(sql`
    WITH taken AS (
      DELETE FROM ${alertSignals} WHERE id IN (
        SELECT id FROM ${alertSignals} ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING id, event_type, subject, device_id, sentence, at)
    SELECT event_type AS "eventType", subject, device_id::float8 AS "deviceId", sentence, at FROM taken ORDER BY id`);
  return z.array(SignalRow).parse([...rows]);
}
