import { and, eq, isNotNull } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import { isUniqueViolation, type Db } from "#platform/database";
import { badRequest, conflict, notFound } from "#platform/errors";
import { topologyLayouts } from "../tables";
import {
  AUTOSAVE,
  nameOfCopy,
  toLayoutRead,
  type TopologyLayoutImportRequest,
  type TopologyLayoutRead,
  type TopologyLayoutShareRead,
} from "./models";
import { auditedLayout, lockOwnLayout, requireRoom } from "./service";
import { makeShareCode } from "./share-code";

type Context = { db: Db; actor: Actor };
type LayoutRow = typeof topologyLayouts.$inferSelect;

const MAX_COPIES = 100;

/**
 * Gives the code of one of the user's layouts, a new one where it has none. Throws 404, and 400 for the working layout.
 */
export async function shareLayout(
  ctx: Context,
  input: { userId: number; layoutId: number },
): Promise<TopologyLayoutShareRead> {
  try {
    return await tryToShare(ctx, input);
  } catch (error) {
    // Another layout has the code that was made: of 31^12 codes, so a second one will do.
    if (isUniqueViolation(error, "topology_layouts_share_code")) return tryToShare(ctx, input);
    throw error;
  }
}

async function tryToShare(ctx: Context, input: { userId: number; layoutId: number }) {
  return ctx.db.transaction(async (db) => {
    const row = await lockOwnLayout(db, input);
    if (row.name === AUTOSAVE) throw badRequest("The autosave layout cannot be shared");
    const { id, name, shareCode } = row;
    if (shareCode !== null) return { id, name, share_code: shareCode };
    const code = makeShareCode();
    await db.update(topologyLayouts).set({ shareCode: code }).where(eq(topologyLayouts.id, id));
    await auditSharing({ db, actor: ctx.actor }, { action: "topology.layout_shared", row });
    return { id, name, share_code: code };
  });
}

function auditSharing(ctx: Context, { action, row }: { action: string; row: LayoutRow }): Promise<void> {
  return recordAudit(ctx, {
    action,
    target: `layout:${row.name}`,
    before: { id: row.id, is_shared: row.shareCode !== null },
    after: { id: row.id, is_shared: row.shareCode === null },
  });
}

/** Ends the sharing of one of the user's layouts; its code is never given again. Copies stay. Throws 404. */
export async function unshareLayout(
  ctx: Context,
  input: { userId: number; layoutId: number },
): Promise<void> {
  await ctx.db.transaction(async (db) => {
    const row = await lockOwnLayout(db, input);
    if (row.shareCode === null) return;
    await db.update(topologyLayouts).set({ shareCode: null }).where(eq(topologyLayouts.id, row.id));
    await auditSharing({ db, actor: ctx.actor }, { action: "topology.layout_unshared", row });
  });
}

/** The layout that a code opens, whatever the case of its letters. Throws 404. */
export async function getSharedLayout({ db }: { db: Db }, code: string): Promise<TopologyLayoutRead> {
  return { ...toLayoutRead(await findShared(db, code)), share_code: null };
}

async function findShared(db: Db, code: string): Promise<LayoutRow> {
  const { shareCode } = topologyLayouts;
  const [row] = await db
    .select()
    .from(topologyLayouts)
    .where(and(isNotNull(shareCode), eq(shareCode, code.trim().toUpperCase())));
  if (row === undefined) throw notFound("No shared layout matches this code");
  return row;
}

/**
 * Copies a shared layout for the user, under the first free name. Throws 404, and 409 where a hundred of them are
 * taken.
 */
export async function importLayout(
  ctx: Context,
  input: { userId: number; request: TopologyLayoutImportRequest },
): Promise<TopologyLayoutRead> {
  const { userId, request } = input;
  return ctx.db.transaction(async (db) => {
    const source = toLayoutRead(await findShared(db, request.code));
    await requireRoom(db, userId);
    const copy = await insertCopy(db, {
      ownerUserId: userId,
      name: request.name ?? source.name,
      positions: source.positions,
      displayPrefs: source.display_prefs,
    });
    await recordAudit(
      { db, actor: ctx.actor },
      {
        action: "topology.layout_imported",
        target: `layout:${copy.name}`,
        detail: `from=${source.name}`,
        after: auditedLayout(copy),
      },
    );
    return toLayoutRead(copy);
  });
}

/** The unique index decides which name is free, so two imports at once get two names. */
async function insertCopy(db: Db, copy: typeof topologyLayouts.$inferInsert): Promise<LayoutRow> {
  const { ownerUserId, name } = topologyLayouts;
  const own = await db.select({ name }).from(topologyLayouts).where(eq(ownerUserId, copy.ownerUserId));
  const taken = new Set(own.map((layout) => layout.name));
  for (let number = 1; number <= MAX_COPIES; number++) {
    const wanted = nameOfCopy(copy.name, number);
    if (taken.has(wanted)) continue;
    const [row] = await db
      .insert(topologyLayouts)
      .values({ ...copy, name: wanted })
      .onConflictDoNothing({ target: [ownerUserId, name] })
      .returning();
    if (row !== undefined) return row;
  }
  throw conflict("Too many layouts with this name");
}
