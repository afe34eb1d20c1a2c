import type { Db } from "#platform/database";
import type { Job } from "#platform/jobs";
import { removeOldReports, type ReportMailing } from "./mailing";

export function reportJobs({ db, mailing }: { db: Db; mailing: ReportMailing }): Job[] {
  return [
    {
      name: "mail-reports",
      everySeconds: 30,
      when: "EXISTS (SELECT FROM report_schedules WHERE is_enabled AND due_at <= now())",
      run: ({ signal }) => mailing.runDue(signal),
    },
    { name: "remove-mailed-reports", everySeconds: 3600, run: () => removeOldReports(db) },
  ];
}
