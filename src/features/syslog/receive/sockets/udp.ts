import { BulkReader, type TakeDatagram } from "./bulk-reader";
import { type DatagramSocketOptions, type OpenDatagramSocket, openDatagramSocket } from "./datagram-socket";
import { trimTrailer } from "../framing/framing";
import type { DescriptorCell } from "./held-descriptor";
import type { Intake } from "../intake";

export type UdpOptions = DatagramSocketOptions & {
  /** Holds the descriptor of a bulk reader. */
  cell: DescriptorCell;
};

/** A smaller receive buffer would not hold what comes until the bulk reader looks again. */
const MIN_BULK_BUFFER_BYTES = 8 * 1024 * 1024;
/** Line ends that a datagram of the greatest length may have. */
const TRAILER_BYTES = 16;

/**
 * An open UDP socket: every datagram is one message (RFC 5426, 3.1). It is read in bulk where the kernel granted a
 * buffer that allows it, else by the runtime's events.
 */
export class UdpListener {
  readonly #reader: { close(): void };
  readonly #socket: OpenDatagramSocket;
  readonly #traffic: { datagrams: number };

  private constructor(reader: { close(): void }, socket: OpenDatagramSocket, traffic: { datagrams: number }) {
    this.#reader = reader;
    this.#socket = socket;
    this.#traffic = traffic;
  }

  /** @throws where the address cannot be bound. */
  static async open(intake: Intake, options: UdpOptions): Promise<UdpListener> {
    const traffic = { datagrams: 0 };
    /** Of the datagrams that one call of the kernel gave; a look at the clock for each costs a tenth of taking it. */
    let receivedAtMicros: number | undefined;
    const onReceived = (): void => {
      receivedAtMicros = intake.nowMicros;
    };
    const take: TakeDatagram = (address, bytes, length) => {
      traffic.datagrams += 1;
      const sender = intake.admit(address);
      if (sender === null) return;
      const kept = length === bytes.length ? trimTrailer(bytes) : bytes;
      const originalBytes = length - (bytes.length - kept.length);
      intake.takeDatagram({ sender: sender.text, bytes: kept, originalBytes, receivedAtMicros });
    };
    const opened = await openDatagramSocket(options, (address, data) => take(address, data, data.length));
    const { socket, descriptor, receiveBufferBytes } = opened;
    if (descriptor === undefined || (receiveBufferBytes ?? 0) < MIN_BULK_BUFFER_BYTES)
      return new UdpListener(socket, opened, traffic);
    const maxBytes = intake.maxLineBytes + TRAILER_BYTES;
    const { cell, onError } = options;
    const onLull = (forMs: number): void => intake.noteLull(forMs);
    const bulk = BulkReader.open(descriptor, {
      onReceived,
      take,
      onLull,
      maxBytes,
      cell,
      onError,
      receiveBufferBytes,
    });
    if (bulk === null) return new UdpListener(socket, opened, traffic);
    socket.close();
    return new UdpListener(bulk, opened, traffic);
  }

  get host(): string {
    return this.#socket.host;
  }

  get port(): number {
    return this.#socket.port;
  }

  /** Bytes that the kernel granted; null where it does not say. */
  get receiveBufferBytes(): number | null {
    return this.#socket.receiveBufferBytes;
  }

  /** Datagrams read since the socket was opened. */
  get readCount(): number {
    return this.#traffic.datagrams;
  }

  /** Datagrams that the kernel has dropped on this socket, as far as it says. */
  kernelDrops(): Promise<number> {
    return this.#socket.drops.read();
  }

  close(): void {
    this.#reader.close();
  }
}
