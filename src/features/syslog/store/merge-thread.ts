import { Worker } from "node:worker_threads";
import type { RowMerge } from "./merge-rows";

export type MergeAnswer =
  | { outcome: "merged"; /** The exclusive or of all. */ ids: number }
  /** By this reader; DuckDB may read it. */
  | { outcome: "unreadable" }
  | { outcome: "failed"; error: unknown };

const THREAD_FILE = new URL("../../../../workers/merge-segments.ts", import.meta.url);
/** Its memory goes back to the system then. */
const IDLE_MS = 60_000;

/** A thread that merges segments, of lower priority than all others. It is started when needed, and ends when it was idle for long. */
export class MergeThread {
  #worker: Worker | undefined;
  #idle: Timer | undefined;
  /** Of the merge that runs. */
  #answer: PromiseWithResolvers<MergeAnswer> = Promise.withResolvers();

  /** One at a time. When the signal fires the thread ends as it stands, which leaves an unfinished file behind, and the signal's reason is thrown. */
  async merge(merge: RowMerge, signal: AbortSignal): Promise<MergeAnswer> {
    signal.throwIfAborted();
    clearTimeout(this.#idle);
    const answer = Promise.withResolvers<MergeAnswer>();
    this.#answer = answer;
    const abort = () => answer.reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    const worker = (this.#worker ??= this.#startWorker());
    worker.ref();
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
      worker.postMessage(merge);
      return await answer.promise;
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      signal.removeEventListener("abort", abort);
      worker.unref();
      this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  /** Ends the thread; the next merge starts another. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #startWorker(): Worker {
    // The name is what `top -H` shows.
    const worker = new Worker(THREAD_FILE, { name: "merging" });
    let failure: Error | undefined;
    worker.on("message", (answer: MergeAnswer) => this.#answer.resolve(answer));
    worker.on("error", (error: Error) => {
      failure = error;
    });
    worker.on("exit", () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#answer.reject(new Error("the thread that merges segments has ended", { cause: failure }));
    });
    return worker;
  }
}
