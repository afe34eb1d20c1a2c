import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "#tables/users";
import type { ImportAction } from "./kinds";
import type { LeftOut, MappedTable } from "./read/left-over";

/** Imports of other products' data, tried ones too, for as long as the verdicts on their rows are kept. */
export const imports = pgTable(
  "imports",
  {
    /** Of its operation, which may be let go earlier. */
    id: uuid().primaryKey(),
    /** The order in which they ended. */
    position: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    /** Null: the user has been removed. */
    userId: bigint({ mode: "number" }).references(() => users.id, { onDelete: "set null" }),
    /** Of the user at that time. */
    username: text().notNull(),
    source: text().notNull(),
    files: text().array().notNull(),
    isDryRun: boolean().notNull(),
    /** What was done with things that were there already: `update`, `fill` or `keep`. */
    existing: text().notNull(),
    rows: integer().notNull(),
    counts: jsonb().$type<Record<ImportAction, number>>().notNull(),
    /** The tables that were read, with the mapping that was used. */
    tables: jsonb().$type<MappedTable[]>().notNull(),
    leftOut: jsonb().$type<LeftOut[]>().notNull(),
    made: jsonb().$type<{ sites: string[]; groups: string[]; devices?: string[] }>().notNull(),
    /** Its entry of the audit log; null: a dry run, or nothing was written. */
    auditId: bigint({ mode: "number" }),
    /** Of the verdicts, and of what is told beside them, as they are kept. */
    rowBytes: bigint({ mode: "number" }).notNull(),
    endedAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [index("imports_user").on(table.userId, table.position)],
);

/** The verdicts on an import's rows, some hundred a row. */
export const importRows = pgTable(
  "import_rows",
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    /** Of the first verdict among all, from 0. */
    place: integer().notNull(),
    /** The actions that are among them: who asks for one reads no others. */
    actions: text().array().notNull(),
    /** A JSON list: it is only ever read whole. */
    verdicts: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.place] })],
);
