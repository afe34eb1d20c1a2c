import { findOnceAlarmed, readSensorStates, type AlarmedSensor, type SensorState } from "#features/sensors";
import { alarmWords } from "../conditions/sensors";
import { chunksOf } from "./chunks";
import type { Course } from "../rehearsal/course";
import type { Rehearsal, RehearsalContext } from "../rehearsal/rehearsal";
import { followStates, readStatesOfDevices, type StateAt } from "./device-states";
import { momentsOf, toSteps, type Look } from "./looks";

/** Sensors beyond a bound, or not well by the word of their agent, as their states were confirmed. */
export const sensorRehearsal: Rehearsal = async (ctx, { deviceId }) => {
  const { from, covers } = ctx;
  const alarmed = (await findOnceAlarmed(ctx.db, { deviceId, from })).filter(covers);
  const gap = "States come of the bounds that sensors had then";
  return { gap, total: alarmed.length, courses: coursesOf(ctx, alarmed) };
};

async function* coursesOf(
  { db, from, to }: RehearsalContext,
  alarmed: readonly AlarmedSensor[],
): AsyncGenerator<Course> {
  for (const some of chunksOf(alarmed)) {
    const sensorIds = some.map(({ sensorId }) => sensorId);
    const states = await readSensorStates(db, { sensorIds, from, to });
    const deviceIds = some.map(({ deviceId }) => deviceId);
    const devices = await readStatesOfDevices(db, { deviceIds, from, to });
    for (const sensor of some) {
      const device = devices.get(sensor.deviceId) ?? [];
      const looks = looksAtSensor(sensor, { states: states.get(sensor.sensorId) ?? [], device, from });
      yield {
        subject: `sensor:${sensor.sensorId}`,
        cause: `device:${sensor.deviceId}`,
        deviceId: sensor.deviceId,
        steps: toSteps(looks, device),
      };
    }
  }
}

type SensorPast = { states: readonly SensorState[]; device: readonly StateAt[]; from: Date };

/** In maintenance, or where nobody watches, a sensor is not in alarm. */
function looksAtSensor(sensor: AlarmedSensor, { states, device, from }: SensorPast): Look[] {
  const fromMs = from.getTime();
  // What was so before that time is found at its beginning.
  const changes = states.map((state) => ({ ...state, atMs: Math.max(fromMs, state.at.getTime()) }));
  const deviceAt = followStates(device);
  let next = 0;
  return momentsOf(
    changes,
    device.filter(({ atMs }) => atMs >= fromMs),
  ).map((atMs): Look => {
    while ((changes[next]?.atMs ?? Infinity) <= atMs) next += 1;
    const now = changes[next - 1];
    const watched = deviceAt(atMs);
    const isAlarm = now?.state === "warning" || now?.state === "critical";
    if (!isAlarm || watched === "maintenance" || watched === "paused") return { atMs, kind: "absent" };
    return { atMs, kind: "found", sentence: alarmWords(sensor, now) };
  });
}
