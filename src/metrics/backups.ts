import type { Backups } from "#features/backups";
import type { Metrics } from "#platform/metrics";

/** Adds how old the newest backup of the schedule's folder is, and whether the last one failed. */
export function addBackupMetrics({ addReadings }: Metrics, backups: Backups): void {
  addReadings(
    () => backups.scheduled.status().catch(() => undefined),
    [
      {
        name: "netatlas_backup_newest_age_seconds",
        type: "gauge",
        help: "Age of the newest backup that the schedule made; absent: there is none",
        read: (found) => (found?.newest ? (Date.now() - Date.parse(found.newest.created_at)) / 1000 : {}),
      },
      {
        name: "netatlas_backup_last_failed",
        type: "gauge",
        help: "1: the last backup into the schedule's folder failed; absent: none was tried",
        read: (found) => (found?.lastRun ? (found.lastRun.error === null ? 0 : 1) : {}),
      },
      {
        name: "netatlas_backup_last_verified_age_seconds",
        type: "gauge",
        help: "Time since the last trial restore of a backup; absent: there was none",
        read: (found) =>
          found?.lastTrial ? (Date.now() - Date.parse(found.lastTrial.verified_at)) / 1000 : {},
      },
      {
        name: "netatlas_backup_last_verification_failed",
        type: "gauge",
        help: "1: the last trial restore of a backup failed; absent: there was none",
        read: (found) => (found?.lastTrial ? (found.lastTrial.error === null ? 0 : 1) : {}),
      },
    ],
  );
}
