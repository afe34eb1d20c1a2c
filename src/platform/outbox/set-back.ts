import { sql } from "drizzle-orm";
import type { Db } from "../database";

/** It was written, or tried, before the database's clock was set back. */
const IS_AHEAD = "state = 'waiting' AND greatest(tried_from, tried_at) > now() + interval '1 minute'";

/** SQL: whether anything waits for a clock that was set back. */
export const IS_ANY_AHEAD = `EXISTS (SELECT FROM outbox WHERE ${IS_AHEAD})`;

/** Makes due what waits for it; how long that is tried, and of use, counts from now. */
export async function bringForward(db: Db): Promise<void> {
  await db.execute(sql`
    UPDATE outbox SET due_at = least(due_at, now()), created_at = least(created_at, now()),
      expires_at = expires_at - greatest(tried_from - now(), interval '0'),
      tried_from = least(tried_from, now()), tried_at = least(tried_at, now())
    WHERE ${sql.raw(IS_AHEAD)}`);
}
