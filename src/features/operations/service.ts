import { and, eq, inArray, isNull, lt, sql, type SQL } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import type { Db } from "#platform/database";
import { daysBefore } from "#platform/deletion-clock";
import { notFound } from "#platform/errors";
import type { Caller } from "#platform/http/guard";
import { mapPage, readPage, type Ordering, type Page } from "#platform/http/paging";
import { users } from "#tables/users";
import {
  toOperation,
  type Operation,
  type OperationKind,
  type OperationQuery,
  type OperationRow,
} from "./models";
import { operations } from "./tables";

const KEPT_DAYS = 7;

const BY_START: Ordering<OperationRow> = {
  name: "operations",
  keys: [{ column: operations.position, type: "bigint", of: ({ operation }) => operation.position }],
  isDescending: true,
};

type Viewer = Pick<Caller, "userId" | "isSuperAdmin">;

/** Whether a caller sees a user's operations: its own, and a SuperAdmin all. */
export function maySee(caller: Viewer, ownerId: number): boolean {
  return caller.isSuperAdmin || caller.userId === ownerId;
}

/** The operations that the caller may see, the latest first. Throws 422 for a bad cursor. */
export async function listOperations(
  { db, caller }: { db: Db; caller: Viewer },
  query: OperationQuery,
): Promise<Page<Operation>> {
  const { kind, state, own } = query;
  const filter = and(
    caller.isSuperAdmin && !own ? undefined : eq(operations.userId, caller.userId),
    kind && eq(operations.kind, kind),
    state && eq(operations.state, state),
  );
  const page = await readPage(query, {
    order: BY_START,
    rows: ({ after, orderBy, limit }) =>
      selectOperations(db, and(filter, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(operations, filter),
  });
  return mapPage(page, toOperation);
}

/** Throws 404, also for an operation that the caller may not see. */
export async function getOperation(
  { db, caller }: { db: Db; caller: Viewer },
  id: string,
): Promise<Operation> {
  const [operation] = await readOperations(db, [id]);
  if (operation === undefined || !maySee(caller, operation.user_id)) throw notFound("Operation not found");
  return operation;
}

/** Those of the ids that there are. */
export async function readOperations(db: Db, ids: readonly string[]): Promise<Operation[]> {
  const rows = await selectOperations(db, inArray(operations.id, [...ids]));
  return rows.map(toOperation);
}

function selectOperations(db: Db, filter: SQL | undefined) {
  return db
    .select({ operation: operations, username: users.username })
    .from(operations)
    .innerJoin(users, eq(users.id, operations.userId))
    .where(filter);
}

type OwnOperation = { id: string; kind: OperationKind; userId: number };

/** A user's operation of a kind, by its id. */
export async function findOwnOperation(
  db: Db,
  { id, kind, userId }: OwnOperation,
): Promise<Operation | undefined> {
  const [operation] = await readOperations(db, [id]);
  return operation?.kind === kind && operation.user_id === userId ? operation : undefined;
}

/** Asks an operation to end without a result, in whatever process it runs. One that has ended stays as it is. */
export async function askToCancel(
  { db, actor }: { db: Db; actor: Actor },
  { id, kind }: Pick<Operation, "id" | "kind">,
): Promise<void> {
  const { endedAt, isCancelRequested } = operations;
  await db.transaction(async (transaction) => {
    const asked = await transaction
      .update(operations)
      .set({ isCancelRequested: true, updatedAt: sql`now()` })
      .where(and(eq(operations.id, id), isNull(endedAt), eq(isCancelRequested, false)))
      .returning({ id: operations.id });
    if (asked.length === 0) return;
    await recordAudit(
      { db: transaction, actor },
      { action: "operations.cancel_requested", target: `operation:${id}`, detail: `kind=${kind}` },
    );
  });
}

/** Says that what these operations gave is not kept any more. */
export async function unlinkResults(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(operations)
    .set({ resultPath: null })
    .where(inArray(operations.id, [...ids]));
}

/** Lets operations go that ended long ago. */
export async function removeOldOperations(db: Db, now: Date): Promise<void> {
  await db.delete(operations).where(lt(operations.endedAt, daysBefore(now, KEPT_DAYS)));
}
