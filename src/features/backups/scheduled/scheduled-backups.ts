import { recordAudit, type Actor } from "#features/audit";
import type { Db, Sql } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import type { DeletionClock } from "#platform/deletion-clock";
import { conflict } from "#platform/errors";
import { runAlone } from "#platform/jobs";
import type { Logger } from "#platform/log";
import type { BackupFile } from "../dump/encode";
import { reasonOf } from "../reason";
import type { TargetContext } from "../target/service";
import { dueTime, type Plan } from "./due";
import { openFolder } from "./folder";
import { nameWithInstallation } from "./names";
import { readInstallation, readOwnership } from "./own";
import { findKept, openPlaces, orUnavailable, toUnavailable, type Places } from "./places";
import { findExpired, findLastGood, isAhead } from "./retention";
import {
  findLastMade,
  findLastRun,
  findPlanStart,
  noteFailed,
  noteMade,
  notePlan,
  type BackupRun,
} from "./runs";
import { byNewest, describeKept, type KeptBackup, type Place } from "./store";
import { TrialRestores } from "./trial-restores";
import { findLastTrial, forgetTrial, listTrials, type BackupTrial } from "./trials";

export type BackupSettings = Plan & {
  enabled: boolean;
  retentionCount: number;
  /** 0: backups may be of any age. */
  retentionDays: number;
  verifiesWeekly: boolean;
};

export type ScheduleOptions = {
  db: Db;
  /** For the lease under which one is made at a time. */
  sql: Sql;
  masterKey: string;
  folder: string;
  temporaryFolder: string;
  minFreeBytes: number;
  readSettings: () => Promise<BackupSettings>;
  /** A backup as the database is now. */
  make: (request: { passphrase: string | undefined; signal: AbortSignal }) => Promise<BackupFile>;
  tryRestore: ConstructorParameters<typeof TrialRestores>[0]["tryRestore"];
  /** What a failure is for the one who asked. */
  failureOf: (error: unknown, signal: AbortSignal) => unknown;
  /** By which backups are too old. */
  deletions: Pick<DeletionClock, "now">;
  log: Logger;
};

export type BackupStatus = {
  settings: BackupSettings;
  place: Place;
  /** The place for people. */
  where: string;
  newest: KeptBackup | null;
  lastRun: BackupRun | null;
  lastTrial: BackupTrial | null;
  /** Null: the schedule is off, or names no moment. */
  dueAt: Date | null;
  isDue: boolean;
};

/** A backup in its place, and what its last trial restore found. */
export type ListedBackup = KeptBackup & { verified_at: string | null; verification_error: string | null };

type Named = { filename: string; place: Place | undefined };

/**
 * Backups that are made by a plan or because somebody asks, and lie in a folder or a bucket until they are too many or
 * too old.
 */
export class ScheduledBackups {
  readonly #options: ScheduleOptions;
  readonly #trials: TrialRestores;

  constructor(options: ScheduleOptions) {
    this.#options = options;
    this.#trials = new TrialRestores({ ...options, openPlaces: () => this.#openPlaces() });
  }

  /** Of one place, or all of them; the newest first. Throws 503 where the bucket cannot be asked. */
  async list(place?: Place): Promise<ListedBackup[]> {
    const { all } = await this.#openPlaces();
    const stores = all.filter((store) => place === undefined || store.place === place);
    const lists = await orUnavailable(Promise.all(stores.map((store) => store.list())));
    return this.#withTrials(lists.flat().sort(byNewest));
  }

  /** Throws 404. */
  async get(named: Named): Promise<ListedBackup> {
    const { kept } = await findKept(await this.#openPlaces(), named);
    return this.#listed(kept);
  }

  /** Throws 404. */
  async download(actor: Actor, named: Named): Promise<KeptBackup & { content: AsyncGenerator<Uint8Array> }> {
    const { kept, store } = await findKept(await this.#openPlaces(), named);
    await this.#note(actor, "backup.scheduled_downloaded", kept);
    return { ...kept, content: store.read(kept.filename) };
  }

  /** Throws 404. */
  async remove(actor: Actor, named: Named): Promise<void> {
    const { kept, store } = await findKept(await this.#openPlaces(), named);
    await orUnavailable(store.remove(kept.filename));
    await forgetTrial(this.#options.db, kept);
    await this.#note(actor, "backup.scheduled_deleted", kept);
  }

  /** Restores a backup where nobody sees it. Throws 404, and 409 or 503 where that cannot be done at the moment. */
  async verify(actor: Actor, named: Named): Promise<ListedBackup> {
    return this.#listed(await this.#trials.verify(actor, named));
  }

  /** The same with the newest, where it is time for that. */
  verifyDue(signal: AbortSignal): Promise<void> {
    return this.#trials.verifyDue(signal);
  }

  /** How the plan stands. Asks no bucket. */
  async status(): Promise<BackupStatus> {
    const { db, readSettings, folder, minFreeBytes } = this.#options;
    const settings = await readSettings();
    const { current } = await this.#openPlaces();
    const now = await databaseNow(db);
    const isMadeBefore = (one: KeptBackup) => one.kind === "scheduled" && !isAhead(one, now);
    const inFolder = (await openFolder(folder, minFreeBytes).list()).find(isMadeBefore);
    const lastMade = await findLastMade(db, { countsByHand: true });
    const lastRun = (await findLastRun(db)) ?? null;
    const dueAt = settings.enabled ? await this.#dueTime({ settings, inFolder, lastRun, now }) : null;
    return {
      settings,
      place: current.place,
      where: current.description,
      newest: newestOf(inFolder, lastMade),
      lastRun,
      lastTrial: (await findLastTrial(db)) ?? null,
      dueAt,
      isDue: dueAt !== null && dueAt <= now,
    };
  }

  /** Makes the scheduled backup where it is due. Its failure is noted and told, and not thrown. */
  async makeDue(signal: AbortSignal): Promise<void> {
    const { db, readSettings, deletions, log } = this.#options;
    // Each minute it is seen whether the clock was set.
    await deletions.now();
    const settings = await readSettings();
    if (settings.enabled) await notePlan(db, describePlan(settings));
    const { isDue } = await this.status();
    if (!isDue) return;
    try {
      // One that is made by hand at this moment may do as well, or it is due again in a minute.
      await this.#keepAlone({ isByHand: false, signal });
    } catch (error) {
      if (signal.aborted) return;
      log.error({ err: error }, "the scheduled backup failed; it is tried again in an hour");
    }
  }

  /**
   * Makes one now. Throws 409 while one is being made, by whichever process, 503 for what stands before the bucket, and
   * 500 with the text that clients know.
   */
  async makeNow(actor: Actor, signal: AbortSignal): Promise<ListedBackup> {
    const made = await this.#keepAlone({ isByHand: true, signal }).catch((error: unknown) => {
      throw this.#options.failureOf(toUnavailable(error), signal);
    });
    if (made === undefined) throw conflict("A backup is being made at this moment");
    const kept = made.result;
    await this.#note(actor, "backup.scheduled_created", kept);
    return this.#listed(kept);
  }

  /** Undefined where one is being made at this moment. */
  #keepAlone(request: {
    isByHand: boolean;
    signal: AbortSignal;
  }): Promise<{ result: KeptBackup } | undefined> {
    const { sql, log } = this.#options;
    return runAlone({ name: "backups.keep", sql, log }, (lease) =>
      this.#keepNext({ ...request, signal: AbortSignal.any([request.signal, lease.signal]) }),
    );
  }

  async #keepNext({ isByHand, signal }: { isByHand: boolean; signal: AbortSignal }): Promise<KeptBackup> {
    const { db, make } = this.#options;
    const startedAt = await databaseNow(db);
    let place: Place = "folder";
    try {
      const places = await this.#openPlaces();
      place = places.current.place;
      if (places.target.problem !== undefined) throw new Error(places.target.problem);
      const file = await make({ passphrase: places.target.passphrase, signal });
      const name = place === "s3" ? nameWithInstallation(file.name, await readInstallation(db)) : file.name;
      const kept = await places.current.keep({ ...file, name, content: untilAborted(file.content, signal) });
      const error = await this.#prune(places);
      await noteMade(db, { startedAt, isByHand, kept, error });
      return kept;
    } catch (error) {
      if (!signal.aborted) await noteFailed(db, { startedAt, isByHand, place, error: reasonOf(error) });
      throw error;
    }
  }

  /**
   * Lets go what is too much or too old, in each place, of what this installation has put there; nothing for its age
   * while the clock is not believed. Gives why that does not go: the new backup is there all the same.
   */
  async #prune({ all }: Places): Promise<string | null> {
    const { db, readSettings, deletions, log } = this.#options;
    const { retentionCount: mostKept, retentionDays } = await readSettings();
    const now = await databaseNow(db);
    const mostDays = (await deletions.now()) === undefined ? 0 : retentionDays;
    try {
      const trials = await listTrials(db);
      const isOwn = await readOwnership(db);
      for (const store of all) {
        const kept = (await store.list()).filter(isOwn);
        const lastGood = findLastGood(kept, trials);
        for (const expired of findExpired(kept, { mostKept, mostDays, now })) {
          if (expired === lastGood) continue;
          await store.remove(expired.filename);
          await forgetTrial(db, expired);
        }
      }
      return null;
    } catch (error) {
      log.error({ err: error }, "a backup was made, but old ones cannot be removed");
      return `was made, but old ones cannot be removed: ${reasonOf(error)}`;
    }
  }

  async #dueTime({
    settings,
    inFolder,
    lastRun,
    now,
  }: {
    settings: BackupSettings;
    inFolder: KeptBackup | undefined;
    lastRun: BackupRun | null;
    now: Date;
  }): Promise<Date | null> {
    const { db } = this.#options;
    const byClock = settings.cron !== "";
    const since = (await findPlanStart(db, describePlan(settings))) ?? now;
    const run = await findLastMade(db, { countsByHand: !byClock });
    const times = [run?.started_at, byClock ? undefined : inFolder?.created_at]
      .flatMap((at) => (at === undefined ? [] : [Date.parse(at)]))
      .filter((at) => at <= now.getTime());
    const madeAt = times.length === 0 ? undefined : new Date(Math.max(...times));
    const hasFailed = lastRun !== null && lastRun.filename === null;
    const failedAt = hasFailed ? new Date(lastRun.ended_at) : undefined;
    return dueTime({ plan: settings, since, madeAt, failedAt, now });
  }

  #openPlaces(): Promise<Places> {
    return openPlaces(targetContextOf(this.#options));
  }

  async #withTrials(kept: readonly KeptBackup[]): Promise<ListedBackup[]> {
    const trials = new Map(
      (await listTrials(this.#options.db)).map((trial) => [`${trial.place}/${trial.filename}`, trial]),
    );
    return kept.map((one) => {
      const trial = trials.get(`${one.place}/${one.filename}`);
      return {
        ...one,
        verified_at: trial?.verified_at ?? null,
        verification_error: trial?.error ?? null,
      };
    });
  }

  async #listed(kept: KeptBackup): Promise<ListedBackup> {
    const [listed] = await this.#withTrials([kept]);
    if (listed === undefined) throw new Error("our bug: a backup was lost between two lines");
    return listed;
  }

  async #note(actor: Actor, action: string, { filename, place }: KeptBackup): Promise<void> {
    const { db } = this.#options;
    await recordAudit({ db, actor }, { action, target: filename, detail: `place=${place}` });
  }
}

function targetContextOf({ db, masterKey, folder, minFreeBytes }: ScheduleOptions): TargetContext {
  return { db, masterKey, folder, minFreeBytes };
}

/** Another text is another plan. */
function describePlan({ cron, timeZone, intervalHours }: Plan): string {
  return cron === "" ? `every ${intervalHours} h` : `${cron} ${timeZone}`;
}

/** Of those that were made: what lies in the folder by its file, what lies elsewhere by what was noted of it. */
function newestOf(inFolder: KeptBackup | undefined, lastMade: BackupRun | undefined): KeptBackup | null {
  const elsewhere =
    lastMade?.place === "s3" && lastMade.filename !== null
      ? describeKept(lastMade.filename, { place: "s3", octets: lastMade.size_bytes ?? 0 })
      : undefined;
  const [newest] = [inFolder, elsewhere].filter((one) => one !== undefined).sort(byNewest);
  return newest ?? null;
}

async function* untilAborted(
  pieces: AsyncGenerator<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    yield piece;
  }
}
