export {
  announcedMaintenance,
  maintainedUntil,
  maintenanceAt,
  type MaintenanceCoverage,
  type PublicMaintenance,
} from "./coverage";
export { maintenanceOf, type TargetMaintenance } from "./of-target";
export { MaintenanceWatch } from "./watch";
