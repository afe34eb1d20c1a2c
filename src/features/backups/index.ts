export { Backups, type BackupsOptions } from "./backups";
export type { BackupFile } from "./dump/encode";
export { backupJobs } from "./jobs";
export type { OptionalPart } from "./table-parts";
export type { RestoreReport } from "./restore/report";
export type { RestoreStep } from "./restore/prepare";
