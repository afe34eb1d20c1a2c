import type { Finds } from "./finds";
import type { SweepProgress } from "./models";

const INTERVAL_MS = 250;

/** How far a sweep is, told at the beginning of each phase and then at most four times a second. */
export class Progress {
  readonly #tell: (progress: SweepProgress) => void;
  readonly #finds: Finds;
  #phase: SweepProgress["phase"] = "looking";
  #asked = 0;
  #count = 0;
  #toldAt = 0;

  constructor(finds: Finds, tell: (progress: SweepProgress) => void) {
    this.#finds = finds;
    this.#tell = tell;
  }

  get now(): SweepProgress {
    return { phase: this.#phase, asked: this.#asked, count: this.#count, found: this.#finds.size };
  }

  begin(phase: SweepProgress["phase"], count: number): void {
    this.#phase = phase;
    this.#asked = 0;
    this.#count = count;
    this.tell();
  }

  add(asked: number): void {
    this.#asked += asked;
    if (performance.now() - this.#toldAt >= INTERVAL_MS) this.tell();
  }

  /** So many are asked by now; it never goes back. */
  reach(asked: number): void {
    this.add(Math.max(0, Math.min(asked, this.#count) - this.#asked));
  }

  tell(): void {
    this.#toldAt = performance.now();
    this.#tell(this.now);
  }
}
