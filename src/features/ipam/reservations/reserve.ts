import { and, inArray, isNull, sql } from "drizzle-orm";
import { recordAudit, recordAudits, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { ipReservations } from "../tables";
import { toReservationFields, type ReservationRow } from "./models";

type Context = { db: Db; actor: Actor };

export type ReservationDetails = {
  subnetId: number | null;
  label: string;
  macAddress: string | null;
  notes: string | null;
  expiresAt: Date | null;
};

/**
 * Reserves those of the addresses that no one else holds, in the caller's transaction, and gives their rows; the unique
 * index decides between two who want the same one, the second waits for the first. Expired reservations give way.
 * `addresses` must be in ascending order: all writers taking them in one order is what keeps them from waiting in a
 * circle.
 */
export async function reserveAddresses(
  ctx: Context,
  { addresses, details }: { addresses: readonly string[]; details: ReservationDetails },
): Promise<ReservationRow[]> {
  return reserveEach(
    ctx,
    addresses.map((address) => ({ ...details, address })),
  );
}

/** The same, each with details of its own. */
export async function reserveEach(
  ctx: Context,
  wanted: readonly (ReservationDetails & { address: string })[],
): Promise<ReservationRow[]> {
  await releaseExpired(
    ctx,
    wanted.map(({ address }) => address),
  );
  const rows = await ctx.db
    .insert(ipReservations)
    .values(wanted.map((one) => ({ ...one, reservedBy: ctx.actor.username })))
    .onConflictDoNothing({ target: ipReservations.address, where: sql`released_at IS NULL` })
    .returning();
  await recordAudits(
    ctx,
    rows.map((row) => {
      const after = toReservationFields(row);
      const target = `reservation:${row.id}`;
      return { action: "ipam.reservation_created", target, detail: after.ip_address, after };
    }),
  );
  return rows;
}

/** Expired reservations of the addresses give way. */
export async function releaseExpired(ctx: Context, addresses: readonly string[]): Promise<void> {
  const released = await ctx.db
    .update(ipReservations)
    .set({ releasedAt: sql`now()` })
    .where(
      and(
        inArray(ipReservations.address, [...addresses]),
        isNull(ipReservations.releasedAt),
        sql`${ipReservations.expiresAt} <= now()`,
      ),
    )
    .returning();
  for (const row of released) {
    const before = toReservationFields(row);
    await recordAudit(ctx, {
      action: "ipam.reservation_released",
      target: `reservation:${row.id}`,
      detail: `${before.ip_address} expired`,
      before,
    });
  }
}
