import type { OperationRunner } from "#features/operations";
import type { ActiveTargetRule } from "#platform/active-targets";
import type { Database, Db } from "#platform/database";
import type { Reachability } from "#platform/echo/reachability";
import type { Encryption } from "#platform/encryption";
import type { Logger } from "#platform/log";
import type { Outbox } from "#platform/outbox/outbox";
import type { WorkerPool } from "#platform/workers";
import { ScanDesk, type Sweep } from "./scans/desk";
import { createScanLimit } from "./scans/rate-limit";
import type { ScanDeps } from "./scans/start";
import { ScheduleRunner } from "./schedules/runner";
import { findNmap, type FindNmap } from "./sweep/nmap/program";
import { sweep } from "./sweep/sweep";

export type DiscoveryOptions = {
  database: Database;
  operations: OperationRunner;
  reachability: Reachability;
  pool: WorkerPool;
  encryption: Encryption;
  outbox: Outbox;
  log: Logger;
  targetRule: () => Promise<ActiveTargetRule>;
  limits: {
    /** DISCOVERY_SCAN_TIMEOUT_SECONDS */
    baseSeconds: number;
    /** DISCOVERY_RATE_LIMIT_SECONDS */
    gapSeconds: number;
    /** DISCOVERY_MAX_HOSTS_WITHOUT_CONFIRMATION */
    mostUnconfirmed: number;
    /** DISCOVERY_MAX_HOSTS */
    mostHosts: number;
  };
  /** In place of what really sends packets. */
  sweep?: Sweep | undefined;
  /** In place of the one in the PATH. */
  findNmap?: FindNmap | undefined;
};

/** All that finds out what is there. */
export type Discovery = { scans: ScanDeps; runner: ScheduleRunner };

/** What the routes work with. */
export type DiscoveryDeps = { db: Db; pool: WorkerPool; discovery: Discovery };

/** Scans and schedules of this process. Schedules are run once the runner is started. */
export function openDiscovery(options: DiscoveryOptions): Discovery {
  const { database, operations, limits, log, encryption, pool, targetRule, outbox } = options;
  const { reachability } = options;
  const { baseSeconds, mostHosts } = limits;
  const ask: Sweep = options.sweep ?? ((what, sink) => sweep({ reachability, pool }, what, sink));
  const desk = new ScanDesk({ database, operations, sweep: ask, baseSeconds, mostHosts, log });
  const countScan = createScanLimit(database.sql, limits.gapSeconds);
  const scans = {
    db: database.db,
    desk,
    countScan,
    targetRule,
    limits,
    encryption,
    pool,
    findNmap: options.findNmap ?? findNmap,
  };
  return { scans, runner: new ScheduleRunner({ database, scans, outbox, log }) };
}
