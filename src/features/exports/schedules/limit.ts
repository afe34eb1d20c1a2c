import { and, eq, gt, lte, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { tooManyRequests } from "#platform/errors";
import { auditLog } from "#tables/audit";

export const MAILED = "export.report_mailed";

/**
 * More than the schedules that a user may have: each mails up to 20 people in the service's name, and keeps a file in
 * the database.
 */
const MAX_IN_HOUR = 30;

const Mailed = z.object({ count: z.number(), seconds: z.number().nullable() });

/**
 * Goes by the audit log, which has what was mailed by schedules that were removed since, too.
 * @throws ApiError 429 where as many reports of the user were mailed within an hour as may be.
 */
export async function requireFewMailed(db: Db, ownerUserId: number): Promise<void> {
  const { action, after, createdAt } = auditLog;
  const since = sql`now() - interval '1 hour'`;
  const [row] = await db
    .select({
      count: sql`count(*)::int`,
      seconds: sql`extract(epoch FROM min(${createdAt}) + interval '1 hour' - now())::float8`,
    })
    .from(auditLog)
    .where(
      and(
        eq(action, MAILED),
        gt(createdAt, since),
        // What lies ahead was mailed before the clock was set back.
        lte(createdAt, sql`now() + interval '1 minute'`),
        sql`${after} -> 'owner_user_id' = to_jsonb(${ownerUserId}::bigint)`,
      ),
    );
  const { count, seconds } = Mailed.parse(row);
  if (count >= MAX_IN_HOUR)
    throw tooManyRequests(`${MAX_IN_HOUR} reports of a user are mailed within an hour at most`, seconds ?? 1);
}
