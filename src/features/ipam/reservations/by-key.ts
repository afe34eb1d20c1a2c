import { and, gt, isNull, or, sql } from "drizzle-orm";
import type { Actor } from "#features/audit";
import { findIds, type Keyed } from "#platform/http/upsert";
import { ipReservations } from "../tables";
import type { IpReservationCreate, IpReservationOut, IpReservationUpdate } from "./models";
import { createReservation, getReservation, updateReservation } from "./service";

/** A reservation under its address. One that has expired holds it no longer. */
export function reservationByKey(
  actor: Actor,
  reservation: IpReservationCreate,
): Keyed<IpReservationOut, IpReservationUpdate> {
  const { address, releasedAt, expiresAt } = ipReservations;
  const where = and(
    sql`${address} = ${reservation.ip_address}::inet`,
    isNull(releasedAt),
    or(isNull(expiresAt), gt(expiresAt, sql`now()`)),
  );
  return {
    key: `reservation of ${reservation.ip_address}`,
    find: (db) => findIds(db, { table: ipReservations, where }),
    read: (db, id) => getReservation({ db }, id),
    create: (db) => createReservation({ db, actor }, reservation),
    update: (db, change) => updateReservation({ db, actor }, change),
  };
}
