import { and, asc, gt, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { canonicalAddress } from "#platform/ip";
import { ipReservations } from "../tables";

/** A reservation that holds its address now, and soon will not. */
export type ExpiringReservation = { id: number; address: string; label: string; expiresAt: Date };

const isExpiring = (now: Date, days: number) =>
  and(
    isNull(ipReservations.releasedAt),
    gt(ipReservations.expiresAt, now),
    lte(
      ipReservations.expiresAt,
      sql`${now.toISOString()}::timestamptz + make_interval(hours => 24 * ${days}::int)`,
    ),
  );

/** Reservations that expire within so many days, the first ones first; at most `limit`. */
export async function findExpiringReservations(
  db: Db,
  { now, days, limit }: { now: Date; days: number; limit: number },
): Promise<ExpiringReservation[]> {
  const rows = await db
    .select()
    .from(ipReservations)
    .where(isExpiring(now, days))
    .orderBy(asc(ipReservations.expiresAt), asc(ipReservations.id))
    .limit(limit);
  return rows.flatMap(toExpiring);
}

/** In SQL: whether there are any that one could be reminded of, whatever the settings say. */
export const UNREMINDED_EXIST = `EXISTS (SELECT FROM ip_reservations
  WHERE released_at IS NULL AND expires_at > now() AND reminded_for IS DISTINCT FROM expires_at)`;

/**
 * Takes reservations that expire within so many days and that nobody has been reminded of since their expiry was last
 * changed, at most `limit`: each is given once, in the transaction of what comes of it.
 */
export async function takeUnreminded(
  db: Db,
  { now, days, limit }: { now: Date; days: number; limit: number },
): Promise<ExpiringReservation[]> {
  const { id, expiresAt, remindedFor } = ipReservations;
  const next = db
    .select({ id })
    .from(ipReservations)
    .where(and(isExpiring(now, days), sql`${remindedFor} IS DISTINCT FROM ${expiresAt}`))
    .orderBy(asc(expiresAt), asc(id))
    .limit(limit)
    .for("update", { skipLocked: true });
  const rows = await db
    .update(ipReservations)
    .set({ remindedFor: sql`${expiresAt}` })
    .where(sql`${id} IN ${next}`)
    .returning();
  return rows
    .flatMap(toExpiring)
    .toSorted((one, other) => one.expiresAt.getTime() - other.expiresAt.getTime() || one.id - other.id);
}

type Row = typeof ipReservations.$inferSelect;

function toExpiring({ id, address, label, expiresAt }: Row): ExpiringReservation[] {
  if (expiresAt === null) return [];
  return [{ id, address: canonicalAddress(address) ?? address, label, expiresAt }];
}

export type PastReservation = ExpiringReservation & {
  createdAt: Date;
  /** Null: it was not. */
  releasedAt: Date | null;
};

/**
 * Reservations that were about to expire, within so many days, at some moment in that time; as they are now. At most
 * `limit`.
 */
export async function findOnceExpiring(
  db: Db,
  { from, to, days, limit }: { from: Date; to: Date; days: number; limit: number },
): Promise<PastReservation[]> {
  const { id, createdAt, expiresAt, releasedAt } = ipReservations;
  const rows = await db
    .select()
    .from(ipReservations)
    .where(
      and(
        gt(expiresAt, from),
        lte(expiresAt, sql`${to.toISOString()}::timestamptz + make_interval(hours => 24 * ${days}::int)`),
        lte(createdAt, to),
        or(isNull(releasedAt), gt(releasedAt, from)),
      ),
    )
    .orderBy(asc(expiresAt), asc(id))
    .limit(limit);
  return rows.flatMap((row) =>
    toExpiring(row).map((expiring) => ({
      ...expiring,
      createdAt: row.createdAt,
      releasedAt: row.releasedAt,
    })),
  );
}
