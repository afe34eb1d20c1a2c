export { Backups, cleanFolders, type BackupsOptions } from "./backups";
export { backUpBeforeMigration } from "./before-migration";
export type { BackupFile } from "./dump/encode";
export { backupJobs } from "./jobs";
export type { OptionalPart } from "./table-parts";
export type { RestoreReport } from "./restore/report";
export type { RestoreStep } from "./restore/prepare";
export { moveDatabase, type Moved } from "./move/move";
export { MoveInDoubtError } from "./move/switch-over";
