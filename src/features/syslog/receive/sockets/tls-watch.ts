import type { JournalLog } from "../../journal/reader";
import { checkTlsIdentity, readTlsFiles, type TlsFiles, type TlsIdentity } from "./tls-identity";

const LOOK_MS = 1000;

type Events = { onChange: (identity: TlsIdentity) => void; log: JournalLog };

/**
 * Keeps the identity of the TLS listener as its files say: looks every second, and at once when asked. A new pair that
 * is no good is said so, and the one before stays. A change counts once two looks found the same, so that files which
 * are just being replaced raise no alarm.
 */
export class TlsWatch {
  readonly #files: TlsFiles;
  readonly #events: Events;
  #identity: TlsIdentity | null = null;
  /** Why the files as they are now are not used. */
  #problem: string | null = null;
  /** What the last look found: a digest, or what it failed with. */
  #seen = "";
  /** What was tried last. */
  #tried = "";
  #timer: Timer | undefined;

  constructor(files: TlsFiles, events: Events) {
    this.#files = files;
    this.#events = events;
  }

  /** In use, or to be used by the listener that opens next; null while there was no good one. */
  get identity(): TlsIdentity | null {
    return this.#identity;
  }

  get problem(): string | null {
    return this.#problem;
  }

  /** Looks for the first time, then goes on looking. */
  async start(): Promise<void> {
    await this.reload();
    this.#timer = setInterval(() => void this.#look(false), LOOK_MS);
  }

  /** Takes the files as they are now. */
  reload(): Promise<void> {
    return this.#look(true);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(isAsked: boolean): Promise<void> {
    const found = await readTlsFiles(this.#files).catch((cause: unknown) => messageOf(cause));
    const state = typeof found === "string" ? found : found.digest;
    const isSettled = isAsked || state === this.#seen;
    this.#seen = state;
    if (!isSettled || state === this.#tried) return;
    this.#tried = state;
    try {
      if (typeof found === "string") throw new Error(found);
      const identity = checkTlsIdentity(found);
      this.#problem = null;
      if (identity.digest === this.#identity?.digest) return;
      const isFirst = this.#identity === null;
      this.#identity = identity;
      if (!isFirst)
        this.#events.log.info(
          { validUntil: identity.validUntil },
          "the TLS listener has a new certificate; open connections keep theirs",
        );
      this.#events.onChange(identity);
    } catch (cause) {
      this.#problem = messageOf(cause);
      const outcome = this.#identity === null ? "there is no TLS listener" : "the one before stays in use";
      this.#events.log.error({ cause: this.#problem }, `the TLS certificate cannot be used: ${outcome}`);
    }
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
