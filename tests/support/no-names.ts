import { createSocket } from "node:dgram";
import { once } from "node:events";
import { decode, encode } from "dns-packet";

const NXDOMAIN = 3;

/** A real name server on loopback that knows no name at all; it keeps no process alive. */
async function startEmptyNameServer() {
  const socket = createSocket("udp4");
  socket.on("message", (octets, { address, port }) => {
    const { id = 0, questions = [] } = decode(octets);
    socket.send(encode({ type: "response", id, flags: NXDOMAIN, questions }), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  socket.unref();
  return { address: "127.0.0.1", port: socket.address().port };
}

const server = await startEmptyNameServer();

/**
 * A world without names but `localhost`, for tests that let made-up names loose: none of them is to reach anybody's
 * name servers.
 */
export const NO_NAMES = {
  nameServers: () => [server] as const,
  lookUp: async (name: string) => {
    if (name === "localhost") return ["127.0.0.1"];
    throw Object.assign(new Error(`cannot resolve ${name}: ENOTFOUND`), { code: "ENOTFOUND" });
  },
};
