import type { Db } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import type { Job } from "#platform/jobs";
import type { Logger } from "#platform/log";
import { packSamplesOfPorts } from "./history/pack";
import { PortRetention } from "./history/retention";

/** Packs the history of ports, and lets old parts of it go, and ports that are gone for long. */
export function portJobs({ db, log }: { db: Db; log: Logger }): Job[] {
  const readClocks = async () => ({ wall: (await databaseNow(db)).getTime(), monotonic: performance.now() });
  const retention = new PortRetention({ db, log, readClocks });
  return [
    {
      name: "ports.packing",
      everySeconds: 600,
      run: async ({ signal }) => packSamplesOfPorts({ db, log, signal, now: await databaseNow(db) }),
    },
    { name: "ports.retention", everySeconds: 3600, run: () => retention.run() },
  ];
}
