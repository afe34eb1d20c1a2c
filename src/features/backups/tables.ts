import { bigint, boolean, pgTable, primaryKey, smallint, text, timestamp } from "drizzle-orm/pg-core";

const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** Backups by the schedule and by hand, as they were tried. Times are the database's. */
export const backupRuns = pgTable("backup_runs", {
  id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  startedAt: instant().notNull(),
  endedAt: instant().notNull().defaultNow(),
  /** Somebody asked for it; else it was due. */
  isByHand: boolean().notNull(),
  /** `folder` or `s3`. */
  place: text().notNull().default("folder"),
  /** Null: it failed. */
  filename: text(),
  sizeBytes: bigint({ mode: "number" }),
  error: text(),
});

/** The plan that is in force, and since when: a calendar has no beginning of its own. One row. */
export const backupPlan = pgTable("backup_plan", {
  id: smallint().primaryKey(),
  plan: text().notNull(),
  since: instant().notNull(),
});

/** Where scheduled backups go, as this installation has it; a restore leaves it as it is. One row, none: the folder. */
export const backupTarget = pgTable("backup_target", {
  id: smallint().primaryKey(),
  place: text().notNull(),
  endpoint: text().notNull(),
  region: text().notNull(),
  bucket: text().notNull(),
  prefix: text().notNull(),
  pathStyle: boolean().notNull(),
  accessKeyId: text().notNull(),
  /** Fernet token; empty: none. */
  secretAccessKey: text().notNull(),
  /** Fernet token; empty: scheduled backups are not encrypted. */
  passphrase: text().notNull(),
});

/** Trial restores: what the last one of each backup found. */
export const backupTrials = pgTable(
  "backup_trials",
  {
    place: text().notNull(),
    filename: text().notNull(),
    endedAt: instant().notNull(),
    tookMs: bigint({ mode: "number" }).notNull(),
    isByHand: boolean().notNull(),
    /** Null: it can be restored. */
    error: text(),
  },
  (table) => [primaryKey({ columns: [table.place, table.filename] })],
);
