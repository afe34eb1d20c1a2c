import { statfs } from "node:fs/promises";
import { asc, eq, max, sql } from "drizzle-orm";
import { z } from "zod";
import {
  askInstances,
  hasSameKey,
  rolesWithoutInstance,
  toInstanceList,
  type AskedInstance,
  type InstancesContext,
} from "#features/instances";
import { countDeliveries } from "#features/notifications";
import type { OperationRunner } from "#features/operations";
import { getSyslogStatus } from "#features/syslog";
import { checkReadiness, type ReadinessProbe } from "#features/system";
import { databaseNow } from "#platform/database-clock";
import { MOST_CONNECTIONS, type Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import { checkTargets } from "#tables/monitoring";
import { jobLeases } from "#platform/tables/job-leases";
import { forecastDisk } from "./disk-forecast";
import { judge } from "./doctor/judge";
import { readFindings, type HostDescription, type Wishes } from "./findings";
import { readTableSizes, type KeptDays } from "./growing-tables";
import type { SystemDiagnostics } from "./models";
import type { Reachability } from "#platform/echo/reachability";
import type { SyslogEngine } from "#features/syslog";

export type DiagnosticsContext = InstancesContext & {
  host: HostDescription;
  engine: SyslogEngine;
  reachability: Reachability;
  runner: OperationRunner;
  probes: readonly ReadinessProbe[];
  version: string;
  kept: KeptDays;
  wishes: Wishes;
};

/** How the service and what it stands on are. Nothing of it is secret. */
export async function readDiagnostics(ctx: DiagnosticsContext): Promise<SystemDiagnostics> {
  const { db, host, engine, reachability } = ctx;
  const [status, database, tables, monitoring, jobs, queues, readiness, findings, instances] =
    await Promise.all([
      getSyslogStatus({ engine }),
      readDatabase(db),
      readTableSizes(db, ctx.kept),
      readMonitoring(db),
      readJobs(db),
      readQueues(ctx),
      checkReadiness(ctx.probes),
      readFindings(ctx),
      askInstances(ctx),
    ]);
  const { version: databaseVersion, bytes, walBytes } = database;
  const processes = judgedProcesses(instances, ctx.self);
  const connections = {
    allowed: database.connections,
    wanted: MOST_CONNECTIONS * Math.max(1, processes.live),
  };
  return {
    generated_at: toTimestamp(new Date()),
    database: {
      main: toStore(bytes, walBytes),
      firewall: toStore(status.segment_bytes, status.journal.bytes),
      engine: {
        description: host.description,
        version: databaseVersion,
        limitations: [...host.limitations],
      },
      tables,
    },
    monitoring,
    syslog: {
      total_events: status.total_events,
      retention_last_run_at: status.retention_last_run_at,
      retention_last_deleted: status.retention_last_deleted,
      retention_last_error: status.retention_last_error,
      last_event_received_at: status.last_event_received_at,
      retention_days: status.retention_days,
      retention_bytes: status.retention_bytes,
      segments: status.segments,
      segment_bytes: status.segment_bytes,
      damaged_segments: status.damaged_segments.length,
      journal_messages: status.journal.messages,
      store_error: status.store_error,
      listeners: status.listeners.map((listener) => ({
        transport: listener.transport,
        host: listener.host,
        port: listener.port,
        error: listener.error,
        receive_buffer_bytes: listener.receive_buffer_bytes,
        kernel_drops: listener.kernel_drops,
      })),
    },
    disk: await readDisk(ctx, status),
    queues,
    jobs,
    processes: toInstanceList(instances, ctx.self),
    versions: {
      service: ctx.version,
      bun: Bun.version,
      database: databaseVersion,
      platform: `${process.platform} ${process.arch}`,
    },
    reachability: reachability.status,
    readiness,
    doctor: judge({ ...findings, connections, processes }),
    process: {
      pid: process.pid,
      uptime_seconds: Math.floor(process.uptime()),
      memory_bytes: process.memoryUsage.rss(),
    },
  };
}

function judgedProcesses(instances: readonly AskedInstance[], self: DiagnosticsContext["self"]) {
  const live = instances.filter(({ isLive }) => isLive);
  const addressesOf = (wanted: (instance: AskedInstance) => boolean) =>
    live.filter(wanted).map(({ address }) => address);
  return {
    live: live.length,
    missingRoles: rolesWithoutInstance(live),
    withOtherKey: addressesOf((instance) => !hasSameKey(instance, self)),
    silent: addressesOf(({ silence }) => silence === "no_answer" || silence === "refused"),
  };
}

function toStore(bytes: number, walBytes: number) {
  return { exists: true, bytes, wal_bytes: walBytes, shm_bytes: 0, total_bytes: bytes + walBytes };
}

const DatabaseRow = z.tuple([
  z.object({
    version: z.string(),
    bytes: z.number(),
    connections: z.number(),
    may_list_log: z.boolean(),
  }),
]);
const LogRow = z.tuple([z.object({ bytes: z.number() })]);

/**
 * The size of the log can be asked by few roles: 0 for the rest. Connections are those that the server, the database and
 * the role leave to processes like this one.
 */
async function readDatabase(db: Db) {
  const rows = await db.execute(sql`
    SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS bytes,
      least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0),
        (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database()),
        (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user)) AS connections,
      has_function_privilege('pg_ls_waldir()', 'EXECUTE') AS may_list_log`);
  const [{ may_list_log: mayListLog, ...found }] = DatabaseRow.parse([...rows]);
  if (!mayListLog) return { ...found, walBytes: 0 };
  const [log] = LogRow.parse([
    ...(await db.execute(sql`SELECT coalesce(sum(size), 0)::float8 AS bytes FROM pg_ls_waldir()`)),
  ]);
  return { ...found, walBytes: log.bytes };
}

const NO_CACHE = { cached: false, age_seconds: null, hits: 0, misses: 0 };
const CACHE_SECONDS = 10;

async function readMonitoring(db: Db): Promise<SystemDiagnostics["monitoring"]> {
  const { state, checkedAt, kind } = checkTargets;
  const [counted, [last]] = await Promise.all([
    db
      .select({ state, devices: sql<number>`count(*)::int` })
      .from(checkTargets)
      .where(eq(kind, "device"))
      .groupBy(state),
    db.select({ at: max(checkedAt) }).from(checkTargets),
  ]);
  return {
    last_checked_at: toTimestamp(last?.at ?? null),
    device_status_counts: Object.fromEntries(counted.map((row) => [row.state, row.devices])),
    cache: { ttl_seconds: CACHE_SECONDS, fleet_summary: NO_CACHE, device_summaries: NO_CACHE },
  };
}

async function readJobs(db: Db): Promise<SystemDiagnostics["jobs"]> {
  const now = await databaseNow(db);
  const rows = await db.select().from(jobLeases).orderBy(asc(jobLeases.name));
  return rows.map(({ name, startedAt, endedAt, leasedUntil, failure }) => ({
    name,
    started_at: toTimestamp(startedAt),
    ended_at: toTimestamp(endedAt),
    is_running: leasedUntil > now,
    failure,
  }));
}

async function readQueues({ db, engine, runner }: DiagnosticsContext): Promise<SystemDiagnostics["queues"]> {
  const { waiting, dead, quarantined } = await countDeliveries(db);
  return { ...engine.queues.counts(), notices: { waiting, dead, quarantined }, operations: runner.count() };
}

const WEEK_DAYS = 7;
const DAY_MICROS = 86_400_000_000;

const GrowthRow = z.tuple([z.object({ bytes: z.number(), days: z.number() })]);

async function readDisk(
  { db, wishes }: DiagnosticsContext,
  status: { segment_bytes: number; retention_days: number; retention_bytes: number },
): Promise<SystemDiagnostics["disk"]> {
  const { bavail, blocks, bsize } = await statfs(wishes.dataFolder);
  const freeBytes = bavail * bsize;
  const rows = await db.execute(sql`
    SELECT coalesce(sum(size_bytes), 0)::float8 AS bytes,
      coalesce((max(max_received_at_micros) - min(min_received_at_micros))::float8 / ${DAY_MICROS}, 0) AS days
    FROM event_segments WHERE deleted_at IS NULL AND damaged_at IS NULL
      AND max_received_at_micros > extract(epoch FROM now() - make_interval(days => ${WEEK_DAYS})) * 1000000`);
  const [{ bytes, days }] = GrowthRow.parse([...rows]);
  return {
    folder: wishes.dataFolder,
    total_bytes: blocks * bsize,
    free_bytes: freeBytes,
    forecast: forecastDisk({
      freeBytes,
      minFreeBytes: wishes.minFreeBytes,
      storedBytes: status.segment_bytes,
      // What arrived within an hour says little of a day.
      dailyBytes: days < 1 / 24 ? bytes : bytes / days,
      retentionDays: status.retention_days,
      retentionBytes: status.retention_bytes,
    }),
  };
}
