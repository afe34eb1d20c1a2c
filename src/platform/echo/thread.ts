import { Worker } from "node:worker_threads";
import type { Logger } from "../log";
import type { EchoOptions } from "./answer";
import type { CallResult } from "./call";
import type { EchoCounters } from "./engine";
import type { EchoThreadOptions, FromEchoThread, ToEchoThread } from "./protocol";
import { closeEchoSockets, type EchoSocket, openEchoSockets, type SocketKind } from "./sockets";

const THREAD_FILE = new URL("../../../workers/echo.ts", import.meta.url);
const FIRST_RESTART_MS = 100;
const LONGEST_RESTART_MS = 30_000;
/** Addresses of all calls together that wait for their answers. */
const MAX_ADDRESSES = 250_000;

const NOTHING_COUNTED: Readonly<EchoCounters> = {
  sent: 0,
  answered: 0,
  late: 0,
  duplicate: 0,
  foreign: 0,
  held: 0,
};

/** The thread that sends echo requests broke off under this call: what became of its requests is not known. */
export class EchoInterruptedError extends Error {}

/** More addresses wait for their answers than one process takes. */
export class EchoOverloadError extends Error {}

type Waiting = {
  size: number;
  resolve: (result: CallResult) => void;
  reject: (reason: unknown) => void;
};

type ThreadOptions = { log: Logger; kind: SocketKind; requestsPerSecond: number };

/**
 * The thread that sends echo requests, as the main thread holds it, and its sockets. It begins with the first call, as
 * many a service never makes one. One that crashes fails the calls that it had; the next call starts it again, but not
 * before 0.1 s, 0.2 s, ... 30 s have passed while it goes on crashing.
 */
export class EchoThread {
  readonly #options: ThreadOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #sockets: EchoSocket[] = [];
  #counters: Readonly<EchoCounters>[] = [];
  #nextId = 1;
  #waitingAddresses = 0;
  #restartMs = FIRST_RESTART_MS;
  #restartTimer: Timer | undefined;
  #isClosed = false;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  get kind(): SocketKind {
    return this.#options.kind;
  }

  /** It crashed, and is about to be started again. */
  get isDown(): boolean {
    return this.#restartTimer !== undefined;
  }

  /** Sums since the process began, as of the last call that was answered. */
  get counters(): EchoCounters {
    const sum = { ...NOTHING_COUNTED };
    for (const counters of this.#counters) {
      for (const name of COUNTERS) sum[name] += counters[name];
    }
    return sum;
  }

  /**
   * @throws EchoInterruptedError, EchoOverloadError, and the signal's reason.
   */
  ask(
    addresses: readonly string[],
    { signal, ...options }: EchoOptions & { signal: AbortSignal },
  ): Promise<CallResult> {
    signal.throwIfAborted();
    if (this.#waitingAddresses + addresses.length > MAX_ADDRESSES) {
      throw new EchoOverloadError(
        `cannot ask ${addresses.length} addresses: ${this.#waitingAddresses} are waiting`,
      );
    }
    if (this.#worker === undefined) this.#start();
    const { promise, resolve, reject } = Promise.withResolvers<CallResult>();
    const id = this.#nextId++;
    const leave = (): void => {
      this.#post({ type: "cancel", id });
      this.#take(id)?.reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    this.#waiting.set(id, { size: addresses.length, resolve, reject });
    this.#waitingAddresses += addresses.length;
    this.#post({ type: "echo", id, addresses, options });
    return promise.finally(() => signal.removeEventListener("abort", leave));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restartTimer);
    this.#restartTimer = undefined;
    await this.#worker?.terminate();
    this.#fail(new EchoInterruptedError("echo requests are no longer sent: the service stops"));
    this.#closeSockets();
  }

  #start(): void {
    const { kind, requestsPerSecond } = this.#options;
    this.#sockets = openEchoSockets([kind]);
    if (this.#sockets.length === 0)
      throw new EchoInterruptedError("cannot open the sockets of echo requests again");
    const workerData: EchoThreadOptions = { sockets: this.#sockets, requestsPerSecond };
    // The name is what `top -H` shows.
    const worker = new Worker(THREAD_FILE, { name: "echo", workerData });
    let failure: Error | undefined;
    worker.on("message", (message: FromEchoThread) => this.#obey(message));
    worker.on("error", (error: Error) => {
      failure = error;
    });
    worker.on("exit", () => this.#noteExit(failure));
    this.#worker = worker;
    this.#counters.push(NOTHING_COUNTED);
  }

  #obey(message: FromEchoThread): void {
    if (message.type === "ready") return;
    this.#restartMs = FIRST_RESTART_MS;
    this.#counters = [...this.#counters.slice(0, -1), message.counters];
    this.#take(message.id)?.resolve(message.result);
  }

  #noteExit(failure: Error | undefined): void {
    this.#worker = undefined;
    this.#closeSockets();
    if (this.#isClosed) return;
    // The sums of all runs before this one are one entry, so that crashes do not collect.
    this.#counters = [this.counters];
    this.#options.log.error(
      { cause: String(failure), restartMs: this.#restartMs },
      "the thread that sends echo requests crashed and is started again",
    );
    this.#restartTimer = setTimeout(() => {
      this.#restartTimer = undefined;
    }, this.#restartMs);
    this.#restartMs = Math.min(this.#restartMs * 2, LONGEST_RESTART_MS);
    this.#fail(new EchoInterruptedError("the thread that sends echo requests crashed", { cause: failure }));
  }

  #fail(reason: EchoInterruptedError): void {
    for (const id of this.#waiting.keys()) this.#take(id)?.reject(reason);
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return undefined;
    this.#waiting.delete(id);
    this.#waitingAddresses -= waiting.size;
    return waiting;
  }

  #post(message: ToEchoThread): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    this.#worker?.postMessage(message);
  }

  #closeSockets(): void {
    closeEchoSockets(this.#sockets);
    this.#sockets = [];
  }
}

const COUNTERS = ["sent", "answered", "late", "duplicate", "foreign", "held"] as const;
