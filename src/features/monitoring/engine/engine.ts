import { asUnavailable } from "#platform/database";
import { codeOf } from "#platform/error-code";
import type { Logger } from "#platform/log";
import type { Writes } from "#platform/write-watch";
import { MONOTONIC, type Clock } from "./clock";
import type { CheckResult, Surroundings } from "./decide";
import { Dependencies } from "./dependencies";
import { OwnNetwork, type NetworkView } from "./own-network";
import type { Probes } from "./probes";
import type { MonitoringSettings } from "./reconcile";
import { CLAIMED_AHEAD_MS, Runs, type EngineObserver } from "./runs";
import type { EngineStore } from "./store";
import type { TargetKind } from "../state";

export type EngineOptions = {
  store: EngineStore;
  probes: Probes;
  network: NetworkView & { rootAddresses(): Promise<readonly string[]> };
  settings: () => Promise<MonitoringSettings>;
  maintenance: Maintained;
  observer: EngineObserver;
  log: Logger;
  /** Absent: it is looked again and again what there is to check. */
  writes?: Writes;
  clock?: Clock;
};

/** Which targets are in maintenance. */
export type Maintained = {
  /** As it was last looked. */
  readonly ids: ReadonlySet<number>;
  /** Brings the targets' states in line; costs next to nothing where nothing can have changed. */
  look(now: Date): Promise<void>;
  /** The next look asks anew. */
  forget(): void;
};

const TICK_MS = 250;
const CLAIMS_EVERY_MS = 1000;
const WRITES_EVERY_MS = 300;
/** Where there is nothing to check, nothing wakes the process more often. */
const IDLE_MS = 1000;
/** The same where there are no targets at all: who adds one wakes it, or the next upkeep does. */
const NO_TARGETS_MS = 15_000;
const UPKEEP_EVERY_MS = 5000;
/** Where nothing was written; no multiple of other loops' times, which would each ask by a connection of its own. */
const QUIET_UPKEEP_EVERY_MS = 28_610;
/** The same where there are no targets at all. */
const EMPTY_UPKEEP_EVERY_MS = 118_610;
const RENEWS_EVERY_MS = 4000;
/** For links between devices, and for the gateway. */
const LOOKS_EVERY_MS = 30_000;
const RETRIES_AFTER_MS = 1000;
/** A pause of ours, or a jump of the store's clock, that means that something was wrong with time. */
const DISTURBED_MS = 5000;
/** What is known of devices is read anew after that, where it matters; where reading it takes long, less often. */
const STATUSES_HOLD_MS = 1000;
const MAX_HELD_MS = 5000;
const READING_SHARE = 1 / 20;
const WRITTEN_AT_ONCE = 2000;
/** PostgreSQL's deadlock_detected. Nothing of the transaction stayed. */
const DEADLOCK = "40P01";
const LAST_WRITE_MS = 1000;
const MONITORS: ReadonlySet<TargetKind> = new Set(["monitor"]);

/** Begins to check what is due, together with all other processes on this store. */
export function startEngine(options: EngineOptions): Engine {
  return new Engine(options);
}

export class Engine {
  readonly #options: EngineOptions;
  readonly #clock: Clock;
  readonly #runs: Runs;
  readonly #network: OwnNetwork;
  readonly #stopped = new AbortController();
  readonly #loops: Promise<void>[];
  #wakeUp = new AbortController();
  /** Cuts the pauses short that are long because there was nothing to do. */
  #hurry = new AbortController();
  #claimsAtMs = 0;
  /** The store's clock less ours; undefined: not read yet. */
  #offsetMs: number | undefined;
  #watchesSinceMs = Infinity;
  #dependencies = new Dependencies({ links: [], roots: [] });
  /** The version of those that are among them. */
  #choices = "";
  #statuses: { map: Surroundings["statuses"]; holdsUntilMs: number } | undefined;
  #isSweepDue = true;
  #looksAtMs = -Infinity;
  #states: Record<string, number> = {};
  #hasTargets = true;
  #isLost = false;

  constructor(options: EngineOptions) {
    const { store, probes, observer, log, clock = MONOTONIC } = options;
    this.#options = options;
    this.#clock = clock;
    this.#network = new OwnNetwork(options.network);
    const storeTime = (nowMs: number) => nowMs + (this.#offsetMs ?? 0);
    const watchesSinceMs = () => this.#watchesSinceMs;
    this.#runs = new Runs({ store, probes, clock, log, observer, storeTime, watchesSinceMs });
    this.#loops = [
      this.#keepUp(),
      this.#schedule(),
      this.#write(),
      this.#renew(),
      this.#feelPulse(),
      this.#followMaintenance(),
    ];
  }

  /** Targets by state, as they stood some seconds ago. */
  get states(): Readonly<Record<string, number>> {
    return this.#states;
  }

  /** Looks at once what there is to check: something has been changed. */
  wake(): void {
    this.#options.maintenance.forget();
    this.#wakeUp.abort();
    this.#hurryUp();
  }

  /** For readiness. */
  check(): Promise<{ ok: boolean; message: string }> {
    return this.#options.store.check();
  }

  /** Gives up what is under way, writes what has been found, and gives all claims back. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#runs.interrupt("the service ends");
    await Promise.all(this.#loops);
    const { store } = this.#options;
    const last = (async () => {
      await this.#writeResults();
      await store.release(this.#runs.held);
    })();
    await Promise.race([
      last.catch((error: unknown) => this.#complain("cannot write the last results of checks", error)),
      this.#clock.sleep(LAST_WRITE_MS, new AbortController().signal),
    ]);
  }

  async #schedule(): Promise<void> {
    await this.#repeat(
      () => this.#untilNextTick(),
      async () => {
        await this.#runs.begin();
        if (this.#watchesSinceMs === Infinity || this.#clock.nowMs() < this.#claimsAtMs) return;
        this.#claimsAtMs = this.#clock.nowMs() + Math.max(CLAIMS_EVERY_MS, this.#idleMs);
        const { dueKinds, hasWokenGroups } = await this.#look();
        if (hasWokenGroups) await this.#options.store.callGroups();
        const wasIdle = this.#runs.isIdle;
        await this.#runs.claim(hasWokenGroups ? dueKinds.union(MONITORS) : dueKinds);
        await this.#runs.begin();
        if (wasIdle && !this.#runs.isIdle) this.#hurryUp();
      },
    );
  }

  /** What falls due within a tick is asked together. */
  #untilNextTick(): number {
    const nextMs = Math.min(this.#claimsAtMs, this.#runs.nextDueAtMs) - this.#clock.nowMs();
    return Math.min(this.#idleMs, Math.max(TICK_MS, nextMs));
  }

  /** How often is looked for work while there is none. */
  get #idleMs(): number {
    return this.#hasTargets ? IDLE_MS : NO_TARGETS_MS;
  }

  #hurryUp(): void {
    this.#hurry.abort();
    this.#hurry = new AbortController();
  }

  async #write(): Promise<void> {
    await this.#repeat(
      () => (this.#runs.isIdle ? this.#idleMs : WRITES_EVERY_MS),
      async () => {
        await this.#writeResults();
        const given = this.#runs.takeGivenBack();
        this.#runs.forget(given.map(({ id }) => id));
        await this.#options.store.release(given);
        if (this.#isSweepDue) await this.#sweep();
      },
    );
  }

  async #renew(): Promise<void> {
    await this.#repeat(
      // What is claimed first cuts the longer pause short.
      () => Math.max(RENEWS_EVERY_MS, this.#idleMs),
      async () => {
        await this.#options.store.renew(this.#runs.held);
      },
    );
  }

  /** By itself, so that a window over thousands of targets does not hold up results. */
  async #followMaintenance(): Promise<void> {
    await this.#repeat(
      () => this.#idleMs,
      async () => {
        if (this.#offsetMs === undefined) return;
        await this.#options.maintenance.look(new Date(this.#clock.nowMs() + this.#offsetMs));
      },
    );
  }

  async #keepUp(): Promise<void> {
    const { store, settings, network, writes } = this.#options;
    while (!this.#stopped.signal.aborted) {
      const mark = writes?.mark() ?? Number.NaN;
      let mostMs = UPKEEP_EVERY_MS;
      await this.#attempt(async () => {
        this.#wakeUp = new AbortController();
        if (this.#watchesSinceMs === Infinity) await this.#beginAnew();
        const isChanged = await store.reconcile(await settings());
        this.#states = await store.countStates();
        const hadTargets = this.#hasTargets;
        this.#hasTargets = Object.keys(this.#states).length > 0;
        // Loops that all begin again at once ask at the same time, each by a connection of its own.
        if (isChanged || (this.#hasTargets && !hadTargets)) {
          this.#claimsAtMs = 0;
          this.#hurryUp();
        }
        const choices = await store.readChoicesVersion();
        if (this.#clock.nowMs() >= this.#looksAtMs || choices !== this.#choices) {
          this.#looksAtMs = this.#clock.nowMs() + LOOKS_EVERY_MS;
          this.#dependencies = await store.readDependencies(await network.rootAddresses());
          this.#choices = choices;
          if (this.#hasTargets) await this.#network.look(this.#clock.nowMs());
          this.#isSweepDue = true;
        }
        mostMs = this.#hasTargets ? QUIET_UPKEEP_EVERY_MS : EMPTY_UPKEEP_EVERY_MS;
      });
      const signal = AbortSignal.any([this.#stopped.signal, this.#wakeUp.signal]);
      const times = { leastMs: UPKEEP_EVERY_MS, mostMs };
      await (writes?.pause(mark, times, signal) ?? this.#clock.sleep(UPKEEP_EVERY_MS, signal));
    }
  }

  /** Notices that this process stood still: what was under way timed out unheard. */
  async #feelPulse(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      const [before, pauseMs] = [this.#clock.nowMs(), this.#idleMs];
      await this.#clock.sleep(pauseMs, signal);
      const paused = this.#clock.nowMs() - before - pauseMs;
      if (paused > DISTURBED_MS) await this.#attempt(() => this.#recover("this process stood still", paused));
    }
  }

  /** What there is to claim, and how the store's clock stands beside ours. */
  async #look() {
    const before = this.#clock.nowMs();
    const found = await this.#options.store.look(CLAIMED_AHEAD_MS);
    const after = this.#clock.nowMs();
    const offset = found.nowMs - (before + after) / 2;
    const jump = offset - (this.#offsetMs ?? offset);
    this.#offsetMs = offset;
    // An answer that took its time says little.
    if (after - before < DISTURBED_MS && Math.abs(jump) > DISTURBED_MS)
      await this.#recover("the database's clock was set, or this machine slept", jump);
    return found;
  }

  async #recover(what: string, byMs: number): Promise<void> {
    this.#options.log.warn({ seconds: Math.round(byMs / 1000) }, `${what}: checks begin anew`);
    this.#runs.interrupt(what);
    await this.#beginAnew();
  }

  async #beginAnew(): Promise<void> {
    const { store } = this.#options;
    this.#watchesSinceMs = await store.clockMs();
    await store.spreadOverdue();
  }

  async #writeResults(): Promise<void> {
    const later: CheckResult[] = [];
    try {
      for (;;) {
        const results = this.#runs.takeResults();
        if (results.length === 0) return;
        const batch = results.slice(0, WRITTEN_AT_ONCE);
        this.#runs.putBack(results.slice(WRITTEN_AT_ONCE));
        later.push(...(await this.#writeBatch(batch)));
      }
    } finally {
      this.#runs.putBack(later);
    }
  }

  /** Gives those that can be written only later. */
  async #writeBatch(batch: readonly CheckResult[]): Promise<CheckResult[]> {
    const { store, observer, log } = this.#options;
    try {
      const { decided, ask, locked } = await store.record(batch, await this.#surroundingsOf(batch));
      const isLocked = new Set(locked);
      const later = batch.filter(({ id }) => isLocked.has(id));
      const over = batch.filter(({ id }) => !isLocked.has(id));
      observer.onDropped(over.length - decided.length);
      this.#runs.forget(over.map(({ id }) => id));
      if (ask.length > 0) {
        this.#claimsAtMs = 0;
        this.#hurryUp();
      }
      this.#isSweepDue ||= decided.some(
        ({ row, verdict }) => row.kind === "device" && row.state !== verdict.standing.state,
      );
      return later;
    } catch (error) {
      // While the database is away no more can be claimed than is held, so what waits is bounded.
      if (asUnavailable(error) !== undefined || codeOf(error) === DEADLOCK) {
        this.#runs.putBack(batch);
        throw error;
      }
      this.#runs.forget(batch.map(({ id }) => id));
      observer.onDropped(batch.length);
      log.error({ err: error, results: batch.length }, "cannot count results of checks");
      return [];
    }
  }

  async #surroundingsOf(batch: readonly CheckResult[]): Promise<Surroundings> {
    const nowMs = this.#clock.nowMs();
    const seen = batch
      .filter(({ outcome }) => outcome.told === undefined)
      .map(({ id, outcome }) => ({ id, isUp: outcome.status === "up" }));
    const isNetworkDown = await this.#network.isDown(seen, nowMs);
    return {
      dependencies: this.#dependencies,
      statuses: batch.every(({ outcome }) => outcome.status === "up")
        ? new Map()
        : await this.#readStatuses(nowMs),
      watchesSinceMs: this.#watchesSinceMs,
      isNetworkDown,
      inMaintenance: this.#options.maintenance.ids,
    };
  }

  async #readStatuses(nowMs: number): Promise<Surroundings["statuses"]> {
    if (this.#statuses === undefined || nowMs > this.#statuses.holdsUntilMs) {
      const devices = await this.#options.store.readDeviceStates();
      const map = new Map(devices.map((device) => [device.deviceId, device]));
      const tookMs = this.#clock.nowMs() - nowMs;
      const holdsMs = Math.min(MAX_HELD_MS, Math.max(STATUSES_HOLD_MS, tookMs / READING_SHARE));
      this.#statuses = { map, holdsUntilMs: nowMs + holdsMs };
    }
    return this.#statuses.map;
  }

  async #sweep(): Promise<void> {
    const { store } = this.#options;
    this.#isSweepDue = false;
    try {
      await store.sweep(await store.readDeviceStates(), this.#dependencies);
    } catch (error) {
      this.#isSweepDue = true;
      throw error;
    }
  }

  async #repeat(everyMs: () => number, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      // Before the work: who hurries meanwhile is not missed.
      const hurry = this.#hurry.signal;
      await this.#attempt(work);
      await this.#clock.sleep(everyMs(), AbortSignal.any([signal, hurry]));
    }
  }

  /** What fails is tried again; a database that is away is said once. */
  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#isLost = false;
    } catch (error) {
      if (this.#stopped.signal.aborted) return;
      this.#complain("cannot go on with checks; it is tried again", error);
      await this.#clock.sleep(RETRIES_AFTER_MS, this.#stopped.signal);
    }
  }

  #complain(what: string, error: unknown): void {
    if (!this.#isLost) this.#options.log.warn({ err: error }, what);
    this.#isLost ||= asUnavailable(error) !== undefined;
  }
}
