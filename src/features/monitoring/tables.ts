import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { devices } from "#tables/topology";
import { users } from "#tables/users";

export { deviceDependencies } from "./dependencies/tables";

const instant = () => timestamp({ withTimezone: true, precision: 3 });
const identity = () => bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey();
const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

const deviceReference = () =>
  bigint({ mode: "number" }).references(() => devices.id, { onDelete: "cascade" });
/**
 * Without a reference: what was found outlives a target that is deleted for a while, so that it is there again where
 * the target comes back (`history/orphans.ts`).
 */
const targetId = () => bigint({ mode: "number" }).notNull();

/** Checks of a port or service, of one device or of every one that is watched. */
export const serviceChecks = pgTable(
  "service_checks",
  {
    id: identity(),
    /** Null: every device, or those that the scope fits. */
    deviceId: deviceReference(),
    /** Null: one device, or every one. Groups and sites by id; one that is gone fits nobody. */
    scope: jsonb().$type<CheckScope>(),
    port: integer().notNull(),
    label: text().notNull(),
    checkType: text().notNull(),
    httpPath: text(),
    httpMethod: text().notNull(),
    expectedStatusMin: integer().notNull(),
    expectedStatusMax: integer().notNull(),
    /** Null: that of the kind. */
    timeoutSeconds: real(),
    verifyTls: boolean().notNull(),
    followRedirects: boolean().notNull(),
    enabled: boolean().notNull(),
    /** What only some kinds have: the name that DNS is asked for, the text that a banner holds. */
    options: jsonb().$type<Record<string, string | number | boolean>>().notNull().default({}),
    /** Null: that of devices. */
    intervalSeconds: integer(),
    retryIntervalSeconds: integer(),
    failuresToDown: integer().notNull(),
    successesToUp: integer().notNull(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [index("service_checks_device").on(table.deviceId)],
);

export type CheckScope = {
  types: string[];
  tags: string[];
  group_ids: number[];
  site_ids: number[];
  networks: string[];
};

/** A header that an answer must have, and what is in it. */
type ExpectedHeader = { name: string; operator: "equals" | "contains"; expected: string };

/** Pages and APIs that are watched by themselves. Encrypted columns hold Fernet tokens. */
export const monitors = pgTable("monitors", {
  id: identity(),
  /** `http`; `push`: nothing is asked, jobs report; `group`: others decide. */
  kind: text().notNull().default("http"),
  name: text().notNull(),
  /** Of HTTP; else blank. */
  url: text().notNull(),
  description: text(),
  tags: text()
    .array()
    .notNull()
    .default(sql`'{}'`),
  httpMethod: text().notNull(),
  expectedStatusMin: integer().notNull(),
  expectedStatusMax: integer().notNull(),
  acceptedStatusCodes: text().notNull(),
  timeoutSeconds: real().notNull(),
  verifyTls: boolean().notNull(),
  followRedirects: boolean().notNull(),
  maxRedirects: integer().notNull(),
  /** Encrypted JSON object. */
  requestHeaders: text(),
  /** Encrypted. */
  requestBody: text(),
  bodyEncoding: text().notNull(),
  authType: text().notNull(),
  authUsername: text(),
  /** Encrypted. */
  authPassword: text(),
  /** Encrypted. */
  bearerToken: text(),
  oauthTokenUrl: text(),
  oauthClientId: text(),
  /** Encrypted. */
  oauthClientSecret: text(),
  oauthScopes: text(),
  oauthAudience: text(),
  oauthAuthMethod: text().notNull(),
  /** Encrypted. */
  proxyUrl: text(),
  /** Encrypted, as are the certificate and its key. */
  tlsCa: text(),
  tlsCert: text(),
  tlsKey: text(),
  keyword: text(),
  keywordInverted: boolean().notNull(),
  jsonPath: text(),
  jsonOperator: text().notNull(),
  expectedValue: text(),
  expectedHeaders: jsonb().$type<ExpectedHeader[]>().notNull().default([]),
  maxResponseBytes: integer(),
  maxResponseTimeMs: integer(),
  cacheBust: boolean().notNull(),
  upsideDown: boolean().notNull(),
  checkIntervalSeconds: integer().notNull(),
  maxRetries: integer().notNull(),
  retryIntervalSeconds: integer().notNull(),
  /** Of push: how much later than its interval a report may come. */
  pushGraceSeconds: integer().notNull().default(60),
  /** Of a group: `all` or `any` of its members must be up. */
  groupMode: text().notNull().default("all"),
  certificateExpiryAlert: boolean().notNull(),
  certificateExpiryDays: integer().notNull(),
  enabled: boolean().notNull(),
  createdAt: instant().notNull().defaultNow(),
  updatedAt: instant().notNull().defaultNow(),
});

/** Where a job reports to, one for each push monitor, and what it reported last. */
export const pushReports = pgTable("push_reports", {
  monitorId: bigint({ mode: "number" })
    .primaryKey()
    .references(() => monitors.id, { onDelete: "cascade" }),
  /** SHA-256: a report is found by it. */
  tokenHash: text().notNull().unique(),
  /** Encrypted: who may change monitors is shown it. */
  token: text().notNull(),
  /** Reports so far, and how many of them have been counted. */
  number: bigint({ mode: "number" }).notNull().default(0),
  counted: bigint({ mode: "number" }).notNull().default(0),
  /** Null: none has come. */
  reportedAt: instant(),
  /** `up` or `down`. */
  status: text(),
  message: text(),
  pingMs: real(),
});

/**
 * What a group is of: a device, a service check (of one device, or of all that it is on), or a monitor that is no
 * group.
 */
export const groupMembers = pgTable(
  "group_members",
  {
    id: identity(),
    groupId: bigint({ mode: "number" })
      .notNull()
      .references(() => monitors.id, { onDelete: "cascade" }),
    /** Beside a service check: on which device. */
    deviceId: deviceReference(),
    serviceCheckId: bigint({ mode: "number" }).references(() => serviceChecks.id, { onDelete: "cascade" }),
    monitorId: bigint({ mode: "number" }).references(() => monitors.id, { onDelete: "cascade" }),
  },
  (table) => [
    index("group_members_group").on(table.groupId),
    index("group_members_device").on(table.deviceId),
    index("group_members_service_check").on(table.serviceCheckId),
    index("group_members_monitor").on(table.monitorId),
  ],
);

/**
 * Groups that are to be looked at since a member changed, noted with the change itself. Rows are only added and
 * removed, so that whoever changes members waits for nobody; that is why they name the group without a reference, too.
 */
export const groupWakes = pgTable(
  "group_wakes",
  { id: identity(), groupId: bigint({ mode: "number" }).notNull() },
  (table) => [index("group_wakes_group").on(table.groupId)],
);

export const favouriteMonitors = pgTable(
  "favourite_monitors",
  {
    userId: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    monitorId: bigint({ mode: "number" })
      .notNull()
      .references(() => monitors.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.monitorId] }),
    index("favourite_monitors_monitor").on(table.monitorId),
  ],
);

/**
 * What is checked, one row for each: a device's reachability, a service check on one device, a monitor. When it is due,
 * who checks it just now, what was seen last, and what is held to be so.
 */
export const checkTargets = pgTable(
  "check_targets",
  {
    id: identity(),
    /** `device`, `service` or `monitor`. */
    kind: text().notNull(),
    /** Of a device, and of a service check on it. */
    deviceId: deviceReference(),
    serviceCheckId: bigint({ mode: "number" }).references(() => serviceChecks.id, { onDelete: "cascade" }),
    monitorId: bigint({ mode: "number" }).references(() => monitors.id, { onDelete: "cascade" }),
    /** What is asked, in a form that differs where another thing is to be asked: address and version of the check. */
    subject: text().notNull(),
    intervalSeconds: integer().notNull(),
    /** Between results while they are in doubt. */
    retrySeconds: integer().notNull(),
    failuresToDown: integer().notNull(),
    successesToUp: integer().notNull(),
    dueAt: instant().notNull().defaultNow(),
    leasedUntil: instant(),
    /** Fencing token: grows with every claim, and a result names the one that it was found under. */
    claimToken: bigint({ mode: "number" }).notNull().default(0),
    /** The newest result, `up`, `down` or `unknown`; null: none yet. */
    rawStatus: text(),
    /** Since when the newest results are of that kind. */
    rawSince: instant(),
    /** Results of one kind in a row that have not been enough for the confirmed state. */
    inDoubt: integer().notNull().default(0),
    checkedAt: instant(),
    /** The newest outcome, as people and the API read it. */
    result: jsonb().$type<Record<string, unknown>>(),
    /** The newest results, packed: heartbeat bars and sparklines come from here. */
    recent: bytes(),
    /** `up`, `down` or `unknown`: what the results have confirmed, whatever hides it. */
    confirmed: text().notNull().default("unknown"),
    /** The confirmed state, or what stands before it: `unreachable`, `maintenance`, `paused`. */
    state: text().notNull().default("unknown"),
    stateSince: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("check_targets_device")
      .on(table.deviceId)
      .where(sql`${table.kind} = 'device'`),
    // Whole, so that what goes with a check or a monitor is found by them.
    uniqueIndex("check_targets_service_check").on(table.serviceCheckId, table.deviceId),
    uniqueIndex("check_targets_monitor_all").on(table.monitorId),
    index("check_targets_device_all").on(table.deviceId),
    index("check_targets_due")
      .on(table.kind, table.dueAt)
      .where(sql`${table.state} <> 'paused'`),
    // Few: what lies behind something that is down.
    index("check_targets_trouble")
      .on(table.state)
      .where(sql`${table.state} IN ('down', 'unreachable')`),
  ],
);

/** What the targets are in line with, by whichever process brought them there: one row at most. */
export const targetUpkeep = pgTable(
  "target_upkeep",
  {
    id: integer().primaryKey().default(1),
    /** Of all that says what there is to check. */
    version: text().notNull(),
    comparedAt: instant().notNull(),
  },
  (table) => [check("target_upkeep_one_row", sql`${table.id} = 1`)],
);

/** When a target's state changed. The first row of a target is its beginning. */
export const stateChanges = pgTable(
  "state_changes",
  {
    id: identity(),
    targetId: targetId(),
    at: instant().notNull(),
    state: text().notNull(),
    /** Why, in words. */
    reason: text(),
    /** Whether alert rules have been asked about it. */
    isEvaluated: boolean().notNull().default(false),
  },
  (table) => [
    index("state_changes_target").on(table.targetId, table.at),
    index("state_changes_at").on(table.at),
    // Few: those of this moment.
    index("state_changes_new")
      .on(table.id)
      .where(sql`NOT ${table.isEvaluated}`),
  ],
);

/** A confirmed span of trouble of one target. */
export const incidents = pgTable(
  "incidents",
  {
    id: identity(),
    targetId: targetId(),
    startedAt: instant().notNull(),
    /** Null: it lasts. */
    endedAt: instant(),
    /** What the check said when it began. */
    error: text(),
  },
  (table) => [
    index("incidents_target").on(table.targetId, table.startedAt),
    uniqueIndex("incidents_open")
      .on(table.targetId)
      .where(sql`${table.endedAt} IS NULL`),
  ],
);

/** Results that are not packed yet: those of the running hour. */
export const checkResults = pgTable(
  "check_results",
  {
    targetId: targetId(),
    at: instant().notNull(),
    /** `up`, `down` or `unknown`. */
    rawStatus: text().notNull(),
    /** The target's state after it. */
    state: text().notNull(),
    latencyMs: real(),
    /** Whether that was what is expected of the device; null: nothing is. */
    isHealthy: boolean(),
    /** Null where all was well. */
    error: text(),
    /** Of HTTP: status code, octets, certificate. */
    details: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    primaryKey({ columns: [table.targetId, table.at] }),
    // Few: what has failed lately.
    index("check_results_down")
      .on(table.at)
      .where(sql`${table.rawStatus} = 'down'`),
  ],
);

/** Results of hours that are over, packed (`history/packed-results.ts`), until their day is. */
export const resultHours = pgTable(
  "check_result_hours",
  {
    targetId: targetId(),
    startsAt: instant().notNull(),
    results: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.targetId, table.startsAt] }),
    index("check_result_hours_starts_at").on(table.startsAt),
  ],
);

/** Results of days (UTC) that are over, packed likewise. */
export const resultDays = pgTable(
  "check_result_days",
  {
    targetId: targetId(),
    startsAt: instant().notNull(),
    results: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.targetId, table.startsAt] }),
    index("check_result_days_starts_at").on(table.startsAt),
  ],
);

/** What a target's day (UTC) came to. */
export const checkRollups = pgTable(
  "check_rollups",
  {
    targetId: targetId(),
    startsAt: instant().notNull(),
    /** In milliseconds, by state; what nobody watched is in none. */
    upMs: integer().notNull(),
    downMs: integer().notNull(),
    unknownMs: integer().notNull(),
    unreachableMs: integer().notNull(),
    maintenanceMs: integer().notNull(),
    pausedMs: integer().notNull(),
    checks: integer().notNull(),
    up: integer().notNull(),
    down: integer().notNull(),
    healthy: integer().notNull(),
    latencyCount: integer().notNull(),
    latencySumMs: real().notNull(),
    /** Null where there is no latency, as are the others. */
    latencyMinMs: real(),
    latencyMaxMs: real(),
    /** Null until the day is over, too. */
    latencyP50Ms: real("latency_p50_ms"),
    latencyP95Ms: real("latency_p95_ms"),
    /** The same of its hours, packed (`history/packed-rollups.ts`). Null: that was too long ago. */
    hours: bytes(),
  },
  (table) => [
    primaryKey({ columns: [table.targetId, table.startsAt] }),
    index("check_rollups_starts_at").on(table.startsAt),
  ],
);
