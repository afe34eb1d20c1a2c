import { desc, eq, getTableColumns, sql } from "drizzle-orm";
import { findUndone } from "#features/audit";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import type { Caller } from "#platform/http/guard";
import { mapPage, readPage, type Ordering, type Page, type PageQuery } from "#platform/http/paging";
import { users } from "#tables/users";
import type { ConfigurationApply } from "./models";
import { configurationApplies } from "./tables";

/** Of each user, so that nobody drives those of others out. The last one of all is what drift is told from. */
const KEPT = 50;
/** Of a user's bundles that are kept, but for the last one. */
const KEPT_BYTES = 128 * 1024 * 1024;

const NOT_KEPT = "Apply not found, or it is not kept any more";

/** Keeps an apply, and lets the oldest of its user go where there are too many, or where they are too long. */
export async function keepApply(db: Db, entry: typeof configurationApplies.$inferInsert): Promise<void> {
  await db.insert(configurationApplies).values(entry);
  await db.execute(sql`
    WITH ranked AS (
      SELECT id, row_number() OVER by_user AS rank, sum(octet_length(bundle)) OVER by_user AS bytes
      FROM ${configurationApplies} WINDOW by_user AS (PARTITION BY user_id ORDER BY position DESC))
    DELETE FROM ${configurationApplies} AS past USING ranked
    WHERE past.id = ranked.id AND rank > 1 AND (rank > ${KEPT} OR bytes > ${KEPT_BYTES})`);
}

/** Whether there is an apply of that id. */
export async function isKept(db: Db, id: string): Promise<boolean> {
  return (await db.$count(configurationApplies, eq(configurationApplies.id, id))) > 0;
}

const { bundle: _bundle, format: _format, ...SHORT } = getTableColumns(configurationApplies);

type Kept = { kept: Omit<typeof configurationApplies.$inferSelect, "bundle" | "format">; username: string };

const BY_END: Ordering<Kept> = {
  name: "configuration applies",
  keys: [{ column: configurationApplies.position, type: "bigint", of: ({ kept }) => kept.position }],
  isDescending: true,
};

/** The latest first. Throws 422 for a bad cursor. */
export async function listApplies({ db }: { db: Db }, query: PageQuery): Promise<Page<ConfigurationApply>> {
  const page = await readPage(query, {
    order: BY_END,
    rows: ({ after, orderBy, limit }) =>
      select(db)
        .where(after)
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(configurationApplies),
  });
  const undone = await undoneOf(db, page.rows);
  return mapPage(page, (row) => toApply(row, undone));
}

/** An apply as those know it who may not read the history: whose it was, when, and how much it did. */
export function withoutDetails(apply: ConfigurationApply): ConfigurationApply {
  return { ...apply, note: null, sentences: [] };
}

/** For SuperAdmins, and for whoever has applied it. Throws 404. */
export async function getApply(
  { db, caller }: { db: Db; caller: Pick<Caller, "userId" | "isSuperAdmin"> },
  id: string,
): Promise<ConfigurationApply> {
  const apply = await readApply({ db }, id);
  if (caller.isSuperAdmin || apply.user_id === caller.userId) return apply;
  throw notFound(NOT_KEPT);
}

/** Throws 404. */
export async function readApply({ db }: { db: Db }, id: string): Promise<ConfigurationApply> {
  const rows = await select(db).where(eq(configurationApplies.id, id));
  const [row] = rows;
  if (row === undefined) throw notFound(NOT_KEPT);
  return toApply(row, await undoneOf(db, rows));
}

/** The bundle that was applied last, of those that nobody has taken back; undefined: there is none. */
export async function findLastApply(db: Db) {
  const { id, auditId, position } = configurationApplies;
  const known = await db.select({ id, auditId }).from(configurationApplies).orderBy(desc(position));
  const undone = await findUndone(
    db,
    known.flatMap((one) => one.auditId ?? []),
  );
  const standing = known.find((one) => one.auditId === null || !undone.has(one.auditId));
  if (standing === undefined) return undefined;
  const [last] = await db.select().from(configurationApplies).where(eq(id, standing.id));
  return last;
}

/** The text that was applied. Throws 404. */
export async function getAppliedBundle(
  { db }: { db: Db },
  id: string,
): Promise<{ bundle: string; format: "yaml" | "json" }> {
  const { bundle, format } = configurationApplies;
  const [row] = await db
    .select({ bundle, format })
    .from(configurationApplies)
    .where(eq(configurationApplies.id, id));
  if (row === undefined) throw notFound(NOT_KEPT);
  return row;
}

function select(db: Db) {
  return db
    .select({
      kept: SHORT,
      username: sql<string>`coalesce(${users.username}, ${configurationApplies.username})`,
    })
    .from(configurationApplies)
    .leftJoin(users, eq(users.id, configurationApplies.userId))
    .$dynamic();
}

function undoneOf(db: Db, rows: readonly Kept[]): Promise<ReadonlyMap<number, number>> {
  return findUndone(
    db,
    rows.flatMap(({ kept }) => kept.auditId ?? []),
  );
}

function toApply({ kept, username }: Kept, undone: ReadonlyMap<number, number>): ConfigurationApply {
  return {
    id: kept.id,
    user_id: kept.userId,
    username,
    note: kept.note,
    only: kept.only,
    prune: kept.prune,
    counts: kept.counts,
    sentences: kept.sentences,
    audit_id: kept.auditId,
    undone_by: kept.auditId === null ? null : (undone.get(kept.auditId) ?? null),
    ended_at: toTimestamp(kept.endedAt),
  };
}

/** When a bundle was applied last, in seconds since the epoch; undefined: none is kept. */
export async function measureApplies(db: Db): Promise<{ lastApplySeconds: number | undefined }> {
  const [last] = await db
    .select({ at: configurationApplies.endedAt })
    .from(configurationApplies)
    .orderBy(desc(configurationApplies.position))
    .limit(1);
  return { lastApplySeconds: last && last.at.getTime() / 1000 };
}
