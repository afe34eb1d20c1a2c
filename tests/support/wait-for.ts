import { patient } from "./patience";

/** Polls `condition` until it gives something truthy; throws with `what` after `timeoutMs` of a usual machine. */
export async function waitFor<T>(
  what: string,
  condition: () => T | Promise<T>,
  timeoutMs = 10_000,
): Promise<NonNullable<Exclude<T, false>>> {
  const patienceMs = patient(timeoutMs);
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const value = await condition();
    if (value !== null && value !== undefined && value !== false) {
      return value as NonNullable<Exclude<T, false>>;
    }
    if (performance.now() > deadline) throw new Error(`timed out after ${patienceMs} ms waiting for ${what}`);
    await Bun.sleep(20);
  }
}
