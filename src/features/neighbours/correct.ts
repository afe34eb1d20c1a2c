import { eq } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { invalid, notFound } from "#platform/errors";
import { devices } from "#tables/topology";
import { findMatches } from "./match";
import type { LldpNeighbourPatch, LldpNeighbourRead } from "./models";
import { getNeighbour } from "./rows";
import { macAddressInText } from "./read/identifiers";
import { lldpNeighbours } from "./tables";

type Row = typeof lldpNeighbours.$inferSelect;

/**
 * Dismisses a neighbour or takes that back, chooses which device it is, or forgets that choice. Throws 404, 422 for a
 * device that does not exist or that is the one that has heard it.
 */
export async function correctNeighbour(
  ctx: { db: Db; actor: Actor },
  { id, changes }: { id: number; changes: LldpNeighbourPatch },
): Promise<LldpNeighbourRead> {
  return ctx.db.transaction(async (db) => {
    const [row] = await db.select().from(lldpNeighbours).where(eq(lldpNeighbours.id, id)).for("update");
    if (row === undefined) throw notFound("Neighbour not found.");
    const before = await getNeighbour(db, id);
    const change = {
      ...(changes.dismissed !== null && { dismissed: changes.dismissed }),
      ...(await matchOf(db, row, changes)),
    };
    if (Object.keys(change).length === 0) return before;
    await db.update(lldpNeighbours).set(change).where(eq(lldpNeighbours.id, id));
    const after = await getNeighbour(db, id);
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "lldp.neighbour_updated",
        target: `lldp_neighbour:${id}`,
        detail: `device:${row.sourceDeviceId}`,
        ...changesOf(before, after),
      },
    );
    return after;
  });
}

async function matchOf(
  db: Db,
  row: Row,
  { matched_device_id: chosen, reset_match: isReset }: LldpNeighbourPatch,
): Promise<Partial<Row>> {
  if (chosen !== null) {
    await requireOtherDevice(db, { chosen, sourceDeviceId: row.sourceDeviceId });
    return { matchedDeviceId: chosen, matchReason: "person" };
  }
  if (!isReset) return {};
  const [match] = await findMatches(db, { sourceDeviceId: row.sourceDeviceId, neighbours: [keysOf(row)] });
  return { matchedDeviceId: match?.deviceId ?? null, matchReason: match?.reason ?? null };
}

function keysOf({ remoteChassisId, managementAddress, remoteSystemName: systemName }: Row) {
  return {
    macAddress: macAddressInText(remoteChassisId) ?? null,
    addresses: managementAddress === null ? [] : [managementAddress],
    systemName,
  };
}

/** The device stays until the transaction ends. */
async function requireOtherDevice(
  db: Db,
  { chosen, sourceDeviceId }: { chosen: number; sourceDeviceId: number },
): Promise<void> {
  const [device] = await db
    .select({ id: devices.id })
    .from(devices)
    .where(eq(devices.id, chosen))
    .for("key share");
  if (device === undefined) throw refused("Matched device not found.");
  if (chosen === sourceDeviceId) throw refused("A device is no neighbour of its own.");
}

function refused(msg: string) {
  return invalid([{ loc: ["body", "matched_device_id"], msg, type: "value_error" }]);
}
