import { AlertWatch } from "#features/alerts";
import type { AuditAnchor } from "#features/audit";
import type { Backups } from "#features/backups";
import type { BindingRecorder } from "#features/bindings";
import type { Discovery } from "#features/discovery";
import { MaintenanceWatch } from "#features/maintenance";
import { startMonitoring, type CheckEngine } from "#features/monitoring";
import { NeighbourScanner } from "#features/neighbours";
import type { Notifications } from "#features/notifications";
import type { SnmpPolling } from "#features/snmp-polling";
import type { SyslogEngine } from "#features/syslog";
import type { ReadinessProbe } from "#features/system";
import type { Database } from "#platform/database";
import type { Reachability } from "#platform/echo/reachability";
import type { Encryption } from "#platform/encryption";
import type { Logger } from "#platform/log";
import type { Metrics } from "#platform/metrics";
import type { WorkerPool } from "#platform/workers";
import type { Writes } from "#platform/write-watch";
import { createCheckObserver } from "../metrics/monitoring";
import type { Settings } from "../settings/settings";
import { openConditions } from "./alert-conditions";
import { createAppNameReader } from "./app-name";
import { createTargetRule } from "./network-rules";
import { startPeriodicWork } from "./periodic-work";

type WorkerDeps = {
  settings: Settings;
  secretKey: string;
  encryption: Encryption;
  database: Database;
  writes: Writes;
  /** Whether the database can be asked. */
  isReady: () => boolean;
  dataFolder: string;
  syslog: SyslogEngine;
  notifications: Notifications;
  reachability: Reachability;
  discovery: Discovery;
  polling: SnmpPolling;
  bindings: BindingRecorder;
  backups: Backups;
  auditAnchor: AuditAnchor;
  pool: WorkerPool;
  metrics: Metrics;
  log: Logger;
};

/** What a process with the role `worker` does by itself, on rows and leases that it shares with all others. */
export type Worker = {
  probes: readonly ReadinessProbe[];
  /** Undefined: it has not begun. */
  engine(): CheckEngine | undefined;
  /** Looks at once what is to be checked. */
  wake(): void;
  /** Needs the database to be there. */
  start(): void;
  /** Gives back what it has claimed; deliveries that are under way may end. */
  stop(): Promise<void>;
  /** Ends what is done again and again. Only while the database can be asked. */
  stopPeriodicWork(): Promise<void>;
};

/** Of a process that is none: others look by themselves, within seconds. */
export const NO_WORKER: Worker = {
  probes: [],
  engine: () => undefined,
  wake: () => undefined,
  start: () => undefined,
  stop: () => Promise.resolve(),
  stopPeriodicWork: () => Promise.resolve(),
};

const CHECKS_WAIT = { ok: true, message: "they begin with the database" };
const NOTICES_WAIT = { ok: true, message: "notices wait for the database" };

export function openWorker(deps: WorkerDeps): Worker {
  const { settings, database, notifications, discovery, polling, encryption, log, isReady } = deps;
  const neighbours = new NeighbourScanner({
    database,
    encryption,
    targetRule: createTargetRule(database.db, settings),
    writes: deps.writes,
    log,
  });
  const alerts = new AlertWatch({
    database,
    outbox: notifications.outbox,
    writes: deps.writes,
    log,
    conditions: openConditions(deps, { reportsOwn: settings.ROLES.includes("collector") }),
    readAppName: createAppNameReader(database.db, settings),
    appUrl: settings.APP_URL,
    secretKey: deps.secretKey,
  });
  const observer = createCheckObserver(deps.metrics);
  let engine: CheckEngine | undefined;
  let periodic: { stop(): Promise<void> } | undefined;
  return {
    probes: [
      { name: "checks", check: async () => engine?.check() ?? CHECKS_WAIT },
      { name: "discovery", check: async () => (isReady() ? discovery.runner.check() : CHECKS_WAIT) },
      { name: "snmp", check: async () => (isReady() ? polling.check() : CHECKS_WAIT) },
      { name: "alerts", check: async () => (isReady() ? alerts.check() : CHECKS_WAIT) },
      { name: "outbox", check: async () => (isReady() ? notifications.worker.check() : NOTICES_WAIT) },
    ],
    engine: () => engine,
    wake: () => engine?.wake(),
    start() {
      engine = startMonitoring({
        database,
        reachability: deps.reachability,
        encryption,
        maintenance: new MaintenanceWatch({ db: database.db, writes: deps.writes }),
        writes: deps.writes,
        observer,
        log,
        rootAddresses: settings.MONITORING_ROOT_ADDRESSES,
      });
      notifications.worker.start();
      alerts.start();
      discovery.runner.start();
      neighbours.start();
      polling.start();
      periodic = startPeriodicWork({ ...deps, outbox: notifications.outbox });
    },
    async stop() {
      await Promise.all([
        engine?.stop(),
        notifications.worker.stop(),
        alerts.stop(),
        discovery.runner.stop(),
        neighbours.stop(),
        polling.stop(),
      ]);
    },
    async stopPeriodicWork() {
      await periodic?.stop();
    },
  };
}
