import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import { changesOf, recordAudit, recordAudits, type Actor } from "#features/audit";
import { anyOf } from "#platform/any-of";
import { refuseDouble, type Db } from "#platform/database";
import { badRequest, notFound } from "#platform/errors";
import { requireUnchanged, WHOLE, type EntityTags } from "#platform/http/conditional";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { mapPage, readPage, type Ordering, type Page } from "#platform/http/paging";
import { devices, relationships } from "../tables";
import {
  toRelationshipColumns,
  toRelationshipRead,
  type RelationshipCreate,
  type RelationshipQuery,
  type RelationshipRead,
  type RelationshipUpdate,
} from "./models";

type Context = { db: Db; actor: Actor };

const ENDS = {
  constraint: "relationships_ends",
  detail: "A relationship of this type between these interfaces already exists",
};

/** Every link, or the first of those that touch one of the devices, by id. */
export async function listRelationships(
  { db }: { db: Db },
  chosen?: { deviceIds: readonly number[]; limit?: number },
): Promise<RelationshipRead[]> {
  const { sourceDeviceId, targetDeviceId, id } = relationships;
  const ids = [...(chosen?.deviceIds ?? [])];
  if (chosen !== undefined && ids.length === 0) return [];
  const touches = or(inArray(sourceDeviceId, ids), inArray(targetDeviceId, ids));
  const query = db
    .select()
    .from(relationships)
    .where(chosen === undefined ? undefined : touches)
    .orderBy(asc(id))
    .$dynamic();
  const rows = await (chosen?.limit === undefined ? query : query.limit(chosen.limit));
  return rows.map(toRelationshipRead);
}

const BY_ID: Ordering<typeof relationships.$inferSelect> = {
  name: "relationships",
  keys: [{ column: relationships.id, type: "bigint", of: ({ id }) => id }],
};

/** The links, or those of a device, by id: all of them or a page. Throws 422 for a bad cursor. */
export async function pageRelationships(
  { db }: { db: Db },
  { device_id: deviceId, ...query }: RelationshipQuery,
): Promise<Page<RelationshipRead>> {
  const { sourceDeviceId, targetDeviceId } = relationships;
  const filter =
    deviceId === undefined ? undefined : or(eq(sourceDeviceId, deviceId), eq(targetDeviceId, deviceId));
  const page = await readPage(query, {
    order: BY_ID,
    rows: ({ after, orderBy, limit }) =>
      db
        .select()
        .from(relationships)
        .where(and(filter, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(relationships, filter),
  });
  return mapPage(page, toRelationshipRead);
}

/** Throws 404. */
export async function getRelationship({ db }: { db: Db }, relationshipId: number): Promise<RelationshipRead> {
  const [row] = await db.select().from(relationships).where(eq(relationships.id, relationshipId));
  if (row === undefined) throw notFound("Relationship not found");
  return toRelationshipRead(row);
}

/**
 * Throws 400 for a device that does not exist, 409 where the same interfaces are linked in this way, in either
 * direction.
 */
export async function createRelationship(ctx: Context, link: RelationshipCreate): Promise<RelationshipRead> {
  return refuseDouble(ENDS, () =>
    ctx.db.transaction(async (db) => {
      await requireDevices(db, link);
      const [row] = await db.insert(relationships).values(toRelationshipColumns(link)).returning();
      if (row === undefined) throw new Error("our bug: an insert gave no row");
      const created = toRelationshipRead(row);
      await recordAudit({ db, actor: ctx.actor }, createdEntry(created));
      return created;
    }),
  );
}

function createdEntry(created: RelationshipRead) {
  const target = `relationship:${created.id}`;
  return { action: "topology.relationship_created", target, detail: endsOf(created), after: created };
}

/** Columns that have the names of the fields. */
const TYPES = {
  origin: "text",
  source_device_id: "bigint",
  target_device_id: "bigint",
  source_interface: "text",
  target_interface: "text",
  relationship_type: "text",
  allow_outbound: "boolean",
  allow_inbound: "boolean",
  notes: "text",
  link_speed_mbps: "integer",
} as const satisfies Record<keyof RelationshipCreate, string>;

const COLUMNS = sql.raw(Object.keys(TYPES).join(", "));
const RECORD = sql.raw(
  Object.entries(TYPES)
    .map(([name, type]) => `${name} ${type}`)
    .join(", "),
);

/**
 * Adds those of the links that are not there yet, in the caller's transaction, in few statements. Their devices are to
 * be there.
 */
export async function insertRelationships(
  ctx: Context,
  links: readonly RelationshipCreate[],
): Promise<RelationshipRead[]> {
  if (links.length === 0) return [];
  // One parameter for all of them: the main thread has little to do.
  const added = await ctx.db.execute<{ id: number }>(sql`
    INSERT INTO relationships (${COLUMNS})
    SELECT ${COLUMNS} FROM jsonb_to_recordset(${JSON.stringify(links)}::text::jsonb) AS given (${RECORD})
    ON CONFLICT DO NOTHING RETURNING id::float8 AS id`);
  const ids = added.map(({ id }) => id);
  const rows = await ctx.db
    .select()
    .from(relationships)
    .where(sql`${relationships.id} = ${anyOf(ids)}`)
    .orderBy(relationships.id);
  const created = rows.map(toRelationshipRead);
  await recordAudits(ctx, created.map(createdEntry));
  return created;
}

type Ends = Pick<RelationshipRead, "source_device_id" | "target_device_id">;

/** Neither device can go before the transaction ends. */
async function requireDevices(db: Db, { source_device_id: source, target_device_id: target }: Ends) {
  const found = await db
    .select({ id: devices.id })
    .from(devices)
    .where(inArray(devices.id, [source, target]))
    .orderBy(devices.id)
    .for("key share");
  if (found.length < 2) throw badRequest("Device relationship is invalid");
}

/** As audit rows name the link: `7->9`. */
export function endsOf({ source_device_id: source, target_device_id: target }: Ends): string {
  return `${source}->${target}`;
}

/** Changes the fields that are given. Throws 400, 404, 409, 412. */
export async function updateRelationship(
  ctx: Context,
  input: { relationshipId: number; changes: RelationshipUpdate; ifMatch: EntityTags },
): Promise<RelationshipRead> {
  const { relationshipId, changes, ifMatch } = input;
  return refuseDouble(ENDS, () =>
    ctx.db.transaction(async (db) => {
      const before = await lockRelationship(db, { relationshipId, ifMatch });
      const wanted = { ...before, ...changes };
      if (wanted.source_device_id === wanted.target_device_id) throw badRequest("Relationship is invalid");
      await requireDevices(db, wanted);
      const [row] = await db
        .update(relationships)
        .set({ ...toRelationshipColumns(wanted), updatedAt: new Date() })
        .where(eq(relationships.id, relationshipId))
        .returning();
      if (row === undefined) throw new Error("our bug: a locked row was not updated");
      const after = toRelationshipRead(row);
      await recordAudit(
        { db, actor: ctx.actor },
        {
          action: "topology.relationship_updated",
          target: `relationship:${relationshipId}`,
          detail: endsOf(after),
          ...changesOf(before, after),
        },
      );
      return after;
    }),
  );
}

async function lockRelationship(
  db: Db,
  { relationshipId, ifMatch }: { relationshipId: number; ifMatch: EntityTags },
): Promise<RelationshipRead> {
  const [row] = await db
    .select()
    .from(relationships)
    .where(eq(relationships.id, relationshipId))
    .for("update");
  if (row === undefined) throw notFound("Relationship not found");
  const link = toRelationshipRead(row);
  requireUnchanged(ifMatch, { current: link, versioned: WHOLE });
  return link;
}

/** Removes a link. A dry run only says which. Throws 404, 412. */
export async function deleteRelationship(
  ctx: Context,
  input: { relationshipId: number; ifMatch: EntityTags; isDryRun: boolean },
): Promise<DeletionPreview | undefined> {
  const { relationshipId, isDryRun } = input;
  return ctx.db.transaction(async (db) => {
    const link = await lockRelationship(db, input);
    if (isDryRun) return deletionPreview({ deleted: { relationships: [endsOf(link)] } });
    await db.delete(relationships).where(eq(relationships.id, relationshipId));
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "topology.relationship_deleted",
        target: `relationship:${relationshipId}`,
        detail: endsOf(link),
        before: link,
      },
    );
    return undefined;
  });
}
