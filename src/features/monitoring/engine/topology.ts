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

/** Every device that is watched, as it stands now. */
export async function readDeviceStates(sql: Sql): Promise<DeviceState[]> {
  return sql<DeviceState[]>`
    SELECT id::float8 AS id, device_id::float8 AS "deviceId", raw_status AS "rawStatus", state,
      (extract(epoch FROM checked_at) * 1000)::float8 AS "checkedAtMs"
    FROM check_targets WHERE kind = 'device' AND state <> 'paused'`;
}
