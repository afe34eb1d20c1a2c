import { and, eq, gt, inArray } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import { checkResults, checkTargets } from "../tables";
import { STATUSES } from "./figures";
import { requireMonitor } from "./list";
import type { MonitorCheckHistoryRead } from "./models";
import { thin } from "./thin";

/** Header of an answer that holds fewer results than there are. */
export const THINNED = "X-Thinned";

const MOST_POINTS = 2000;
const HOUR_MS = 3_600_000;

/** The monitor's results of the last hours, oldest first. Those that could tell nothing are a gap. Throws 404. */
export async function readHistory(
  { db, now }: { db: Db; now: Date },
  { monitorId, hours }: { monitorId: number; hours: number },
): Promise<{ rows: MonitorCheckHistoryRead[]; isThinned: boolean }> {
  await requireMonitor(db, monitorId);
  const since = new Date(now.getTime() - hours * HOUR_MS);
  const rows = await db
    .select({ result: checkResults })
    .from(checkResults)
    .innerJoin(checkTargets, eq(checkTargets.id, checkResults.targetId))
    .where(
      and(
        eq(checkTargets.kind, "monitor"),
        eq(checkTargets.monitorId, monitorId),
        gt(checkResults.at, since),
        inArray(checkResults.rawStatus, ["up", "down"]),
      ),
    )
    .orderBy(checkResults.at);
  const kept = thin(
    rows.map(({ result }) => result),
    MOST_POINTS,
  );
  return { rows: kept.map(toPoint), isThinned: kept.length < rows.length };
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

function toPoint(result: typeof checkResults.$inferSelect): MonitorCheckHistoryRead {
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
