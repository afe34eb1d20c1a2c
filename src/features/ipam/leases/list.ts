import { and, asc, count, desc, eq, isNull, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { canonicalMacAddress } from "#features/topology";
import type { Db } from "#platform/database";
import { keysOf, keyText, toPage, type Page } from "#platform/http/paging";
import { dhcpLeases, leaseSources } from "../tables";
import {
  toHistoryEntry,
  toLeaseOut,
  type DhcpLeaseHistoryEntry,
  type DhcpLeaseHistoryQuery,
  type DhcpLeaseOut,
  type DhcpLeaseQuery,
} from "./models";

const addressText = sql<string>`host(${dhcpLeases.address}) COLLATE "C"`;

/** Names the list's order in its cursors. */
function orderOf({ sort }: DhcpLeaseQuery): string {
  return `ipam-dhcp-leases ${sort}`;
}

const HISTORY_ORDER = "ipam-dhcp-lease-history";

function selectLeases(db: Db) {
  return db
    .select({ lease: dhcpLeases, source: leaseSources.name, addressText })
    .from(dhcpLeases)
    .innerJoin(leaseSources, eq(leaseSources.id, dhcpLeases.sourceId));
}

/** The current leases, all of them or a page. Throws 422 for a bad cursor. */
export async function listLeases({ db }: { db: Db }, query: DhcpLeaseQuery): Promise<Page<DhcpLeaseOut>> {
  const isByText = query.sort === "text";
  const filter = and(
    isNull(dhcpLeases.closedAt),
    query.source === undefined ? undefined : eq(leaseSources.name, query.source),
    query.is_active === undefined ? undefined : eq(dhcpLeases.isActive, query.is_active),
  );
  const after = keysOf(query.cursor, {
    order: orderOf(query),
    schema: z.tuple([isByText ? keyText : z.ipv4().or(z.ipv6()), z.int()]),
  });
  const place = isByText ? addressText : sql`${dhcpLeases.address}`;
  const beyond =
    after === undefined
      ? undefined
      : isByText
        ? sql`(${place}, ${dhcpLeases.id}) > (${after[0]}, ${after[1]})`
        : sql`(${place}, ${dhcpLeases.id}) > (${after[0]}::inet, ${after[1]})`;
  const ordered = selectLeases(db).where(and(filter, beyond)).orderBy(asc(place), asc(dhcpLeases.id));
  if (query.limit === undefined) {
    const rows = await ordered;
    return { rows: rows.map(toLeaseOut), total: rows.length, next: undefined };
  }
  const rows = await ordered.limit(query.limit + 1);
  const page = toPage(rows, {
    order: orderOf(query),
    limit: query.limit,
    total: await countLeases(db, filter),
    keysOfRow: ({ lease, addressText }) => [addressText, lease.id],
  });
  return { ...page, rows: page.rows.map(toLeaseOut) };
}

async function countLeases(db: Db, filter: ReturnType<typeof and>): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(dhcpLeases)
    .innerJoin(leaseSources, eq(leaseSources.id, dhcpLeases.sourceId))
    .where(filter);
  return counted?.total ?? 0;
}

/** Current and former leases, the latest first, a page of them. Throws 422 for a bad cursor. */
export async function listLeaseHistory(
  { db }: { db: Db },
  query: DhcpLeaseHistoryQuery,
): Promise<Page<DhcpLeaseHistoryEntry>> {
  const { source, ip_address: address, mac_address: mac } = query;
  const filter = and(
    source === undefined ? undefined : eq(leaseSources.name, source),
    address === undefined ? undefined : eq(dhcpLeases.address, address),
    mac === undefined || mac === null
      ? undefined
      : eq(dhcpLeases.macAddress, canonicalMacAddress(mac) ?? mac),
  );
  const after = keysOf(query.cursor, { order: HISTORY_ORDER, schema: z.tuple([z.int()]) });
  const rows = await selectLeases(db)
    .where(and(filter, after === undefined ? undefined : lt(dhcpLeases.id, after[0])))
    .orderBy(desc(dhcpLeases.id))
    .limit(query.limit + 1);
  const page = toPage(rows, {
    order: HISTORY_ORDER,
    limit: query.limit,
    total: await countLeases(db, filter),
    keysOfRow: ({ lease }) => [lease.id],
  });
  return { ...page, rows: page.rows.map(toHistoryEntry) };
}
