import { conflict, unavailable } from "#platform/errors";
import { SenderTable } from "../receive/allowlist";
import type { ListenerReport } from "../receive/threads/receiver";
import type { Collector } from "../status/collector";
import type { TestLine } from "./models";
import { sendMessage, type Destination } from "./send";

/** A collector of this process, and who may send to it. */
export type OwnCollector = {
  state(): Pick<ReturnType<Collector["state"]>, "collector" | "listeners">;
  options: { isReceiving: boolean; receiver: { allowlist: readonly string[] } };
};

export const RETRY_SECONDS = 5;

/**
 * Sends a line with a word of its own to this process's own listener, the way that a device's lines come: by the
 * network, past the allowlist, into the journal. `onSend` is awaited before.
 * @throws ApiError 409 where no listener without TLS is open or the allowlist keeps this machine out, 503 where it
 * cannot be sent.
 */
export async function sendToOwnListener(
  engine: OwnCollector,
  { word, onSend }: { word: string; onSend?: (destination: Destination) => Promise<void> },
): Promise<TestLine> {
  const { collector, listeners } = engine.state();
  const destination = findDestination(listeners);
  if (destination === undefined) throw conflict("No syslog listener without TLS is open");
  const line = `<14>1 ${new Date().toISOString()} netatlas netatlas - test - ${word} of the way to the event store`;
  await onSend?.(destination);
  const from = await sendMessage(destination, line).catch((cause: unknown) => {
    throw unavailable("The line cannot be sent to the listener", RETRY_SECONDS, cause);
  });
  const { allowlist } = engine.options.receiver;
  if (!new SenderTable(allowlist).find(from).isAllowed)
    throw conflict(`SYSLOG_SENDER_ALLOWLIST does not have ${from}, from where the line was sent`);
  return { collector, line, ...destination, q: word };
}

/** UDP, which most devices send by, where it can be had. */
function findDestination(listeners: readonly ListenerReport[]): Destination | undefined {
  for (const transport of ["udp", "tcp"] as const) {
    const open = listeners.find((listener) => listener.transport === transport && listener.error === null);
    if (open !== undefined) return { transport, address: reachable(open.host), port: open.port };
  }
  return undefined;
}

/** A listener on every address of the machine is reached by its own. */
function reachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  return host === "::" ? "::1" : host;
}
