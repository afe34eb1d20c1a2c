export { findSensorAlarms } from "./alarms";
export { sensorDeviceMover } from "./device-mover";
export { measureSensors } from "./figures";
export { sensorJobs } from "./jobs";
export { createSensorPoller } from "./poller";
export { findOnceAlarmed, readSensorStates, type AlarmedSensor, type SensorState } from "./past-alarms";
export { sensorBelonging } from "./device-belonging";
export { SENSOR_UNDOERS } from "./undo";
