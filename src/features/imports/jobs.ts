import type { Db } from "#platform/database";
import type { DeletionClock } from "#platform/deletion-clock";
import type { Job } from "#platform/jobs";
import { dropImports } from "./runs";

/** Lets go what is kept of imports. */
export function importJobs({ db, deletions }: { db: Db; deletions: DeletionClock }): Job[] {
  return [
    {
      name: "imports.clean-up",
      everySeconds: 3600,
      run: () => deletions.ifBelieved((now) => dropImports(db, now)),
    },
  ];
}
