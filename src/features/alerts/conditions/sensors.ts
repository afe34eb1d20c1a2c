import { findSensorAlarms } from "#features/sensors";
import type { Condition } from "./condition";
import { deviceLabel } from "../words";

/** Sensors that are beyond a bound, or of which the agent itself says that they are not well. */
export const sensorAlarm: Condition = async ({ db }, { deviceId }) => {
  const alarms = await findSensorAlarms(db, { deviceId });
  return alarms.map(({ sensorId, deviceId: device, name, state, since, reason, deviceName, address }) => ({
    subject: `sensor:${sensorId}`,
    cause: `device:${device}`,
    deviceId: device,
    sentence: `${deviceLabel({ name: deviceName, address })} ${name} is ${state}: ${reason}`,
    startedAt: since,
  }));
};
