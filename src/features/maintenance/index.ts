export {
  announcedMaintenance,
  maintainedUntil,
  maintenanceAt,
  type MaintenanceCoverage,
  type PublicMaintenance,
} from "./coverage";
export { MaintenanceWatch } from "./watch";
