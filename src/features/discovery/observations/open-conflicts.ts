import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { discoveryObservations } from "../tables";

/** Two devices that may be one machine are no conflict. */
const isConflict = sql`${discoveryObservations.observationType} = 'conflict'
  AND ${discoveryObservations.details} ->> 'conflict_with' IS DISTINCT FROM 'same_machine'`;

const conflictColumns = sql`${discoveryObservations.id}::float8 AS id, ${discoveryObservations.ipAddress} AS "ipAddress",
  ${discoveryObservations.deviceId}::float8 AS "deviceId", ${discoveryObservations.firstSeenAt} AS "firstSeenAt",
  concat_ws(': ', ${discoveryObservations.summary}, ${discoveryObservations.details} ->> 'reason') AS sentence`;

const OpenConflict = z.object({
  id: z.number(),
  ipAddress: z.string().nullable(),
  deviceId: z.number().nullable(),
  /** For people, without a full stop. */
  sentence: z.string(),
  firstSeenAt: z.coerce.date(),
});
export type OpenConflict = z.infer<typeof OpenConflict>;

/** Conflicts of addresses that scheduled scans have noticed and that are open, the oldest first; at most `limit`. */
export async function findOpenConflicts(db: Db, limit: number): Promise<OpenConflict[]> {
  const { id, status } = discoveryObservations;
  const rows = await db.execute(sql`
    SELECT ${conflictColumns} FROM ${discoveryObservations}
    WHERE ${status} = 'open' AND ${isConflict} ORDER BY ${id} LIMIT ${limit}`);
  return z.array(OpenConflict).parse([...rows]);
}

const PastConflict = OpenConflict.extend({
  /** Null: it is open. */
  resolvedAt: z.coerce.date().nullable(),
});
export type PastConflict = z.infer<typeof PastConflict>;

/**
 * Those that were open at some time since then. When one was acknowledged is not kept: it is not among them unless it
 * is settled by now.
 */
export async function findPastConflicts(
  db: Db,
  { from, limit }: { from: Date; limit: number },
): Promise<PastConflict[]> {
  const { id, status, resolvedAt } = discoveryObservations;
  const rows = await db.execute(sql`
    SELECT ${conflictColumns}, ${resolvedAt} AS "resolvedAt" FROM ${discoveryObservations}
    WHERE (${status} = 'open' OR ${status} = 'resolved' AND ${resolvedAt} >= ${from.toISOString()}) AND ${isConflict}
    ORDER BY ${id} LIMIT ${limit}`);
  return z.array(PastConflict).parse([...rows]);
}
