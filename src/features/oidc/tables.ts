import { bigint, pgTable, primaryKey, text, timestamp, unique } from "drizzle-orm/pg-core";
import { users } from "#tables/users";

const instant = () => timestamp({ withTimezone: true, precision: 3 });

/**
 * Settings by their names in the API. A name without a row has the environment's value. `client_secret` is a Fernet
 * token.
 */
export const oidcSettings = pgTable("oidc_settings", {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: instant().notNull().defaultNow(),
});

/** Which user an identity provider means by a subject: for ever the same, whatever happens to mail addresses. */
export const oidcIdentities = pgTable(
  "oidc_identities",
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    unique("oidc_identities_user").on(table.userId, table.issuer),
  ],
);

/**
 * Sign-ins whose answer has come, until they would have expired anyway: an answer counts once, on whichever replica.
 */
export const oidcAnsweredSignIns = pgTable("oidc_answered_sign_ins", {
  /** SHA-256 of the state, in hex. */
  stateDigest: text().primaryKey(),
  expiresAt: instant().notNull(),
});
