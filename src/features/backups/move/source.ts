import { asUnavailable, isBusy, type Database, type Statements } from "#platform/database";
import { MOVE_SCHEMA, patiently, removeTraces } from "#platform/move-mark";
import { quote } from "../schema-tables";
import { createChanges, MoveError, OLDEST_SERVER, type MovedTable } from "./plan";

/** Fires behind each row that is written. */
const CAPTURE = "netatlas_move_capture";
/** Fires before any write. Behind a move it stays. */
const REFUSAL = "netatlas_move_refusal";

/** Throws where the role of the old database could not carry the move out, or that is no longer the one in charge. */
export async function requireMovable({ sql }: Database): Promise<void> {
  const [found] = await sql<
    { database: string; role: string; mayCreate: boolean; isOwner: boolean; version: number }[]
  >`
    SELECT current_setting('server_version_num')::int AS version, current_database() AS database, current_user AS role,
      has_database_privilege(current_database(), 'CREATE') AS "mayCreate",
      (SELECT bool_and(pg_has_role(relowner, 'USAGE')) FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r') AS "isOwner"`;
  if (found === undefined || !found.mayCreate)
    throw new MoveError(
      `the old database's role may not create a schema: GRANT CREATE ON DATABASE ${found?.database} TO ${found?.role}`,
    );
  if (found.version < OLDEST_SERVER)
    throw new MoveError("the old database is of an older PostgreSQL than 17, which bounds no stop");
  if (!found.isOwner)
    throw new MoveError(`the role ${found.role} does not own the tables of the old database`);
}

/** Has each change noted from now on, table by table. What an earlier move left is removed before. */
export async function startCapture(
  database: Database,
  tables: readonly MovedTable[],
  { move, other }: { move: string; other: string },
): Promise<void> {
  await removeTraces(database);
  const { sql } = database;
  await sql.begin(async (tx) => {
    await tx.unsafe(`CREATE SCHEMA ${MOVE_SCHEMA};
      CREATE TABLE ${MOVE_SCHEMA}.mark (move uuid PRIMARY KEY, phase text NOT NULL, other text NOT NULL);
      CREATE FUNCTION ${MOVE_SCHEMA}.refuse_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'the database was moved away, to %', (SELECT m.other FROM ${MOVE_SCHEMA}.mark m)
          USING ERRCODE = 'cannot_connect_now';
      END $$;
      CREATE FUNCTION ${MOVE_SCHEMA}.refuse_truncate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'the database is being moved: no table can be emptied now' USING ERRCODE = 'object_in_use';
      END $$`);
    await tx`INSERT INTO netatlas_move.mark (move, phase, other) VALUES (${move}, 'leaving', ${other})`;
    for (const table of tables) {
      await tx.unsafe(createChanges(table));
      await tx.unsafe(captureFunction(table));
    }
  });
  for (const table of tables) await patiently(sql, captureTriggers(table));
}

const functionOf = ({ name }: MovedTable) => `${MOVE_SCHEMA}.${quote(`capture ${name}`)}`;

function captureFunction(table: MovedTable): string {
  const { changes, key } = table;
  const note = (row: "NEW" | "OLD") =>
    `INSERT INTO ${changes} VALUES (${key.length === 0 ? "true" : key.map((name) => `${row}.${name}`).join(", ")});`;
  return `CREATE FUNCTION ${functionOf(table)}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP <> 'INSERT' THEN ${note("OLD")} END IF;
    IF TG_OP <> 'DELETE' THEN ${note("NEW")} END IF;
    RETURN NULL;
  END $$`;
}

/** ALWAYS: they fire for sessions, too, that have switched ordinary triggers off for themselves. */
function captureTriggers(table: MovedTable): string[] {
  const { qualified } = table;
  return [
    `CREATE TRIGGER ${CAPTURE} AFTER INSERT OR UPDATE OR DELETE ON ${qualified}
      FOR EACH ROW EXECUTE FUNCTION ${functionOf(table)}()`,
    `CREATE TRIGGER ${CAPTURE}_truncate BEFORE TRUNCATE ON ${qualified}
      FOR EACH STATEMENT EXECUTE FUNCTION ${MOVE_SCHEMA}.refuse_truncate()`,
    `ALTER TABLE ${qualified} ENABLE ALWAYS TRIGGER ${CAPTURE}, ENABLE ALWAYS TRIGGER ${CAPTURE}_truncate`,
  ];
}

/**
 * So long writers wait for us, or for the ones that we wait for, before we let them go on and try again. Less than
 * PostgreSQL's `deadlock_timeout` of a second: where a writer and we wait for each other it is we who give way, and none
 * of its statements fails.
 */
const LOCK_PATIENCE_MS = 800;

/** Stops all writers, or none: throws a busy error where somebody does not let a table go. Readers go on. */
export async function stopWriters(tx: Statements, tables: readonly MovedTable[]): Promise<void> {
  await tx.unsafe(
    `SET LOCAL lock_timeout = ${LOCK_PATIENCE_MS}; SET LOCAL statement_timeout = ${LOCK_PATIENCE_MS}`,
  );
  await tx.unsafe(`LOCK TABLE ${tables.map(({ qualified }) => qualified).join(", ")} IN EXCLUSIVE MODE`);
  await tx.unsafe(`SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0`);
}

/** Throws where changes have not been noted all the time: somebody has meddled with the triggers. */
export async function requireCapture(
  tx: Statements,
  tables: readonly MovedTable[],
  move: string,
): Promise<void> {
  const [mark] = await tx<{ phase: string }[]>`
    SELECT phase FROM netatlas_move.mark WHERE move = ${move} FOR UPDATE`;
  const [found] = await tx<{ triggers: number }[]>`
    SELECT count(*)::int AS triggers FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE t.tgname = ${CAPTURE} AND t.tgenabled = 'A' AND c.relnamespace = 'public'::regnamespace`;
  if (mark?.phase !== "leaving" || found?.triggers !== tables.length)
    throw new MoveError("somebody has ended the move from outside, or changed the tables");
}

/** Names a transaction, so that what is sent behind its end can be told. */
export async function nameTransaction(tx: Statements): Promise<string> {
  const [found] = await tx<{ name: string }[]>`SELECT pg_current_xact_id()::text AS name`;
  if (found === undefined) throw new Error("our bug: a transaction has no number");
  return found.name;
}

type Marking = { move: string; transaction: string };

/**
 * What makes the other database the one in charge, once the transaction is committed: nobody writes here again. All in
 * one statement, which does nothing outside of the transaction of this name: that ends beside us where the other
 * database is lost.
 */
export async function markMoved(
  tx: Statements,
  tables: readonly MovedTable[],
  { move, transaction }: Marking,
): Promise<void> {
  const refusals = tables.map(
    ({
      qualified,
    }) => `CREATE TRIGGER ${REFUSAL} BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${qualified}
      FOR EACH STATEMENT EXECUTE FUNCTION ${MOVE_SCHEMA}.refuse_write();
    ALTER TABLE ${qualified} ENABLE ALWAYS TRIGGER ${REFUSAL};`,
  );
  await tx.unsafe(`DO $$ BEGIN
      IF pg_current_xact_id()::text <> '${transaction}' THEN RAISE EXCEPTION 'the move was given up'; END IF;
      ${refusals.join("\n")}
      UPDATE ${MOVE_SCHEMA}.mark SET phase = 'moved' WHERE move = '${move}';
    END $$`);
}

/**
 * Whether the old database says that this move was carried out; a commit that is under way is waited for. Throws where
 * it does not answer.
 */
export async function wasMarkedMoved({ sql }: Database, move: string): Promise<boolean> {
  const [mark] = await sql<{ phase: string }[]>`
    SELECT phase FROM netatlas_move.mark WHERE move = ${move} FOR UPDATE`;
  return mark?.phase === "moved";
}

/** True where trying again may help: somebody was in the way, or a connection was lost. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof MoveError) && (isBusy(error) || asUnavailable(error) !== undefined);
}
