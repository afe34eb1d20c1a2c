import type { Claim } from "#platform/claims";
import type { Logger } from "#platform/log";
import type { RawStatus, TargetKind } from "../state";
import type { Clock } from "./clock";
import type { CheckOutcome, CheckResult } from "./decide";
import type { Probes, Waits } from "./probes";
import type { EngineStore, Subject } from "./store";

/** A target that this process has claimed. */
export type Held = Claim & { kind: TargetKind; lane: Lane; subject: Subject; dueAtMs: number };

export type EngineObserver = {
  onCheck: (kind: TargetKind, result: RawStatus) => void;
  /** From when a check was due to when it began. */
  onLag: (seconds: number) => void;
  /** Results that did not count: another process had taken the target, or the database could not take them. */
  onDropped: (count: number) => void;
};

type Deps = {
  store: EngineStore;
  probes: Probes;
  clock: Clock;
  log: Logger;
  observer: EngineObserver;
  /** The store's time for one of the clock's. */
  storeTime: (nowMs: number) => number;
  /** When this process began to watch, in the store's time. */
  watchesSinceMs: () => number;
};

/** Targets that share a number of places: those that failed last may hang, and take none from those that answered. */
export type Lane = {
  kind: TargetKind;
  /**
   * Those that were up by their last result, or all others. Of monitors there are also those that nobody asks, as
   * others tell how they are (push, group): nothing of them hangs.
   */
  whose: "up" | "others" | "told";
};

/** How many of a lane are claimed and not written yet, at most. */
const LANES: readonly (Lane & { places: number })[] = [
  { kind: "device", whose: "up", places: 5000 },
  { kind: "device", whose: "others", places: 5000 },
  { kind: "service", whose: "up", places: 400 },
  { kind: "service", whose: "others", places: 400 },
  { kind: "monitor", whose: "told", places: 100 },
  { kind: "monitor", whose: "up", places: 40 },
  { kind: "monitor", whose: "others", places: 40 },
];
export const CLAIMED_AHEAD_MS = 1500;
/** Each opens a connection: a tick's worth of them in a row would hold up whoever asks this process for something. */
const BEGUN_IN_A_ROW = 4;

/**
 * The checks that this process has claimed: each begins when it is due, and its result waits here until it is written.
 */
export class Runs {
  readonly #deps: Deps;
  /** By target, until it is written or given back. */
  readonly #held = new Map<number, Held>();
  #waiting: Held[] = [];
  #results: CheckResult[] = [];
  #giveBack: Held[] = [];
  #attempt = new AbortController();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Nothing is claimed. */
  get isIdle(): boolean {
    return this.#held.size === 0;
  }

  get held(): Held[] {
    return [...this.#held.values()];
  }

  /** Claims what falls due next of the kinds, as far as there is room for more. */
  async claim(kinds: ReadonlySet<TargetKind>): Promise<void> {
    const { store, clock } = this.#deps;
    for (const lane of LANES) {
      const { kind, places } = lane;
      if (!kinds.has(kind)) continue;
      const claims = await store.claim(lane, places - this.#countOf(lane), CLAIMED_AHEAD_MS);
      if (claims.length === 0) continue;
      const nowMs = clock.nowMs();
      const subjects = await store.describe(
        kind,
        claims.map(({ id }) => id),
      );
      const subjectOf = new Map(subjects.map((subject) => [subject.id, subject]));
      const gone = claims.filter(({ id }) => !subjectOf.has(id));
      for (const claim of claims) {
        const subject = subjectOf.get(claim.id);
        if (subject === undefined) continue;
        const held = { ...claim, kind, lane, subject, dueAtMs: nowMs + claim.dueInMs };
        this.#held.set(claim.id, held);
        this.#waiting.push(held);
      }
      await store.release(gone);
    }
  }

  /** When the next of what is claimed falls due; Infinity where nothing waits. */
  get nextDueAtMs(): number {
    return this.#waiting.reduce((next, { dueAtMs }) => Math.min(next, dueAtMs), Infinity);
  }

  /** Begins what is due, a few at a time. */
  async begin(): Promise<void> {
    const { clock, observer } = this.#deps;
    const nowMs = clock.nowMs();
    const due = this.#waiting.filter(({ dueAtMs }) => dueAtMs <= nowMs);
    if (due.length === 0) return;
    this.#waiting = this.#waiting.filter(({ dueAtMs }) => dueAtMs > nowMs);
    for (const { dueAtMs } of due) observer.onLag((nowMs - dueAtMs) / 1000);
    const { signal } = this.#attempt;
    // Each lane by itself: what is asked together is known together, and the silent take their time.
    const devices = Map.groupBy(
      due.filter(({ kind }) => kind === "device"),
      ({ lane }) => lane,
    );
    for (const held of devices.values()) void this.#askDevices(held, signal);
    const others = due.filter(({ kind }) => kind !== "device");
    for (const [index, held] of others.entries()) {
      if (index % BEGUN_IN_A_ROW === 0) await clock.turn();
      void this.#askOne(held, signal);
    }
  }

  /** Gives up what is waiting and under way, without results. */
  interrupt(reason: string): void {
    this.#attempt.abort(new Error(reason));
    this.#attempt = new AbortController();
    this.#giveBack.push(...this.#waiting);
    this.#waiting = [];
  }

  /** The results that are to be written. */
  takeResults(): CheckResult[] {
    const results = this.#results;
    this.#results = [];
    return results;
  }

  /** For those that could not be written yet. */
  putBack(results: readonly CheckResult[]): void {
    this.#results = [...results, ...this.#results];
  }

  /** They are written, or never will be. */
  forget(ids: Iterable<number>): void {
    for (const id of ids) this.#held.delete(id);
  }

  takeGivenBack(): Held[] {
    const given = this.#giveBack;
    this.#giveBack = [];
    return given;
  }

  #countOf(lane: Lane): number {
    let count = 0;
    for (const held of this.#held.values()) if (held.lane === lane) count += 1;
    return count;
  }

  async #askDevices(held: readonly Held[], signal: AbortSignal): Promise<void> {
    const { probes, clock } = this.#deps;
    const begunAtMs = clock.nowMs();
    const addresses = held.map(({ subject }) => (subject.kind === "device" ? subject.address : ""));
    try {
      const outcomes = await probes.devices(addresses, signal);
      signal.throwIfAborted();
      for (const [index, target] of held.entries()) this.#take(target, begunAtMs, outcomes[index]);
    } catch (error) {
      this.#fail(held, signal, error);
    }
  }

  async #askOne(held: Held, signal: AbortSignal): Promise<void> {
    const begunAtMs = this.#deps.clock.nowMs();
    try {
      const outcome = await this.#ask(held.subject, signal);
      signal.throwIfAborted();
      if (outcome !== undefined && "untilMs" in outcome) await this.#postpone(held, outcome);
      else this.#take(held, begunAtMs, outcome);
    } catch (error) {
      this.#fail([held], signal, error);
    }
  }

  async #postpone(held: Held, { untilMs }: Waits): Promise<void> {
    await this.#deps.store.postpone(held, untilMs);
    this.forget([held.id]);
  }

  async #ask(subject: Subject, signal: AbortSignal): Promise<CheckOutcome | Waits | undefined> {
    const { probes, watchesSinceMs } = this.#deps;
    if (subject.kind === "service") return probes.service(subject.check, subject.address, signal);
    if (subject.kind !== "monitor") return undefined;
    const { monitor } = subject;
    switch (monitor.kind) {
      case "push":
        return probes.push(monitor, watchesSinceMs());
      case "group":
        return probes.group(monitor);
      default:
        return probes.monitor(monitor, signal);
    }
  }

  #take({ id, token, kind }: Held, begunAtMs: number, outcome: CheckOutcome | undefined): void {
    if (outcome === undefined) throw new Error("our bug: a probe left out a target");
    const { observer, storeTime } = this.#deps;
    observer.onCheck(kind, outcome.status);
    this.#results.push({ id, token, atMs: outcome.told?.atMs ?? storeTime(begunAtMs), outcome });
  }

  #fail(held: readonly Held[], signal: AbortSignal, error: unknown): void {
    if (!signal.aborted) this.#deps.log.warn({ err: error, checks: held.length }, "cannot run checks");
    this.#giveBack.push(...held);
  }
}
