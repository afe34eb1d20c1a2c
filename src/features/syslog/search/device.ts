import { eq, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { invalid } from "#platform/errors";
import { parseAddress } from "#platform/ip";
import { devices, everyDeviceAddress } from "#tables/topology";
import type { Condition } from "./predicate";

const ADDRESS_COLUMNS = ["sender", "src_ip", "dst_ip", "nat_src_ip", "nat_dst_ip"] as const;

/**
 * The condition that an event is a device's: one of its addresses, those of its interfaces too, sent it or is an end of the flow,
 * or the line names the device as its host. A device without address and name has none.
 * @throws ApiError 422 where there is no such device.
 */
export async function compileDevice(db: Db, deviceId: number): Promise<Condition> {
  const names = await listHostNames(db, deviceId);
  const addresses = await listAddresses(db, deviceId);
  const columns = names.length === 0 ? ADDRESS_COLUMNS : ([...ADDRESS_COLUMNS, "source_host"] as const);
  return { kind: "any of", columns, values: [...addresses, ...names], isNegated: false };
}

async function listAddresses(db: Db, deviceId: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ address: everyDeviceAddress.ipAddress })
    .from(everyDeviceAddress)
    .where(eq(everyDeviceAddress.deviceId, deviceId));
  return rows.map(({ address }) => address);
}

/**
 * How lines may name the device: its host name whole and up to the first dot, and the name that people gave it; as written and in
 * lower and upper case. Not what another device is called, too: it would tell neither.
 */
async function listHostNames(db: Db, deviceId: number): Promise<string[]> {
  const [device] = await db
    .select({ hostname: devices.hostname, displayName: devices.displayName })
    .from(devices)
    .where(eq(devices.id, deviceId));
  if (device === undefined) {
    const msg = "Value error, there is no such device";
    throw invalid([{ loc: ["query", "device_id"], msg, type: "value_error" }]);
  }
  const given = [device.hostname, device.displayName].flatMap((name) => name ?? []);
  const names = [...new Set([...given, ...given.map(firstLabel)])].filter((name) => name !== "");
  if (names.length === 0) return [];
  const lowerCase = names.map((name) => name.toLowerCase());
  const others = await db.execute<{ name: string }>(sql`
    SELECT name FROM ${devices}, LATERAL (VALUES (lower(${devices.hostname})), (lower(${devices.displayName})),
      (split_part(lower(${devices.hostname}), '.', 1))) AS names (name)
    WHERE ${devices.id} <> ${deviceId} AND name IN (${sql.join(
      lowerCase.map((name) => sql`${name}`),
      sql`, `,
    )})`);
  const taken = new Set([...others].map(({ name }) => name));
  const own = names.filter((name) => !taken.has(name.toLowerCase()));
  return [...new Set(own.flatMap((name) => [name, name.toLowerCase(), name.toUpperCase()]))];
}

/** The part of a name that hosts often send alone; an address has none. */
function firstLabel(name: string): string {
  return parseAddress(name) === undefined && !/\s/.test(name) ? (name.split(".")[0] ?? name) : name;
}
