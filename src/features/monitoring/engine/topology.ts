import { readFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import type { Sql } from "#platform/database";
import { canonicalAddress } from "#platform/ip";
import type { DeviceState } from "./decide";
import { Dependencies, type Link } from "./dependencies";

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

/** What depends on what, seen from the devices that have one of these addresses. */
export async function readDependencies(sql: Sql, rootAddresses: readonly string[]): Promise<Dependencies> {
  const [links, roots] = await Promise.all([
    sql<{ one: number; other: number }[]>`
      SELECT source_device_id::float8 AS one, target_device_id::float8 AS other FROM relationships`,
    sql<{ id: number }[]>`
      SELECT DISTINCT device_id::float8 AS id FROM every_device_address
      WHERE address IN (SELECT value::inet FROM jsonb_array_elements_text(${JSON.stringify(rootAddresses)}::text::jsonb))`,
  ]);
  return new Dependencies({
    links: links.map(({ one, other }): Link => [one, other]),
    roots: roots.map(({ id }) => id),
  });
}

type Columns = {
  ids: number[];
  devices: number[];
  raw: DeviceState["rawStatus"][];
  states: DeviceState["state"][];
  checked: (number | null)[];
};

/** Every device that is watched, as it stands now. */
export async function readDeviceStates(sql: Sql): Promise<DeviceState[]> {
  // By the column, as one text each: tens of thousands of rows, field by field, would hold up all else that this process does.
  const [row] = await sql<{ columns: Columns }[]>`
    SELECT json_build_object('ids', coalesce(json_agg(id), '[]'), 'devices', coalesce(json_agg(device_id), '[]'),
      'raw', coalesce(json_agg(raw_status), '[]'), 'states', coalesce(json_agg(state), '[]'),
      'checked', coalesce(json_agg(date_part('epoch', checked_at) * 1000), '[]')) AS columns
    FROM check_targets WHERE kind = 'device' AND state <> 'paused'`;
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
