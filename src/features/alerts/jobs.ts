import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { daysBefore, type DeletionClock } from "#platform/deletion-clock";
import type { Job } from "#platform/jobs";

/** As long as changes of state. */
const KEPT_DAYS = 5 * 366;
/** Longer than any pause of a rule. */
const KEPT_PAUSE_DAYS = 2;
/** Of incidents that are over; longer than hours keep the notice of an end. */
const KEPT_ESCALATION_DAYS = 30;

/** Lets go what was found and is over, and pauses that are. */
export function alertJobs({ db, deletions }: { db: Db; deletions: DeletionClock }): Job[] {
  return [
    {
      name: "alerts.retention",
      everySeconds: 3600,
      run: () =>
        deletions.ifBelieved(async (now) => {
          const before = (days: number) => sql`${daysBefore(now, days).toISOString()}::timestamptz`;
          await db.execute(sql`
          DELETE FROM alert_events WHERE fired_at < ${before(KEPT_DAYS)}
            AND id NOT IN (SELECT event_id FROM alert_troubles WHERE event_id IS NOT NULL)`);
          await db.execute(sql`
          DELETE FROM alert_incidents WHERE resolved_at < ${before(KEPT_DAYS)}`);
          await db.execute(sql`
          DELETE FROM alert_escalations WHERE incident_id IN (
            SELECT id FROM alert_incidents WHERE resolved_at < ${before(KEPT_ESCALATION_DAYS)})`);
          await db.execute(sql`
          DELETE FROM alert_silences WHERE ends_at < ${before(KEPT_DAYS)}`);
          await db.execute(sql`
          DELETE FROM alert_pauses WHERE fired_at < ${before(KEPT_PAUSE_DAYS)}`);
        }),
    },
  ];
}
