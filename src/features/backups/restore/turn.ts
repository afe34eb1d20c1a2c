import { sql } from "drizzle-orm";
import { isUndefinedTable, type Db } from "#platform/database";
import { conflict, unavailable } from "#platform/errors";
import { MIGRATION_LOCK, readMigrations } from "#platform/migrations";

/** Of pg_try_advisory_xact_lock: one restore at a time, or one trial. */
export const RESTORE_LOCK = 7_248_110_944;

/** Whether the transaction is the only one that restores, tries, or tidies up behind a restore; until its end then. */
export async function takesTurn(db: Db): Promise<boolean> {
  const [turn] = await db.execute<{ taken: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(${RESTORE_LOCK}) AS taken`,
  );
  return turn?.taken === true;
}

/**
 * For the one whose turn it is: a move of the database has the turn, too, until its end, so that what it says of itself
 * stays so. Throws 503 where another database is in charge by now, before all the work that would be refused at its
 * end, and 409 where a move was left half done, whose triggers let no table be emptied.
 */
export async function requireNoMove(db: Db): Promise<void> {
  const phase = await readMovePhase(db);
  if (phase === "moved" || phase === "arriving")
    throw unavailable("The database was moved elsewhere at this moment; nothing was changed", 2);
  if (phase === "leaving" || phase === "ended")
    throw conflict(
      "A move of the database did not end; the service removes what is left of it within some minutes, and when it starts",
    );
}

/**
 * Keeps the schema as it is until the transaction's end. Throws 409 where somebody migrates it, or a newer version has:
 * what its migrations did to the rows would not be done to those of a backup.
 */
export async function holdSchema(db: Db): Promise<void> {
  const [turn] = await db.execute<{ taken: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS taken`,
  );
  if (turn?.taken !== true)
    throw conflict("The database is being brought to another version; try again when that has ended");
  const [found] = await db.execute<{ newest: number }>(
    sql`SELECT max(created_at)::float8 AS newest FROM drizzle.__drizzle_migrations`,
  );
  if (found?.newest !== readMigrations().at(-1)?.madeAt)
    throw conflict("The database belongs to a newer version by now; restore with that one");
}

/** Undefined: it is part of no move. In a savepoint: the mark may be removed between the two looks. */
async function readMovePhase(db: Db): Promise<string | undefined> {
  const [found] = await db.execute<{ is_there: boolean }>(
    sql`SELECT to_regclass('netatlas_move.mark') IS NOT NULL AS is_there`,
  );
  if (found?.is_there !== true) return undefined;
  try {
    const [mark] = await db.transaction((savepoint) =>
      savepoint.execute<{ phase: string }>(sql`SELECT phase FROM netatlas_move.mark`),
    );
    return mark?.phase;
  } catch (error) {
    if (isUndefinedTable(error)) return undefined;
    throw error;
  }
}
