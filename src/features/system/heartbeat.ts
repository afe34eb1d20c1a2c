import type { Logger } from "#platform/log";
import { pauseUnlessStopped } from "#platform/pause";

/**
 * What became of the last time that a heartbeat was due. `not_ready`: nothing was sent, as the service was not well.
 */
export const HEARTBEAT_RESULTS = ["sent", "failed", "not_ready"] as const;
export type HeartbeatResult = (typeof HEARTBEAT_RESULTS)[number];

export type HeartbeatStatus = {
  isConfigured: boolean;
  /** Null: none was due yet, as with the next one. */
  lastResult: HeartbeatResult | null;
  lastAt: Date | null;
  /** When somebody last took one; null: nobody has. */
  lastSentAt: Date | null;
  /** Why the last one was not taken or not sent; null: it was. */
  error: string | null;
  /** Since start, by what became of them. */
  counts: Readonly<Record<HeartbeatResult, number>>;
};

type Options = {
  /** Undefined: nothing is ever sent. */
  url: string | undefined;
  everySeconds: number;
  /** What is not well; empty: all is. */
  readTroubles: () => Promise<readonly string[]>;
  /** Asks an address by GET; gives the status of the answer. */
  outbound: {
    get(request: { url: string; headers: Readonly<Record<string, string>> }): Promise<{ status: number }>;
  };
  /** Why a call came to nothing, for people. */
  reasonOf: (error: unknown) => string;
  log: Logger;
};

const HEADERS = { "User-Agent": "Netatlas" };

/**
 * Calls an address elsewhere again and again while the service is well, so that somebody there notices when it is not,
 * or is no more. What that address is is told to nobody: it is often all that one needs to know to call it.
 */
export class Heartbeat {
  readonly #options: Options;
  readonly #stopped = new AbortController();
  #loop: Promise<void> = Promise.resolve();
  #status: HeartbeatStatus;

  constructor(options: Options) {
    this.#options = options;
    this.#status = {
      isConfigured: options.url !== undefined,
      lastResult: null,
      lastAt: null,
      lastSentAt: null,
      error: null,
      counts: { sent: 0, failed: 0, not_ready: 0 },
    };
  }

  start(): void {
    if (this.#status.isConfigured) this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#loop;
  }

  status(): HeartbeatStatus {
    return this.#status;
  }

  /** Sends one if all is well. */
  async beat(): Promise<void> {
    const { url, readTroubles, outbound, reasonOf } = this.#options;
    if (url === undefined) return;
    try {
      const troubles = await readTroubles();
      if (troubles.length > 0) return this.#note("not_ready", `not ready: ${troubles.join(", ")}`);
      const { status } = await outbound.get({ url, headers: HEADERS });
      if (status >= 200 && status < 300) this.#note("sent", null);
      else this.#note("failed", answerOf(status));
    } catch (error) {
      this.#note("failed", reasonOf(error));
    }
  }

  async #run(): Promise<void> {
    const { everySeconds } = this.#options;
    while (!this.#stopped.signal.aborted) {
      await this.beat();
      await pauseUnlessStopped(everySeconds * 1000, this.#stopped.signal);
    }
  }

  #note(result: HeartbeatResult, error: string | null): void {
    const before = this.#status;
    const at = new Date();
    if (result === "failed" && before.lastResult !== "failed")
      this.#options.log.warn({ reason: error }, "a heartbeat (HEARTBEAT_URL) was not taken");
    this.#status = {
      ...before,
      lastResult: result,
      lastAt: at,
      lastSentAt: result === "sent" ? at : before.lastSentAt,
      error,
      counts: { ...before.counts, [result]: before.counts[result] + 1 },
    };
  }
}

function answerOf(status: number): string {
  const isRedirect = status >= 300 && status < 400;
  return `the address answered ${status}${isRedirect ? ": redirects are not followed" : ""}`;
}
