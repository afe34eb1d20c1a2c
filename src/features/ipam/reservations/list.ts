import { and, asc, count, eq, isNull, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { EVERY_ROW, isOfWholeList, keysOf, keyText, toPage, type Page } from "#platform/http/paging";
import { addressFilter } from "../address-filters";
import { isInForce } from "../occupied-addresses";
import { findSubnetRow } from "../subnets/service";
import { ipReservations } from "../tables";
import { toReservationOut, type IpReservationOut, type ReservationQuery } from "./models";

const addressText = sql<string>`host(${ipReservations.address}) COLLATE "C"`;

const { address, macAddress, label, notes, reservedBy } = ipReservations;
const SEARCHED = { address, macAddress, hasTypedMacAddresses: true, texts: [label, notes, reservedBy] };

/** Names the list's order in its cursors. */
function orderOf({ sort }: ReservationQuery): string {
  return `ipam-reservations ${sort}`;
}

/**
 * The reservations that have not been released, all of them or a page. Throws 404 for an unknown subnet, 422 for a bad
 * cursor.
 */
export async function listReservations(
  { db }: { db: Db },
  query: ReservationQuery,
): Promise<Page<IpReservationOut>> {
  const filter = await filterOf(db, query);
  const after = keysOf(query.cursor, {
    order: orderOf(query),
    schema: z.tuple([query.sort === "text" ? keyText : z.ipv4().or(z.ipv6()), z.int()]),
  });
  const { limit = EVERY_ROW } = query;
  const isByText = query.sort === "text";
  const place = isByText ? addressText : sql`${ipReservations.address}`;
  // One address has one reservation that is not released, so the address alone is a place in the list.
  const beyond =
    after === undefined
      ? undefined
      : isByText
        ? sql`${place} > ${after[0]}`
        : sql`${place} > ${after[0]}::inet`;
  const rows = await db
    .select()
    .from(ipReservations)
    .where(and(filter, beyond))
    .orderBy(asc(place))
    .limit(limit + 1);
  if (isOfWholeList(query))
    return { rows: rows.map((row) => toReservationOut(row)), total: rows.length, next: undefined };
  const [counted] = await db.select({ total: count() }).from(ipReservations).where(filter);
  const page = toPage(rows, {
    order: orderOf(query),
    limit,
    total: counted?.total ?? 0,
    keysOfRow: (row) => [row.address, row.id],
  });
  return { ...page, rows: page.rows.map((row) => toReservationOut(row)) };
}

async function filterOf(db: Db, query: ReservationQuery): Promise<SQL | undefined> {
  const subnet = query.subnet_id === undefined ? undefined : await findSubnetRow(db, query.subnet_id);
  const inForce = query.state === undefined ? undefined : eq(isInForce, query.state === "active");
  return and(
    isNull(ipReservations.releasedAt),
    subnet && sql`${ipReservations.address} BETWEEN ${subnet.firstAddress} AND ${subnet.lastAddress}`,
    inForce,
    addressFilter(query, SEARCHED),
  );
}
