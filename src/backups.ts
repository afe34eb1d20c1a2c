import type { AuditAnchor } from "#features/audit";
import { Backups, type RestoreStep } from "#features/backups";
import { readSystemSettings } from "#features/settings";
import type { DataDirectory } from "#platform/data-directory";
import type { Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { join } from "node:path";
import { installedVersion } from "./installed-version";
import { systemSettingsOf } from "./network-rules";
import type { Settings } from "./settings";

type Deps = {
  settings: Settings;
  db: Db;
  dataDirectory: Pick<DataDirectory, "path" | "tmp" | "events">;
  secretKey: string;
  masterKey: string;
  anchor: AuditAnchor;
  log: Logger;
  onRestored?: () => void;
  observe?: ((step: RestoreStep) => void) | undefined;
};

/** Backups of a service, or of a command beside it. */
export function openBackups(deps: Deps): Backups {
  const { settings, db, dataDirectory, secretKey, masterKey, ...others } = deps;
  return new Backups({
    ...others,
    db,
    folder: join(dataDirectory.path, "backups"),
    instance: {
      secretKey,
      masterKey,
      version: installedVersion(settings).version,
      temporaryFolder: dataDirectory.tmp,
      eventsFolder: dataDirectory.events,
      minFreeBytes: settings.SYSLOG_MIN_FREE_BYTES,
    },
    readSettings: async () => {
      const read = await readSystemSettings(systemSettingsOf(db, settings));
      return {
        enabled: read.backup_schedule_enabled,
        intervalHours: read.backup_schedule_interval_hours,
        retentionCount: read.backup_retention_count,
      };
    },
  });
}
