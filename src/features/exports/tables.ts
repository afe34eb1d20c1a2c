import { customType, pgTable, timestamp, uuid } from "drizzle-orm/pg-core";
import { operations } from "#tables/operations";

const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** Reports that were printed while nobody waited, until they are fetched or too many. */
export const keptReports = pgTable("kept_reports", {
  operationId: uuid()
    .primaryKey()
    .references(() => operations.id, { onDelete: "cascade" }),
  /** A PDF file. */
  content: bytes().notNull(),
  keptAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
});
