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
 * no `id` yet. Belongs behind `lockTree`.
 */
export async function requireParent(
  db: Db,
  place: { tree: Tree; id: number | null; parentId: number | null },
): Promise<void> {
  const { tree, id, parentId } = place;
  if (parentId === null) return;
  const above = await db.execute<{ id: string }>(sql`
    WITH RECURSIVE above (id, parent_id) AS (
      SELECT id, parent_id FROM ${tree.table} WHERE id = ${parentId}
      UNION SELECT parent.id, parent.parent_id FROM ${tree.table} parent JOIN above ON parent.id = above.parent_id
    ) SELECT id FROM above`);
  if (above.length === 0) throw notFound(`Parent ${tree.noun} not found`);
  if (!above.some((row) => Number(row.id) === id)) return;
  const msg = `A ${tree.noun} cannot lie inside itself`;
  throw invalid([{ loc: ["body", "parent_id"], msg, type: "value_error" }]);
}
