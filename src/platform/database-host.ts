import type { DataDirectory } from "./data-directory";
import { asUnavailable, connectDatabase, type Database } from "./database";
import { migrateDatabase, MigrationRefused, type BeforeMigration } from "./migrations";
import { unavailable } from "./errors";
import type { Logger } from "./log";
import { startPostgresServer } from "./postgres-server";

export type DatabaseHost = {
  database: Database;
  /** How it is reached, for people: without a password. */
  description: string;
  limitations: readonly string[];
  /** Resolves once the schema is current; rejects only for what no waiting can mend. */
  ready: Promise<void>;
  isReady(): boolean;
  /** Throws 503 with Retry-After while the database is not there. */
  require: () => void;
  stop(): Promise<void>;
};

type HostOptions = {
  /** `postgres://…`; undefined: our own server in the data directory. */
  url: string | undefined;
  binaryDirectory: string | undefined;
  templateCluster: string | undefined;
  dataDirectory: DataDirectory;
  /** For crash tests: other migrations than those of this version. */
  migrationsFolder?: string | undefined;
  /** Told before a schema that is there already is brought up to date. */
  beforeMigration?: ((database: Database) => BeforeMigration) | undefined;
  log: Logger;
};

const RETRY_MS = [100, 250, 500, 1000, 2000];

/** The database, ours or yours, with its schema brought up to date. A database that is away is waited for. */
export async function openDatabase(options: HostOptions): Promise<DatabaseHost> {
  const { log, url, migrationsFolder, beforeMigration } = options;
  const server = url === undefined ? await startPostgresServer(options) : undefined;
  const database = connectDatabase(server?.connection ?? { url: url ?? "" }, { log });
  let isMigrated = false;
  const stopped = new AbortController();
  const isReady = () => isMigrated && (server === undefined || server.state() === "ready");

  async function migrateWhenReachable(): Promise<void> {
    for (let attempt = 0; !stopped.signal.aborted; attempt++) {
      try {
        await migrateDatabase(database, { migrationsFolder, before: beforeMigration?.(database) });
        isMigrated = true;
        return;
      } catch (error) {
        if (error instanceof MigrationRefused || asUnavailable(error) === undefined) throw error;
        if (attempt % 10 === 0) log.warn({ err: error }, "the database cannot be reached; it is tried again");
        await Bun.sleep(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? 2000);
      }
    }
  }

  return {
    database,
    description:
      server === undefined ? describeUrl(url ?? "") : `PostgreSQL ${server.version}, run by the service`,
    limitations: server?.limitations ?? [],
    ready: migrateWhenReachable(),
    isReady,
    require() {
      if (!isReady()) throw unavailable("The database is not available at the moment", 2);
    },
    async stop() {
      stopped.abort();
      await database.close(isMigrated ? undefined : 0);
      await server?.stop();
    },
  };
}

/** For people: without a password. */
export function describeUrl(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `PostgreSQL at ${hostname}${port === "" ? "" : `:${port}`}${pathname}`;
}
