import type { EchoAnswer } from "./answer";

/** One step on the way to a host. */
export type Hop = {
  /** From 1. */
  hop: number;
  /** Who answered; null: nobody. */
  address: string | null;
  roundTripMs: number | null;
  /** `end`: the host itself; `stopped`: it goes no further, as `note` says. */
  kind: "router" | "silent" | "end" | "stopped";
  note: string | null;
};

export type TraceOptions = { maxHops: number; timeoutMs: number; signal: AbortSignal };

/**
 * Sends one request that may pass so many routers, the host counting as one.
 * @throws as `Reachability.echo`.
 */
export type AskHop = (
  address: string,
  options: { hopLimit: number; timeoutMs: number; signal: AbortSignal },
) => Promise<EchoAnswer>;

/** Hops that are asked at the same time. */
const HOPS_AT_ONCE = 8;
/** How long nearer hops are still waited for once a farther one has answered. */
const NEARER_MS = 1000;

/**
 * The way to an address, hop by hop, as each is known; it ends with the host, with who lets nothing through, or after
 * `maxHops`.
 * @throws the signal's reason, and what `ask` throws.
 */
export async function* traceRoute(
  ask: AskHop,
  address: string,
  { maxHops, timeoutMs, signal }: TraceOptions,
): AsyncGenerator<Hop, void, undefined> {
  const leave = new AbortController();
  /** Fires when there is no more to be heard from hops before the end. */
  const late = new AbortController();
  let lateTimer: ReturnType<typeof setTimeout> | undefined;
  let last = maxHops;
  const find = async (hop: number): Promise<Hop> => {
    const waiting = AbortSignal.any([signal, leave.signal, late.signal]);
    const found = await findHop({ ask, address, hop }, { timeoutMs, signal: waiting, giveUp: late.signal });
    if (isLast(found)) {
      last = Math.min(last, hop);
      lateTimer ??= setTimeout(() => late.abort(), NEARER_MS);
    }
    return found;
  };
  const asked: Promise<Hop>[] = [];
  try {
    for (let hop = 1; hop <= last; hop++) {
      while (asked.length < Math.min(last, hop - 1 + HOPS_AT_ONCE)) {
        const finding = find(asked.length + 1);
        // One that nobody waits for any more may be told so.
        finding.catch(() => undefined);
        asked.push(finding);
      }
      const found = await asked[hop - 1];
      signal.throwIfAborted();
      if (found === undefined) throw new Error("our bug: a hop that was not asked for");
      yield found;
      if (isLast(found)) return;
    }
  } finally {
    clearTimeout(lateTimer);
    leave.abort();
  }
}

function isLast({ kind }: Hop): boolean {
  return kind === "end" || kind === "stopped";
}

async function findHop(
  { ask, address, hop }: { ask: AskHop; address: string; hop: number },
  { giveUp, ...limits }: { timeoutMs: number; signal: AbortSignal; giveUp: AbortSignal },
): Promise<Hop> {
  try {
    return hopOf(await ask(address, { hopLimit: hop, ...limits }), hop);
  } catch (error) {
    if (!giveUp.aborted) throw error;
    return silentHop(hop);
  }
}

function hopOf({ address, received, averageMs, trouble }: EchoAnswer, hop: number): Hop {
  if (received > 0) return { hop, address, roundTripMs: averageMs, kind: "end", note: null };
  if (trouble === null) return silentHop(hop);
  const { report, message } = trouble;
  if (report === undefined) return { hop, address: null, roundTripMs: null, kind: "stopped", note: message };
  const { address: reporter, afterMs, isExpiry } = report;
  return isExpiry
    ? { hop, address: reporter, roundTripMs: afterMs, kind: "router", note: null }
    : { hop, address: reporter, roundTripMs: afterMs, kind: "stopped", note: message };
}

/** Nobody has answered there. */
export function silentHop(hop: number): Hop {
  return { hop, address: null, roundTripMs: null, kind: "silent", note: null };
}
