import type { Sql } from "#platform/database";

/** As if so much time had gone by for what is in the outbox, and for where it goes. */
export async function passOutboxTime(sql: Sql, seconds: number): Promise<void> {
  const back = sql`make_interval(secs => ${seconds})`;
  await sql`
    UPDATE outbox SET created_at = created_at - ${back}, tried_from = tried_from - ${back}, due_at = due_at - ${back},
      tried_at = tried_at - ${back}, expires_at = expires_at - ${back}, leased_until = leased_until - ${back}`;
  await sql`
    UPDATE outbox_destinations SET failing_since = failing_since - ${back}, failed_at = failed_at - ${back},
      quarantined_at = quarantined_at - ${back}, probe_at = probe_at - ${back}`;
}
