import { availableParallelism } from "node:os";
import { z } from "zod";
import {
  BIND_ADDRESS,
  CLICKHOUSE_ADDRESS,
  FERNET_KEY,
  HTTP_ADDRESS,
  JSON_OBJECT,
  MODEST_ROLE,
  POSTGRES_ADDRESS,
  RELAY_NAME,
  SIGNING_KEY,
  TIME_ZONE,
  boolean,
  choice,
  decimal,
  integer,
  list,
  addresses,
  networks,
  optionalInteger,
  optionalText,
  port,
  roles,
  secret,
  senderZones,
  text,
} from "./fields";

const CONTENT_SECURITY_POLICY =
  "default-src 'self'; base-uri 'self'; frame-ancestors 'none'; img-src 'self' data: blob:; object-src 'none'; " +
  "script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self' ws: wss:; font-src 'self' data:";

/** Browsers keep no cookie longer (RFC 6265bis section 5.5). */
const LONGEST_COOKIE_DAYS = 400;
/** Far beyond it there are no dates. */
const MAX_DAYS = 100_000;
const YEAR_MINUTES = 525_600;
/** Counters are 32-bit columns. */
const MAX_COUNTED = 2_147_483_647;

/**
 * Every environment variable that the service reads; docs/settings.md is printed from this list. Made anew at each call:
 * a service needs the 1,600 schemas of it once.
 */
export function createSettingsSchema() {
  return z.object({
    APP_ENV: text("development", "`production` refuses placeholder secrets and warns of open defaults"),
    APP_VERSION: text("", "installed version to report, else that of package.json"),
    APP_CHANNEL: text("", "build channel to report"),
    APP_URL: text("", "address of the service as its users see it", { rule: HTTP_ADDRESS }),
    APP_HOST: text("", "bind address of the HTTP listener; all addresses when empty"),
    APP_PORT: port(8080, "HTTP listener: API, docs, OpenAPI document, health"),
    ROLES: roles(
      "what this process does: any of `api`, `collector`, `worker`, by commas or spaces; fewer than all need `DATABASE_URL`, see `docs/replicas.md`",
    ),
    INSTANCE_URL: optionalText(
      "how other processes of the same database reach this one, else its host name and `APP_PORT` over http",
      HTTP_ADDRESS,
    ),
    DRAIN_SECONDS: integer(
      0,
      "behind SIGTERM: how long it goes on serving, not ready any more, until proxies have noticed",
      { min: 0, max: 3600 },
    ),
    DATA_DIR: text("./data", "data folder; created; everything that is kept lies here"),
    DATABASE_URL: optionalText("`postgres://…` of your own PostgreSQL; unset: one of ours", POSTGRES_ADDRESS),
    EVENTS_URL: secret(
      "`clickhouse://…` that keeps events, see `docs/clickhouse.md`; unset: files",
      CLICKHOUSE_ADDRESS,
    ),
    POSTGRES_BIN_DIR: optionalText("folder with `postgres` and `initdb` to use instead of the packaged ones"),
    POSTGRES_TEMPLATE_DIR: optionalText(
      "folder with a ready-made cluster for the first start; the container image brings one",
    ),
    SECRET_KEY: secret("signs tokens; made once and kept in `DATA_DIR` when unset", SIGNING_KEY),
    MASTER_KEY: secret(
      "Fernet key that encrypts stored secrets; made once and kept in `DATA_DIR` when unset",
      FERNET_KEY,
    ),
    MIGRATION_BACKUP: choice(
      "required",
      ["required", "attempted", "off"],
      "backup of the database before a newer version migrates it; attempted: without one it is migrated all the same",
    ),
    LOG_LEVEL: choice(
      "info",
      ["debug", "info", "warning", "error", "critical"],
      "least level that is logged",
    ),
    LOG_FORMAT: choice(
      "auto",
      ["auto", "json", "pretty"],
      "JSON objects, or lines for a person; auto: the latter at a terminal",
    ),
    HEARTBEAT_URL: optionalText("called while the service is ready, see `docs/heartbeat.md`", HTTP_ADDRESS),
    HEARTBEAT_SECONDS: integer(60, "between two calls of it", { min: 10, max: 86_400 }),
    METRICS_TOKEN: secret("bearer token of `/metrics`; unset: `/metrics` is 404"),
    METRICS_MAX_TARGETS: integer(
      1000,
      "devices, service checks and monitors up to which `/metrics` has each by itself; of more it has sums alone; 0 = never",
      { min: 0, max: 5000 },
    ),
    RELEASE_FEED_URL: optionalText(
      "where to look for newer releases every hour, see `docs/release-feed.md`; unset: nothing is asked",
      HTTP_ADDRESS,
    ),
    WORKER_THREADS: integer(
      Math.max(1, availableParallelism() - 1),
      "threads that parse lines, and as many for other heavy work while there is any",
      { min: 1, max: 64, shown: "processors - 1" },
    ),

    SETUP_WINDOW_MINUTES: integer(
      15,
      "time after the database was created in which anyone may make the first administrator; then this machine, or whoever has the token that the start prints; 0 = no such time",
      { min: 0, max: YEAR_MINUTES },
    ),

    CORS_ORIGINS: list(["http://localhost:8080"], "browser origins that may call the API"),
    TRUSTED_HOSTS: list([], "accepted `Host` values (`*.x` wildcards); empty: all"),
    TRUSTED_PROXY_IPS: list([], "proxies whose `X-Forwarded-*` headers count", networks),
    FORWARDED_ALLOW_IPS: optionalText("accepted and ignored; use `TRUSTED_PROXY_IPS`"),
    SECURE_HEADERS_ENABLED: boolean(true, "security headers on every answer"),
    SECURE_HSTS_ENABLED: boolean(false, "HSTS on https requests"),
    SECURE_HSTS_MAX_AGE: integer(31_536_000, "HSTS age in seconds", { min: 0 }),
    SECURE_CONTENT_SECURITY_POLICY: text(CONTENT_SECURITY_POLICY, "`Content-Security-Policy`", {
      shown: "see `src/settings/schema.ts`",
    }),
    SECURE_REFERRER_POLICY: text("strict-origin-when-cross-origin", "`Referrer-Policy`"),
    SECURE_PERMISSIONS_POLICY: text("camera=(), geolocation=(), microphone=()", "`Permissions-Policy`"),

    AUTH_COOKIE_SECURE: boolean(false, "`Secure` on all cookies; set it when served over https"),
    ACCESS_TOKEN_MINUTES: integer(60, "life of an access token and its cookie", {
      min: 1,
      max: LONGEST_COOKIE_DAYS * 1440,
    }),
    REFRESH_TOKEN_DAYS: integer(7, "a session that was not refreshed for so long ends", {
      min: 1,
      max: LONGEST_COOKIE_DAYS,
    }),
    SESSION_MAX_DAYS: integer(30, "longest life of a session, however often it is refreshed", {
      min: 1,
      max: MAX_DAYS,
    }),
    AUTH_MAX_FAILED_ATTEMPTS: integer(5, "wrong passwords before a user name is locked", {
      min: 1,
      max: MAX_COUNTED,
    }),
    AUTH_LOCKOUT_MINUTES: integer(15, "length of that lock", { min: 1, max: YEAR_MINUTES }),
    AUTH_IP_LOCKOUT_ENABLED: boolean(
      false,
      "lock a client address after as few wrong passwords as a user name",
    ),
    AUTH_IP_MAX_FAILED_ATTEMPTS: integer(
      100,
      "wrong passwords from a client address (IPv6: /64), whatever the names, before it is locked; 0 = never",
      { min: 0, max: MAX_COUNTED },
    ),
    AUTH_PROGRESSIVE_DELAY_SECONDS: decimal(0.5, "delay per failed attempt, at most 8 s; 0 = off", {
      min: 0,
    }),
    IDLE_TIMEOUT_MINUTES: integer(15, "idle time before the UI signs out, until an administrator sets it", {
      min: 1,
      max: 480,
    }),
    ACTIVE_NETWORK_PUBLIC_TARGETS_ENABLED: boolean(
      false,
      "active tools may target public addresses, until an administrator sets it",
    ),
    TOOL_RATE_LIMIT_MAX_CALLS: integer(20, "calls of tools per user and window, all tools together", {
      min: 1,
      max: MAX_COUNTED,
    }),
    TOOL_RATE_LIMIT_WINDOW_SECONDS: integer(60, "length of that window, which slides", {
      min: 1,
      max: YEAR_MINUTES * 60,
    }),
    DISCOVERY_SCAN_TIMEOUT_SECONDS: integer(
      60,
      "base of the time after which a scan is ended; larger targets have more",
      { min: 1, max: 1800 },
    ),
    DISCOVERY_RATE_LIMIT_SECONDS: integer(60, "gap between two scans by hand of a user; 0 = none", {
      min: 0,
      max: 86_400,
    }),
    DISCOVERY_MAX_HOSTS_WITHOUT_CONFIRMATION: integer(
      256,
      "addresses above which a scan has to be confirmed",
      {
        min: 1,
        max: 1_048_576,
      },
    ),
    DISCOVERY_MAX_HOSTS: integer(1024, "most addresses of a scan", { min: 1, max: 1_048_576 }),
    API_KEY_RATE_LIMIT_MAX_CALLS: integer(120, "calls per key and window", { min: 1, max: MAX_COUNTED }),
    API_KEY_RATE_LIMIT_WINDOW_SECONDS: integer(60, "length of that window", {
      min: 1,
      max: YEAR_MINUTES * 60,
    }),
    API_KEY_MAX_FAILED_LOOKUPS: integer(10, "bad keys per client address before it is locked", {
      min: 1,
      max: MAX_COUNTED,
    }),
    API_KEY_LOOKUP_LOCKOUT_MINUTES: integer(15, "length of that lock", { min: 1, max: YEAR_MINUTES }),
    SMTP_CA_FILE: optionalText(
      "PEM file of certificate authorities that a mail server's certificate may also come from",
    ),
    NOTIFICATION_CA_FILE: optionalText(
      "the same for https addresses that notifications go to (ntfy, Signal, webhooks, Apprise)",
    ),
    NOTIFICATION_BLOCK_PRIVATE_TARGETS: boolean(
      false,
      "refuse notifications and mails to private and loopback hosts, and to names that cannot be resolved",
    ),

    OIDC_ENABLED: boolean(
      false,
      "single sign-on by an OpenID Connect provider, until an administrator sets it",
    ),
    OIDC_ISSUER: text("", "the provider's issuer address", { rule: HTTP_ADDRESS }),
    OIDC_CLIENT_ID: text("", "what the provider calls this service"),
    OIDC_CLIENT_SECRET: secret("the service's secret at the provider; empty: a public client"),
    OIDC_REDIRECT_URL: text(
      "",
      "where the provider sends users back to, else `APP_URL` + the callback's path",
      {
        rule: HTTP_ADDRESS,
      },
    ),
    OIDC_SCOPES: text("openid profile email", "what the provider is asked for"),
    OIDC_ALLOWED_EMAIL_DOMAINS: list([], "mail domains whose users may sign in; empty: all"),
    OIDC_AUTO_PROVISION: boolean(false, "make a user at the first sign-in of somebody unknown"),
    OIDC_PROVIDER_NAME: text("SSO", "what the sign-in button calls the provider"),
    OIDC_LINK_BY_EMAIL: boolean(
      true,
      "a first sign-in takes over the user with the same verified mail address",
    ),
    OIDC_ALLOW_UNVERIFIED_EMAIL: boolean(
      false,
      "accept users whose mail address the provider has not verified",
    ),
    OIDC_GROUP_CLAIM: text("groups", "claim with the user's groups"),
    OIDC_ROLE_MAPPINGS: text("", "group to role, as a JSON object", { rule: JSON_OBJECT }),
    OIDC_MANAGE_ROLES: boolean(false, "set roles at every sign-in, not only for new users"),
    OIDC_DEFAULT_ROLE: text("Viewer", "role of users whose groups are in no mapping", { rule: MODEST_ROLE }),
    OIDC_ALLOW_SUPER_ADMIN: boolean(false, "groups may be mapped to SuperAdmin"),

    EVENT_RETENTION_DAYS: integer(7, "accepted and checked; nothing is removed by it", {
      min: 1,
      max: MAX_DAYS,
    }),
    FIREWALL_LOG_RETENTION_DAYS: integer(7, "days that events are kept", { min: 1, max: MAX_DAYS }),
    FIREWALL_LOG_RETENTION_BYTES: integer(
      0,
      "most that stored events may take on disk, the oldest go first; 0 = no limit",
      { min: 0 },
    ),
    BINDING_RETENTION_DAYS: integer(400, "days that it is kept who had an address, from when that ended", {
      min: 1,
      max: MAX_DAYS,
    }),
    BINDING_MAX_NEW_PER_HOUR: integer(
      200_000,
      "holders of addresses that logs may add in an hour, one sender's a quarter of it; renewals do not count",
      { min: 4 },
    ),
    FORWARDING_RETENTION_DAYS: integer(
      90,
      "days that it is kept which switch port a MAC address hung on, from when it was seen there last",
      { min: 1, max: MAX_DAYS },
    ),
    NEIGHBOUR_RETENTION_DAYS: integer(
      90,
      "days that a neighbour is kept which is not heard any more; dismissed and matched ones stay",
      { min: 1, max: MAX_DAYS },
    ),
    TOOL_RESULT_RETENTION_DAYS: integer(
      365,
      "days that answers of tools stay on the device they were kept on",
      {
        min: 1,
        max: MAX_DAYS,
      },
    ),
    SYSLOG_ENABLED: boolean(true, "all syslog listeners"),
    SYSLOG_UDP_ENABLED: boolean(true, "UDP listener"),
    SYSLOG_TCP_ENABLED: boolean(true, "TCP listener"),
    SYSLOG_HOST: text("::", "bind address of the syslog listeners; `::` takes both families", {
      rule: BIND_ADDRESS,
    }),
    SYSLOG_UDP_PORT: port(1514, "UDP port"),
    SYSLOG_TCP_PORT: port(1514, "TCP port"),
    SYSLOG_TLS_ENABLED: boolean(false, "TLS listener; needs certificate and key"),
    SYSLOG_TLS_PORT: port(6514, "TLS port"),
    SYSLOG_TLS_CERTFILE: optionalText(
      "PEM file of the TLS listener's certificate chain; taken anew when it changes, and on SIGHUP",
    ),
    SYSLOG_TLS_KEYFILE: optionalText("PEM file of its key"),
    SYSLOG_TLS_CLIENT_CAFILE: optionalText(
      "PEM file of the authorities whose clients alone are heard over TLS; unset: any client",
    ),
    SNMP_TRAP_PORT: port(
      0,
      "UDP port for SNMP traps and informs, which become events as syslog lines do; usual are 162 and 1162; 0: off. Needs SYSLOG_ENABLED",
    ),
    SNMP_TRAP_HOST: text("::", "bind address for traps; `::` takes both families", { rule: BIND_ADDRESS }),
    SNMP_TRAP_ANY_COMMUNITY: boolean(
      false,
      "traps of any community are taken; else of those alone that an SNMP profile of v1 or v2c has",
    ),
    SYSLOG_RECEIVER_THREADS: integer(
      1,
      "threads that read from sockets; TCP limits are shared out among them",
      {
        min: 1,
        max: 16,
      },
    ),
    SYSLOG_SENDER_ALLOWLIST: list([], "senders that are heard, addresses or CIDRs; empty: all", networks),
    SYSLOG_MAX_LINE_BYTES: integer(8192, "octets kept of one message; longer ones are cut and say so", {
      min: 480,
      max: 262_144,
    }),
    SYSLOG_MAX_TCP_CONNECTIONS: integer(1024, "TCP senders at a time", { min: 1 }),
    SYSLOG_MAX_TCP_CONNECTIONS_PER_ADDRESS: integer(64, "TCP connections of one sender", { min: 1 }),
    SYSLOG_TCP_IDLE_SECONDS: integer(3600, "silence after which a TCP connection is closed; 0 = never", {
      min: 0,
    }),
    SYSLOG_RECEIVE_BUFFER_BYTES: integer(67_108_864, "receive buffer asked of the kernel for UDP", {
      min: 65_536,
    }),
    SYSLOG_JOURNAL_MAX_BYTES: integer(4 * 1024 ** 3, "most that may wait in the journal", {
      min: 16 * 1024 ** 2,
    }),
    SYSLOG_REST_SECONDS: integer(
      15,
      "how long lines rest in the journal while few come and nobody searches",
      {
        min: 0,
        max: 30,
      },
    ),
    SYSLOG_MIN_FREE_BYTES: integer(512 * 1024 ** 2, "free disk space below which receiving stops", {
      min: 0,
    }),
    SYSLOG_TIME_ZONE: text("UTC", "zone of senders whose time stamps name none", { rule: TIME_ZONE }),
    SYSLOG_SENDER_TIME_ZONES: senderZones(
      'zones by sender: a JSON object such as {"192.0.2.0/24":"Europe/Berlin"}; the longest prefix counts',
    ),
    UPSTREAM_URL: optionalText(
      "address of a central Netatlas: this one is a relay then, which only receives and passes on, see `docs/relay.md`",
      HTTP_ADDRESS,
    ),
    UPSTREAM_API_KEY: secret("key for it that may relay, one of this relay's own"),
    UPSTREAM_CA_FILE: optionalText(
      "PEM file of the authorities that its certificate may be of; unset: those that browsers know",
    ),
    RELAY_NAME: text("", "what the central Netatlas calls this relay", {
      shown: "name of the machine",
      rule: RELAY_NAME,
    }),
    RELAY_TRAP_COMMUNITIES: list([], "communities whose traps a relay takes, which has no SNMP profiles"),
    SYSLOG_WS_MAX_CONNECTIONS: integer(50, "viewers of the live stream, over WebSocket or event stream", {
      min: 1,
      max: 10_000,
    }),
    SYSLOG_WS_MAX_CONNECTIONS_PER_USER: integer(5, "of those, viewers of one user", { min: 1, max: 10_000 }),
    MONITORING_ROOT_ADDRESSES: list(
      [],
      "addresses of devices that this service is attached to, where its own and its gateway's are no device's (in a container)",
      addresses,
    ),
    SEARCH_TIMEOUT_SECONDS: integer(10, "longest event search", { min: 1, max: 600 }),
    DUCKDB_MEMORY_MB: integer(400, "memory that event searches may take", { min: 64 }),
    FAULT_POINT: optionalText(
      "for crash tests only: the step of ingest or upkeep of events, or of a restore, at which the service kills itself",
    ),
    FAULT_MIGRATIONS_DIR: optionalText(
      "for crash tests only: a folder with other migrations than those of this version",
    ),
    FAULT_UPKEEP_SECONDS: optionalInteger(
      "for crash tests only: how often segments are merged and expire, and how long deleted files stay",
      { min: 1, max: 86_400 },
    ),
  });
}
