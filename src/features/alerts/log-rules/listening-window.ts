import type { ListeningTime } from "#features/syslog";

type Sample = { atMs: number; seconds: ReadonlyMap<string, number> };

const MINUTE_MS = 60_000;
/** A day and a bit, as the longest window of a rule. */
const KEPT_MS = 25 * 60 * MINUTE_MS;
/**
 * What of a window may be missing: collectors say every few seconds how long they have listened, and store a little
 * behind.
 */
const GRACE_SECONDS = 45;

/**
 * Remembers for how long collectors had listened at each minute, so that few lines are told from few that were
 * received. It begins anew with the process: of what was before, nothing is known.
 */
export class ListeningWindow {
  #samples: Sample[] = [];

  /** Notes how long the collectors that are there have listened, by the database's time. */
  note(now: Date, times: readonly ListeningTime[]): void {
    const atMs = now.getTime();
    const last = this.#samples.at(-1);
    // A clock that was set back makes the past unknown.
    if (last !== undefined && atMs < last.atMs) this.#samples = [];
    else if (this.#isWithinMinute(atMs)) this.#samples.pop();
    const first = this.#samples.findIndex((sample) => atMs - sample.atMs <= KEPT_MS);
    if (first > 0) this.#samples.splice(0, first);
    this.#samples.push({
      atMs,
      seconds: new Map(times.map(({ collector, listeningSeconds }) => [collector, listeningSeconds])),
    });
  }

  /** The newest one only shows how things are until the next; a minute's first stays. */
  #isWithinMinute(atMs: number): boolean {
    const before = this.#samples.at(-2);
    return before !== undefined && atMs - before.atMs < MINUTE_MS;
  }

  /**
   * Whether all collectors that were there at the beginning have listened ever since, and have stored what they
   * received.
   */
  hasListenedSince(from: Date): boolean {
    const before = this.#samples.findLast(({ atMs }) => atMs <= from.getTime());
    const last = this.#samples.at(-1);
    if (before === undefined || last === undefined || before.seconds.size === 0) return false;
    const seconds = (last.atMs - before.atMs) / 1000;
    return [...before.seconds].every(([collector, listened]) => {
      const now = last.seconds.get(collector);
      return now !== undefined && now - listened >= seconds - GRACE_SECONDS;
    });
  }
}
