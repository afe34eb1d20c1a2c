import { maintainedUntil, type MaintenanceWatch } from "#features/maintenance";
import { ClaimQueue, type Claim } from "#platform/claims";
import type { Database } from "#platform/database";
import { UNWATCHED, type Writes } from "#platform/write-watch";
import type { Poller } from "../poller";
import { noteEnded, notePassedOver, planPolls, readIntervals, type Interval } from "./plan";
import { readTurns } from "./tasks";
import { takeTurn, type Task, type Turn, type TurnContext } from "./turn";

/** Hears what polls come to in this process. */
export type PollObserver = {
  onPoll: (poller: string, result: "ok" | "failed") => void;
  /** From when a poll was due to when it began. */
  onLag: (seconds: number) => void;
};

export type PollingOptions = Omit<TurnContext, "db"> & {
  database: Database;
  /** In the order in which they ask a device. */
  pollers: readonly Poller[];
  maintenance: MaintenanceWatch;
  /** Absent: it is looked again and again. */
  writes?: Writes;
  observer: PollObserver;
};

/** Devices that this process asks at the same time. */
const AT_ONCE = 16;
const PAUSE_MS = 2170;
const PLANS_EVERY_MS = 30_000;
/** Where nothing is due before, and nothing is written; and where there is nothing that could fall due by itself. */
const QUIET_PAUSE_MS = 30_000;
const EMPTY_PAUSE_MS = 300_000;
const QUIET_PLANS_EVERY_MS = 300_000;
/** Longer than a poller may take; it begins anew with each. */
const LEASE_SECONDS = 90;
/** Devices that do not answer take their time; others wait for them before that. */
const STALL_SECONDS = 600;
/** What is due so soon is asked in the same turn. */
const ALONG_MS = 5000;
const FAR_AHEAD_MS = 366 * 86_400_000;

/**
 * Asks devices by SNMP, in turn, whatever features want to know of them; every process on the database does a part of
 * it.
 */
export class SnmpPolling {
  readonly #options: PollingOptions;
  readonly #queue: ClaimQueue;
  /** By the device: each is asked once at a time. */
  readonly #running = new Map<number, Promise<void>>();
  readonly #stopped = new AbortController();
  #intervals: readonly Interval[] = [];
  /** On the clock of `performance.now`. */
  #plannedAtMs = -Infinity;
  #plannedAtMark = Number.NaN;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: PollingOptions) {
    this.#options = options;
    const { sql } = options.database;
    const names = JSON.stringify(options.pollers.map(({ name }) => name));
    this.#queue = new ClaimQueue({
      sql,
      table: "snmp_polls",
      active: sql`poller IN (SELECT jsonb_array_elements_text(${names}::text::jsonb))`,
      leaseSeconds: LEASE_SECONDS,
      stallSeconds: STALL_SECONDS,
    });
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Breaks off what runs, and gives it back. */
  async stop(): Promise<void> {
    this.#stopped.abort(new Error("the service stops"));
    await this.#loop;
    await this.#settled();
  }

  /** For readiness. */
  check(): Promise<{ ok: boolean; message: string }> {
    return this.#queue.check();
  }

  /** Plans, asks all that are due, and waits until it was done. */
  async pollDue(): Promise<void> {
    await this.#plan();
    while ((await this.#begin()) > 0) await this.#settled();
  }

  /**
   * Asks a device all that there is to know now, whether it is due or not, and waits for it. False: it is being asked
   * already, by whichever process. @throws the signal's reason.
   */
  async pollNow(device: Turn["device"], signal: AbortSignal): Promise<boolean> {
    const { database, pollers } = this.#options;
    const { sql } = database;
    await this.#readIntervals();
    const names = JSON.stringify(pollers.map(({ name }) => name));
    await sql`
      INSERT INTO snmp_polls AS poll (device_id, poller, due_at)
      SELECT ${device.id}, value, now() FROM jsonb_array_elements_text(${names}::text::jsonb) ORDER BY value
      ON CONFLICT (device_id, poller) DO UPDATE SET due_at = coalesce(poll.due_at, now())`;
    const claims = await this.#claim({ limit: pollers.length, aheadMs: FAR_AHEAD_MS, deviceId: device.id });
    const [turn] = await readTurns(database.db, { claims, pollers });
    if (turn === undefined) return false;
    const either = AbortSignal.any([signal, this.#stopped.signal]);
    const ended = this.#take(turn, either);
    this.#running.set(device.id, this.#forgetAfter(device.id, ended));
    await ended;
    either.throwIfAborted();
    return true;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped;
    const { writes = UNWATCHED } = this.#options;
    while (!signal.aborted) {
      const mark = writes.mark();
      let mostMs = PAUSE_MS;
      try {
        if (this.#untilPlanMs(mark) <= 0) {
          await this.#plan();
          this.#plannedAtMark = mark;
        }
        if ((await this.#begin()) === 0 && this.#running.size === 0) mostMs = await this.#quietMs(mark);
      } catch (error) {
        this.#options.log.debug(
          { err: error },
          "cannot look for devices to be asked by SNMP; it is tried again",
        );
      }
      const running = [...this.#running.values()];
      await Promise.race([
        writes.pause(mark, { leastMs: PAUSE_MS, mostMs }, signal),
        ...(running.length < AT_ONCE ? [] : running),
      ]);
    }
  }

  /** By what is written, and now and then in any case. */
  #untilPlanMs(mark: number): number {
    const everyMs = mark === this.#plannedAtMark ? QUIET_PLANS_EVERY_MS : PLANS_EVERY_MS;
    return this.#plannedAtMs + everyMs - performance.now();
  }

  /** Until something falls due, or what was written is to be planned, unless something else is written. */
  async #quietMs(mark: number): Promise<number> {
    const untilDueMs = await this.#queue.untilDueMs();
    const mostMs = untilDueMs === Infinity ? EMPTY_PAUSE_MS : Math.min(QUIET_PAUSE_MS, untilDueMs);
    return Math.max(PAUSE_MS, Math.min(mostMs, this.#untilPlanMs(mark)));
  }

  async #plan(): Promise<void> {
    await planPolls(this.#options.database.db, await this.#readIntervals());
    this.#plannedAtMs = performance.now();
  }

  async #readIntervals(): Promise<readonly Interval[]> {
    this.#intervals = await readIntervals(this.#options.pollers);
    return this.#intervals;
  }

  /** Gives how many devices it has begun with. */
  async #begin(): Promise<number> {
    const { database, pollers, observer } = this.#options;
    const first = await this.#claim({ limit: AT_ONCE - this.#running.size });
    if (first.length === 0) return 0;
    for (const { dueInMs } of first) observer.onLag(-dueInMs / 1000);
    const begun = await readTurns(database.db, { claims: first, pollers });
    const ids = begun.map(({ device }) => device.id);
    const along = await this.#claimAlong(ids, pollers.length);
    const turns = await readTurns(database.db, { claims: [...first, ...along], pollers });
    for (const turn of turns) {
      const ended = this.#takeUnlessResting(turn);
      this.#running.set(turn.device.id, this.#forgetAfter(turn.device.id, ended));
    }
    return turns.length;
  }

  #claim({ limit, aheadMs, deviceId }: { limit: number; aheadMs?: number; deviceId?: number }) {
    const { sql } = this.#options.database;
    const isWanted = deviceId === undefined ? sql`true` : sql`device_id = ${deviceId}`;
    return this.#queue.claim({
      limit,
      ...(aheadMs !== undefined && { aheadMs }),
      only: sql`${isWanted} AND NOT EXISTS (
        SELECT 1 FROM snmp_polls other WHERE other.device_id = snmp_polls.device_id AND other.id <> snmp_polls.id
          AND other.leased_until BETWEEN statement_timestamp() AND statement_timestamp() + make_interval(secs => ${LEASE_SECONDS + 5}))`,
    });
  }

  /** What else those devices are to be asked soon. */
  #claimAlong(deviceIds: readonly number[], pollers: number): Promise<Claim[]> {
    const { sql } = this.#options.database;
    const ids = JSON.stringify(deviceIds);
    return this.#queue.claim({
      limit: deviceIds.length * pollers,
      aheadMs: ALONG_MS,
      only: sql`device_id IN (SELECT value::bigint FROM jsonb_array_elements_text(${ids}::text::jsonb))`,
    });
  }

  /** What is in maintenance is left alone until its next time. */
  async #takeUnlessResting(turn: Turn): Promise<void> {
    try {
      const coverage = await this.#options.maintenance.at(new Date());
      const target = { deviceId: turn.device.id, serviceCheckId: null, monitorId: null };
      if (maintainedUntil(coverage, target) === undefined)
        return await this.#take(turn, this.#stopped.signal);
      for (const task of turn.tasks)
        await notePassedOver(this.#options.database.db, { ...task.claim, seconds: this.#secondsOf(task) });
    } catch (error) {
      this.#options.log.warn({ err: error, device: turn.device.id }, "cannot ask a device by SNMP");
    }
  }

  async #take(turn: Turn, signal: AbortSignal): Promise<void> {
    const { database, observer, log, ...rest } = this.#options;
    const { db } = database;
    const left = new Set(turn.tasks);
    try {
      await takeTurn({ ...rest, db, log }, turn, {
        signal,
        keep: async ({ claim }) => (await this.#queue.renew([claim])).length > 0,
        ended: async (task, error) => {
          left.delete(task);
          observer.onPoll(task.poller.name, error === null ? "ok" : "failed");
          await noteEnded(db, { ...task.claim, seconds: this.#secondsOf(task), error });
        },
      });
    } catch (error) {
      if (signal.aborted) await this.#giveBack([...left]);
      // Its lease ends, and somebody asks it again.
      else log.warn({ err: error, device: turn.device.id }, "a device could not be polled");
    }
  }

  #secondsOf({ poller }: Task): number | null {
    return this.#intervals.find((interval) => interval.poller === poller.name)?.seconds ?? null;
  }

  async #giveBack(tasks: readonly Task[]): Promise<void> {
    await this.#queue
      .release(tasks.map(({ claim }) => claim))
      .catch((error: unknown) => this.#options.log.debug({ err: error }, "cannot give polls back"));
  }

  async #forgetAfter(deviceId: number, ended: Promise<void>): Promise<void> {
    await ended;
    this.#running.delete(deviceId);
  }

  async #settled(): Promise<void> {
    await Promise.all(this.#running.values());
  }
}
