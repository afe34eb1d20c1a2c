import { bigint, customType, index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "#tables/users";

const instant = () => timestamp({ withTimezone: true, precision: 3 });

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const apiKeys = pgTable(
  "api_keys",
  {
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
    userId: bigint({ mode: "number" })
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** The look-up part; the secret part is nowhere. */
    prefix: text().notNull().unique("api_keys_prefix"),
    /** SHA-256 of the whole key. */
    digest: bytes().notNull(),
    /** The only permission of the key; null: it may what its owner may. */
    permission: text(),
    createdAt: instant().notNull().defaultNow(),
    createdAddress: text().notNull(),
    expiresAt: instant(),
    lastUsedAt: instant(),
    lastUsedAddress: text(),
    revokedAt: instant(),
    revocationReason: text(),
  },
  (table) => [index("api_keys_user").on(table.userId)],
);
