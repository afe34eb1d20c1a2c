import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { connectDatabase, type Database } from "#platform/database";
import { migrateDatabase } from "#platform/migrations";
import { openDataDirectory } from "#platform/data-directory";
import { startPostgresServer, type PostgresConnection } from "#platform/postgres-server";
import { copyDatabase } from "./prepared-data";
import { atRunEnd } from "./run-end";

export type TestDatabase = Database & {
  /** For a program that connects by itself. */
  connection: PostgresConnection;
  /** Closes the pool and removes the database; not needed at the end of a run, which removes all of them. */
  drop(): Promise<void>;
};

type TestServer = { connection: PostgresConnection; admin: Database };

const TEMPLATE = "migrated";
const log = pino({ level: "silent" });

let server: Promise<TestServer> | undefined;
let count = 0;

/**
 * A database of its own with the current schema and nothing in it, on a real PostgreSQL that all tests of this process
 * share: the first call starts it (about 1 s), each takes some 30 ms, a fourth of what a copy by way of the log takes.
 * One for a test file is the rule.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  server ??= startTestServer();
  return createDatabaseOn(await server);
}

/**
 * One on a server of its own, for tests of what is written on a whole one: on that of all others, services of files
 * before may still write.
 */
export async function createLoneDatabase(): Promise<TestDatabase> {
  return createDatabaseOn(await startTestServer());
}

async function createDatabaseOn({ connection, admin }: TestServer): Promise<TestDatabase> {
  count += 1;
  const own = { ...connection, database: `test_${count}` };
  await admin.sql`CREATE DATABASE ${admin.sql(own.database)} TEMPLATE ${admin.sql(TEMPLATE)} STRATEGY FILE_COPY`;
  const database = connectDatabase(own, { log, maxConnections: 4 });
  // It is new, whenever the one was made that it is a copy of.
  await database.sql`UPDATE installation SET created_at = now(), clock_seen_at = now(), setup_nonce = gen_random_uuid()`;
  return {
    ...database,
    connection: own,
    drop: async () => {
      await database.close();
      await admin.sql`DROP DATABASE IF EXISTS ${admin.sql(own.database)} WITH (FORCE)`;
    },
  };
}

/** The folder that each of these servers begins with, made once for a whole run; unset: each makes its own. */
const PREPARED = "NETATLAS_TEST_PREPARED_SERVER";

/** Runs `work` with a folder for the servers of the processes that get this environment; it is gone afterwards. */
export async function withPreparedServer(
  work: (environment: Record<string, string>) => Promise<void>,
): Promise<void> {
  const path = await mkdtemp(join(tmpdir(), "netatlas-test-server-"));
  try {
    const made = await openTestServer(path);
    await makeTemplate(made);
    await made.stop();
    await work({ [PREPARED]: path });
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

async function startTestServer(): Promise<TestServer> {
  const path = await mkdtemp(join(tmpdir(), "netatlas-test-"));
  const prepared = process.env[PREPARED];
  if (prepared !== undefined) copyDatabase(prepared, path);
  const opened = await openTestServer(path);
  atRunEnd(async () => {
    await opened.stop();
    await rm(path, { recursive: true, force: true });
  });
  if (prepared === undefined) await makeTemplate(opened);
  return opened;
}

async function openTestServer(path: string): Promise<TestServer & { stop(): Promise<void> }> {
  const dataDirectory = openDataDirectory(path);
  const postgres = await startPostgresServer({
    dataDirectory,
    log,
    syncToDisk: false,
    superuserStatements: [
      "ALTER ROLE netatlas_service CREATEDB",
      // To write what the audit log's triggers refuse.
      "GRANT SET ON PARAMETER session_replication_role TO netatlas_service",
      // To drop a database that is being vacuumed.
      "GRANT pg_signal_backend TO netatlas_service",
      // A run leaves hundreds of databases behind that nobody asks any more; each would be looked after once a minute.
      "ALTER SYSTEM SET autovacuum_naptime = '1h'",
    ],
  });
  const admin = connectDatabase(postgres.connection, { log, maxConnections: 2 });
  return {
    connection: postgres.connection,
    admin,
    async stop() {
      await admin.close();
      await postgres.stop();
      dataDirectory.close();
    },
  };
}

async function makeTemplate({ connection, admin }: TestServer): Promise<void> {
  await admin.sql`CREATE DATABASE ${admin.sql(TEMPLATE)}`;
  const template = connectDatabase({ ...connection, database: TEMPLATE }, { log, maxConnections: 2 });
  await migrateDatabase(template);
  await template.close();
}
