import { join } from "node:path";
import { createAlertFeed, createLogWatch } from "#features/alerts";
import { createLastUsedWriter } from "#features/api-keys";
import { openAuditAnchor } from "#features/audit";
import { openDiscovery } from "#features/discovery";
import { BindingRecorder } from "#features/bindings";
import { createReportEnclosures } from "#features/exports";
import { InstancePresence, keyCheckOf } from "#features/instances";
import { readTargetGauges } from "#features/monitoring";
import { openNotifications } from "#features/notifications";
import { createOperationFeed, OperationRunner, ResultFiles } from "#features/operations";
import { MaintenanceWatch } from "#features/maintenance";
import { SnmpPolling } from "#features/snmp-polling";
import { openSetupTokenFile } from "#features/setup";
import { readOwnFormats } from "#features/log-formats";
import { listSnmpAccess } from "#features/snmp-profiles";
import {
  checkCollector,
  checkReceiving,
  readCollector,
  startCollectorReports,
  startSyslog,
} from "#features/syslog";
import { patientProbe, recordStartedVersion, startReleaseFeed, type ReadinessProbe } from "#features/system";
import { createBackground } from "#platform/background";
import { openDataDirectory } from "#platform/data-directory";
import { openDatabase } from "#platform/database-host";
import { openReachability } from "#platform/echo/reachability";
import { createEncryption } from "#platform/encryption";
import { listen } from "#platform/http/listen";
import { LastError } from "#platform/last-error";
import { createLogger, type Logger } from "#platform/log";
import { watchLoopLag } from "#platform/loop-lag";
import { giveBackAtRest } from "#platform/memory-rest";
import { createMetrics } from "#platform/metrics";
import { NotInChargeError } from "#platform/move-mark";
import { ifInTime } from "#platform/pause";
import { PeerKey } from "#platform/peers/key";
import type { Role } from "#platform/roles";
import { makeFernetKey, makeSecretKey, readOrCreateSecret } from "#platform/secrets";
import { createWorkerPool } from "#platform/workers";
import { addAllMetrics } from "./metrics/all";
import { createApp } from "./app";
import { openBackups, prepareMigrationBackup } from "./composition/backups";
import { discoveryOptions } from "./composition/discovery-options";
import { Drain } from "./composition/drain";
import { openHeartbeat } from "./composition/heartbeat";
import { openClickHouse } from "./composition/event-place";
import { installedVersion } from "./composition/installed-version";
import { createTargetRule } from "./composition/network-rules";
import { createOutboxObserver } from "./metrics/outbox";
import { readEnvironment, SettingsError, type Settings } from "./settings/settings";
import { settingsWarnings } from "./settings/warnings";
import { openPeers } from "./composition/peers";
import { instanceUrl } from "./composition/own-address";
import { firstRunBlock } from "./composition/start-block";
import { describeStart, findSetupLink } from "./composition/start-lines";
import { createPollObserver } from "./metrics/polling";
import { snmpPollers } from "./composition/snmp-pollers";
import { dieAt, syslogOptions } from "./composition/syslog-options";
import { openWebUi } from "./composition/web-ui";
import { NO_WORKER, openWorker } from "./composition/worker";
import { createHealthApp } from "./health-app";

/** All of a stop takes less than 10 s: answering first, then receiving, storing, and the database last. */
const HTTP_DRAIN_MS = 2000;
/** In which what is given up can be noted. */
const OPERATIONS_STOP_MS = 500;
/** In which checks give back what they have claimed, and deliveries that are under way may end. */
const WORKER_STOP_MS = 1500;
const BACKGROUND_DRAIN_MS = 1000;
const SYSLOG_STOP_MS = 4500;
/** Nothing can be stored then; the journal keeps it. */
const SYSLOG_STOP_WITHOUT_DATABASE_MS = 1500;
const STOP_DEADLINE_MS = 9800;
/** A database that is not there by then is waited for in the background. */
const DATABASE_PATIENCE_MS = 3000;

type Service = {
  stop(): Promise<void>;
  /** Takes files anew that may have changed. */
  reload(): Promise<void>;
};

type Logging = { log: Logger; lastError: LastError };

async function start(settings: Settings, { log, lastError }: Logging): Promise<Service> {
  const has = (role: Role) => settings.ROLES.includes(role);
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
  // Where lines come all the time a thread that parses them never ends, and would keep what other work has loaded: the
  // registry of vendors, fonts of reports.
  const parsing = createWorkerPool({ threads: settings.WORKER_THREADS });
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
      writes: host.writes,
      pool: parsing,
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
    writes: host.writes,
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
  const releaseFeed = startReleaseFeed({ url: has("api") ? settings.RELEASE_FEED_URL : undefined, log });
  const backups = openBackups({
    settings,
    database,
    dataDirectory,
    secretKey,
    masterKey,
    anchor: auditAnchor,
    onRestored: () => worker.wake(),
    observe: dieAt(settings.FAULT_POINT),
    log,
  });
  const targetRule = createTargetRule(database.db, settings);
  const polling = new SnmpPolling({
    database,
    encryption,
    targetRule,
    pollers: snmpPollers(database.db, (observations) => bindings.observe(observations)),
    maintenance: new MaintenanceWatch({ db: database.db, writes: host.writes }),
    writes: host.writes,
    observer: createPollObserver(metrics),
    log,
  });
  const instance = {
    id: crypto.randomUUID(),
    keyCheck: keyCheckOf(masterKey),
    key: new PeerKey(masterKey),
  };
  let port = settings.APP_PORT;
  const readAddress = () => instanceUrl(settings, port);
  const isAlone = () => host.isOurs;
  const deps = {
    settings,
    secretKey,
    encryption,
    log,
    lastError,
    database,
    writes: host.writes,
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
    host,
    instance,
    peers: openPeers({ db: database.db, instance, readAddress, isAlone, log }),
    isReady: () => host.isReady(),
    requireDatabase: host.require,
    dataFolder: dataDirectory.path,
  };
  const worker = has("worker") ? openWorker(deps) : NO_WORKER;
  // Nobody else could read what it finds.
  const loopLag = settings.METRICS_TOKEN === "" ? undefined : watchLoopLag(metrics.registry);
  const drain = new Drain();
  const probes: ReadinessProbe[] = [
    drain.probe,
    { name: "database", check: async () => ({ ok: host.isReady(), message: host.description }) },
    { name: "syslog", check: () => checkCollector(syslog) },
    ...worker.probes,
  ].map((probe) => patientProbe(probe));
  const isOnlyCollector = !has("api") && !has("worker");
  const receiving = { name: "syslog", check: async () => checkReceiving(syslog) };
  const heartbeat = openHeartbeat({ settings, probes, outbound: notifications.outbound, metrics, log });
  const webUi = has("api") ? openWebUi({ dataDirectory: dataDirectory.path, log }) : undefined;
  // The heartbeat tells of more: what is received but not stored is somebody's trouble.
  const readiness = isOnlyCollector ? [drain.probe, receiving] : probes;
  const served = { ...deps, probes: readiness, heartbeat, isStopping: () => drain.isDraining };
  const app =
    webUi === undefined
      ? createHealthApp(served)
      : createApp({ ...served, webUi, monitoring: { onChange: () => worker.wake() } });
  const server = listen(app, { port: settings.APP_PORT, hostname: settings.APP_HOST });
  heartbeat.start();
  addAllMetrics(metrics, {
    database,
    syslog,
    reachability,
    bindings,
    backups,
    operations: operations.runner,
    engine: () => worker.engine(),
    targets: async () =>
      host.isReady() ? readTargetGauges(database, settings.METRICS_MAX_TARGETS) : undefined,
  });
  port = server.port ?? port;
  const patience = Bun.sleep(DATABASE_PATIENCE_MS);
  // What no waiting can mend ends the start here, in one line.
  await Promise.race([host.ready, patience]);
  const setupLink = host.ready.then(() =>
    has("api") ? findSetupLink({ settings, database, secretKey, setupTokenFile, port }) : undefined,
  );
  setupLink.catch((error: unknown) => log.warn({ err: error }, "cannot tell whether the first run is due"));
  await Promise.race([setupLink, patience]).catch(() => undefined);
  process.stdout.write(describeStart({ settings, host, dataDirectory, syslog, reachability, port }));
  const memoryRest = giveBackAtRest();
  void setupLink.then(
    (link) => link !== undefined && process.stdout.write(firstRunBlock(link)),
    () => undefined,
  );
  const { version } = installedVersion(settings);
  const recorded = host.ready.then(() => recordStartedVersion({ db: database.db }, version));
  recorded.catch((error: unknown) => log.warn({ err: error }, "cannot note that this version was started"));
  const presence = new InstancePresence({
    db: database.db,
    entry: {
      id: instance.id,
      keyCheck: instance.keyCheck,
      address: readAddress(),
      roles: settings.ROLES,
      version,
      collector: syslog.options.isReceiving ? syslog.state().collector : null,
    },
    key: instance.key,
    writes: host.writes,
    log,
  });
  const readOwn = () => readCollector(syslog, dataDirectory.path);
  let reports: { stop(): void } | undefined;
  const work = async () => {
    await host.ready;
    operations.files.start();
    worker.start();
    // Beside a worker it is its alert rules that ask.
    if (has("collector") && !has("worker"))
      reports = startCollectorReports({ db: database.db, log }, readOwn);
    await presence.start();
  };
  const working = work();
  working.catch((error: unknown) => exitWith(log, error));
  host.lost.catch((error: unknown) => exitWith(log, error));
  return {
    reload: () => syslog.reloadCertificate(),
    async stop() {
      await drain.begin(settings.DRAIN_SECONDS * 1000);
      loopLag?.stop();
      memoryRest.stop();
      syslog.live.close();
      operations.feed.close();
      alertFeed.close();
      operations.files.stop();
      await ifInTime(httpDrainMs(settings), server.stop());
      await ifInTime(OPERATIONS_STOP_MS, operations.runner.stop());
      await ifInTime(WORKER_STOP_MS, Promise.all([worker.stop(), heartbeat.stop()]));
      await server.stop(true);
      await webUi?.stop();
      await releaseFeed.close();
      await reachability.close();
      await ifInTime(BACKGROUND_DRAIN_MS, background.settled());
      if (host.isReady()) await working.then(() => worker.stopPeriodicWork());
      reports?.stop();
      await syslog.stop(host.isReady() ? SYSLOG_STOP_MS : SYSLOG_STOP_WITHOUT_DATABASE_MS);
      await lastUsed
        .close()
        .catch((error: unknown) => log.warn({ err: error }, "cannot write when API keys were last used"));
      if (host.isReady()) await presence.stop();
      await Promise.all([parsing.close(), pool.close()]);
      await host.stop();
      dataDirectory.close();
    },
  };
}

/** Requests that run may take as long as the grace before was. */
function httpDrainMs(settings: Settings): number {
  return Math.max(HTTP_DRAIN_MS, settings.DRAIN_SECONDS * 1000);
}

function exitWith(log: Logger, error: unknown): never {
  if (error instanceof NotInChargeError) process.stderr.write(`netatlas cannot go on: ${error.message}\n`);
  else log.fatal({ err: error }, "cannot go on");
  process.exit(1);
}

function stopOnSignal(
  signal: "SIGTERM" | "SIGINT",
  { service, settings, log }: { service: Service; settings: Settings; log: Logger },
): void {
  process.once(signal, () => {
    log.info({ signal }, "stopping");
    const deadlineMs = STOP_DEADLINE_MS + 2 * settings.DRAIN_SECONDS * 1000;
    setTimeout(() => exitWith(log, new Error("did not stop in time")), deadlineMs).unref();
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
  const lastError = new LastError();
  const log = createLogger({ level: settings.LOG_LEVEL, format: settings.LOG_FORMAT, lastError });
  process.on("unhandledRejection", (error) =>
    log.error({ err: error }, "our bug: a failure that nobody handled"),
  );
  const service = await start(settings, { log, lastError });
  for (const signal of ["SIGTERM", "SIGINT"] as const) stopOnSignal(signal, { service, settings, log });
  // Without the listener a hang-up ends the service, as it does any other program.
  if (settings.SYSLOG_TLS_ENABLED) process.on("SIGHUP", () => void service.reload());
}

main().catch((error: unknown) => {
  process.stderr.write(`netatlas cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof SettingsError ? 2 : 1);
});
