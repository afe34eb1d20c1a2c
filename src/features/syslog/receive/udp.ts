import { BulkReader, type TakeDatagram } from "./bulk-reader";
import { trimTrailer } from "./framing";
import type { DescriptorCell } from "./held-descriptor";
import type { Intake } from "./intake";
import { readKernelDrops, readSocketInode } from "./kernel-drops";
import { listenOnLater, type PortUse, requireUnusedForDatagrams } from "./listen";
import { setReceiveBuffer } from "./receive-buffer";
import { sharedUdpPort } from "./shared-port";

export type UdpOptions = {
  host: string;
  /** 0: any free one. */
  port: number;
  receiveBufferBytes: number;
  use: PortUse;
  /** Holds the descriptor of a bulk reader. */
  cell: DescriptorCell;
  onError: (error: Error) => void;
};

/** A smaller receive buffer would not hold what comes until the bulk reader looks again. */
const LEAST_BULK_BUFFER_BYTES = 8 * 1024 * 1024;
/** Line ends that a datagram of the greatest length may have. */
const TRAILER_BYTES = 16;

type Facts = {
  host: string;
  port: number;
  inode: string | null;
  receiveBufferBytes: number | null;
  traffic: { datagrams: number };
};

/**
 * An open UDP socket: every datagram is one message (RFC 5426, 3.1). It is read in bulk where the kernel granted a buffer that allows it, else
 * by the runtime's events.
 */
export class UdpListener {
  readonly #reader: { close(): void };
  readonly #inode: string | null;
  readonly #traffic: { datagrams: number };
  #kernelDrops = 0;
  readonly host: string;
  readonly port: number;
  /** Octets that the kernel granted; null where it does not say. */
  readonly receiveBufferBytes: number | null;

  private constructor(reader: { close(): void }, facts: Facts) {
    this.#reader = reader;
    this.#inode = facts.inode;
    this.#traffic = facts.traffic;
    this.host = facts.host;
    this.port = facts.port;
    this.receiveBufferBytes = facts.receiveBufferBytes;
  }

  /** @throws where the address cannot be bound. */
  static async open(intake: Intake, options: UdpOptions): Promise<UdpListener> {
    const traffic = { datagrams: 0 };
    const take: TakeDatagram = (address, bytes, length) => {
      traffic.datagrams += 1;
      const sender = intake.admit(address);
      if (sender === null) return;
      const kept = length === bytes.length ? trimTrailer(bytes) : bytes;
      intake.takeDatagram(sender.text, kept, length - (bytes.length - kept.length));
    };
    const socket = await openSocket(options, take);
    const { hostname: host, port } = socket;
    const descriptor = descriptorOf(socket);
    if (descriptor === undefined)
      return new UdpListener(socket, { host, port, inode: null, receiveBufferBytes: null, traffic });
    const receiveBufferBytes = setReceiveBuffer(descriptor, options.receiveBufferBytes);
    const inode = await readSocketInode(descriptor);
    const facts = { host, port, inode, receiveBufferBytes, traffic };
    if ((receiveBufferBytes ?? 0) < LEAST_BULK_BUFFER_BYTES) return new UdpListener(socket, facts);
    const maxBytes = intake.maxLineBytes + TRAILER_BYTES;
    const { cell, onError } = options;
    const bulk = BulkReader.open(descriptor, { take, maxBytes, cell, onError });
    if (bulk === null) return new UdpListener(socket, facts);
    socket.close();
    return new UdpListener(bulk, facts);
  }

  /** Datagrams read since the socket was opened. */
  get readCount(): number {
    return this.#traffic.datagrams;
  }

  /** Datagrams that the kernel has dropped on this socket, as far as it says. */
  async kernelDrops(): Promise<number> {
    if (this.#inode !== null) this.#kernelDrops = (await readKernelDrops(this.#inode)) ?? this.#kernelDrops;
    return this.#kernelDrops;
  }

  close(): void {
    this.#reader.close();
  }
}

function openSocket(
  { host, port, use, onError }: UdpOptions,
  take: TakeDatagram,
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
        data: (_, data, _port, address) => take(address, data, data.length),
        error: (_, error) => onError(error),
      },
    });
  });
}

/** Bun 1.4 gives the socket's descriptor but does not declare it. */
function descriptorOf(socket: object): number | undefined {
  return "fd" in socket && typeof socket.fd === "number" ? socket.fd : undefined;
}
