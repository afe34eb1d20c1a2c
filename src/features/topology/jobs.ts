import type { Db } from "#platform/database";
import type { Job } from "#platform/jobs";
import { dropVerdicts } from "./import/verdicts";

/** Lets go what is kept of imports. */
export function topologyJobs({ db }: { db: Db }): Job[] {
  return [{ name: "topology.import-clean-up", everySeconds: 3600, run: () => dropVerdicts(db) }];
}
