import { codeOf } from "#platform/error-code";
import { openDatagramSocket } from "./datagram-socket";
import { listenOn, requireUnused } from "./listen";

/**
 * `error`: the system's code or words; null: it can be opened. `granted`: bytes of receive buffer, null where the
 * system does not say.
 */
type TriedPort = { error: string | null; granted: number | null };

type Wanted = { host: string; port: number; receiveBufferBytes: number };

/** Whether a UDP port could be listened on, and with what buffer. It is closed again at once. */
export async function tryDatagramPort({ host, port, receiveBufferBytes }: Wanted): Promise<TriedPort> {
  const options = { host, port, receiveBufferBytes, use: "alone", onError: () => undefined } as const;
  try {
    const { socket, receiveBufferBytes: granted } = await openDatagramSocket(options, () => undefined);
    socket.close();
    return { error: null, granted };
  } catch (error) {
    return { error: describe(error), granted: null };
  }
}

/** Whether a TCP port could be listened on; null: it can. It is closed again at once. */
export function tryStreamPort({ host, port }: { host: string; port: number }): string | null {
  try {
    listenOn(host, (hostname) => requireUnused(hostname, port));
    return null;
  } catch (error) {
    return describe(error);
  }
}

function describe(error: unknown): string {
  return codeOf(error) ?? (error instanceof Error ? error.message : String(error));
}
