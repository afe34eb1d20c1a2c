import {
  bigint,
  boolean,
  customType,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { roles, users } from "#tables/users";

const instant = () => timestamp({ withTimezone: true, precision: 3 });

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

const userId = () => bigint({ mode: "number" }).references(() => users.id, { onDelete: "cascade" });

/** The authenticator app that a user has confirmed. */
export const totpFactors = pgTable("totp_factors", {
  userId: userId().primaryKey(),
  /** Encrypted with MASTER_KEY. */
  secret: text().notNull(),
  /** The newest 30 s step whose code was accepted: no code of it or of an earlier one is accepted again. */
  lastStep: bigint({ mode: "number" }).notNull(),
  confirmedAt: instant().notNull().defaultNow(),
});

/** A secret that was shown and waits for its first code. */
export const totpEnrolments = pgTable("totp_enrolments", {
  userId: userId().primaryKey(),
  /** Encrypted with MASTER_KEY. */
  secret: text().notNull(),
  expiresAt: instant().notNull(),
});

export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: userId().notNull(),
    /** SHA-256 of the code. */
    digest: bytes().notNull(),
    usedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.digest] })],
);

export const passkeys = pgTable(
  "passkeys",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    userId: userId().notNull(),
    name: text().notNull(),
    /** The authenticator's name for it, base64url. */
    credentialId: text().notNull().unique("passkeys_credential"),
    /** COSE form (RFC 9052). */
    publicKey: bytes().notNull(),
    /** The authenticator's signature counter; 0 for those that do not count. */
    counter: bigint({ mode: "number" }).notNull(),
    /** How a browser may reach the authenticator: `usb`, `internal`, ... */
    transports: text().array().notNull(),
    /** Kept in the user's cloud account too. */
    isBackedUp: boolean().notNull(),
    createdAt: instant().notNull().defaultNow(),
    lastUsedAt: instant(),
  },
  (table) => [index("passkeys_user").on(table.userId)],
);

/** A registration that was begun: its challenge is answered once. */
export const passkeyRegistrations = pgTable("passkey_registrations", {
  userId: userId().primaryKey(),
  challenge: text().notNull(),
  expiresAt: instant().notNull(),
});

/** A sign-in whose password was right and whose second factor is awaited; removed when it is answered. */
export const loginChallenges = pgTable(
  "login_challenges",
  {
    id: uuid().primaryKey(),
    userId: userId().notNull(),
    /** SHA-256 of the password hash: a changed password ends the sign-in. */
    passwordDigest: bytes().notNull(),
    /** What a passkey must sign; null: no options were asked for, or they were answered. */
    passkeyChallenge: text(),
    expiresAt: instant().notNull(),
  },
  (table) => [index("login_challenges_user").on(table.userId)],
);

/** Challenges that a passkey alone has signed in with: each works once. Kept until they would have expired anyway. */
export const passkeySignIns = pgTable("passkey_sign_ins", {
  challenge: text().primaryKey(),
  expiresAt: instant().notNull(),
});

/** Roles whose users must have a second factor. */
export const secondFactorRoles = pgTable("second_factor_roles", {
  name: text().primaryKey(),
  /** The role's row, with which the rule goes; null for SuperAdmin, which has no row. */
  role: text().references(() => roles.name, { onDelete: "cascade" }),
});
