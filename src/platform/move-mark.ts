import { isBusy, isUndefinedTable, type Database, type Sql } from "./database";

/**
 * What a database says of a move that it is part of, in a schema of its own. `leaving`: it is being copied and in
 * charge still. `moved`: the other one is in charge, for good. `arriving`: a copy that is not in charge. `settling`: a
 * copy that has taken over, and has only to be tidied up. `ended`: a move of it was given up, and it is in charge.
 */
export type MovePhase = "leaving" | "moved" | "arriving" | "settling" | "ended";

/** `other`: the other database, for people. */
export type MoveMark = { move: string; phase: MovePhase; other: string };

export const MOVE_SCHEMA = "netatlas_move";

/** Of pg_try_advisory_xact_lock: whoever holds it works on the move of this database. It goes with its process. */
export const MOVE_LOCK = 7_248_110_957;

/** A database that must not be used, and what to do. */
export class NotInChargeError extends Error {}

export async function readMoveMark(sql: Sql): Promise<MoveMark | undefined> {
  const [found] = await sql<{ isThere: boolean }[]>`
    SELECT to_regclass('netatlas_move.mark') IS NOT NULL AS "isThere"`;
  if (found?.isThere !== true) return undefined;
  try {
    const [mark] = await sql<MoveMark[]>`SELECT move::text AS move, phase, other FROM netatlas_move.mark`;
    return mark;
  } catch (error) {
    // It was tidied up between the two looks.
    if (isUndefinedTable(error)) return undefined;
    throw error;
  }
}

/**
 * Throws NotInChargeError, without a password, where the database was moved away, or is a copy that never took over.
 */
export function requireInCharge(mark: MoveMark | undefined): void {
  if (mark?.phase === "moved")
    throw new NotInChargeError(
      `the database was moved away, to ${mark.other}; set DATABASE_URL to that one, or use the DATA_DIR that it was moved with`,
    );
  if (mark?.phase === "arriving")
    throw new NotInChargeError(
      `this database holds the rest of a move from ${mark.other} that did not end; that one is in charge`,
    );
}

/** Lets a copy take over whose original says that it was moved away. */
export async function admitArrival({ sql }: Database, move: string): Promise<void> {
  await sql`UPDATE netatlas_move.mark SET phase = 'settling' WHERE move = ${move} AND phase = 'arriving'`;
}

/**
 * Ends what a move has left in a database that is in charge, while it is used: references that are not checked yet are
 * (they are of rows that were compared with those of the original), traces go. Does nothing where another process works
 * on a move of it.
 */
export function tidyMove(database: Database): Promise<boolean> {
  return database.sql.begin(async (tx) => {
    const [turn] = await tx<{ taken: boolean }[]>`SELECT pg_try_advisory_xact_lock(${MOVE_LOCK}) AS taken`;
    if (turn?.taken !== true) return false;
    await removeTraces(database);
    return true;
  });
}

/** The same for whoever holds MOVE_LOCK. */
export async function removeTraces(database: Database): Promise<void> {
  const { sql } = database;
  if ((await readMoveMark(sql)) === undefined) return;
  // A commit that marks it as moved away may be under way: it comes before this, or never.
  await sql`UPDATE netatlas_move.mark SET phase = 'ended' WHERE phase = 'leaving'`;
  const mark = await readMoveMark(sql);
  if (mark === undefined) return;
  requireInCharge(mark);
  if (mark.phase === "settling") await validateReferences(sql);
  await dropTriggers(sql);
  await sql.unsafe(`DROP SCHEMA IF EXISTS ${MOVE_SCHEMA} CASCADE`);
}

async function validateReferences(sql: Sql): Promise<void> {
  const unchecked = await sql<{ statement: string }[]>`
    SELECT format('ALTER TABLE %s VALIDATE CONSTRAINT %I', conrelid::regclass, conname) AS statement
    FROM pg_constraint WHERE contype = 'f' AND NOT convalidated AND connamespace = 'public'::regnamespace`;
  for (const { statement } of unchecked) await sql.unsafe(statement);
}

const LOCK_PATIENCE = "1500ms";
const MAX_TRIES = 60;
const PAUSE_MS = 500;

/** One table at a time: whoever works with some of them waits for none of our locks while we wait for theirs. */
async function dropTriggers(sql: Sql): Promise<void> {
  const triggers = await sql<{ statement: string }[]>`
    SELECT format('DROP TRIGGER IF EXISTS %I ON %s', tgname, tgrelid::regclass) AS statement
    FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE p.pronamespace = to_regnamespace(${MOVE_SCHEMA}) AND NOT tgisinternal`;
  for (const { statement } of triggers) await patiently(sql, [statement]);
}

/** Runs statements that want a table for themselves, in a transaction that gives up waiting soon and is tried again. */
export async function patiently(sql: Sql, statements: readonly string[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await sql.begin(async (tx) => {
        await tx.unsafe(`SET LOCAL lock_timeout = '${LOCK_PATIENCE}'`);
        for (const statement of statements) await tx.unsafe(statement);
      });
      return;
    } catch (error) {
      if (tries === MAX_TRIES || !isBusy(error)) throw error;
      await Bun.sleep(PAUSE_MS);
    }
  }
}
