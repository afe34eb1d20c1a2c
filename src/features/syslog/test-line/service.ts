import { recordAudit, type Actor } from "#features/audit";
import { conflict, unavailable } from "#platform/errors";
import type { Db } from "#platform/database";
import { SenderTable } from "../receive/allowlist";
import type { ListenerReport } from "../receive/threads/receiver";
import type { TestLine } from "./models";
import { sendMessage, type Destination } from "./send";

/** Our own listeners, who may send to them, and the database that keeps the audit log. */
export type TestLineTarget = {
  state(): { listeners: readonly ListenerReport[] };
  options: { receiver: { allowlist: readonly string[] } };
  db: Db;
};

export type TestLineContext = { engine: TestLineTarget; actor: Actor };

const RETRY_SECONDS = 5;

/**
 * Sends a line of our own to our own listener, the way that a device's lines come: by the network, past the allowlist,
 * into the journal.
 * @throws ApiError 409 where no listener without TLS is open or the allowlist keeps this machine out, 503 where it
 * cannot be sent.
 */
export async function sendTestLine({ engine, actor }: TestLineContext): Promise<TestLine> {
  const destination = findDestination(engine.state().listeners);
  if (destination === undefined) throw conflict("No syslog listener without TLS is open");
  const { transport, address, port } = destination;
  const word = `test-line-${crypto.randomUUID().slice(0, 8)}`;
  const line = `<14>1 ${new Date().toISOString()} netatlas netatlas - test - ${word} of the way to the event store`;
  await recordAudit(
    { db: engine.db, actor },
    { action: "syslog.test_line", target: `listener:${transport}:${port}`, detail: `q=${word}` },
  );
  const from = await sendMessage(destination, line).catch((cause: unknown) => {
    throw unavailable("The line cannot be sent to the listener", RETRY_SECONDS, cause);
  });
  const { allowlist } = engine.options.receiver;
  if (!new SenderTable(allowlist).find(from).isAllowed)
    throw conflict(`SYSLOG_SENDER_ALLOWLIST does not have ${from}, from where the line was sent`);
  return { line, transport, address, port, q: word };
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
