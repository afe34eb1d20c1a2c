import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "#tables/users";

const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** Work that takes its time, such as an import: how far it is, and how it ended. Times are the database's. */
export const operations = pgTable(
  "operations",
  {
    id: uuid().primaryKey(),
    /** The order in which they began. */
    position: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    userId: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** What it works on, where it has a name. */
    subject: text(),
    /** `running`; then for good `done`, `failed` or `cancelled`. */
    state: text().notNull().default("running"),
    /** What it does at the moment; null: it has ended. */
    phase: text(),
    done: integer().notNull().default(0),
    /** Null: not known yet. */
    total: integer(),
    isCancelRequested: boolean().notNull().default(false),
    /** Counts and the like: a small object. */
    result: jsonb(),
    /** Path of what it gave, as long as that is kept. */
    resultPath: text(),
    error: text(),
    /** Renewed by the process that runs it. Once it lies in the past, that process has gone. */
    leasedUntil: instant().notNull(),
    startedAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
    endedAt: instant(),
  },
  (table) => [
    uniqueIndex("operations_position").on(table.position),
    index("operations_user").on(table.userId, table.position),
    index("operations_running")
      .on(table.leasedUntil)
      .where(sql`${table.endedAt} IS NULL`),
    index("operations_ended")
      .on(table.endedAt)
      .where(sql`${table.endedAt} IS NOT NULL`),
  ],
);

/**
 * Files that operations gave, in DATA_DIR of the service that ran them (`results`, by the operation's id). They go with
 * their operations.
 */
export const operationFiles = pgTable("operation_files", {
  operationId: uuid()
    .primaryKey()
    .references(() => operations.id, { onDelete: "cascade" }),
  name: text().notNull(),
  sizeBytes: bigint({ mode: "number" }).notNull(),
  /** What its owner must still be permitted to read it; null: nothing. */
  permission: text(),
});
