import { type MessagePort, Worker } from "node:worker_threads";
import { ifInTime } from "#platform/pause";
import { closeDescriptor, type DescriptorCell } from "../sockets/held-descriptor";
import type { ListenerStatus } from "../sockets/listen";
import type { FromThread, ThreadOptions, ThreadStatus, ToThread } from "./protocol";
import { createThreadStatus } from "./status-sum";

const THREAD_FILE = new URL("../../../../../workers/receiver.ts", import.meta.url);
/** What the thread may take beyond the deadline it was given, before it is ended. */
const GRACE_MS = 500;

type Events = {
  /** Everything that the thread says. */
  onMessage: (message: FromThread) => void;
  /** It ended without being asked to. */
  onCrash: (failure: Error | undefined) => void;
};

/** One receiver thread as the main thread holds it. */
export class ThreadHandle {
  readonly #worker: Worker;
  readonly #cells: readonly DescriptorCell[];
  readonly #events: Events;
  readonly #started = Promise.withResolvers<void>();
  readonly #stopped = Promise.withResolvers<void>();
  #state: "starting" | "running" | "ending" = "starting";
  #failure: Error | undefined;
  /** The last status that it posted. */
  status: ThreadStatus = createThreadStatus();
  listeners: readonly ListenerStatus[] = [];

  private constructor(options: ThreadOptions, ports: MessagePort[], events: Events) {
    this.#events = events;
    this.#cells = [options.cell, options.trapCell];
    // The name is what `top -H` shows.
    const name = `receiver-${options.thread}`;
    this.#worker = new Worker(THREAD_FILE, { name, workerData: options, transferList: ports });
    this.#worker.on("message", (message: FromThread) => this.#take(message));
    this.#worker.on("error", (error: Error) => {
      this.#failure = error;
    });
    this.#worker.on("exit", () => this.#noteExit());
  }

  /**
   * Resolves once it listens. `ports` are those that the options carry.
   * @throws where it cannot start.
   */
  static async start(options: ThreadOptions, ports: MessagePort[], events: Events): Promise<ThreadHandle> {
    const handle = new ThreadHandle(options, ports, events);
    await handle.#started.promise;
    return handle;
  }

  post(message: ToThread): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    this.#worker.postMessage(message);
  }

  /** Lets it bring to disk what it has taken, then ends it. Gives whether it was done in time. */
  async stop(deadlineMs: number): Promise<boolean> {
    this.#state = "ending";
    this.post({ type: "stop", deadlineMs });
    const stopped = this.#stopped.promise.then(() => true);
    return (await ifInTime(deadlineMs + GRACE_MS, stopped)) ?? false;
  }

  /** Ends it as it stands. */
  async terminate(): Promise<void> {
    this.#state = "ending";
    await this.#worker.terminate();
  }

  #take(message: FromThread): void {
    if (message.type === "ready" || message.type === "listeners") this.listeners = message.listeners;
    if (message.type === "status" || message.type === "stopped") this.status = message.status;
    if (message.type === "stopped") this.#stopped.resolve();
    if (message.type === "ready") {
      this.#state = "running";
      this.#started.resolve();
    }
    this.#events.onMessage(message);
  }

  #noteExit(): void {
    for (const cell of this.#cells) closeDescriptor(cell);
    this.#stopped.resolve();
    if (this.#state === "starting")
      this.#started.reject(new Error("cannot start the receiver", { cause: this.#failure }));
    else if (this.#state === "running") this.#events.onCrash(this.#failure);
  }
}
