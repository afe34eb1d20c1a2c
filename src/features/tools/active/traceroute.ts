import { EchoInterruptedError, EchoOverloadError, type Reachability } from "#platform/echo/reachability";
import { type Hop, type TraceOptions, traceRoute } from "#platform/echo/trace";
import { findTraceroute, traceByProgram, TracerouteFailedError } from "#platform/echo/traceroute-program";
import { ApiError, unavailable } from "#platform/errors";
import type { TracerouteHop, TracerouteRequest, TracerouteFinding } from "./models";
import type { Target } from "../desk";
import { NO_RAW_NETWORK } from "../refusals";

const GRACE_MS = 10_000;
const LONGEST_MS = 180_000;
const RETRY_SECONDS = 5;

/**
 * The way to an address. `onHop` is told of each hop as it is known.
 * @throws ApiError 503 where nothing can be sent, 504; the signal's reason.
 */
export async function traceroute(
  reachability: Reachability,
  { host, address, signal, request }: Target & { request: TracerouteRequest },
  onHop: (hop: TracerouteHop) => void = () => undefined,
): Promise<TracerouteFinding> {
  const { max_hops: maxHops, timeout_seconds: timeoutSeconds } = request;
  const startedAt = performance.now();
  const timeoutMs = timeoutSeconds * 1000;
  const limit = AbortSignal.timeout(Math.min(LONGEST_MS, maxHops * timeoutMs + GRACE_MS));
  const options = { maxHops, timeoutMs, signal: AbortSignal.any([signal, limit]) };
  const hops: TracerouteHop[] = [];
  let isReached = false;
  try {
    for await (const found of hopsTo(reachability, address, options)) {
      const hop = toHop(found);
      hops.push(hop);
      onHop(hop);
      isReached = found.kind === "end";
    }
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) throw new ApiError(504, "Traceroute timed out", { cause: error });
    if (isOurTrouble(error)) throw unavailable("Traceroute is unavailable", RETRY_SECONDS, error);
    throw error;
  }
  return {
    host,
    address,
    hops,
    is_reached: isReached,
    raw_output: hops.map(lineOf).join("\n"),
    duration_ms: Math.round(performance.now() - startedAt),
  };
}

/** By sockets of our own, else by the program. */
function hopsTo(reachability: Reachability, address: string, options: TraceOptions): AsyncIterable<Hop> {
  const ask = reachability.askHop;
  if (ask !== undefined) return traceRoute(ask, address, options);
  const program = findTraceroute();
  if (program === undefined) throw unavailable(NO_RAW_NETWORK, RETRY_SECONDS);
  return traceByProgram(program, address, options);
}

function isOurTrouble(error: unknown): boolean {
  return (
    error instanceof EchoInterruptedError ||
    error instanceof EchoOverloadError ||
    error instanceof TracerouteFailedError
  );
}

function toHop({ hop, address, roundTripMs, note }: Hop): TracerouteHop {
  return { hop, address, host: null, rtt_ms: roundTripMs, note };
}

function lineOf({ hop, address, rtt_ms: rtt, note }: TracerouteHop): string {
  const end = note === null ? "" : `  ${note}`;
  return address === null ? `${hop}  *${end}` : `${hop}  ${address}  ${rtt} ms${end}`;
}
