import type { Job } from "#platform/jobs";
import type { Backups } from "./backups";

/** Looks each minute whether a backup is due; and removes what killed processes have left of stored events. */
export function backupJobs(backups: Backups): Job[] {
  return [
    { name: "backups.make", everySeconds: 60, run: ({ signal }) => backups.makeDue(signal) },
    { name: "backups.clean-events", everySeconds: 600, run: () => backups.cleanEvents() },
  ];
}
