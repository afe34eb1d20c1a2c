export { portDeviceMover } from "./device-mover";
export { measurePorts } from "./figures";
export { portJobs } from "./jobs";
export { portPoller } from "./poller";
