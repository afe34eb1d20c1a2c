import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { dayOf } from "../history/clock-spans";
import type { TargetKind } from "../state";
import { checkResults, checkRollups, checkTargets, monitors } from "../tables";
import { isAsked, NamedTarget, namedColumns, namedTargets, type OnlyTargets } from "./targets";

type PastAsked = { only: OnlyTargets; from: Date };

/** Whole days of what is packed are asked about: that is more than needed, and never less. */
const dayOfStart = ({ from }: PastAsked) => new Date(dayOf(from.getTime())).toISOString();

/** Targets of which some result since then took longer, in milliseconds; of monitors those over HTTP alone. */
export function findOnceSlow(
  db: Db,
  { kind, thresholdMs, ...asked }: PastAsked & { kind: TargetKind; thresholdMs: number },
): Promise<NamedTarget[]> {
  return find(
    db,
    asked,
    sql`${checkTargets.kind} = ${kind} AND coalesce(${monitors.kind}, 'http') = 'http' AND ${checkTargets.id} IN (
      SELECT target_id FROM ${checkResults} WHERE at >= ${asked.from.toISOString()} AND latency_ms > ${thresholdMs}
      UNION SELECT target_id FROM ${checkRollups} WHERE starts_at >= ${dayOfStart(asked)} AND latency_max_ms > ${thresholdMs})`,
  );
}

/** Devices that have failed since then, if only once. */
export function findOnceFailed(db: Db, asked: PastAsked): Promise<NamedTarget[]> {
  return find(
    db,
    asked,
    sql`${checkTargets.kind} = 'device' AND ${checkTargets.id} IN (
      SELECT target_id FROM ${checkResults} WHERE at >= ${asked.from.toISOString()} AND raw_status = 'down'
      UNION SELECT target_id FROM ${checkRollups} WHERE starts_at >= ${dayOfStart(asked)} AND down > 0)`,
  );
}

const Certified = NamedTarget.extend({
  /** Of a monitor: how long before it wants to be told. */
  days: z.number().nullable(),
});
export type CertifiedTarget = z.infer<typeof Certified>;

/** Services or monitors that have shown a certificate last, or could not be asked for one. Of monitors those that want to be told of it. */
export async function findCertified(
  db: Db,
  { kind, only }: { kind: "service" | "monitor"; only: OnlyTargets },
): Promise<CertifiedTarget[]> {
  const rows = await db.execute(sql`
    SELECT ${namedColumns}, ${monitors.certificateExpiryDays}::float8 AS days FROM ${namedTargets}
    WHERE ${checkTargets.kind} = ${kind} AND ${isAsked(only)} AND coalesce(${monitors.certificateExpiryAlert}, true)
      AND (${checkTargets.result} ->> 'certificateExpiresAt' IS NOT NULL OR ${checkTargets.rawStatus} <> 'up')
    ORDER BY ${checkTargets.id}`);
  return z.array(Certified).parse([...rows]);
}

async function find(db: Db, { only }: PastAsked, which: SQL): Promise<NamedTarget[]> {
  const rows = await db.execute(sql`
    SELECT ${namedColumns} FROM ${namedTargets} WHERE ${which} AND ${isAsked(only)} ORDER BY ${checkTargets.id}`);
  return z.array(NamedTarget).parse([...rows]);
}
