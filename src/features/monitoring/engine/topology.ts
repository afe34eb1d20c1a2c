import { readFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { canonicalAddress } from "#platform/ip";
import type { DeviceState } from "./decide";
import type { Link, Network } from "./dependencies";

/** The addresses of this machine that others can reach. */
export function ownAddresses(): string[] {
  const interfaces = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return interfaces
    .filter(({ internal }) => !internal)
    .flatMap(({ address }) => canonicalAddress(address) ?? []);
}

/** Where packets to elsewhere go; undefined where there is no such router, or no telling (other systems than Linux). */
export async function findGateway(): Promise<string | undefined> {
  const table = await readFile("/proc/net/route", "utf8").catch(() => "");
  const routes = table.split("\n").map((line) => line.split("\t"));
  const gateway = routes.find(
    ([, destination, router]) => destination === "00000000" && router !== "00000000",
  )?.[2];
  const octets = gateway?.match(/^([0-9A-F]{2})([0-9A-F]{2})([0-9A-F]{2})([0-9A-F]{2})$/i)?.slice(1);
  return octets
    ?.reverse()
    .map((octet) => Number.parseInt(octet, 16))
    .join(".");
}

/** Of the devices that this service is at: those that are named so, those of this machine, and its gateway's. */
export async function findRootAddresses(named: readonly string[]): Promise<string[]> {
  const gateway = await findGateway();
  return [...named, ...ownAddresses(), ...(gateway === undefined ? [] : [gateway])];
}

type NetworkColumns = {
  ones: number[];
  others: number[];
  roots: number[];
  devices: number[];
  parents: (number | null)[];
};

/** Links and choices, seen from the devices that have one of these addresses. */
export async function readNetwork(db: Db, rootAddresses: readonly string[]): Promise<Required<Network>> {
  // By the column, as with the states below.
  const [row] = await db.execute<NetworkColumns>(sql`
    SELECT links.*, roots.*, choices.* FROM
      (SELECT coalesce(json_agg(source_device_id), '[]') AS ones, coalesce(json_agg(target_device_id), '[]') AS others
        FROM relationships) links,
      (SELECT coalesce(json_agg(DISTINCT device_id), '[]') AS roots FROM every_device_address
        WHERE address IN (SELECT value::inet FROM jsonb_array_elements_text(${JSON.stringify(rootAddresses)}::text::jsonb))) roots,
      (SELECT coalesce(json_agg(device_id), '[]') AS devices, coalesce(json_agg(parent_id), '[]') AS parents
        FROM device_dependencies) choices`);
  if (row === undefined) throw new Error("our bug: aggregates gave no row");
  const choices = new Map<number, number[]>(row.devices.map((device) => [device, []]));
  for (const [index, device] of row.devices.entries()) {
    const parent = row.parents[index] ?? null;
    if (parent !== null) choices.get(device)?.push(parent);
  }
  const links = row.ones.map((one, index): Link => [one, row.others[index] ?? one]);
  return { links, roots: row.roots, choices };
}

/** Another one whenever what people chose is another. */
export async function readChoicesVersion(db: Db): Promise<string> {
  const [row] = await db.execute<{ version: string | null }>(sql`
    SELECT md5(string_agg(concat_ws(' ', device_id, parent_id), ',' ORDER BY device_id, parent_id)) AS version
    FROM device_dependencies`);
  return row?.version ?? "";
}

type Columns = {
  ids: number[];
  devices: number[];
  raw: DeviceState["rawStatus"][];
  states: DeviceState["state"][];
  checked: (number | null)[];
};

/** So many devices hold up the thread that reads them for some milliseconds. */
const READ_AT_ONCE = 2000;

/** Every device that is watched, as it stands now. Others get their turn between the pieces that are read. */
export async function readDeviceStates(db: Db): Promise<DeviceState[]> {
  const states: DeviceState[] = [];
  for (;;) {
    const piece = await readStatesAfter(db, states.at(-1)?.deviceId ?? 0);
    states.push(...piece);
    if (piece.length < READ_AT_ONCE) return states;
  }
}

async function readStatesAfter(db: Db, deviceId: number): Promise<DeviceState[]> {
  // By the column, as one text each: row by row and field by field it would take several times as long.
  const [row] = await db.execute<{ columns: Columns }>(sql`
    SELECT json_build_object('ids', coalesce(json_agg(id), '[]'), 'devices', coalesce(json_agg(device_id), '[]'),
      'raw', coalesce(json_agg(raw_status), '[]'), 'states', coalesce(json_agg(state), '[]'),
      'checked', coalesce(json_agg(date_part('epoch', checked_at) * 1000), '[]')) AS columns
    FROM (
      SELECT id, device_id, raw_status, state, checked_at FROM check_targets
      WHERE kind = 'device' AND state <> 'paused' AND device_id > ${deviceId} ORDER BY device_id LIMIT ${READ_AT_ONCE}) piece`);
  if (row === undefined) return [];
  const { ids, devices, raw, states, checked } = row.columns;
  return ids.map((id, index) => ({
    id,
    deviceId: devices[index] ?? 0,
    rawStatus: raw[index] ?? null,
    state: states[index] ?? "unknown",
    checkedAtMs: checked[index] ?? null,
  }));
}
