import { and, eq, isNull, sql } from "drizzle-orm";
import { changesOf, keepRows, presentOf, recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { conflict, notFound } from "#platform/errors";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import { readAffected } from "#platform/http/affected";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { ipReservations, subnets } from "../tables";
import {
  RESERVATION_VERSION,
  toReservationFields,
  toReservationOut,
  type IpReservationCreate,
  type IpReservationOut,
  type IpReservationUpdate,
  type ReservationRow,
  type ExpiredReservationsDeleted,
} from "./models";
import { reserveAddresses } from "./reserve";

type Context = { db: Db; actor: Actor };

const isKnown = (id: number) => and(eq(ipReservations.id, id), isNull(ipReservations.releasedAt));

/** Throws 404, also for one that another has replaced. */
export async function getReservation({ db }: { db: Db }, id: number): Promise<IpReservationOut> {
  const [row] = await db.select().from(ipReservations).where(isKnown(id));
  if (row === undefined) throw notFound("Reservation not found");
  return toReservationOut(row);
}

/** Throws 404 for an unknown subnet, 409 where the address is reserved. */
export async function createReservation(ctx: Context, input: IpReservationCreate): Promise<IpReservationOut> {
  return ctx.db.transaction(async (db) => {
    await requireSubnet(db, input.subnet_id);
    const [row] = await reserveAddresses(
      { db, actor: ctx.actor },
      {
        addresses: [input.ip_address],
        details: {
          subnetId: input.subnet_id,
          label: input.label,
          macAddress: input.mac_address,
          notes: input.notes,
          expiresAt: input.expires_at,
        },
      },
    );
    if (row === undefined) throw conflict("This IP address is already reserved");
    return toReservationOut(row);
  });
}

async function requireSubnet(db: Db, id: number | null): Promise<void> {
  if (id === null) return;
  const [row] = await db.select({ id: subnets.id }).from(subnets).where(eq(subnets.id, id)).for("key share");
  if (row === undefined) throw notFound("Subnet not found");
}

/** Throws 404 for it or its subnet, 412 where it has changed. */
export async function updateReservation(
  ctx: Context,
  input: { id: number; changes: IpReservationUpdate; ifMatch: EntityTags },
): Promise<IpReservationOut> {
  const { changes } = input;
  return ctx.db.transaction(async (db) => {
    const before = await lockReservation(db, input);
    if (changes.subnet_id !== before.subnetId) await requireSubnet(db, changes.subnet_id ?? null);
    const [after = before] = await db
      .update(ipReservations)
      .set({
        ...(changes.subnet_id !== undefined && { subnetId: changes.subnet_id }),
        ...(changes.label !== undefined && { label: changes.label }),
        ...(changes.mac_address !== undefined && { macAddress: changes.mac_address }),
        ...(changes.notes !== undefined && { notes: changes.notes }),
        ...(changes.expires_at !== undefined && { expiresAt: changes.expires_at }),
        updatedAt: new Date(),
      })
      .where(eq(ipReservations.id, before.id))
      .returning();
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "ipam.reservation_updated",
        target: `reservation:${before.id}`,
        detail: toReservationFields(before).ip_address,
        ...changesOf(toReservationFields(before), toReservationFields(after)),
      },
    );
    return toReservationOut(after);
  });
}

async function lockReservation(
  db: Db,
  { id, ifMatch }: { id: number; ifMatch: EntityTags },
): Promise<ReservationRow> {
  const [row] = await db.select().from(ipReservations).where(isKnown(id)).for("update");
  if (row === undefined) throw notFound("Reservation not found");
  requireUnchanged(ifMatch, { current: toReservationFields(row), versioned: RESERVATION_VERSION });
  return row;
}

/** Gives the address back. Says what would go where it is a dry run. Throws 404, 412. */
export async function deleteReservation(
  ctx: Context,
  input: { id: number; isDryRun: boolean; ifMatch: EntityTags },
): Promise<DeletionPreview | undefined> {
  return ctx.db.transaction(async (db) => {
    const row = await lockReservation(db, input);
    const before = toReservationFields(row);
    if (input.isDryRun) return deletionPreview({ deleted: { reservations: [before.ip_address] } });
    await db.delete(ipReservations).where(eq(ipReservations.id, row.id));
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "ipam.reservation_deleted",
        target: `reservation:${row.id}`,
        detail: before.ip_address,
        before,
      },
    );
    return undefined;
  });
}

const HAS_EXPIRED = and(isNull(ipReservations.releasedAt), sql`${ipReservations.expiresAt} <= now()`);

/**
 * Removes the reservations that have expired; says how many, and which they would be where it is a dry run. Those whose
 * address another took long ago go with them.
 */
export async function deleteExpiredReservations(
  ctx: Context,
  { isDryRun }: { isDryRun: boolean },
): Promise<ExpiredReservationsDeleted> {
  if (isDryRun) return { deleted: 0, preview: await previewExpired(ctx.db) };
  return ctx.db.transaction(async (db) => {
    // The same snapshot for all that follows: what another releases meanwhile stays.
    await db.execute(sql`CREATE TEMPORARY TABLE gone_reservations ON COMMIT DROP AS
      SELECT id, released_at FROM ${ipReservations} WHERE released_at IS NOT NULL OR expires_at <= now() FOR UPDATE`);
    const entry = { action: "ipam.expired_reservations_deleted", target: "reservations" };
    const keep = (kind: string, isReleased: boolean) =>
      keepRows(
        { db, actor: ctx.actor },
        {
          ...entry,
          kind,
          rows: sql`SELECT to_jsonb(held) || jsonb_build_object('address', host(held.address)) AS row
            FROM gone_reservations AS gone JOIN ${ipReservations} AS held ON held.id = gone.id
            WHERE (gone.released_at IS NOT NULL) = ${isReleased} ORDER BY held.id`,
        },
      );
    const removed = {
      reservations: await keep("reservations", false),
      former_reservations: await keep("former_reservations", true),
    };
    await db.execute(sql`DELETE FROM ${ipReservations} WHERE id IN (SELECT id FROM gone_reservations)`);
    const { count } = removed.reservations;
    if (count + removed.former_reservations.count > 0) {
      await recordAudit(
        { db, actor: ctx.actor },
        { ...entry, detail: `count=${count}`, before: { removed: presentOf(removed) } },
      );
    }
    return { deleted: count };
  });
}

async function previewExpired(db: Db): Promise<DeletionPreview> {
  const { address } = ipReservations;
  const reservations = await readAffected(db, {
    from: ipReservations,
    where: HAS_EXPIRED,
    name: address,
    orderBy: [address],
  });
  return deletionPreview({ deleted: { reservations } });
}
