import { and, asc, eq, gt, isNotNull, lt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { keysOf, toCursor, type Page } from "#platform/http/paging";
import { deviceImports, deviceImportVerdicts } from "../tables";
import type { RowResult } from "./models";

/** Verdicts that one answer holds. */
export const VERDICTS_PER_PAGE = 1000;

const KEPT_HOURS = 24;
const KEPT_PER_USER = 4;
/** Of all users: some hundred imports as they usually are. */
const KEPT_BYTES = 256 * 1024 * 1024;

/** Verdicts of one row of the table; a page reads a few rows. */
const PER_ROW = 250;
const ROWS_PER_STATEMENT = 4;

type Import = { id: string; userId: number };

/** Keeps the verdicts on an import's rows, whether it was dry or not, and lets older ones go. */
export async function keepVerdicts(
  db: Db,
  { id, userId }: Import,
  results: readonly RowResult[],
): Promise<void> {
  const count = results.length;
  await db
    .insert(deviceImports)
    .values({ id, userId, phase: "done", rowsTotal: count, rowsDone: count })
    .onConflictDoNothing();
  let verdictBytes = 0;
  for (let start = 0; start < count; start += PER_ROW * ROWS_PER_STATEMENT) {
    const rows: (typeof deviceImportVerdicts.$inferInsert)[] = [];
    const end = Math.min(count, start + PER_ROW * ROWS_PER_STATEMENT);
    for (let place = start; place < end; place += PER_ROW) {
      const verdicts = JSON.stringify(results.slice(place, place + PER_ROW));
      verdictBytes += Buffer.byteLength(verdicts);
      rows.push({ importId: id, place, verdicts });
    }
    await db.insert(deviceImportVerdicts).values(rows);
  }
  await db.update(deviceImports).set({ verdictBytes }).where(eq(deviceImports.id, id));
  await dropVerdicts(db);
}

/** Lets the imports of yesterday go, and the verdicts of those that are too many or too big to be kept. */
export async function removeOldImports(db: Db): Promise<void> {
  await db
    .delete(deviceImports)
    .where(lt(deviceImports.startedAt, sql`now() - make_interval(hours => ${KEPT_HOURS})`));
  await dropVerdicts(db);
}

async function dropVerdicts(db: Db): Promise<void> {
  await db.execute(sql`
    WITH kept AS (
      SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY started_at DESC, id) AS rank,
        sum(verdict_bytes) OVER (ORDER BY started_at DESC, id) AS bytes
      FROM ${deviceImports} WHERE verdict_bytes IS NOT NULL
    ), dropped AS (
      UPDATE ${deviceImports} AS one SET verdict_bytes = NULL FROM kept
      WHERE one.id = kept.id AND (kept.rank > ${KEPT_PER_USER} OR kept.bytes > ${KEPT_BYTES})
      RETURNING one.id
    )
    DELETE FROM ${deviceImportVerdicts} AS gone USING dropped WHERE gone.import_id = dropped.id`);
}

const ORDER = "device-import-rows";
const Place = z.tuple([z.int().min(0)]);

/** The cursor of the page that begins at a place. */
export function cursorAt(place: number): string {
  return toCursor(ORDER, [place]);
}

type VerdictQuery = { limit: number; cursor?: string | undefined };

/** A page of an import's verdicts, in the order of its rows. Throws 404, also for another user's import. */
export async function listVerdicts(
  { db }: { db: Db },
  { id, userId }: Import,
  { limit, cursor }: VerdictQuery,
): Promise<Page<RowResult>> {
  const [from] = keysOf(cursor, { order: ORDER, schema: Place }) ?? [0];
  const [found] = await db
    .select({ total: deviceImports.rowsTotal })
    .from(deviceImports)
    .where(
      and(eq(deviceImports.id, id), eq(deviceImports.userId, userId), isNotNull(deviceImports.verdictBytes)),
    );
  if (found === undefined) throw notFound("Import not found, or its rows are not kept");
  const { importId, place, verdicts } = deviceImportVerdicts;
  const read = await db
    .select({ place, verdicts })
    .from(deviceImportVerdicts)
    .where(and(eq(importId, id), gt(place, from - PER_ROW), lt(place, from + limit)))
    .orderBy(asc(place));
  const rows = read.flatMap((row) => {
    const kept: RowResult[] = JSON.parse(row.verdicts);
    return kept.slice(Math.max(0, from - row.place), from + limit - row.place);
  });
  const total = found.total ?? 0;
  const next = from + limit < total ? cursorAt(from + limit) : undefined;
  return { rows, total, next };
}
