import { findOpenConflicts } from "#features/discovery";
import { findAddressConflicts, findExpiringReservations, findFullSubnets } from "#features/ipam";
import type { Condition } from "./condition";
import { figure, fromNow } from "../words";

const MAX_FOUND = 5000;
/** Of rules that say nothing else. */
const USED_PERCENT = 90;
export const RESERVATION_DAYS_BEFORE = 3;

/** Addresses that two hold, by the address plan, or as a scheduled scan has seen it and nobody has settled. */
export const ipConflict: Condition = async ({ db }) => {
  const planned = (await findAddressConflicts(db, MAX_FOUND)).map(
    ({ key, ip, device_id: deviceId, description }) => ({
      subject: `conflict:${key}`,
      cause: ip === null ? `conflict:${key}` : `address:${ip}`,
      deviceId,
      sentence: description,
    }),
  );
  const observed = (await findOpenConflicts(db, MAX_FOUND)).map(
    ({ id, ipAddress, deviceId, sentence, firstSeenAt }) => ({
      subject: `observation:${id}`,
      cause: ipAddress === null ? `observation:${id}` : `address:${ipAddress}`,
      deviceId,
      sentence,
      startedAt: firstSeenAt,
    }),
  );
  return [...planned, ...observed].slice(0, MAX_FOUND);
};

/** Subnets that are nearly full. */
export const ipamUtilisation: Condition = async ({ db }, { thresholdPercent }) => {
  const percent = thresholdPercent ?? USED_PERCENT;
  const full = await findFullSubnets(db, { percent, limit: MAX_FOUND });
  return full.map(({ id, name, cidr, used, total, usedPercent }) => ({
    subject: `subnet:${id}`,
    sentence:
      `Subnet ${name === cidr ? cidr : `${name} (${cidr})`} is ${figure(usedPercent, 100)}% used: ` +
      `${used} of ${total} addresses (bound: ${percent}%)`,
  }));
};

/** Reservations that soon hold their address no longer. */
export const reservationExpiring: Condition = async ({ db, now }, { daysBefore }) => {
  const days = daysBefore ?? RESERVATION_DAYS_BEFORE;
  const expiring = await findExpiringReservations(db, { now, days, limit: MAX_FOUND });
  return expiring.map((reservation) => ({
    subject: `reservation:${reservation.id}`,
    sentence: expiryWords(reservation, now),
  }));
};

/** When a reservation expires, for people. */
export function expiryWords(
  { address, label, expiresAt }: { address: string; label: string; expiresAt: Date },
  now: Date,
): string {
  return `The reservation of ${address} (${label}) expires ${fromNow(expiresAt, now)}`;
}
