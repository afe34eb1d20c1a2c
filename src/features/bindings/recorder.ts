import type { LeaseSighting } from "#features/syslog";
import { asUnavailable, type Db } from "#platform/database";
import type { Logger } from "#platform/log";
import { FloodGate } from "./flood-gate";
import { observe, type Observation } from "./observe";
import { RecentSigns } from "./recent-signs";
import { sightingOf, type Sighting } from "./sighting";
import { writeSightings } from "./write-sightings";

/**
 * Of a reporter whose hour is full so many sightings of a turn are looked at, as they may be renewals of what is known.
 */
const LOOKED_AT_WHEN_SHUT = 100;
/** So many come before others have their turn on this thread. */
const TURN = 5_000;
const WARNING_PAUSE_MS = 600_000;

type RecorderDeps = {
  db: Db;
  log: Logger;
  /** Rows that lines and tables may add in an hour, in all. */
  mostNewPerHour: number;
};

/** Sightings of logs, and of tables of switches and routers, since start, by what came of them. */
export type RecorderCounts = { added: number; changed: number; refused: number; failed: number };

/**
 * Keeps what DHCP servers say in their logs, and what agents say by SNMP: within one bound, as both may say anything.
 */
export class BindingRecorder {
  readonly #deps: RecorderDeps;
  readonly #gate: FloodGate;
  readonly #recent = new RecentSigns();
  readonly #counts: RecorderCounts = { added: 0, changed: 0, refused: 0, failed: 0 };
  /** By the clock that is never set. */
  #warnAgainAt = 0;

  constructor(deps: RecorderDeps) {
    this.#deps = deps;
    this.#gate = new FloodGate(deps.mostNewPerHour);
  }

  get counts(): Readonly<RecorderCounts> {
    return this.#counts;
  }

  /**
   * Keeps what lines say of leases. Throws only where the database is away, for the same to be tried again; what it
   * cannot take for any other reason is counted and logged, as events must not wait for it.
   */
  async record(leases: readonly LeaseSighting[]): Promise<void> {
    const news = leases.map(sightingOf).filter((sighting) => this.#recent.isNews(sighting));
    const sightings = this.#withoutFlood(news);
    for (let start = 0; start < sightings.length; start += TURN) {
      await this.#write(sightings.slice(start, start + TURN));
    }
  }

  /** Keeps what tables say. Throws where the database does not take it. Call it outside of a transaction. */
  async observe(observations: readonly Observation[]): Promise<void> {
    const counts = this.#counts;
    const admit = this.#gate.admit.bind(this.#gate);
    for (let start = 0; start < observations.length; start += TURN) {
      const ctx = { db: this.#deps.db, admit };
      const written = await observe(ctx, observations.slice(start, start + TURN));
      counts.added += written.added;
      counts.changed += written.changed;
      this.#refuse(written.refused);
    }
  }

  async #write(sightings: readonly Sighting[]): Promise<void> {
    const counts = this.#counts;
    try {
      const admit = this.#gate.admit.bind(this.#gate);
      const written = await writeSightings(this.#deps.db, sightings, admit);
      counts.added += written.added;
      counts.changed += written.changed;
      this.#refuse(written.refused);
      for (const sighting of sightings) this.#recent.note(sighting);
    } catch (error) {
      if (asUnavailable(error) !== undefined) throw error;
      counts.failed += sightings.length;
      this.#deps.log.error({ err: error, sightings: sightings.length }, "cannot keep who held an address");
    }
  }

  #withoutFlood(sightings: readonly Sighting[]): Sighting[] {
    const looked = new Map<string, number>();
    const kept = sightings.filter(({ reporter }) => {
      if (!this.#gate.isShutFor(reporter)) return true;
      const before = looked.get(reporter) ?? 0;
      looked.set(reporter, before + 1);
      return before < LOOKED_AT_WHEN_SHUT;
    });
    this.#refuse(sightings.length - kept.length);
    return kept;
  }

  #refuse(count: number): void {
    this.#counts.refused += count;
    const now = performance.now();
    if (count === 0 || now < this.#warnAgainAt) return;
    this.#warnAgainAt = now + WARNING_PAUSE_MS;
    this.#deps.log.warn(
      { refused: this.#counts.refused },
      "more holders of addresses are new than an hour may bring (BINDING_MAX_NEW_PER_HOUR); the rest is not kept",
    );
  }
}
