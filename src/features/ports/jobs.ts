import type { Db } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import type { DeletionClock } from "#platform/deletion-clock";
import type { Job } from "#platform/jobs";
import type { Logger } from "#platform/log";
import { packSamplesOfPorts } from "./history/pack";
import { removeOldPorts } from "./history/retention";

type JobDeps = { db: Db; log: Logger; deletions: DeletionClock };

/** Packs the history of ports, and lets old parts of it go, and ports that are gone for long. */
export function portJobs({ db, log, deletions }: JobDeps): Job[] {
  return [
    {
      name: "ports.packing",
      everySeconds: 600,
      run: async ({ signal }) => packSamplesOfPorts({ db, log, signal, now: await databaseNow(db) }),
    },
    {
      name: "ports.retention",
      everySeconds: 3600,
      run: () => deletions.ifBelieved((now) => removeOldPorts(db, now)),
    },
  ];
}
