export { Backups, type BackupsOptions } from "./backups";
export { backupJobs } from "./jobs";
export type { Instance } from "./dump/dump";
export type { RestoreReport } from "./restore/report";
export type { RestoreStep } from "./restore/prepare";
export type { StoredBackup } from "./format/read-backup";
