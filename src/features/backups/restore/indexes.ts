import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { executeAll } from "./side-schema";

/** An index: the statements that take it away and make it anew. */
export type Index = { table: string; isUnique: boolean; drop: string; add: string };

/** What an index may be noted as that is lost with it: `i` is its row in pg_index. One that was never built stays as it is. */
const IS_PLAIN = sql`i.indisvalid AND NOT i.indisreplident AND NOT i.indisclustered`;

/** Objects such as somebody's view keep an index from being dropped. */
const HAS_NO_DEPENDENT = sql`NOT EXISTS (SELECT FROM pg_depend d
  WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = i.indexrelid)`;

/**
 * The indexes of a schema's tables that are no constraint's and that rows can do without while they come in: built
 * behind them, they take a fraction of the time. But those that cannot be made anew as they are.
 */
export async function listFreeIndexes(db: Db, schema: string): Promise<Index[]> {
  const indexes = await db.execute<Index>(sql`
    SELECT t.relname AS "table", i.indisunique AS "isUnique", format('DROP INDEX %I.%I', ${schema}::text, c.relname) AS drop,
      pg_get_indexdef(i.indexrelid) AS add
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
    WHERE c.relnamespace = to_regnamespace(${schema}) AND t.relkind = 'r' AND ${IS_PLAIN} AND ${HAS_NO_DEPENDENT}
      AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid) ORDER BY 3`);
  return [...indexes];
}

/**
 * The primary keys and unique constraints of these tables of a schema, but of those that others refer to, and but those
 * that cannot be made anew as they are: a view that groups by a primary key depends on it.
 */
export async function listKeys(db: Db, schema: string, tables: readonly string[]): Promise<Index[]> {
  if (tables.length === 0) return [];
  const keys = await db.execute<Index>(sql`
    SELECT c.relname AS "table", true AS "isUnique",
      format('ALTER TABLE %I.%I DROP CONSTRAINT %I', ${schema}::text, c.relname, k.conname) AS drop,
      format('ALTER TABLE %I.%I ADD CONSTRAINT %I %s', ${schema}::text, c.relname, k.conname, pg_get_constraintdef(k.oid)) AS add
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_index i ON i.indexrelid = k.conindid
    WHERE k.contype IN ('p', 'u') AND k.connamespace = to_regnamespace(${schema})
      AND c.relname IN (${sql.join(
        tables.map((name) => sql`${name}`),
        sql`, `,
      )})
      AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.confrelid = c.oid)
      AND ${IS_PLAIN} AND ${HAS_NO_DEPENDENT}
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.refclassid = 'pg_constraint'::regclass AND d.refobjid = k.oid
        AND (d.classid, d.objid) <> ('pg_class'::regclass, k.conindid))
    ORDER BY k.oid`);
  return [...keys];
}

export function dropIndexes(db: Db, indexes: readonly Index[]): Promise<void> {
  return executeAll(
    db,
    indexes.map(({ drop }) => drop),
  );
}

/** Makes them anew. PostgreSQL throws where a unique one finds two rows alike. */
export function addIndexes(db: Db, indexes: readonly Index[]): Promise<void> {
  return executeAll(
    db,
    indexes.map(({ add }) => add),
  );
}
