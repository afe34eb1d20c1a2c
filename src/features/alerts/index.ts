export { createConditions } from "./conditions";
export { alertDeviceMover } from "./device-mover";
export { measureAlerts } from "./figures";
export { alertJobs } from "./jobs";
export { createLogWatch } from "./log-rules/patterns";
export { AlertFeed } from "./live/feed";
export { AlertWatch } from "./watch/alert-watch";
