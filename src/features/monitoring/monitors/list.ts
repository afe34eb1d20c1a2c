import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { mapPage, readPage, type Ordering, type Page, type PageQuery } from "#platform/http/paging";
import { given, isText, occursIn } from "#platform/row-filters";
import { readMembers, readMemberStates } from "../group/members";
import { favouriteMonitors, monitors } from "../tables";
import type { HistoryReader } from "../history/damage";
import { NO_FIGURES, readFigures } from "./figures";
import type { MonitorQuery, MonitorRead } from "./models";
import { toMonitorFields, type MonitorRow } from "./monitor-rows";

type Reader = HistoryReader & { userId: number };

const nameKey = sql<string>`lower(${monitors.name})`;

const BY_NAME: Ordering<{ monitor: MonitorRow; nameKey: string }> = {
  name: "monitors",
  keys: [
    { column: nameKey, type: "text", of: (row) => row.nameKey },
    { column: monitors.id, type: "bigint", of: ({ monitor }) => monitor.id },
  ],
};

/**
 * The monitors that the filters let through, by name, as the user sees them: all of them or a page. Throws 422 for a
 * bad cursor.
 */
export async function listMonitors(ctx: Reader, query: MonitorQuery): Promise<Page<MonitorRead>> {
  const filter = monitorFilter(query);
  const page = await readPage(query, {
    order: BY_NAME,
    rows: ({ after, orderBy, limit }) =>
      ctx.db
        .select({ monitor: monitors, nameKey })
        .from(monitors)
        .where(and(filter, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: () => ctx.db.$count(monitors, filter),
  });
  const shown = await showMonitors(
    ctx,
    page.rows.map(({ monitor }) => monitor),
  );
  return { ...page, rows: shown };
}

const SEARCHED = [
  monitors.name,
  monitors.url,
  monitors.description,
  sql`array_to_string(${monitors.tags}, E'\n')`,
];

function monitorFilter({ search, name, kind, tag }: MonitorQuery): SQL | undefined {
  return and(
    given(search, (text) => occursIn(SEARCHED, text)),
    given(name, (text) => isText(monitors.name, text)),
    kind === undefined ? undefined : eq(monitors.kind, kind),
    given(tag, (text) => sql`${monitors.tags} @> ARRAY[${text}]::text[]`),
  );
}

async function showMonitors(ctx: Reader, rows: readonly MonitorRow[]): Promise<MonitorRead[]> {
  const { db, userId } = ctx;
  const groups = rows.flatMap(({ id, kind }) => (kind === "group" ? [id] : []));
  const [figures, favourites, membersOf, memberStates] = await Promise.all([
    readFigures(ctx, { ids: rows.map(({ id }) => id), now: new Date() }),
    db
      .select({ id: favouriteMonitors.monitorId })
      .from(favouriteMonitors)
      .where(eq(favouriteMonitors.userId, userId)),
    readMembers(db, groups),
    readMemberStates(db, groups),
  ]);
  const own = new Set(favourites.map(({ id }) => id));
  return rows.map((row) => ({
    ...toMonitorFields(row, membersOf(row.id)),
    ...(figures.get(row.id) ?? NO_FIGURES),
    is_favourite: own.has(row.id),
    member_states: memberStates.get(row.id) ?? [],
  }));
}

export async function showMonitor(ctx: Reader, row: MonitorRow): Promise<MonitorRead> {
  const [monitor] = await showMonitors(ctx, [row]);
  if (monitor === undefined) throw new Error("our bug: a monitor that is not shown");
  return monitor;
}

/** Throws 404. */
export async function getMonitor(ctx: Reader, id: number): Promise<MonitorRead> {
  return showMonitor(ctx, await requireMonitor(ctx.db, id));
}

/** Throws 404. */
export async function requireMonitor(db: Db, id: number): Promise<MonitorRow> {
  const [row] = await db.select().from(monitors).where(eq(monitors.id, id));
  if (row === undefined) throw notFound("Monitor not found");
  return row;
}

const BY_ID: Ordering<{ id: number }> = {
  name: "favourite monitors",
  keys: [{ column: favouriteMonitors.monitorId, type: "bigint", of: ({ id }) => id }],
};

/** Ids of the user's own favourites, in order: all of them or a page. Throws 422 for a bad cursor. */
export async function listFavourites(
  { db, userId }: Omit<Reader, "onDamage">,
  query: PageQuery,
): Promise<Page<number>> {
  const filter = eq(favouriteMonitors.userId, userId);
  const page = await readPage(query, {
    order: BY_ID,
    rows: ({ after, orderBy, limit }) =>
      db
        .select({ id: favouriteMonitors.monitorId })
        .from(favouriteMonitors)
        .where(and(filter, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(favouriteMonitors, filter),
  });
  return mapPage(page, ({ id }) => id);
}

/** Makes the monitor a favourite of the user, or no longer one. Throws 404. */
export function toggleFavourite(ctx: Reader, id: number): Promise<MonitorRead> {
  const { userId } = ctx;
  return ctx.db.transaction(async (db) => {
    const [row] = await db.select().from(monitors).where(eq(monitors.id, id)).for("update");
    if (row === undefined) throw notFound("Monitor not found");
    const removed = await db
      .delete(favouriteMonitors)
      .where(and(eq(favouriteMonitors.userId, userId), eq(favouriteMonitors.monitorId, id)))
      .returning();
    if (removed.length === 0) await db.insert(favouriteMonitors).values({ userId, monitorId: id });
    return showMonitor({ ...ctx, db }, row);
  });
}
