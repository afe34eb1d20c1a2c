import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DrizzleQueryError } from "drizzle-orm/errors";
import { revokeUserKeys } from "#features/api-keys";
import { NOBODY, openAuditAnchor, verifyAuditLog, type Actor } from "#features/audit";
import { setPassword, unlockLogin } from "#features/auth";
import { resetSecondFactor } from "#features/second-factor";
import { removeSetupToken } from "#features/setup";
import { AdminCreate, createUser, getUserId, newPassword, SUPER_ADMIN } from "#features/users";
import { openCommandDatabase, type CommandDatabase } from "#platform/command-database";
import { asUnavailable, type Database } from "#platform/database";
import { ApiError } from "#platform/errors";
import { createLogger, type Logger } from "#platform/log";
import { commandMigrationBackup, makeBackup, restoreBackup, type BackupOptions } from "./cli/backups";
import {
  CONFIGURATION_USAGE,
  isConfigurationCommand,
  runConfigurationCommand,
} from "./cli/configuration/commands";
import { EXPORT_NAMES, writeExport, type ExportOptions } from "./cli/exports";
import { migrateTo } from "./cli/move";
import { moveEvents } from "./cli/move-events";
import { examine } from "./cli/doctor";
import { readEnvironment, type Settings } from "./settings/settings";

/** The composition root of the commands that work beside the service, or without it. */

const USAGE = `Usage: bun run cli <command>

  unlock <user>                lets a user who tried too many passwords sign in again
  create-admin <user>          makes a SuperAdmin
  reset-password <user>        gives a user another password, ends the sessions, unlocks the name
  reset-second-factor <user>   removes a user's second factors
  backup                       writes a backup of the database into a file
  restore <file>               puts a backup in place of what the database holds: all of it, or nothing
  export <what>                writes an export, with all that there is, to standard output or a file:
                               ${namesInLines(EXPORT_NAMES)}
  migrate-to <address>         moves the database to another PostgreSQL (postgres://…) while the service goes on, or back
                               (embedded); "-" takes the address from standard input
  events-move                  copies stored events from files into the ClickHouse of EVENTS_URL, day by day, the newest
                               first; may be stopped, and goes on where it was. Files stay until they expire
  doctor                       what works here, what is limited and what mends it; also before the first start.
                                exit code 1 where something is broken
  verify-audit                 checks the audit log's hash chain; exit code 1 where it is broken

  --password-stdin             create-admin, reset-password: take the password from standard input;
                               without it one is made and printed once
  --revoke-keys                reset-password: revokes the user's API keys too
  --to <file>                  backup: where to; without it the file is in this folder, named by the time
                               export: a file that only its owner may read, written whole or not at all
  --format <name>              export: csv, json; firewall: jsonl and parquet, too
  --filter <name>=<value>      export: as the parameters of the API's route, as often as needed: verdict=deny, columns=all
  --with-history               backup: with the single results of checks, and who held which address
  --with-events                backup: with the files of all stored events
  --passphrase-file <file>     backup, restore: encrypted with the passphrase in the file; any instance restores it
  --check                      restore: only says what the backup is and what would change
  --head <position>:<hash>     verify-audit: a head noted earlier, which must still be in the chain

It works on DATABASE_URL or DATA_DIR, as the service does, whether that runs or not.

  plan, apply, drift, export-config, config-schema
                               work on the configuration of any service, by its address and an API key;
                               each alone says more
`;

/** A move has its lock, its transaction, the catalogs, and one to look after a failure. */
const MAX_CONNECTIONS = 4;

class UsageError extends Error {}

/** Below each other, where one line would be too long. */
function namesInLines(names: readonly string[]): string {
  const half = Math.ceil(names.length / 2);
  const indent = `,\n${"".padEnd(31)}`;
  return [names.slice(0, half), names.slice(half)].map((some) => some.join(", ")).join(indent);
}

type Options = BackupOptions &
  ExportOptions & { "password-stdin"?: boolean; "revoke-keys"?: boolean; head?: string };

type Context = {
  opened: CommandDatabase;
  database: Database;
  settings: Settings;
  options: Options;
  log: Logger;
};

/** `takes`: what its argument is; null: it has none. */
type Command =
  | {
      takes: "user" | "file" | "export" | "new database" | null;
      run(ctx: Context, argument: string): Promise<boolean>;
    }
  /** Needs no database. */
  | { takes: null; runAlone(settings: Settings): Promise<boolean> };

/** Each gives whether all is well. */
const COMMANDS: Record<string, Command> = {
  unlock: {
    takes: "user",
    async run({ database: { db } }, username) {
      await unlockLogin({ db, actor: COMMAND_LINE }, await getUserId({ db }, username));
      say(`${username} may sign in again.`);
      return true;
    },
  },
  "create-admin": { takes: "user", run: createAdmin },
  "reset-password": { takes: "user", run: resetPassword },
  "reset-second-factor": {
    takes: "user",
    async run({ database: { db } }, username) {
      await resetSecondFactor({ db, actor: COMMAND_LINE }, await getUserId({ db }, username));
      say(`${username} has no second factor any more.`);
      return true;
    },
  },
  "verify-audit": { takes: null, run: verifyAudit },
  backup: { takes: null, run: (ctx) => makeBackup({ ...ctx, actor: COMMAND_LINE }, say) },
  restore: {
    takes: "file",
    run: (ctx, path) => restoreBackup({ ...ctx, actor: COMMAND_LINE }, path, say),
  },
  export: {
    takes: "export",
    run: (ctx, what) => writeExport({ ...ctx, actor: COMMAND_LINE }, what, say),
  },
  "migrate-to": {
    takes: "new database",
    run: (ctx, wanted) => migrateTo({ ...ctx, actor: COMMAND_LINE }, wanted, say),
  },
  "events-move": { takes: null, run: (ctx) => moveEvents(ctx, say) },
  doctor: { takes: null, runAlone: sayVerdicts },
};

/** Two words: no user can have the name. */
const COMMAND_LINE: Actor = { ...NOBODY, username: "command line" };

async function createAdmin(
  { database: { db }, settings, options }: Context,
  username: string,
): Promise<boolean> {
  const password = await readPassword(options);
  const wanted = AdminCreate.safeParse({ username, password: password.text });
  if (!wanted.success) throw new Error(wanted.error.issues.map(({ message }) => message).join("; "));
  const request = { ...wanted.data, role: SUPER_ADMIN, is_active: true, email: null };
  await createUser({ db, actor: COMMAND_LINE }, request);
  removeSetupToken(settings.DATA_DIR);
  say(`${username} is a SuperAdmin.`);
  sayPassword(password);
  return true;
}

async function resetPassword({ database: { db }, options }: Context, username: string): Promise<boolean> {
  const userId = await getUserId({ db }, username);
  const password = await readPassword(options);
  const revokeKeys = options["revoke-keys"] === true ? revokeUserKeys : undefined;
  await setPassword({ db, actor: COMMAND_LINE }, { userId, newPassword: password.text, revokeKeys });
  say(`${username} has another password; all sessions are ended.`);
  sayPassword(password);
  return true;
}

type Password = { text: string; isGenerated: boolean };

/** Never from the arguments: other users of the machine can read those. */
async function readPassword(options: Options): Promise<Password> {
  if (options["password-stdin"] !== true) {
    return { text: randomBytes(18).toString("base64url"), isGenerated: true };
  }
  const text = (await Bun.stdin.text()).replace(/\r?\n$/, "");
  const checked = newPassword.safeParse(text);
  if (!checked.success) throw new Error(`the password is refused: ${checked.error.issues[0]?.message ?? ""}`);
  return { text, isGenerated: false };
}

function sayPassword({ text, isGenerated }: Password): void {
  if (isGenerated) say(`Password (shown this once): ${text}`);
}

async function verifyAudit({ database: { db }, settings, options }: Context): Promise<boolean> {
  const anchor = openAuditAnchor(join(settings.DATA_DIR, "audit-anchor")).read();
  const result = await verifyAuditLog({ db }, { anchor, expected: parseHead(options.head) });
  const { head, faults } = result;
  say(`${result.rows} rows; head ${head.position}:${head.hash}`);
  if (anchor !== undefined) say(`checked against the head noted at ${anchor.position}`);
  for (const { kind, message } of faults) say(`${kind}: ${message}`);
  say(
    result.ok
      ? "The audit log is as it was written."
      : `The audit log is broken: ${result.fault_count} faults.`,
  );
  return result.ok;
}

function parseHead(text: string | undefined) {
  if (text === undefined) return undefined;
  const [, position, hash] = /^([1-9]\d{0,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (position === undefined || hash === undefined) throw new UsageError("--head is <position>:<hash>");
  return { position: Number(position), hash };
}

async function sayVerdicts(settings: Settings): Promise<boolean> {
  const verdicts = await examine(settings);
  const width = Math.max(...verdicts.map(({ feature }) => feature.length)) + 2;
  for (const { feature, verdict, message, remedy } of verdicts) {
    say(`${feature.padEnd(width)}${verdict.padEnd(9)}${message}`);
    if (remedy !== null) say(`${"".padEnd(width + 9)}-> ${remedy}`);
  }
  return verdicts.every(({ verdict }) => verdict !== "broken");
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readArguments(): { command: Command; argument: string; options: Options } {
  const { values, positionals } = parse();
  const [name = "", argument = "", ...rest] = positionals;
  const command = new Map(Object.entries(COMMANDS)).get(name);
  if (command === undefined)
    throw new UsageError(name === "" ? "a command is missing" : `unknown command ${name}`);
  if (command.takes !== null && argument === "")
    throw new UsageError(`the ${command.takes}'s name is missing`);
  if (rest.length > 0 || (command.takes === null && argument !== "")) {
    throw new UsageError("too many arguments; a password is never one of them");
  }
  return { command, argument, options: values };
}

function parse() {
  try {
    return parseArgs({
      args: process.argv.slice(2),
      allowPositionals: true,
      options: {
        "password-stdin": { type: "boolean" },
        "revoke-keys": { type: "boolean" },
        head: { type: "string" },
        to: { type: "string" },
        "with-history": { type: "boolean" },
        "with-events": { type: "boolean" },
        "passphrase-file": { type: "string" },
        check: { type: "boolean" },
        format: { type: "string" },
        filter: { type: "string", multiple: true },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

async function main(): Promise<boolean> {
  const { command, argument, options } = readArguments();
  const settings = readEnvironment();
  if ("runAlone" in command) return command.runAlone(settings);
  const log = createLogger({ level: "error", format: "pretty" });
  const opened = await openCommandDatabase({
    url: settings.DATABASE_URL,
    dataDirectory: settings.DATA_DIR,
    binaryDirectory: settings.POSTGRES_BIN_DIR,
    templateCluster: settings.POSTGRES_TEMPLATE_DIR,
    beforeMigration: commandMigrationBackup({ settings, log }),
    maxConnections: MAX_CONNECTIONS,
    log,
  });
  try {
    return await command.run({ opened, database: opened.database, settings, options, log }, argument);
  } finally {
    await opened.close();
  }
}

function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${USAGE}`;
  if (error instanceof ApiError && typeof error.detail !== "string") {
    return `${error.detail.map(({ msg }) => msg.replace(/^Value error, /, "")).join("; ")}\n`;
  }
  if (asUnavailable(error) !== undefined)
    return "the service's database does not answer; try again in a moment\n";
  // A failed query's own message holds its parameters.
  const shown = error instanceof DrizzleQueryError ? error.cause : error;
  return `${shown instanceof Error ? shown.message : String(shown)}\n`;
}

const words = process.argv.slice(2);
const isHelp = words[0] === "help" || words.some((word) => word === "--help" || word === "-h");
try {
  if (isHelp) process.stdout.write(words.some(isConfigurationCommand) ? CONFIGURATION_USAGE : USAGE);
  else if (isConfigurationCommand(words[0])) process.exitCode = await runConfigurationCommand(words);
  else process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`netatlas: ${explain(error)}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
