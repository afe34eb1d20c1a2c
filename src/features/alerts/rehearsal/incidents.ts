import type { Alert } from "./course";

/**
 * When incidents would have begun: one for each cause for as long as something of it lasts. What only happens is in
 * none. Milliseconds, the earliest first.
 */
export function incidentTimesOf(found: readonly { cause: string; alert: Alert }[]): number[] {
  const begun: number[] = [];
  for (const own of Map.groupBy(found, ({ cause }) => cause).values()) {
    let openUntilMs = Number.NEGATIVE_INFINITY;
    for (const alert of own
      .map((one) => one.alert)
      .toSorted((one, other) => one.firedAtMs - other.firedAtMs)) {
      if (alert.kind === "happened") continue;
      if (alert.firedAtMs > openUntilMs) begun.push(alert.firedAtMs);
      openUntilMs = Math.max(openUntilMs, alert.endedAtMs ?? Infinity);
    }
  }
  return begun.toSorted((one, other) => one - other);
}
