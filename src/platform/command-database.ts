import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { DataDirectoryInUseError, openDataDirectory, type DataDirectory } from "./data-directory";
import { connectDatabase, type Database } from "./database";
import { migrateDatabase, requireCurrentSchema, type BeforeMigration } from "./migrations";
import type { Logger } from "./log";
import { findRunningServer, startPostgresServer } from "./postgres-server";

export type CommandDatabase = { database: Database; close(): Promise<void> };

type Options = {
  /** `postgres://…`; undefined: our own server of the data directory. */
  url: string | undefined;
  dataDirectory: string;
  binaryDirectory: string | undefined;
  templateCluster: string | undefined;
  /** Told before the schema of our own server's database is brought up to date. */
  beforeMigration?: ((database: Database) => BeforeMigration) | undefined;
  log: Logger;
};

/**
 * The service's database for a command beside it: yours; else that of the running service, by its socket; else our own
 * server, started until `close()`. Throws an Error of one line.
 */
export async function openCommandDatabase(options: Options): Promise<CommandDatabase> {
  const { url } = options;
  if (url !== undefined) return connect(options, { url });
  const directory = resolve(options.dataDirectory);
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

function openUnused(directory: string): DataDirectory | undefined {
  try {
    return openDataDirectory(directory);
  } catch (error) {
    if (error instanceof DataDirectoryInUseError) return undefined;
    throw error;
  }
}

async function connect(
  { log }: Options,
  connection: Parameters<typeof connectDatabase>[0],
): Promise<CommandDatabase> {
  const database = connectDatabase(connection, { log, maxConnections: 2 });
  try {
    await requireCurrentSchema(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, close: () => database.close() };
}

async function start(options: Options, dataDirectory: DataDirectory): Promise<CommandDatabase> {
  const { log } = options;
  try {
    const server = await startPostgresServer({ ...options, dataDirectory });
    const database = connectDatabase(server.connection, { log, maxConnections: 2 });
    const close = async () => {
      await database.close();
      await server.stop();
      dataDirectory.close();
    };
    try {
      await migrateDatabase(database, { before: options.beforeMigration?.(database) });
    } catch (error) {
      await close();
      throw error;
    }
    return { database, close };
  } catch (error) {
    dataDirectory.close();
    throw error;
  }
}
