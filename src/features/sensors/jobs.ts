import type { Db } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import type { DeletionClock } from "#platform/deletion-clock";
import type { Job } from "#platform/jobs";
import type { Logger } from "#platform/log";
import { packSensorReadings } from "./history/pack";
import { removeOldSensorHistory } from "./history/retention";

type JobDeps = { db: Db; log: Logger; deletions: DeletionClock };

/** Packs and rolls up values of sensors, and lets old ones go. */
export function sensorJobs({ db, log, deletions }: JobDeps): Job[] {
  return [
    {
      name: "sensors.packing",
      everySeconds: 600,
      run: async ({ signal }) => packSensorReadings({ db, log, signal, now: await databaseNow(db) }),
    },
    {
      name: "sensors.retention",
      everySeconds: 3600,
      run: () => deletions.ifBelieved((now) => removeOldSensorHistory(db, now)),
    },
  ];
}
