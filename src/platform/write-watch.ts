import type { Sql } from "./database";
import type { Logger } from "./log";
import { pauseUnlessStopped } from "./pause";

/** How far apart two looks are: at least, whatever is written, and at most, where nothing is. */
export type LookTimes = { leastMs: number; mostMs: number };

/** By which those wait who look for rows that somebody, in whichever process, may have written. */
export type Writes = {
  /**
   * To be taken before a look: whatever is written from then on ends the pause behind it, and makes the next mark another
   * one. NaN, which equals none, where nobody knows.
   */
  mark(): number;
  /** The pause behind a look; ends early once the signal fires. */
  pause(mark: number, times: LookTimes, signal: AbortSignal): Promise<void>;
  /** A transaction (`pg_current_xact_id()`) that is no reason for anybody to look. */
  ignore(transaction: string): void;
  /** This process is about to write, or has written, what somebody waits for. */
  hurry(): void;
};

/** Where nobody watches there may always have been a write. */
export const UNWATCHED: Writes = {
  mark: () => Number.NaN,
  pause: (_mark, { leastMs }, signal) => pauseUnlessStopped(leastMs, signal),
  ignore: () => undefined,
  hurry: () => undefined,
};

const LOOK_MS = 970;
/** Behind so many looks without news every second one is left out, until there are some or somebody hurries. */
const QUIET_LOOKS = 15;
/** Those who look one after the other need one connection, and not one each. */
const APART_MS = 20;
/** Without an answer in that time nobody waits for it any longer. */
const LATE_MS = 5000;

/** `lookMs`: only tests have less. */
type Options = { sql: Sql; log: Logger; lookMs?: number };

type Waiting = { resolve: () => void; untilMs: number };

/**
 * Asks one short question a second in place of everybody's own: whether any transaction that has written has ended
 * since. Every two seconds in a silence: only what other processes write, and what this one has not hurried for, is seen
 * that much later. Two snapshots of PostgreSQL that name the same transactions see the same rows, whoever wrote them, from
 * wherever (its manual, 9.28.3).
 */
export class WriteWatch implements Writes {
  readonly #options: Options;
  readonly #waiting = new Set<Waiting>();
  readonly #ignored = new Set<number>();
  #timer: Timer | undefined;
  /** Since when an answer is waited for. */
  #askedAtMs: number | undefined;
  #seen: Snapshot | undefined;
  #version = 0;
  /** In a row, without news. */
  #quietLooks = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Needs the database to be there. Before that, and while it cannot be asked, all look as often as they may. */
  start(): void {
    const { lookMs = LOOK_MS } = this.#options;
    this.#timer = setInterval(() => void this.look(), lookMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#note(undefined);
  }

  mark(): number {
    return this.#seen === undefined ? Number.NaN : this.#version;
  }

  async pause(mark: number, { leastMs, mostMs }: LookTimes, signal: AbortSignal): Promise<void> {
    const begunMs = performance.now();
    if (mark === this.#version && !signal.aborted) await this.#nextWrite(begunMs + mostMs, signal);
    const leftMs = begunMs + leastMs - performance.now();
    if (leftMs > 0) await pauseUnlessStopped(leftMs, signal);
  }

  ignore(transaction: string): void {
    this.#ignored.add(Number(transaction));
  }

  hurry(): void {
    this.#quietLooks = 0;
  }

  async #nextWrite(untilMs: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = { resolve, untilMs };
    this.#waiting.add(waiting);
    const onAbort = () => resolve();
    signal.addEventListener("abort", onAbort);
    await promise;
    signal.removeEventListener("abort", onAbort);
    this.#waiting.delete(waiting);
  }

  /** Is called every `lookMs`; by tests, whenever they want one. Resolves behind its question, where it asks one. */
  async look(): Promise<void> {
    const nowMs = performance.now();
    if (this.#askedAtMs !== undefined) {
      if (nowMs - this.#askedAtMs > LATE_MS) this.#note(undefined);
      return;
    }
    this.#quietLooks += 1;
    if (this.#quietLooks > QUIET_LOOKS && this.#quietLooks % 2 === 0) return this.#release(false);
    this.#askedAtMs = nowMs;
    const snapshot = await this.#ask();
    this.#askedAtMs = undefined;
    if (this.#timer !== undefined) this.#note(snapshot);
  }

  /** Undefined: the database cannot be asked. */
  async #ask(): Promise<Snapshot | undefined> {
    const { sql, log } = this.#options;
    try {
      const [row] = await sql<{ text: string }[]>`SELECT pg_current_snapshot()::text AS text`;
      return row === undefined ? undefined : readSnapshot(row.text);
    } catch (error) {
      log.debug({ err: error }, "cannot see whether something was written; all look by themselves");
      return undefined;
    }
  }

  #note(snapshot: Snapshot | undefined): void {
    const before = this.#seen;
    this.#seen = snapshot;
    const hasChanged =
      before === undefined || snapshot === undefined || hasEndedSince(before, snapshot, this.#ignored);
    if (snapshot !== undefined)
      for (const id of this.#ignored) if (isOver(id, snapshot)) this.#ignored.delete(id);
    if (hasChanged) [this.#version, this.#quietLooks] = [this.#version + 1, 0];
    this.#release(hasChanged);
  }

  /** Lets go on who waits for news, where there are some, and whose time is over. */
  #release(hasChanged: boolean): void {
    const nowMs = performance.now();
    const due = [...this.#waiting].filter(({ untilMs }) => hasChanged || untilMs <= nowMs);
    for (const [place, { resolve }] of due.entries())
      if (place === 0) resolve();
      else setTimeout(resolve, place * APART_MS);
  }
}

/** Transactions before `next` have begun; those of them that are `running` have not ended. */
type Snapshot = { next: number; running: ReadonlySet<number> };

/** `xmin:xmax:xip_list`, as in `10:20:10,14,15`. */
function readSnapshot(text: string): Snapshot {
  const [, next, running = ""] = text.split(":");
  return { next: Number(next), running: new Set(running === "" ? [] : running.split(",").map(Number)) };
}

function isOver(id: number, { next, running }: Snapshot): boolean {
  return id < next && !running.has(id);
}

/** Whether a transaction that is not among those ignored has ended between the two. */
function hasEndedSince(before: Snapshot, now: Snapshot, ignored: ReadonlySet<number>): boolean {
  // Another database, or one that was set back.
  if (now.next < before.next) return true;
  const isNews = (id: number) => isOver(id, now) && !ignored.has(id);
  if ([...before.running].some(isNews)) return true;
  for (let id = before.next; id < now.next; id += 1) if (isNews(id)) return true;
  return false;
}
