import { SINGLE_NOTICES } from "../watch/portion";
import { BURST_SECONDS, MAX_WAITING } from "../watch/tell";
import type { RuleDraft } from "../rules/models";
import { turnOf } from "./course";
import type { Telling } from "./tellings";

const MINUTE_MS = 60_000;

/** A message to each channel of the rule. */
export type RehearsedNotice = { atMs: number; alerts: number };

/**
 * When a rule would have sent messages for what it had to tell at these times, the earliest first: what it bundles
 * together, else the first ones one by one, and those of a storm, or of what was kept back, together (as
 * `watch/tell.ts` and `watch/portion.ts` do).
 */
export function noticesOf({ bundleMinutes }: RuleDraft, tellings: readonly Telling[]): RehearsedNotice[] {
  return bundleMinutes > 0 ? bundlesOf(tellings, bundleMinutes * MINUTE_MS) : burstsOf(tellings);
}

function bundlesOf(tellings: readonly Telling[], lengthMs: number): RehearsedNotice[] {
  const bundles: RehearsedNotice[] = [];
  let endsAtMs = Number.NEGATIVE_INFINITY;
  for (const { atMs } of tellings) {
    const last = bundles.at(-1);
    if (last !== undefined && atMs <= endsAtMs) last.alerts += 1;
    else {
      endsAtMs = turnOf(atMs) + lengthMs;
      bundles.push({ atMs: endsAtMs, alerts: 1 });
    }
  }
  return bundles;
}

function burstsOf(tellings: readonly Telling[]): RehearsedNotice[] {
  const notices: RehearsedNotice[] = [];
  let next = 0;
  let waiting = 0;
  let released = 0;
  let burst = { startedAtMs: Number.NEGATIVE_INFINITY, count: 0 };
  while (next < tellings.length || waiting > 0) {
    const atMs = nextTurn(
      tellings[next]?.atMs,
      waiting > 0 ? burst.startedAtMs + BURST_SECONDS * 1000 : Infinity,
    );
    for (let own = tellings[next]; own !== undefined && own.atMs <= atMs; own = tellings[next]) {
      next += 1;
      waiting += 1;
      if (own.isReleased) released += 1;
    }
    const isBurstOver = atMs >= burst.startedAtMs + BURST_SECONDS * 1000;
    if (isBurstOver) burst = { startedAtMs: atMs, count: 0 };
    const singles = Math.max(0, SINGLE_NOTICES - burst.count);
    const isDigest = isBurstOver && (waiting > singles || released > 1);
    const told = Math.min(waiting, isDigest ? MAX_WAITING : singles);
    if (isDigest) notices.push({ atMs, alerts: told });
    else for (let single = 0; single < told; single += 1) notices.push({ atMs, alerts: 1 });
    burst.count += isDigest ? SINGLE_NOTICES : told;
    waiting -= told;
    released = 0;
  }
  return notices;
}

function nextTurn(comesAtMs: number | undefined, burstEndsAtMs: number): number {
  return turnOf(Math.min(comesAtMs ?? Infinity, burstEndsAtMs));
}
