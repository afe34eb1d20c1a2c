import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { recordAudit, type Actor } from "#features/audit";
import { asUnavailable, type Db } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import { ApiError, unavailable } from "#platform/errors";
import type { Logger } from "#platform/log";
import { freeBytes } from "#platform/free-space";
import { createTurnstile } from "#platform/turnstile";
import { reasonOf } from "../reason";
import type { RestoreRequest } from "../restore/prepare";
import { BucketError } from "./bucket-errors";
import { trialTime } from "./due";
import { readOwnership } from "./own";
import { findKept, orUnavailable, type Places } from "./places";
import { isAhead } from "./retention";
import type { BackupStore, KeptBackup, Place } from "./store";
import { findLastTrial, noteTrial, type BackupTrial } from "./trials";

export type TrialSettings = { verifiesWeekly: boolean; timeZone: string };

type Options = {
  db: Db;
  /** For what is fetched from a bucket. */
  temporaryFolder: string;
  /** Free space of its disk that is left to others. */
  minFreeBytes: number;
  openPlaces: () => Promise<Places>;
  readSettings: () => Promise<TrialSettings>;
  /** Restores into a schema beside the live one, in a transaction that is taken back; throws where that does not go. */
  tryRestore: (request: RestoreRequest, signal: AbortSignal) => Promise<unknown>;
  log: Logger;
};

/** Shows of backups that they can be restored, by restoring them where nobody sees it. */
export class TrialRestores {
  readonly #options: Options;
  readonly #inTurn = createTurnstile(1, {
    mostWaiting: 0,
    refusal: "A backup is being verified at this moment",
  });

  constructor(options: Options) {
    this.#options = options;
  }

  /** Tries one now. Throws 404, and 409 or 503 where it cannot be tried at the moment. */
  async verify(
    actor: Actor,
    { filename, place }: { filename: string; place: Place | undefined },
  ): Promise<KeptBackup> {
    const { db, openPlaces } = this.#options;
    const { kept, store } = await findKept(await openPlaces(), { filename, place });
    const { signal } = new AbortController();
    const { error } = await orUnavailable(this.#try({ kept, store, isByHand: true, signal }));
    const entry = {
      action: "backup.verified",
      target: filename,
      detail: error === null ? "ok" : `failed: ${error}`,
    };
    await recordAudit({ db, actor }, entry);
    return kept;
  }

  /**
   * Tries the newest of the place where backups go now, where a week is over since the last trial. Its failure is noted
   * and told.
   */
  async verifyDue(signal: AbortSignal): Promise<void> {
    const { openPlaces, log } = this.#options;
    if (!(await this.#mayBeDue())) return;
    const { current } = await openPlaces();
    const kept = await this.#findDue(current);
    if (kept === undefined || signal.aborted) return;
    const tried = await this.#try({ kept, store: current, isByHand: false, signal }).catch(
      (error: unknown) => {
        if (signal.aborted) return undefined;
        throw error;
      },
    );
    if (tried === undefined) return;
    const { error, took_ms: ms } = tried;
    if (error === null)
      log.info({ file: kept.filename, ms }, "a trial restore of the newest backup went well");
    else log.error({ file: kept.filename, error }, "the trial restore of the newest backup failed");
  }

  /** Without a look at the place, which may be far away. */
  async #mayBeDue(): Promise<boolean> {
    const { db, readSettings } = this.#options;
    const { verifiesWeekly, timeZone } = await readSettings();
    if (!verifiesWeekly) return false;
    const now = await databaseNow(db);
    const last = toLast(await findLastTrial(db));
    return trialTime({ last, oldestAt: new Date(0), timeZone, now }) <= now;
  }

  async #findDue(store: BackupStore): Promise<KeptBackup | undefined> {
    const { db, readSettings } = this.#options;
    const { timeZone } = await readSettings();
    const now = await databaseNow(db);
    // What another installation has put into the bucket is signed by that one.
    const isOwn = await readOwnership(db);
    const kept = (await store.list()).filter(
      (one) => one.kind === "scheduled" && !isAhead(one, now) && isOwn(one),
    );
    const [newest] = kept;
    const oldest = kept.at(-1);
    if (newest === undefined || oldest === undefined) return undefined;
    const last = await findLastTrial(db);
    const isTried = last?.filename === newest.filename && last.place === newest.place && last.error === null;
    const dueAt = trialTime({ last: toLast(last), oldestAt: new Date(oldest.created_at), timeZone, now });
    return isTried || dueAt > now ? undefined : newest;
  }

  #try(tried: Tried & { isByHand: boolean }): Promise<BackupTrial> {
    const { kept, isByHand } = tried;
    return this.#inTurn(async () => {
      const begunAt = performance.now();
      const error = await this.#findTrouble(tried);
      const tookMs = Math.round(performance.now() - begunAt);
      return noteTrial(this.#options.db, { kept, tookMs, isByHand, error });
    });
  }

  /** Why it cannot be restored; null: it can. Throws where that cannot be said at the moment. */
  async #findTrouble({ kept, store, signal }: Tried): Promise<string | null> {
    const { temporaryFolder, openPlaces, tryRestore } = this.#options;
    const fetched = join(temporaryFolder, `restore-${crypto.randomUUID()}`);
    const { target } = await openPlaces();
    try {
      const path = store.pathOf(kept.filename) ?? fetched;
      if (path === fetched) {
        await this.#requireRoom(kept);
        await writeFile(fetched, store.read(kept.filename), { mode: 0o600, flag: "wx", signal });
      }
      const passphrase = kept.is_encrypted ? target.passphrase : undefined;
      await tryRestore({ stored: { path, start: 0, end: kept.size_bytes }, passphrase }, signal);
      return null;
    } catch (error) {
      if (signal.aborted || isPassing(error)) throw error;
      return error instanceof ApiError ? error.message : reasonOf(error);
    } finally {
      await rm(fetched, { force: true });
    }
  }

  /** A trial takes nothing of what syslog and the database need. */
  async #requireRoom({ size_bytes: octets }: KeptBackup): Promise<void> {
    const { temporaryFolder, minFreeBytes } = this.#options;
    if ((await freeBytes(temporaryFolder)) - octets < minFreeBytes)
      throw unavailable("The disk has no room for the backup, which is fetched to be verified", 3600);
  }
}

/** `signal` fires where the service ends. */
type Tried = { kept: KeptBackup; store: BackupStore; signal: AbortSignal };

/** It is no fault of the backup, and may be gone soon. */
function isPassing(error: unknown): boolean {
  if (error instanceof BucketError) return true;
  if (error instanceof ApiError) return error.status === 409 || error.status === 503;
  return asUnavailable(error) !== undefined;
}

function toLast(last: BackupTrial | undefined): { at: Date; hasFailed: boolean } | undefined {
  return last && { at: new Date(last.verified_at), hasFailed: last.error !== null };
}
