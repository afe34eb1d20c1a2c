import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { recordAudit, type Actor } from "#features/audit";
import { moveDatabase, MoveError, MoveInDoubtError, type Moved } from "#features/backups";
import { openUnused, type CommandDatabase } from "#platform/command-database";
import type { DataDirectory } from "#platform/data-directory";
import { asUnavailable, connectDatabase, isDiskFull, type Database } from "#platform/database";
import { describeUrl, forgetPendingPlace, keepPlace, notePendingPlace } from "#platform/database-place";
import { causesOf } from "#platform/error-code";
import type { Logger } from "#platform/log";
import { admitArrival, tidyMove } from "#platform/move-mark";
import { findRunningServer } from "#platform/postgres-server";
import { forgetWish, isFree, isServerWished, startSpareServer, wishForServer } from "#platform/spare-server";
import { dieAt } from "../composition/syslog-options";
import { POSTGRES_ADDRESS } from "../settings/fields";
import type { Settings } from "../settings/settings";

type Say = (line: string) => void;
type Context = { opened: CommandDatabase; settings: Settings; actor: Actor; log: Logger };

/** The word for our own database. */
const EMBEDDED = "embedded";
/** The lock, the transaction, the catalogs, and one for looking after a failure. */
const MAX_CONNECTIONS = 4;
const SERVER_PATIENCE_MS = 60_000;
const POLL_MS = 100;

/**
 * Moves the database to `wanted`, a `postgres://…` address (`-`: it is read from standard input) or `embedded`, while
 * the service goes on. Throws an Error of one line where it was not moved: the old one is in charge then.
 */
export async function migrateTo(ctx: Context, wanted: string, say: Say): Promise<boolean> {
  const { opened, settings, log } = ctx;
  const directory = resolve(settings.DATA_DIR);
  if (!existsSync(join(directory, "service.lock")))
    throw new Error(`${directory} is no data directory of the service; set DATA_DIR`);
  const url = await readWanted(wanted);
  if (url === undefined && opened.url === undefined)
    throw new Error("the database is the embedded one already");
  await using held = new AsyncDisposableStack();
  const dataDirectory = opened.dataDirectory ?? openUnused(directory);
  if (dataDirectory !== opened.dataDirectory) held.defer(async () => dataDirectory?.close());
  const target =
    url === undefined
      ? await openEmbedded(ctx, { directory, dataDirectory, held })
      : connectDatabase({ url }, { log, maxConnections: MAX_CONNECTIONS });
  held.defer(() => target.close());
  const names = { source: nameOf(opened.url), target: nameOf(url) };
  const place = { move: crypto.randomUUID(), url: url ?? null };
  const startedAt = performance.now();
  const observe = dieAt(settings.FAULT_POINT) ?? (() => undefined);
  const moved = await move({ ...ctx, directory }, { target, names, place, say, observe });
  say(`Moved to ${names.target}: it is in charge from now on, and ${names.source} takes no writes any more.`);
  try {
    keepPlace(directory, place, settings.DATABASE_URL);
    observe("move_placed");
    await admitArrival(target, place.move);
    observe("move_admitted");
    await recordAudit(
      { db: target.db, actor: ctx.actor },
      { action: "database.moved", target: names.target, detail: `from=${names.source}` },
    );
    await tidyMove(target);
  } catch (error) {
    say(`What is left to be done, the service does when it starts next: ${reasonOf(error)}`);
  }
  sayResult(moved, { ms: performance.now() - startedAt, isRunning: dataDirectory === undefined }, say);
  return true;
}

function sayResult(
  { rows, changes, pauseMs, tries }: Moved,
  { ms, isRunning }: { ms: number; isRunning: boolean },
  say: Say,
): void {
  const all = [...rows.values()].reduce((sum, count) => sum + count, 0);
  say(
    `${rows.size} tables, ${all} rows, and ${changes} changes made meanwhile; both databases were the same.`,
  );
  say(`It took ${(ms / 1000).toFixed(1)} s; writers waited ${pauseMs} ms (try ${tries}).`);
  say(
    isRunning
      ? "The running service goes over by itself."
      : "Start the service as before: it knows the new place.",
  );
}

function nameOf(url: string | undefined): string {
  return url === undefined ? "the embedded database" : describeUrl(url);
}

function reasonOf(error: unknown): string {
  return [...causesOf(error)].at(-1)?.message ?? String(error);
}

type Order = Pick<Parameters<typeof moveDatabase>[0], "target" | "names" | "say" | "observe"> & {
  place: { move: string; url: string | null };
};

async function move(
  { opened, directory }: Context & { directory: string },
  { place, ...order }: Order,
): Promise<Moved> {
  try {
    return await moveDatabase({
      ...order,
      source: opened.database,
      move: place.move,
      onCaughtUp: () => notePendingPlace(directory, place),
    });
  } catch (error) {
    // In doubt, the note is what leads the service to the new database, if the old one says so.
    if (!(error instanceof MoveInDoubtError)) forgetPendingPlace(directory);
    throw explain(error, order.names);
  }
}

/**
 * Without the server's error as a cause where one of two databases is away: it would be taken for the service's own.
 */
function explain(error: unknown, names: { source: string; target: string }): unknown {
  if (error instanceof MoveError) return new Error(error.message);
  if (asUnavailable(error) === undefined) return error;
  const either = `${names.source} or ${names.target}`;
  const what = isDiskFull(error) ? `the disk of ${either} is full` : `${either} does not answer`;
  return new Error(`${what} (${reasonOf(error)}); nothing was moved`);
}

async function readWanted(wanted: string): Promise<string | undefined> {
  if (wanted === EMBEDDED) return undefined;
  const address = wanted === "-" ? (await Bun.stdin.text()).trim() : wanted;
  if (!POSTGRES_ADDRESS.accepts(address))
    throw new Error("the new database is not given as postgres://…, or as embedded");
  return address;
}

type Held = { directory: string; dataDirectory: DataDirectory | undefined; held: AsyncDisposableStack };

/** Our own server: that of the running service, which starts it for us, or one until the command's end. */
async function openEmbedded(
  { settings, log }: Context,
  { directory, dataDirectory, held }: Held,
): Promise<Database> {
  if (dataDirectory !== undefined) {
    const server = await startSpareServer({
      dataDirectory,
      binaryDirectory: settings.POSTGRES_BIN_DIR,
      templateCluster: settings.POSTGRES_TEMPLATE_DIR,
      log,
    });
    held.defer(() => server.stop());
    return connectDatabase(server.connection, { log, maxConnections: MAX_CONNECTIONS });
  }
  wishForServer(directory);
  held.defer(async () => forgetWish(directory));
  const deadline = performance.now() + SERVER_PATIENCE_MS;
  let reason = "it runs another version, or cannot make one";
  while (performance.now() < deadline && isServerWished(directory)) {
    const found = await tryRunning(directory, log);
    if (typeof found !== "string") return found;
    reason = found;
    await Bun.sleep(POLL_MS);
  }
  throw new Error(
    `the running service has no database of its own for the move (${reason}); its log says more`,
  );
}

/** Why there is none yet: its server is starting, is being made, or has the database of before still. */
async function tryRunning(directory: string, log: Logger): Promise<Database | string> {
  const connection = findRunningServer(directory, log);
  if (connection === undefined) return "there is none";
  const database = connectDatabase(connection, { log, maxConnections: MAX_CONNECTIONS });
  try {
    if (await isFree(database)) return database;
    await database.close();
    return "it is not empty";
  } catch (error) {
    await database.close();
    return reasonOf(error);
  }
}
