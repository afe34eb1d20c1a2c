import { Piscina } from "piscina";

/** A task of the pool: a file in workers/ whose default export takes `Input` and gives `Output`. */
export type Task<Input, Output> = {
  readonly name: string;
  readonly file: string;
  /** Never set: carries the types. */
  readonly types?: (input: Input) => Output;
};

/** Names a task. `file` is its URL, as `new URL("../../../workers/x.ts", import.meta.url)`. */
export function defineTask<Input, Output>(name: string, file: URL): Task<Input, Output> {
  return { name, file: file.href };
}

export type WorkerPool = {
  /**
   * Runs a task on a worker thread. Waits while the queue is full (back-pressure), rejects with AbortError when the
   * signal fires; a running task is then ended with its thread, so tasks hold no native add-on, which would take
   * the process with it.
   */
  run<Input, Output>(task: Task<Input, Output>, input: Input, options?: RunOptions): Promise<Output>;
  stats(): { threads: number; queued: number; completed: number };
  close(): Promise<void>;
};

export type RunOptions = {
  signal?: AbortSignal;
  /** Buffers of the input that move to the worker instead of being copied. */
  transfer?: ArrayBuffer[];
};

const IDLE_TIMEOUT_MS = 30_000;
const QUEUED_PER_THREAD = 4;

/** A pool of at most `threads` worker threads; none is started before the first task, idle ones end after 30 s. */
export function createWorkerPool(options: { threads: number }): WorkerPool {
  const maxQueue = options.threads * QUEUED_PER_THREAD;
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: options.threads,
    idleTimeout: IDLE_TIMEOUT_MS,
    maxQueue: Infinity,
    recordTiming: false,
  });
  const waiting: (() => void)[] = [];
  let admitted = 0;

  async function admit(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (admitted < maxQueue + options.threads) {
      admitted++;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abort = () => {
      const place = waiting.indexOf(resolve);
      if (place >= 0) waiting.splice(place, 1);
      reject(signal?.reason);
    };
    waiting.push(resolve);
    signal?.addEventListener("abort", abort, { once: true });
    await promise;
    signal?.removeEventListener("abort", abort);
  }

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) admitted--;
    else next();
  }

  return {
    async run(task, input, { signal, transfer } = {}) {
      await admit(signal);
      try {
        return await pool.run(input, {
          filename: task.file,
          signal: signal ?? null,
          transferList: transferListOf(transfer),
        });
      } finally {
        leave();
      }
    },
    stats: () => ({ threads: pool.threads.length, queued: pool.queueSize, completed: pool.completed }),
    close: () => pool.destroy(),
  };
}

/**
 * Piscina derives the type of its list from the browser's postMessage; at run time it takes an array of transferables.
 */
function transferListOf(
  buffers: ArrayBuffer[] = [],
): NonNullable<Parameters<Piscina["run"]>[1]>["transferList"] {
  return buffers as unknown as NonNullable<Parameters<Piscina["run"]>[1]>["transferList"];
}
