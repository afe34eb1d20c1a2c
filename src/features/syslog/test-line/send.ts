import { connect } from "node:net";
import { openDatagramSocket } from "#platform/probe/datagram";

export type Destination = { transport: "udp" | "tcp"; address: string; port: number };

/** Longest wait for a listener of this machine. */
const TIMEOUT_MS = 5000;

/**
 * Sends one message as a device would. Gives the address that it was sent from. @throws where nothing listens there.
 */
export async function sendMessage(destination: Destination, message: string): Promise<string> {
  return destination.transport === "udp"
    ? sendDatagram(destination, message)
    : sendStream(destination, message);
}

async function sendDatagram(destination: Destination, message: string): Promise<string> {
  const socket = await openDatagramSocket(destination, { data: () => undefined, error: () => undefined });
  try {
    socket.send(Buffer.from(message));
    return socket.localAddress;
  } finally {
    socket.close();
  }
}

function sendStream({ address, port }: Destination, message: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({ host: address, port, timeout: TIMEOUT_MS });
  let from = "";
  socket.on("connect", () => {
    from = socket.localAddress ?? "";
    socket.end(`${message}\n`);
  });
  socket.on("timeout", () => socket.destroy(new Error("the listener does not answer")));
  socket.on("error", reject);
  socket.on("close", () => resolve(from));
  // What the listener says is nothing to us, but has to be read for the connection to end.
  socket.resume();
  return promise;
}
