import { asc, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { daysBefore } from "#platform/deletion-clock";
import { toTimestamp } from "#platform/http/fields";
import { requireDevice } from "../devices/references";
import { deviceIdentities, deviceNameOf, devices } from "../tables";
import { findHolders, type KeyHolder } from "./live";
import type { DeviceIdentity } from "./models";

const KEPT_DAYS = 365;

const SHOWN = 100;

/** What a device was seen to be told by, beside its fields: at most 100 keys, those seen last. Throws 404. */
export async function listIdentities({ db }: { db: Db }, deviceId: number): Promise<DeviceIdentity[]> {
  await requireDevice(db, deviceId);
  const rows = await db
    .select()
    .from(deviceIdentities)
    .where(eq(deviceIdentities.deviceId, deviceId))
    .orderBy(desc(deviceIdentities.lastSeenAt), asc(deviceIdentities.kind), asc(deviceIdentities.value))
    .limit(SHOWN);
  const others = (await findHolders(db, rows)).filter((holder) => holder.deviceId !== deviceId);
  const names = await readNames(db, others);
  return rows.map(({ kind, value, source, firstSeenAt, lastSeenAt }) => ({
    kind,
    value,
    source,
    first_seen_at: toTimestamp(firstSeenAt),
    last_seen_at: toTimestamp(lastSeenAt),
    shared_with: others
      .filter((holder) => holder.kind === kind && holder.value === value)
      .map(({ deviceId: id }) => ({ id, name: names.get(id) ?? `device ${id}` })),
  }));
}

async function readNames(db: Db, holders: readonly KeyHolder[]): Promise<ReadonlyMap<number, string>> {
  const ids = holders.map(({ deviceId }) => deviceId);
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: devices.id, name: deviceNameOf() })
    .from(devices)
    .where(inArray(devices.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Lets go what was not seen for a year. */
export async function dropOldIdentities(db: Db, now: Date): Promise<void> {
  await db.delete(deviceIdentities).where(lt(deviceIdentities.lastSeenAt, daysBefore(now, KEPT_DAYS)));
}
