import { SINGLE_NOTICES } from "../watch/portion";
import { BURST_SECONDS, MOST_WAITING } from "../watch/tell";
import { turnOf } from "./course";

/** A message to each channel of the rule. */
export type RehearsedNotice = { atMs: number; alerts: number };

/**
 * When a rule would have sent messages for what it had to tell at these times, the earliest first: the first ones one by one, and those of a storm together
 * (as `watch/tell.ts` does). Whatever keeps messages back or puts them together has its place here.
 */
export function noticesOf(toldAtMs: readonly number[]): RehearsedNotice[] {
  const notices: RehearsedNotice[] = [];
  let next = 0;
  let waiting = 0;
  let burst = { startedAtMs: Number.NEGATIVE_INFINITY, count: 0 };
  while (next < toldAtMs.length || waiting > 0) {
    const atMs = nextTurn(toldAtMs[next], waiting > 0 ? burst.startedAtMs + BURST_SECONDS * 1000 : Infinity);
    while ((toldAtMs[next] ?? Infinity) <= atMs) {
      next += 1;
      waiting += 1;
    }
    const isBurstOver = atMs >= burst.startedAtMs + BURST_SECONDS * 1000;
    if (isBurstOver) burst = { startedAtMs: atMs, count: 0 };
    const singles = Math.max(0, SINGLE_NOTICES - burst.count);
    const isDigest = isBurstOver && waiting > singles;
    const told = Math.min(waiting, isDigest ? MOST_WAITING : singles);
    if (isDigest) notices.push({ atMs, alerts: told });
    else for (let single = 0; single < told; single += 1) notices.push({ atMs, alerts: 1 });
    burst.count += isDigest ? SINGLE_NOTICES : told;
    waiting -= told;
  }
  return notices;
}

function nextTurn(comesAtMs: number | undefined, burstEndsAtMs: number): number {
  return turnOf(Math.min(comesAtMs ?? Infinity, burstEndsAtMs));
}
