import { codeOf } from "../error-code";
import type { ProbeLimits } from "./endpoint";

/** Why a probe of a target came to no good end. */
export class ProbeTrouble extends Error {
  override readonly name = "ProbeTrouble";
  readonly status: "down" | "unknown";

  constructor(message: string, status: "down" | "unknown" = "down") {
    super(message);
    this.status = status;
  }
}

/** The time that a probe may take is over. */
export class OutOfTimeError extends ProbeTrouble {}

/** What the system's refusals mean. Those that only our own side may have caused are `unknown`. */
const WORDS: Record<string, { message: string; status: "down" | "unknown" }> = {
  ECONNREFUSED: { message: "connection refused", status: "down" },
  ECONNRESET: { message: "connection reset", status: "down" },
  EPIPE: { message: "connection reset", status: "down" },
  ETIMEDOUT: { message: "no answer to the connection", status: "down" },
  EHOSTUNREACH: { message: "host unreachable", status: "down" },
  EHOSTDOWN: { message: "host unreachable", status: "down" },
  ENETUNREACH: { message: "network unreachable", status: "down" },
  EACCES: { message: "prohibited by a filter", status: "down" },
  EPERM: { message: "a rule of this machine forbids it", status: "unknown" },
  EMFILE: { message: "this service has no descriptor left", status: "unknown" },
  ENFILE: { message: "this machine has no descriptor left", status: "unknown" },
  ENOBUFS: { message: "this machine has no room for the request", status: "unknown" },
  ENOMEM: { message: "this machine has no room for the request", status: "unknown" },
  EADDRNOTAVAIL: { message: "no address or port of our own to send from", status: "unknown" },
  ENETDOWN: { message: "the network is down here", status: "unknown" },
};

/** The trouble behind an error of a socket. */
export function troubleOf(error: unknown): ProbeTrouble {
  if (error instanceof ProbeTrouble) return error;
  const code = codeOf(error) ?? "unknown error";
  const { message, status } = WORDS[code] ?? { message: `cannot ask: ${code}`, status: "unknown" };
  return new ProbeTrouble(message, status);
}

/**
 * Calls `end` with an OutOfTimeError when the time is over, and with the signal's reason when that fires, which it must
 * not have yet; gives what stops the watch.
 */
export function watchLimits({ timeoutMs, signal }: ProbeLimits, end: (reason: unknown) => void): () => void {
  const timer = setTimeout(() => end(new OutOfTimeError(`no answer within ${timeoutMs} ms`)), timeoutMs);
  const leave = () => end(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  return () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", leave);
  };
}
