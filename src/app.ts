import type { AlertFeed } from "#features/alerts";
import { revokeUserKeys, type LastUsedWriter } from "#features/api-keys";
import { observeAudit, type AuditAnchor, type StoredAuditEntry } from "#features/audit";
import type { Backups } from "#features/backups";
import type { BindingRecorder } from "#features/bindings";
import { observationsOfArpOf } from "#features/forwarding";
import { useUpResetTokens } from "#features/auth";
import { createIdempotencyStore } from "#features/idempotency";
import { createAccountNotifier, welcomeUser, type Notifications } from "#features/notifications";
import { type Discovery } from "#features/discovery";
import { whyNotUndoable, type UndoRegistry } from "#features/undo";
import { createSsoRequirement } from "#features/oidc";
import { IPAM_NAMES, syncSubnetOfGroup } from "#features/ipam";
import { maintenanceOf } from "#features/maintenance";
import { findRootAddresses, ORPHANS_KEPT_DAYS } from "#features/monitoring";
import type { HostDescription } from "#features/diagnostics";
import type { InstanceSelf } from "#features/instances";
import type { OperationFeed, OperationRunner, ResultFiles } from "#features/operations";
import { contextOf, createSecondFactorStarter, requireOwner } from "#features/second-factor";
import type { SetupTokenFile } from "#features/setup";
import { SNMP_PROFILE_NAMES } from "#features/snmp-profiles";
import type { SyslogEngine } from "#features/syslog";
import type { Heartbeat, ReadinessProbe, ReleaseFeed } from "#features/system";
import { type SnmpPolling } from "#features/snmp-polling";
import { createToolLimit } from "#features/tools";
import { profileDevices, TOPOLOGY_NAMES } from "#features/topology";
import type { Background } from "#platform/background";
import type { Database } from "#platform/database";
import type { Reachability } from "#platform/echo/reachability";
import type { Encryption } from "#platform/encryption";
import { LOG_FORMAT_NAMES } from "#features/log-formats";
import { mountDocs } from "#platform/http/docs";
import type { Route } from "#platform/http/route";
import { createServerApp, type ServerApp } from "#platform/http/server-app";
import { requireSafety } from "#platform/http/write-safety";
import { Viewers } from "#platform/http/viewers";
import { mountWebUi, type WebUi } from "#platform/http/web-ui";
import type { LastError } from "#platform/last-error";
import type { Logger } from "#platform/log";
import type { Metrics } from "#platform/metrics";
import type { WorkerPool } from "#platform/workers";
import type { Writes } from "#platform/write-watch";
import { alertLiveRoutes } from "./features/alerts/live/routes";
import { alertRoutes } from "./features/alerts/routes";
import { apiKeyRoutes } from "./features/api-keys/routes";
import { auditRoutes } from "./features/audit/routes";
import { passwordRoutes } from "./features/auth/password-routes";
import { authRoutes } from "./features/auth/routes";
import { sessionRoutes } from "./features/auth/session-routes";
import { bindingRoutes } from "./features/bindings/routes";
import { configurationRoutes } from "./features/configuration/routes";
import { instanceRoutes } from "./features/instances/routes";
import { migrationRoutes } from "./features/imports/routes";
import { ipamRoutes } from "./features/ipam/routes";
import { deviceEventRoutes } from "./features/device-events/routes";
import { dashboardRoutes } from "./features/dashboard/routes";
import { diagnosticsRoutes } from "./features/diagnostics/routes";
import { discoveryRoutes } from "./features/discovery/routes";
import { forwardingRoutes } from "./features/forwarding/routes";
import { monitoringRoutes } from "./features/monitoring/routes";
import { neighbourRoutes } from "./features/neighbours/routes";
import { logFormatRoutes } from "./features/log-formats/routes";
import { lookupRoutes } from "./features/lookup/routes";
import { maintenanceRoutes } from "./features/maintenance/routes";
import { deliveryRoutes } from "./features/notifications/deliveries/routes";
import { notificationProfileRoutes } from "./features/notifications/profile-routes";
import { notificationRoutes } from "./features/notifications/routes";
import { oidcRoutes } from "./features/oidc/routes";
import { mountPeerReport } from "./features/instances/peer-report";
import { mountPeerFiles } from "./features/operations/peer-files";
import { operationRoutes } from "./features/operations/routes";
import { oidcSettingsRoutes } from "./features/oidc/settings-routes";
import { secondFactorLoginRoutes } from "./features/second-factor/login-routes";
import { passkeyRoutes } from "./features/second-factor/passkey-routes";
import { secondFactorRoutes } from "./features/second-factor/routes";
import { deviceTypeRoutes } from "./features/device-types/routes";
import { sensorRoutes } from "./features/sensors/routes";
import { settingsRoutes } from "./features/settings/routes";
import { setupRoutes } from "./features/setup/routes";
import { portRoutes } from "./features/ports/routes";
import { pollingRoutes } from "./features/snmp-polling/routes";
import { snmpProfileRoutes } from "./features/snmp-profiles/routes";
import { backupRoutes } from "./features/backups/routes";
import { exportRoutes } from "./features/exports/routes";
import { MergedLive } from "./features/syslog/live/peers/merged-live";
import { liveRoutes, liveSockets } from "./features/syslog/live/routes";
import { syslogRoutes } from "./features/syslog/routes";
import { eventRoutes } from "./features/syslog/search/routes";
import { relayRoutes } from "./features/syslog/relays/routes";
import { savedSearchRoutes } from "./features/syslog/saved-searches/routes";
import { parseTestRoutes } from "./features/syslog/parse-test/routes";
import { statusPageRoutes } from "./features/status-pages/routes";
import { healthRoutes, systemRoutes } from "./features/system/routes";
import { toolRoutes, type ToolsDeps } from "./features/tools/routes";
import { topologyRoutes } from "./features/topology/routes";
import { undoRoutes } from "./features/undo/routes";
import { profileRoutes } from "./features/users/profile-routes";
import { roleRoutes } from "./features/users/role-routes";
import { userRoutes } from "./features/users/routes";
import { endUserAccess, liveAccess } from "./composition/callers";
import { DEVICE_BELONGINGS, SITE_BELONGINGS } from "./composition/device-belongings";
import { DEVICE_MOVERS } from "./composition/device-movers";
import { createAppNameReader } from "./composition/app-name";
import { diagnosticsDeps } from "./composition/diagnostics";
import { installedVersion } from "./composition/installed-version";
import { createTargetRule, systemSettingsOf } from "./composition/network-rules";
import { oidcEnvironment } from "./composition/oidc-environment";
import { openReportMailing } from "./composition/report-mailing";
import { instancesContextOf, readReportOf } from "./composition/own-report";
import type { Peers } from "./composition/peers";
import { healthDeps, ownOriginsOf, serverOptions } from "./composition/server-options";
import { collectorSockets, mountCollectorPeers } from "./health-app";
import type { Settings } from "./settings/settings";
import { createUndoers } from "./composition/undoers";
import { WATCHED_BELONGINGS } from "./composition/watched-belongings";
import { configurationDeps } from "./composition/configuration-kinds";

export type AppDeps = {
  settings: Settings;
  secretKey: string;
  /** Of the secrets that the database keeps. */
  encryption: Encryption;
  log: Logger;
  /** What the log told of last. */
  lastError: LastError;
  database: Database;
  lastUsed: LastUsedWriter;
  auditAnchor: AuditAnchor;
  setupTokenFile: SetupTokenFile;
  /** What is done after the answer; settled before the process ends. */
  background: Background;
  notifications: Notifications;
  metrics: Metrics;
  /** Told of what may have been written. */
  writes: Pick<Writes, "hurry">;
  releaseFeed: ReleaseFeed;
  pool: WorkerPool;
  operations: { runner: OperationRunner; feed: OperationFeed; files: ResultFiles };
  alertFeed: AlertFeed;
  bindings: Pick<BindingRecorder, "counts" | "observe">;
  syslog: SyslogEngine;
  reachability: Reachability;
  discovery: Discovery;
  backups: Backups;
  polling: SnmpPolling;
  /** How tools find names; absent: as the system does. */
  names?: Pick<ToolsDeps, "lookUp" | "nameServers">;
  /** Hears of writes that change what is to be checked. */
  monitoring: { onChange: () => void };
  host: HostDescription;
  /** What this process says of itself to others. */
  instance: InstanceSelf;
  /** Absolute path of DATA_DIR. */
  dataFolder: string;
  probes: readonly ReadinessProbe[];
  heartbeat: Pick<Heartbeat, "status">;
  /** Throws the 503 while the database is not there to be asked. */
  requireDatabase: () => void;
  /** Whether callers are to take their next request elsewhere; absent: they are not. */
  isStopping?: () => boolean;
  webUi: WebUi;
  peers: Peers;
};

/** Each tab that is looked at has one; beyond that they ask from time to time. */
const ALERT_STREAMS = { inAll: 500, perUser: 10 };

/** The whole API, every feature mounted behind the guard, and the UI for all other paths. Does no I/O of its own. */
export function createApp(deps: AppDeps): ServerApp {
  const { settings } = deps;
  const live = {
    db: deps.database.db,
    source: new MergedLive({ hub: deps.syslog.live, ...deps.peers, log: deps.log }),
    log: deps.log,
    viewers: new Viewers(liveAccess(deps), {
      inAll: settings.SYSLOG_WS_MAX_CONNECTIONS,
      perUser: settings.SYSLOG_WS_MAX_CONNECTIONS_PER_USER,
    }),
  };
  const { db, viewers } = live;
  const undoers = createUndoers(deps);
  const watched = operationRoutes({ db, ...deps.operations, others: deps.peers.others, viewers });
  const alerts = alertLiveRoutes({
    db,
    feed: deps.alertFeed,
    viewers: new Viewers(liveAccess(deps), ALERT_STREAMS),
  });
  const routes = [...liveRoutes(live), ...watched, ...alerts, ...routesOf(deps, undoers)];
  for (const route of routes) requireSafety(route);
  const app = createServerApp(routes, {
    ...serverOptions(deps),
    sockets: [...liveSockets(live), ...collectorSockets(deps)],
    trials: {
      db: deps.database.db,
      observe: (transaction, requestId, work) =>
        observeAudit({ db: transaction, requestId, whyNotUndoable: whyNotBy(undoers) }, work),
    },
    idempotency: createIdempotencyStore(deps.database.db),
  });
  mountCollectorPeers(app, deps);
  mountPeerReport(app, { gate: deps.peers.gate, readReport: readReportOf(deps) });
  mountPeerFiles(app, { files: deps.operations.files, gate: deps.peers.gate });
  mountDocs(app, routes);
  mountWebUi(app, deps.webUi);
  return app;
}

const whyNotBy = (undoers: UndoRegistry) => (entry: StoredAuditEntry) => whyNotUndoable(undoers, entry);

function routesOf(deps: AppDeps, undoers: UndoRegistry): Route[] {
  const { settings, secretKey, lastUsed, encryption } = deps;
  const { db } = deps.database;
  const version = installedVersion(settings);
  const { senders, accountMail } = deps.notifications;
  const mail = { accountMail, appUrl: settings.APP_URL };
  const tellUser = createAccountNotifier(mail);
  const auth = {
    secretKey,
    accessTokenMinutes: settings.ACCESS_TOKEN_MINUTES,
    refreshTokenDays: settings.REFRESH_TOKEN_DAYS,
    sessionMaxDays: settings.SESSION_MAX_DAYS,
    maxFailedAttempts: settings.AUTH_MAX_FAILED_ATTEMPTS,
    lockoutMinutes: settings.AUTH_LOCKOUT_MINUTES,
    progressiveDelaySeconds: settings.AUTH_PROGRESSIVE_DELAY_SECONDS,
    isAddressLockoutEnabled: settings.AUTH_IP_LOCKOUT_ENABLED,
    maxAddressFailures: settings.AUTH_IP_MAX_FAILED_ATTEMPTS,
    isCookieSecure: settings.AUTH_COOKIE_SECURE,
  };
  const systemSettings = systemSettingsOf(db, settings);
  const collectorPeers = { ...deps.peers, log: deps.log };
  const tools = {
    countCall: createToolLimit(deps.database.sql, {
      maxCalls: settings.TOOL_RATE_LIMIT_MAX_CALLS,
      windowSeconds: settings.TOOL_RATE_LIMIT_WINDOW_SECONDS,
    }),
    targetRule: createTargetRule(db, settings),
  };
  const oidc = { db, encryption, environment: oidcEnvironment(settings), appUrl: settings.APP_URL };
  const isSsoRequired = createSsoRequirement(oidc);
  const desk = { ...deps.operations, db, log: deps.log };
  const secondFactor = { db, settings: auth, encryption, appUrl: settings.APP_URL, isSsoRequired };
  return [
    ...healthRoutes(healthDeps(deps)),
    ...systemRoutes({
      reachability: deps.reachability,
      version,
      releaseFeed: deps.releaseFeed,
      heartbeat: deps.heartbeat,
    }),
    ...instanceRoutes(instancesContextOf(deps)),
    ...diagnosticsRoutes(diagnosticsDeps(deps)),
    ...setupRoutes({
      db,
      secretKey,
      windowMinutes: settings.SETUP_WINDOW_MINUTES,
      file: deps.setupTokenFile,
      appUrl: settings.APP_URL,
      ownOrigins: ownOriginsOf(settings),
    }),
    ...userRoutes({
      db,
      welcome: (tx, user) => welcomeUser(mail, tx, user),
      endAccess: endUserAccess,
      tellUser,
      endMailedLinks: useUpResetTokens,
    }),
    ...roleRoutes({ db }),
    ...profileRoutes({
      db,
      tellUser,
      endMailedLinks: useUpResetTokens,
      requireProof: (request, proof) =>
        requireOwner(contextOf(secondFactor, request), { caller: request.caller, proof }),
    }),
    ...authRoutes({
      db,
      version: version.version,
      settings: auth,
      startSecondFactor: createSecondFactorStarter({ db, secretKey }),
      isSsoRequired,
    }),
    ...oidcRoutes({ ...oidc, settings: auth, log: deps.log }),
    ...oidcSettingsRoutes(oidc),
    ...secondFactorLoginRoutes(secondFactor),
    ...secondFactorRoutes(secondFactor),
    ...passkeyRoutes(secondFactor),
    ...sessionRoutes({ db, settings: auth }),
    ...passwordRoutes({
      db,
      settings: auth,
      revokeKeys: revokeUserKeys,
      tellUser,
      background: deps.background,
      ...mail,
    }),
    ...notificationRoutes({ db, encryption, senders }),
    ...notificationProfileRoutes({ db, encryption, senders }),
    ...deliveryRoutes({ db }),
    ...alertRoutes({
      db,
      encryption,
      senders,
      readAppName: createAppNameReader(db, settings),
      syslog: deps.syslog,
      log: deps.log,
      rootAddresses: () => findRootAddresses(settings.MONITORING_ROOT_ADDRESSES),
      appUrl: settings.APP_URL,
      secretKey,
    }),
    ...apiKeyRoutes({ db, lastUsed, tellUser }),
    ...auditRoutes({
      db,
      anchor: deps.auditAnchor,
      whyNotUndoable: whyNotBy(undoers),
      names: { ...TOPOLOGY_NAMES, ...IPAM_NAMES, ...SNMP_PROFILE_NAMES, ...LOG_FORMAT_NAMES },
    }),
    ...undoRoutes({ db, registry: undoers, historyDays: ORPHANS_KEPT_DAYS, ...deps.monitoring }),
    ...migrationRoutes({ ...deps, db, registry: undoers }),
    ...configurationRoutes({ ...configurationDeps(deps), undoers }),
    ...settingsRoutes(systemSettings),
    ...deviceTypeRoutes({ db }),
    ...snmpProfileRoutes({ db, encryption, devices: profileDevices }),
    ...toolRoutes({
      db,
      log: deps.log,
      metrics: deps.metrics,
      encryption,
      ...deps.names,
      ...tools,
      reachability: deps.reachability,
      pool: deps.pool,
    }),
    ...ipamRoutes({ db, pool: deps.pool, operations: deps.operations.runner }),
    ...bindingRoutes({ db, recorder: deps.bindings, retentionDays: settings.BINDING_RETENTION_DAYS }),
    ...dashboardRoutes({ db }),
    ...discoveryRoutes({ db, pool: deps.pool, discovery: deps.discovery }),
    ...lookupRoutes({ db, syslog: deps.syslog, log: deps.log }),
    ...maintenanceRoutes({ db, ...deps.monitoring }),
    ...statusPageRoutes({ db }),
    ...deviceEventRoutes({ db, syslog: deps.syslog, log: deps.log }),
    ...topologyRoutes({
      db,
      pool: deps.pool,
      encryption,
      tools,
      reachability: deps.reachability,
      operations: deps.operations.runner,
      keepArp: async (read) => deps.bindings.observe(await observationsOfArpOf(db, read)),
      movers: DEVICE_MOVERS,
      belongings: DEVICE_BELONGINGS,
      siteBelongings: SITE_BELONGINGS,
      syncSubnet: syncSubnetOfGroup,
    }),
    ...neighbourRoutes({ db, encryption, tools, retentionDays: settings.NEIGHBOUR_RETENTION_DAYS }),
    ...forwardingRoutes({ db, pool: deps.pool, retentionDays: settings.FORWARDING_RETENTION_DAYS }),
    ...portRoutes({ db, log: deps.log }),
    ...pollingRoutes({ db, polling: deps.polling, countCall: tools.countCall }),
    ...sensorRoutes({ db, encryption, ...tools, log: deps.log }),
    ...monitoringRoutes({
      db,
      encryption,
      ...tools,
      reachability: deps.reachability,
      rootAddresses: () => findRootAddresses(settings.MONITORING_ROOT_ADDRESSES),
      maintenanceOf,
      belongings: WATCHED_BELONGINGS,
      log: deps.log,
      ...deps.monitoring,
    }),
    ...syslogRoutes({ engine: deps.syslog, peers: collectorPeers }),
    ...eventRoutes({ engine: deps.syslog }),
    ...relayRoutes({ db, intake: deps.syslog.relayIntake }),
    ...savedSearchRoutes({ db }),
    ...parseTestRoutes({ engine: deps.syslog, pool: deps.pool }),
    ...logFormatRoutes({ db, engine: deps.syslog, pool: deps.pool, peers: collectorPeers }),
    ...exportRoutes({
      desk,
      engine: deps.syslog,
      ...openReportMailing({ ...deps, outbox: deps.notifications.outbox }),
    }),
    ...backupRoutes({ backups: deps.backups, desk }),
  ];
}
