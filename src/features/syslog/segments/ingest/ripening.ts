/** For how long rows are gathered while somebody looks, ms. */
const LOOKED_AT_MS = 600;
/**
 * The same while nobody does: a file takes some 20 ms of the processor and of the database, whatever it holds, and
 * merging has fewer of them to read.
 */
const UNSEEN_MS = 1800;
/** So long behind a search, ms, somebody looks still: pages that do ask again sooner. */
const LOOK_LASTS_MS = 15_000;

type Options = {
  /** The draft is ripe. */
  onRipe: () => void;
  /** Someone has to be told of lines soon, whether anybody looks or not. Asked for each draft. */
  isUrgent: () => boolean;
  /** For how long rows are gathered, whoever looks, ms; undefined: that depends. */
  fixedMs?: number | undefined;
};

/** When a draft of a segment has been gathered for long enough. */
export class Ripening {
  readonly #options: Options;
  #begunAtMs: number | undefined;
  #timer: Timer | undefined;
  #isRipe = false;
  #lookedAtMs = -Infinity;

  constructor(options: Options) {
    this.#options = options;
  }

  get isRipe(): boolean {
    return this.#isRipe;
  }

  /** A draft was begun. */
  begin(): void {
    const { fixedMs, isUrgent } = this.#options;
    this.#begunAtMs = performance.now();
    const isSeen = this.#begunAtMs - this.#lookedAtMs < LOOK_LASTS_MS || isUrgent();
    this.#ripenIn(fixedMs ?? (isSeen ? LOOKED_AT_MS : UNSEEN_MS));
  }

  /** It is stored, ripe or not, or given up. */
  end(): void {
    clearTimeout(this.#timer);
    this.#begunAtMs = undefined;
    this.#isRipe = false;
  }

  /**
   * Somebody looks. Gives whether nobody had for long: then the draft is ripe as soon as it would have been otherwise,
   * which may be now.
   */
  noteLook(): boolean {
    const nowMs = performance.now();
    const isFirst = nowMs - this.#lookedAtMs >= LOOK_LASTS_MS;
    this.#lookedAtMs = nowMs;
    if (!isFirst || this.#options.fixedMs !== undefined) return false;
    if (this.#begunAtMs !== undefined && !this.#isRipe) this.#ripenIn(this.#begunAtMs + LOOKED_AT_MS - nowMs);
    return true;
  }

  #ripenIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    if (milliseconds <= 0) this.#ripen();
    else this.#timer = setTimeout(() => this.#ripen(), milliseconds);
  }

  #ripen(): void {
    this.#isRipe = true;
    this.#options.onRipe();
  }
}
