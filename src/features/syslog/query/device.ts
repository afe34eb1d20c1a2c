import { eq, sql } from "drizzle-orm";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import { invalid } from "#platform/errors";
import { parseAddress } from "#platform/ip";
import { devices, everyDeviceAddress } from "#tables/topology";
import { ADDRESS_COLUMNS, type EventColumn } from "../event/columns";
import type { HostNames } from "./host-names";
import type { Condition } from "./predicate";

/**
 * The condition that an event is a device's: one of its addresses, those of its interfaces too, sent it or is an end of
 * the flow, or the line names the device as its host, as behind a relay. A device without address and name has none.
 * @throws ApiError 422 where there is no such device.
 */
export async function compileDevice(db: Db, deviceId: number): Promise<Condition> {
  const names = await findHostNames(db, deviceId);
  const addresses = await listAddresses(db, deviceId);
  const hasNames = names.whole.length > 0;
  const columns: readonly EventColumn[] = hasNames ? [...ADDRESS_COLUMNS, "source_host"] : ADDRESS_COLUMNS;
  if (hasNames) return { kind: "of device", columns, addresses, names, isNegated: false };
  return { kind: "any of", columns, values: addresses, isNegated: false };
}

async function listAddresses(db: Db, deviceId: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ address: everyDeviceAddress.ipAddress })
    .from(everyDeviceAddress)
    .where(eq(everyDeviceAddress.deviceId, deviceId));
  return rows.map(({ address }) => address);
}

/**
 * How lines may name the device: its host name whole and up to the first dot, and the name that people gave it; a name
 * without a domain with any domain, too. Not what another device is called, too: it would tell neither.
 */
async function findHostNames(db: Db, deviceId: number): Promise<HostNames> {
  const [device] = await db
    .select({ hostname: devices.hostname, displayName: devices.displayName })
    .from(devices)
    .where(eq(devices.id, deviceId));
  if (device === undefined) {
    const msg = "Value error, there is no such device";
    throw invalid([{ loc: ["query", "device_id"], msg, type: "value_error" }]);
  }
  const given = [device.hostname, device.displayName].flatMap((name) => name?.toLowerCase() ?? []);
  const labels = given.map(firstLabel);
  const taken = await listTakenNames(db, { deviceId, names: [...given, ...labels] });
  const isOwn = (name: string) => name !== "" && !taken.has(name);
  return {
    whole: [...new Set([...given, ...labels])].filter(isOwn),
    inAnyDomain: [...new Set(given.filter(isLabel))].filter(isOwn),
  };
}

/** Which of the names, in lower case, another device has, as its name or up to the first dot of it. */
async function listTakenNames(
  db: Db,
  { deviceId, names }: { deviceId: number; names: readonly string[] },
): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db.execute<{ name: string }>(sql`
    SELECT DISTINCT name FROM ${devices}, LATERAL (VALUES (lower(${devices.hostname})), (lower(${devices.displayName})),
      (split_part(lower(${devices.hostname}), '.', 1)), (split_part(lower(${devices.displayName}), '.', 1))) AS names (name)
    WHERE ${devices.id} <> ${deviceId} AND name = ${anyOf(names, "text")}`);
  return new Set([...rows].map(({ name }) => name));
}

/** The part of a name that hosts often send alone; an address has none. */
function firstLabel(name: string): string {
  return parseAddress(name) === undefined && !/\s/.test(name) ? (name.split(".")[0] ?? name) : name;
}

/** Whether a name may have a domain behind it. */
function isLabel(name: string): boolean {
  return parseAddress(name) === undefined && !/[\s.]/.test(name);
}
