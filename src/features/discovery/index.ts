export { discoveryDeviceMover } from "./device-mover";
export { openDiscovery, type Discovery, type DiscoveryOptions } from "./discovery";
export { measureDiscovery } from "./figures";
export { discoveryJobs } from "./jobs";
export { findOpenConflicts, findPastConflicts } from "./observations/open-conflicts";
export { findPastSignals } from "./observations/past-signals";
export { discoveryScheduleUndoers } from "./schedules/undo";
export { IMPORTED_HOSTS_UNDOERS } from "./inventory/undo";
