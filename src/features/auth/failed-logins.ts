import { inArray, lte, sql } from "drizzle-orm";
import { nobodyAt, recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { limitKey } from "#platform/ip";
import { failedLogins } from "./tables";

/** Failed tries of a client that are recorded one by one in each window; what comes beyond is one row with a count. */
const RECORDED_EACH = 10;
const WINDOW_SECONDS = 600;

/**
 * Counts a failed try of this client; false where it had so many in this window that only their number is recorded, at
 * its end.
 */
export async function isToBeRecorded({ db, actor }: { db: Db; actor: Actor }): Promise<boolean> {
  const endsAt = sql`to_timestamp((floor(extract(epoch FROM now()) / ${WINDOW_SECONDS}::int) + 1) * ${WINDOW_SECONDS}::int)`;
  const [counted] = await db
    .insert(failedLogins)
    .values({ client: limitKey(actor.clientAddress ?? ""), endsAt, attempts: 1 })
    .onConflictDoUpdate({
      target: [failedLogins.client, failedLogins.endsAt],
      set: { attempts: sql`${failedLogins.attempts} + 1` },
    })
    .returning({ attempts: failedLogins.attempts });
  return counted === undefined || counted.attempts <= RECORDED_EACH;
}

/** Audits how many more tries of each client failed in windows that have ended; gives how many windows it looked at. */
export async function reportFailures(db: Db, atMost: number): Promise<number> {
  const ended = db
    .select({ row: sql`ctid` })
    .from(failedLogins)
    .where(lte(failedLogins.endsAt, sql`now()`))
    .limit(atMost);
  const rows = await db
    .delete(failedLogins)
    .where(inArray(sql`ctid`, ended))
    .returning();
  for (const { client, attempts, endsAt } of rows) {
    if (attempts <= RECORDED_EACH) continue;
    const more = attempts - RECORDED_EACH;
    const detail = `attempts=${more} recorded_before=${RECORDED_EACH} ip=${client} until=${endsAt.toISOString()}`;
    const entry = { action: "auth.login_failures", target: `ip:${client}`, detail };
    await recordAudit({ db, actor: nobodyAt(client) }, entry);
  }
  return rows.length;
}
