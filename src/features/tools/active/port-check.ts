import { oneLine } from "#platform/one-line";
import { Connection, talkOver } from "#platform/probe/connection";
import { askByDatagram } from "#platform/probe/datagram";
import type { Endpoint, ProbeLimits } from "#platform/probe/endpoint";
import { OutOfTimeError, ProbeTrouble } from "#platform/probe/trouble";
import { createTurnstile } from "#platform/turnstile";
import type { PortFinding, TcpPortCheckRequest, PortCheckFinding } from "./models";
import type { Target } from "../desk";

/** Of one call. */
const PORTS_AT_ONCE = 32;
/** What a service of UDP is sent. */
const ZERO_OCTET = Buffer.alloc(1);

type Found = Pick<PortFinding, "status" | "detail">;

/**
 * Whether ports take connections or, by UDP, answer; one that does not is an answer, too. @throws the signal's reason.
 */
export async function checkPorts(
  { host, address, signal }: Target,
  request: TcpPortCheckRequest,
): Promise<PortCheckFinding> {
  const { protocol, timeout_seconds: timeoutSeconds } = request;
  const turnstile = createTurnstile(PORTS_AT_ONCE);
  const limits = { timeoutMs: timeoutSeconds * 1000, signal };
  const check = protocol === "tcp" ? checkTcp : checkUdp;
  const results = await Promise.all(
    portsOf(request).map((number) =>
      turnstile(() => findingOf({ address, port: number }, { check, limits })),
    ),
  );
  const [first] = results;
  if (first === undefined) throw new Error("our bug: no port to check");
  return { host, address, protocol, ...first, results };
}

/** The ports that are asked for, each once; `port` is the first. */
export function portsOf({ port, ports }: Pick<TcpPortCheckRequest, "port" | "ports">): number[] {
  return [...new Set(port === null ? ports : [port, ...ports])];
}

type Check = (target: Endpoint, limits: ProbeLimits) => Promise<Found>;

async function findingOf(
  target: Endpoint,
  { check, limits }: { check: Check; limits: ProbeLimits },
): Promise<PortFinding> {
  limits.signal.throwIfAborted();
  const startedAt = performance.now();
  const { status, detail } = await check(target, limits).catch(foundByTrouble);
  limits.signal.throwIfAborted();
  const durationMs = Math.round(performance.now() - startedAt);
  return { port: target.port, reachable: status === "open", status, detail, duration_ms: durationMs };
}

function foundByTrouble(error: unknown): Found {
  if (!(error instanceof ProbeTrouble)) throw error;
  const isUnknown = error instanceof OutOfTimeError || error.status === "unknown";
  return { status: isUnknown ? "unknown" : "closed", detail: oneLine(error.message) };
}

function checkTcp(target: Endpoint, limits: ProbeLimits): Promise<Found> {
  return talkOver(new Connection(target), limits, async () => ({
    status: "open" as const,
    detail: "Connection succeeded",
  }));
}

async function checkUdp(target: Endpoint, limits: ProbeLimits): Promise<Found> {
  try {
    await askByDatagram(target, limits, { tries: 1, request: () => ZERO_OCTET, read: () => true });
    return { status: "open", detail: "UDP response received" };
  } catch (error) {
    if (error instanceof OutOfTimeError)
      return { status: "unknown", detail: "No response received (port may be open or filtered)" };
    if (error instanceof ProbeTrouble && error.message === "port unreachable")
      return { status: "closed", detail: "Port unreachable (ICMP)" };
    throw error;
  }
}
