import { fileURLToPath } from "node:url";
import type { Subprocess } from "bun";
import type { MergedRows, RowMerge } from "./rows";

export type MergeAnswer =
  | ({ outcome: "merged" } & MergedRows)
  /** By this reader; DuckDB may read it. */
  | { outcome: "unreadable" }
  | { outcome: "failed"; reason: string };

const FILE = fileURLToPath(new URL("../../../../../workers/merge-segments.ts", import.meta.url));
/** Its memory goes back to the system then. Where merges follow each other faster, one process does all of them. */
const IDLE_MS = 10_000;
/**
 * Where the one before is longer ago no other will follow soon, and the process ends with its merge: what it takes is not
 * needed beside what the check and the commit of the new file take.
 */
const RARE_MS = 60_000;

/**
 * A process of low priority that merges segments. It is no thread, as one of low priority would hold up all others
 * where it holds a lock of the process, such as that of its memory. It is started when needed, ends when it was idle
 * for long, and with its parent.
 */
export class MergeProcess {
  readonly #environment: Readonly<Record<string, string>>;
  #child: Subprocess | undefined;
  #idle: Timer | undefined;
  #endedAtMs = -Infinity;
  /** Of the merge that runs. */
  #answer: PromiseWithResolvers<MergeAnswer> = Promise.withResolvers();

  /** Of all that stands in this process's environment it needs no secret, and nothing but what sets its allocator. */
  constructor(environment: Readonly<Record<string, string>> = {}) {
    this.#environment = environment;
  }

  /**
   * One at a time. When the signal fires the process ends as it stands, which leaves an unfinished file behind, and the
   * signal's reason is thrown.
   */
  async merge(merge: RowMerge, signal: AbortSignal): Promise<MergeAnswer> {
    signal.throwIfAborted();
    clearTimeout(this.#idle);
    const isRare = performance.now() - this.#endedAtMs > RARE_MS;
    const answer = Promise.withResolvers<MergeAnswer>();
    this.#answer = answer;
    const abort = () => answer.reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    const child = (this.#child ??= this.#start());
    try {
      child.ref();
      child.send(merge);
      return await answer.promise;
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      signal.removeEventListener("abort", abort);
      child.unref();
      this.#endedAtMs = performance.now();
      if (isRare) await this.close();
      else this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  /** Ends the process; the next merge starts another. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const child = this.#child;
    this.#child = undefined;
    child?.kill("SIGKILL");
    await child?.exited;
  }

  #start(): Subprocess {
    const child = Bun.spawn([process.execPath, FILE], {
      env: this.#environment,
      stdin: "ignore",
      stdout: "ignore",
      // Nothing but what ends it.
      stderr: "inherit",
      serialization: "advanced",
      ipc: (message: MergeAnswer) => this.#answer.resolve(message),
      onExit: (ended, code, killedBy) => {
        if (this.#child !== ended) return;
        this.#child = undefined;
        this.#answer.reject(
          new Error(
            `the process that merges segments has ended (${killedBy ?? code ?? "for no known reason"})`,
          ),
        );
      },
    });
    return child;
  }
}
