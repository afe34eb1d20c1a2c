import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { toTimestamp } from "#platform/http/fields";
import { noteDamage, type HistoryReader } from "../history/damage";
import type { CheckedResult } from "../history/packed-results";
import { readResultsOf } from "../history/results";
import { checkTargets } from "../tables";
import { STATUSES } from "./figures";
import { requireMonitor } from "./list";
import type { MonitorCheckHistoryRead } from "./models";
import { thin } from "./thin";

/** Header of an answer that holds fewer results than there are. */
export const THINNED = "X-Thinned";

const MAX_POINTS = 2000;

/**
 * The monitor's results of the last hours, oldest first. Those that could tell nothing, or are damaged, are a gap.
 * Throws 404.
 */
export async function readHistory(
  { now, ...reader }: HistoryReader & { now: Date },
  { monitorId, hours }: { monitorId: number; hours: number },
): Promise<{ rows: MonitorCheckHistoryRead[]; isThinned: boolean; isDamaged: boolean }> {
  const { lost, ...noting } = noteDamage(reader);
  const { db } = noting;
  await requireMonitor(db, monitorId);
  const [target] = await db
    .select({ id: checkTargets.id })
    .from(checkTargets)
    .where(and(eq(checkTargets.kind, "monitor"), eq(checkTargets.monitorId, monitorId)));
  if (target === undefined) return { rows: [], isThinned: false, isDamaged: false };
  const all = await readResultsOf(noting, { targetId: target.id, hours, now });
  const told = all.filter(({ rawStatus }) => rawStatus !== "unknown");
  const kept = thin(told, MAX_POINTS);
  return { rows: kept.map(toPoint), isThinned: kept.length < told.length, isDamaged: lost.length > 0 };
}

const Details = z
  .looseObject({
    statusCode: z.int().nullable().catch(null),
    responseSizeBytes: z.int().nullable().catch(null),
    certificateExpiresAt: z.iso.datetime({ offset: true }).nullable().catch(null),
    assertionDetail: z.string().nullable().catch(null),
  })
  .partial()
  .catch({});

function toPoint(result: CheckedResult): MonitorCheckHistoryRead {
  const details = Details.parse(result.details ?? {});
  const expiresAt = details.certificateExpiresAt ?? null;
  return {
    id: result.at.getTime() * 1000,
    checked_at: toTimestamp(result.at),
    status: STATUSES[result.rawStatus] ?? "offline",
    response_time_ms: result.latencyMs,
    status_code: details.statusCode ?? null,
    error: result.error,
    assertion_detail: details.assertionDetail ?? null,
    response_size_bytes: details.responseSizeBytes ?? null,
    cert_expires_at: expiresAt && toTimestamp(new Date(expiresAt)),
  };
}
