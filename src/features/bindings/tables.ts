import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  inet,
  macaddr,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";

const instant = () => timestamp({ withTimezone: true, precision: 3 });

/**
 * Who held an address from when to when, as one source has it from one reporter. Of one address, source and reporter no
 * two rows overlap. A renewal changes no column of an index, so that it costs no new entries in them.
 */
export const addressBindings = pgTable(
  "address_bindings",
  {
    heldFrom: instant().notNull(),
    /** The last sign of it. */
    seenAt: instant().notNull(),
    /** When it ended, or ends unless there is another sign. */
    endsAt: instant().notNull(),
    address: inet().notNull(),
    /** `dhcp`, `lease_import` and the names of those who observe. */
    source: text().notNull(),
    /** The sender of the lines, the name of the import's source, the switch or scan; empty: there is one only. */
    reporter: text().notNull(),
    macAddress: macaddr(),
    /** DUID of a DHCPv6 client. */
    clientId: text(),
    host: text(),
    switchName: text(),
    switchPort: text(),
    /** Somebody said that it ended: it is not only that its time was over, or that another came. */
    isEnded: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({
      name: "address_bindings_key",
      columns: [table.address, table.source, table.reporter, table.heldFrom],
    }),
    index("address_bindings_mac").on(table.macAddress, table.heldFrom),
    index("address_bindings_age").using("brin", table.heldFrom),
    check(
      "address_bindings_order",
      sql`${table.heldFrom} <= ${table.seenAt} AND ${table.seenAt} <= ${table.endsAt}`,
    ),
  ],
);
