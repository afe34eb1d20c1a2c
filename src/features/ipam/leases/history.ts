import { and, desc, eq, lt } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { keysOf, toPage, type Page } from "#platform/http/paging";
import { dhcpLeases, leaseSources } from "../tables";
import { countLeases, selectLeases } from "./list";
import { toHistoryEntry, type DhcpLeaseHistoryEntry, type DhcpLeaseHistoryQuery } from "./models";

const HISTORY_ORDER = "ipam-dhcp-lease-history";

/** Current and former leases, the latest first, a page of them. Throws 422 for a bad cursor. */
export async function listLeaseHistory(
  { db }: { db: Db },
  query: DhcpLeaseHistoryQuery,
): Promise<Page<DhcpLeaseHistoryEntry>> {
  const { source, ip_address: address, mac_address: mac } = query;
  const filter = and(
    source === undefined ? undefined : eq(leaseSources.name, source),
    address === undefined ? undefined : eq(dhcpLeases.address, address),
    mac === undefined || mac === null ? undefined : eq(dhcpLeases.macAddress, mac),
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
