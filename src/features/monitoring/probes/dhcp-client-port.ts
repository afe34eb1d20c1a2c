import { createSocket, type Socket } from "node:dgram";
import { codeOf } from "#platform/error-code";
import { type DatagramListener, type DatagramSocket, openDatagramSocket } from "#platform/probe/datagram";
import type { Endpoint } from "#platform/probe/endpoint";

/** Where servers send their answers to (RFC 2131 section 4.1). */
const CLIENT_PORT = 68;

export type DhcpSocket = DatagramSocket & {
  /** Why it is not on the client's port; null: it is. */
  handicap: string | null;
};

/**
 * One socket for all that ask the same server at once: the kernel could not tell theirs apart. Each listener hears
 * everything that comes.
 */
type Shared = { opening: Promise<Socket>; users: number; listeners: Set<DatagramListener> };
const open = new Map<string, Shared>();

/**
 * A socket on the port of DHCP clients, which others on this machine may have as well; any other port, where we may not
 * have that one.
 */
export async function openDhcpSocket(target: Endpoint, listener: DatagramListener): Promise<DhcpSocket> {
  const anyPort = await openDatagramSocket(target, listener);
  const { localAddress } = anyPort;
  try {
    const onClientPort = await shareClientPort({ target, localAddress }, listener);
    anyPort.close();
    return { ...onClientPort, localAddress, handicap: null };
  } catch (error) {
    const handicap =
      codeOf(error) === "EADDRINUSE"
        ? `another program has port ${CLIENT_PORT} for itself`
        : `port ${CLIENT_PORT} needs CAP_NET_BIND_SERVICE, or net.ipv4.ip_unprivileged_port_start of at most ${CLIENT_PORT}`;
    return { ...anyPort, handicap };
  }
}

async function shareClientPort(
  { target, localAddress }: { target: Endpoint; localAddress: string },
  listener: DatagramListener,
): Promise<Omit<DatagramSocket, "localAddress">> {
  const key = `${localAddress} ${target.address} ${target.port}`;
  const shared = open.get(key) ?? share({ target, localAddress });
  open.set(key, shared);
  shared.users++;
  const leave = (): boolean => {
    shared.listeners.delete(listener);
    const isLast = --shared.users === 0;
    if (isLast) open.delete(key);
    return isLast;
  };
  try {
    const socket = await shared.opening;
    shared.listeners.add(listener);
    return {
      send: (octets) => socket.send(octets),
      close: () => {
        if (leave()) socket.close();
      },
    };
  } catch (error) {
    leave();
    throw error;
  }
}

function share(endpoints: { target: Endpoint; localAddress: string }): Shared {
  const listeners = new Set<DatagramListener>();
  return { opening: openClientPort(endpoints, listeners), users: 0, listeners };
}

function openClientPort(
  { target, localAddress }: { target: Endpoint; localAddress: string },
  listeners: ReadonlySet<DatagramListener>,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = createSocket({ type: "udp4", reuseAddr: true });
  const fail = (error: unknown) => {
    socket.close();
    reject(error);
  };
  socket.once("error", fail);
  socket.bind({ port: CLIENT_PORT, address: localAddress, exclusive: true }, () => {
    socket.connect(target.port, target.address, () => {
      socket.off("error", fail);
      socket.on("error", (error) => {
        for (const listener of listeners) listener.error(error);
      });
      socket.on("message", (octets) => {
        for (const listener of listeners) listener.data(octets);
      });
      resolve(socket);
    });
  });
  return promise;
}
