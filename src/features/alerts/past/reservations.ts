import { findOnceExpiring } from "#features/ipam";
import { expiryWords, RESERVATION_DAYS_BEFORE } from "../conditions/addresses";
import type { Course } from "../rehearsal/course";
import type { Rehearsal } from "../rehearsal/rehearsal";
import { inTurn } from "./in-turn";

const DAY_MS = 86_400_000;
const MOST = 50_000;

/** Reservations by their dates, as they are now. */
export const reservationRehearsal: Rehearsal = async ({ db, from, to }, { daysBefore }) => {
  const days = daysBefore ?? RESERVATION_DAYS_BEFORE;
  const expiring = await findOnceExpiring(db, { from, to, days, limit: MOST });
  const courses = expiring.map((reservation): Course => {
    const { id, expiresAt, createdAt, releasedAt } = reservation;
    const beginsMs = Math.max(from.getTime(), createdAt.getTime(), expiresAt.getTime() - days * DAY_MS);
    const endsMs = Math.min(expiresAt.getTime(), releasedAt?.getTime() ?? Infinity);
    const subject = `reservation:${id}`;
    const sentence = expiryWords(reservation, new Date(beginsMs));
    const begins = { kind: "begins", atMs: beginsMs, sentence } as const;
    const isOver = endsMs <= to.getTime();
    const steps =
      endsMs <= beginsMs ? [] : [begins, ...(isOver ? [{ kind: "ends", atMs: endsMs } as const] : [])];
    return { subject, cause: subject, deviceId: null, steps };
  });
  return {
    gap: "Reservations count with the expiry that they have now; those that were deleted are not known",
    total: courses.length,
    courses: inTurn(courses),
  };
};
