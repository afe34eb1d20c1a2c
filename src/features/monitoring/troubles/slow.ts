import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import type { TargetKind } from "../state";
import { checkTargets, monitors } from "../tables";
import { isAsked, MAX_FOUND, NamedTarget, namedColumns, namedTargets, type OnlyTargets } from "./targets";

const SlowTarget = NamedTarget.extend({ latencyMs: z.number() });
export type SlowTarget = z.infer<typeof SlowTarget>;

type SlowAsked = { kind: TargetKind; thresholdMs: number; only: OnlyTargets };

/**
 * Targets that are up and whose newest result took longer, in milliseconds; at most 5,000. Jobs and groups are never
 * slow: nobody waits for them.
 */
export async function findSlowTargets(db: Db, { kind, thresholdMs, only }: SlowAsked): Promise<SlowTarget[]> {
  const latency = sql`(${checkTargets.result} ->> 'latencyMs')::float8`;
  const rows = await db.execute(sql`
    SELECT ${namedColumns}, ${latency} AS "latencyMs" FROM ${namedTargets}
    WHERE ${checkTargets.kind} = ${kind} AND ${checkTargets.state} = 'up' AND ${checkTargets.rawStatus} = 'up' AND ${isAsked(only)}
      AND ${latency} > ${thresholdMs} AND coalesce(${monitors.kind}, 'http') = 'http'
    ORDER BY ${checkTargets.id} LIMIT ${MAX_FOUND}`);
  return z.array(SlowTarget).parse([...rows]);
}
