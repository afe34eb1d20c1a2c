/** How far a backup or a restore is: a word for what it does, and what of that is done. */
export type Step = { phase: string; done: number; total: number | null };

export type Watching = {
  /** Fires where the work is to end. */
  signal?: AbortSignal | undefined;
  /** Called about once a second, and at each new phase. */
  onStep?: ((step: Step) => Promise<void>) | undefined;
};

const REPORT_MS = 1000;

/** Tells a watcher of work as it goes on, and throws where the watcher wants it to end. */
export class Progress {
  readonly #watching: Watching;
  #step: Step = { phase: "", done: 0, total: null };
  #toldAt = 0;

  constructor(watching: Watching = {}) {
    this.#watching = watching;
  }

  async begin(phase: string, total: number | null = null): Promise<void> {
    this.#step = { phase, done: 0, total };
    await this.#tell();
  }

  async add(count: number): Promise<void> {
    const { done, total } = this.#step;
    this.#step = { ...this.#step, done: Math.min(done + count, total ?? Infinity) };
    this.#watching.signal?.throwIfAborted();
    if (performance.now() - this.#toldAt >= REPORT_MS) await this.#tell();
  }

  async #tell(): Promise<void> {
    this.#watching.signal?.throwIfAborted();
    this.#toldAt = performance.now();
    await this.#watching.onStep?.(this.#step);
  }
}
