import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  inet,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { operations } from "#tables/operations";
import { snmpProfiles } from "#tables/snmp-profiles";
import { sites, topologyGroups } from "#tables/topology";
import { users } from "#tables/users";

const instant = () => timestamp({ withTimezone: true, precision: 3 });
const identity = () => bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey();
const reference = () => bigint({ mode: "number" });
const texts = () =>
  text()
    .array()
    .notNull()
    .default(sql`'{}'`);

/** What was found at an address, as it is kept with its scan. */
export type KeptFind = {
  hostname: string | null;
  hostnameSource: string | null;
  /** In capitals, with colons. */
  macAddress: string | null;
  otherMacAddresses: string[];
  isRandomMac: boolean;
  vendor: string | null;
  os: string | null;
  /** As the agent says them, where it was asked; absent in what older versions have kept. */
  engineId?: string | null;
  serialNumber?: string | null;
  answeredBy: string[];
  roundTripMs: number | null;
  openPorts: number[];
  services: { port: number; kind: string; text: string }[];
  deviceTypeGuess: { type: string; reason: string } | null;
};

/** `22:00` and the like on the clock of the zone; `begins` behind `ends`: through the night. */
export type QuietHours = { begins: string; ends: string; timeZone: string };

/** Scans that come again and again. They are claimed through `platform/claims.ts`: one run of each at a time. */
export const discoverySchedules = pgTable(
  "discovery_schedules",
  {
    id: identity(),
    ownerUserId: reference()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** Canonical. */
    target: text().notNull(),
    scanType: text().notNull(),
    engine: text().notNull().default("own"),
    /** Addresses, ranges, networks and MAC addresses, canonical. */
    exclude: texts(),
    isEnabled: boolean().notNull(),
    intervalMinutes: integer().notNull(),
    confirmsLargeScan: boolean().notNull(),
    topologyGroupId: reference().references(() => topologyGroups.id, { onDelete: "set null" }),
    siteId: reference().references(() => sites.id, { onDelete: "set null" }),
    snmpProfileId: reference().references(() => snmpProfiles.id, { onDelete: "set null" }),
    snmpTargets: texts(),
    notificationTargets: texts(),
    /** When no run begins by itself; null: never. */
    quietHours: jsonb().$type<QuietHours>(),
    lastRunAt: instant(),
    lastScanId: reference(),
    lastStatus: text(),
    lastError: text(),
    dueAt: instant().notNull(),
    leasedUntil: instant(),
    claimToken: reference().notNull().default(0),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index("discovery_schedules_due")
      .on(table.dueAt)
      .where(sql`${table.isEnabled}`),
  ],
);

/** A look at a target, by hand (without a schedule) or by a schedule. */
export const discoveryScans = pgTable(
  "discovery_scans",
  {
    id: identity(),
    scheduleId: reference().references(() => discoverySchedules.id, { onDelete: "set null" }),
    /** Who began it; of a schedule's own runs its owner. */
    userId: reference().references(() => users.id, { onDelete: "set null" }),
    operationId: uuid().references(() => operations.id, { onDelete: "set null" }),
    target: text().notNull(),
    scanType: text().notNull(),
    engine: text().notNull().default("own"),
    exclude: texts(),
    /** `running`; then `completed` or `failed`. */
    status: text().notNull().default("running"),
    /** Says of a failed one why: `timed_out`, `cancelled`, `interrupted`, `failed`; else the same as the status. */
    state: text().notNull().default("running"),
    hostCount: integer().notNull(),
    resultCount: integer().notNull().default(0),
    error: text(),
    methods: texts(),
    notes: texts(),
    createdAt: instant().notNull().defaultNow(),
    completedAt: instant(),
  },
  (table) => [
    index("discovery_scans_schedule").on(table.scheduleId, table.id),
    index("discovery_scans_operation").on(table.operationId),
    index("discovery_scans_running")
      .on(table.id)
      .where(sql`${table.status} = 'running'`),
  ],
);

/** What scans found, while they run too. */
export const discoveryHosts = pgTable(
  "discovery_hosts",
  {
    scanId: reference()
      .notNull()
      .references(() => discoveryScans.id, { onDelete: "cascade" }),
    address: inet().notNull(),
    find: jsonb().$type<KeptFind>().notNull(),
    foundAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.scanId, table.address] })],
);

/** Hosts that a schedule has seen, so that it notices when one is gone. */
export const discoveryPresences = pgTable(
  "discovery_presences",
  {
    id: identity(),
    scheduleId: reference()
      .notNull()
      .references(() => discoverySchedules.id, { onDelete: "cascade" }),
    ipAddress: text().notNull(),
    /** Lower case; null: none, or one that may be another tomorrow. */
    macAddress: text(),
    hostname: text(),
    deviceId: reference(),
    lastScanId: reference().notNull(),
    lastSeenAt: instant().notNull(),
    /** Whole scans in a row that did not see it. */
    missedScans: integer().notNull().default(0),
    /** Key of the observation that says it is gone; null: none does. */
    reportedKey: text(),
    /** Until then nothing is said when it goes again. */
    silentUntil: instant(),
  },
  (table) => [index("discovery_presences_schedule").on(table.scheduleId)],
);

/** What scheduled scans noticed, one row that is not resolved for each schedule, type and key. */
export const discoveryObservations = pgTable(
  "discovery_observations",
  {
    id: identity(),
    scheduleId: reference()
      .notNull()
      .references(() => discoverySchedules.id, { onDelete: "cascade" }),
    /** That saw it last; it may be gone, as the device may. */
    scanId: reference(),
    deviceId: reference(),
    observationType: text().notNull(),
    /** `device:<id>`, `mac:<address>` or `ip:<address>`. */
    subjectKey: text().notNull(),
    status: text().notNull().default("open"),
    /** Of an acknowledged one: it is not to be shown among what is open again before `ignoredUntil`; null: for good. */
    isIgnored: boolean().notNull().default(false),
    ignoredUntil: instant(),
    reason: text(),
    ipAddress: text(),
    macAddress: text(),
    hostname: text(),
    summary: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    firstSeenAt: instant().notNull().defaultNow(),
    lastSeenAt: instant().notNull().defaultNow(),
    resolvedAt: instant(),
  },
  (table) => [
    uniqueIndex("discovery_observations_unresolved")
      .on(table.scheduleId, table.observationType, table.subjectKey)
      .where(sql`${table.status} <> 'resolved'`),
    index("discovery_observations_seen").on(table.status, table.lastSeenAt, table.id),
    index("discovery_observations_schedule").on(table.scheduleId, table.status),
    index("discovery_observations_resolved")
      .on(table.resolvedAt)
      .where(sql`${table.status} = 'resolved'`),
  ],
);

/** MAC addresses that somebody has seen as new and settled: they are never new again. */
export const discoverySettledMacs = pgTable("discovery_settled_macs", {
  macAddress: text().primaryKey(),
  settledAt: instant().notNull().defaultNow(),
});

/** When a user began the last scan by hand. */
export const discoveryScanCalls = pgTable("discovery_scan_calls", {
  userId: reference()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  calledAt: instant().notNull().defaultNow(),
});
