import { z } from "@hono/zod-openapi";
import { sql, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../database";

/** So many things of a kind are named. */
export const MAX_NAMED = 20;

/** Things of one kind that something touches. */
export const Affected = z.object({
  count: z.int(),
  names: z.array(z.string()).openapi({ description: "the first 20" }),
});
export type Affected = z.infer<typeof Affected>;

type Touched = {
  from: PgTable | SQL;
  where: SQL | undefined;
  name: PgColumn | SQL;
  orderBy: readonly (PgColumn | SQL)[];
  /** For how many things a row stands; absent: one. */
  weight?: SQL;
};

/** How many things of a kind there are, and the names of the first: no other row leaves the database. */
export async function readAffected(db: Db, touched: Touched): Promise<Affected> {
  const { from, where, name, orderBy, weight = sql`1` } = touched;
  const rows = await db
    .select({ name: sql<string>`${name}`, count: sql<number>`(sum(${weight}) OVER ())::int` })
    .from(from)
    .where(where)
    .orderBy(...orderBy)
    .limit(MAX_NAMED);
  return { count: rows[0]?.count ?? 0, names: rows.map((row) => row.name) };
}
