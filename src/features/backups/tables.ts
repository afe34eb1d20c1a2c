import { bigint, boolean, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** Backups into the folder, as they were tried. Times are the database's. */
export const backupRuns = pgTable("backup_runs", {
  id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  startedAt: instant().notNull(),
  endedAt: instant().notNull().defaultNow(),
  /** Somebody asked for it; else it was due. */
  isByHand: boolean().notNull(),
  /** Null: it failed. */
  filename: text(),
  sizeBytes: bigint({ mode: "number" }),
  error: text(),
});
