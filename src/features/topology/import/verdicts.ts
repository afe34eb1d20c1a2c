import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { unlinkResults } from "#features/operations";
import type { Db } from "#platform/database";
import { hoursBefore } from "#platform/deletion-clock";
import { notFound } from "#platform/errors";
import { keysOf, toCursor, type Page } from "#platform/http/paging";
import { operations } from "#tables/operations";
import { deviceImportVerdicts, keptImports } from "../tables";
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
export async function keepVerdicts(db: Db, importId: string, results: readonly RowResult[]): Promise<void> {
  const count = results.length;
  await db.insert(keptImports).values({ importId, rows: count, verdictBytes: 0 });
  let verdictBytes = 0;
  for (let start = 0; start < count; start += PER_ROW * ROWS_PER_STATEMENT) {
    const rows: (typeof deviceImportVerdicts.$inferInsert)[] = [];
    const end = Math.min(count, start + PER_ROW * ROWS_PER_STATEMENT);
    for (let place = start; place < end; place += PER_ROW) {
      const verdicts = JSON.stringify(results.slice(place, place + PER_ROW));
      verdictBytes += Buffer.byteLength(verdicts);
      rows.push({ importId, place, verdicts });
    }
    await db.insert(deviceImportVerdicts).values(rows);
  }
  await db.update(keptImports).set({ verdictBytes }).where(eq(keptImports.importId, importId));
  await dropVerdicts(db);
}

/** Where the verdicts on an import's rows are. */
export function rowsPath(importId: string): string {
  return `/api/v1/topology/devices/imports/${importId}/rows`;
}

const Dropped = z.array(z.object({ import_id: z.string() }));

/**
 * Lets the verdicts of imports go that are too many or too big to be kept, and those of yesterday, where it is said what
 * time it is.
 */
export async function dropVerdicts(db: Db, now?: Date): Promise<void> {
  const before = now === undefined ? "-infinity" : hoursBefore(now, KEPT_HOURS).toISOString();
  const dropped = await db.execute(sql`
    WITH kept AS (
      SELECT import_id, kept_at < ${before}::timestamptz AS is_old,
        row_number() OVER (PARTITION BY user_id ORDER BY kept_at DESC, import_id) AS rank,
        sum(verdict_bytes) OVER (ORDER BY kept_at DESC, import_id) AS bytes
      FROM ${keptImports} JOIN ${operations} ON ${operations.id} = import_id
    )
    DELETE FROM ${keptImports} AS gone USING kept
    WHERE gone.import_id = kept.import_id
      AND (kept.is_old OR kept.rank > ${KEPT_PER_USER} OR kept.bytes > ${KEPT_BYTES})
    RETURNING gone.import_id`);
  const ids = Dropped.parse([...dropped]).map(({ import_id: id }) => id);
  await unlinkResults(db, ids);
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
    .select({ total: keptImports.rows })
    .from(keptImports)
    .innerJoin(operations, eq(operations.id, keptImports.importId))
    .where(and(eq(keptImports.importId, id), eq(operations.userId, userId)));
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
  const { total } = found;
  const next = from + limit < total ? cursorAt(from + limit) : undefined;
  return { rows, total, next };
}
