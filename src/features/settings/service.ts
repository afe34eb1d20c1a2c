import { sql } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { requireUnchanged, WHOLE, type EntityTags } from "#platform/http/conditional";
import { SystemSettingsUpdate, type SystemSettingsRead } from "./models";
import { systemSettings } from "./tables";

/** Defaults that the environment gives. */
export type EnvironmentDefaults = { idleTimeoutMinutes: number; mayTargetPublicNetworks: boolean };

type Context = { db: Db; defaults: EnvironmentDefaults };

/** What every setting is until somebody sets it. */
export function defaultsOf({
  idleTimeoutMinutes,
  mayTargetPublicNetworks,
}: EnvironmentDefaults): SystemSettingsRead {
  return {
    app_name: "Netatlas",
    login_message: "",
    announcement: "",
    support_email: "",
    support_url: "",
    live_ping_enabled: true,
    monitor_interval_seconds: 300,
    snmp_polling_enabled: true,
    snmp_poll_interval_seconds: 300,
    snmp_tables_interval_minutes: 15,
    idle_timeout_minutes: idleTimeoutMinutes,
    active_network_public_targets_enabled: mayTargetPublicNetworks,
    ip_reservation_default_expiry_enabled: true,
    ip_reservation_reminder_enabled: false,
    ip_reservation_reminder_days: 3,
    ip_reservation_reminder_channels: [],
    backup_schedule_enabled: false,
    backup_schedule_interval_hours: 24,
    backup_schedule_cron: "",
    backup_schedule_time_zone: "UTC",
    backup_retention_count: 7,
    backup_retention_days: 0,
    backup_verify_weekly: true,
  };
}

/** What is set now, on every replica: nothing is cached. */
export async function readSystemSettings({ db, defaults }: Context): Promise<SystemSettingsRead> {
  const rows = await db.select().from(systemSettings);
  const set = SystemSettingsUpdate.parse(Object.fromEntries(rows.map(({ name, value }) => [name, value])));
  return { ...defaultsOf(defaults), ...withoutBlankName(set) };
}

/** A service has a name: a blank one is the default. */
function withoutBlankName({ app_name: name, ...set }: SystemSettingsUpdate): Partial<SystemSettingsRead> {
  return defined({ ...set, app_name: name === "" ? undefined : name });
}

function defined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>;
  };
}

/** Sets the fields that are given; two administrators who set different ones do not undo each other. Throws 412. */
export async function updateSystemSettings(
  ctx: Context & { actor: Actor },
  update: SystemSettingsUpdate,
  ifMatch?: EntityTags,
): Promise<SystemSettingsRead> {
  const { defaults, actor } = ctx;
  const rows = Object.entries(update).map(([name, value]) => ({ name, value }));
  return ctx.db.transaction(async (db) => {
    await db.execute(sql`LOCK TABLE ${systemSettings} IN SHARE ROW EXCLUSIVE MODE`);
    const before = await readSystemSettings({ db, defaults });
    requireUnchanged(ifMatch, { current: before, versioned: WHOLE });
    if (rows.length > 0) {
      await db
        .insert(systemSettings)
        .values(rows)
        .onConflictDoUpdate({ target: systemSettings.name, set: { value: sql`excluded.value` } });
    }
    const after = await readSystemSettings({ db, defaults });
    const changes = changesOf(before, after);
    const changed = Object.keys(changes.after);
    if (changed.length > 0) {
      const entry = {
        action: "admin.settings_updated",
        target: "settings",
        detail: changed.join(" "),
        ...changes,
      };
      await recordAudit({ db, actor }, entry);
    }
    return after;
  });
}
