import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { DataDirectory } from "./data-directory";
import { connectDatabase, type Database } from "./database";
import { writeDurably } from "./durable-file";
import type { Logger } from "./log";
import { readMoveMark } from "./move-mark";
import {
  forgetDatabase,
  startPostgresServer,
  type PostgresServer,
  type PostgresServerOptions,
} from "./postgres-server";

/** Asks the service that has the data directory to run our own server beside the database in use, for a move to it. */
const WISH_FILE = "embedded-wanted";

export function wishForServer(directory: string): void {
  writeDurably(join(directory, WISH_FILE), "A move to the embedded database waits for its server.\n");
}

export function isServerWished(directory: string): boolean {
  return existsSync(join(directory, WISH_FILE));
}

export function forgetWish(directory: string): void {
  rmSync(join(directory, WISH_FILE), { force: true });
}

/**
 * Our own server, while the database in use is another one, with an empty database or the rest of a move that did not
 * end. A database of earlier, which has been moved away or was never used again, is set aside in `db`, and not removed.
 */
export async function startSpareServer(options: PostgresServerOptions): Promise<PostgresServer> {
  const server = await startPostgresServer(options);
  if (await hasFree(server, options.log)) return server;
  await server.stop();
  const aside = setAside(options.dataDirectory);
  options.log.info({ folder: aside }, "the embedded database of before is set aside");
  return startPostgresServer(options);
}

async function hasFree({ connection }: PostgresServer, log: Logger): Promise<boolean> {
  const database = connectDatabase(connection, { log, maxConnections: 1 });
  try {
    return await isFree(database);
  } finally {
    await database.close();
  }
}

/** Whether a move may go to it: it is empty, or has the rest of one that did not end. */
export async function isFree({ sql }: Database): Promise<boolean> {
  const mark = await readMoveMark(sql);
  if (mark !== undefined) return mark.phase === "arriving";
  const [found] = await sql<{ isEmpty: boolean }[]>`
    SELECT NOT EXISTS (SELECT FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace) AS "isEmpty"`;
  return found?.isEmpty === true;
}

function setAside({ path, db }: DataDirectory): string {
  const cluster = forgetDatabase(path, db);
  const aside = join(db, `aside-${new Date().toISOString().replaceAll(/[-:]|\.\d+/g, "")}`);
  renameSync(cluster, aside);
  return aside;
}
