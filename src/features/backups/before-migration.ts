import { asUnavailable, type Db } from "#platform/database";
import { causesOf, codeOf } from "#platform/error-code";
import type { Logger } from "#platform/log";
import { MigrationRefused } from "#platform/migrations";
import { dumpDatabase, type Instance } from "./dump/dump";
import { encodeBackup } from "./dump/encode";
import { reasonOf } from "./reason";
import { openFolder } from "./scheduled/folder";
import { nameBeforeMigration } from "./scheduled/names";
import { findExpiredBeforeMigration } from "./scheduled/retention";
import type { OptionalPart } from "./table-parts";

/** `required`: without a backup nothing is migrated; `attempted`: it is said and gone on; `off`: none is made. */
export const MIGRATION_BACKUPS = ["required", "attempted", "off"] as const;
export type MigrationBackup = (typeof MIGRATION_BACKUPS)[number];

/**
 * Those that every version knows which can restore: an older one refuses a backup with a part that it has never heard
 * of.
 */
const PARTS: readonly OptionalPart[] = ["check_history", "bindings"];

type Context = {
  db: Db;
  instance: Instance;
  folder: string;
  wanted: MigrationBackup;
  log: Logger;
};

/**
 * Backs a database up as it is, in the tables of the version that made it, before it is brought to this version's
 * schema. Where that cannot be done it throws MigrationRefused, and the error of a database that is away, which is
 * tried again.
 */
export async function backUpBeforeMigration(ctx: Context, { schema }: { schema: number }): Promise<void> {
  const { log, wanted } = ctx;
  if (wanted === "off") return;
  try {
    const kept = await keepOld(ctx, schema);
    log.info(
      { file: kept.filename, octets: kept.size_bytes },
      "the database was backed up, and is migrated now",
    );
  } catch (error) {
    if (isOfDatabase(error)) throw error;
    if (wanted === "required")
      throw new MigrationRefused(
        `cannot back the database up before its migration, so nothing was changed: ${reasonOf(error)}. ` +
          "Mend that, go back to the version of before, or set MIGRATION_BACKUP=attempted to go on without a backup",
        { cause: error },
      );
    log.error({ err: error }, "the database is migrated without a backup: none could be made");
  }
}

async function keepOld({ db, instance, folder }: Context, schema: number) {
  const store = openFolder(folder, instance.minFreeBytes);
  const { signal } = new AbortController();
  const dump = await dumpDatabase({ db, instance, signal, schema }, PARTS);
  const file = await encodeBackup(dump, { instance, passphrase: undefined });
  const kept = await store.keep({ ...file, name: nameBeforeMigration(file.name, instance.version) });
  for (const { filename } of findExpiredBeforeMigration(await store.list())) await store.remove(filename);
  return kept;
}

/** It is away: whoever migrates waits for it. A folder that is missing has a code that a missing socket has, too. */
function isOfDatabase(error: unknown): boolean {
  const lacksFolder = causesOf(error).some(
    (cause) => codeOf(cause) === "ENOENT" && !("syscall" in cause && cause.syscall === "connect"),
  );
  return !lacksFolder && asUnavailable(error) !== undefined;
}
