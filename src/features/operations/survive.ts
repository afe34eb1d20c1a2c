import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "#platform/database";
import { users } from "#tables/users";
import { operations } from "./tables";

type Kept = { row: typeof operations.$inferSelect; username: string };

/** An operation as it is in this transaction, for work that empties the table of operations. */
export async function keepOperation(db: Db, id: string): Promise<Kept> {
  const [kept] = await db
    .select({ row: operations, username: users.username })
    .from(operations)
    .innerJoin(users, eq(users.id, operations.userId))
    .where(eq(operations.id, id));
  if (kept === undefined) throw new Error(`our bug: operation ${id} is not there`);
  return kept;
}

/**
 * Puts it back where users are others now: to the same user, else to the first administrator, so that somebody can see
 * how it ended.
 */
export async function putOperationBack(db: Db, { row, username }: Kept): Promise<void> {
  const { id, role, isActive } = users;
  const [same] = await db
    .select({ id })
    .from(users)
    .where(and(eq(id, row.userId), sql`lower(${users.username}) = lower(${username})`));
  const [first] = await db
    .select({ id })
    .from(users)
    .where(and(eq(role, "SuperAdmin"), eq(isActive, true)))
    .orderBy(asc(id))
    .limit(1);
  const userId = same?.id ?? first?.id;
  if (userId === undefined) throw new Error("our bug: there is no administrator");
  await db
    .insert(operations)
    .overridingSystemValue()
    .values({ ...row, userId });
}
