import type { Db } from "#platform/database";
import { sql } from "drizzle-orm";
import { notFound, tooManyRequests } from "#platform/errors";
import type { PushLimit } from "./limit";
import { hashOf } from "./token";

export type Report = { status: "up" | "down"; message: string | null; pingMs: number | null };

/** Written at most once a second for each token, by all processes together. */
const MIN_APART_SECONDS = 1;
const UNKNOWN = "Not Found";
const TOO_SOON = "Too many reports";

type Context = { db: Db; limit: PushLimit };

/**
 * Keeps a report and has the engine look at it. One to a monitor that is switched off changes nothing. Throws 404 for
 * an unknown token, 429 where too many come.
 */
export async function takeReport(
  { db, limit }: Context,
  { token, address, report }: { token: string; address: string; report: Report },
): Promise<void> {
  const waitSeconds = limit.count(address);
  if (waitSeconds > 0) throw tooManyRequests(TOO_SOON, waitSeconds);
  const hash = hashOf(token);
  if (limit.isTooSoon(hash)) throw tooManyRequests(TOO_SOON, MIN_APART_SECONDS);
  const found = await db.transaction(async (tx) => {
    const [known] = await tx.execute<{ monitorId: number; targetId: number | null; enabled: boolean }>(sql`
      SELECT p.monitor_id::float8 AS "monitorId", t.id::float8 AS "targetId", m.enabled
      FROM push_reports p JOIN monitors m ON m.id = p.monitor_id
      LEFT JOIN check_targets t ON t.kind = 'monitor' AND t.monitor_id = p.monitor_id
      WHERE p.token_hash = ${hash}`);
    if (known === undefined) return "unknown";
    if (!known.enabled) return "kept";
    // Before the report is written, as the engine does, so that neither misses the other's.
    await tx.execute(sql`SELECT FROM check_targets WHERE id = ${known.targetId} FOR UPDATE`);
    const written = await tx.execute(sql`
      UPDATE push_reports SET number = number + 1, reported_at = now(), status = ${report.status},
        message = ${report.message}, ping_ms = ${report.pingMs}
      WHERE monitor_id = ${known.monitorId} AND (reported_at IS NULL OR reported_at > now()
        OR reported_at <= now() - make_interval(secs => ${MIN_APART_SECONDS})) RETURNING monitor_id`);
    if (written.length === 0) return "too soon";
    await tx.execute(
      sql`UPDATE check_targets SET due_at = now() WHERE id = ${known.targetId} AND state <> 'paused'`,
    );
    return "kept";
  });
  if (found === "unknown") throw notFound(UNKNOWN);
  limit.note(hash);
  if (found === "too soon") throw tooManyRequests(TOO_SOON, MIN_APART_SECONDS);
}
