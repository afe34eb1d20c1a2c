import type { Sql } from "#platform/database";
import { tooManyRequests } from "#platform/errors";

/** Counts a scan by hand. @throws ApiError 429 where the user's last one began less than the gap ago. */
export type CountScan = (userId: number) => Promise<void>;

/**
 * One scan in `gapSeconds` for each user, on all replicas together; one that is refused does not count. A call that
 * lies far ahead was counted before the clock was set back; one a little ahead is that of a request which came later
 * and was let in first.
 */
export function createScanLimit(sql: Sql, gapSeconds: number): CountScan {
  return async (userId) => {
    if (gapSeconds === 0) return;
    const [counted] = await sql`
      INSERT INTO discovery_scan_calls AS c (user_id, called_at) VALUES (${userId}, now())
      ON CONFLICT (user_id) DO UPDATE SET called_at = now()
        WHERE c.called_at <= now() - make_interval(secs => ${gapSeconds}) OR c.called_at > now() + make_interval(secs => ${gapSeconds})
      RETURNING user_id`;
    if (counted !== undefined) return;
    const seconds = await secondsUntilNext(sql, userId, gapSeconds);
    throw tooManyRequests(`Scan rate limit active; retry in ${seconds} seconds`, seconds);
  };
}

async function secondsUntilNext(sql: Sql, userId: number, gapSeconds: number): Promise<number> {
  const [row] = await sql<{ seconds: number }[]>`
    SELECT ceil(extract(epoch FROM called_at + make_interval(secs => ${gapSeconds}) - now()))::int AS seconds
    FROM discovery_scan_calls WHERE user_id = ${userId}`;
  return Math.max(1, row?.seconds ?? 1);
}
