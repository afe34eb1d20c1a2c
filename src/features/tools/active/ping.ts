import type { EchoAnswer } from "#platform/echo/answer";
import { EchoInterruptedError, EchoOverloadError, type Reachability } from "#platform/echo/reachability";
import { ApiError, unavailable } from "#platform/errors";
import type { PingRequest, PingFinding } from "./models";
import type { Target } from "../desk";
import { NO_RAW_NETWORK } from "../refusals";

/** As the usual programs let it be asked for by anybody. */
const SPACING_MS = 200;
const GRACE_MS = 3000;
const LONGEST_MS = 45_000;
const RETRY_SECONDS = 5;
/** Nothing stands in for an echo here: this is never connected to. */
const NO_STAND_IN = { ports: [], timeoutMs: 1 };

/**
 * Whether an address answers echo requests, and how fast. No reply is an answer, too.
 * @throws ApiError 503 where none can be sent, 504; the signal's reason.
 */
export async function ping(
  reachability: Reachability,
  { host, address, signal }: Target,
  { count, timeout_seconds: timeoutSeconds }: PingRequest,
): Promise<PingFinding> {
  if (reachability.status.method === "tcp") throw unavailable(NO_RAW_NETWORK, RETRY_SECONDS);
  const startedAt = performance.now();
  const limit = AbortSignal.timeout(Math.min(LONGEST_MS, timeoutSeconds * 1000 + GRACE_MS));
  try {
    const [answer] = await reachability.echo([address], {
      count,
      timeoutMs: timeoutSeconds * 1000,
      spacingMs: SPACING_MS,
      tcp: NO_STAND_IN,
      signal: AbortSignal.any([signal, limit]),
    });
    if (answer === undefined || answer.method === "tcp")
      throw unavailable("Ping is unavailable", RETRY_SECONDS);
    return resultOf(answer, { host, address, durationMs: Math.round(performance.now() - startedAt) });
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) throw new ApiError(504, "Ping timed out", { cause: error });
    if (error instanceof EchoInterruptedError || error instanceof EchoOverloadError)
      throw unavailable("Ping is unavailable", RETRY_SECONDS, error);
    throw error;
  }
}

function resultOf(
  answer: EchoAnswer,
  { host, address, durationMs }: { host: string; address: string; durationMs: number },
): PingFinding {
  const { sent, received, minMs, averageMs, maxMs, trouble } = answer;
  const loss = sent === 0 ? null : Math.round(((sent - received) / sent) * 1000) / 10;
  const error = trouble === null || received > 0 ? null : trouble.message;
  return {
    host,
    address,
    transmitted: sent,
    received,
    packet_loss: loss,
    average_ms: averageMs,
    min_ms: minMs,
    max_ms: maxMs,
    error,
    raw_output: [
      `${address}: ${sent} sent, ${received} received${loss === null ? "" : `, ${loss} % lost`}`,
      ...(averageMs === null ? [] : [`shortest ${minMs} ms, average ${averageMs} ms, longest ${maxMs} ms`]),
      ...(error === null ? [] : [error]),
    ].join("\n"),
    duration_ms: durationMs,
  };
}
