import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";

const Figures = z.object({ rows: z.coerce.number(), bytes: z.coerce.number() });

/** How many answers of tools are kept on devices, and what all of them take, indexes included. */
export async function measureToolResults(db: Db): Promise<z.infer<typeof Figures>> {
  const rows = await db.execute(sql`
    SELECT (SELECT count(*) FROM tool_results WHERE device_id IS NOT NULL) AS rows,
      pg_total_relation_size('tool_results') AS bytes`);
  const [figures] = z.array(Figures).parse([...rows]);
  if (figures === undefined) throw new Error("our bug: figures without a row");
  return figures;
}
