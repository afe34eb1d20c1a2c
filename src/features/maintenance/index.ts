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
export { maintenanceBelonging } from "./device-belonging";
export { MAINTENANCE_KIND } from "./configuration/windows";
