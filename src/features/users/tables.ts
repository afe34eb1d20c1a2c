import { sql } from "drizzle-orm";
import { bigint, boolean, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

const instant = () => timestamp({ withTimezone: true, precision: 3 });

export const users = pgTable(
  "users",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    /** As its owner writes it; unique in whatever case. */
    username: text().notNull(),
    passwordHash: text().notNull(),
    /** False: the password is random and nobody knows it; the user came by an identity provider. */
    hasLocalPassword: boolean().notNull().default(true),
    /** A role's name. A name that no role has grants nothing. */
    role: text().notNull(),
    isActive: boolean().notNull().default(true),
    displayName: text(),
    avatarData: text(),
    email: text(),
    /** The user wrote the address into the own profile: nobody has vouched for it. */
    isEmailSelfDeclared: boolean().notNull().default(false),
    authSource: text().notNull().default("local"),
    ssoIssuer: text(),
    ssoLastLoginAt: instant(),
    /** Of any kind; a session opened then. */
    lastLoginAt: instant(),
    whatsNewAcknowledgedVersion: text(),
    entityColorsEnabled: boolean().notNull().default(true),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [uniqueIndex("users_username").on(sql`lower(${table.username})`)],
);

/** Every role but SuperAdmin, which has all permissions and no row. */
export const roles = pgTable("roles", {
  name: text().primaryKey(),
  permissions: text()
    .array()
    .notNull()
    .default(sql`'{}'`),
  isBuiltin: boolean().notNull().default(false),
});
