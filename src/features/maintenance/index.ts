export { maintainedUntil, maintenanceAt, type MaintenanceCoverage } from "./coverage";
export { maintenanceOf, type TargetMaintenance } from "./of-target";
export { MaintenanceWatch } from "./watch";
