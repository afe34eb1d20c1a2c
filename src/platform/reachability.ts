import { connect } from "node:net";

export type Reachability = {
  isReachable: boolean;
  latencyMs: number | null;
  /** What could not be tried, or what the answer rests on instead of an echo reply. */
  note: string | null;
};

/** Ports that are tried where no echo request can be sent. */
const USUAL_PORTS = [22, 80, 443, 53];

type ProbeOptions = { timeoutSeconds: number; signal: AbortSignal; ports?: readonly number[] };

/**
 * Asks an address (canonical text) for a sign of life: one ICMP echo request by the system's `ping`, which may send it where we
 * may not, or else TCP connections. Takes about `timeoutSeconds` at most; the signal ends it sooner.
 */
export async function probeAddress(
  address: string,
  { timeoutSeconds, signal, ports = USUAL_PORTS }: ProbeOptions,
): Promise<Reachability> {
  signal.throwIfAborted();
  const echoed = await sendEcho(address, { waitSeconds: Math.max(2, timeoutSeconds), signal });
  return echoed ?? tryPorts(address, { waitMs: Math.max(500, timeoutSeconds * 1000), signal, ports });
}

/** Undefined where there is no `ping`, or it may not send. */
async function sendEcho(
  address: string,
  { waitSeconds, signal }: { waitSeconds: number; signal: AbortSignal },
): Promise<Reachability | undefined> {
  const program = Bun.which("ping");
  if (program === null) return undefined;
  const ping = Bun.spawn([program, "-n", "-c", "1", "-W", String(waitSeconds), address], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
    signal,
    timeout: (waitSeconds + 3) * 1000,
  });
  const [text, code] = await Promise.all([new Response(ping.stdout).text(), ping.exited]);
  signal.throwIfAborted();
  if (code === 0) return { isReachable: true, latencyMs: roundTripOf(text), note: null };
  // iputils: 1 is no reply, 2 any other failure, such as a missing right.
  return code === 1 ? { isReachable: false, latencyMs: null, note: null } : undefined;
}

function roundTripOf(output: string): number | null {
  const time = /time[=<]([\d.]+) ?ms/.exec(output)?.[1];
  return time === undefined ? null : Number(time);
}

type Attempt = { port: number; isOpen: boolean; latencyMs: number };

async function tryPorts(
  address: string,
  wait: { waitMs: number; signal: AbortSignal; ports: readonly number[] },
): Promise<Reachability> {
  const attempts = await Promise.all(wait.ports.map((port) => tryPort({ address, port }, wait)));
  wait.signal.throwIfAborted();
  // A refusal is no proof: a firewall on the way may have sent it.
  const fastest = attempts
    .filter(({ isOpen }) => isOpen)
    .sort((left, right) => left.latencyMs - right.latencyMs)[0];
  if (fastest === undefined) {
    const note = `icmp unavailable, tcp ports ${wait.ports.join(", ")} not reachable`;
    return { isReachable: false, latencyMs: null, note };
  }
  const note = `icmp unavailable, tcp:${fastest.port} reachable`;
  return { isReachable: true, latencyMs: fastest.latencyMs, note };
}

function tryPort(
  { address, port }: { address: string; port: number },
  { waitMs, signal }: { waitMs: number; signal: AbortSignal },
): Promise<Attempt> {
  const { promise, resolve } = Promise.withResolvers<Attempt>();
  const started = performance.now();
  const socket = connect({ host: address, port });
  const end = (isOpen: boolean) => {
    socket.destroy();
    resolve({ port, isOpen, latencyMs: Math.round((performance.now() - started) * 100) / 100 });
  };
  const leave = () => end(false);
  const timer = setTimeout(leave, waitMs);
  signal.addEventListener("abort", leave, { once: true });
  socket.once("connect", () => end(true));
  socket.once("error", leave);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", leave);
  });
}
