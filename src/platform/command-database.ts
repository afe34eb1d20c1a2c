import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { DataDirectoryInUseError, openDataDirectory, type DataDirectory } from "./data-directory";
import { connectDatabase, type Database } from "./database";
import { findMovedPlace, findPlace, keepPlace } from "./database-place";
import { migrateDatabase, requireCurrentSchema, type BeforeMigration } from "./migrations";
import type { Logger } from "./log";
import { admitArrival, readMoveMark, requireInCharge } from "./move-mark";
import { findRunningServer, startPostgresServer, type PostgresConnection } from "./postgres-server";

export type CommandDatabase = {
  database: Database;
  /** Of yours; undefined: our own. */
  url: string | undefined;
  /** Open where the service does not run and the command has started its server. */
  dataDirectory: DataDirectory | undefined;
  close(): Promise<void>;
};

type Options = {
  /**
   * DATABASE_URL: `postgres://…`; undefined: our own server of the data directory. A move may have taken the database
   * elsewhere.
   */
  url: string | undefined;
  dataDirectory: string;
  binaryDirectory: string | undefined;
  templateCluster: string | undefined;
  /** Told before the schema of our own server's database is brought up to date. */
  beforeMigration?: ((database: Database) => BeforeMigration) | undefined;
  maxConnections?: number;
  log: Logger;
};

const MAX_CONNECTIONS = 2;

/**
 * The service's database for a command beside it: yours; else that of the running service, by its socket; else our own
 * server, started until `close()`. Throws an Error of one line.
 */
export async function openCommandDatabase(options: Options): Promise<CommandDatabase> {
  const directory = resolve(options.dataDirectory);
  const place = findPlace(directory, options.url);
  if (place.doubt !== undefined) options.log.warn(place.doubt);
  const opened = place.url === undefined ? await openOwn(options, directory) : connect(options, place.url);
  const { database } = opened;
  try {
    const mark = await readMoveMark(database.sql);
    const moved = mark?.phase === "moved" ? findMovedPlace(directory, mark.move) : undefined;
    if (moved !== undefined) {
      keepPlace(directory, moved, options.url);
      await opened.close();
      return await openCommandDatabase(options);
    }
    if (mark?.phase === "arriving" && mark.move === place.move) await admitArrival(database, mark.move);
    else requireInCharge(mark);
    // Where the service does not run, the command is the first of a new version.
    if (opened.dataDirectory === undefined) await requireCurrentSchema(database);
    else await migrateDatabase(database, { before: options.beforeMigration?.(database) });
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function openOwn(options: Options, directory: string): Promise<CommandDatabase> {
  if (!existsSync(join(directory, "db"))) {
    throw new Error(`there is no database in ${directory}; set DATA_DIR, or start the service once`);
  }
  const unused = openUnused(directory);
  if (unused !== undefined) return start(options, unused);
  const running = findRunningServer(directory, options.log);
  if (running === undefined) {
    throw new Error("the running service has a database of its own; give this command the same DATABASE_URL");
  }
  return connect(options, running);
}

/** Undefined where a service has it. */
export function openUnused(directory: string): DataDirectory | undefined {
  try {
    return openDataDirectory(directory);
  } catch (error) {
    if (error instanceof DataDirectoryInUseError) return undefined;
    throw error;
  }
}

function connect(
  { log, maxConnections = MAX_CONNECTIONS }: Options,
  to: string | PostgresConnection,
): CommandDatabase {
  const isUrl = typeof to === "string";
  const database = connectDatabase(isUrl ? { url: to } : to, { log, maxConnections });
  return {
    database,
    url: isUrl ? to : undefined,
    dataDirectory: undefined,
    close: () => database.close(),
  };
}

async function start(options: Options, dataDirectory: DataDirectory): Promise<CommandDatabase> {
  const { log, maxConnections = MAX_CONNECTIONS } = options;
  try {
    const server = await startPostgresServer({ ...options, dataDirectory });
    const database = connectDatabase(server.connection, { log, maxConnections });
    return {
      database,
      url: undefined,
      dataDirectory,
      async close() {
        await database.close();
        await server.stop();
        dataDirectory.close();
      },
    };
  } catch (error) {
    dataDirectory.close();
    throw error;
  }
}
