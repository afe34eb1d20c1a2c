import { connect } from "node:net";
import { codeOf } from "../error-code";
import { createTurnstile } from "../turnstile";
import type { ConnectResult, ConnectTarget, ConnectVerdict } from "./protocol";

const CONNECTIONS_AT_ONCE = 128;
/** Of all who connect here. */
const turnstile = createTurnstile(CONNECTIONS_AT_ONCE);

type Limits = { timeoutMs: number; signal: AbortSignal };

/**
 * What comes of connections, in the order of the targets, where no thread can make them: other systems than Linux. The
 * runtime may call one that is unreachable refused.
 */
export function connectHere(targets: readonly ConnectTarget[], limits: Limits): Promise<ConnectResult[]> {
  return Promise.all(
    targets.map((target) =>
      turnstile(async () => {
        limits.signal.throwIfAborted();
        return tryOne(target, limits);
      }),
    ),
  );
}

function tryOne({ address, port }: ConnectTarget, { timeoutMs, signal }: Limits): Promise<ConnectResult> {
  const { promise, resolve } = Promise.withResolvers<ConnectResult>();
  const startedAt = performance.now();
  const socket = connect({ host: address, port });
  const end = (verdict: ConnectVerdict) => {
    socket.destroy();
    resolve({ verdict, afterMs: performance.now() - startedAt });
  };
  const leave = () => end("silent");
  const timer = setTimeout(leave, timeoutMs);
  signal.addEventListener("abort", leave, { once: true });
  socket.once("connect", () => end("open"));
  socket.once("error", (error) => end(codeOf(error) === "ECONNREFUSED" ? "refused" : "unreachable"));
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", leave);
  });
}
