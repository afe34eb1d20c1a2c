import type { DataDirectory } from "./data-directory";
import {
  asUnavailable,
  connectDatabase,
  START_PATIENCE,
  followDatabase,
  type Database,
  type FollowingDatabase,
} from "./database";
import {
  describeUrl,
  findMovedPlace,
  findPlace,
  forgetPendingPlace,
  keepPlace,
  noteFolderOfPlace,
  type DatabasePlace,
} from "./database-place";
import type { Logger } from "./log";
import { migrateDatabase, MigrationRefused, type BeforeMigration } from "./migrations";
import {
  admitArrival,
  NotInChargeError,
  readMoveMark,
  requireInCharge,
  tidyMove,
  type MoveMark,
} from "./move-mark";
import { pauseUnlessStopped } from "./pause";
import { startPostgresServer, type PostgresServer } from "./postgres-server";
import { forgetWish, isServerWished, startSpareServer } from "./spare-server";
import { WriteWatch } from "./write-watch";

export type HostOptions = {
  /**
   * DATABASE_URL: `postgres://…`; undefined: our own server in the data directory. A move may have taken the database
   * elsewhere.
   */
  url: string | undefined;
  binaryDirectory: string | undefined;
  templateCluster: string | undefined;
  dataDirectory: DataDirectory;
  /** For crash tests: other migrations than those of this version. */
  migrationsFolder?: string | undefined;
  /** Told before a schema that is there already is brought up to date. */
  beforeMigration?: ((database: Database) => BeforeMigration) | undefined;
  /**
   * For tests: so long a move is left alone before it is looked whether anybody works on it still. Default: a minute.
   */
  tidyAfterMs?: number | undefined;
  log: Logger;
};

const RETRY_MS = [100, 250, 500, 1000, 2000];
const LOOK_MS = 2030;
/** Where nothing is written. A wish for a server of ours is no row. */
const QUIET_LOOK_MS = 30_000;
/** While it is being moved: what is written after its end is refused until we have followed. */
const LOOK_OFTEN_MS = 100;
const TIDY_AFTER_MS = 60_000;

type Reached = { place: DatabasePlace; database: Database; server: PostgresServer | undefined };

/**
 * Keeps a service at the database that is in charge: from the start, over restarts of it, and through moves to another
 * one.
 */
export class DatabaseFollower {
  readonly #options: HostOptions;
  readonly #following: FollowingDatabase;
  readonly #stopped = new AbortController();
  readonly writes: WriteWatch;
  readonly #lost = Promise.withResolvers<never>();
  readonly ready: Promise<void>;
  readonly #watching: Promise<void>;
  #reached: Reached;
  #isMigrated = false;
  /** Since when it is part of a move, or when it was last tried to tidy up behind that. */
  #movesSince: number | undefined;
  /** Settles when the database of before the last move is closed. */
  #retired: Promise<void> = Promise.resolve();
  /** Settles when it has come to the database that it was moved to. */
  #arrival: Promise<void> = Promise.resolve();
  /** Our own server, beside the database in use, while a move goes to it. */
  #spare: PostgresServer | undefined;

  static async open(options: HostOptions): Promise<DatabaseFollower> {
    forgetWish(options.dataDirectory.path);
    const place = findPlace(options.dataDirectory.path, options.url);
    if (place.doubt !== undefined) options.log.warn(place.doubt);
    noteFolder(options);
    return new DatabaseFollower(options, await reach(options, place));
  }

  private constructor(options: HostOptions, reached: Reached) {
    this.#options = options;
    this.#reached = reached;
    this.#following = followDatabase(reached.database);
    this.writes = new WriteWatch({ sql: this.database.sql, log: options.log });
    this.#lost.promise.catch(() => undefined);
    this.ready = this.#comeUp();
    this.#watching = this.ready.then(
      () => this.#watch(),
      () => undefined,
    );
  }

  get database(): Database {
    return this.#following.database;
  }

  get lost(): Promise<never> {
    return this.#lost.promise;
  }

  get description(): string {
    const { place, server } = this.#reached;
    return server === undefined
      ? describeUrl(place.url ?? "")
      : `PostgreSQL ${server.version}, run by the service`;
  }

  get limitations(): readonly string[] {
    const { place, server } = this.#reached;
    const isElsewhere = this.#options.url !== undefined && this.#options.url !== place.url;
    return [
      ...(server?.limitations ?? []),
      ...(isElsewhere
        ? ["DATABASE_URL does not count: the database was moved; change it, or take it away"]
        : []),
    ];
  }

  /** It is our own server's, which no other service uses. */
  get isOurs(): boolean {
    return this.#reached.server !== undefined;
  }

  isReady(): boolean {
    const { server } = this.#reached;
    return this.#isMigrated && (server === undefined || server.state() === "ready");
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.writes.stop();
    if (this.#isMigrated) await this.#watching;
    await this.database.close(this.#isMigrated ? undefined : 0);
    // On its way to another one it may just have come there.
    await Promise.allSettled([this.#arrival]);
    await this.database.close(0);
    await this.#reached.server?.stop();
    await this.#spare?.stop();
    await this.#retired;
  }

  async #comeUp(): Promise<void> {
    const { log } = this.#options;
    for (let attempt = 0; !this.#stopped.signal.aborted; attempt++) {
      try {
        await this.#bringUp();
        this.#isMigrated = true;
        return;
      } catch (error) {
        if (error instanceof MigrationRefused || asUnavailable(error) === undefined) throw error;
        if (attempt % 10 === 0) log.warn({ err: error }, "the database cannot be reached; it is tried again");
        await pauseUnlessStopped(
          RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 2000,
          this.#stopped.signal,
        );
      }
    }
  }

  async #bringUp(): Promise<void> {
    const { migrationsFolder, beforeMigration } = this.#options;
    for (;;) {
      await this.#findItInCharge();
      try {
        return await migrateDatabase(this.database, {
          migrationsFolder,
          before: beforeMigration?.(this.database),
        });
      } catch (error) {
        // It was moved away while we waited for the move, which lets nobody migrate it: we go where it went.
        if (!(error instanceof NotInChargeError)) throw error;
      }
    }
  }

  /** Throws NotInChargeError where this one is not, and nobody here knows the address of the one that is. */
  async #findItInCharge(): Promise<void> {
    for (;;) {
      const mark = await readMoveMark(this.database.sql);
      if (mark?.phase === "moved") {
        this.#arrival = this.#follow(mark);
        await this.#arrival;
        continue;
      }
      // Its original is marked as moved away, else the place would not be kept.
      if (mark?.phase === "arriving" && mark.move === this.#reached.place.move)
        await admitArrival(this.database, mark.move);
      else requireInCharge(mark);
      return;
    }
  }

  async #follow(mark: MoveMark): Promise<void> {
    const { dataDirectory, url, log } = this.#options;
    const moved = findMovedPlace(dataDirectory.path, mark.move);
    if (moved === undefined) return requireInCharge(mark);
    keepPlace(dataDirectory.path, moved, url);
    const before = this.#reached;
    const place = { url: moved.url ?? undefined, move: moved.move };
    const next = await reach(this.#options, place, this.#spare);
    if (next.server === this.#spare) this.#spare = undefined;
    this.#reached = next;
    this.#following.switchTo(next.database);
    // Nobody waits for what was under way in the old one, nor for its server's end.
    this.#retired = this.#retire(before);
    log.info({ database: this.description }, "the database was moved; the service goes on with the new one");
  }

  async #retire({ database, server }: Reached): Promise<void> {
    try {
      await database.close();
      await server?.stop();
    } catch (error) {
      this.#options.log.warn({ err: error }, "cannot close the old database");
    }
  }

  async #watch(): Promise<void> {
    this.writes.start();
    await this.#tidy();
    const { signal } = this.#stopped;
    let [isLeaving, mark] = [false, this.writes.mark()];
    while (!signal.aborted) {
      if (isLeaving) await pauseUnlessStopped(LOOK_OFTEN_MS, signal);
      else await this.writes.pause(mark, { leastMs: LOOK_MS, mostMs: this.#mostMs() }, signal);
      mark = this.writes.mark();
      try {
        isLeaving = await this.#look();
        await this.#tendSpare();
      } catch (error) {
        if (!this.#isMigrated) return this.#lost.reject(error);
        if (asUnavailable(error) === undefined)
          this.#options.log.warn({ err: error }, "cannot see whether the database is being moved");
      }
    }
  }

  #mostMs(): number {
    return this.isOurs && this.#movesSince === undefined ? QUIET_LOOK_MS : LOOK_MS;
  }

  /** Gives whether a move of it is under way. */
  async #look(): Promise<boolean> {
    const mark = await readMoveMark(this.database.sql);
    if (mark?.phase === "moved") {
      this.#isMigrated = false;
      await this.#comeUp();
      return false;
    }
    await this.#tidyLater(mark);
    return mark?.phase === "leaving";
  }

  /** Behind a command that was killed changes would be noted for ever. Whoever works on a move still holds its lock. */
  async #tidyLater(mark: MoveMark | undefined): Promise<void> {
    const { tidyAfterMs = TIDY_AFTER_MS } = this.#options;
    if (mark === undefined) this.#movesSince = undefined;
    else this.#movesSince ??= performance.now();
    if (this.#movesSince === undefined || performance.now() - this.#movesSince < tidyAfterMs) return;
    await this.#tidy();
    this.#movesSince = performance.now();
  }

  /** What a move has left that did not come to its end. */
  async #tidy(): Promise<void> {
    try {
      if (await tidyMove(this.database)) forgetPendingPlace(this.#options.dataDirectory.path);
    } catch (error) {
      this.#options.log.warn({ err: error }, "cannot tidy up what a move of the database has left");
    }
  }

  async #tendSpare(): Promise<void> {
    const { dataDirectory, log } = this.#options;
    const isWished = this.#reached.place.url !== undefined && isServerWished(dataDirectory.path);
    if (isWished && this.#spare === undefined) {
      try {
        this.#spare = await startSpareServer(this.#options);
      } catch (error) {
        log.error({ err: error }, "cannot run a database for a move to it");
        forgetWish(dataDirectory.path);
      }
    }
    if (isWished || this.#spare === undefined) return;
    await this.#spare.stop();
    this.#spare = undefined;
  }
}

/** It guards later copies only: a disk that is full, or cannot be written, does not keep the service from starting. */
function noteFolder({ dataDirectory, log }: HostOptions): void {
  try {
    noteFolderOfPlace(dataDirectory.path);
  } catch (error) {
    log.warn(
      { err: error },
      "cannot note that this data directory is no copy; it is tried again at the next start",
    );
  }
}

async function reach(options: HostOptions, place: DatabasePlace, spare?: PostgresServer): Promise<Reached> {
  const { log } = options;
  if (place.url !== undefined)
    return { place, database: connectDatabase({ url: place.url }, { log }), server: undefined };
  const server = spare ?? (await startPostgresServer(options));
  return { place, database: connectDatabase(server.connection, { log, start: START_PATIENCE }), server };
}
