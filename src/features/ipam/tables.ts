import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  cidr,
  index,
  inet,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { sites } from "#tables/topology";

const instant = () => timestamp({ withTimezone: true, precision: 3 });
const identity = () => bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey();
const reference = () => bigint({ mode: "number" });

/**
 * `inet` sorts IPv4 before IPv6, each as numbers, and a range of it is one index scan. Host addresses carry the full
 * mask.
 */
const hostAddress = (address: string) => sql.raw(`set_masklen(${address}, 32 + 96 * (family(network) / 6))`);

export const subnets = pgTable(
  "subnets",
  {
    id: identity(),
    name: text().notNull(),
    /** In network form. Subnets nest; the same network twice is refused. */
    network: cidr().notNull(),
    /** What the caller sent where it had host bits or was written otherwise. */
    cidrAsSent: text(),
    firstAddress: inet().notNull().generatedAlwaysAs(hostAddress("network::inet")),
    lastAddress: inet().notNull().generatedAlwaysAs(hostAddress("broadcast(network)")),
    description: text(),
    notes: text(),
    vlanId: text(),
    siteId: reference().references(() => sites.id, { onDelete: "set null" }),
    gateway: inet(),
    dhcpStart: inet(),
    dhcpEnd: inet(),
    dnsServers: text(),
    /** Every address may be given out, first and last too. */
    isPool: boolean().notNull().default(false),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    unique("subnets_network").on(table.network),
    index("subnets_around").using("gist", table.network.op("inet_ops")),
    index("subnets_vlan").on(table.vlanId),
    index("subnets_site").on(table.siteId),
    index("subnets_gateway").on(table.gateway),
    check(
      "subnets_dhcp_range",
      sql`(dhcp_start IS NULL AND dhcp_end IS NULL) OR (dhcp_start IS NOT NULL AND dhcp_end IS NOT NULL
        AND dhcp_start <= dhcp_end AND dhcp_start >= first_address AND dhcp_end <= last_address)`,
    ),
  ],
);

/**
 * Addresses that are held for someone. One that has expired is released by the next who wants its address (the
 * predicate of an index cannot ask what time it is), and kept as history until it is purged.
 */
export const ipReservations = pgTable(
  "ip_reservations",
  {
    id: identity(),
    address: inet().notNull(),
    subnetId: reference().references(() => subnets.id, { onDelete: "set null" }),
    label: text().notNull(),
    macAddress: text(),
    notes: text(),
    /** User name, kept when the user goes. */
    reservedBy: text(),
    expiresAt: instant(),
    /** The expiry that people have been reminded of. */
    remindedFor: instant(),
    releasedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("ip_reservations_address")
      .on(table.address)
      .where(sql`released_at IS NULL`),
    index("ip_reservations_subnet").on(table.subnetId),
    index("ip_reservations_expires_at")
      .on(table.expiresAt)
      .where(sql`released_at IS NULL`),
  ],
);

/** Where leases are imported from, such as one DHCP server's file. */
export const leaseSources = pgTable("lease_sources", {
  id: identity(),
  name: text().notNull().unique("lease_sources_name"),
  /** Format of the last import. */
  format: text().notNull(),
  lastImportedAt: instant().notNull().defaultNow(),
});

/** Leases, those of earlier imports included: the current one of a source and address is the one that is not closed. */
export const dhcpLeases = pgTable(
  "dhcp_leases",
  {
    id: identity(),
    sourceId: reference()
      .notNull()
      .references(() => leaseSources.id, { onDelete: "cascade" }),
    address: inet().notNull(),
    macAddress: text(),
    /** Client identifier or DUID: tells clients apart that show no MAC address. */
    clientId: text(),
    hostname: text(),
    /** Null: never. */
    expiresAt: instant(),
    /** As the file said when it was imported. */
    isActive: boolean().notNull(),
    importedAt: instant().notNull().defaultNow(),
    /** When a later import no longer had it, or had another. Null: current. */
    closedAt: instant(),
  },
  (table) => [
    uniqueIndex("dhcp_leases_source_address")
      .on(table.sourceId, table.address)
      .where(sql`closed_at IS NULL`),
    index("dhcp_leases_active_address")
      .on(table.address)
      .where(sql`closed_at IS NULL AND is_active`),
    index("dhcp_leases_address").on(table.address),
    index("dhcp_leases_mac_address").on(table.macAddress),
  ],
);

/**
 * Public address space that a provider has assigned. Pools do not overlap: `external_pools_overlap` of the migration
 * sees to it, which drizzle cannot express.
 */
export const externalPools = pgTable(
  "external_pools",
  {
    id: identity(),
    name: text().notNull().unique("external_pools_name"),
    /** `address/length` or `first-last`. */
    cidr: text().notNull(),
    firstAddress: inet().notNull(),
    lastAddress: inet().notNull(),
    provider: text(),
    account: text(),
    description: text(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index("external_pools_first_address").on(table.firstAddress),
    check("external_pools_range", sql`first_address <= last_address`),
  ],
);

export const externalAssignments = pgTable(
  "external_assignments",
  {
    id: identity(),
    poolId: reference().references(() => externalPools.id, { onDelete: "cascade" }),
    address: inet().notNull(),
    label: text().notNull(),
    status: text({ enum: ["available", "reserved", "in_use"] }).notNull(),
    provider: text(),
    account: text(),
    owner: text(),
    service: text(),
    tags: text(),
    notes: text(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    unique("external_assignments_address").on(table.address),
    index("external_assignments_pool").on(table.poolId),
  ],
);
