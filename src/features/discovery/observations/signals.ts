import { sql } from "drizzle-orm";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import { putSignals, type Signal } from "#platform/signals";
import { deviceNameOf, devices } from "#tables/topology";
import { nameOfEvent } from "./events";
import type { Wanted } from "./rules";

/** Tells alert rules of devices that are new, or that have moved: observations that were just made. In their transaction. */
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
  const { key: subject, deviceId, ipAddress, macAddress, hostname } = one;
  const known = deviceId === null ? undefined : labels.get(deviceId);
  const shown = [hostname, macAddress].filter((text) => text !== null && text !== "").join(", ");
  const sentence =
    eventType === "new_device"
      ? `New device found at ${ipAddress}${shown === "" ? "" : ` (${shown})`}`
      : `${known ?? hostname ?? "A device"} has moved to ${ipAddress}`;
  return [{ eventType, subject, deviceId, sentence }];
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
