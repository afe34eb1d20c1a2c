import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { users } from "#tables/users";

/** The two longest pauses of a time, in seconds, the longer first. */
export type LongestPauses = readonly [number, number];

/** What is remembered of a sender's pauses: the longest of these weeks, and of those before. */
export type Rhythm = { sinceMs: number; gaps: number; longest: LongestPauses; earlier: LongestPauses };

const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });
const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** Each journal that feeds the event store, and through which of its positions events are stored. */
export const collectors = pgTable("collectors", {
  id: text().primaryKey(),
  storedThrough: bigint({ mode: "number" }).notNull().default(0),
  /** Messages of which not even a header was recognised, since the collector exists. */
  unparsedEvents: bigint({ mode: "number" }).notNull().default(0),
  /** Positions that were passed over: set aside in quarantine, or missing from a damaged journal. */
  skippedPositions: bigint({ mode: "number" }).notNull().default(0),
  /** For how long it has listened, ever, and stored what it received; by this clock senders are silent. */
  heardSeconds: doublePrecision().notNull().default(0),
  /** When that was written last; null: never. */
  heardAt: instant(),
  createdAt: instant().notNull().defaultNow(),
});

/** When each collector has seen a sender last; at most 4,096 of each, and none for longer than a month. */
export const logSenders = pgTable(
  "log_senders",
  {
    collector: text().notNull(),
    /** Source address. */
    sender: text().notNull(),
    firstSeenAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
    lines: bigint({ mode: "number" }).notNull(),
    /** What the collector's clock of that name showed at the last line. */
    heardSeconds: doublePrecision().notNull(),
    rhythm: jsonb().$type<Rhythm>().notNull(),
    /** Pauses so far, each between two minutes in which it was seen. */
    gaps: integer().notNull(),
    /** The longest pause that is usual for it; null: it is not known long enough. */
    usualGapSeconds: integer(),
  },
  (table) => [primaryKey({ columns: [table.collector, table.sender] })],
);

/** How each collector was when its process last looked; those that have gone are forgotten after a day. */
export const collectorReports = pgTable("collector_reports", {
  collector: text().primaryKey(),
  at: instant().notNull().defaultNow(),
  /** Of the disk under its data folder. */
  usedPercent: real().notNull(),
  freeBytes: bigint({ mode: "number" }).notNull(),
  /** Why the journal takes nothing more for want of space; null: it does. */
  shortage: text(),
  /** Lost in the bout that lasts, by reason; null: none does. */
  lost: jsonb().$type<Readonly<Record<string, number>>>(),
});

/** What a relay said of itself when it sent last: its backlog, its journal, what it has received and lost. */
export type KeptReport = {
  startedAtMicros: number;
  backlog: { messages: number; bytes: number; oldestAtMicros: number | null };
  journal: { bytes: number; maxBytes: number; freeBytes: number; refusal: string | null };
  received: Readonly<Record<string, number>>;
  /** Over all its starts, by reason. */
  lost: Readonly<Record<string, number>>;
  denied: number;
  problems: readonly string[];
};

/** Relays that have sent: collectors at branches, which have no part in this database. */
export const relays = pgTable("relays", {
  /** 12 lower-case hexadecimal characters, of its own making. */
  id: text().primaryKey(),
  name: text().notNull(),
  version: text().notNull(),
  /** The API key that may send as this relay; null: the next one that does. It may have gone since. */
  keyId: bigint({ mode: "number" }).unique("relays_key"),
  /** Through which of its positions it was acknowledged, and the CRC32C of the record that ends there. */
  position: bigint({ mode: "number" }).notNull(),
  lastCheck: bigint({ mode: "number" }),
  /** Messages that were taken. */
  lines: bigint({ mode: "number" }).notNull().default(0),
  /** Positions that never came: damaged at the relay, or acknowledged by a database that was put back since. */
  missing: bigint({ mode: "number" }).notNull().default(0),
  /** Messages whose arrival lay in the future by our clock, and was set to the moment at which they came here. */
  fromFuture: bigint({ mode: "number" }).notNull().default(0),
  /** Its clock minus ours, when it was heard last. */
  clockOffsetMs: bigint({ mode: "number" }).notNull().default(0),
  report: jsonb().$type<KeptReport>().notNull(),
  firstSeenAt: instant().notNull().defaultNow(),
  lastSeenAt: instant().notNull().defaultNow(),
  /** When more was found to be lost or missing than before; null: never. */
  lostAt: instant(),
});

/** The journals in which processes keep what relays send until it is stored; each is a collector of its own. */
export const relaySpools = pgTable("relay_spools", {
  /** The journal's collector id. */
  id: text().primaryKey(),
  relay: text().notNull(),
  /** Through which of the journal's own positions its batches were acknowledged: what is behind that never was. */
  position: bigint({ mode: "number" }).notNull().default(0),
  /** The id of the event at that position. */
  lastId: bigint({ mode: "number" }).notNull().default(0),
});

/**
 * The catalog: one row per Parquet file. A file holds the events of the collector's positions (rangeStart, rangeEnd].
 * Ranges never overlap: a new one begins at the collector's storedThrough, which moves in the same transaction.
 */
export const eventSegments = pgTable(
  "event_segments",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    collector: text()
      .notNull()
      .references(() => collectors.id),
    rangeStart: bigint({ mode: "number" }).notNull(),
    rangeEnd: bigint({ mode: "number" }).notNull(),
    /** Below the events folder: `dt=YYYY-MM-DD/hr=HH/<collector>-<rangeStart>-<rangeEnd>.parquet`. */
    path: text().notNull(),
    rowCount: integer().notNull(),
    sizeBytes: bigint({ mode: "number" }).notNull(),
    /** Microseconds since the epoch, as in the file, so that windows are compared exactly. */
    minReceivedAtMicros: bigint({ mode: "number" }).notNull(),
    maxReceivedAtMicros: bigint({ mode: "number" }).notNull(),
    minEventId: bigint({ mode: "number" }).notNull(),
    maxEventId: bigint({ mode: "number" }).notNull(),
    /** How often its rows were merged into a bigger file. */
    tier: smallint().notNull().default(0),
    /** CRC32C of the file's octets when it was written; null: written before checksums were kept. */
    checksum: bigint({ mode: "number" }),
    /** How many of the columns of an event the file has, the first ones: they are only ever added. Null: not known. */
    columns: smallint(),
    /** When the file was last found to have that checksum. */
    checkedAt: instant(),
    /** Set: the file is not what was written, or has gone. It is not searched, and answers say so. */
    damagedAt: instant(),
    /**
     * The skip index (skip-index/): n-grams that occur in its lines; null: not known, as where the catalog was made from
     * files. The column has the name that it had when they were of letters only: the previous version reads it, too.
     */
    ngrams: bytes("letters"),
    /**
     * Addresses that occur in its events; null: not known, as in rows of older versions. Kept plain, so that a search
     * reads parts of it.
     */
    addresses: bytes(),
    /**
     * Numbers that occur in its lines; null: not known, as in rows of older versions, or too many. Kept plain, too.
     */
    numbers: bytes(),
    createdAt: instant().notNull().defaultNow(),
    /** Set: no longer searched; the file goes once no reader can hold it. */
    deletedAt: instant(),
  },
  (table) => [
    check("event_segments_range", sql`${table.rangeStart} < ${table.rangeEnd}`),
    uniqueIndex("event_segments_range_start")
      .on(table.collector, table.rangeStart)
      .where(sql`${table.deletedAt} IS NULL`),
    uniqueIndex("event_segments_range_end")
      .on(table.collector, table.rangeEnd)
      .where(sql`${table.deletedAt} IS NULL`),
    uniqueIndex("event_segments_path").on(table.path),
    index("event_segments_newest")
      .on(table.maxReceivedAtMicros)
      .where(sql`${table.deletedAt} IS NULL`),
    index("event_segments_event_id")
      .on(table.maxEventId)
      .where(sql`${table.deletedAt} IS NULL`),
    index("event_segments_deleted")
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} IS NOT NULL`),
  ],
);

/** One row: what retention did last, and what it expects of its next run. */
export const eventRetention = pgTable("event_retention", {
  id: smallint().primaryKey(),
  lastRunAt: instant().notNull(),
  /** Events that the last run dropped. */
  lastDeleted: bigint({ mode: "number" }).notNull(),
  /** What the last run did not do, and why; null: nothing of the kind. */
  lastError: text(),
  /** Share of all events, 0 to 1, that the last run which was not refused expected to expire before the next. */
  predictedShare: doublePrecision().notNull(),
  /** Since when age retention refuses to drop an unexpected share; null: it does not. */
  refusedAt: instant(),
  /** What it expected then. */
  refusedShare: doublePrecision(),
});

/** Searches that users keep for themselves. */
export const savedSearches = pgTable(
  "saved_searches",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    userId: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** As the client sent them; the service does not read them. `json` keeps the order of names. */
    filters: json().$type<Record<string, unknown>>().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [unique("saved_searches_user_name").on(table.userId, table.name)],
);
