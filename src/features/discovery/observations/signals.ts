import { sql } from "drizzle-orm";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import { putSignals, type Signal } from "#platform/signals";
import { deviceNameOf, devices } from "#tables/topology";
import { nameOfEvent, type DiscoveryEvent } from "./events";
import type { Wanted } from "./rules";

/**
 * Tells alert rules of devices that are new, or that have moved: observations that were just made. In their
 * transaction.
 */
export async function tellRules(db: Db, noticed: readonly Wanted[]): Promise<void> {
  const labels = await readLabels(db, noticed);
  await putSignals(
    db,
    noticed.flatMap((one) => signalOf(one, labels)),
  );
}

type Labels = ReadonlyMap<number, string>;

function signalOf(one: Wanted, labels: Labels): Signal[] {
  const eventType = nameOfEvent(one);
  if (eventType === undefined) return [];
  const { key: subject, deviceId } = one;
  const label = deviceId === null ? undefined : labels.get(deviceId);
  return [{ eventType, subject, deviceId, sentence: sentenceOf(eventType, { ...one, label }) }];
}

type Noticed = Pick<Wanted, "ipAddress" | "macAddress" | "hostname"> & { label: string | undefined };

/** What was noticed, for people. `label`: what they call the device, where it is known. */
export function sentenceOf(
  eventType: DiscoveryEvent["event"],
  { ipAddress, macAddress, hostname, label }: Noticed,
): string {
  if (eventType === "address_moved") return `${label ?? hostname ?? "A device"} has moved to ${ipAddress}`;
  const shown = [hostname, macAddress].filter((text) => text !== null && text !== "").join(", ");
  return `New device found at ${ipAddress}${shown === "" ? "" : ` (${shown})`}`;
}

/** Of devices that have moved: the inventory still has their former address. */
async function readLabels(db: Db, noticed: readonly Wanted[]): Promise<Labels> {
  const ids = noticed.flatMap(({ deviceId }) => deviceId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db.execute<{ id: number; label: string }>(sql`
    SELECT ${devices.id}::float8 AS id, ${deviceNameOf()} || coalesce(' (' || ${devices.ipAddress} || ')', '') AS label
    FROM ${devices} WHERE ${devices.id} = ${anyOf(ids)}`);
  return new Map(rows.map(({ id, label }) => [id, label]));
}
