import type { Db } from "#platform/database";
import type { DeletionClock } from "#platform/deletion-clock";
import type { Job } from "#platform/jobs";
import { removeOldReports, type ReportMailing } from "./mailing";

type JobDeps = { db: Db; deletions: DeletionClock; mailing: ReportMailing };

export function reportJobs({ db, deletions, mailing }: JobDeps): Job[] {
  return [
    {
      name: "mail-reports",
      everySeconds: 30,
      when: "EXISTS (SELECT FROM report_schedules WHERE is_enabled AND due_at <= now())",
      run: ({ signal }) => mailing.runDue(signal),
    },
    {
      name: "remove-mailed-reports",
      everySeconds: 3600,
      run: () => deletions.ifBelieved((now) => removeOldReports(db, now)),
    },
  ];
}
