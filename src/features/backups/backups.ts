import { mkdirSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { NOBODY, recordAudit, type Actor, type AuditAnchor } from "#features/audit";
import type { RunningOperation } from "#features/operations";
import type { Db, Sql } from "#platform/database";
import { ApiError } from "#platform/errors";
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
import { removePartial } from "./scheduled/folder";
import { ScheduledBackups, type BackupSettings, type ScheduleOptions } from "./scheduled/scheduled-backups";
import type { TargetContext } from "./target/service";
import type { OptionalPart } from "./table-parts";

export type BackupsOptions = {
  db: Db;
  sql: Sql;
  instance: Instance;
  /** Where the schedule puts its backups. */
  folder: string;
  anchor: AuditAnchor;
  readSettings: () => Promise<BackupSettings>;
  deletions: ScheduleOptions["deletions"];
  /** Called behind a restore: what is to be done has changed. */
  onRestored?: () => void;
  observe?: ((step: RestoreStep) => void) | undefined;
  log: Logger;
};

/** Backups of the whole database: to hand out, to keep in a folder by a schedule, and to put back. */
export class Backups {
  readonly #options: BackupsOptions;
  /** Those that are kept by a plan. */
  readonly scheduled: ScheduledBackups;
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
    const { instance } = options;
    this.scheduled = new ScheduledBackups({
      ...options,
      masterKey: instance.masterKey,
      temporaryFolder: instance.temporaryFolder,
      minFreeBytes: instance.minFreeBytes,
      make: (request) => this.make({ parts: [], ...request }),
      tryRestore: (request, signal) => tryRestore({ ...this.#restoreContext(NOBODY), signal }, request),
      failureOf: (error, signal) => this.#failureOf(error, signal),
    });
  }

  /** For where scheduled backups go. */
  get targetContext(): TargetContext {
    const { db, folder, instance } = this.#options;
    return { db, folder, masterKey: instance.masterKey, minFreeBytes: instance.minFreeBytes };
  }

  /** A folder for uploads, which are removed again. */
  get temporaryFolder(): string {
    return this.#options.instance.temporaryFolder;
  }

  /** Removes what backups and restores of events have left whose processes were killed. */
  cleanEvents(): Promise<void> {
    const { db, instance } = this.#options;
    return removeLeftovers({ db, eventsFolder: instance.eventsFolder });
  }

  /** A backup as it is now. Throws 500 with the text that clients know where it cannot be made. */
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

  #failureOf(error: unknown, signal: AbortSignal): unknown {
    if (error instanceof ApiError || signal.aborted) return error;
    this.#options.log.error({ err: error }, "a backup failed");
    return new ApiError(500, "Database backup failed", { cause: error });
  }

  #restoreContext(actor: Actor): RestoreContext {
    const { db, instance, anchor, observe, log } = this.#options;
    return { db, instance, anchor, actor, observe, log };
  }
}

/** Removes what processes left half done in folders for backups; at the start, when no other works there. */
export async function cleanFolders(folders: { folder: string; temporaryFolder: string }): Promise<void> {
  const { folder, temporaryFolder } = folders;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await removePartial(folder);
  for (const name of await readdir(temporaryFolder))
    if (/^(?:backup|restore)-/.test(name)) await rm(join(temporaryFolder, name), { force: true });
}
