import { sql } from "drizzle-orm";
import { check, integer, pgTable, timestamp, uuid } from "drizzle-orm/pg-core";

const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** One row, made with the schema: since when this database is there. Times are the database's. */
export const installation = pgTable(
  "installation",
  {
    id: integer().primaryKey().default(1),
    createdAt: instant().notNull().defaultNow(),
    /** The latest time that the first-run setup has seen: a clock that is set back opens nothing again. */
    clockSeenAt: instant().notNull().defaultNow(),
    /** The setup token is made of it, and is worthless when it changes. */
    setupNonce: uuid().notNull().defaultRandom(),
  },
  (table) => [check("installation_one_row", sql`${table.id} = 1`)],
);
