import { ProbeTrouble } from "#platform/probe/trouble";
import type { ServiceText } from "../models";
import type { Pacer } from "../pacer";
import { readGreeting } from "./greeting";
import { readTls, readWebPage } from "./web-page";

/** Of one service, from the connection to the last octet. */
const TIMEOUT_MS = 2000;
/** Packets of ours for one conversation: the handshake, the question, the end. */
const PACKETS = 4;
/** Services of one host that are read. */
const MAX_READ = 16;

type Target = { address: string; port: number };
type Reader = (target: Target, limits: { timeoutMs: number; signal: AbortSignal }) => Promise<ServiceText[]>;

const GREETING_PORTS = [21, 22, 25, 110, 143, 587, 2222, 5900];
const WEB_PORTS = [80, 81, 631, 3000, 5000, 8000, 8008, 8080, 8081, 8123, 8888, 9090, 32_400];
const SECURE_WEB_PORTS = [443, 4443, 5001, 8006, 8443, 9443, 10_443];
const TLS_PORTS = [465, 636, 853, 993, 995, 3269, 8883];

const READERS: ReadonlyMap<number, Reader> = new Map([
  ...GREETING_PORTS.map((port): [number, Reader] => [port, readGreeting]),
  ...WEB_PORTS.map((port): [number, Reader] => [port, readWebPage]),
  ...SECURE_WEB_PORTS.map((port): [number, Reader] => [
    port,
    (target, limits) => readTls(target, limits, { isWeb: true }),
  ]),
  ...TLS_PORTS.map((port): [number, Reader] => [
    port,
    (target, limits) => readTls(target, limits, { isWeb: false }),
  ]),
]);

/**
 * What the services of a host say of themselves, by the protocols that their ports usually have; those that say nothing
 * are none. Nothing is sent but a greeting's answer, a handshake of TLS, or a request for the first page. @throws the
 * signal's reason.
 */
export async function readServices(
  { pacer, signal }: { pacer: Pacer; signal: AbortSignal },
  { address, openPorts }: { address: string; openPorts: readonly number[] },
): Promise<ServiceText[]> {
  const read: ServiceText[] = [];
  for (const port of openPorts.filter((port) => READERS.has(port)).slice(0, MAX_READ)) {
    await pacer.take(PACKETS);
    const reader = READERS.get(port);
    if (reader === undefined) continue;
    try {
      read.push(...(await reader({ address, port }, { timeoutMs: TIMEOUT_MS, signal })));
    } catch (error) {
      // A service that does not speak what we do is still an open port.
      if (!(error instanceof ProbeTrouble)) throw error;
    }
  }
  return read;
}
