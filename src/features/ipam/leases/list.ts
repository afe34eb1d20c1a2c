import { and, asc, count, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { EVERY_ROW, isOfWholeList, keysOf, keyText, toPage, type Page } from "#platform/http/paging";
import { addressFilter } from "../address-filters";
import { dhcpLeases, leaseSources } from "../tables";
import { toLeaseOut, type DhcpLeaseOut, type DhcpLeaseQuery } from "./models";

const addressText = sql<string>`host(${dhcpLeases.address}) COLLATE "C"`;

const { address, macAddress, hostname, clientId } = dhcpLeases;
const SEARCHED = { address, macAddress, hasTypedMacAddresses: false, texts: [hostname, clientId] };

/** Names the list's order in its cursors. */
function orderOf({ sort }: DhcpLeaseQuery): string {
  return `ipam-dhcp-leases ${sort}`;
}

export function selectLeases(db: Db) {
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
    addressFilter(query, SEARCHED),
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
  const { limit = EVERY_ROW } = query;
  const rows = await selectLeases(db)
    .where(and(filter, beyond))
    .orderBy(asc(place), asc(dhcpLeases.id))
    .limit(limit + 1);
  if (isOfWholeList(query)) return { rows: rows.map(toLeaseOut), total: rows.length, next: undefined };
  const page = toPage(rows, {
    order: orderOf(query),
    limit,
    total: await countLeases(db, filter),
    keysOfRow: ({ lease, addressText }) => [addressText, lease.id],
  });
  return { ...page, rows: page.rows.map(toLeaseOut) };
}

export async function countLeases(db: Db, filter: ReturnType<typeof and>): Promise<number> {
  const [counted] = await db
    .select({ total: count() })
    .from(dhcpLeases)
    .innerJoin(leaseSources, eq(leaseSources.id, dhcpLeases.sourceId))
    .where(filter);
  return counted?.total ?? 0;
}
