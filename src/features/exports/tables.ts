import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { operations } from "#tables/operations";
import { users } from "#tables/users";

const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });
const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** Reports that were printed while nobody waited, until they are fetched or too many. */
export const keptReports = pgTable("kept_reports", {
  operationId: uuid()
    .primaryKey()
    .references(() => operations.id, { onDelete: "cascade" }),
  /** A PDF file. */
  content: bytes().notNull(),
  keptAt: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
});

/** Reports that are mailed again and again. Times are the database's. */
export const reportSchedules = pgTable(
  "report_schedules",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    /** A report has what this user may see. */
    ownerUserId: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    isEnabled: boolean().notNull(),
    /** `weekly` or `monthly`. */
    cadence: text().notNull(),
    /** 1 to 7, from Monday; of weekly ones. */
    weekday: integer().notNull(),
    /** 1 to 31; of monthly ones. A month without it has it on its last day. */
    dayOfMonth: integer().notNull(),
    /** `07:30`, on the clock of the zone. */
    time: text().notNull(),
    /** IANA name. */
    timeZone: text().notNull(),
    /** How long the period of a report is. */
    days: integer().notNull(),
    paper: text().notNull(),
    recipientUserIds: bigint({ mode: "number" }).array().notNull(),
    recipientAddresses: text().array().notNull(),
    lastRunAt: instant(),
    /** `mailed`, `failed` or `stopped`; null: it has not run. */
    lastStatus: text(),
    lastError: text(),
    /** Runs that failed since the last that did not. */
    failures: integer().notNull().default(0),
    dueAt: instant().notNull(),
    leasedUntil: instant(),
    claimToken: bigint({ mode: "number" }).notNull().default(0),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index("report_schedules_due")
      .on(table.dueAt)
      .where(sql`${table.isEnabled}`),
    index("report_schedules_owner").on(table.ownerUserId),
  ],
);

/** How a mail to a recipient stands; `error` null: it was sent. */
export type MailOutcome = { at: number; error: string | null };

/** Reports that were mailed: the file until it has gone out, or is given up. */
export const mailedReports = pgTable(
  "mailed_reports",
  {
    id: uuid().primaryKey().defaultRandom(),
    scheduleId: bigint({ mode: "number" })
      .notNull()
      .references(() => reportSchedules.id, { onDelete: "cascade" }),
    /** A PDF file; null: it is not kept any more. */
    content: bytes(),
    /** What they are called: names of users, and addresses. */
    recipients: text().array().notNull(),
    /** By what the recipient is called; who is not in it waits. */
    outcomes: jsonb().$type<Record<string, MailOutcome>>().notNull().default({}),
    madeAt: instant().notNull().defaultNow(),
  },
  (table) => [index("mailed_reports_schedule").on(table.scheduleId, table.madeAt)],
);
