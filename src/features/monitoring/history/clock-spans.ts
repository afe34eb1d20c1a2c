export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Beginning of the hour that a moment is in; days and hours are those of UTC. */
export function hourOf(ms: number): number {
  return ms - (ms % HOUR_MS);
}

export function dayOf(ms: number): number {
  return ms - (ms % DAY_MS);
}

/** Beginnings of the hours from that of one moment to that of another, both among them. */
export function hoursBetween(fromMs: number, toMs: number): number[] {
  const count = (hourOf(toMs) - hourOf(fromMs)) / HOUR_MS + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => hourOf(fromMs) + index * HOUR_MS);
}
