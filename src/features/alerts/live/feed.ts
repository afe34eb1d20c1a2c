import type { Db } from "#platform/database";
import type { AlertsNow } from "./models";
import { readAlertsNow } from "./read";

export type Watcher = {
  /** Called again and again with how alerts stand. */
  take(now: AlertsNow): void;
  /** The service stops. */
  end(): void;
};

const LOOK_MS = 1000;

/** Shows how alerts stand, whichever process asks the rules: one query at a time serves all watchers of this process. */
export class AlertFeed {
  readonly #db: Db;
  readonly #watchers = new Set<Watcher>();
  #timer: Timer | undefined;
  #isLooking = false;

  constructor({ db }: { db: Db }) {
    this.#db = db;
  }

  add(watcher: Watcher): void {
    this.#watchers.add(watcher);
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS);
  }

  remove(watcher: Watcher): void {
    this.#watchers.delete(watcher);
    if (this.#watchers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.end();
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    // While the database is away there is nothing new to show.
    const now = await readAlertsNow(this.#db).catch(() => undefined);
    this.#isLooking = false;
    if (now === undefined) return;
    for (const watcher of this.#watchers) watcher.take(now);
  }
}
