import type { Sql } from "#platform/database";
import { tooManyRequests } from "#platform/errors";
import type { CountToolCall } from "#platform/tool-limit";

type Limit = { maxCalls: number; windowSeconds: number };

/**
 * All tools together, of all sessions and keys of a user, on every replica: a row a user holds the times of the calls
 * that count, and the statement that adds one holds the row. A refused call does not count, nor does one that lies
 * further ahead than the window is long: the clock was set back since.
 */
export function createToolLimit(sql: Sql, { maxCalls, windowSeconds }: Limit): CountToolCall {
  const length = sql`make_interval(secs => ${windowSeconds})`;
  const counts = sql`c > now() - ${length} AND c <= now() + ${length}`;
  return async (userId) => {
    const [counted] = await sql`
      INSERT INTO tool_calls AS t (user_id, called_at) VALUES (${userId}, ARRAY[now()])
      ON CONFLICT (user_id) DO UPDATE
        SET called_at = ARRAY(SELECT c FROM unnest(t.called_at) c WHERE ${counts}) || now()
        WHERE (SELECT count(*) FROM unnest(t.called_at) c WHERE ${counts}) < ${maxCalls}
      RETURNING user_id`;
    if (counted !== undefined) return;
    const detail = `Tool rate limit exceeded; retry in ${windowSeconds} seconds`;
    throw tooManyRequests(detail, await secondsUntilNext(sql, userId, windowSeconds));
  };
}

/** Until the oldest call that counts does so no more. */
async function secondsUntilNext(sql: Sql, userId: number, windowSeconds: number): Promise<number> {
  const [oldest] = await sql<{ seconds: number }[]>`
    SELECT extract(epoch FROM min(c) + make_interval(secs => ${windowSeconds}) - now())::float8 AS seconds
    FROM tool_calls, unnest(called_at) c
    WHERE user_id = ${userId} AND c BETWEEN now() - make_interval(secs => ${windowSeconds})
      AND now() + make_interval(secs => ${windowSeconds})`;
  return oldest?.seconds ?? 1;
}
