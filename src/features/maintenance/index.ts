export {
  announcedMaintenance,
  maintainedUntil,
  maintenanceAt,
  type MaintenanceCoverage,
  type PublicMaintenance,
} from "./coverage";
export { maintenanceDeviceMover } from "./device-mover";
export { maintenanceOf } from "./of-target";
export { MaintenanceWatch } from "./watch";
export { maintenanceBelonging, maintenanceWatchedBelonging } from "./device-belonging";
export { MAINTENANCE_UNDOERS } from "./undo";
export { MAINTENANCE_KIND } from "./configuration/windows";
