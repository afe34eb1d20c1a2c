import { sql } from "drizzle-orm";
import type { Database, Statements } from "#platform/database";
import { migrateDatabase } from "#platform/migrations";
import { MOVE_SCHEMA, readMoveMark } from "#platform/move-mark";
import { dropReferences, switchTriggers } from "../restore/side-schema";
import {
  createChanges,
  MoveError,
  OLDEST_SERVER,
  planTables,
  requireSameShape,
  type MovedTable,
} from "./plan";

/** Throws where the new database cannot take this one, before anything is changed. */
export async function requireFreeTarget({ sql }: Database): Promise<void> {
  const [found] = await sql<
    {
      version: number;
      versionText: string;
      encoding: string;
      database: string;
      role: string;
      mayCreate: boolean;
    }[]
  >`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS "versionText",
      current_setting('server_encoding') AS encoding, current_database() AS database, current_user AS role,
      has_database_privilege(current_database(), 'CREATE') AND has_schema_privilege('public', 'CREATE') AS "mayCreate"`;
  if (found === undefined) throw new Error("our bug: the new database tells nothing of itself");
  if (found.version < OLDEST_SERVER)
    throw new MoveError(`the new database is of PostgreSQL ${found.versionText}; 17 or newer is needed`);
  if (found.encoding !== "UTF8")
    throw new MoveError(`the new database has the encoding ${found.encoding}; UTF8 is needed`);
  if (!found.mayCreate)
    throw new MoveError(
      `the role ${found.role} may not create tables there: ALTER DATABASE "${found.database}" OWNER TO "${found.role}"`,
    );
  const mark = await readMoveMark(sql);
  if (mark?.phase === "arriving") return;
  refuseContents(await findContents(sql));
}

/** What somebody may have made there; what extensions bring is no content. */
async function findContents(sql: Statements): Promise<string | undefined> {
  const [first] = await sql<{ name: string }[]>`
    SELECT format('the table %I', relname) AS name FROM pg_class c
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    UNION ALL
    SELECT format('the schema %I', nspname) FROM pg_namespace WHERE nspname IN ('drizzle', ${MOVE_SCHEMA})
    ORDER BY 1 LIMIT 1`;
  return first?.name;
}

function refuseContents(name: string | undefined): void {
  if (name !== undefined)
    throw new MoveError(
      `the new database is not empty: it has ${name}; name one that is, such as a fresh one of that server`,
    );
}

export type Arrival = { move: string; other: string; origin: string };

/**
 * Makes the new database ready to take rows: marked as a copy that is not in charge before anything else is made in it,
 * with the tables of this version, empty, without references and without triggers of ours. Gives what puts the
 * references back.
 */
export async function prepareTarget(
  target: Database,
  tables: readonly MovedTable[],
  { move, other, origin }: Arrival,
): Promise<string[]> {
  await clearRest(target, tables, origin);
  await target.sql.begin(async (tx) => {
    await tx.unsafe(`CREATE SCHEMA ${MOVE_SCHEMA};
      CREATE TABLE ${MOVE_SCHEMA}.mark (move uuid PRIMARY KEY, phase text NOT NULL, other text NOT NULL, origin text NOT NULL)`);
    await tx`INSERT INTO netatlas_move.mark VALUES (${move}, 'arriving', ${other}, ${origin})`;
  });
  await migrateDatabase(target);
  requireSameShape(tables, await planTables(target.db));
  return target.db.transaction(async (tx) => {
    await switchTriggers(tx, "public", "DISABLE");
    const references = await dropReferences(tx, { name: "public", livePath: "public" });
    const names = tables.map(({ qualified }) => qualified).join(", ");
    await tx.execute(sql.raw(`TRUNCATE ${names}`));
    for (const table of tables) await tx.execute(sql.raw(createChanges(table)));
    return references.map(({ add }) => add);
  });
}

/**
 * Removes the rest of a move of this same instance that did not end: the copy's mark says both. Only what a move makes
 * goes, by its names.
 */
async function clearRest(target: Database, tables: readonly MovedTable[], origin: string): Promise<void> {
  if ((await readMoveMark(target.sql)) === undefined) return;
  await target.sql.begin(async (tx) => {
    const [rest] = await tx<{ origin: string }[]>`
      SELECT origin FROM netatlas_move.mark WHERE phase = 'arriving' FOR UPDATE`;
    if (rest?.origin !== origin)
      throw new MoveError("the new database holds a copy of another instance; name one that is empty");
    if (await isMigrated(tx)) await dropCopy(tx, tables);
    await tx.unsafe(`DROP SCHEMA IF EXISTS drizzle CASCADE; DROP SCHEMA ${MOVE_SCHEMA} CASCADE`);
    refuseContents(await findContents(tx));
  });
}

/** Else the move ended before it made a table, and those with names of ours are somebody else's. */
async function isMigrated(tx: Statements): Promise<boolean> {
  const [list] = await tx<{ isThere: boolean }[]>`
    SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS "isThere"`;
  if (list?.isThere !== true) return false;
  const applied = await tx`SELECT FROM drizzle.__drizzle_migrations LIMIT 1`;
  return applied.length > 0;
}

async function dropCopy(tx: Statements, tables: readonly MovedTable[]): Promise<void> {
  const routines = await tx<{ name: string }[]>`
      SELECT p.oid::regprocedure::text AS name FROM pg_proc p
      WHERE p.pronamespace = 'public'::regnamespace AND proname IN ('append_to_audit_chain', 'chain_audit_row', 'refuse_audit_change')`;
  for (const { name } of routines) await tx.unsafe(`DROP FUNCTION IF EXISTS ${name} CASCADE`);
  await tx.unsafe(`DROP TABLE IF EXISTS ${tables.map(({ qualified }) => qualified).join(", ")} CASCADE`);
  await tx.unsafe(`DROP TYPE IF EXISTS "public"."inet_range"`);
}

/**
 * Makes the copy whole: references (checked when it is in charge, as all rows are those of the other one) and triggers.
 */
export async function completeTarget(
  tx: Statements,
  tables: readonly MovedTable[],
  references: readonly string[],
): Promise<void> {
  await tx.unsafe(references.map((statement) => `${statement} NOT VALID`).join(";\n"));
  await tx.unsafe(tables.map(({ qualified }) => `ALTER TABLE ${qualified} ENABLE TRIGGER USER`).join(";\n"));
}
