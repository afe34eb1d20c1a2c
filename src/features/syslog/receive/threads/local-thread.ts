import type { ListenerStatus } from "../sockets/listen";
import type { FromThread, ThreadOptions, ThreadStatus, ToThread } from "./protocol";
import { ReceiverThread } from "./receiver-thread";
import { createThreadStatus } from "./status-sum";

/**
 * The receiver in the thread that asks for it: for a process that does little else, and has no memory for a second
 * engine of JavaScript.
 */
export class LocalThread {
  #thread: ReceiverThread | undefined;
  status: ThreadStatus = createThreadStatus();
  listeners: readonly ListenerStatus[] = [];

  /** Resolves once it listens. @throws where it cannot start. */
  static async start(
    options: ThreadOptions,
    events: { onMessage: (message: FromThread) => void },
  ): Promise<LocalThread> {
    const local = new LocalThread();
    local.#thread = await ReceiverThread.start(options, (message) => {
      if (message.type === "ready" || message.type === "listeners") local.listeners = message.listeners;
      if (message.type === "status" || message.type === "stopped") local.status = message.status;
      events.onMessage(message);
    });
    return local;
  }

  post(message: ToThread): void {
    void this.#thread?.obey(message);
  }

  /** Brings to disk what it has taken. */
  async stop(deadlineMs: number): Promise<boolean> {
    const status = await this.#thread?.stop(deadlineMs);
    if (status !== undefined) this.status = status;
    return true;
  }

  /** It ends with the process. */
  terminate(): Promise<void> {
    return Promise.resolve();
  }
}
