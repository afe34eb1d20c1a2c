import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { badRequest } from "#platform/errors";
import { readMigrations, type Migration } from "#platform/migrations";

/**
 * A schema beside the live one, with the same tables, in which a backup is put together. It is made in the transaction
 * of the restore and goes before its end: nobody else ever sees it, and a crash leaves nothing of it.
 */
export type SideSchema = { name: string; livePath: string };

/** The migrations that a schema has, and those that bring it to the one of this program. */
export type SchemaPath = { made: Migration[]; missing: Migration[] };

/** Throws 400 for a schema that this program does not know: that of a newer version, or of a development one. */
export function pathFrom(schema: number): SchemaPath {
  const all = readMigrations();
  const newest = all.findIndex(({ madeAt }) => madeAt === schema);
  if (newest < 0) {
    const isNewer = schema > (all.at(-1)?.madeAt ?? 0);
    throw badRequest(
      isNewer
        ? "The backup was made by a newer version; restore it with that one"
        : "The backup was made by a version that this one does not know",
    );
  }
  return { made: all.slice(0, newest + 1), missing: all.slice(newest + 1) };
}

export async function createSideSchema(db: Db, migrations: readonly Migration[]): Promise<SideSchema> {
  const name = `netatlas_restore_${crypto.randomUUID().replaceAll("-", "")}`;
  const [path] = await db.execute<{ path: string }>(sql`SELECT current_setting('search_path') AS path`);
  const side = { name, livePath: path?.path ?? "public" };
  await db.execute(sql`CREATE SCHEMA ${sql.identifier(name)}`);
  await migrateSide(db, side, migrations);
  return side;
}

/** Carries migrations out on the side schema. They name the live one where they name any. */
export async function migrateSide(
  db: Db,
  { name, livePath }: SideSchema,
  migrations: readonly Migration[],
): Promise<void> {
  if (migrations.length === 0) return;
  await setPath(db, `"${name}"`);
  for (const { statements } of migrations) {
    await executeAll(
      db,
      statements.map((statement) => statement.replaceAll('"public".', `"${name}".`)),
    );
  }
  // What a migration has put off until the end of the transaction.
  await db.execute(sql`SET CONSTRAINTS ALL IMMEDIATE`);
  await db.execute(sql`SET CONSTRAINTS ALL DEFERRED`);
  await setPath(db, livePath);
}

export async function dropSideSchema(db: Db, { name }: SideSchema): Promise<void> {
  await db.execute(sql`DROP SCHEMA ${sql.identifier(name)} CASCADE`);
}

/** All of them on one way to the server: there are hundreds. */
export async function executeAll(db: Db, statements: readonly string[]): Promise<void> {
  // Behind a line's end: a statement may end in a comment.
  if (statements.length > 0) await db.execute(sql.raw(statements.join("\n;\n")));
}

async function setPath(db: Db, path: string): Promise<void> {
  await db.execute(sql`SELECT set_config('search_path', ${path}, true)`);
}

/** A constraint between tables of the side schema: the statements that take it away and put it back. */
export type Reference = { drop: string; add: string };

/** Takes the references between the side's tables away, so that rows may come in any order. */
export async function dropReferences(db: Db, { name, livePath }: SideSchema): Promise<Reference[]> {
  // By its path a name needs no schema: the definition is read so that it means the side's own tables.
  await setPath(db, `"${name}"`);
  const references = await db.execute<Reference>(sql`
    SELECT format('ALTER TABLE %I DROP CONSTRAINT %I', c.relname, k.conname) AS drop,
      format('ALTER TABLE %I ADD CONSTRAINT %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) AS add
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE k.contype = 'f' AND k.connamespace = to_regnamespace(${name}) ORDER BY 1`);
  await executeAll(
    db,
    references.map(({ drop }) => drop),
  );
  await setPath(db, livePath);
  return [...references];
}

/** Puts them back. PostgreSQL throws where a row refers to nothing. */
export async function addReferences(
  db: Db,
  { name, livePath }: SideSchema,
  references: readonly Reference[],
): Promise<void> {
  await setPath(db, `"${name}"`);
  await executeAll(
    db,
    references.map(({ add }) => add),
  );
  await setPath(db, livePath);
}

/** Tables of a schema with triggers of ours, such as those that refuse changes of the audit log. */
export async function switchTriggers(db: Db, schema: string, state: "ENABLE" | "DISABLE"): Promise<void> {
  const tables = await db.execute<{ table: string }>(sql`
    SELECT DISTINCT c.relname AS "table" FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND c.relnamespace = to_regnamespace(${schema}) ORDER BY 1`);
  for (const { table } of tables) {
    await db.execute(
      sql`ALTER TABLE ${sql.identifier(schema)}.${sql.identifier(table)} ${sql.raw(state)} TRIGGER USER`,
    );
  }
}
