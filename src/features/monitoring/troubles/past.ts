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

/**
 * Targets of which some result since then took longer, in milliseconds; of monitors those over HTTP alone. The slowest
 * on the whole come first.
 */
export function findOnceSlow(
  db: Db,
  { kind, thresholdMs, ...asked }: PastAsked & { kind: TargetKind; thresholdMs: number },
): Promise<NamedTarget[]> {
  return find(db, asked, {
    which: sql`${checkTargets.kind} = ${kind} AND coalesce(${monitors.kind}, 'http') = 'http'`,
    figures: sql`
      SELECT target_id, coalesce(latency_p95_ms, latency_max_ms) AS figure FROM ${checkRollups}
      WHERE starts_at >= ${dayOfStart(asked)} AND latency_max_ms > ${thresholdMs}
      UNION ALL SELECT target_id, latency_ms FROM ${checkResults}
      WHERE at >= ${asked.from.toISOString()} AND latency_ms > ${thresholdMs}`,
  });
}

/** Devices that have failed since then, if only once; those that failed most come first. */
export function findOnceFailed(db: Db, asked: PastAsked): Promise<NamedTarget[]> {
  return find(db, asked, {
    which: sql`${checkTargets.kind} = 'device'`,
    figures: sql`
      SELECT target_id, down AS figure FROM ${checkRollups} WHERE starts_at >= ${dayOfStart(asked)} AND down > 0
      UNION ALL SELECT target_id, count(*)::int FROM ${checkResults}
      WHERE at >= ${asked.from.toISOString()} AND raw_status = 'down' GROUP BY target_id`,
  });
}

const Certified = NamedTarget.extend({
  /** Of a monitor: how long before it wants to be told. */
  days: z.number().nullable(),
});
export type CertifiedTarget = z.infer<typeof Certified>;

/**
 * Services or monitors that have shown a certificate last, or could not be asked for one. Of monitors those that want
 * to be told of it.
 */
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

/** `figures` are `target_id` and `figure`; who has the highest in one row comes first. */
async function find(
  db: Db,
  { only }: PastAsked,
  { which, figures }: { which: SQL; figures: SQL },
): Promise<NamedTarget[]> {
  const rows = await db.execute(sql`
    WITH worst AS MATERIALIZED (SELECT target_id, max(figure) AS figure FROM (${figures}) given GROUP BY target_id)
    SELECT ${namedColumns} FROM ${namedTargets} JOIN worst ON worst.target_id = ${checkTargets.id}
    WHERE ${which} AND ${isAsked(only)} ORDER BY worst.figure DESC, ${checkTargets.id}`);
  return z.array(NamedTarget).parse([...rows]);
}
