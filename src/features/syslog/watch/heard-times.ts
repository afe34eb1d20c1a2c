import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { collectors } from "../tables";
import { CURRENT_MINUTES } from "./silent-senders";

const HeardTime = z.object({ collector: z.string(), heardSeconds: z.number() });

/** For how long a collector that is there now has listened, ever, as far as what it heard is stored. */
export type HeardTime = z.infer<typeof HeardTime>;

/** Of the collectors that are there now: from two of these follows whether lines of the time between are missing. */
export async function listHeardTimes(db: Db): Promise<HeardTime[]> {
  const rows = await db.execute(sql`
    SELECT id AS collector, heard_seconds AS "heardSeconds" FROM ${collectors}
    WHERE heard_at > now() - make_interval(mins => ${CURRENT_MINUTES}) ORDER BY id`);
  return z.array(HeardTime).parse([...rows]);
}
