import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { canonicalMacAddress } from "#platform/mac-address";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { keysOf, keyText, type Page, toPage } from "#platform/http/paging";
import { deviceInterfaces, devices, everyDeviceAddress } from "#tables/topology";
import type { AddressBinding, BindingFilter, BindingQuery } from "./models";
import { BindingRow, bindingColumns, toAddressBinding } from "./rows";

const ORDER = "address-bindings";
const Keys = z.tuple([z.iso.datetime(), z.ipv4().or(z.ipv6()), keyText, keyText]);

/** A page of bindings, the latest begun first. Throws 404 where the device is none, 422 for a bad cursor. */
export async function listBindings({ db }: { db: Db }, query: BindingQuery): Promise<Page<AddressBinding>> {
  const filter = await filterOf(db, query);
  const after = keysOf(query.cursor, { order: ORDER, schema: Keys });
  const rows = await readBindings(db, { filter, after, limit: query.limit + 1 });
  const total = await countOf(db, filter);
  return toPage(rows, { order: ORDER, limit: query.limit, total, keysOfRow });
}

const CHUNK = 1000;

/**
 * All bindings of a query, the latest begun first, so many at a time. Throws 404 where the device is none, before any
 * is read.
 */
export async function openBindings(db: Db, wanted: BindingFilter): Promise<AsyncGenerator<AddressBinding[]>> {
  return walk(db, await filterOf(db, wanted));
}

async function* walk(db: Db, filter: SQL): AsyncGenerator<AddressBinding[]> {
  let after: z.infer<typeof Keys> | undefined;
  for (;;) {
    const rows = await readBindings(db, { filter, after, limit: CHUNK });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < CHUNK) return;
    after = keysOfRow(last);
  }
}

function keysOfRow(row: AddressBinding): z.infer<typeof Keys> {
  return [row.from, row.ip_address, row.source, row.reporter];
}

type Reading = { filter: SQL; after: z.infer<typeof Keys> | undefined; limit: number };

async function readBindings(db: Db, { filter, after, limit }: Reading): Promise<AddressBinding[]> {
  const beyond =
    after === undefined
      ? sql``
      : sql` AND (held_from, address, source, reporter)
          < (${after[0]}::timestamptz, ${after[1]}::inet, ${after[2]}, ${after[3]})`;
  const rows = await db.execute(sql`
    SELECT ${bindingColumns} FROM address_bindings binding WHERE ${filter}${beyond}
    ORDER BY binding.held_from DESC, address DESC, source DESC, reporter DESC LIMIT ${limit}`);
  return z
    .array(BindingRow)
    .parse([...rows])
    .map(toAddressBinding);
}

async function filterOf(db: Db, wanted: BindingFilter): Promise<SQL> {
  return sql.join([await wantedOf(db, wanted), ...spanOf(wanted)], sql` AND `);
}

async function countOf(db: Db, filter: SQL): Promise<number> {
  const rows = await db.execute(sql`SELECT count(*) AS total FROM address_bindings binding WHERE ${filter}`);
  const [row] = z.array(z.object({ total: z.coerce.number() })).parse([...rows]);
  return row?.total ?? 0;
}

function spanOf({ from, to }: BindingFilter): SQL[] {
  return [
    ...(from === undefined ? [] : [sql`ends_at >= ${from.toISOString()}::timestamptz`]),
    ...(to === undefined ? [] : [sql`held_from < ${to.toISOString()}::timestamptz`]),
  ];
}

async function wantedOf(db: Db, query: BindingFilter): Promise<SQL> {
  const { ip_address: address, mac_address: mac, device_id: deviceId } = query;
  const conditions: SQL[] = [];
  if (address !== undefined) conditions.push(sql`address = ${address}::inet`);
  if (mac !== undefined && mac !== null) conditions.push(hasMacAddress(mac));
  if (deviceId !== undefined) conditions.push(await isOfDevice(db, deviceId));
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
}

function hasMacAddress(text: string): SQL {
  const address = canonicalMacAddress(text);
  return address === undefined ? sql`false` : sql`mac_address = ${address}::macaddr`;
}

async function isOfDevice(db: Db, deviceId: number): Promise<SQL> {
  const rows = await db.execute(sql`
    SELECT ARRAY(SELECT host(address) FROM ${everyDeviceAddress} WHERE device_id = ${deviceId})::text[] AS addresses,
      ARRAY(SELECT mac_address FROM ${devices} WHERE id = ${deviceId} AND mac_address IS NOT NULL
        UNION SELECT mac_address FROM ${deviceInterfaces} WHERE device_id = ${deviceId} AND mac_address IS NOT NULL
      )::text[] AS mac_addresses
    FROM ${devices} WHERE id = ${deviceId}`);
  const [device] = z
    .array(z.object({ addresses: z.array(z.string()), mac_addresses: z.array(z.string()) }))
    .parse([...rows]);
  if (device === undefined) throw notFound("Device not found");
  const macAddresses = device.mac_addresses.flatMap((text) => canonicalMacAddress(text) ?? []);
  return sql`(address IN (SELECT value::inet FROM jsonb_array_elements_text(${JSON.stringify(device.addresses)}::text::jsonb))
    OR mac_address IN (SELECT value::macaddr FROM jsonb_array_elements_text(${JSON.stringify(macAddresses)}::text::jsonb)))`;
}
