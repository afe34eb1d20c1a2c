import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
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
import { monitors, serviceChecks, type CheckScope } from "#tables/monitoring";
import { devices } from "#tables/topology";
import type { AlertLine, LogMatches } from "./log-rules/log-matches";
import type { Hours } from "./timing/hours";
import type { EscalationStep, QuietHours } from "./timing/timing";

const instant = () => timestamp({ withTimezone: true, precision: 3 });
const identity = () => bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey();

/** Of what somebody wants to hear, and where. */
export const alertRules = pgTable(
  "alert_rules",
  {
    id: identity(),
    name: text().notNull(),
    enabled: boolean().notNull(),
    eventType: text().notNull(),
    /** Null: of every device, as with the next two. */
    deviceId: bigint({ mode: "number" }).references(() => devices.id, { onDelete: "cascade" }),
    serviceCheckId: bigint({ mode: "number" }).references(() => serviceChecks.id, { onDelete: "cascade" }),
    monitorId: bigint({ mode: "number" }).references(() => monitors.id, { onDelete: "cascade" }),
    /** Null: every device. Groups and sites by id; one that is gone fits nobody. */
    scope: jsonb().$type<CheckScope>(),
    severity: text().notNull(),
    /** Names of channels and `profile:<id>`. */
    channels: text().array().notNull(),
    cooldownMinutes: integer().notNull(),
    /** How long trouble must last before it is told. */
    forMinutes: integer().notNull(),
    notifiesRecovery: boolean().notNull(),
    thresholdMs: integer(),
    lossPctThreshold: real(),
    lossWindowMinutes: integer().notNull(),
    thresholdPercent: real(),
    daysBefore: integer(),
    /** Of rules on log lines, in the language of the event search. */
    logQuery: text(),
    /** So many lines; null: one. */
    logLines: integer(),
    logWindowMinutes: integer().notNull().default(5),
    /** `at_least` so many lines, or `fewer_than` that. */
    logComparison: text().notNull().default("at_least"),
    /** Lines are counted, and told, by who has sent them. */
    perSender: boolean().notNull().default(false),
    /** Of `sender_silent`: an address; null: every sender. */
    sender: text(),
    /** Null: by the rhythm that each sender has had. */
    silentMinutes: integer(),
    /** Null: as it is usual, as with the next one. */
    titleTemplate: text(),
    textTemplate: text(),
    /** Whether whoever is told may acknowledge without signing in. */
    acknowledgeLink: boolean().notNull().default(true),
    /** Outside of it the rule rests; null: it never does. */
    schedule: jsonb().$type<Hours>(),
    /** While they last, notices are kept back; null: never. */
    quietHours: jsonb().$type<QuietHours>(),
    /** What is found within so long of the first is told in one notice; 0: at once. */
    bundleMinutes: integer().notNull().default(0),
    escalation: jsonb().$type<EscalationStep[]>().notNull().default([]),
    lastTriggeredAt: instant(),
    /** Since when notices of this rule are counted, and how many went out since: a storm becomes a digest. */
    burstStartedAt: instant(),
    burstCount: integer().notNull().default(0),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index("alert_rules_device").on(table.deviceId),
    index("alert_rules_service_check").on(table.serviceCheckId),
    index("alert_rules_monitor").on(table.monitorId),
  ],
);

/**
 * Lines that were stored and match rules, which have not been counted yet. Rows are only added and taken; the rule may
 * be gone.
 */
export const alertLogMatches = pgTable("alert_log_matches", {
  id: identity(),
  ruleId: bigint({ mode: "number" }).notNull(),
  matches: jsonb().$type<LogMatches>().notNull(),
});

/** How many lines match, by rule, minute of arrival and sender; an empty sender: all of them together. */
export const alertLogCounts = pgTable(
  "alert_log_counts",
  {
    ruleId: bigint({ mode: "number" })
      .notNull()
      .references(() => alertRules.id, { onDelete: "cascade" }),
    minute: instant().notNull(),
    sender: text().notNull(),
    lines: bigint({ mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.ruleId, table.minute, table.sender] })],
);

/** Trouble with one cause, whatever number of rules tells of it. */
export const alertIncidents = pgTable(
  "alert_incidents",
  {
    id: identity(),
    /** What it is about, such as `device:12`; one is open for each at most. */
    subject: text().notNull(),
    /** As it was then: the device may be gone. */
    deviceId: bigint({ mode: "number" }),
    severity: text().notNull(),
    title: text().notNull(),
    openedAt: instant().notNull(),
    /** Null: it lasts. */
    resolvedAt: instant(),
    /** Why it ended, in words. */
    resolution: text(),
    acknowledgedAt: instant(),
    /** User name; or who somebody says to be, with the way out whose link was followed. */
    acknowledgedBy: text(),
    note: text(),
    /** When a step of an escalation was told last; null: none was. */
    escalatedAt: instant(),
    /** The highest step that was told, from 1. */
    escalationStep: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex("alert_incidents_open")
      .on(table.subject)
      .where(sql`${table.resolvedAt} IS NULL`),
    index("alert_incidents_opened").on(table.openedAt),
    index("alert_incidents_device").on(table.deviceId),
  ],
);

/** What was found to be so by a rule: the alerts. */
export const alertEvents = pgTable(
  "alert_events",
  {
    id: identity(),
    alertRuleId: bigint({ mode: "number" }).references(() => alertRules.id, { onDelete: "set null" }),
    ruleName: text().notNull(),
    eventType: text().notNull(),
    severity: text().notNull(),
    /** `firing`: it began; `resolved`: it is over; `happened`: it has no length. */
    status: text().notNull(),
    subject: text().notNull(),
    /** As it was then. */
    deviceId: bigint({ mode: "number" }),
    incidentId: bigint({ mode: "number" }).references(() => alertIncidents.id, { onDelete: "set null" }),
    firedAt: instant().notNull(),
    /** When what it tells of began. Null: it was found by an older version. */
    startedAt: instant(),
    message: text().notNull(),
    /** The first log lines that it was found by, for those who may read them; null: it is about none. */
    lines: jsonb().$type<readonly AlertLine[]>(),
    /**
     * `waiting`: to be told; `sent`; `dropped`: its rule went before; `silenced`; `kept`: quiet hours, a schedule or
     * what stands before it keep it back; `none`: there is nobody to tell.
     */
    notice: text().notNull(),
    /** Of an end: the alert of the beginning. */
    beginningId: bigint({ mode: "number" }),
  },
  (table) => [
    index("alert_events_rule").on(table.alertRuleId),
    index("alert_events_device").on(table.deviceId, table.id),
    index("alert_events_incident").on(table.incidentId),
    index("alert_events_fired").on(table.firedAt),
    // Few: what is to be told.
    index("alert_events_waiting")
      .on(table.id)
      .where(sql`${table.notice} = 'waiting'`),
    index("alert_events_kept")
      .on(table.id)
      .where(sql`${table.notice} = 'kept' AND ${table.status} <> 'firing'`),
  ],
);

/** What lasts by a rule, one row for each thing. */
export const alertTroubles = pgTable(
  "alert_troubles",
  {
    ruleId: bigint({ mode: "number" })
      .notNull()
      .references(() => alertRules.id, { onDelete: "cascade" }),
    subject: text().notNull(),
    /** What the incident is about, where that is not the thing itself: the device of a sensor. */
    cause: text().notNull(),
    deviceId: bigint({ mode: "number" }),
    targetId: bigint({ mode: "number" }),
    sentence: text().notNull(),
    startedAt: instant().notNull(),
    /** When it is told, if it lasts until then. */
    dueAt: instant().notNull(),
    /** Something stands before it, such as maintenance: it is neither told nor over. */
    isHeld: boolean().notNull().default(false),
    /** Null: it was not told yet. */
    eventId: bigint({ mode: "number" }).references(() => alertEvents.id, { onDelete: "set null" }),
    incidentId: bigint({ mode: "number" }).references(() => alertIncidents.id, { onDelete: "set null" }),
  },
  (table) => [
    primaryKey({ columns: [table.ruleId, table.subject] }),
    index("alert_troubles_incident").on(table.incidentId),
    index("alert_troubles_event").on(table.eventId),
    index("alert_troubles_due")
      .on(table.dueAt)
      .where(sql`${table.eventId} IS NULL`),
  ],
);

/**
 * How far an incident that nobody has acknowledged was told further, by each rule that tells of it; from its first
 * notice on.
 */
export const alertEscalations = pgTable(
  "alert_escalations",
  {
    incidentId: bigint({ mode: "number" })
      .notNull()
      .references(() => alertIncidents.id, { onDelete: "cascade" }),
    ruleId: bigint({ mode: "number" })
      .notNull()
      .references(() => alertRules.id, { onDelete: "cascade" }),
    /** Steps that were told. */
    steps: integer().notNull().default(0),
    /** When the last one was, or the first notice: the next counts from there. */
    toldAt: instant().notNull(),
    /** Of steps, that do not know of the end yet. */
    channels: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
  },
  (table) => [
    primaryKey({ columns: [table.incidentId, table.ruleId] }),
    index("alert_escalations_rule").on(table.ruleId),
  ],
);

/** When a rule told of a thing last: the pause between alerts counts from there. */
export const alertPauses = pgTable(
  "alert_pauses",
  {
    ruleId: bigint({ mode: "number" })
      .notNull()
      .references(() => alertRules.id, { onDelete: "cascade" }),
    subject: text().notNull(),
    firedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ruleId, table.subject] }),
    index("alert_pauses_fired").on(table.firedAt),
  ],
);

/** What nobody wants to hear of for a while. */
export const alertSilences = pgTable(
  "alert_silences",
  {
    id: identity(),
    reason: text().notNull(),
    /** Empty: every rule. One that is gone fits nothing. */
    ruleIds: bigint({ mode: "number" })
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Empty: every device. */
    deviceIds: bigint({ mode: "number" })
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Null: every device. */
    scope: jsonb().$type<CheckScope>(),
    createdBy: text().notNull(),
    startsAt: instant().notNull().defaultNow(),
    endsAt: instant().notNull(),
  },
  (table) => [index("alert_silences_ends").on(table.endsAt)],
);
