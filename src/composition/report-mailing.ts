import { ReportMailing } from "#features/exports";
import type { SyslogEngine } from "#features/syslog";
import type { Database } from "#platform/database";
import type { Logger } from "#platform/log";
import type { Outbox } from "#platform/outbox/outbox";
import type { WorkerPool } from "#platform/workers";
import { createAppNameReader } from "./app-name";
import { installedVersion } from "./installed-version";
import type { Settings } from "../settings/settings";

type Deps = {
  settings: Settings;
  database: Database;
  syslog: SyslogEngine;
  pool: WorkerPool;
  outbox: Outbox;
  log: Logger;
};

/** What prints a report, and who mails it. */
export function openReportMailing({ settings, database, syslog, pool, outbox, log }: Deps) {
  const printer = {
    pool,
    version: installedVersion(settings).version,
    readAppName: createAppNameReader(database.db, settings),
  };
  const mailing = new ReportMailing({
    database,
    printer: { ...printer, engine: syslog },
    outbox,
    appUrl: settings.APP_URL,
    log,
  });
  return { printer, mailing };
}
