import type { NamedTarget } from "#features/monitoring";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** `1 day`, `3 days`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A device, with where it is asked. */
export function deviceLabel({ name, address }: { name: string; address: string | null }): string {
  return address === null ? name : `${name} (${address})`;
}

/** As people know a target: a device with its address, a service on one, a monitor with its URL. */
export function labelOf({ monitorId, serviceCheckId, name, deviceName, address, url }: NamedTarget): string {
  if (monitorId !== null) return `Monitor "${name}"${url === null || url === "" ? "" : ` (${url})`}`;
  const device = deviceLabel({ name: deviceName ?? "", address });
  return serviceCheckId === null ? device : `${name} on ${device}`;
}

/** To whole numbers, unless it would look like the bound that it is above. */
export function figure(value: number, bound: number): string {
  const whole = Math.round(value);
  return String(whole === bound ? Number(value.toFixed(2)) : whole);
}

/** How long from now, in whole days, or in hours where it is less than one: never more than there is. */
export function fromNow(at: Date, now: Date): string {
  const leftMs = at.getTime() - now.getTime();
  if (leftMs >= DAY_MS) return `in ${counted(Math.floor(leftMs / DAY_MS), "day")}`;
  return leftMs >= HOUR_MS ? `in ${counted(Math.floor(leftMs / HOUR_MS), "hour")}` : "in less than an hour";
}

/** What is said behind a name of what expires, or has expired. */
export function expiryOf(expiresAt: Date, now: Date): string {
  const days = (expiresAt.getTime() - now.getTime()) / DAY_MS;
  if (days > 0) return `expires in ${counted(Math.floor(days), "day")}`;
  return `expired ${counted(Math.floor(-days), "day")} ago`;
}

const UNITS = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
] as const;

/** A length of time in its two greatest units: `2 h 5 min`. */
export function durationText(milliseconds: number): string {
  let rest = Math.max(0, Math.round(milliseconds / 1000));
  const parts: string[] = [];
  for (const [unit, seconds] of UNITS) {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return parts.slice(0, 2).join(" ") || "0 s";
}
