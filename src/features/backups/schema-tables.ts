import { sql, type SQL } from "drizzle-orm";
import type { Db } from "#platform/database";

/** A column that is written; those that the database computes are not. */
export type Column = {
  name: string;
  /** As SQL writes it, such as `timestamp(3) with time zone`. */
  type: string;
  isText: boolean;
  isRequired: boolean;
  isIdentity: boolean;
  /** The table that it refers to; null: none. */
  refersTo: string | null;
};

export type Table = { schema: string; name: string; columns: Column[]; primaryKey: string[] };

/**
 * The tables of a schema by name, each with its columns by name: their order in the table is an accident of its
 * history.
 */
export async function describeTables(db: Db, schema: string): Promise<Map<string, Table>> {
  const rows = await db.execute<Column & { table: string; keyPlace: number | null }>(sql`
    SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
      a.attcollation <> 0 AS "isText", a.attnotnull AS "isRequired", a.attidentity <> '' AS "isIdentity",
      (SELECT f.relname FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
        WHERE k.contype = 'f' AND k.conrelid = c.oid AND a.attnum = ANY (k.conkey) LIMIT 1) AS "refersTo",
      (SELECT array_position(k.conkey, a.attnum) FROM pg_constraint k
        WHERE k.contype = 'p' AND k.conrelid = c.oid) AS "keyPlace"
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind = 'r' AND c.relnamespace = to_regnamespace(${schema}) AND a.attgenerated = ''
    ORDER BY c.relname COLLATE "C", a.attname COLLATE "C"`);
  const tables = new Map<string, Table>();
  const keyPlaces = new Map<Table, [string, number][]>();
  for (const { table: name, keyPlace, ...column } of rows) {
    const table = tables.get(name) ?? { schema, name, columns: [], primaryKey: [] };
    tables.set(name, table);
    table.columns.push(column);
    if (keyPlace !== null) keyPlaces.set(table, [...(keyPlaces.get(table) ?? []), [column.name, keyPlace]]);
  }
  for (const [table, places] of keyPlaces)
    table.primaryKey = places.sort(([, one], [, other]) => one - other).map(([name]) => name);
  return tables;
}

/** `"schema"."table"` */
export function nameOf({ schema, name }: Pick<Table, "schema" | "name">): SQL {
  return sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The tables so that each comes behind those that it refers to. Throws where some refer to each other in a circle. */
export function inOrderOfReference(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const free = left.filter(
      ({ name, columns }) =>
        !columns.some(({ refersTo }) => refersTo !== null && refersTo !== name && names.has(refersTo)),
    );
    if (free.length === 0)
      throw new Error(`our bug: tables refer to each other in a circle: ${[...names].join(", ")}`);
    ordered.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}
