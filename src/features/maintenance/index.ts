export { maintainedUntil, maintenanceAt, type MaintainedTarget, type MaintenanceCoverage } from "./coverage";
export { MaintenanceWatch } from "./watch";
