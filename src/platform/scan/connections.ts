import { FFIType, type Library, ptr, read } from "bun:ffi";
import { openCLibrary } from "../c-library";
import { stableMemory } from "../message-headers";
import { socketAddress } from "../probe/tcp-socket";
import { POLL_WRITE, type PollSet } from "./poll-set";
import type { ConnectResult, ConnectTarget, ConnectVerdict } from "./protocol";

/** Linux's numbers, the same on x86-64 and arm64. */
const SOCK_STREAM = 1;
const SOCK_NONBLOCK = 0x8_00;
const SOCK_CLOEXEC = 0x8_00_00;
const SOL_SOCKET = 1;
const SO_ERROR = 4;
const EAGAIN = 11;
const ENOMEM = 12;
const ENFILE = 23;
const EMFILE = 24;
const EADDRNOTAVAIL = 99;
const ENETUNREACH = 101;
const ENOBUFS = 105;
const ETIMEDOUT = 110;
const ECONNREFUSED = 111;
const EHOSTDOWN = 112;
const EHOSTUNREACH = 113;
const EINPROGRESS = 115;
/** No descriptor, no memory or no port of our own: some of ours may soon be free. */
const NO_ROOM = new Set([EAGAIN, ENOMEM, ENFILE, EMFILE, EADDRNOTAVAIL, ENOBUFS]);

const FUNCTIONS = {
  socket: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
  connect: { args: [FFIType.i32, FFIType.ptr, FFIType.u32], returns: FFIType.i32 },
  getsockopt: {
    args: [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr, FFIType.ptr],
    returns: FFIType.i32,
  },
  close: { args: [FFIType.i32], returns: FFIType.i32 },
  __errno_location: { args: [], returns: FFIType.ptr },
} as const;

type Batch = {
  id: number;
  targets: readonly ConnectTarget[];
  timeoutMs: number;
  results: ConnectResult[];
  /** The first that has not been begun, and how many have no result. */
  next: number;
  open: number;
};

/** A connection that is under way. */
type Attempt = { batch: Batch; index: number; descriptor: number; startedAt: number };

type Options = {
  atOnce: number;
  polls: PollSet;
  /** The first of the places that are ours. */
  firstPlace: number;
  onDone: (id: number, results: ConnectResult[]) => void;
};

/**
 * Opens TCP connections, many at the same time, and closes each as soon as it is known what comes of it; nothing is
 * sent over them.
 */
export class Connections {
  readonly #options: Options;
  readonly #library: Library<typeof FUNCTIONS>;
  readonly #attempts: (Attempt | undefined)[];
  readonly #free: number[];
  readonly #batches: Batch[] = [];
  readonly #error = stableMemory(4);
  readonly #length = stableMemory(4);
  /** Fewer than there are places, while this machine has no room for as many. */
  #most: number;

  constructor(options: Options) {
    const library = openCLibrary(FUNCTIONS);
    if (library === null) throw new Error("our bug: connections without a C library");
    this.#library = library;
    this.#options = options;
    this.#attempts = Array.from({ length: options.atOnce }, () => undefined);
    this.#free = Array.from({ length: options.atOnce }, (_, place) => place);
    this.#most = options.atOnce;
  }

  get isIdle(): boolean {
    return this.#batches.length === 0 && this.#underWay === 0;
  }

  /** Whether another could begin now. */
  get canBegin(): boolean {
    return this.#batches.length > 0 && this.#underWay < this.#most;
  }

  start(id: number, { targets, timeoutMs }: { targets: readonly ConnectTarget[]; timeoutMs: number }): void {
    if (targets.length === 0) return this.#options.onDone(id, []);
    this.#batches.push({ id, targets, timeoutMs, results: [], next: 0, open: targets.length });
  }

  turn(): void {
    const now = performance.now();
    for (const [place, attempt] of this.#attempts.entries()) {
      if (attempt === undefined) continue;
      if (this.#options.polls.isReady(this.#options.firstPlace + place))
        this.#finish(place, this.#verdictOf(attempt));
      else if (attempt.startedAt + attempt.batch.timeoutMs <= now) this.#finish(place, "silent");
    }
    while (this.canBegin && this.#beginNext());
  }

  /** Leaves no descriptor open. */
  close(): void {
    this.#batches.length = 0;
    for (const attempt of this.#attempts)
      if (attempt !== undefined) this.#library.symbols.close(attempt.descriptor);
    this.#attempts.fill(undefined);
  }

  get #underWay(): number {
    return this.#attempts.length - this.#free.length;
  }

  /** Gives whether there may be room for another one. */
  #beginNext(): boolean {
    const [batch] = this.#batches;
    const target = batch?.targets[batch.next];
    if (batch === undefined || target === undefined) return false;
    const startedAt = performance.now();
    const begun = this.#begin(target);
    const isFull = begun.descriptor === undefined && NO_ROOM.has(begun.errno);
    if (isFull && this.#underWay > 0) {
      this.#most = Math.max(1, this.#underWay);
      return false;
    }
    const index = batch.next++;
    if (batch.next === batch.targets.length) this.#batches.shift();
    if (begun.descriptor === undefined) {
      this.#note(batch, index, { verdict: isFull ? "unasked" : verdictOf(begun.errno), afterMs: 0 });
      return true;
    }
    const place = this.#free.pop();
    if (place === undefined) throw new Error("our bug: more connections than places");
    this.#attempts[place] = { batch, index, descriptor: begun.descriptor, startedAt };
    this.#options.polls.set(this.#options.firstPlace + place, begun.descriptor, POLL_WRITE);
    return true;
  }

  #begin(target: ConnectTarget): { descriptor: number } | { descriptor?: undefined; errno: number } {
    const { socket, connect, close } = this.#library.symbols;
    const name = socketAddress(target);
    const descriptor = socket(name.readUInt16LE(0), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return { errno: this.#errno() };
    if (connect(descriptor, ptr(name), name.length) === 0) return { descriptor };
    const errno = this.#errno();
    if (errno === EINPROGRESS) return { descriptor };
    close(descriptor);
    return { errno };
  }

  #finish(place: number, verdict: ConnectVerdict): void {
    const attempt = this.#attempts[place];
    if (attempt === undefined) return;
    this.#library.symbols.close(attempt.descriptor);
    this.#attempts[place] = undefined;
    this.#options.polls.clear(this.#options.firstPlace + place);
    this.#free.push(place);
    if (this.#most < this.#options.atOnce) this.#most++;
    const afterMs = performance.now() - attempt.startedAt;
    this.#note(attempt.batch, attempt.index, { verdict, afterMs });
  }

  #note(batch: Batch, index: number, result: ConnectResult): void {
    batch.results[index] = result;
    batch.open--;
    if (batch.open === 0) this.#options.onDone(batch.id, batch.results);
  }

  #verdictOf({ descriptor }: Attempt): ConnectVerdict {
    this.#length.writeUInt32LE(4);
    const { getsockopt } = this.#library.symbols;
    if (getsockopt(descriptor, SOL_SOCKET, SO_ERROR, this.#error, this.#length) !== 0) return "unasked";
    const errno = this.#error.readInt32LE(0);
    return errno === 0 ? "open" : verdictOf(errno);
  }

  #errno(): number {
    const location = this.#library.symbols.__errno_location();
    return location === null ? 0 : read.i32(location, 0);
  }
}

function verdictOf(errno: number): ConnectVerdict {
  switch (errno) {
    case ECONNREFUSED:
      return "refused";
    case EHOSTUNREACH:
    case EHOSTDOWN:
    case ENETUNREACH:
      return "unreachable";
    case ETIMEDOUT:
      return "silent";
    default:
      return "unasked";
  }
}
