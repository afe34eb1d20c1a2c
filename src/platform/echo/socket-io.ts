import { FFIType, type Library, type Pointer, ptr, read } from "bun:ffi";
import { fromByteArray } from "ipaddr.js";
import { openCLibrary } from "../c-library";
import {
  describeMessages,
  HEADER_BYTES,
  HEADER_CONTROL_LENGTH,
  HEADER_LENGTH,
  HEADER_NAME_LENGTH,
  MSG_DONTWAIT,
  MSG_TRUNC,
  RECVMMSG,
  stableMemory,
} from "../message-headers";
import {
  describeIcmpError,
  ECHO_BYTES,
  type EchoIdentity,
  type Family,
  type IcmpError,
  isExpiry,
  type QuotedEcho,
  readQuotedEcho,
  readRawReply,
  readReply,
} from "./packet";
import {
  AF_INET,
  AF_INET6,
  type EchoSocket,
  IP_RECVERR,
  IP_TTL,
  IPV6_RECVERR,
  IPV6_UNICAST_HOPS,
  SOL_IP,
  SOL_IPV6,
  SOL_SOCKET,
} from "./sockets";

/** What comes back; addresses are valid during the call only. */
export type Arrivals = {
  /** `arrivedAt` is on the clock of `performance.now`. */
  onReply: (echo: EchoIdentity, from: { source: Uint8Array; arrivedAt: number }) => void;
  onError: (echo: QuotedEcho, error: ArrivedError) => void;
};

/** `target` is where the request went to, `offender` who says so; `arrivedAt` as of a reply. */
export type ArrivedError = {
  target: Uint8Array;
  offender: string;
  /** In words, without who says so. */
  reason: string;
  isExpiry: boolean;
  arrivedAt: number;
};

/** The clock of `performance.now`, and the wall clock, in ms. */
type Clocks = { now: number; real: number };

/** Packets of one call. */
const BATCH = 64;
/** Calls until other work gets its turn. */
const CALLS_PER_TURN = 8;
/**
 * Holds a reply with the longest header of IP, and what an error quotes of a request. A longer packet is none of ours.
 */
const SLOT_BYTES = 128;
const CONTROL_BYTES = 128;

/** Linux: sizes of struct sockaddr_in and sockaddr_in6. */
const NAME_BYTES = { 4: 16, 6: 28 };
/** Where in a socket address the address stands. */
const ADDRESS_AT = { 4: 4, 6: 8 };
const ADDRESS_BYTES = { 4: 4, 6: 16 };

/** Of struct cmsghdr; data follows it, each message begins at a multiple of 8. */
const CONTROL_HEADER_BYTES = 16;
const SCM_TIMESTAMPNS = 35;
/** In struct sock_extended_err: where it comes from, and the ICMP type and code. */
const ERROR_ORIGIN = 4;
const ERROR_TYPE = 5;
const ERROR_CODE = 6;
const ORIGIN_ICMP = { 4: 2, 6: 3 };
const EXTENDED_ERROR_BYTES = 16;

const MSG_ERRQUEUE = 0x20_00;
const CLOCK_REALTIME = 0;
/** Between two readings of the clock that count as one moment. */
const MAX_CLOCK_GAP_MS = 0.02;
const EAGAIN = 11;
const ENOBUFS = 105;
/** As a value of the option: as many as the system lets a packet pass. */
const SYSTEM_HOP_LIMIT = -1;
/** Of a call that gave the error of an earlier packet instead of its own. */
const MAX_TRIES = 3;

const FUNCTIONS = {
  setsockopt: {
    args: [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr, FFIType.u32],
    returns: FFIType.i32,
  },
  sendto: {
    args: [FFIType.i32, FFIType.ptr, FFIType.u64, FFIType.i32, FFIType.ptr, FFIType.u32],
    returns: FFIType.i64_fast,
  },
  recvmmsg: RECVMMSG,
  clock_gettime: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 },
  __errno_location: { args: [], returns: FFIType.ptr },
} as const;

/** Sends echo requests on a socket and reads what comes back, in the thread that uses it. */
export class SocketIo {
  readonly #socket: EchoSocket;
  readonly #library: Library<typeof FUNCTIONS>;
  readonly #data = stableMemory(BATCH * SLOT_BYTES);
  readonly #names: Buffer;
  readonly #controls = stableMemory(BATCH * CONTROL_BYTES);
  readonly #messages: ReturnType<typeof describeMessages>;
  readonly #headersAt: Pointer;
  readonly #target: Buffer;
  readonly #clock = stableMemory(16);
  /** Of what is sent next; as the system sets it. */
  #hopLimit = SYSTEM_HOP_LIMIT;
  /** When the socket was last seen empty: what is read later has come since then. */
  #emptyAt = 0;

  private constructor(socket: EchoSocket, library: Library<typeof FUNCTIONS>) {
    this.#socket = socket;
    this.#library = library;
    this.#names = stableMemory(BATCH * NAME_BYTES[socket.family]);
    this.#target = stableMemory(NAME_BYTES[socket.family]);
    this.#target.writeUInt16LE(socket.family === 4 ? AF_INET : AF_INET6, 0);
    this.#messages = describeMessages(BATCH, {
      data: { memory: this.#data, bytes: SLOT_BYTES },
      names: { memory: this.#names, bytes: NAME_BYTES[socket.family] },
      controls: { memory: this.#controls, bytes: CONTROL_BYTES },
    });
    this.#headersAt = ptr(this.#messages.headers);
  }

  static open(socket: EchoSocket): SocketIo {
    const library = openCLibrary(FUNCTIONS);
    if (library === null) throw new Error("our bug: an ICMP socket without a C library");
    return new SocketIo(socket, library);
  }

  get family(): Family {
    return this.#socket.family;
  }

  get kind(): EchoSocket["kind"] {
    return this.#socket.kind;
  }

  get descriptor(): number {
    return this.#socket.descriptor;
  }

  /**
   * Gives the system's error number, 0 for none. Without `hopLimit` it passes as many routers as the system lets it.
   */
  send(packet: Buffer, address: Uint8Array, hopLimit = SYSTEM_HOP_LIMIT): number {
    this.#limitHops(hopLimit);
    this.#target.set(address, ADDRESS_AT[this.family]);
    const { sendto } = this.#library.symbols;
    let errno = 0;
    // A call gives, once, the error that an earlier packet has met.
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      const sent = sendto(
        this.descriptor,
        packet,
        ECHO_BYTES,
        MSG_DONTWAIT,
        this.#target,
        this.#target.length,
      );
      if (Number(sent) >= 0) return 0;
      errno = this.#errno();
      if (errno === EAGAIN || errno === ENOBUFS) return errno;
    }
    return errno;
  }

  #limitHops(hopLimit: number): void {
    if (hopLimit === this.#hopLimit) return;
    const { setsockopt } = this.#library.symbols;
    const value = new Int32Array([hopLimit]);
    const [level, option] = this.family === 4 ? [SOL_IP, IP_TTL] : [SOL_IPV6, IPV6_UNICAST_HOPS];
    if (setsockopt(this.descriptor, level, option, value, value.byteLength) === 0) this.#hopLimit = hopLimit;
  }

  /** Takes what has arrived, or as much as one turn may; gives whether that was all. */
  receive({ onReply, onError }: Arrivals): boolean {
    const isAll = this.#receiveAll(0, (slot, clock) => {
      const echo = this.#replyAt(slot);
      if (echo === undefined) return;
      onReply(echo, { source: this.#addressAt(slot), arrivedAt: this.#arrivalTime(slot, clock) });
    });
    this.#receiveAll(MSG_ERRQUEUE, (slot, clock) => {
      const [echo, error] = [readQuotedEcho(this.family, this.#messageAt(slot)), this.#errorAt(slot)];
      if (echo === undefined || error === undefined) return;
      const arrivedAt = this.#arrivalTime(slot, clock);
      onError(echo, { ...error, target: this.#addressAt(slot), arrivedAt });
    });
    return isAll;
  }

  #receiveAll(queue: number, take: (slot: number, clock: Clocks) => void): boolean {
    for (let call = 0; call < CALLS_PER_TURN; call++) {
      const now = performance.now();
      const received = this.#receiveBatch(queue);
      if (received > 0) {
        const clock = this.#readClocks();
        for (let slot = 0; slot < received; slot++) take(slot, clock);
      }
      if (received >= BATCH) continue;
      if (queue === 0) this.#emptyAt = now;
      return true;
    }
    return false;
  }

  #receiveBatch(queue: number): number {
    const { headers } = this.#messages;
    for (let slot = 0; slot < BATCH; slot++) {
      const header = slot * HEADER_BYTES;
      // The kernel has written what it used.
      headers.writeUInt32LE(NAME_BYTES[this.family], header + HEADER_NAME_LENGTH);
      headers.writeUInt32LE(CONTROL_BYTES, header + HEADER_CONTROL_LENGTH);
    }
    const { recvmmsg } = this.#library.symbols;
    const flags = queue | MSG_DONTWAIT | MSG_TRUNC;
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      const received = recvmmsg(this.descriptor, this.#headersAt, BATCH, flags, null);
      if (received >= 0) return received;
      // Any other error is one that an earlier packet has met, which is read in full from the queue of errors.
      if (this.#errno() === EAGAIN) return 0;
    }
    return 0;
  }

  #replyAt(slot: number): EchoIdentity | undefined {
    if (this.#lengthAt(slot) > SLOT_BYTES) return undefined;
    const packet = this.#messageAt(slot);
    return this.#socket.kind === "raw" && this.family === 4
      ? readRawReply(packet)
      : readReply(this.family, packet);
  }

  #lengthAt(slot: number): number {
    return this.#messages.headers.readUInt32LE(slot * HEADER_BYTES + HEADER_LENGTH);
  }

  #messageAt(slot: number): Buffer {
    const start = slot * SLOT_BYTES;
    return this.#data.subarray(start, start + Math.min(this.#lengthAt(slot), SLOT_BYTES));
  }

  #addressAt(slot: number): Uint8Array {
    const start = slot * NAME_BYTES[this.family] + ADDRESS_AT[this.family];
    return this.#names.subarray(start, start + ADDRESS_BYTES[this.family]);
  }

  /**
   * When the kernel took the packet, which is before we read it. It says so on the wall clock: only the age is taken
   * from there, and an age that cannot be, as the clock was set meanwhile, is cut to what can.
   */
  #arrivalTime(slot: number, { now, real }: Clocks): number {
    const at = this.#controlAt(slot, { level: SOL_SOCKET, type: SCM_TIMESTAMPNS });
    if (at === undefined) return now;
    const arrived = millisecondsAt(this.#controls, at);
    return Math.max(this.#emptyAt, now - Math.max(0, real - arrived));
  }

  #errorAt(slot: number): Pick<ArrivedError, "offender" | "reason" | "isExpiry"> | undefined {
    const at =
      this.family === 4
        ? this.#controlAt(slot, { level: SOL_IP, type: IP_RECVERR })
        : this.#controlAt(slot, { level: SOL_IPV6, type: IPV6_RECVERR });
    if (at === undefined || this.#controls[at + ERROR_ORIGIN] !== ORIGIN_ICMP[this.family]) return undefined;
    const [type = 0, code = 0] = [this.#controls[at + ERROR_TYPE], this.#controls[at + ERROR_CODE]];
    const error: IcmpError = { type, code };
    return {
      offender: this.#offenderAt(at + EXTENDED_ERROR_BYTES),
      reason: describeIcmpError(this.family, error),
      isExpiry: isExpiry(this.family, error),
    };
  }

  /** Who sent the error; `at` is where its socket address stands. */
  #offenderAt(at: number): string {
    const start = at + ADDRESS_AT[this.family];
    return fromByteArray([...this.#controls.subarray(start, start + ADDRESS_BYTES[this.family])]).toString();
  }

  /** Where the data of a control message stands. */
  #controlAt(slot: number, wanted: { level: number; type: number }): number | undefined {
    const start = slot * CONTROL_BYTES;
    const length = this.#messages.headers.readUInt32LE(slot * HEADER_BYTES + HEADER_CONTROL_LENGTH);
    const end = start + Math.min(length, CONTROL_BYTES);
    for (let at = start; at + CONTROL_HEADER_BYTES <= end;) {
      const size = this.#controls.readUInt32LE(at);
      const [level, type] = [this.#controls.readInt32LE(at + 8), this.#controls.readInt32LE(at + 12)];
      if (level === wanted.level && type === wanted.type) return at + CONTROL_HEADER_BYTES;
      if (size < CONTROL_HEADER_BYTES) return undefined;
      at += Math.ceil(size / 8) * 8;
    }
    return undefined;
  }

  /**
   * Both clocks at one moment: read again where something came between. An arrival is never taken for earlier than it
   * was.
   */
  #readClocks(): Clocks {
    for (let attempt = 1; ; attempt++) {
      const before = performance.now();
      this.#library.symbols.clock_gettime(CLOCK_REALTIME, this.#clock);
      const now = performance.now();
      if (now - before < MAX_CLOCK_GAP_MS || attempt === MAX_TRIES)
        return { now, real: millisecondsAt(this.#clock, 0) };
    }
  }

  #errno(): number {
    const location = this.#library.symbols.__errno_location();
    return location === null ? 0 : read.i32(location, 0);
  }
}

/** Of struct timespec. */
function millisecondsAt(octets: Buffer, at: number): number {
  return Number(octets.readBigInt64LE(at)) * 1000 + Number(octets.readBigInt64LE(at + 8)) / 1e6;
}
