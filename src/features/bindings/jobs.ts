import type { Db } from "#platform/database";
import type { DeletionClock } from "#platform/deletion-clock";
import type { Job } from "#platform/jobs";
import { removeOldBindings } from "./retention";

type JobDeps = { db: Db; deletions: DeletionClock; retentionDays: number };

/** Lets go what ended long ago. */
export function bindingJobs({ db, deletions, retentionDays: keptDays }: JobDeps): Job[] {
  const run: Job["run"] = ({ signal }) =>
    deletions.ifBelieved((now) => removeOldBindings(db, { now, keptDays, signal }));
  return [{ name: "bindings.retention", everySeconds: 3600, run }];
}
