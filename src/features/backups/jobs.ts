import type { Job } from "#platform/jobs";
import type { Backups } from "./backups";

/** In SQL. By default it is off. */
const SCHEDULE_IS_ON =
  "EXISTS (SELECT FROM system_settings WHERE name = 'backup_schedule_enabled' AND value = 'true')";

/**
 * Looks each minute whether a backup is due, and now and then whether one is to be tried out; removes what killed
 * processes have left of stored events.
 */
export function backupJobs(backups: Backups): Job[] {
  const { scheduled } = backups;
  return [
    {
      name: "backups.make",
      everySeconds: 60,
      when: SCHEDULE_IS_ON,
      run: ({ signal }) => scheduled.makeDue(signal),
    },
    { name: "backups.verify", everySeconds: 600, run: ({ signal }) => scheduled.verifyDue(signal) },
    { name: "backups.clean-events", everySeconds: 600, run: () => backups.cleanEvents() },
  ];
}
