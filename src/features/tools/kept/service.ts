import { and, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import { recordAudit, type Actor } from "#features/audit";
import { requireDevice } from "#features/topology";
import type { Db } from "#platform/database";
import { conflict, notFound } from "#platform/errors";
import { deletionPreview, type DeletionPreview } from "#platform/http/dry-run";
import { toTimestamp } from "#platform/http/fields";
import { mapPage, readPage, type Ordering, type Page, type PageQuery } from "#platform/http/paging";
import { users } from "#tables/users";
import { toolResults } from "../tables";
import type { ToolResultRead } from "./models";

type Context = { db: Db; actor: Actor };
type Row = Awaited<ReturnType<typeof selectResults>>[number];
type Place = { deviceId: number; id: number };

/** The newest of each device; older ones go. */
export const KEPT_PER_DEVICE = 100;
/** How long an answer may be kept after it was given. */
export const HELD_MINUTES = 15;

export const RESULT_NOT_FOUND = "Tool result not found";
export const KEPT_ELSEWHERE = "Tool result is kept on another device";

const NEWEST_FIRST: Ordering<Row> = {
  name: "tool results",
  keys: [{ column: toolResults.id, type: "bigint", of: ({ row }) => row.id }],
  isDescending: true,
};

/** The results that are kept on a device, the newest first: all of them or a page. Throws 404, 422 for a bad cursor. */
export async function listResults(
  { db }: { db: Db },
  { deviceId, query }: { deviceId: number; query: PageQuery },
): Promise<Page<ToolResultRead>> {
  await requireDevice(db, deviceId);
  const ofDevice = eq(toolResults.deviceId, deviceId);
  const page = await readPage(query, {
    order: NEWEST_FIRST,
    rows: ({ after, orderBy, limit }) =>
      selectResults(db, and(ofDevice, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(toolResults, ofDevice),
  });
  return mapPage(page, toResultRead);
}

function selectResults(db: Db, filter: SQL | undefined) {
  return db
    .select({ row: toolResults, username: users.username })
    .from(toolResults)
    .leftJoin(users, eq(users.id, toolResults.userId))
    .where(filter)
    .$dynamic();
}

function toResultRead({ row, username }: Row): ToolResultRead {
  if (row.deviceId === null || row.keptAt === null) throw new Error("our bug: a result that nobody has kept");
  return {
    id: row.id,
    device_id: row.deviceId,
    ran_at: toTimestamp(row.ranAt),
    username,
    kept_at: toTimestamp(row.keptAt),
    size_bytes: row.sizeBytes,
    ...row.finding,
  };
}

/**
 * Keeps what a tool has answered to the user within the last quarter of an hour; the oldest of the device go where it
 * has more than a hundred. Once more on the same device changes nothing. Throws 404 for a device that there is not and
 * for a result that is not the user's, or not any more; 409 where it is kept on another device.
 */
export async function keepResult(
  ctx: Context,
  { deviceId, resultId, userId }: { deviceId: number; resultId: number; userId: number },
): Promise<ToolResultRead> {
  return ctx.db.transaction(async (db) => {
    // Others that keep on the same device wait, so that the oldest are told right.
    await requireDevice(db, deviceId, "no key update");
    const mine = and(eq(toolResults.id, resultId), eq(toolResults.userId, userId));
    const [row] = await db
      .select({ deviceId: toolResults.deviceId, isFresh: isFresh() })
      .from(toolResults)
      .where(mine)
      .for("update");
    if (row === undefined || (row.deviceId === null && !row.isFresh)) throw notFound(RESULT_NOT_FOUND);
    if (row.deviceId !== null && row.deviceId !== deviceId) throw conflict(KEPT_ELSEWHERE);
    if (row.deviceId !== null) return getResult(db, { deviceId, id: resultId });
    await db.update(toolResults).set({ deviceId, keptAt: new Date() }).where(mine);
    const kept = await getResult(db, { deviceId, id: resultId });
    await recordAudit(
      { db, actor: ctx.actor },
      { action: "tools.result_kept", target: `device:${deviceId}`, detail: describe(kept) },
    );
    await forgetOlder(db, deviceId);
    return kept;
  });
}

function isFresh(): SQL<boolean> {
  return sql<boolean>`${toolResults.ranAt} > now() - make_interval(mins => ${HELD_MINUTES})`;
}

async function getResult(db: Db, { deviceId, id }: Place): Promise<ToolResultRead> {
  const [row] = await selectResults(db, and(eq(toolResults.id, id), eq(toolResults.deviceId, deviceId)));
  if (row === undefined) throw notFound(RESULT_NOT_FOUND);
  return toResultRead(row);
}

async function forgetOlder(db: Db, deviceId: number): Promise<void> {
  const older = db
    .select({ id: toolResults.id })
    .from(toolResults)
    .where(eq(toolResults.deviceId, deviceId))
    .orderBy(desc(toolResults.id))
    .offset(KEPT_PER_DEVICE);
  await db.delete(toolResults).where(inArray(toolResults.id, older));
}

/** Removes a result from its device; a dry run only says which it is. Throws 404. */
export async function deleteResult(
  ctx: Context,
  { isDryRun, ...place }: Place & { isDryRun: boolean },
): Promise<DeletionPreview | undefined> {
  return ctx.db.transaction(async (db) => {
    await requireDevice(db, place.deviceId, "no key update");
    const kept = await getResult(db, place);
    if (isDryRun) return deletionPreview({ deleted: { tool_results: [describe(kept)] } });
    await db.delete(toolResults).where(eq(toolResults.id, place.id));
    await recordAudit(
      { db, actor: ctx.actor },
      { action: "tools.result_deleted", target: `device:${place.deviceId}`, detail: describe(kept) },
    );
    return undefined;
  });
}

function describe({ id, tool, asked, ran_at: ranAt }: ToolResultRead): string {
  return `result=${id} tool=${tool} host=${asked.target} ran_at=${ranAt}`;
}
