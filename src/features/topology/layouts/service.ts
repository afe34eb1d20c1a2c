import { and, asc, count, desc, eq, or, sql } from "drizzle-orm";
import { keepRows, presentOf, recordAudit, type Actor, type RemovedRows } from "#features/audit";
import type { Db } from "#platform/database";
import { conflict, notFound } from "#platform/errors";
import { requireUnchanged, WHOLE, type EntityTags } from "#platform/http/conditional";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { mapPage, readPage, type Ordering, type Page, type PageQuery } from "#platform/http/paging";
import { topologyLayouts } from "../tables";
import { AUTOSAVE, toLayoutRead, type TopologyLayoutCreate, type TopologyLayoutRead } from "./models";

type Context = { db: Db; actor: Actor };
type LayoutRow = typeof topologyLayouts.$inferSelect;

/** A user who needs more has lost sight of them; without a limit one account could fill the database. */
const MAX_LAYOUTS = 200;

const BY_ID: Ordering<LayoutRow> = {
  name: "layouts",
  keys: [{ column: topologyLayouts.id, type: "bigint", of: ({ id }) => id }],
  whole: [desc(topologyLayouts.updatedAt), asc(topologyLayouts.name), asc(topologyLayouts.id)],
};

/**
 * The user's own layouts and everyone's working layout, newest change first, then by name. Pages of them are by id, as
 * a working layout that is saved every few seconds would be left out of a walk, or come twice. Throws 422 for a bad
 * cursor.
 */
export async function listLayouts(
  { db }: { db: Db },
  { userId, query }: { userId: number; query: PageQuery },
): Promise<Page<TopologyLayoutRead>> {
  const { ownerUserId, name } = topologyLayouts;
  const filter = or(eq(ownerUserId, userId), eq(name, AUTOSAVE));
  const page = await readPage(query, {
    order: BY_ID,
    rows: ({ after, orderBy, limit }) =>
      db
        .select()
        .from(topologyLayouts)
        .where(and(filter, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(topologyLayouts, filter),
  });
  return mapPage(page, (row) => seenBy(userId, row));
}

/** Nobody but its owner learns the code of a layout. */
function seenBy(userId: number, row: LayoutRow): TopologyLayoutRead {
  const layout = toLayoutRead(row);
  return row.ownerUserId === userId ? layout : { ...layout, share_code: null };
}

/** A layout that the user's list shows. Throws 404 for any other. */
export async function getLayout(
  { db }: { db: Db },
  input: { userId: number; layoutId: number },
): Promise<TopologyLayoutRead> {
  const [row] = await db.select().from(topologyLayouts).where(eq(topologyLayouts.id, input.layoutId));
  if (row === undefined || (row.ownerUserId !== input.userId && row.name !== AUTOSAVE))
    throw layoutNotFound();
  return seenBy(input.userId, row);
}

function layoutNotFound() {
  return notFound("Layout not found");
}

/**
 * Writes the user's layout of that name, new or not; null preferences leave those that are there. Throws 409 at the
 * limit.
 */
export async function saveLayout(
  ctx: Context,
  input: { userId: number; layout: TopologyLayoutCreate },
): Promise<TopologyLayoutRead> {
  const { userId, layout } = input;
  return ctx.db.transaction(async (db) => {
    const { displayPrefs, ownerUserId, name } = topologyLayouts;
    const [before] = await db
      .select()
      .from(topologyLayouts)
      .where(and(eq(ownerUserId, userId), eq(name, layout.name)))
      .for("update");
    if (before === undefined) await requireRoom(db, userId);
    const kept = before && (await keepPlaces({ db, actor: ctx.actor }, before));
    const [row] = await db
      .insert(topologyLayouts)
      .values({
        ownerUserId: userId,
        name: layout.name,
        positions: layout.positions,
        displayPrefs: layout.display_prefs,
      })
      .onConflictDoUpdate({
        target: [ownerUserId, name],
        set: {
          positions: sql`excluded.positions`,
          displayPrefs: sql`coalesce(excluded.display_prefs, ${displayPrefs})`,
          updatedAt: new Date(),
        },
      })
      .returning();
    if (row === undefined) throw new Error("our bug: an upsert gave no row");
    await auditSave({ db, actor: ctx.actor }, { before, kept, after: row });
    return toLayoutRead(row);
  });
}

/** What of a layout goes back to what it was before it was saved; what is absent stays. */
export type LayoutBefore = { positions?: LayoutRow["positions"]; displayPrefs?: LayoutRow["displayPrefs"] };

/** Puts back what one of the user's layouts was; noted as any other save. Throws 404. */
export async function putLayoutBack(
  ctx: Context,
  { fields, ...own }: { userId: number; layoutId: number; fields: LayoutBefore },
): Promise<void> {
  const before = await lockOwnLayout(ctx.db, own);
  const kept = await keepPlaces(ctx, before);
  const [after] = await ctx.db
    .update(topologyLayouts)
    .set({ ...fields, updatedAt: new Date() })
    .where(eq(topologyLayouts.id, before.id))
    .returning();
  if (after === undefined) throw new Error("our bug: a locked layout was not changed");
  await auditSave(ctx, { before, kept, after });
}

export async function requireRoom(db: Db, userId: number): Promise<void> {
  const [counted] = await db
    .select({ layouts: count() })
    .from(topologyLayouts)
    .where(eq(topologyLayouts.ownerUserId, userId));
  if ((counted?.layouts ?? 0) >= MAX_LAYOUTS)
    throw conflict(`A user may have ${MAX_LAYOUTS} layouts: delete one first`);
}

const SAVED = "topology.layout_saved";

/** The places that a save replaces, which its undo puts back. */
async function keepPlaces(ctx: Context, before: LayoutRow): Promise<RemovedRows | undefined> {
  if (before.name === AUTOSAVE) return undefined;
  return keepRows(ctx, placesOf(before, { action: SAVED, target: `layout:${before.name}` }));
}

type Save = { before?: LayoutRow | undefined; kept?: RemovedRows | undefined; after: LayoutRow };

/** A working layout is saved at each move of a node: that is not worth a row. */
async function auditSave(ctx: Context, { before, kept, after }: Save) {
  if (after.name === AUTOSAVE) return;
  await recordAudit(ctx, {
    action: SAVED,
    target: `layout:${after.name}`,
    detail: `nodes=${Object.keys(after.positions).length} created=${before === undefined}`,
    ...(before !== undefined && {
      before: { ...auditedLayout(before), ...(kept && { removed: { layout_positions: kept } }) },
    }),
    after: auditedLayout(after),
  });
}

/**
 * Thousands of places say less in an audit row than how many they are, and by what two states of them are told apart; a
 * share code is as good as a password.
 */
export function auditedLayout(row: LayoutRow): Record<string, unknown> {
  return {
    id: row.id,
    name: row.name,
    positions: Object.keys(row.positions).length,
    places: fingerprintOf(row.positions),
    display_prefs: row.displayPrefs,
    is_shared: row.shareCode !== null,
  };
}

/** The same for the same places, in whichever order. */
function fingerprintOf(positions: LayoutRow["positions"]): string {
  const nodes = Object.keys(positions).sort();
  const places = nodes.map((node) => [node, positions[node]]);
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(places)).digest("hex").slice(0, 16);
}

/** The user's own layout, locked. Throws 404 for one that is unknown or another's. */
export async function lockOwnLayout(
  db: Db,
  { userId, layoutId }: { userId: number; layoutId: number },
): Promise<LayoutRow> {
  const { id, ownerUserId } = topologyLayouts;
  const [row] = await db
    .select()
    .from(topologyLayouts)
    .where(and(eq(id, layoutId), eq(ownerUserId, userId)))
    .for("update");
  if (row === undefined) throw layoutNotFound();
  return row;
}

function placesOf({ id }: LayoutRow, entry: { action: string; target: string }) {
  const rows = sql`SELECT jsonb_build_object('node', place.key, 'position', place.value) AS row
    FROM ${topologyLayouts}, jsonb_each(positions) AS place WHERE id = ${id} ORDER BY place.key`;
  return { ...entry, kind: "layout_positions", rows };
}

/** Removes one of the user's layouts. A dry run only says which. Throws 404, 412. */
export async function deleteLayout(
  ctx: Context,
  input: { userId: number; layoutId: number; ifMatch: EntityTags; isDryRun: boolean },
): Promise<DeletionPreview | undefined> {
  return ctx.db.transaction(async (db) => {
    const row = await lockOwnLayout(db, input);
    requireUnchanged(input.ifMatch, { current: toLayoutRead(row), versioned: WHOLE });
    if (input.isDryRun) return deletionPreview({ deleted: { layouts: [row.name] } });
    const isAudited = row.name !== AUTOSAVE;
    const entry = { action: "topology.layout_deleted", target: `layout:${row.name}` };
    const positions = isAudited && (await keepRows({ db, actor: ctx.actor }, placesOf(row, entry)));
    await db.delete(topologyLayouts).where(eq(topologyLayouts.id, row.id));
    if (positions === false) return undefined;
    await recordAudit(
      { db, actor: ctx.actor },
      {
        ...entry,
        before: { ...auditedLayout(row), removed: presentOf({ layout_positions: positions }) },
      },
    );
    return undefined;
  });
}
