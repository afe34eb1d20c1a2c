import { eq, isNotNull, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import type { Outbox } from "#platform/outbox/outbox";
import type { Failing } from "#platform/outbox/quarantine";
import { putAlert } from "./alert";
import type { NotificationQuarantine } from "./quarantine-models";
import { outboxDestinations } from "#platform/tables/outbox";
import { notificationProfiles } from "./tables";

/** Of all destinations that are in it, by their names. */
export async function readQuarantines(db: Db): Promise<ReadonlyMap<string, NotificationQuarantine>> {
  const rows = await db.select().from(outboxDestinations).where(isNotNull(outboxDestinations.quarantinedAt));
  return new Map(
    rows.map((row) => [
      row.destination,
      {
        since: toTimestamp(row.quarantinedAt ?? row.failedAt),
        failing_since: toTimestamp(row.failingSince),
        detail: row.detail,
        next_attempt_at: toTimestamp(row.probeAt ?? row.failedAt),
      },
    ]),
  );
}

/** A quarantine that is older is no news: then somebody has seen it, or nothing leaves the service at all. */
const USEFUL_SECONDS = 3600;

/**
 * Tells of a quarantine by all profiles that are in use and in none, in the transaction in which it begins: each is
 * told once. `failing` is the destination.
 */
export async function tellOfQuarantine(
  { outbox, db }: { outbox: Outbox; db: Db },
  failing: Failing,
): Promise<void> {
  const profiles = await db
    .select({
      target: sql<string>`'profile:' || ${notificationProfiles.id}`,
      name: notificationProfiles.name,
      enabled: notificationProfiles.enabled,
      quarantinedAt: outboxDestinations.quarantinedAt,
    })
    .from(notificationProfiles)
    .leftJoin(
      outboxDestinations,
      eq(outboxDestinations.destination, sql`'profile:' || ${notificationProfiles.id}`),
    )
    .orderBy(notificationProfiles.id);
  const name = profiles.find(({ target }) => target === failing.destination)?.name;
  const what = name === undefined ? `The ${failing.destination} channel` : `The notification profile ${name}`;
  const since = failing.since.toISOString().slice(0, 16).replace("T", " ");
  const alert = {
    title: `${what} delivers nothing`,
    text: `Every attempt since ${since} UTC has failed: ${failing.detail}. Until one arrives, one notice is tried in 15 minutes, and the others wait.`,
    severity: "warning",
    groupKey: `quarantine:${failing.destination}`,
    usefulForSeconds: USEFUL_SECONDS,
  } as const;
  for (const { target, enabled, quarantinedAt } of profiles) {
    if (!enabled || quarantinedAt !== null || target === failing.destination) continue;
    await putAlert(outbox, db, { ...alert, target });
  }
}
