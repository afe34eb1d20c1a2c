import { bigint, index, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { users } from "#tables/users";

const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** One sign-in: the family of all refresh tokens that come from it. Access tokens name it and die with it. */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid().primaryKey(),
    userId: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    clientAddress: text().notNull(),
    /** `local` or `oidc`: who checked the user. An identity provider asks for second factors itself. */
    authSource: text().notNull().default("local"),
    /** The browser's or script's name for itself, as it signed in. */
    userAgent: text(),
    /** Its last sign-in or refresh, and from where. */
    lastSeenAt: instant().notNull().defaultNow(),
    lastSeenAddress: text().notNull().default(""),
    revokedAt: instant(),
    revocationReason: text(),
  },
  (table) => [index("sessions_user").on(table.userId)],
);

export const refreshTokens = pgTable(
  "refresh_tokens",
  {
    id: uuid().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    issuedAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    clientAddress: text().notNull(),
    /** When it was used. From 10 s later on, using it again ends the session. */
    rotatedAt: instant(),
    successorId: uuid(),
  },
  (table) => [index("refresh_tokens_session").on(table.sessionId)],
);

/** Failed attempts per subject (a user name, a client address), shared by all replicas and kept over restarts. */
export const lockouts = pgTable(
  "lockouts",
  {
    scope: text().notNull(),
    subject: text().notNull(),
    failures: integer().notNull(),
    lockedUntil: instant(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.subject] })],
);

/**
 * Sign-ins that a lock refused: the first of each name, client and lock is audited at once, their number when it ends.
 */
export const blockedLogins = pgTable(
  "blocked_logins",
  {
    /** In lower case; empty: whatever name was tried from a locked address. */
    username: text().notNull(),
    /** The address, or the /64 of an IPv6 address. */
    client: text().notNull(),
    lockedUntil: instant().notNull(),
    attempts: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.username, table.client, table.lockedUntil] })],
);

/**
 * Failed sign-ins of a client in a window: after the first few only their number is recorded, when the window has
 * ended.
 */
export const failedLogins = pgTable(
  "failed_logins",
  {
    /** The address, or the /64 of an IPv6 address. */
    client: text().notNull(),
    endsAt: instant().notNull(),
    attempts: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.client, table.endsAt] })],
);

/** Reset links that went out by mail. Each works once, and only the newest of its user. */
export const passwordResetTokens = pgTable(
  "password_reset_tokens",
  {
    id: uuid().primaryKey(),
    userId: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    issuedAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    clientAddress: text().notNull(),
  },
  (table) => [index("password_reset_tokens_user").on(table.userId)],
);
