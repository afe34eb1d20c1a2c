import { sql } from "drizzle-orm";
import type { Db } from "./database";

/** Something that has happened and that alert rules may be about. */
export type Signal = {
  /** The event type of alert rules. */
  eventType: string;
  /** What it is about, by kind and id, such as `device:12`: the pause between alerts is counted for each. */
  subject: string;
  deviceId?: number | null;
  /** One sentence for people, without a full stop. */
  sentence: string;
};

/** Writes what has happened down, in the transaction that it happened in: what is rolled back is told to nobody. */
export async function putSignals(db: Db, signals: readonly Signal[]): Promise<void> {
  if (signals.length === 0) return;
  const rows = signals.map(({ deviceId = null, ...signal }) => ({ ...signal, deviceId }));
  await db.execute(sql`
    INSERT INTO alert_signals (event_type, subject, device_id, sentence)
    SELECT "eventType", subject, "deviceId", sentence FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      AS given ("eventType" text, subject text, "deviceId" bigint, sentence text)`);
}
