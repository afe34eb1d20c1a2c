export { maintainedUntil, maintenanceAt, type MaintenanceCoverage } from "./coverage";
export { MaintenanceWatch } from "./watch";
