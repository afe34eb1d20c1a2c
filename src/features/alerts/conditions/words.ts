/** `1 day`, `3 days`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A device, with where it is asked. */
export function deviceLabel({ name, address }: { name: string; address: string | null }): string {
  return address === null ? name : `${name} (${address})`;
}

/** To whole numbers, unless it would look like the bound that it is above. */
export function figure(value: number, bound: number): string {
  const whole = Math.round(value);
  return String(whole === bound ? Number(value.toFixed(2)) : whole);
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long from now, in whole days, or in hours where it is less than one: never more than there is. */
export function fromNow(at: Date, now: Date): string {
  const leftMs = at.getTime() - now.getTime();
  if (leftMs >= DAY_MS) return `in ${counted(Math.floor(leftMs / DAY_MS), "day")}`;
  return leftMs >= HOUR_MS ? `in ${counted(Math.floor(leftMs / HOUR_MS), "hour")}` : "in less than an hour";
}
