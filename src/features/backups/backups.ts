import { mkdirSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { recordAudit, type Actor, type AuditAnchor } from "#features/audit";
import type { RunningOperation } from "#features/operations";
import type { Db } from "#platform/database";
import { databaseNow } from "#platform/database-clock";
import { ApiError, conflict } from "#platform/errors";
import type { Logger } from "#platform/log";
import { createTurnstile, type Turnstile } from "#platform/turnstile";
import { dumpDatabase, type Instance } from "./dump/dump";
import type { Watching } from "./progress";
import { watchingOf } from "./watching";
import { removeLeftovers } from "./events/leftovers";
import { encodeBackup, type BackupFile } from "./dump/encode";
import type { RestoreContext, RestoreRequest, RestoreStep } from "./restore/prepare";
import type { RestoreReport } from "./restore/report";
import { restore, tryRestore } from "./restore/restore";
import {
  getKept,
  isAhead,
  keep,
  listKept,
  prune,
  readKept,
  removeKept,
  removePartial,
  type KeptBackup,
} from "./scheduled/folder";
import { findLastRun, noteFailed, noteMade, type BackupRun } from "./scheduled/runs";
import type { OptionalPart } from "./table-parts";

export type BackupSettings = { enabled: boolean; intervalHours: number; retentionCount: number };

export type BackupsOptions = {
  db: Db;
  instance: Instance;
  /** Where the schedule puts its backups. */
  folder: string;
  anchor: AuditAnchor;
  readSettings: () => Promise<BackupSettings>;
  /** Called behind a restore: what is to be done has changed. */
  onRestored?: () => void;
  observe?: ((step: RestoreStep) => void) | undefined;
  log: Logger;
};

export type BackupStatus = {
  settings: BackupSettings;
  newest: KeptBackup | null;
  lastRun: BackupRun | null;
  /** Null: the schedule is off. */
  dueAt: Date | null;
  isDue: boolean;
};

const HOUR_MS = 3_600_000;
/** One that failed is tried again then. */
const RETRY_MS = HOUR_MS;

/** Backups of the whole database: to hand out, to keep in a folder by a schedule, and to put back. */
export class Backups {
  readonly #options: BackupsOptions;
  #isMaking = false;
  /** Each holds a connection and some MiB. */
  readonly #makeInTurn = createTurnstile(2, {
    mostWaiting: 8,
    refusal: "Too many backups are being made at this moment",
  });
  /** Each may take 500 MiB of the disk. */
  readonly receiveInTurn: Turnstile = createTurnstile(2, {
    mostWaiting: 0,
    refusal: "Too many backups are being received at this moment",
  });

  constructor(options: BackupsOptions) {
    this.#options = options;
  }

  /** A folder for uploads, which are removed again. */
  get temporaryFolder(): string {
    return this.#options.instance.temporaryFolder;
  }

  /** Removes what processes left half done; at the start, when no other works here. */
  async clean(): Promise<void> {
    const { temporaryFolder } = this.#options.instance;
    mkdirSync(this.#options.folder, { recursive: true, mode: 0o700 });
    await removePartial(this.#options.folder);
    for (const name of await readdir(temporaryFolder))
      if (/^(?:backup|restore)-/.test(name)) await rm(join(temporaryFolder, name), { force: true });
  }

  /** Removes what backups and restores of events have left whose processes were killed. */
  cleanEvents(): Promise<void> {
    const { db, instance } = this.#options;
    return removeLeftovers({ db, eventsFolder: instance.eventsFolder });
  }

  /** A backup as it is now. Throws 500 with the contract's text where it cannot be made. */
  async make(request: {
    parts: readonly OptionalPart[];
    passphrase?: string | undefined;
    signal: AbortSignal;
    onStep?: Watching["onStep"];
  }): Promise<BackupFile> {
    const { db, instance } = this.#options;
    const { parts, passphrase, signal, onStep } = request;
    try {
      const dump = await this.#makeInTurn(() => dumpDatabase({ db, instance, signal, onStep }, parts));
      return await encodeBackup(dump, { instance, passphrase });
    } catch (error) {
      throw this.#failureOf(error, signal);
    }
  }

  /** The same, noted in the audit log under the one who takes it. */
  async export(actor: Actor, request: Parameters<Backups["make"]>[0]): Promise<BackupFile> {
    const file = await this.make(request);
    try {
      await recordAudit(
        { db: this.#options.db, actor },
        { action: "backup.database_exported", target: file.name, detail: `bytes=${file.octets}` },
      );
    } catch (error) {
      await file.close();
      throw error;
    }
    return file;
  }

  tryRestore(actor: Actor, request: RestoreRequest): Promise<RestoreReport> {
    return tryRestore(this.#restoreContext(actor), request);
  }

  /** `operation`: that as which it runs, where it is one. */
  async restore(actor: Actor, request: RestoreRequest, operation?: RunningOperation): Promise<RestoreReport> {
    const watching = operation === undefined ? {} : { operation, ...watchingOf(operation) };
    const report = await restore({ ...this.#restoreContext(actor), ...watching }, request);
    this.#options.log.warn({ created: report.created_at, version: report.version }, "a backup was restored");
    this.#options.onRestored?.();
    return report;
  }

  list(): Promise<KeptBackup[]> {
    return listKept(this.#options.folder);
  }

  /** Throws 404. */
  get(filename: string): Promise<KeptBackup> {
    return getKept(this.#options.folder, filename);
  }

  /** Throws 404. */
  async download(
    actor: Actor,
    filename: string,
  ): Promise<KeptBackup & { content: AsyncGenerator<Uint8Array> }> {
    const kept = await this.get(filename);
    await this.#note(actor, "backup.scheduled_downloaded", filename);
    return { ...kept, content: readKept(this.#options.folder, filename) };
  }

  /** Throws 404. */
  async remove(actor: Actor, filename: string): Promise<void> {
    await removeKept(this.#options.folder, filename);
    await this.#note(actor, "backup.scheduled_deleted", filename);
  }

  async status(): Promise<BackupStatus> {
    const settings = await this.#options.readSettings();
    const kept = await this.list();
    const lastRun = (await findLastRun(this.#options.db)) ?? null;
    const now = await databaseNow(this.#options.db);
    const newest = kept.find((one) => !isAhead(one, now));
    const dueAt = settings.enabled
      ? dueTime({ newest, lastRun, intervalHours: settings.intervalHours, now })
      : null;
    return {
      settings,
      newest: newest ?? kept[0] ?? null,
      lastRun,
      dueAt,
      isDue: dueAt !== null && dueAt <= now,
    };
  }

  /** Makes the scheduled backup where it is due. Its failure is noted and told, and not thrown. */
  async makeDue(signal: AbortSignal): Promise<void> {
    const { isDue } = await this.status();
    if (!isDue || this.#isMaking) return;
    try {
      await this.#keepOne({ isByHand: false, signal });
    } catch (error) {
      if (signal.aborted) return;
      this.#options.log.error({ err: error }, "the scheduled backup failed; it is tried again in an hour");
    }
  }

  /** Makes one for the folder now. Throws 409 while one is being made, and 500 with the contract's text. */
  async makeNow(actor: Actor, signal: AbortSignal): Promise<KeptBackup> {
    const kept = await this.#keepOne({ isByHand: true, signal }).catch((error: unknown) => {
      throw this.#failureOf(error, signal);
    });
    await this.#note(actor, "backup.scheduled_created", kept.filename);
    return kept;
  }

  async #keepOne({ isByHand, signal }: { isByHand: boolean; signal: AbortSignal }): Promise<KeptBackup> {
    if (this.#isMaking) throw conflict("A backup is being made at this moment");
    this.#isMaking = true;
    const { db, folder, readSettings } = this.#options;
    const startedAt = new Date();
    try {
      const { retentionCount } = await readSettings();
      const kept = await keep(folder, await this.make({ parts: [], signal }));
      await prune(folder, { mostKept: retentionCount, now: await databaseNow(db) });
      await noteMade(db, { startedAt, isByHand, kept });
      return kept;
    } catch (error) {
      if (!signal.aborted) await noteFailed(db, { startedAt, isByHand, error: reasonOf(error) });
      throw error;
    } finally {
      this.#isMaking = false;
    }
  }

  #failureOf(error: unknown, signal: AbortSignal): unknown {
    if (error instanceof ApiError || signal.aborted) return error;
    this.#options.log.error({ err: error }, "a backup failed");
    return new ApiError(500, "Database backup failed", { cause: error });
  }

  #restoreContext(actor: Actor): RestoreContext {
    const { db, instance, anchor, observe, log } = this.#options;
    return { db, instance, anchor, actor, observe, log };
  }

  async #note(actor: Actor, action: string, filename: string): Promise<void> {
    await recordAudit({ db: this.#options.db, actor }, { action, target: filename });
  }
}

function dueTime(known: {
  newest: KeptBackup | undefined;
  lastRun: BackupRun | null;
  intervalHours: number;
  now: Date;
}): Date {
  const { newest, lastRun, intervalHours, now } = known;
  const byInterval = newest === undefined ? 0 : Date.parse(newest.created_at) + intervalHours * HOUR_MS;
  const hasFailed = lastRun !== null && lastRun.error !== null;
  // One that ended later than now did so before the clock was put back.
  const failedAt = hasFailed ? Date.parse(lastRun.ended_at) : 0;
  const byFailure = failedAt > 0 && failedAt <= now.getTime() ? failedAt + RETRY_MS : 0;
  return new Date(Math.max(byInterval, byFailure));
}

/** The deepest cause says most: what the disk or the database said. */
function reasonOf(error: unknown): string {
  let reason = "an unexpected failure";
  for (let cause = error; cause instanceof Error; cause = cause.cause) reason = cause.message;
  return reason.slice(0, 300);
}
