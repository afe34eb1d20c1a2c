import { and, eq, sql } from "drizzle-orm";
import { changesOf, recordAudit, type Actor } from "#features/audit";
import { refuseDouble, type Db } from "#platform/database";
import { invalid, notFound } from "#platform/errors";
import { requireUnchanged, WHOLE, type EntityTags } from "#platform/http/conditional";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { mapPage, readPage, type Ordering, type Page, type PageQuery } from "#platform/http/paging";
import { formatAddress, parseHostAddress } from "../prefix";
import { externalAssignments } from "../tables";
import {
  spaceOf,
  toAssignmentOut,
  type AddressPageQuery,
  type AssignmentRow,
  type ExternalIpAddressPage,
  type ExternalIpAssignmentCreate,
  type ExternalIpAssignmentOut,
  type ExternalIpAssignmentUpdate,
  type PoolRow,
} from "./models";
import { findPool } from "./pools";
import { isPublicAddress, isUsable, usableCount } from "./public-space";

type Context = { db: Db; actor: Actor };

const ADDRESS = {
  constraint: "external_assignments_address",
  detail: "External IP address is already tracked",
};

/** An address is assigned once, so it is a place in the list. */
const BY_ADDRESS: Ordering<AssignmentRow> = {
  name: "external assignments",
  keys: [
    {
      column: sql`host(${externalAssignments.address}) COLLATE "C"`,
      type: "text",
      of: ({ address }) => address,
    },
  ],
};

/** Assignments of all pools or one, by address as text: all of them or a page. Throws 422 for a bad cursor. */
export async function listAssignments(
  { db }: { db: Db },
  { pool_id: poolId, ...query }: PageQuery & { pool_id?: number | undefined },
): Promise<Page<ExternalIpAssignmentOut>> {
  const filter = poolId === undefined ? undefined : eq(externalAssignments.poolId, poolId);
  const page = await readPage(query, {
    order: BY_ADDRESS,
    rows: ({ after, orderBy, limit }) =>
      db
        .select()
        .from(externalAssignments)
        .where(and(filter, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(externalAssignments, filter),
  });
  return mapPage(page, toAssignmentOut);
}

/** Usable addresses of a pool in their order, with what is assigned. Throws 404. */
export async function listPoolAddresses(
  { db }: { db: Db },
  { poolId, offset, limit }: AddressPageQuery & { poolId: number },
): Promise<ExternalIpAddressPage> {
  const space = spaceOf(await findPool(db, poolId));
  const total = Number(usableCount(space));
  const length = Math.max(0, Math.min(limit, total - offset));
  const addresses = Array.from({ length }, (_, index) =>
    formatAddress({ family: space.family, value: space.usable.first + BigInt(offset + index) }),
  );
  const assigned = await findAssigned(db, poolId, addresses);
  const rows = addresses.map((address) => {
    const assignment = assigned.get(address) ?? null;
    return { ip_address: address, status: assignment?.status ?? "available", assignment };
  });
  return { total, offset, limit, addresses: rows };
}

async function findAssigned(db: Db, poolId: number, addresses: readonly string[]) {
  const [first, last] = [addresses[0], addresses.at(-1)];
  if (first === undefined || last === undefined) return new Map<string, ExternalIpAssignmentOut>();
  const { address, poolId: pool } = externalAssignments;
  const rows = await db
    .select()
    .from(externalAssignments)
    .where(sql`${pool} = ${poolId} AND ${address} BETWEEN ${first}::inet AND ${last}::inet`);
  return new Map(rows.map(toAssignmentOut).map((assignment) => [assignment.ip_address, assignment]));
}

/** Throws 404. */
export async function getAssignment({ db }: { db: Db }, id: number): Promise<ExternalIpAssignmentOut> {
  return toAssignmentOut(await findAssignment(db, id, false));
}

async function findAssignment(db: Db, id: number, isLocked: boolean): Promise<AssignmentRow> {
  const query = db.select().from(externalAssignments).where(eq(externalAssignments.id, id));
  const [row] = await (isLocked ? query.for("update") : query);
  if (row === undefined) throw notFound("External IP assignment not found");
  return row;
}

/** Throws 404 for an unknown pool, 409 where the address is tracked, 422 for one that is not the pool's. */
export async function createAssignment(
  ctx: Context,
  input: ExternalIpAssignmentCreate,
): Promise<ExternalIpAssignmentOut> {
  const address = requirePublicAddress(input.ip_address);
  return refuseDouble(ADDRESS, () =>
    ctx.db.transaction(async (db) => {
      const pool = await findPool(db, input.pool_id, "share");
      requireUsable(pool, address);
      const { label, status, owner, service, tags, notes } = input;
      const provider = input.provider === undefined ? pool.provider : input.provider;
      const account = input.account === undefined ? pool.account : input.account;
      const columns = {
        address,
        poolId: pool.id,
        label,
        status,
        provider,
        account,
        owner,
        service,
        tags,
        notes,
      };
      const [row] = await db.insert(externalAssignments).values(columns).returning();
      if (row === undefined) throw new Error("our bug: an insert gave no row");
      const after = toAssignmentOut(row);
      await recordAudit(
        { db, actor: ctx.actor },
        {
          action: "ipam.external_assignment_created",
          target: `external_assignment:${row.id}`,
          detail: after.ip_address,
          after,
        },
      );
      return after;
    }),
  );
}

function refuse(msg: string) {
  return invalid([{ loc: ["body", "ip_address"], msg, type: "value_error" }]);
}

/** In canonical text. */
export function requirePublicAddress(text: string): string {
  const address = parseHostAddress(text);
  if (address === undefined) throw refuse("Invalid external IP address");
  if (!isPublicAddress(address)) throw refuse("External IP records must use publicly routable addresses");
  return formatAddress(address);
}

function requireUsable(pool: PoolRow, text: string): void {
  const address = parseHostAddress(text);
  if (address === undefined || !isUsable(spaceOf(pool), address))
    throw refuse("External IP address is not usable inside the selected pool");
}

/** Throws 404 for it or its pool, 409, 412 where it has changed, 422. */
export async function updateAssignment(
  ctx: Context,
  input: { id: number; changes: ExternalIpAssignmentUpdate; ifMatch: EntityTags },
): Promise<ExternalIpAssignmentOut> {
  const { id, changes } = input;
  const { ip_address: wanted, pool_id: poolId, ...said } = changes;
  const address = wanted === undefined ? undefined : requirePublicAddress(wanted);
  return refuseDouble(ADDRESS, () =>
    ctx.db.transaction(async (db) => {
      const before = await lockAssignment(db, input);
      const place = {
        address: address ?? toAssignmentOut(before).ip_address,
        poolId: poolId ?? before.poolId,
      };
      const isMoved = address !== undefined || poolId !== undefined;
      if (isMoved && place.poolId !== null) {
        requireUsable(await findPool(db, place.poolId, "share"), place.address);
      }
      const [row] = await db
        .update(externalAssignments)
        .set({ ...said, ...place, updatedAt: new Date() })
        .where(eq(externalAssignments.id, id))
        .returning();
      const after = toAssignmentOut(row ?? before);
      await recordAudit(
        { db, actor: ctx.actor },
        {
          action: "ipam.external_assignment_updated",
          target: `external_assignment:${id}`,
          detail: after.ip_address,
          ...changesOf(toAssignmentOut(before), after),
        },
      );
      return after;
    }),
  );
}

async function lockAssignment(
  db: Db,
  { id, ifMatch }: { id: number; ifMatch: EntityTags },
): Promise<AssignmentRow> {
  const row = await findAssignment(db, id, true);
  requireUnchanged(ifMatch, { current: toAssignmentOut(row), versioned: WHOLE });
  return row;
}

/** Says what would go where it is a dry run. Throws 404, 412. */
export async function deleteAssignment(
  ctx: Context,
  input: { id: number; isDryRun: boolean; ifMatch: EntityTags },
): Promise<DeletionPreview | undefined> {
  return ctx.db.transaction(async (db) => {
    const before = toAssignmentOut(await lockAssignment(db, input));
    if (input.isDryRun) return deletionPreview({ deleted: { external_assignments: [before.ip_address] } });
    await db.delete(externalAssignments).where(eq(externalAssignments.id, input.id));
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "ipam.external_assignment_deleted",
        target: `external_assignment:${input.id}`,
        detail: before.ip_address,
        before,
      },
    );
    return undefined;
  });
}
