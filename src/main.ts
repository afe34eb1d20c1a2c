import { join } from "node:path";
import { AlertWatch, createAlertFeed, createLogWatch } from "#features/alerts";
import { createLastUsedWriter } from "#features/api-keys";
import { openAuditAnchor } from "#features/audit";
import { openDiscovery } from "#features/discovery";
import { BindingRecorder } from "#features/bindings";
import { createReportEnclosures } from "#features/exports";
import { readTargetGauges, startMonitoring, type CheckEngine } from "#features/monitoring";
import { NeighbourScanner } from "#features/neighbours";
import { openNotifications } from "#features/notifications";
import { createOperationFeed, OperationRunner, ResultFiles } from "#features/operations";
import { MaintenanceWatch } from "#features/maintenance";
import { SnmpPolling } from "#features/snmp-polling";
import { offerSetup, openSetupTokenFile, type SetupTokenFile } from "#features/setup";
import { readOwnFormats } from "#features/log-formats";
import { listSnmpAccess } from "#features/snmp-profiles";
import { checkCollector, describeListeners, startSyslog, type SyslogEngine } from "#features/syslog";
import { recordStartedVersion, startReleaseFeed, type ReadinessProbe } from "#features/system";
import { createBackground } from "#platform/background";
import { openDataDirectory, type DataDirectory } from "#platform/data-directory";
import type { Database } from "#platform/database";
import { openDatabase, type DatabaseHost } from "#platform/database-host";
import { describeReachability, openReachability, type Reachability } from "#platform/echo/reachability";
import { createEncryption } from "#platform/encryption";
import { listen } from "#platform/http/listen";
import { createLogger, type Logger } from "#platform/log";
import { watchLoopLag } from "#platform/loop-lag";
import { giveBackAtRest } from "#platform/memory-rest";
import { createMetrics } from "#platform/metrics";
import { NotInChargeError } from "#platform/move-mark";
import { makeFernetKey, makeSecretKey, readOrCreateSecret } from "#platform/secrets";
import { createWorkerPool } from "#platform/workers";
import { addAllMetrics } from "./metrics/all";
import { createApp } from "./app";
import { openConditions } from "./composition/alert-conditions";
import { createAppNameReader } from "./composition/app-name";
import { openBackups, prepareMigrationBackup } from "./composition/backups";
import { discoveryOptions } from "./composition/discovery-options";
import { openHeartbeat } from "./composition/heartbeat";
import { openClickHouse } from "./composition/event-place";
import { installedVersion } from "./composition/installed-version";
import { createCheckObserver } from "./metrics/monitoring";
import { createTargetRule } from "./composition/network-rules";
import { createOutboxObserver } from "./metrics/outbox";
import { readEnvironment, SettingsError, type Settings } from "./settings/settings";
import { settingsWarnings } from "./settings/warnings";
import { firstRunBlock, startBlock } from "./composition/start-block";
import { startPeriodicWork } from "./composition/periodic-work";
import { createPollObserver } from "./metrics/polling";
import { snmpPollers } from "./composition/snmp-pollers";
import { dieAt, syslogOptions } from "./composition/syslog-options";
import { openWebUi } from "./composition/web-ui";

/** All of a stop takes less than 10 s: answering first, then receiving, storing, and the database last. */
const HTTP_DRAIN_MS = 2000;
/** In which what is given up can be noted. */
const OPERATIONS_STOP_MS = 500;
/** In which checks give back what they have claimed, and deliveries that are under way may end. */
const CHECKS_STOP_MS = 1500;
const BACKGROUND_DRAIN_MS = 1000;
const SYSLOG_STOP_MS = 4500;
/** Nothing can be stored then; the journal keeps it. */
const SYSLOG_STOP_WITHOUT_DATABASE_MS = 1500;
const STOP_DEADLINE_MS = 9800;
const NOTICES_WAIT = { ok: true, message: "notices wait for the database" };
const CHECKS_WAIT = { ok: true, message: "they begin with the database" };
/** A database that is not there by then is waited for in the background. */
const DATABASE_PATIENCE_MS = 3000;

type Service = {
  stop(): Promise<void>;
  /** Takes files anew that may have changed. */
  reload(): Promise<void>;
};

async function start(settings: Settings, log: Logger): Promise<Service> {
  for (const warning of settingsWarnings(settings)) log.warn(warning);
  const dataDirectory = openDataDirectory(settings.DATA_DIR);
  const secrets = { directory: dataDirectory.path, log };
  const secretKey = settings.SECRET_KEY || readOrCreateSecret(secrets, "secret-key", makeSecretKey);
  const masterKey = settings.MASTER_KEY || readOrCreateSecret(secrets, "master-key", makeFernetKey);
  const encryption = createEncryption(masterKey);
  const host = await openDatabase({
    url: settings.DATABASE_URL,
    binaryDirectory: settings.POSTGRES_BIN_DIR,
    templateCluster: settings.POSTGRES_TEMPLATE_DIR,
    dataDirectory,
    migrationsFolder: settings.FAULT_MIGRATIONS_DIR,
    beforeMigration: await prepareMigrationBackup({ settings, dataDirectory, secretKey, masterKey, log }),
    log,
  });
  const { database } = host;
  const pool = createWorkerPool({ threads: settings.WORKER_THREADS });
  const bindings = new BindingRecorder({
    db: database.db,
    log,
    mostNewPerHour: settings.BINDING_MAX_NEW_PER_HOUR,
  });
  const syslog = await startSyslog(
    {
      db: database.db,
      catalogReady: host.ready,
      pool,
      log,
      keepLeases: (leases) => bindings.record(leases),
      readSnmpProfiles: () => listSnmpAccess({ db: database.db, encryption }),
      watch: createLogWatch(database.db),
      formats: { readFormats: () => readOwnFormats(database.db) },
      isAlone: () => host.isOurs,
      clickhouse: openClickHouse(settings.EVENTS_URL, log),
      observe: dieAt(settings.FAULT_POINT),
    },
    syslogOptions(settings, dataDirectory),
  );
  const lastUsed = createLastUsedWriter({ sql: database.sql, log });
  const operations = {
    runner: new OperationRunner({ db: database.reserved.db, log }),
    feed: createOperationFeed({ db: database.db }),
    files: new ResultFiles({
      db: database.db,
      folder: join(dataDirectory.path, "results"),
      minFreeBytes: settings.SYSLOG_MIN_FREE_BYTES,
      log,
    }),
  };
  const alertFeed = createAlertFeed({ db: database.db });
  const auditAnchor = openAuditAnchor(join(dataDirectory.path, "audit-anchor"));
  const setupTokenFile = openSetupTokenFile(dataDirectory.path, log);
  const background = createBackground({ log });
  const metrics = createMetrics();
  const notifications = openNotifications({
    database,
    encryption,
    log,
    observer: createOutboxObserver(metrics),
    blocksPrivateTargets: settings.NOTIFICATION_BLOCK_PRIVATE_TARGETS,
    caFile: settings.NOTIFICATION_CA_FILE,
    mailCaFile: settings.SMTP_CA_FILE,
    enclosures: createReportEnclosures(database.db),
  });
  const reachability = await openReachability({ log });
  const discovery = openDiscovery({
    ...discoveryOptions(settings, database.db),
    database,
    operations: operations.runner,
    reachability,
    pool,
    encryption,
    outbox: notifications.outbox,
    log,
  });
  const releaseFeed = startReleaseFeed({ url: settings.RELEASE_FEED_URL, log });
  const observer = createCheckObserver(metrics);
  const checks: { engine?: CheckEngine } = {};
  const backups = openBackups({
    settings,
    db: database.db,
    dataDirectory,
    secretKey,
    masterKey,
    anchor: auditAnchor,
    onRestored: () => checks.engine?.wake(),
    observe: dieAt(settings.FAULT_POINT),
    log,
  });
  const targetRule = createTargetRule(database.db, settings);
  const neighbours = new NeighbourScanner({ database, encryption, targetRule, log });
  const polling = new SnmpPolling({
    database,
    encryption,
    targetRule,
    pollers: snmpPollers(database.db, (observations) => bindings.observe(observations)),
    maintenance: new MaintenanceWatch({ db: database.db }),
    observer: createPollObserver(metrics),
    log,
  });
  const alerts = new AlertWatch({
    database,
    outbox: notifications.outbox,
    log,
    conditions: openConditions({ syslog, dataFolder: dataDirectory.path, log }),
    readAppName: createAppNameReader(database.db, settings),
    appUrl: settings.APP_URL,
    secretKey,
  });
  const loopLag = watchLoopLag(metrics.registry);
  const memoryRest = giveBackAtRest();
  const webUi = openWebUi({ dataDirectory: dataDirectory.path, log });
  const probes: ReadinessProbe[] = [
    { name: "database", check: async () => ({ ok: host.isReady(), message: host.description }) },
    { name: "syslog", check: () => checkCollector(syslog) },
    { name: "checks", check: async () => checks.engine?.check() ?? CHECKS_WAIT },
    { name: "discovery", check: async () => (host.isReady() ? discovery.runner.check() : CHECKS_WAIT) },
    { name: "snmp", check: async () => (host.isReady() ? polling.check() : CHECKS_WAIT) },
    { name: "alerts", check: async () => (host.isReady() ? alerts.check() : CHECKS_WAIT) },
    { name: "outbox", check: async () => (host.isReady() ? notifications.worker.check() : NOTICES_WAIT) },
  ];
  const heartbeat = openHeartbeat({ settings, probes, outbound: notifications.outbound, metrics, log });
  const app = createApp({
    settings,
    secretKey,
    encryption,
    log,
    database,
    lastUsed,
    auditAnchor,
    setupTokenFile,
    background,
    notifications,
    metrics,
    releaseFeed,
    pool,
    operations,
    alertFeed,
    bindings,
    syslog,
    reachability,
    discovery,
    backups,
    polling,
    monitoring: { onChange: () => checks.engine?.wake() },
    host,
    dataFolder: dataDirectory.path,
    probes,
    heartbeat,
    requireDatabase: host.require,
    webUi,
  });
  const server = listen(app, { port: settings.APP_PORT, hostname: settings.APP_HOST });
  heartbeat.start();
  addAllMetrics(metrics, {
    database,
    syslog,
    reachability,
    bindings,
    backups,
    operations: operations.runner,
    engine: () => checks.engine,
    targets: async () =>
      host.isReady() ? readTargetGauges(database, settings.METRICS_MAX_TARGETS) : undefined,
  });
  const port = server.port ?? settings.APP_PORT;
  const patience = Bun.sleep(DATABASE_PATIENCE_MS);
  // What no waiting can mend ends the start here, in one line.
  await Promise.race([host.ready, patience]);
  const setupLink = host.ready.then(() =>
    findSetupLink({ settings, database, secretKey, setupTokenFile, port }),
  );
  setupLink.catch((error: unknown) => log.warn({ err: error }, "cannot tell whether the first run is due"));
  await Promise.race([setupLink, patience]).catch(() => undefined);
  process.stdout.write(describeStart({ settings, host, dataDirectory, syslog, reachability, port }));
  void setupLink.then(
    (link) => link !== undefined && process.stdout.write(firstRunBlock(link)),
    () => undefined,
  );
  const { version } = installedVersion(settings);
  const recorded = host.ready.then(() => recordStartedVersion({ db: database.db }, version));
  recorded.catch((error: unknown) => log.warn({ err: error }, "cannot note that this version was started"));
  const { outbox } = notifications;
  const periodic = host.ready.then(() =>
    startPeriodicWork({ database, auditAnchor, syslog, outbox, pool, backups, log, settings }),
  );
  const rootAddresses = settings.MONITORING_ROOT_ADDRESSES;
  const watching = host.ready.then(() => {
    checks.engine = startMonitoring({
      database,
      reachability,
      encryption,
      maintenance: new MaintenanceWatch({ db: database.db }),
      observer,
      log,
      rootAddresses,
    });
    operations.files.start();
    notifications.worker.start();
    alerts.start();
    discovery.runner.start();
    neighbours.start();
    polling.start();
    return checks.engine;
  });
  watching.catch((error: unknown) => exitWith(log, error));
  periodic.catch((error: unknown) => exitWith(log, error));
  host.lost.catch((error: unknown) => exitWith(log, error));
  return {
    reload: () => syslog.reloadCertificate(),
    async stop() {
      loopLag.stop();
      memoryRest.stop();
      syslog.live.close();
      operations.feed.close();
      alertFeed.close();
      operations.files.stop();
      await Promise.race([server.stop(), Bun.sleep(HTTP_DRAIN_MS)]);
      await Promise.race([operations.runner.stop(), Bun.sleep(OPERATIONS_STOP_MS)]);
      const ended = Promise.all([
        checks.engine?.stop(),
        notifications.worker.stop(),
        alerts.stop(),
        heartbeat.stop(),
        discovery.runner.stop(),
        neighbours.stop(),
        polling.stop(),
      ]);
      await Promise.race([ended, Bun.sleep(CHECKS_STOP_MS)]);
      await server.stop(true);
      await webUi.stop();
      await releaseFeed.close();
      await reachability.close();
      await Promise.race([background.settled(), Bun.sleep(BACKGROUND_DRAIN_MS)]);
      if (host.isReady()) await (await periodic).stop();
      await syslog.stop(host.isReady() ? SYSLOG_STOP_MS : SYSLOG_STOP_WITHOUT_DATABASE_MS);
      await lastUsed
        .close()
        .catch((error: unknown) => log.warn({ err: error }, "cannot write when API keys were last used"));
      await pool.close();
      await host.stop();
      dataDirectory.close();
    },
  };
}

type SetupDeps = {
  settings: Settings;
  database: Database;
  secretKey: string;
  setupTokenFile: SetupTokenFile;
  port: number;
};

/**
 * What opens the first-run page with the setup token in it, while there is no administrator. The token stands behind
 * the #, which browsers send to nobody: no log gets it.
 */
async function findSetupLink(deps: SetupDeps): Promise<string | undefined> {
  const { settings, database, secretKey, setupTokenFile: file, port } = deps;
  const windowMinutes = settings.SETUP_WINDOW_MINUTES;
  const token = await offerSetup({ db: database.db, secretKey, windowMinutes, file });
  const base = settings.APP_URL.replace(/\/+$/, "") || urlOf(settings.APP_HOST, port);
  return token === undefined ? undefined : `${base}/first-run#setup-token=${token}`;
}

type Started = {
  settings: Settings;
  port: number;
  host: DatabaseHost;
  dataDirectory: DataDirectory;
  syslog: SyslogEngine;
  reachability: Reachability;
};

function describeStart({ settings, port, host, dataDirectory, syslog, reachability }: Started): string {
  const isWaiting = !host.isReady();
  const collector = syslog.state();
  return startBlock({
    url: urlOf(settings.APP_HOST, port),
    database: host.description,
    dataDirectory: dataDirectory.path,
    listeners: settings.SYSLOG_ENABLED ? describeListeners(collector) : ["off (SYSLOG_ENABLED)"],
    reachability: describeReachability(reachability.status),
    limitations: [
      ...(isWaiting
        ? ["the database cannot be reached yet: requests are 503, syslog is received and waits"]
        : []),
      ...host.limitations,
      ...collector.limitations,
    ],
  });
}

/** An address for a person to open; one that means all addresses is none. */
function urlOf(host: string, port: number): string {
  if (host === "" || host === "::" || host === "0.0.0.0") return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function exitWith(log: Logger, error: unknown): never {
  if (error instanceof NotInChargeError) process.stderr.write(`netatlas cannot go on: ${error.message}\n`);
  else log.fatal({ err: error }, "cannot go on");
  process.exit(1);
}

function stopOnSignal(
  signal: "SIGTERM" | "SIGINT",
  { service, log }: { service: Service; log: Logger },
): void {
  process.once(signal, () => {
    log.info({ signal }, "stopping");
    setTimeout(() => exitWith(log, new Error("did not stop in time")), STOP_DEADLINE_MS).unref();
    service.stop().then(
      () => {
        log.info("stopped");
        process.exit(0);
      },
      (error: unknown) => exitWith(log, error),
    );
  });
}

async function main(): Promise<void> {
  const settings = readEnvironment();
  const log = createLogger({ level: settings.LOG_LEVEL, format: settings.LOG_FORMAT });
  process.on("unhandledRejection", (error) =>
    log.error({ err: error }, "our bug: a failure that nobody handled"),
  );
  const service = await start(settings, log);
  for (const signal of ["SIGTERM", "SIGINT"] as const) stopOnSignal(signal, { service, log });
  // Without the listener a hang-up ends the service, as it does any other program.
  if (settings.SYSLOG_TLS_ENABLED) process.on("SIGHUP", () => void service.reload());
}

main().catch((error: unknown) => {
  process.stderr.write(`netatlas cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof SettingsError ? 2 : 1);
});
