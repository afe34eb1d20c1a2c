import { pause } from "#platform/pause";

/** What may be made up for after this process was late. */
const MAX_LATE_MS = 50;
/** What is sent at once is a fiftieth of a second's worth, and never more than the system's buffers hold easily. */
const GRAINS_PER_SECOND = 50;
const MAX_GRAIN = 64;

/** Lets so many packets a second out, of all who take part; those wait in the order of their coming. */
export class Pacer {
  /** Packets that should be taken together. */
  readonly grain: number;
  readonly #msPerPacket: number;
  readonly #signal: AbortSignal;
  /** When the next packet may go, on the clock of `performance.now`. */
  #freeAt = performance.now();

  constructor({ packetsPerSecond, signal }: { packetsPerSecond: number; signal: AbortSignal }) {
    this.#msPerPacket = 1000 / packetsPerSecond;
    this.#signal = signal;
    this.grain = Math.max(1, Math.min(MAX_GRAIN, Math.round(packetsPerSecond / GRAINS_PER_SECOND)));
  }

  /** Waits until so many packets may go. @throws the signal's reason. */
  async take(packets: number): Promise<void> {
    this.#signal.throwIfAborted();
    const now = performance.now();
    const startsAt = Math.max(this.#freeAt, now - MAX_LATE_MS);
    this.#freeAt = startsAt + packets * this.#msPerPacket;
    if (startsAt > now) await pause(startsAt - now, this.#signal);
  }
}
