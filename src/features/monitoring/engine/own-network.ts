/** What can be seen of this machine's own network. */
export type NetworkView = {
  /** Addresses of this machine that others can reach. */
  ownAddresses(): readonly string[];
  /** Whether the default gateway answers; null where there is none that is known. */
  askGateway(): Promise<boolean | null>;
};

const KEPT_RESULTS = 20;
const OLDEST_MS = 120_000;
const SILENT_SHARE = 0.9;
/** One target that is silent says nothing of the network. */
const FEWEST_TARGETS = 2;
/** How long an answer of the gateway holds. */
const GATEWAY_HOLDS_MS = 5_000;

type Seen = { id: number; isUp: boolean; atMs: number };

/**
 * Whether it is this machine that has no network, so that silence says nothing about anybody else: it lost all its
 * addresses, or nearly everything it asked last was silent while its gateway, which has answered before, is silent as
 * well.
 */
export class OwnNetwork {
  readonly #view: NetworkView;
  #recent: Seen[] = [];
  #hadAddresses = false;
  #gatewayHasAnswered = false;
  #gateway: { answers: boolean | null; askedAtMs: number } | undefined;

  constructor(view: NetworkView) {
    this.#view = view;
  }

  /** Looks how things are when all is well; to be called now and then. */
  async look(nowMs: number): Promise<void> {
    this.#hadAddresses ||= this.#view.ownAddresses().length > 0;
    await this.#askGateway(nowMs);
  }

  /** Takes note of the newest results, and says whether the silent ones among them count. */
  async isDown(results: readonly Omit<Seen, "atMs">[], nowMs: number): Promise<boolean> {
    this.#recent = [...this.#recent, ...results.map((result) => ({ ...result, atMs: nowMs }))].slice(
      -Math.max(KEPT_RESULTS, results.length),
    );
    if (results.every(({ isUp }) => isUp)) return false;
    if (this.#hadAddresses && this.#view.ownAddresses().length === 0) return true;
    return this.#isSilent(nowMs) && this.#gatewayHasAnswered && !(await this.#askGateway(nowMs));
  }

  #isSilent(nowMs: number): boolean {
    const recent = this.#recent.filter(({ atMs }) => nowMs - atMs <= OLDEST_MS);
    const silent = recent.filter(({ isUp }) => !isUp);
    const targets = new Set(silent.map(({ id }) => id));
    return targets.size >= FEWEST_TARGETS && silent.length >= SILENT_SHARE * recent.length;
  }

  async #askGateway(nowMs: number): Promise<boolean> {
    if (this.#gateway === undefined || nowMs - this.#gateway.askedAtMs > GATEWAY_HOLDS_MS) {
      this.#gateway = { answers: await this.#view.askGateway(), askedAtMs: nowMs };
      this.#gatewayHasAnswered ||= this.#gateway.answers === true;
    }
    // One that is no longer known is gone with the network.
    return this.#gateway.answers === true;
  }
}
