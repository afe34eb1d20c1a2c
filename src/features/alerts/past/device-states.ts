import { sql } from "drizzle-orm";
import { readChanges, type TargetState } from "#features/monitoring";
import { anyOf } from "#platform/any-of";
import type { Db } from "#platform/database";
import { checkTargets } from "#tables/monitoring";

/** A change of what something is held to be, milliseconds. */
export type StateAt = { atMs: number; state: TargetState };

type Time = { from: Date; to: Date };
type Target = { targetId: number; deviceId: number | null };

/**
 * Changes of targets' states in that time, after the last one before it; and those of the devices that they are on, by
 * device.
 */
export async function readStates(
  db: Db,
  { targets, ...time }: Time & { targets: readonly Target[] },
): Promise<{ own: ReadonlyMap<number, StateAt[]>; devices: ReadonlyMap<number, StateAt[]> }> {
  const deviceIds = targets.flatMap(({ deviceId }) => deviceId ?? []);
  const targetIds = targets.map(({ targetId }) => targetId);
  return {
    own: await readChanges(db, { targetIds, ...time }),
    devices: await readStatesOfDevices(db, { deviceIds, ...time }),
  };
}

/** Likewise of devices, by device. */
export async function readStatesOfDevices(
  db: Db,
  { deviceIds, ...time }: Time & { deviceIds: readonly number[] },
): Promise<ReadonlyMap<number, StateAt[]>> {
  if (deviceIds.length === 0) return new Map();
  const rows = await db.execute<{ id: number; device: number }>(sql`
    SELECT id::float8 AS id, device_id::float8 AS device FROM ${checkTargets}
    WHERE kind = 'device' AND device_id = ${anyOf([...new Set(deviceIds)])}`);
  const changes = await readChanges(db, { targetIds: rows.map(({ id }) => id), ...time });
  return new Map(rows.map(({ id, device }) => [device, changes.get(id) ?? []]));
}

/** Gives what something was held to be at moments that come one after the other. */
export function followStates(changes: readonly StateAt[]): (atMs: number) => TargetState | undefined {
  let next = 0;
  return (atMs) => {
    while ((changes[next]?.atMs ?? Infinity) <= atMs) next += 1;
    return changes[next - 1]?.state;
  };
}
