import { createSocket } from "node:dgram";
import { type DatagramListener, type DatagramSocket, openDatagramSocket } from "./datagram";
import type { Endpoint } from "./targets";
import { codeOf } from "#platform/error-code";

/** Where servers send their answers to (RFC 2131 section 4.1). */
const CLIENT_PORT = 68;

export type DhcpSocket = DatagramSocket & {
  /** Why it is not on the client's port; null: it is. */
  handicap: string | null;
};

/** Listeners of sockets that the kernel cannot tell apart: each hears what came to any of them. */
const sharers = new Map<string, Set<DatagramListener>>();

/**
 * A socket on the port of DHCP clients, which others on this machine may have as well; any other port, where we may not have that one.
 */
export async function openDhcpSocket(target: Endpoint, listener: DatagramListener): Promise<DhcpSocket> {
  const anyPort = await openDatagramSocket(target, listener);
  try {
    const { localAddress } = anyPort;
    const onClientPort = await openClientPort({ target, localAddress }, listener);
    anyPort.close();
    return { ...onClientPort, localAddress, handicap: null };
  } catch (error) {
    const isTaken = codeOf(error) === "EADDRINUSE";
    const handicap = isTaken
      ? `another program has port ${CLIENT_PORT} for itself`
      : `port ${CLIENT_PORT} needs CAP_NET_BIND_SERVICE, or net.ipv4.ip_unprivileged_port_start of at most ${CLIENT_PORT}`;
    return { ...anyPort, handicap };
  }
}

function openClientPort(
  { target, localAddress }: { target: Endpoint; localAddress: string },
  listener: DatagramListener,
): Promise<Omit<DatagramSocket, "localAddress">> {
  const { promise, resolve, reject } = Promise.withResolvers<Omit<DatagramSocket, "localAddress">>();
  const key = `${localAddress} ${target.address} ${target.port}`;
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  const close = () => {
    leave(key, listener);
    socket.close();
  };
  const fail = (error: unknown) => {
    socket.close();
    reject(error);
  };
  socket.once("error", fail);
  socket.bind({ port: CLIENT_PORT, address: localAddress, exclusive: true }, () => {
    socket.connect(target.port, target.address, () => {
      socket.off("error", fail);
      const listeners = join(key, listener);
      socket.on("error", listener.error);
      socket.on("message", (octets) => {
        for (const { data } of listeners) data(octets);
      });
      resolve({ send: (octets) => socket.send(octets), close });
    });
  });
  return promise;
}

function join(key: string, listener: DatagramListener): ReadonlySet<DatagramListener> {
  const listeners = sharers.get(key) ?? new Set();
  sharers.set(key, listeners.add(listener));
  return listeners;
}

function leave(key: string, listener: DatagramListener): void {
  const listeners = sharers.get(key);
  listeners?.delete(listener);
  if (listeners?.size === 0) sharers.delete(key);
}
