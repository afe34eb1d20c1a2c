/** One lazy part for both, which share their form. */
export { SensorDialog } from "./sensor-dialog";
export { NewSensorDialog } from "./sensor-form";
