import { sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { invalid, notFound } from "#platform/errors";
import type { sites, topologyGroups } from "./tables";

type Tree = {
  table: typeof topologyGroups | typeof sites;
  /** For the refusals: `group`. */
  noun: string;
};

/**
 * Has to come before a row is read or written with a parent in the transaction: two changes at the same time could
 * otherwise close a circle that neither sees. Readers and writers of other tables do not wait for it.
 */
export async function lockTree(db: Db, { table }: Tree): Promise<void> {
  await db.execute(sql`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`);
}

/**
 * Throws 404 where the parent does not exist, and 422 where it is the thing itself or lies inside it. A new thing has
 * no `id` yet, and nothing lies in it. Belongs behind `lockTree`.
 */
export async function requireParent(
  db: Db,
  place: { tree: Tree; id: number | null; parentId: number | null },
): Promise<void> {
  const { tree, id, parentId } = place;
  if (parentId === null) return;
  const [parent] = await db.execute(sql`SELECT FROM ${tree.table} WHERE id = ${parentId}`);
  if (parent === undefined) throw notFound(`Parent ${tree.noun} not found`);
  if (id === null || !(await liesIn(db, { tree, id, parentId }))) return;
  const msg = `A ${tree.noun} cannot lie inside itself`;
  throw invalid([{ loc: ["body", "parent_id"], msg, type: "value_error" }]);
}

/**
 * Whether the parent is the thing, or lies in it in whatever many steps. Each step is one look at the index: a join that
 * read the whole table at each would take minutes for thousands that lie in each other.
 */
async function liesIn(
  db: Db,
  { tree, id, parentId }: { tree: Tree; id: number; parentId: number },
): Promise<boolean> {
  const found = await db.execute(sql`
    WITH RECURSIVE above (id) AS (
      SELECT ${parentId}::bigint
      UNION SELECT next.parent_id FROM above CROSS JOIN LATERAL (
        SELECT parent_id FROM ${tree.table} WHERE id = above.id AND parent_id IS NOT NULL LIMIT 1) next
    ) SELECT FROM above WHERE id = ${id} LIMIT 1`);
  return found.length > 0;
}
