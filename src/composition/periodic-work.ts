import { alertJobs } from "#features/alerts";
import { startAuditAnchor, type AuditAnchor } from "#features/audit";
import { authJobs } from "#features/auth";
import { backupJobs, type Backups } from "#features/backups";
import { bindingJobs } from "#features/bindings";
import { discoveryJobs } from "#features/discovery";
import { reportJobs } from "#features/exports";
import { forwardingJobs } from "#features/forwarding";
import { idempotencyJobs } from "#features/idempotency";
import { importJobs } from "#features/imports";
import { ipamJobs } from "#features/ipam";
import { monitoringJobs } from "#features/monitoring";
import { neighbourJobs } from "#features/neighbours";
import { outboxJobs } from "#features/notifications";
import { operationJobs } from "#features/operations";
import { portJobs } from "#features/ports";
import { sensorJobs } from "#features/sensors";
import { syslogJobs, type SyslogEngine } from "#features/syslog";
import { toolJobs } from "#features/tools";
import { topologyJobs } from "#features/topology";
import type { Database } from "#platform/database";
import { startDeletionClock } from "#platform/deletion-clock";
import { startJobs } from "#platform/jobs";
import type { Logger } from "#platform/log";
import type { Outbox } from "#platform/outbox/outbox";
import type { WorkerPool } from "#platform/workers";
import type { Writes } from "#platform/write-watch";
import { systemSettingsOf } from "./network-rules";
import { openReportMailing } from "./report-mailing";
import type { Settings } from "../settings/settings";

type PeriodicDeps = {
  database: Database;
  writes: Writes;
  auditAnchor: AuditAnchor;
  syslog: SyslogEngine;
  outbox: Outbox;
  pool: WorkerPool;
  backups: Backups;
  log: Logger;
  settings: Settings;
};

/** Begins what is done again and again, each thing by one process at a time. Needs the database to be there. */
export function startPeriodicWork(deps: PeriodicDeps): { stop(): Promise<void> } {
  const { database, auditAnchor, syslog, outbox, backups, log, settings } = deps;
  const { defaults } = systemSettingsOf(database.db, settings);
  const deletions = startDeletionClock({ db: database.db, log });
  const anchoring = startAuditAnchor({ db: database.db, anchor: auditAnchor, log });
  const jobs = startJobs(
    [
      ...authJobs({ db: database.db, deletions }),
      ...idempotencyJobs({ db: database.db, deletions }),
      ...operationJobs({ db: database.db, deletions }),
      ...monitoringJobs({ db: database.db, log, deletions }),
      ...discoveryJobs({ db: database.db, deletions }),
      ...outboxJobs({ db: database.db, deletions }),
      ...alertJobs({ db: database.db, deletions }),
      ...ipamJobs({ database, outbox, defaults }),
      ...topologyJobs({ db: database.db, deletions }),
      ...importJobs({ db: database.db, deletions }),
      ...neighbourJobs({ db: database.db, deletions, retentionDays: settings.NEIGHBOUR_RETENTION_DAYS }),
      ...toolJobs({ db: database.db, deletions, retentionDays: settings.TOOL_RESULT_RETENTION_DAYS }),
      ...portJobs({ db: database.db, log, deletions }),
      ...sensorJobs({ db: database.db, log, deletions }),
      ...bindingJobs({ db: database.db, deletions, retentionDays: settings.BINDING_RETENTION_DAYS }),
      ...forwardingJobs({ db: database.db, deletions, retentionDays: settings.FORWARDING_RETENTION_DAYS }),
      ...backupJobs(backups),
      ...reportJobs({ db: database.db, deletions, mailing: openReportMailing(deps).mailing }),
      ...syslogJobs(syslog),
    ],
    {
      sql: database.sql,
      log,
      owner: crypto.randomUUID(),
      leaseSeconds: settings.FAULT_UPKEEP_SECONDS,
      writes: deps.writes,
    },
  );
  return {
    async stop() {
      await jobs.stop();
      await anchoring.close();
    },
  };
}
