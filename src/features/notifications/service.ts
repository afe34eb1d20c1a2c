import { sql } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import type { Encryption } from "#platform/encryption";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import { endQuarantine } from "#platform/outbox/quarantine";
import {
  DEFAULTS,
  NOTIFICATION_SETTINGS_VERSION,
  NotificationSettings,
  REDACTED,
  SECRETS,
  type NotificationSettingsUpdate,
} from "./models";
import { notificationSettings } from "./tables";

type Context = { db: Db; encryption: Encryption };

/** The settings as answers show them: no secret. */
export async function readNotificationSettings({ db }: { db: Db }): Promise<NotificationSettings> {
  const stored = await readStored(db);
  return asSettings(stored.map(([name, value]) => [name, SECRETS.has(name) ? redact(value) : value]));
}

/**
 * The settings with their secrets, for whoever sends. Throws UnreadableSecret where one was stored with another master
 * key.
 */
export async function openNotificationSettings({ db, encryption }: Context): Promise<NotificationSettings> {
  const stored = await readStored(db);
  return asSettings(
    stored.map(([name, value]) => [
      name,
      SECRETS.has(name) && value !== "" ? encryption.decrypt(value) : value,
    ]),
  );
}

/** Changes what is given; null, and the mark in place of a secret, leave a setting as it is. Throws 412. */
export async function updateNotificationSettings(
  ctx: Context & { actor: Actor },
  changes: NotificationSettingsUpdate,
  ifMatch?: EntityTags,
): Promise<NotificationSettings> {
  const values = Object.entries(changes).flatMap(([name, value]) => {
    if (value === null || value === undefined || (SECRETS.has(name) && value === REDACTED)) return [];
    return [{ name, value: SECRETS.has(name) && value !== "" ? ctx.encryption.encrypt(value) : value }];
  });
  return ctx.db.transaction(async (db) => {
    // Whoever changes them, too, waits, so that a tag that was right stays so.
    if (ifMatch !== undefined)
      await db.execute(sql`LOCK TABLE ${notificationSettings} IN SHARE ROW EXCLUSIVE MODE`);
    const before = await readNotificationSettings({ db });
    requireUnchanged(ifMatch, { current: before, versioned: NOTIFICATION_SETTINGS_VERSION });
    if (values.length === 0) return before;
    await db
      .insert(notificationSettings)
      .values(values)
      .onConflictDoUpdate({
        target: notificationSettings.name,
        set: { value: sql`excluded.value`, updatedAt: sql`now()` },
      });
    // What is changed may work.
    for (const channel of channelsOf(values)) await endQuarantine(db, channel);
    const after = await readNotificationSettings({ db });
    const entry = {
      action: "admin.notification_settings_updated",
      target: "settings:notifications",
      detail: `fields=${values.map(({ name }) => name).join(",")}`,
      ...changesOf(before, after),
    };
    await recordAudit({ db, actor: ctx.actor }, entry);
    return after;
  });
}

/** Whose settings they are: a name begins with its channel. */
function channelsOf(values: readonly { name: string }[]): Set<string> {
  return new Set(values.map(({ name }) => name.slice(0, name.indexOf("_"))));
}

async function readStored(db: Db): Promise<[string, string][]> {
  const rows = await db.select().from(notificationSettings);
  return rows.map(({ name, value }) => [name, value]);
}

/** Names that this version does not know are left out. */
function asSettings(stored: readonly (readonly [string, string])[]): NotificationSettings {
  return NotificationSettings.parse({ ...DEFAULTS, ...Object.fromEntries(stored) });
}

function redact(value: string): string {
  return value === "" ? "" : REDACTED;
}
