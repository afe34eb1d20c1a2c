import { join } from "node:path";
import { readMigrationFiles, type MigrationMeta } from "drizzle-orm/migrator";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import type { Database } from "./database";
import { readMoveMark, requireInCharge } from "./move-mark";

const MIGRATIONS_FOLDER = join(import.meta.dir, "../../drizzle");
/** Of pg_advisory_xact_lock: whoever changes the schema, or must not have it changed, holds it. */
export const MIGRATION_LOCK = 7_248_110_901;

/** A migration is known by the time it was made: ms since 1970 (`when` of drizzle/meta/_journal.json). */
type Schema = { bundled: MigrationMeta[]; applied: number[] };

/** What is done with a database before its schema changes; where it throws, nothing is changed. */
export type BeforeMigration = (found: { schema: number }) => Promise<void>;

/** Somebody does not want the schema to be changed now; to try again mends nothing. */
export class MigrationRefused extends Error {
  override readonly name = "MigrationRefused";
}

type Options = { migrationsFolder?: string | undefined; before?: BeforeMigration | undefined };

/**
 * Brings the schema up to this version, under a lock, so that replicas that start together migrate once. A database
 * that has a schema already is shown to `before` first. Throws when the schema is newer than this program, or older
 * than what it can bring up, and what `before` throws.
 */
export async function migrateDatabase(
  database: Database,
  { migrationsFolder = MIGRATIONS_FOLDER, before }: Options = {},
): Promise<void> {
  if (isCurrent(await readSchema(database, migrationsFolder))) return;
  await database.sql.begin(async (lock) => {
    // It says nothing more while others work, a backup of everything among them. Older servers have one of the two.
    await lock`
      SELECT set_config(name, '0', true) FROM pg_settings
      WHERE name IN ('idle_in_transaction_session_timeout', 'transaction_timeout')`;
    await lock`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    // It may have been moved away while we waited: the other one has to be migrated then.
    const mark = await readMoveMark(database.sql);
    if (mark?.phase === "moved") requireInCharge(mark);
    await takeOverPredecessors(database, await readSchema(database, migrationsFolder));
    const found = await readSchema(database, migrationsFolder);
    refuseNewer(found);
    const schema = found.applied.at(-1);
    if (schema !== undefined && !isCurrent(found)) await before?.({ schema });
    await migrate(database.db, { migrationsFolder });
  });
}

/** Throws where the schema is not the one that this version of the program works with. */
export async function requireCurrentSchema(
  database: Database,
  migrationsFolder = MIGRATIONS_FOLDER,
): Promise<void> {
  if (isCurrent(await readSchema(database, migrationsFolder))) return;
  throw new Error(
    "the database's schema belongs to another version; use the command of the version that runs",
  );
}

export type Migration = { madeAt: number; statements: readonly string[] };

/** The migrations of this version of the program, the oldest first. The last one's time is that of its schema. */
export function readMigrations(migrationsFolder = MIGRATIONS_FOLDER): Migration[] {
  return readMigrationFiles({ migrationsFolder }).map(({ folderMillis, sql: statements }) => ({
    madeAt: folderMillis,
    statements,
  }));
}

async function readSchema({ sql }: Database, migrationsFolder: string): Promise<Schema> {
  const bundled = readMigrationFiles({ migrationsFolder });
  const [table] = await sql`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS present`;
  if (table?.present !== true) return { bundled, applied: [] };
  const rows = await sql<{ madeAt: number }[]>`
    SELECT created_at::float8 AS "madeAt" FROM drizzle.__drizzle_migrations ORDER BY created_at`;
  return { bundled, applied: rows.map(({ madeAt }) => madeAt) };
}

function isCurrent({ bundled, applied }: Schema): boolean {
  return (
    applied.length === bundled.length && bundled.every(({ folderMillis }, at) => applied[at] === folderMillis)
  );
}

/**
 * Before the first release there were fifteen migrations, of which the first one of now is the sum; it bears the time
 * of the last of them. A database that has them all has this schema: only the list of what was applied changes.
 */
async function takeOverPredecessors({ sql }: Database, { bundled, applied }: Schema): Promise<void> {
  const [first] = bundled;
  if (first === undefined || !applied.some((madeAt) => madeAt < first.folderMillis)) return;
  if (!applied.includes(first.folderMillis)) {
    throw new Error(
      "The database was made by a development version before 0.2.0 that is too old to be taken over. " +
        "Start the last version before 0.2.0 on it once, then this one.",
    );
  }
  await sql.begin(async (transaction) => {
    await transaction`DELETE FROM drizzle.__drizzle_migrations WHERE created_at < ${first.folderMillis}`;
    await transaction`
      UPDATE drizzle.__drizzle_migrations SET hash = ${first.hash} WHERE created_at = ${first.folderMillis}`;
  });
}

function refuseNewer({ bundled, applied }: Schema): void {
  const known = new Set(bundled.map(({ folderMillis }) => folderMillis));
  if (applied.every((madeAt) => known.has(madeAt))) return;
  throw new Error(
    `The database schema is newer than this program: it has ${applied.length} migrations, this version knows ${bundled.length}. ` +
      "Start the newer version, or restore a backup that was made with this one.",
  );
}
