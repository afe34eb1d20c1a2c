import { FFIType, type Library, ptr } from "bun:ffi";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { openCLibrary } from "#platform/c-library";

/** Of poll(2): there is something to read. */
const POLLIN = 1;
/** struct pollfd as words: the descriptor, then what is waited for and, in the upper half, what has come. */
const POLLFD_WORDS = 2;
const RETURNED_SHIFT = 16;
/** The runtime's loop and the sockets of syslog and traps, with room to spare. */
const MAX_DESCRIPTORS = 8;

const FUNCTIONS = {
  poll: { args: [FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i32 },
} as const;

/** What ended a wait: a datagram, whatever else the runtime has to do in this thread, or the time. */
export type WaitEnd = "datagrams" | "runtime" | "time";

/**
 * Puts this thread to sleep until one of its sockets has something to read, or the runtime has something to do in it: a
 * message of another thread, a connection, a file that was read. Its timers wait.
 */
export class KernelWait {
  readonly #library: Library<typeof FUNCTIONS>;
  readonly #loop: number;
  readonly #polled = new Int32Array(MAX_DESCRIPTORS * POLLFD_WORDS);

  private constructor(library: Library<typeof FUNCTIONS>, loop: number) {
    this.#library = library;
    this.#loop = loop;
  }

  /** `watched`: a descriptor that the runtime waits for in this thread. Null where its loop cannot be found. */
  static open(watched: number): KernelWait | null {
    const loop = findLoop(watched);
    const library = loop === undefined ? null : openCLibrary(FUNCTIONS);
    return loop === undefined || library === null ? null : new KernelWait(library, loop);
  }

  /** `descriptors`: at most seven. */
  wait(descriptors: readonly number[], milliseconds: number): WaitEnd {
    const all = [this.#loop, ...descriptors];
    for (const [place, descriptor] of all.entries()) {
      this.#polled[place * POLLFD_WORDS] = descriptor;
      this.#polled[place * POLLFD_WORDS + 1] = POLLIN;
    }
    const count = this.#library.symbols.poll(ptr(this.#polled), all.length, milliseconds);
    if (count === 0) return "time";
    return (this.#polled[1] ?? 0) >> RETURNED_SHIFT === 0 ? "datagrams" : "runtime";
  }
}

/**
 * The runtime waits by an epoll of each thread's own, which poll(2) takes as any descriptor: that which has `watched`
 * among what it waits for (proc_pid_fdinfo(5)).
 */
function findLoop(watched: number): number | undefined {
  const isWatched = new RegExp(`^tfd: +${watched} `, "m");
  return descriptorsOf("anon_inode:[eventpoll]").find((descriptor) =>
    isWatched.test(ofOpen(() => readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8")) ?? ""),
  );
}

function descriptorsOf(kind: string): number[] {
  try {
    return readdirSync("/proc/self/fd")
      .filter((name) => ofOpen(() => readlinkSync(`/proc/self/fd/${name}`)) === kind)
      .map(Number);
  } catch {
    // There are none on other systems, nor where /proc is hidden.
    return [];
  }
}

/** Undefined where another thread has closed the descriptor meanwhile. */
function ofOpen(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
