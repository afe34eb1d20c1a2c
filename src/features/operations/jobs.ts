import type { Db } from "#platform/database";
import { databaseClocks } from "#platform/database-clock";
import type { DeletionClock } from "#platform/deletion-clock";
import type { Job } from "#platform/jobs";
import { createAbandonedWatch } from "./lease";
import { removeOldOperations } from "./service";

/** Ends what lost its process, and lets go what ended long ago. */
export function operationJobs({ db, deletions }: { db: Db; deletions: DeletionClock }): Job[] {
  return [
    {
      name: "operations.end-abandoned",
      everySeconds: 15,
      when: "EXISTS (SELECT FROM operations WHERE ended_at IS NULL)",
      run: createAbandonedWatch(db, databaseClocks(db)),
    },
    {
      name: "operations.clean-up",
      everySeconds: 3600,
      run: () => deletions.ifBelieved((now) => removeOldOperations(db, now)),
    },
  ];
}
