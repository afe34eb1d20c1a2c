import type { Db } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import type { Job } from "#platform/jobs";
import type { Logger } from "#platform/log";
import { packSensorReadings } from "./history/pack";
import { SensorRetention } from "./history/retention";

/** Packs and rolls up values of sensors, and lets old ones go. */
export function sensorJobs({ db, log }: { db: Db; log: Logger }): Job[] {
  const readClocks = async () => ({ wall: (await databaseNow(db)).getTime(), monotonic: performance.now() });
  const retention = new SensorRetention({ db, log, readClocks });
  return [
    {
      name: "sensors.packing",
      everySeconds: 600,
      run: async ({ signal }) => packSensorReadings({ db, log, signal, now: await databaseNow(db) }),
    },
    { name: "sensors.retention", everySeconds: 3600, run: () => retention.run() },
  ];
}
