export { findSensorAlarms } from "./alarms";
export { sensorDeviceMover } from "./device-mover";
export { measureSensors } from "./figures";
export { sensorJobs } from "./jobs";
export { createSensorPoller } from "./poller";
