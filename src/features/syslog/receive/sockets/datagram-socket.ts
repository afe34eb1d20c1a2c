import { readKernelDrops, readSocketInode } from "./kernel-drops";
import { listenOnLater, type PortUse, requireUnusedForDatagrams } from "./listen";
import { setReceiveBuffer } from "./receive-buffer";
import { sharedUdpPort } from "./shared-port";

export type DatagramSocketOptions = {
  host: string;
  /** 0: any free one. */
  port: number;
  receiveBufferBytes: number;
  use: PortUse;
  onError: (error: Error) => void;
};

/** An open UDP socket, and what the system says of it. */
export type OpenDatagramSocket = {
  socket: Bun.udp.Socket<"buffer">;
  host: string;
  port: number;
  /** Undefined where the runtime does not give it. */
  descriptor: number | undefined;
  /** Bytes that the kernel granted; null where it does not say. */
  receiveBufferBytes: number | null;
  drops: DropCount;
};

/** Datagrams that the kernel has dropped on a socket, as far as it says. */
export class DropCount {
  readonly #inode: string | null;
  #count = 0;

  constructor(inode: string | null) {
    this.#inode = inode;
  }

  async read(): Promise<number> {
    if (this.#inode !== null) this.#count = (await readKernelDrops(this.#inode)) ?? this.#count;
    return this.#count;
  }
}

/**
 * Opens a UDP socket with as great a receive buffer as the kernel grants.
 * @throws where the address cannot be bound.
 */
export async function openDatagramSocket(
  options: DatagramSocketOptions,
  take: (address: string, data: Buffer, port: number) => void,
): Promise<OpenDatagramSocket> {
  const socket = await bind(options, take);
  const { hostname: host, port } = socket;
  const descriptor = descriptorOf(socket);
  if (descriptor === undefined)
    return { socket, host, port, descriptor, receiveBufferBytes: null, drops: new DropCount(null) };
  const receiveBufferBytes = setReceiveBuffer(descriptor, options.receiveBufferBytes);
  const drops = new DropCount(await readSocketInode(descriptor));
  return { socket, host, port, descriptor, receiveBufferBytes, drops };
}

function bind(
  { host, port, use, onError }: DatagramSocketOptions,
  take: (address: string, data: Buffer, port: number) => void,
): Promise<Bun.udp.Socket<"buffer">> {
  return listenOnLater(host, async (hostname) => {
    if (use === "first" && port !== 0) await requireUnusedForDatagrams(hostname, port);
    return Bun.udpSocket({
      hostname,
      port,
      binaryType: "buffer",
      ...(use === "alone" ? {} : sharedUdpPort()),
      socket: {
        // oxlint-disable-next-line max-params -- Bun's signature
        data: (_, data, senderPort, address) => take(address, data, senderPort),
        error: (_, error) => onError(error),
      },
    });
  });
}

/** Bun 1.4 gives the socket's descriptor but does not declare it. */
function descriptorOf(socket: object): number | undefined {
  return "fd" in socket && typeof socket.fd === "number" ? socket.fd : undefined;
}
