import { FFIType } from "bun:ffi";
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { openCLibrary } from "../c-library";
import type { ArpFind } from "./arp-asks";
import { type ArpSocket, closeArpSockets } from "./arp-socket";
import type {
  ConnectResult,
  ConnectTarget,
  FromScanThread,
  ScanThreadOptions,
  ToScanThread,
} from "./protocol";

const THREAD_FILE = new URL("../../../workers/scan.ts", import.meta.url);
/** Of one thread; each takes a descriptor, of which others need most. */
const MAX_CONNECTIONS = 1536;
const SHARE_OF_DESCRIPTORS = 1 / 8;
/** Where the system does not say how many descriptors there are. */
const USUAL_DESCRIPTORS = 1024;
/** What the thread may take to close its connections. */
const FAREWELL_MS = 1000;

/** `socket` is the place of one of the thread's in their list. */
type Asked = { socket: number; addresses: readonly number[]; timeoutMs: number };
type Waiting = { resolve: (result: ConnectResult[] | number) => void; reject: (reason: unknown) => void };

/** The thread that scans broke off: what became of what it was asked is not known. */
export class ScanInterruptedError extends Error {}

/** Whether this system lets a thread scan: Linux, with a C library that is known. */
export function canScan(): boolean {
  const library = openCLibrary({
    poll: { args: [FFIType.ptr, FFIType.u64, FFIType.i32], returns: FFIType.i32 },
  });
  library?.close();
  return library !== null;
}

/**
 * A thread that asks by ARP and by TCP connections, as whoever uses it holds it, with the ARP sockets that it is given,
 * which it closes in the end. What it is told to send goes out at once.
 */
export class ScanThread {
  readonly #worker: Worker;
  readonly #sockets: readonly ArpSocket[];
  readonly #onReply: (find: ArpFind) => void;
  readonly #waiting = new Map<number, Waiting>();
  readonly #closed = Promise.withResolvers<void>();
  #failure: ScanInterruptedError | undefined;
  #nextId = 1;

  constructor(sockets: readonly ArpSocket[], onReply: (find: ArpFind) => void) {
    this.#sockets = sockets;
    this.#onReply = onReply;
    const workerData: ScanThreadOptions = { arpSockets: sockets, connectionsAtOnce: connectionsAtOnce() };
    // The name is what `top -H` shows.
    this.#worker = new Worker(THREAD_FILE, { name: "scan", workerData });
    let cause: Error | undefined;
    this.#worker.on("message", (message: FromScanThread) => this.#obey(message));
    this.#worker.on("error", (error: Error) => {
      cause = error;
    });
    this.#worker.on("exit", () =>
      this.#fail(new ScanInterruptedError("the thread that scans ended", { cause })),
    );
  }

  /**
   * Who has addresses on a segment; replies are told as they come. Gives how many could not be asked. @throws
   * ScanInterruptedError
   */
  async askByArp(asked: Asked): Promise<number> {
    const unsent = await this.#ask((id) => ({ type: "arp", id, ...asked }));
    return typeof unsent === "number" ? unsent : 0;
  }

  /** What comes of connections, in the order of the targets. @throws ScanInterruptedError */
  async connect(targets: readonly ConnectTarget[], timeoutMs: number): Promise<ConnectResult[]> {
    const results = await this.#ask((id) => ({ type: "connect", id, targets, timeoutMs }));
    return typeof results === "number" ? [] : results;
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.#closed.resolve(), FAREWELL_MS);
    this.#post({ type: "close" });
    await this.#closed.promise;
    clearTimeout(timer);
    await this.#worker.terminate();
    this.#fail(new ScanInterruptedError("the scan is over"));
    closeArpSockets(this.#sockets);
  }

  #ask(orderOf: (id: number) => ToScanThread): Promise<ConnectResult[] | number> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const { promise, resolve, reject } = Promise.withResolvers<ConnectResult[] | number>();
    // It may be rejected when whoever asked has left.
    promise.catch(() => undefined);
    const id = this.#nextId++;
    this.#waiting.set(id, { resolve, reject });
    this.#post(orderOf(id));
    return promise;
  }

  #obey(message: FromScanThread): void {
    switch (message.type) {
      case "ready":
        return;
      case "reply":
        return this.#onReply(message);
      case "asked":
        return this.#take(message.id)?.resolve(message.unsent);
      case "connected":
        return this.#take(message.id)?.resolve(message.results);
      case "closed":
        return this.#closed.resolve();
    }
  }

  #fail(reason: ScanInterruptedError): void {
    this.#failure ??= reason;
    this.#closed.resolve();
    for (const id of this.#waiting.keys()) this.#take(id)?.reject(this.#failure);
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #post(message: ToScanThread): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    this.#worker.postMessage(message);
  }
}

/** As many as leave descriptors for the rest of the process. */
function connectionsAtOnce(): number {
  const text = readFileSync("/proc/self/limits", "utf8");
  const limit = Number(/^Max open files\s+(\d+)/m.exec(text)?.[1] ?? USUAL_DESCRIPTORS);
  return Math.min(MAX_CONNECTIONS, Math.ceil(limit * SHARE_OF_DESCRIPTORS));
}
