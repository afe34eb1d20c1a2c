import { FFIType, type Library, type Pointer, ptr, read } from "bun:ffi";
import { openCLibrary } from "#platform/c-library";
import {
  describeMessages,
  HEADER_BYTES,
  HEADER_LENGTH,
  MSG_DONTWAIT,
  MSG_TRUNC,
  RECVMMSG,
  stableMemory,
} from "#platform/message-headers";
import { letGoOf } from "#platform/let-go";
import { closeDescriptor, type DescriptorCell, noteDescriptor } from "./held-descriptor";
import { BUSY_MS, pauseAfter, SILENT_MS } from "./look-pause";
import { lookAfter, noteWatched } from "./shared-looks";

/**
 * `address` in its text form, IPv4 in IPv6 as `::ffff:a.b.c.d`. `bytes` is valid during the call only; `length` is as
 * it was sent.
 */
export type TakeDatagram = (address: string, bytes: Uint8Array, length: number) => void;

type BulkOptions = {
  /** Before the datagrams of each call of the kernel are taken: all of them have arrived by now. */
  onReceived?: () => void;
  take: TakeDatagram;
  /** What a datagram has beyond it is not kept. */
  maxBytes: number;
  /** Holds the reader's descriptor. */
  cell: DescriptorCell;
  onError: (error: Error) => void;
  /** Datagrams were taken, and the next look is so long away, ms. */
  onLull?: (forMs: number) => void;
  /** Calls until other work gets its turn: fewer where a datagram takes longer. */
  callsPerTurn?: number;
  /** The longest time between two looks. */
  maxIdleMs?: number;
  /** What the kernel granted: with a great one it is looked less often where nothing has come for long. */
  receiveBufferBytes: number | null;
};

/** Whose datagram one is, in the kernel's form: where an answer goes. */
export type Peer = Buffer<ArrayBuffer>;

/** Datagrams of one call. */
const BATCH = 256;
/** Calls until other work gets its turn. */
const CALLS_PER_TURN = 16;
/** Longest datagram of UDP over IPv4; jumbograms aside, of IPv6 too. */
const MAX_DATAGRAM_BYTES = 65_535;

/** Linux: size of struct sockaddr_in6. */
const NAME_BYTES = 28;
const WORD_BYTES = 4;
const AF_INET = 2;
const IPV4_NAME_BYTES = 16;
/** Where in both structures the port stands, in network order. */
const PORT_OFFSET = 2;
/** Where in struct sockaddr_in and sockaddr_in6 the address stands. */
const IPV4_OFFSET = 4;
const IPV6_OFFSET = 8;
/** Of an IPv4 address in IPv6: its third word, and where in the address the fourth stands. */
const MAPPED_PREFIX = 0xff_ff_00_00 | 0;
const MAPPED_OFFSET = 12;

const EINTR = 4;
const EAGAIN = 11;

/** Texts of addresses that are remembered. */
const MAX_ADDRESSES = 4096;

const FUNCTIONS = {
  recvmmsg: RECVMMSG,
  sendto: {
    args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32, FFIType.ptr, FFIType.u32],
    returns: FFIType.i64_fast,
  },
  dup: { args: [FFIType.i32], returns: FFIType.i32 },
  __errno_location: { args: [], returns: FFIType.ptr },
} as const;

/**
 * Reads a socket many datagrams at a time, by recvmmsg(2): a third of the processor time of a callback of the runtime
 * for each. It looks for datagrams by the clock, so the socket's receive buffer must hold what comes in 20 to 160 ms;
 * after a silence in 100 ms, or in 200.
 */
export class BulkReader {
  readonly #library: Library<typeof FUNCTIONS>;
  readonly #descriptor: number;
  readonly #options: BulkOptions;
  readonly #slotBytes: number;
  readonly #data: Uint8Array;
  readonly #names = stableMemory(BATCH * NAME_BYTES);
  /** Held for the kernel. */
  readonly #messages: ReturnType<typeof describeMessages>;
  readonly #headersAt: Pointer;
  /** The same bytes as words. */
  readonly #nameWords = wordsOf(this.#names);
  readonly #headerWords: Int32Array;
  readonly #addresses = new Map<number | string, string>();
  #takeBackLook: (() => void) | undefined;
  #immediate: ReturnType<typeof setImmediate> | undefined;
  #waitMs = BUSY_MS;
  /** In a row, without a datagram. */
  #silentLooks = 0;
  #lastErrno = 0;
  #state: "reading" | "stopped" | "closed" = "reading";
  /** Where the address stands of the datagram that is being taken. */
  #nameAt = 0;

  private constructor(library: Library<typeof FUNCTIONS>, descriptor: number, options: BulkOptions) {
    this.#library = library;
    this.#descriptor = descriptor;
    this.#options = options;
    this.#slotBytes = Math.min(MAX_DATAGRAM_BYTES, options.maxBytes);
    this.#data = new Uint8Array(BATCH * this.#slotBytes);
    this.#messages = describeMessages(BATCH, {
      data: { memory: this.#data, bytes: this.#slotBytes },
      names: { memory: this.#names, bytes: NAME_BYTES },
    });
    this.#headersAt = ptr(this.#messages.headers);
    this.#headerWords = wordsOf(this.#messages.headers);
    this.#waitFor(BUSY_MS);
  }

  /**
   * Reads from the socket of `descriptor` from now on, whose owner may close it: the reader has a descriptor of its
   * own. Null where the system does not let us.
   */
  static open(descriptor: number, options: BulkOptions): BulkReader | null {
    const library = openCLibrary(FUNCTIONS);
    if (library === null) return null;
    const own = library.symbols.dup(descriptor);
    if (own < 0) {
      library.close();
      return null;
    }
    noteDescriptor(options.cell, own);
    noteWatched(descriptor);
    return new BulkReader(library, own, options);
  }

  /** Who sent the datagram that is being taken. */
  get peer(): Peer {
    return Buffer.from(this.#names.subarray(this.#nameAt, this.#nameAt + NAME_BYTES));
  }

  /** Sends a datagram from the socket, unless that is closed. One that finds no room is lost, as others are. */
  send(peer: Peer, bytes: Buffer): void {
    if (this.#state === "closed") return;
    const nameBytes = peer[0] === AF_INET ? IPV4_NAME_BYTES : NAME_BYTES;
    this.#library.symbols.sendto(this.#descriptor, bytes, bytes.length, MSG_DONTWAIT, peer, nameBytes);
  }

  /** Takes what has arrived and reads nothing more; what is sent still goes out. */
  stopReading(): void {
    if (this.#state !== "reading") return;
    this.#state = "stopped";
    this.#takeBackLook?.();
    clearImmediate(this.#immediate);
    this.#readAll();
  }

  /** Takes what has arrived, then closes the socket. */
  close(): void {
    if (this.#state === "closed") return;
    this.stopReading();
    this.#state = "closed";
    closeDescriptor(this.#options.cell);
    this.#library.close();
  }

  #waitFor(milliseconds: number): void {
    this.#waitMs = milliseconds;
    this.#takeBackLook = lookAfter(milliseconds, () => this.#look(), this.#descriptor);
  }

  #look(): void {
    const count = this.#readAll();
    if (count === BATCH * this.#callsPerTurn) {
      this.#immediate = setImmediate(() => this.#look());
      return;
    }
    const pauseMs = this.#pauseAfter(count);
    if (count > 0) this.#options.onLull?.(pauseMs);
    // What bursts have filled, and what it was made of, which is 2 MiB.
    if (pauseMs >= SILENT_MS && this.#waitMs < SILENT_MS) letGoOf(this.#data);
    this.#waitFor(pauseMs);
  }

  #pauseAfter(count: number): number {
    this.#silentLooks = count === 0 ? this.#silentLooks + 1 : 0;
    const { receiveBufferBytes, maxIdleMs } = this.#options;
    return pauseAfter(
      { count, waitedMs: this.#waitMs, silentLooks: this.#silentLooks },
      { bufferBytes: receiveBufferBytes ?? 0, maxIdleMs },
    );
  }

  get #callsPerTurn(): number {
    return this.#options.callsPerTurn ?? CALLS_PER_TURN;
  }

  /** Takes all that has arrived, or as much as one turn may; gives how many. */
  #readAll(): number {
    let count = 0;
    for (let call = 0; call < this.#callsPerTurn; call++) {
      const received = this.#receive();
      if (received > 0) this.#options.onReceived?.();
      for (let slot = 0; slot < received; slot++) this.#takeSlot(slot);
      count += received;
      if (received < BATCH) break;
    }
    return count;
  }

  #receive(): number {
    const { recvmmsg } = this.#library.symbols;
    const received = recvmmsg(this.#descriptor, this.#headersAt, BATCH, MSG_DONTWAIT | MSG_TRUNC, null);
    if (received >= 0) return received;
    this.#noteFailure();
    return 0;
  }

  /** Says of a failure once. */
  #noteFailure(): void {
    const location = this.#library.symbols.__errno_location();
    const errno = location === null ? 0 : read.i32(location, 0);
    if (errno === EAGAIN || errno === EINTR || errno === this.#lastErrno) return;
    this.#lastErrno = errno;
    this.#options.onError(new Error(`cannot read datagrams: recvmmsg failed with errno ${errno}`));
  }

  #takeSlot(slot: number): void {
    const length = this.#headerWords[(slot * HEADER_BYTES + HEADER_LENGTH) / WORD_BYTES] ?? 0;
    const start = slot * this.#slotBytes;
    const bytes = this.#data.subarray(start, start + Math.min(length, this.#slotBytes));
    this.#nameAt = slot * NAME_BYTES;
    this.#options.take(this.#addressAt(this.#nameAt), bytes, length);
  }

  #addressAt(name: number): string {
    const key = this.#keyAt(name);
    const known = this.#addresses.get(key);
    if (known !== undefined) return known;
    const text =
      this.#names[name] === AF_INET
        ? ipv4Text(this.#names, name + IPV4_OFFSET)
        : ipv6Text(this.#names, name + IPV6_OFFSET);
    if (this.#addresses.size >= MAX_ADDRESSES) this.#addresses.clear();
    this.#addresses.set(key, text);
    return text;
  }

  /** A number for IPv4, also in IPv6, which a socket does not mix with the other. */
  #keyAt(name: number): number | string {
    if (this.#names[name] === AF_INET) return this.#wordAt(name + IPV4_OFFSET);
    const start = name + IPV6_OFFSET;
    const isMapped =
      this.#wordAt(start + 2 * WORD_BYTES) === MAPPED_PREFIX &&
      this.#wordAt(start) === 0 &&
      this.#wordAt(start + WORD_BYTES) === 0;
    return isMapped ? this.#wordAt(start + MAPPED_OFFSET) : this.#names.toString("latin1", start, start + 16);
  }

  #wordAt(offset: number): number {
    return this.#nameWords[offset / WORD_BYTES] ?? 0;
  }
}

/** The port of a peer. */
export function portOf(peer: Peer): number {
  return peer.readUInt16BE(PORT_OFFSET);
}

function wordsOf({ buffer, byteOffset, length }: Buffer<ArrayBuffer>): Int32Array {
  return new Int32Array(buffer, byteOffset, length / WORD_BYTES);
}

function ipv4Text(bytes: Buffer, at: number): string {
  return bytes.subarray(at, at + 4).join(".");
}

/** In full, as nobody but our own parser reads it. */
function ipv6Text(bytes: Buffer, at: number): string {
  return Array.from({ length: 8 }, (_, group) => bytes.readUInt16BE(at + group * 2).toString(16)).join(":");
}
