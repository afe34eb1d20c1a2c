import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { connectDatabase } from "#platform/database";
import { openDataDirectory } from "#platform/data-directory";
import { migrateDatabase } from "#platform/migrations";
import { startPostgresServer } from "#platform/postgres-server";

/**
 * The folder that this process's services begin with, made once for a whole run; unset: each makes its database anew.
 */
const VARIABLE = "NETATLAS_TEST_PREPARED_DATA";

/** What is costly to make, and the same for every service; secrets, ids and stores are each service's own. */
const PARTS = ["db", "database-password"];

/** Makes a folder with a database that is migrated and empty, as a first start leaves it. */
export async function prepareDataDirectory(): Promise<string> {
  const path = mkdtempSync(join(tmpdir(), "netatlas-prepared-"));
  const dataDirectory = openDataDirectory(path);
  const log = pino({ level: "silent" });
  const server = await startPostgresServer({ dataDirectory, log, syncToDisk: false });
  const database = connectDatabase(server.connection, { log, maxConnections: 2 });
  try {
    await migrateDatabase(database);
  } finally {
    await database.close();
    await server.stop();
    dataDirectory.close();
  }
  return path;
}

/** Runs `work` with a prepared folder for the processes that get this environment; it is gone afterwards. */
export async function withPreparedData(
  work: (environment: Record<string, string>) => Promise<void>,
): Promise<void> {
  const path = await prepareDataDirectory();
  try {
    await work({ [VARIABLE]: path });
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

/** A data directory for one service, with the prepared database in it where there is one. */
export function newDataDirectory({ fromNothing = false } = {}): string {
  const path = mkdtempSync(join(tmpdir(), "netatlas-service-"));
  const prepared = process.env[VARIABLE];
  if (!fromNothing && prepared !== undefined) copyDatabase(prepared, path);
  return path;
}

/** Puts the database of one folder, whose server is stopped, into another one. */
export function copyDatabase(from: string, to: string): void {
  const { exitCode, stderr } = Bun.spawnSync(["cp", "-a", ...PARTS.map((part) => join(from, part)), to]);
  if (exitCode !== 0) throw new Error(`cannot copy the prepared data: ${stderr.toString()}`);
}
