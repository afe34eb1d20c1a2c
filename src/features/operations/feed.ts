import type { Db } from "#platform/database";
import type { Operation } from "./models";
import { readOperations } from "./service";

export type Watcher = {
  id: string;
  /** Called again and again with the operation as it is; undefined: it is not there any more. */
  take(operation: Operation | undefined): void;
  /** The service stops. */
  end(): void;
};

const LOOK_MS = 500;

/** Shows operations as they go on, whichever process runs them: one query at a time serves all watchers of this process. */
export class OperationFeed {
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
    const watchers = [...this.#watchers];
    // While the database is away there is nothing new to show.
    const found = await readOperations(this.#db, [...new Set(watchers.map(({ id }) => id))]).catch(
      () => undefined,
    );
    this.#isLooking = false;
    if (found === undefined) return;
    const byId = new Map(found.map((operation) => [operation.id, operation]));
    for (const watcher of watchers) watcher.take(byId.get(watcher.id));
  }
}
