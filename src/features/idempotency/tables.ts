import { bigint, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "#tables/users";

/**
 * Writes that came with an Idempotency-Key. Unfinished while `status` is null: then the request holds the row until
 * `leasedUntil`, on the database's clock. A second answer is made from the object, or is the one that was kept.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    userId: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    key: text().notNull(),
    method: text().notNull(),
    /** With its query. */
    path: text().notNull(),
    /** SHA-256 in hex. */
    bodyHash: text().notNull(),
    /** Of the request that carries out the write; its audit row has it too. */
    requestId: text().notNull(),
    leasedUntil: timestamp({ withTimezone: true }).notNull(),
    status: integer(),
    /** Of the object in the answer. */
    objectId: text(),
    /** The answer of a route that has no object to make it from again, and whose answer holds no secret. */
    answer: jsonb(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index("idempotency_keys_created").on(table.createdAt),
  ],
);
