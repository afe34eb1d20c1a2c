import type { AuditAnchor } from "#features/audit";
import { backUpBeforeMigration, Backups, cleanFolders, type RestoreStep } from "#features/backups";
import { readSystemSettings } from "#features/settings";
import { openDeletionClock } from "#platform/deletion-clock";
import type { DataDirectory } from "#platform/data-directory";
import type { Database } from "#platform/database";
import type { Logger } from "#platform/log";
import type { BeforeMigration } from "#platform/migrations";
import { join } from "node:path";
import { installedVersion } from "./installed-version";
import { systemSettingsOf } from "./network-rules";
import type { Settings } from "../settings/settings";

type InstanceDeps = {
  settings: Settings;
  dataDirectory: Pick<DataDirectory, "path" | "tmp" | "events">;
  secretKey: string;
  masterKey: string;
};

type Deps = InstanceDeps & {
  database: Pick<Database, "db" | "sql">;
  anchor: AuditAnchor;
  log: Logger;
  onRestored?: () => void;
  observe?: ((step: RestoreStep) => void) | undefined;
};

/** Backups of a service, or of a command beside it. */
export function openBackups(deps: Deps): Backups {
  const { settings, database, dataDirectory, secretKey: _, masterKey: __, ...others } = deps;
  const { db, sql } = database;
  return new Backups({
    ...others,
    db,
    sql,
    folder: folderOf(dataDirectory),
    deletions: openDeletionClock({ db, log: deps.log }),
    instance: instanceOf(deps),
    readSettings: async () => {
      const read = await readSystemSettings(systemSettingsOf(db, settings));
      return {
        enabled: read.backup_schedule_enabled,
        intervalHours: read.backup_schedule_interval_hours,
        cron: read.backup_schedule_cron,
        timeZone: read.backup_schedule_time_zone,
        retentionCount: read.backup_retention_count,
        retentionDays: read.backup_retention_days,
        verifiesWeekly: read.backup_verify_weekly,
      };
    },
  });
}

/**
 * Gives what backs a database up before its schema is changed, and removes what an earlier start left of that half
 * done.
 */
export async function prepareMigrationBackup(
  deps: InstanceDeps & { log: Logger },
): Promise<(database: Database) => BeforeMigration> {
  const { settings, dataDirectory, log } = deps;
  const folder = folderOf(dataDirectory);
  await cleanFolders({ folder, temporaryFolder: dataDirectory.tmp });
  const instance = instanceOf(deps);
  const wanted = settings.MIGRATION_BACKUP;
  return ({ db }) =>
    (found) =>
      backUpBeforeMigration({ db, instance, folder, wanted, log }, found);
}

function folderOf({ path }: Pick<DataDirectory, "path">): string {
  return join(path, "backups");
}

function instanceOf({ settings, dataDirectory, secretKey, masterKey }: InstanceDeps) {
  const { version } = installedVersion(settings);
  return {
    secretKey,
    masterKey,
    version,
    temporaryFolder: dataDirectory.tmp,
    eventsFolder: dataDirectory.events,
    minFreeBytes: settings.SYSLOG_MIN_FREE_BYTES,
  };
}
