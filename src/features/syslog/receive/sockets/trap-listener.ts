import type { TrapIntake } from "../traps/intake";
import { BulkReader, portOf } from "./bulk-reader";
import { type DatagramSocketOptions, type OpenDatagramSocket, openDatagramSocket } from "./datagram-socket";
import type { DescriptorCell } from "./held-descriptor";

export type TrapListenerOptions = DatagramSocketOptions & {
  /** Holds the descriptor of the bulk reader. */
  cell: DescriptorCell;
};

/** Longer messages are refused: their end is not read. */
const MAX_MESSAGE_BYTES = 16_384;
/** With a small buffer the kernel holds few, and a look costs little. */
const SMALL_BUFFER_BYTES = 8 * 1024 * 1024;
const SMALL_BUFFER_IDLE_MS = 4;

type Reader = { stopReading(): void; close(): void };
type Traffic = { datagrams: number };

/**
 * An open UDP socket for SNMP traps and informs. Each costs more than a line of syslog, so that few are read in one
 * turn: lines, which the same thread reads, come between.
 */
export class TrapListener {
  readonly #reader: Reader;
  readonly #socket: OpenDatagramSocket;
  readonly #traffic: Traffic;

  private constructor(reader: Reader, socket: OpenDatagramSocket, traffic: Traffic) {
    this.#reader = reader;
    this.#socket = socket;
    this.#traffic = traffic;
  }

  /** @throws where the address cannot be bound. */
  static async open(traps: TrapIntake, options: TrapListenerOptions): Promise<TrapListener> {
    const traffic = { datagrams: 0 };
    const events = new EventReader(traps, traffic);
    const opened = await openDatagramSocket(options, (address, data, port) =>
      events.take({ address, port }, data),
    );
    const bulk = openBulk(traps, opened, { ...options, traffic });
    if (bulk === null) {
      events.readFrom(opened.socket);
      return new TrapListener(events, opened, traffic);
    }
    opened.socket.close();
    return new TrapListener(bulk, opened, traffic);
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

  /** Takes nothing more; answers to what was taken still go out. */
  stopReading(): void {
    this.#reader.stopReading();
  }

  close(): void {
    this.#reader.close();
  }
}

/** Null where the system does not let us. */
function openBulk(
  traps: TrapIntake,
  { descriptor, receiveBufferBytes }: OpenDatagramSocket,
  { cell, onError, traffic }: TrapListenerOptions & { traffic: Traffic },
): BulkReader | null {
  if (descriptor === undefined) return null;
  const isSmall = (receiveBufferBytes ?? 0) < SMALL_BUFFER_BYTES;
  const bulk: BulkReader | null = BulkReader.open(descriptor, {
    take: (address, bytes, length) => {
      traffic.datagrams += 1;
      if (bulk === null) return;
      const { peer } = bulk;
      const send = (answer: Buffer): void => bulk.send(peer, answer);
      // The memory of one datagram serves the next.
      traps.take({ address, port: portOf(peer), send }, { bytes: Buffer.from(bytes), length });
    },
    onLull: (forMs) => traps.noteLull(forMs),
    maxBytes: MAX_MESSAGE_BYTES,
    cell,
    onError,
    receiveBufferBytes,
    callsPerTurn: 1,
    ...(isSmall ? { maxIdleMs: SMALL_BUFFER_IDLE_MS } : {}),
  });
  return bulk;
}

/** Reads by the runtime's events. */
class EventReader implements Reader {
  readonly #traps: TrapIntake;
  readonly #traffic: Traffic;
  #socket: Bun.udp.Socket<"buffer"> | undefined;
  #isReading = false;

  constructor(traps: TrapIntake, traffic: Traffic) {
    this.#traps = traps;
    this.#traffic = traffic;
  }

  readFrom(socket: Bun.udp.Socket<"buffer">): void {
    this.#socket = socket;
    this.#isReading = true;
  }

  take({ address, port }: { address: string; port: number }, data: Buffer): void {
    if (!this.#isReading) return;
    this.#traffic.datagrams += 1;
    const send = (answer: Buffer): void => void this.#socket?.send(answer, port, address);
    this.#traps.take({ address, port, send }, { bytes: data, length: data.length });
  }

  stopReading(): void {
    this.#isReading = false;
  }

  close(): void {
    this.#isReading = false;
    this.#socket?.close();
    this.#socket = undefined;
  }
}
