import { sql } from "drizzle-orm";
import type { InstanceReport, InstancesContext, InstanceSelf } from "#features/instances";
import type { SyslogEngine } from "#features/syslog";
import { checkReadiness, type ReadinessProbe } from "#features/system";
import type { Database, Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import type { LastError } from "#platform/last-error";
import type { Logger } from "#platform/log";
import { measureLoopDelay } from "#platform/loop-lag";
import { withinTime } from "#platform/pause";

type ReportDeps = {
  database: Database;
  syslog: SyslogEngine;
  probes: readonly ReadinessProbe[];
  lastError: LastError;
  log: Logger;
};

/** A database that does not answer in this time counts as one that does not. */
const DATABASE_PATIENCE_MS = 1500;

/** What reads how this process is, for whoever looks at all of them. */
export function readReportOf({ database, syslog, probes, lastError, log }: ReportDeps) {
  return async (): Promise<InstanceReport> => {
    const [delayMs, databaseMs, checks] = await Promise.all([
      measureLoopDelay(),
      measureDatabase({ db: database.db, log }),
      checkReadiness(probes),
    ]);
    const { journal, error, refusal } = syslog.state();
    const { count, newest } = lastError.read();
    return {
      uptime_seconds: Math.floor(process.uptime()),
      memory_bytes: process.memoryUsage.rss(),
      event_loop_delay_ms: toTenths(delayMs),
      database_ms: databaseMs === null ? null : toTenths(databaseMs),
      is_ready: checks.every(({ ok }) => ok),
      unready_because: checks.filter(({ ok }) => !ok).map(({ name, message }) => `${name}: ${message}`),
      journal: {
        messages: journal.messages,
        bytes: journal.bytes,
        lag_seconds: toTenths(journal.lagSeconds),
        trouble: error ?? (refusal === null ? null : `lines are refused: ${refusal}`),
      },
      errors: {
        count,
        last_at: toTimestamp(newest?.at ?? null),
        last_message: newest?.message ?? null,
        last_code: newest?.code ?? null,
      },
    };
  };
}

/** What it takes to ask all processes how they are. */
export function instancesContextOf(deps: ReportDeps & { instance: InstanceSelf }): InstancesContext {
  return { db: deps.database.db, self: deps.instance, readReport: readReportOf(deps), log: deps.log };
}

/** In milliseconds, with the wait for a connection; null: it does not answer. */
async function measureDatabase({ db, log }: { db: Db; log: Logger }): Promise<number | null> {
  const startedMs = performance.now();
  try {
    await withinTime(DATABASE_PATIENCE_MS, db.execute(sql`SELECT 1`), () => new Error("no answer in time"));
    return performance.now() - startedMs;
  } catch (error) {
    log.debug({ err: error }, "cannot tell how fast the database answers");
    return null;
  }
}

function toTenths(value: number): number {
  return Math.round(value * 10) / 10;
}
