import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { wasWithin } from "#platform/database-clock";
import { collectors } from "../tables";
import { CURRENT_SECONDS } from "./silent-senders";

const ListeningTime = z.object({ collector: z.string(), listeningSeconds: z.number() });

/** For how long a collector that is there now has listened, ever, as far as what it received is stored. */
export type ListeningTime = z.infer<typeof ListeningTime>;

/** Of the collectors that are there now: from two of these follows whether lines of the time between are missing. */
export async function listListeningTimes(db: Db): Promise<ListeningTime[]> {
  const rows = await db.execute(sql`
    SELECT id AS collector, heard_seconds AS "listeningSeconds" FROM ${collectors}
    WHERE ${wasWithin(sql`heard_at`, CURRENT_SECONDS)} ORDER BY id`);
  return z.array(ListeningTime).parse([...rows]);
}
