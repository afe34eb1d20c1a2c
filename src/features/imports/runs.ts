import { and, asc, eq, getTableColumns, gte, sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import { findUndone } from "#features/audit";
import type { Db } from "#platform/database";
import { hoursBefore } from "#platform/deletion-clock";
import { notFound } from "#platform/errors";
import { toTimestamp } from "#platform/http/fields";
import type { Caller } from "#platform/http/guard";
import { keysOf, readPage, toCursor, type Ordering, type Page } from "#platform/http/paging";
import { users } from "#tables/users";
import {
  Existing,
  type Import,
  type ImportRow,
  type ImportRowsQuery,
  type ImportsQuery,
  type ImportSummary,
} from "./models";
import { importRows, imports } from "./tables";

/** Verdicts of one row of the table. */
const PER_ROW = 250;
const ROWS_PER_STATEMENT = 4;

const KEPT_TRIALS_HOURS = 24;
const KEPT_DAYS = 30;
const KEPT_PER_USER = 20;
/** Of a user's verdicts. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** Keeps an import and the verdicts on its rows, and lets older ones go. */
export async function keepImport(
  db: Db,
  entry: Omit<typeof imports.$inferInsert, "rowBytes">,
  rows: readonly ImportRow[],
): Promise<void> {
  await db.insert(imports).values({ ...entry, rowBytes: 0 });
  let rowBytes = Buffer.byteLength(JSON.stringify([entry.tables, entry.leftOut, entry.made]));
  for (let start = 0; start < rows.length; start += PER_ROW * ROWS_PER_STATEMENT) {
    const parts: (typeof importRows.$inferInsert)[] = [];
    const end = Math.min(rows.length, start + PER_ROW * ROWS_PER_STATEMENT);
    for (let place = start; place < end; place += PER_ROW) {
      const part = rows.slice(place, place + PER_ROW);
      const verdicts = JSON.stringify(part);
      rowBytes += Buffer.byteLength(verdicts);
      const actions = [...new Set(part.map(({ action }) => action))];
      parts.push({ importId: entry.id, place, actions, verdicts });
    }
    await db.insert(importRows).values(parts);
  }
  await db.update(imports).set({ rowBytes }).where(eq(imports.id, entry.id));
  await dropImports(db);
}

/** Whether there is an import of that id, whoever has made it. */
export async function isKept(db: Db, id: string): Promise<boolean> {
  return (await db.$count(imports, eq(imports.id, id))) > 0;
}

/**
 * Lets imports go that are too many, and old ones, where it is said what time it is, and a user's verdicts beyond a size:
 * those of tried imports first, with their import, then those of others, whose import stays; never those of the latest.
 * What imports wrote, and its audit entries, stay.
 */
export async function dropImports(db: Db, now?: Date): Promise<void> {
  const before = (hours: number) => (now === undefined ? "-infinity" : hoursBefore(now, hours).toISOString());
  await db.execute(sql`
    WITH ranked AS (
      SELECT id, user_id, is_dry_run, position, row_bytes,
        ended_at < CASE WHEN is_dry_run THEN ${before(KEPT_TRIALS_HOURS)}::timestamptz
          ELSE ${before(24 * KEPT_DAYS)}::timestamptz END AS is_old,
        row_number() OVER (PARTITION BY user_id, is_dry_run ORDER BY position DESC) AS rank,
        row_number() OVER (PARTITION BY user_id ORDER BY position DESC) = 1 AS is_latest
      FROM ${imports}
    ), judged AS (
      SELECT id, is_dry_run, is_old OR rank > ${KEPT_PER_USER} AS is_past,
        NOT is_latest AND row_bytes > 0 AND sum(row_bytes) OVER (
          PARTITION BY user_id ORDER BY is_latest DESC, is_dry_run, position DESC) > ${KEPT_BYTES} AS is_too_big
      FROM ranked
    ), gone AS (
      DELETE FROM ${imports} AS past USING judged
      WHERE past.id = judged.id AND (is_past OR (is_too_big AND judged.is_dry_run))
    ), emptied AS (
      UPDATE ${imports} AS big SET row_bytes = 0 FROM judged
      WHERE big.id = judged.id AND is_too_big AND NOT is_past AND NOT judged.is_dry_run
      RETURNING big.id
    )
    DELETE FROM ${importRows} AS verdict USING emptied WHERE verdict.import_id = emptied.id`);
}

type Viewer = Pick<Caller, "userId" | "isSuperAdmin">;

const isSeenBy = ({ userId, isSuperAdmin }: Viewer) =>
  isSuperAdmin ? undefined : eq(imports.userId, userId);

/** What a list says. What a file may make long, `row_bytes` counts. */
const { tables: _tables, leftOut: _leftOut, made: _made, ...SHORT } = getTableColumns(imports);

type KeptImport = {
  kept: Omit<typeof imports.$inferSelect, "tables" | "leftOut" | "made">;
  username: string;
};

const NOT_KEPT = "Import not found, or it is not kept any more";

const BY_END: Ordering<KeptImport> = {
  name: "imports",
  keys: [{ column: imports.position, type: "bigint", of: ({ kept }) => kept.position }],
  isDescending: true,
};

/** The caller's imports, of a SuperAdmin those of all users; the latest first. Throws 422 for a bad cursor. */
export async function listImports(
  { db, caller }: { db: Db; caller: Viewer },
  query: ImportsQuery,
): Promise<Page<ImportSummary>> {
  const isDryRun = query.dry_run;
  const filter = and(isSeenBy(caller), isDryRun === undefined ? undefined : eq(imports.isDryRun, isDryRun));
  const page = await readPage(query, {
    order: BY_END,
    rows: ({ after, orderBy, limit }) =>
      selectImports(db, and(filter, after))
        .orderBy(...orderBy)
        .limit(limit),
    count: () => db.$count(imports, filter),
  });
  return { ...page, rows: await toSummaries(db, page.rows) };
}

/** Throws 404, also for an import that the caller may not see. */
export async function getImport({ db, caller }: { db: Db; caller: Viewer }, id: string): Promise<Import> {
  const isIt = and(eq(imports.id, id), isSeenBy(caller));
  const [summary] = await toSummaries(db, await selectImports(db, isIt));
  const { tables, leftOut, made } = imports;
  const [found] = await db.select({ tables, left_out: leftOut, made }).from(imports).where(isIt);
  if (summary === undefined || found === undefined) throw notFound(NOT_KEPT);
  // Imports of version 0.9.0 made no devices beside their rows.
  return { ...summary, ...found, made: { devices: [], ...found.made } };
}

function selectImports(db: Db, filter: SQL | undefined) {
  return db
    .select({ kept: SHORT, username: sql<string>`coalesce(${users.username}, ${imports.username})` })
    .from(imports)
    .leftJoin(users, eq(users.id, imports.userId))
    .where(filter);
}

async function toSummaries(db: Db, found: readonly KeptImport[]): Promise<ImportSummary[]> {
  const undone = await findUndone(
    db,
    found.flatMap(({ kept }) => kept.auditId ?? []),
  );
  return found.map(({ kept, username }) => ({
    id: kept.id,
    source: kept.source,
    files: kept.files,
    user_id: kept.userId,
    username,
    dry_run: kept.isDryRun,
    existing: Existing.parse(kept.existing),
    rows: kept.rows,
    counts: kept.counts,
    audit_id: kept.auditId,
    undone_by: kept.auditId === null ? null : (undone.get(kept.auditId) ?? null),
    ended_at: toTimestamp(kept.endedAt),
  }));
}

const ORDER = "import-rows";
const Place = z.tuple([z.int().min(0)]);
const CHUNKS_AT_ONCE = 8;

/**
 * A page of the verdicts on an import's rows, of one kind or action where asked, in the order of the rows. Throws 404,
 * also for another user's import, 422 for a bad cursor.
 */
export async function listRows(
  ctx: { db: Db; caller: Viewer },
  id: string,
  query: ImportRowsQuery,
): Promise<Page<ImportRow>> {
  const { limit, cursor, action, kind } = query;
  const [from] = keysOf(cursor, { order: ORDER, schema: Place }) ?? [0];
  const [kept] = await ctx.db
    .select({ count: imports.rows, counts: imports.counts })
    .from(imports)
    .where(and(eq(imports.id, id), isSeenBy(ctx.caller)));
  if (kept === undefined) throw notFound(NOT_KEPT);
  const { count, counts } = kept;
  const fits = (row: ImportRow) =>
    row.place >= from && (action ?? row.action) === row.action && (kind ?? row.kind) === row.kind;
  const found: ImportRow[] = [];
  for (let place = from - (from % PER_ROW); place < count && found.length <= limit;) {
    const chunks = await readChunks(ctx.db, { id, place, action });
    found.push(...chunks.flatMap(({ verdicts }) => JSON.parse(verdicts)).filter(fits));
    const last = chunks.at(-1);
    if (last === undefined) break;
    place = last.place + PER_ROW;
  }
  const next = found[limit];
  const total = action !== undefined && kind === undefined ? counts[action] : count;
  return {
    rows: found.slice(0, limit),
    total,
    next: next === undefined ? undefined : toCursor(ORDER, [next.place]),
  };
}

function readChunks(
  db: Db,
  { id, place, action }: { id: string; place: number; action: ImportRow["action"] | undefined },
) {
  const isWanted = action === undefined ? undefined : sql`${action} = ANY(${importRows.actions})`;
  return db
    .select({ place: importRows.place, verdicts: importRows.verdicts })
    .from(importRows)
    .where(and(eq(importRows.importId, id), gte(importRows.place, place), isWanted))
    .orderBy(asc(importRows.place))
    .limit(CHUNKS_AT_ONCE);
}
