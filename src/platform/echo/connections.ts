import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { createTurnstile } from "../turnstile";
import { answerOf, type EchoAnswer, NOTHING_SENT, rounded } from "./answer";
import { findRouteTrouble } from "./route";

export type ConnectionOptions = {
  ports: readonly number[];
  timeoutMs: number;
  signal: AbortSignal;
  /** Addresses that this call asks at the same time; absent: few, and all such calls share them. */
  atOnce?: number;
};

/** Of all callers together; each address takes a socket for every port. */
const ADDRESSES_AT_ONCE = 12;
const shared = createTurnstile(ADDRESSES_AT_ONCE);

/**
 * Connections to many silent addresses, begun in a row, would hold up whoever asks this process for something: one
 * address a turn.
 */
const turns = createTurnstile(1);

type Attempt = { port: number; isOpen: boolean; latencyMs: number };

/**
 * Asks addresses for a sign of life by TCP connections, where nobody may send an echo request: one try of every port at
 * once.
 */
export function askByConnection(
  addresses: readonly string[],
  options: ConnectionOptions,
): Promise<EchoAnswer[]> {
  const turnstile = options.atOnce === undefined ? shared : createTurnstile(options.atOnce);
  return Promise.all(
    addresses.map((address) =>
      turnstile(async () => {
        options.signal.throwIfAborted();
        return askOne(address, options);
      }),
    ),
  );
}

async function askOne(address: string, options: ConnectionOptions): Promise<EchoAnswer> {
  const trouble = await findRouteTrouble(address);
  if (trouble !== null) return answerOf(address, { method: "tcp", tally: NOTHING_SENT, trouble });
  await turns(() => setImmediate());
  const attempts = await Promise.all(options.ports.map((port) => tryPort({ address, port }, options)));
  options.signal.throwIfAborted();
  // A refusal is no proof: a firewall on the way may have sent it.
  const [fastest] = attempts
    .filter(({ isOpen }) => isOpen)
    .sort((left, right) => left.latencyMs - right.latencyMs);
  const times = fastest?.latencyMs ?? 0;
  const tally = {
    sent: 1,
    received: fastest === undefined ? 0 : 1,
    minMs: times,
    sumMs: times,
    maxMs: times,
  };
  return { ...answerOf(address, { method: "tcp", tally, trouble: null }), tcpPort: fastest?.port ?? null };
}

function tryPort(
  { address, port }: { address: string; port: number },
  { timeoutMs, signal }: ConnectionOptions,
): Promise<Attempt> {
  const { promise, resolve } = Promise.withResolvers<Attempt>();
  const started = performance.now();
  const socket = connect({ host: address, port });
  const end = (isOpen: boolean) => {
    socket.destroy();
    resolve({ port, isOpen, latencyMs: rounded(performance.now() - started) });
  };
  const leave = () => end(false);
  const timer = setTimeout(leave, timeoutMs);
  signal.addEventListener("abort", leave, { once: true });
  socket.once("connect", () => end(true));
  socket.once("error", leave);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", leave);
  });
}
