import { RecentMap } from "#platform/recent-map";
import type { TrapEngine } from "./own-engine";

/** Seconds that a message may be late (RFC 3414 section 2.2.3). */
const WINDOW_SECONDS = 150;
/** An engine that has started so often takes nothing more. */
const MAX_BOOTS = 2 ** 31 - 1;
const MAX_ENGINES = 4096;

type Clock = { boots: number; time: number; learntAtSeconds: number };

/** Says in seconds how late it is, on a clock that only goes forward. */
export type SecondsClock = () => number;

/** Our own engine, from its start on. */
export class OwnEngine {
  readonly id: Buffer;
  readonly boots: number;
  readonly #now: SecondsClock;
  readonly #startedAt: number;

  constructor({ id, boots }: TrapEngine, now: SecondsClock) {
    this.id = Buffer.from(id);
    this.boots = boots;
    this.#now = now;
    this.#startedAt = now();
  }

  get time(): number {
    return Math.floor(this.#now() - this.#startedAt);
  }

  /** RFC 3414 section 3.2, 7a: we are the one whose time counts. */
  isInTime({ boots, time }: { boots: number; time: number }): boolean {
    return boots === this.boots && Math.abs(time - this.time) <= WINDOW_SECONDS;
  }
}

/**
 * The clocks of the engines that send traps, as their authentic messages tell them (RFC 3414 section 3.2, 7b): the
 * first sets a clock, later ones must not be behind it. 4,096 engines are known at a time; the one not seen for
 * longest is forgotten.
 */
export class EngineClocks {
  readonly #now: SecondsClock;
  readonly #clocks = new RecentMap<string, Clock>(MAX_ENGINES);

  constructor(now: SecondsClock) {
    this.#now = now;
  }

  /** Whether an authentic message is in time; it sets the clock of its engine forward. */
  accept(engine: string, { boots, time }: { boots: number; time: number }): boolean {
    if (boots === MAX_BOOTS) return false;
    const known = this.#clocks.get(engine);
    const now = this.#now();
    const isNewer =
      known === undefined || boots > known.boots || (boots === known.boots && time > known.time);
    if (!isNewer) {
      const runningTime = known.time + (now - known.learntAtSeconds);
      if (boots < known.boots || time < runningTime - WINDOW_SECONDS) return false;
    }
    this.#clocks.set(engine, isNewer ? { boots, time, learntAtSeconds: now } : known);
    return true;
  }
}
