export { createConditions } from "./conditions";
export { alertDeviceMover } from "./device-mover";
export { alertJobs } from "./jobs";
export { AlertWatch } from "./watch/alert-watch";
