import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { discoveryObservations } from "../tables";

const OpenConflict = z.object({
  id: z.number(),
  ipAddress: z.string().nullable(),
  deviceId: z.number().nullable(),
  /** For people, without a full stop. */
  sentence: z.string(),
  firstSeenAt: z.coerce.date(),
});
export type OpenConflict = z.infer<typeof OpenConflict>;

/** Conflicts of addresses that scheduled scans have noticed and that are open, the oldest first; at most `limit`. Two devices that may be one machine are none. */
export async function findOpenConflicts(db: Db, limit: number): Promise<OpenConflict[]> {
  const { id, ipAddress, deviceId, summary, details, firstSeenAt, status, observationType } =
    discoveryObservations;
  const rows = await db.execute(sql`
    SELECT ${id}::float8 AS id, ${ipAddress} AS "ipAddress", ${deviceId}::float8 AS "deviceId", ${firstSeenAt} AS "firstSeenAt",
      concat_ws(': ', ${summary}, ${details} ->> 'reason') AS sentence
    FROM ${discoveryObservations}
    WHERE ${status} = 'open' AND ${observationType} = 'conflict' AND ${details} ->> 'conflict_with' IS DISTINCT FROM 'same_machine'
    ORDER BY ${id} LIMIT ${limit}`);
  return z.array(OpenConflict).parse([...rows]);
}
