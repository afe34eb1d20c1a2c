import { mkdirSync, readFileSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { openAuditAnchor, type Actor } from "#features/audit";
import type { BackupFile, Backups, OptionalPart, RestoreReport } from "#features/backups";
import { removeSetupToken } from "#features/setup";
import type { Database } from "#platform/database";
import type { Logger } from "#platform/log";
import type { BeforeMigration } from "#platform/migrations";
import { readSecret } from "#platform/secrets";
import { openBackups, prepareMigrationBackup } from "../composition/backups";
import { requireFolderOf, writeWhole } from "./whole-file";
import { dieAt } from "../composition/syslog-options";
import type { Settings } from "../settings/settings";

export type BackupOptions = {
  to?: string;
  "passphrase-file"?: string;
  "with-history"?: boolean;
  "with-events"?: boolean;
  check?: boolean;
};

type Context = { database: Database; settings: Settings; options: BackupOptions; actor: Actor; log: Logger };

type Say = (line: string) => void;

/** Writes a backup into a file that nobody else can read, whole or not at all. */
export async function makeBackup(ctx: Context, say: Say): Promise<boolean> {
  const passphrase = readPassphrase(ctx.options);
  const { to } = ctx.options;
  if (to !== undefined) requireFolderOf(to);
  const file = await openCommandBackups(ctx).export(ctx.actor, {
    parts: partsOf(ctx.options),
    passphrase,
    signal: new AbortController().signal,
  });
  const path = resolve(to ?? file.name);
  await requireRoom(ctx.settings, path, file);
  await writeWhole(path, file.content);
  say(`${path}: ${file.octets} bytes`);
  return true;
}

function partsOf(options: BackupOptions): OptionalPart[] {
  return [
    ...(options["with-history"] === true ? (["check_history", "bindings"] as const) : []),
    ...(options["with-events"] === true ? (["events"] as const) : []),
  ];
}

/** Says what a backup is and puts it in place of what the database holds; with `--check` it only says. */
export async function restoreBackup(ctx: Context, path: string, say: Say): Promise<boolean> {
  const stored = { path: resolve(path), start: 0, end: sizeOf(path) };
  const request = { stored, passphrase: readPassphrase(ctx.options) };
  const backups = openCommandBackups(ctx);
  if (ctx.options.check === true) {
    describe(await backups.tryRestore(ctx.actor, request), say);
    say("Nothing was changed.");
    return true;
  }
  describe(await backups.restore(ctx.actor, request), say);
  // The backup has an administrator: nobody is to make the first one.
  removeSetupToken(ctx.settings.DATA_DIR);
  say("The backup was restored.");
  return true;
}

// Without the system's error as a cause: its code would be taken for that of a database that is away.
function sizeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile()) throw new Error(`there is no file ${path}`);
  return found.size;
}

/**
 * Closes the backup where the disk on which it is written has no room for it; of the service's own some is left to
 * others.
 */
async function requireRoom(settings: Settings, path: string, file: BackupFile): Promise<void> {
  const folder = dirname(path);
  const { bavail, bsize } = await statfs(folder);
  const isOwnDisk = statSync(folder).dev === statSync(settings.DATA_DIR).dev;
  const left = isOwnDisk ? settings.SYSLOG_MIN_FREE_BYTES : 0;
  if (bavail * bsize - file.octets >= left) return;
  await file.close();
  throw new Error(
    `the backup takes ${file.octets} bytes; the disk has ${bavail * bsize} free, of which ${left} are left to others (SYSLOG_MIN_FREE_BYTES)`,
  );
}

function describe(report: RestoreReport, say: Say): void {
  say(`Backup of ${report.created_at}, made by version ${report.version}: ${report.table_count} tables,`);
  say(`${report.devices} devices, ${report.users} users, ${report.subnets} subnets.`);
  const { events } = report;
  if (events !== null)
    say(
      `${events.events} stored events in ${events.files} files, of which ${events.new_files} are not here.`,
    );
  for (const warning of report.warnings) say(warning);
  if (report.still_disabled_users.length > 0)
    say(`Disabled since, and still so: ${report.still_disabled_users.join(", ")}`);
  if (report.still_revoked_keys.length > 0)
    say(`API keys revoked since, and still so: ${report.still_revoked_keys.join(", ")}`);
}

/** Gives what backs the stopped service's database up before a command of a newer version migrates it. */
export function commandMigrationBackup(
  ctx: Pick<Context, "settings" | "log">,
): (database: Database) => BeforeMigration {
  return (database) => async (found) => {
    const backUp = await prepareMigrationBackup({ ...instanceOf(ctx), ...ctx });
    await backUp(database)(found);
  };
}

function openCommandBackups({ database, settings, log }: Context): Backups {
  const instance = instanceOf({ settings, log });
  return openBackups({
    ...instance,
    settings,
    database,
    anchor: openAuditAnchor(join(instance.dataDirectory.path, "audit-anchor")),
    observe: dieAt(settings.FAULT_POINT),
    log,
  });
}

/** The folders and keys of the service. */
function instanceOf({ settings, log }: Pick<Context, "settings" | "log">) {
  const directory = resolve(settings.DATA_DIR);
  const temporary = join(directory, "tmp");
  mkdirSync(temporary, { recursive: true, mode: 0o700 });
  return {
    dataDirectory: { path: directory, tmp: temporary, events: join(directory, "events") },
    secretKey: settings.SECRET_KEY || requireSecret({ directory, log }, "secret-key"),
    masterKey: settings.MASTER_KEY || requireSecret({ directory, log }, "master-key"),
  };
}

function requireSecret(store: Parameters<typeof readSecret>[0], name: string): string {
  const secret = readSecret(store, name);
  if (secret === undefined)
    throw new Error(
      `${join(store.directory, name)} is missing: start the service once, or set its variable as for the service`,
    );
  return secret;
}

/** Never from the arguments: other users of the machine can read those. */
function readPassphrase({ "passphrase-file": path }: BackupOptions): string | undefined {
  if (path === undefined) return undefined;
  sizeOf(path);
  const passphrase = readFileSync(path, "utf8").replace(/\r?\n$/, "");
  if (passphrase.length < 12) throw new Error("the passphrase is shorter than 12 characters");
  return passphrase;
}
