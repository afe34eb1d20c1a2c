import type { Db } from "#platform/database";
import type { Job } from "#platform/jobs";
import { removeOldReports, type ReportMailing } from "./mailing";

export function reportJobs({ db, mailing }: { db: Db; mailing: ReportMailing }): Job[] {
  return [
    { name: "mail-reports", everySeconds: 30, run: ({ signal }) => mailing.runDue(signal) },
    { name: "remove-mailed-reports", everySeconds: 3600, run: () => removeOldReports(db) },
  ];
}
