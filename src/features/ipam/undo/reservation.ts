import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { readKept, recordAudit } from "#features/audit";
import {
  addConflict,
  addLost,
  readRequest,
  type ObjectKind,
  type Undoer,
  type UndoRun,
} from "#features/undo";
import { pick, putBack, type StoredRow } from "#platform/put-back";
import { IpReservationBefore, toReservationFields } from "../reservations/models";
import { releaseExpired } from "../reservations/reserve";
import { deleteReservation, updateReservation } from "../reservations/service";
import { ipReservations, subnets } from "../tables";

const SET_FIELDS = ["subnet_id", "label", "mac_address", "notes", "expires_at"];
const Address = z.looseObject({ ip_address: z.string() });

/** How changes of reservations are taken back. */
export const RESERVATIONS: ObjectKind = {
  permission: "ipam_write",
  actions: {
    created: ["ipam.reservation_created"],
    updated: ["ipam.reservation_updated"],
    deleted: ["ipam.reservation_deleted"],
  },
  stored: { table: ipReservations },
  targetOf: (id) => `reservation:${id}`,
  nameOf: ({ label, ip_address: address }) =>
    typeof address === "string" ? address : typeof label === "string" ? label : null,
  references: { subnet_id: subnets },
  comparable: (fields) => pick(fields, SET_FIELDS),
  async find(db, id) {
    const known = and(eq(ipReservations.id, id), isNull(ipReservations.releasedAt));
    const [row] = await db.select().from(ipReservations).where(known).for("update");
    return row && toReservationFields(row);
  },
  async change(ctx, { id, fields }) {
    await updateReservation(ctx, {
      id,
      changes: readRequest(IpReservationBefore, fields),
      ifMatch: undefined,
    });
  },
  async remove(ctx, id) {
    await deleteReservation(ctx, { id, ifMatch: undefined, isDryRun: false });
  },
  async restore(run, { before, about }) {
    const { ip_address: address } = Address.parse(before);
    const isBack = await restoreReservation(run, { ...before, address });
    if (isBack) return {};
    addConflict(run, about, { code: "taken", field: "ip_address", message: `${address} is reserved by now` });
    return undefined;
  },
};

/** Expired reservations give way, as to any other. */
async function restoreReservation(run: UndoRun, row: StoredRow): Promise<boolean> {
  const { db } = run;
  await releaseExpired(run, [String(row["address"])]);
  const { missing } = await putBack(db, ipReservations, [row]);
  const [back] = await db
    .select()
    .from(ipReservations)
    .where(eq(ipReservations.id, Number(row["id"])));
  if (back === undefined) return false;
  if (missing.length > 0)
    addLost(run, { kind: "subnet_id", keys: [back.id], reason: "what it named is not there any more" });
  const after = toReservationFields(back);
  await recordAudit(run, {
    action: "ipam.reservation_created",
    target: `reservation:${back.id}`,
    detail: after.ip_address,
    after,
  });
  return true;
}

/**
 * Takes back that expired reservations were removed. Those that others had replaced long ago are history, and stay
 * gone.
 */
export const EXPIRED_UNDOER: Undoer = {
  actions: ["ipam.expired_reservations_deleted"],
  permission: "ipam_write",
  deletion: { kind: "reservations", nameOf: () => "expired reservations" },
  async undo(run, entry) {
    const removed = await readKept(run.db, entry, "removed");
    const lost: string[] = [];
    for (const row of removed.get("reservations") ?? []) {
      const name = String(row["address"]);
      const target = `reservation:${String(row["id"])}`;
      const isBack = await restoreReservation(run, row);
      if (isBack) run.objects.push({ target, name, outcome: "restored", fields: [], with: {} });
      else lost.push(target);
    }
    addLost(run, { kind: "reservations", keys: lost, reason: "their address is reserved by now" });
    const former = (removed.get("former_reservations") ?? []).map((row) => String(row["id"]));
    addLost(run, { kind: "former_reservations", keys: former, reason: "they were history only" });
  },
};
