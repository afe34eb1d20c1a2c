import { codeOf } from "#platform/error-code";
import type { Transport } from "../../event/arrival";

/** Where a listener stands, or why it does not. */
export type ListenerStatus = {
  transport: Transport;
  /** Which receiver thread it belongs to, from 0. */
  thread: number;
  /** The bound address; the wanted one where binding failed. */
  host: string;
  /** The bound port; the wanted one where binding failed. */
  port: number;
  /** Bytes of the receive buffer that the kernel granted (UDP); null where it does not say or it does not apply. */
  receiveBufferBytes: number | null;
  /** Why it does not stand; it is tried again. */
  error: string | null;
  /** What is not known yet, in words, where it is opened as soon as that is. */
  waitsFor: string | null;
};

/** A listener cannot be opened before something is known, which `message` names in words. */
export class NotKnownYetError extends Error {}

/**
 * Whose a port is. `alone`: of one socket. `first`: several sockets of this service will share it, and nobody else may
 * have it now. `another`: it joins the first.
 */
export type PortUse = "alone" | "first" | "another";

/**
 * A port that is to be shared could be shared with another program of the same user too, and half of the messages would
 * go there. So it has to be free for one socket alone before.
 * @throws EADDRINUSE where it is not.
 */
export function requireUnused(hostname: string, port: number): void {
  Bun.listen({ hostname, port, socket: { data: () => undefined } }).stop(true);
}

/** The same for UDP. */
export async function requireUnusedForDatagrams(hostname: string, port: number): Promise<void> {
  (await Bun.udpSocket({ hostname, port })).close();
}

/** "::" takes both families; where IPv6 is off, the same wish is "0.0.0.0". */
function hostsToTry(host: string): string[] {
  return host === "::" ? ["::", "0.0.0.0"] : [host];
}

const FAMILY_IS_OFF = new Set(["EAFNOSUPPORT", "EADDRNOTAVAIL", "EPROTONOSUPPORT"]);

/** Opens a listener with `open` on the wanted host, or on its IPv4 form where the system has no IPv6. */
export function listenOn<T>(host: string, open: (host: string) => T): T {
  const [first = host, second] = hostsToTry(host);
  try {
    return open(first);
  } catch (cause) {
    if (second === undefined || !isFamilyOff(cause)) throw cause;
    return open(second);
  }
}

/** The same for a listener that opens asynchronously. */
export async function listenOnLater<T>(host: string, open: (host: string) => Promise<T>): Promise<T> {
  const [first = host, second] = hostsToTry(host);
  try {
    return await open(first);
  } catch (cause) {
    if (second === undefined || !isFamilyOff(cause)) throw cause;
    return open(second);
  }
}

function isFamilyOff(cause: unknown): boolean {
  return FAMILY_IS_OFF.has(codeOf(cause) ?? "");
}

/** Why a listener could not be opened, in words that name the way out. */
export function describeBindFailure(
  where: { transport: string; host: string; port: number },
  cause: unknown,
): string {
  const code = codeOf(cause) ?? "";
  const place = `cannot listen on ${where.transport} ${where.host} port ${where.port}`;
  if (code === "EADDRINUSE") return `${place}: another program uses it`;
  if (code === "EACCES" || code === "EPERM")
    return `${place}: not permitted (ports below 1024 need CAP_NET_BIND_SERVICE)`;
  if (code === "EADDRNOTAVAIL") return `${place}: this machine has no such address`;
  return `${place}: ${cause instanceof Error ? cause.message : String(cause)}`;
}
