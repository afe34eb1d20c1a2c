import { and, asc, eq, ne, notBetween, sql } from "drizzle-orm";
import { changesOf, keepRows, presentOf, recordAudit, type Actor } from "#features/audit";
import { isExclusionViolation, refuseDouble, type Db } from "#platform/database";
import { conflict, invalid, notFound, type ApiError } from "#platform/errors";
import { requireUnchanged, type EntityTags } from "#platform/http/conditional";
import { readAffected } from "#platform/http/affected";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { mapPage, readPage, type Ordering, type Page, type PageQuery } from "#platform/http/paging";
import { formatAddress } from "../prefix";
import { externalAssignments, externalPools } from "../tables";
import {
  POOL_VERSION,
  toPoolFields,
  toPoolOut,
  type Assigned,
  type ExternalIpPoolCreate,
  type ExternalIpPoolOut,
  type ExternalIpPoolUpdate,
  type ExternalIpSummary,
  type PoolRow,
} from "./models";
import { isPublicSpace, parsePoolSpace, usableCount, type PoolSpace } from "./public-space";

type Context = { db: Db; actor: Actor };

const FEWEST = 2n;
const MOST = 65_536n;

const BY_NAME: Ordering<PoolRow> = {
  name: "external pools",
  keys: [{ column: externalPools.name, type: "text", of: ({ name }) => name }],
};

/** The pools with how full they are, by name: all of them or a page. Throws 422 for a bad cursor. */
export async function listPools({ db }: { db: Db }, query: PageQuery = {}): Promise<Page<ExternalIpPoolOut>> {
  const page = await readPage(query, {
    order: BY_NAME,
    rows: ({ after, orderBy, limit }) =>
      db
        .select()
        .from(externalPools)
        .where(after)
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(externalPools),
  });
  const assigned = await countAssigned(db);
  return mapPage(page, (row) => toPoolOut(row, assigned(row.id)));
}

/** The pools together. */
export async function summarizePools(ctx: { db: Db }): Promise<ExternalIpSummary> {
  const { rows: pools } = await listPools(ctx);
  const sum = (field: "total" | "in_use" | "reserved" | "free") =>
    pools.reduce((total, pool) => total + pool[field], 0);
  return {
    pool_count: pools.length,
    total: sum("total"),
    in_use: sum("in_use"),
    reserved: sum("reserved"),
    free: sum("free"),
  };
}

async function countAssigned(db: Db, poolId?: number): Promise<(poolId: number) => Assigned> {
  const { poolId: pool, status } = externalAssignments;
  const rows = await db
    .select({
      pool,
      inUse: sql<number>`count(*) FILTER (WHERE ${status} = 'in_use')::int`,
      reserved: sql<number>`count(*) FILTER (WHERE ${status} = 'reserved')::int`,
    })
    .from(externalAssignments)
    .where(poolId === undefined ? undefined : eq(pool, poolId))
    .groupBy(pool);
  const counts = new Map(rows.map(({ pool, ...assigned }) => [pool, assigned]));
  return (id) => counts.get(id) ?? { inUse: 0, reserved: 0 };
}

/** Throws 404. */
export async function getPool({ db }: { db: Db }, id: number): Promise<ExternalIpPoolOut> {
  return withUsage(db, await findPool(db, id));
}

async function withUsage(db: Db, row: PoolRow): Promise<ExternalIpPoolOut> {
  const assigned = await countAssigned(db, row.id);
  return toPoolOut(row, assigned(row.id));
}

/** Throws 404. With a lock, the row stays as it is until the transaction ends. */
export async function findPool(db: Db, id: number, lock?: "update" | "share"): Promise<PoolRow> {
  const query = db.select().from(externalPools).where(eq(externalPools.id, id));
  const [row] = await (lock === undefined ? query : query.for(lock));
  if (row === undefined) throw notFound("External IP pool not found");
  return row;
}

/** Throws 409 where name or addresses are taken, 422 for addresses that make no pool. */
export async function createPool(ctx: Context, input: ExternalIpPoolCreate): Promise<ExternalIpPoolOut> {
  const space = requirePoolSpace(input.cidr);
  return refuseTaken(ctx.db, { space }, () =>
    ctx.db.transaction(async (db) => {
      const { name, provider, account, description } = input;
      const columns = { name, provider, account, description, ...spaceColumns(space) };
      const [row] = await db.insert(externalPools).values(columns).returning();
      if (row === undefined) throw new Error("our bug: an insert gave no row");
      const after = toPoolFields(row);
      await recordAudit(
        { db, actor: ctx.actor },
        {
          action: "ipam.external_pool_created",
          target: `external_pool:${row.id}`,
          detail: after.cidr,
          after,
        },
      );
      return withUsage(db, row);
    }),
  );
}

function refuse(msg: string): ApiError {
  return invalid([{ loc: ["body", "cidr"], msg, type: "value_error" }]);
}

/** Throws 422 where it is no pool. */
export function requirePoolSpace(cidr: string): PoolSpace {
  const space = parsePoolSpace(cidr);
  if (space === undefined || usableCount(space) < FEWEST) throw refuse("Invalid external IP pool CIDR");
  if (usableCount(space) > MOST) throw refuse("External pools are limited to 65,536 addresses");
  if (!isPublicSpace(space)) throw refuse("External IP pools must use publicly routable address space");
  return space;
}

/** The columns of a pool that say which addresses it has. */
export function spaceColumns({ family, cidr, whole }: PoolSpace) {
  return {
    cidr,
    firstAddress: formatAddress({ family, value: whole.first }),
    lastAddress: formatAddress({ family, value: whole.last }),
  };
}

type Place = { space: PoolSpace | undefined; id?: number };

/** Turns what the database refuses into the 409 that says it; the name counts first. */
async function refuseTaken<Result>(db: Db, place: Place, write: () => Promise<Result>): Promise<Result> {
  const name = { constraint: "external_pools_name", detail: "External IP pool already exists" };
  try {
    return await refuseDouble(name, write);
  } catch (error) {
    if (!isExclusionViolation(error, "external_pools_overlap")) throw error;
    const other = await findOverlapping(db, place);
    throw conflict(
      `External pool overlaps ${other?.name ?? "another"} (${other?.cidr ?? "removed meanwhile"})`,
      error,
    );
  }
}

async function findOverlapping(db: Db, { space, id }: Place): Promise<PoolRow | undefined> {
  if (space === undefined) return undefined;
  const { firstAddress, lastAddress } = spaceColumns(space);
  const [row] = await db
    .select()
    .from(externalPools)
    .where(
      and(
        sql`${externalPools.firstAddress} <= ${lastAddress}::inet AND ${externalPools.lastAddress} >= ${firstAddress}::inet`,
        id === undefined ? undefined : ne(externalPools.id, id),
      ),
    )
    .orderBy(asc(externalPools.firstAddress))
    .limit(1);
  return row;
}

/** Throws 404, 409, 412 where it has changed, 422 also where an assignment would be left outside. */
export async function updatePool(
  ctx: Context,
  input: { id: number; changes: ExternalIpPoolUpdate; ifMatch: EntityTags },
): Promise<ExternalIpPoolOut> {
  const { id, changes } = input;
  const space = changes.cidr === undefined ? undefined : requirePoolSpace(changes.cidr);
  return refuseTaken(ctx.db, { space, id }, () =>
    ctx.db.transaction(async (db) => {
      const before = await lockPool(db, input);
      if (space !== undefined) await requireAssignmentsInside(db, id, space);
      const [after = before] = await db
        .update(externalPools)
        .set({
          ...(changes.name !== undefined && { name: changes.name }),
          ...(changes.provider !== undefined && { provider: changes.provider }),
          ...(changes.account !== undefined && { account: changes.account }),
          ...(changes.description !== undefined && { description: changes.description }),
          ...(space !== undefined && spaceColumns(space)),
          updatedAt: new Date(),
        })
        .where(eq(externalPools.id, id))
        .returning();
      await recordAudit(
        { db, actor: ctx.actor },
        {
          action: "ipam.external_pool_updated",
          target: `external_pool:${id}`,
          detail: after.cidr,
          ...changesOf(toPoolFields(before), toPoolFields(after)),
        },
      );
      return withUsage(db, after);
    }),
  );
}

async function lockPool(db: Db, { id, ifMatch }: { id: number; ifMatch: EntityTags }): Promise<PoolRow> {
  const row = await findPool(db, id, "update");
  requireUnchanged(ifMatch, { current: toPoolFields(row), versioned: POOL_VERSION });
  return row;
}

async function requireAssignmentsInside(
  db: Db,
  poolId: number,
  { family, usable }: PoolSpace,
): Promise<void> {
  const first = formatAddress({ family, value: usable.first });
  const last = formatAddress({ family, value: usable.last });
  const [outside] = await db
    .select({ id: externalAssignments.id })
    .from(externalAssignments)
    .where(and(eq(externalAssignments.poolId, poolId), notBetween(externalAssignments.address, first, last)))
    .limit(1);
  if (outside !== undefined) throw refuse("New CIDR would exclude existing assignments");
}

/** Removes a pool and its assignments. Says what would go where it is a dry run. Throws 404, 412. */
export async function deletePool(
  ctx: Context,
  input: { id: number; isDryRun: boolean; ifMatch: EntityTags },
): Promise<DeletionPreview | undefined> {
  return ctx.db.transaction(async (db) => {
    const row = await lockPool(db, input);
    if (input.isDryRun) return previewOf(db, row);
    const entry = {
      action: "ipam.external_pool_deleted",
      target: `external_pool:${row.id}`,
      detail: row.cidr,
    };
    const assignments = await keepRows(
      { db, actor: ctx.actor },
      {
        ...entry,
        kind: "external_assignments",
        rows: sql`SELECT to_jsonb(gone) || jsonb_build_object('address', host(address)) AS row
          FROM ${externalAssignments} AS gone WHERE pool_id = ${row.id} ORDER BY gone.address`,
      },
    );
    await db.delete(externalPools).where(eq(externalPools.id, row.id));
    const removed = presentOf({ external_assignments: assignments });
    await recordAudit({ db, actor: ctx.actor }, { ...entry, before: { ...toPoolFields(row), removed } });
    return undefined;
  });
}

async function previewOf(db: Db, row: PoolRow): Promise<DeletionPreview> {
  const { address, poolId } = externalAssignments;
  const assignments = await readAffected(db, {
    from: externalAssignments,
    where: eq(poolId, row.id),
    name: address,
    orderBy: [address],
  });
  return deletionPreview({ deleted: { external_pools: [row.name], external_assignments: assignments } });
}
