import { and, eq, isNull } from "drizzle-orm";
import type { Poller } from "#features/snmp-polling";
import type { Db } from "#platform/database";
import { RecentMap } from "#platform/recent-map";
import { readSensors, type Memory } from "./read/agent";
import { readOwnSensors, type OwnSensor } from "./read/own";
import { recordPoll } from "./record";
import { sensors } from "./tables";

/** Devices that are remembered; one that is forgotten is asked for everything again. */
const MAX_REMEMBERED = 20_000;

/** Asks devices for what they measure: what they have by themselves, and what people have added. */
export function createSensorPoller(everySeconds: Poller["everySeconds"]): Poller {
  const memories = new RecentMap<number, Memory>(MAX_REMEMBERED);
  return {
    name: "sensors",
    everySeconds,
    async poll({ db }, { device, session, options, at, upTime }) {
      const found = await readSensors({ session, options }, memories.get(device.id));
      const own = await readOwnSensors({ session, options }, await findOwnSensors(db, device.id), {
        at,
        upTime,
      });
      await recordPoll(db, { deviceId: device.id, at, upTime, found, own });
      memories.set(device.id, found.memory);
    },
  };
}

async function findOwnSensors(db: Db, deviceId: number): Promise<OwnSensor[]> {
  const rows = await db
    .select()
    .from(sensors)
    .where(and(eq(sensors.deviceId, deviceId), isNull(sensors.key), sensors.enabled));
  return rows.map(({ id, oid, kind, factor, divisor, counter, counterUpTime, readAt, updatedAt }) => ({
    id,
    oid,
    kind: kind === "counter" ? "counter" : "gauge",
    factor,
    divisor,
    counter: counter === null ? null : BigInt(counter),
    counterUpTime,
    readAt,
    updatedAt,
  }));
}
