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
    sentence: alarmWords({ name, deviceName, address }, { state, reason }),
    startedAt: since,
  }));
};

/** That a sensor is not well, for people. */
export function alarmWords(
  { name, deviceName, address }: { name: string; deviceName: string; address: string | null },
  { state, reason }: { state: string; reason: string },
): string {
  return `${deviceLabel({ name: deviceName, address })} ${name} is ${state}: ${reason}`;
}
