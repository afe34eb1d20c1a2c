import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** An attempt that came to an end; `at` in seconds since 1970. */
export type Attempt = { at: number; milliseconds: number; detail: string };

/** What is to be told and what was, each written in the transaction of its cause. Times are the database's. */
export const outbox = pgTable(
  "outbox",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    /** What a receiver tells a repetition by. */
    deliveryId: uuid().notNull().defaultRandom(),
    /** `alert`; `account`, a mail to a user, or `report`, one with a report: these are no other user's business. */
    kind: text().notNull(),
    destination: text().notNull(),
    subject: text().notNull(),
    ruleName: text().notNull().default(""),
    /** One trouble: what is told of it keeps its order. Empty: none. */
    groupKey: text().notNull().default(""),
    /** As it was then: the device may be gone. */
    deviceId: bigint({ mode: "number" }),
    /** A Fernet token; null: not needed any more. */
    payload: text(),
    /** `waiting`; then `sent`, or `dead` until it is sent again. */
    state: text().notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    /** The last ten. */
    attemptLog: jsonb().$type<Attempt[]>().notNull().default([]),
    /** Why the last attempt failed. */
    detail: text().notNull().default(""),
    createdAt: instant().notNull().defaultNow(),
    /** When it was written, or sent again: how long it is tried counts from here. */
    triedFrom: instant().notNull().defaultNow(),
    triedAt: instant(),
    expiresAt: instant(),
    dueAt: instant().notNull().defaultNow(),
    leasedUntil: instant(),
    claimToken: bigint({ mode: "number" }).notNull().default(0),
  },
  (table) => [
    index("outbox_due")
      .on(table.destination, table.dueAt)
      .where(sql`${table.state} = 'waiting'`),
    index("outbox_group")
      .on(table.destination, table.groupKey, table.id)
      .where(sql`${table.state} = 'waiting' AND ${table.groupKey} <> ''`),
    index("outbox_state").on(table.state, table.id),
    index("outbox_created").on(table.createdAt),
  ],
);

/** Where the last attempts have all failed; what has no row is well. Times are the database's. */
export const outboxDestinations = pgTable("outbox_destinations", {
  destination: text().primaryKey(),
  /** In a row. */
  failures: integer().notNull(),
  failingSince: instant().notNull(),
  failedAt: instant().notNull(),
  /** Why the last attempt failed. */
  detail: text().notNull(),
  /** Null: it is tried as any other. */
  quarantinedAt: instant(),
  /** When the next notice may go there, of a quarantine. */
  probeAt: instant(),
});
