import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { createLastUsedWriter } from "#features/api-keys";
import { openAuditAnchor } from "#features/audit";
import { openDiscovery, type DiscoveryOptions } from "#features/discovery";
import { createReportEnclosures } from "#features/exports";
import { keyCheckOf } from "#features/instances";
import { openNotifications } from "#features/notifications";
import { createAlertFeed } from "#features/alerts";
import { readOwnFormats } from "#features/log-formats";
import { createOperationFeed, OperationRunner, ResultFiles } from "#features/operations";
import { MaintenanceWatch } from "#features/maintenance";
import { openSetupTokenFile } from "#features/setup";
import { SnmpPolling } from "#features/snmp-polling";
import { BindingRecorder } from "#features/bindings";
import { listSnmpAccess } from "#features/snmp-profiles";
import { startSyslog } from "#features/syslog";
import { startReleaseFeed, type Heartbeat, type ReadinessProbe, type ReleaseFeed } from "#features/system";
import { createBackground } from "#platform/background";
import { openReachability, type Reachability } from "#platform/echo/reachability";
import { createEncryption } from "#platform/encryption";
import { listen, type ListenOptions } from "#platform/http/listen";
import type { WebUi } from "#platform/http/web-ui";
import { openDataDirectory } from "#platform/data-directory";
import { LastError } from "#platform/last-error";
import { createMetrics } from "#platform/metrics";
import { UNWATCHED } from "#platform/write-watch";
import { PeerKey } from "#platform/peers/key";
import { createApp } from "../../src/app";
import { ApiKeyCreateResponse } from "../../src/features/api-keys/models";
import { hashPassword } from "../../src/features/users/passwords";
import { users } from "../../src/features/users/tables";
import { openBackups } from "../../src/composition/backups";
import { discoveryOptions } from "../../src/composition/discovery-options";
import { openPeers } from "../../src/composition/peers";
import { openHeartbeat } from "../../src/composition/heartbeat";
import { createTargetRule } from "../../src/composition/network-rules";
import { createPollObserver } from "../../src/metrics/polling";
import { snmpPollers } from "../../src/composition/snmp-pollers";
import { parseSettings } from "../../src/settings/settings";
import { syslogOptions } from "../../src/composition/syslog-options";
import { parsed, requestInit, textOf, type CallOptions, type Credentials, type Session } from "./app-request";
import type { ClickHouseTable } from "./clickhouse-store";
import { createConformance, readDocument, type Conformance } from "./conformance";
import { createTestDatabase, type TestDatabase } from "./database";
import { testPool } from "./event-store";
import { atRunEnd } from "./run-end";
import { temporaryPath } from "./temporary-path";
import { createEngineTable } from "./test-store";
import { NO_NAMES } from "./no-names";
import { startOtherProcess, type OtherProcess } from "./other-process";

export type { CallOptions, Session } from "./app-request";

export type Answer = { status: number; headers: Headers; text: string; body: unknown };

export type TestUser = { id: number; username: string; password: string; role: string };

export type TestService = Awaited<ReturnType<typeof createTestService>>;

export const SECRET_KEY = "a-signing-key-for-tests-of-64-characters-0123456789-0123456789-0";
export const MASTER_KEY = "bWFzdGVyLWtleS1mb3ItdGVzdHMtb2YtMzItYnl0ZXM=";
const OWN_SETTINGS = { AUTH_PROGRESSIVE_DELAY_SECONDS: "0", SYSLOG_ENABLED: "false" };
const PASSWORD = "a long enough password";
/**
 * Calls go to two services on one database in turns, as behind a balancer: `2`, both within this process; `processes`,
 * the second one a process of its own.
 */
const SPREAD = process.env["NETATLAS_TEST_SPREAD"];
export const isSpread = SPREAD === "2" || SPREAD === "processes";
const PEER = "192.0.2.7";
const STOP_MS = 1000;

let count = 0;

/**
 * The least that argon2id takes: a hash of the usual cost takes a core for 12 ms at each sign-in, and most of what tests
 * do begins with one.
 */
const CHEAP_HASH = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Nearly all users have the same password. */
const hashes = new Map<string, Promise<string>>();

function hashOf(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password, CHEAP_HASH);
  hashes.set(password, known);
  return known;
}

/** Every service has the same routes, so the same document. */
let conformance: Conformance | undefined;

/** How to close the services that no test has closed. */
const open = new Set<() => Promise<void>>();

async function closeAll(): Promise<void> {
  await Promise.all([...open].map((close) => close()));
}

/** A name that nothing else in this run has. */
export function uniqueName(stem: string): string {
  count += 1;
  return `${stem}-${count}`;
}

/** A client address that nothing else in this run has, so that its failures count for this test alone. */
export function uniqueAddress(): string {
  count += 1;
  return `198.18.${count >> 8}.${count & 0xff}`;
}

/**
 * The real app on a database of its own (or on `database`: a second replica). Every answer that goes through `call` is
 * held against the OpenAPI document: a status or a field that the document does not name fails the test.
 */
export async function createTestService(
  options: {
    settings?: Record<string, string>;
    database?: TestDatabase;
    probes?: readonly ReadinessProbe[];
    requireDatabase?: () => void;
    releaseFeed?: ReleaseFeed;
    heartbeat?: Heartbeat;
    /** Closed with the service. */
    reachability?: Reachability;
    /** Hears of changes of what is to be checked. */
    onMonitoringChange?: () => void;
    /** Whom scans find, in place of packets. */
    sweep?: DiscoveryOptions["sweep"];
    /** Absent: that of the machine. */
    findNmap?: DiscoveryOptions["findNmap"];
    /** Absent: one that is still being built. */
    webUi?: WebUi;
    /** The test looks into the very service that it calls, so that another one would not do. */
    isOne?: boolean;
    /** Beside another service: whose events it reads. It receives none. */
    beside?: { dataDirectory: string; eventTable: ClickHouseTable | undefined };
  } = {},
) {
  const log = pino({ level: "silent" });
  const lastError = new LastError();
  const database = options.database ?? (await createTestDatabase());
  const lastUsed = createLastUsedWriter({ sql: database.sql, log });
  const auditAnchorFile = temporaryPath("anchor");
  const background = createBackground({ log });
  const settings = parseSettings({
    ...OWN_SETTINGS,
    ...options.settings,
    ...(options.beside !== undefined && {
      ROLES: "api worker",
      DATABASE_URL: "postgres://that-of-the-test/",
    }),
  });
  const dataFolder = mkdtempSync(join(tmpdir(), "netatlas-app-"));
  if (options.beside !== undefined)
    symlinkSync(join(options.beside.dataDirectory, "events"), join(dataFolder, "events"));
  const dataDirectory = openDataDirectory(dataFolder);
  const bindings = new BindingRecorder({
    db: database.db,
    log,
    mostNewPerHour: settings.BINDING_MAX_NEW_PER_HOUR,
  });
  const eventTable = options.beside === undefined ? await createEngineTable() : options.beside.eventTable;
  const syslog = await startSyslog(
    {
      db: database.db,
      clickhouse: eventTable,
      catalogReady: Promise.resolve(),
      pool: testPool(),
      log,
      keepLeases: (leases) => bindings.record(leases),
      readSnmpProfiles: () => listSnmpAccess({ db: database.db, encryption: createEncryption(MASTER_KEY) }),
      formats: { readFormats: () => readOwnFormats(database.db) },
    },
    syslogOptions(settings, dataDirectory),
  );
  const reachability = options.reachability ?? (await openReachability({ log }));
  const operations = {
    runner: new OperationRunner({ db: database.reserved.db, log }),
    feed: createOperationFeed({ db: database.db }),
    files: new ResultFiles({
      db: database.db,
      folder: join(dataDirectory.path, "results"),
      minFreeBytes: 0,
      log,
    }),
  };
  const alertFeed = createAlertFeed({ db: database.db });
  const encryption = createEncryption(MASTER_KEY);
  const auditAnchor = openAuditAnchor(auditAnchorFile);
  const backups = openBackups({
    settings,
    database,
    dataDirectory,
    secretKey: SECRET_KEY,
    masterKey: MASTER_KEY,
    anchor: auditAnchor,
    log,
  });
  const notifications = openNotifications({
    database,
    encryption,
    log,
    blocksPrivateTargets: settings.NOTIFICATION_BLOCK_PRIVATE_TARGETS,
    caFile: settings.NOTIFICATION_CA_FILE,
    mailCaFile: settings.SMTP_CA_FILE,
    enclosures: createReportEnclosures(database.db),
  });
  const discovery = openDiscovery({
    ...discoveryOptions(settings, database.db),
    database,
    operations: operations.runner,
    reachability,
    pool: testPool(),
    encryption,
    outbox: notifications.outbox,
    log,
    sweep: options.sweep,
    findNmap: options.findNmap,
  });
  const metrics = createMetrics();
  const polling = new SnmpPolling({
    database,
    encryption,
    targetRule: createTargetRule(database.db, settings),
    pollers: snmpPollers(database.db, (observations) => bindings.observe(observations)),
    maintenance: new MaintenanceWatch({ db: database.db }),
    observer: createPollObserver(metrics),
    log,
  });
  const instance = {
    id: crypto.randomUUID(),
    keyCheck: keyCheckOf(MASTER_KEY),
    key: new PeerKey(MASTER_KEY),
  };
  let address = "http://netatlas.test";
  const app = createApp({
    settings,
    secretKey: SECRET_KEY,
    encryption,
    log,
    lastError,
    database,
    lastUsed,
    auditAnchor,
    setupTokenFile: openSetupTokenFile(dataDirectory.path, log),
    background,
    notifications,
    metrics,
    writes: UNWATCHED,
    releaseFeed: options.releaseFeed ?? startReleaseFeed({ url: undefined, log }),
    pool: testPool(),
    operations,
    alertFeed,
    bindings,
    syslog,
    reachability,
    discovery,
    backups,
    polling,
    names: NO_NAMES,
    monitoring: { onChange: options.onMonitoringChange ?? (() => undefined) },
    host: { description: "PostgreSQL of the tests", limitations: [], isReady: () => true },
    instance,
    peers: openPeers({
      db: database.db,
      instance,
      readAddress: () => address,
      isAlone: () => false,
      log,
    }),
    dataFolder: dataDirectory.path,
    probes: options.probes ?? [],
    heartbeat:
      options.heartbeat ??
      openHeartbeat({ settings, probes: [], outbound: notifications.outbound, metrics, log }),
    requireDatabase: options.requireDatabase ?? (() => undefined),
    webUi: options.webUi ?? { state: () => ({ name: "building" }) },
  });
  const other =
    isSpread && options.database === undefined && options.isOne !== true ? await startOther() : undefined;
  let calls = 0;

  /** The one that is asked each second time. */
  async function startOther(): Promise<OtherProcess & { settled?: () => Promise<void> }> {
    if (SPREAD === "processes")
      return startOtherProcess({
        connection: database.connection,
        dataDirectory: dataDirectory.path,
        environment: {
          ...OWN_SETTINGS,
          ...options.settings,
          SECRET_KEY,
          MASTER_KEY,
        },
      });
    const beside = { dataDirectory: dataDirectory.path, eventTable };
    const service = await createTestService({ ...options, database, beside });
    return {
      ask: async (path, init, peer) => service.app.request(path, init, { peer }),
      settled: () => service.background.settled(),
      close: () => service.close(),
    };
  }

  /** `call("GET /api/v1/auth/me", { token })` */
  async function call(what: string, how: CallOptions = {}): Promise<Answer> {
    const [method = "", path = ""] = what.split(" ", 2);
    const { peer = PEER } = how;
    const init = requestInit(method, how);
    const response =
      other === undefined || calls++ % 2 === 0
        ? await app.request(path, init, { peer })
        : await other.ask(path, init, peer);
    const text = await textOf(response);
    const answer = { status: response.status, headers: response.headers, text, body: parsed(response, text) };
    conformance ??= createConformance(await readDocument(app));
    conformance.check({ method, path: path.split("?")[0] ?? "", ...answer });
    return answer;
  }

  /** An active user, straight into the database; logins and keys go through the app. */
  async function givenUser(
    wanted: { role?: string; username?: string; password?: string; hasUsualHash?: boolean } = {},
  ): Promise<TestUser> {
    const { role = "Viewer", username = uniqueName("user"), password = PASSWORD } = wanted;
    const passwordHash = await (wanted.hasUsualHash === true ? hashPassword(password) : hashOf(password));
    const [user] = await database.db
      .insert(users)
      .values({ username, passwordHash, role })
      .returning({ id: users.id });
    if (user === undefined) throw new Error("no user was made");
    return { id: user.id, username, password, role };
  }

  async function sessionOf({ username, password }: TestUser): Promise<Session> {
    const answer = await call("POST /api/v1/auth/login", { body: { username, password } });
    if (answer.status !== 200) throw new Error(`login answered ${answer.status}: ${answer.text}`);
    const cookies = cookiesOf(answer);
    const value = (name: string) => cookies.get(name)?.split(";")[0] ?? "";
    return {
      token: value("svc_access"),
      refreshToken: value("svc_refresh"),
      csrfToken: value("svc_csrf"),
      cookies: [...cookies].map(([name, cookie]) => `${name}=${cookie.split(";")[0]}`).join("; "),
    };
  }

  async function createKey(credentials: Credentials, body: unknown = { name: "test" }) {
    const answer = await call("POST /api/v1/api-keys", { ...credentials, body });
    return ApiKeyCreateResponse.parse(answer.body);
  }

  let closed: Promise<void> | undefined;

  /** Not needed: the end of the run closes what is still open. */
  function close(): Promise<void> {
    closed ??= (async () => {
      open.delete(close);
      await other?.close();
      operations.feed.close();
      alertFeed.close();
      await operations.runner.stop();
      await polling.stop();
      await background.settled();
      await lastUsed.close();
      await syslog.stop(STOP_MS);
      await reachability.close();
      dataDirectory.close();
      rmSync(dataDirectory.path, { recursive: true, force: true });
      if (options.database === undefined) await database.drop();
    })();
    return closed;
  }
  if (open.size === 0) atRunEnd(closeAll);
  open.add(close);

  return {
    app,
    database,
    lastUsed,
    lastError,
    operations,
    discovery,
    backups,
    /** Not started: tests say when it polls. */
    polling,
    syslog,
    /** Where its events are; undefined: in segments. */
    eventTable,
    notifications,
    /** What goes on after answers, and the mails that it is about. */
    background: {
      async settled() {
        await background.settled();
        await other?.settled?.();
        await notifications.worker.deliverDue();
      },
    },
    dataDirectory: dataDirectory.path,
    /** Not there before something is noted in it. */
    auditAnchorFile,
    call,
    givenUser,
    givenAdmin: () => givenUser({ role: "SuperAdmin" }),
    sessionOf,
    tokenOf: async (user: TestUser) => (await sessionOf(user)).token,
    createKey,
    apiKeyOf: async (user: TestUser, body?: unknown) =>
      createKey({ token: (await sessionOf(user)).token }, body),
    /** By what other processes know it; no row of it is written. */
    instance,
    /** The app behind a real listener, as main.ts starts it. */
    listen(timeouts: Pick<ListenOptions, "receiveSeconds" | "answerSeconds"> = {}) {
      const server = listen(app, { port: 0, hostname: "127.0.0.1", ...timeouts });
      address = server.url.origin;
      return server;
    },
    close,
  };
}

/** The cookies that an answer sets: name to the rest of the header. */
export function cookiesOf(answer: { headers: Headers }): Map<string, string> {
  return new Map(
    answer.headers.getSetCookie().map((cookie) => {
      const end = cookie.indexOf("=");
      return [cookie.slice(0, end), cookie.slice(end + 1)] as const;
    }),
  );
}
