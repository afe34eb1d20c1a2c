import type { Db } from "#platform/database";
import type { DeletionClock } from "#platform/deletion-clock";
import type { Job } from "#platform/jobs";
import { dropOldIdentities } from "./identities/list";
import { dropVerdicts } from "./import/verdicts";

/** Lets go what is kept of imports, and what devices have not been told by for long. */
export function topologyJobs({ db, deletions }: { db: Db; deletions: DeletionClock }): Job[] {
  return [
    {
      name: "topology.import-clean-up",
      everySeconds: 3600,
      run: () => deletions.ifBelieved((now) => dropVerdicts(db, now)),
    },
    {
      name: "topology.identity-retention",
      everySeconds: 3600,
      run: () => deletions.ifBelieved((now) => dropOldIdentities(db, now)),
    },
  ];
}
