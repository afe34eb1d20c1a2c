import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { unlinkResults } from "#features/operations";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { operations } from "#tables/operations";
import { keptReports } from "../tables";

const KEPT_PER_USER = 10;
const KEPT_BYTES = 256 * 1024 * 1024;

/** Where the report of an operation is. */
export function keptReportPath(operationId: string): string {
  return `/api/v1/exports/reports/${operationId}`;
}

const Gone = z.array(z.object({ operation_id: z.string() }));

/** Keeps a report for as long as its operation, and lets those go that are too many. */
export async function keepReport(db: Db, operationId: string, content: Uint8Array): Promise<void> {
  await db.insert(keptReports).values({ operationId, content });
  const gone = await db.execute(sql`
    WITH kept AS (
      SELECT operation_id, row_number() OVER (PARTITION BY user_id ORDER BY kept_at DESC, operation_id) AS rank,
        sum(octet_length(content)) OVER (ORDER BY kept_at DESC, operation_id) AS bytes
      FROM ${keptReports} JOIN ${operations} ON ${operations.id} = operation_id)
    DELETE FROM ${keptReports} AS gone USING kept
    WHERE gone.operation_id = kept.operation_id AND (kept.rank > ${KEPT_PER_USER} OR kept.bytes > ${KEPT_BYTES})
    RETURNING gone.operation_id`);
  const ids = Gone.parse([...gone]).map(({ operation_id: id }) => id);
  await unlinkResults(db, ids);
}

/** A report of the user's own. Throws 404, also for another's. */
export async function readKeptReport(
  db: Db,
  { operationId, userId }: { operationId: string; userId: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const [row] = await db
    .select({ content: keptReports.content })
    .from(keptReports)
    .innerJoin(operations, eq(operations.id, keptReports.operationId))
    .where(and(eq(keptReports.operationId, operationId), eq(operations.userId, userId)));
  if (row === undefined) throw notFound("Report not found");
  return new Uint8Array(row.content);
}
