export { Backups, type BackupsOptions } from "./backups";
export { backupJobs } from "./jobs";
export type { RestoreReport } from "./restore/report";
export type { RestoreStep } from "./restore/prepare";
export { moveDatabase, type Moved } from "./move/move";
export { MoveError } from "./move/plan";
export { MoveInDoubtError } from "./move/switch-over";
