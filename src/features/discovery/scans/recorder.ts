import type { RunningOperation } from "#features/operations";
import type { Db } from "#platform/database";
import type { Found } from "../inventory/match";
import type { SweepFind, SweepProgress, SweepSink } from "../sweep/models";
import { keepFinds, toKept } from "./finds";

const WRITES_EVERY_MS = 500;

type Options = {
  db: Db;
  scanId: number;
  operation: Pick<RunningOperation, "report">;
  /** In lower case: hosts that have one of them are not kept. */
  excludedMacs: ReadonlySet<string>;
  /** Told once where nothing can be written any more. */
  onFailure: (error: unknown) => void;
};

/** Keeps what a sweep finds and how far it is, a few times a second, while it goes on. */
export class Recorder implements SweepSink {
  readonly #options: Options;
  /** Finds that are not written yet; the last of an address counts. */
  #waiting = new Map<string, Found>();
  #progress: SweepProgress | undefined;
  readonly #timer: Timer;
  #writing: Promise<void> = Promise.resolve();
  #isWriting = false;

  constructor(options: Options) {
    this.#options = options;
    this.#timer = setInterval(() => this.#tick(), WRITES_EVERY_MS);
  }

  onFind(find: SweepFind): void {
    const mac = find.macAddress?.toLowerCase();
    // It may have been told before its MAC address was known.
    if (mac !== undefined && this.#options.excludedMacs.has(mac)) this.#waiting.delete(find.address);
    else this.#waiting.set(find.address, toKept(find));
  }

  onProgress(progress: SweepProgress): void {
    this.#progress = progress;
  }

  /** Ends the periodic writes and writes the rest. Throws where that cannot be written. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
    await this.#writeFinds();
  }

  #tick(): void {
    if (this.#isWriting) return;
    this.#isWriting = true;
    this.#writing = this.#write()
      .catch((error: unknown) => {
        clearInterval(this.#timer);
        this.#options.onFailure(error);
      })
      .finally(() => {
        this.#isWriting = false;
      });
  }

  async #write(): Promise<void> {
    await this.#writeFinds();
    const progress = this.#progress;
    if (progress === undefined) return;
    this.#progress = undefined;
    const { phase, asked, count } = progress;
    await this.#options.operation.report({ phase, done: Math.min(asked, count), total: count });
  }

  async #writeFinds(): Promise<void> {
    const finds = [...this.#waiting.values()];
    if (finds.length === 0) return;
    this.#waiting = new Map();
    await keepFinds(this.#options.db, this.#options.scanId, finds);
  }
}
