import { putAlert } from "#features/notifications";
import { readSystemSettings } from "#features/settings";
import type { Database } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import { toTimestamp } from "#platform/http/fields";
import type { Outbox } from "#platform/outbox/outbox";
import { takeUnreminded, type ExpiringReservation } from "./expiring";

export type ReminderDeps = {
  database: Database;
  outbox: Outbox;
  defaults: Parameters<typeof readSystemSettings>[0]["defaults"];
};

/** Told in one notice. */
const AT_ONCE = 100;
/** Named in it; the others are counted. */
const MAX_LINES = 20;

/**
 * Tells the channels of the settings of reservations that will expire soon, once of each until its expiry changes:
 * whoever ends this in the middle, what is marked has been written to the outbox. Nothing where reminders are off, or
 * have nowhere to go.
 */
export async function remindOfReservations(deps: ReminderDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) if ((await remindOnce(deps)) < AT_ONCE) return;
}

/** Gives of how many. */
function remindOnce({ database, outbox, defaults }: ReminderDeps): Promise<number> {
  return database.db.transaction(async (db) => {
    const settings = await readSystemSettings({ db, defaults });
    const channels = new Set(settings.ip_reservation_reminder_channels);
    if (!settings.ip_reservation_reminder_enabled || channels.size === 0) return 0;
    const now = await databaseNow(db);
    const days = settings.ip_reservation_reminder_days;
    const expiring = await takeUnreminded(db, { now, days, limit: AT_ONCE });
    if (expiring.length === 0) return 0;
    const notice = noticeOf(settings.app_name, expiring);
    for (const target of channels) await putAlert(outbox, db, { target, ...notice });
    return expiring.length;
  });
}

function noticeOf(appName: string, expiring: readonly ExpiringReservation[]) {
  const lines = expiring.slice(0, MAX_LINES).map(lineOf);
  const more = expiring.length - lines.length;
  return {
    title: `${appName}: ${expiring.length === 1 ? "a reservation expires" : `${expiring.length} reservations expire`} soon`,
    text: [`${appName} Reminder`, "", ...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n"),
    events: expiring.map(({ id, address, label, expiresAt }) => ({
      event: "reservation_expiring",
      reservation_id: id,
      ip_address: address,
      label,
      expires_at: toTimestamp(expiresAt),
    })),
  };
}

function lineOf({ address, label, expiresAt }: ExpiringReservation): string {
  const at = `${expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return `The reservation of ${address} (${label}) expires on ${at}`;
}
