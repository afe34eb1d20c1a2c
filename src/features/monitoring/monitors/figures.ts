import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { toTimestamp } from "#platform/http/fields";
import { readRecent, type RecentResult } from "../engine/recent";
import type { HistoryReader } from "../history/damage";
import type { Rollup } from "../history/rollup";
import { readTotals } from "../history/totals";
import { toCheckResult } from "../results";
import { checkTargets } from "../tables";
import type { MonitorFigures } from "./models";

const DAY_MS = 86_400_000;
const MAX_HEARTBEATS = 30;

export const NO_FIGURES: MonitorFigures = {
  consecutive_failures: 0,
  last_status: null,
  last_checked_at: null,
  last_cert_expires_at: null,
  last_cert_issuer: null,
  uptime_24h: null,
  uptime_7d: null,
  avg_response_time_24h: null,
  heartbeat: [],
  last_result: null,
};

type Target = typeof checkTargets.$inferSelect;

/** What the checks of monitors have found, by the monitor's id. Those without a target yet are not among them. */
export async function readFigures(
  reader: HistoryReader,
  { ids, now }: { ids: readonly number[]; now: Date },
): Promise<Map<number, MonitorFigures>> {
  if (ids.length === 0) return new Map();
  const targets = await reader.db
    .select()
    .from(checkTargets)
    .where(and(eq(checkTargets.kind, "monitor"), inArray(checkTargets.monitorId, [...ids])));
  const targetIds = targets.map(({ id }) => id);
  const shares = await readShares(reader, targetIds, now);
  return new Map(
    targets.map((target) => [
      target.monitorId ?? 0,
      {
        ...NO_FIGURES,
        ...lastOf(target),
        ...recentOf(readRecent(target.recent), now),
        ...shares.get(target.id),
      },
    ]),
  );
}

type Last = Pick<
  MonitorFigures,
  "last_status" | "last_checked_at" | "last_cert_expires_at" | "last_cert_issuer" | "last_result"
>;

const Certificate = z
  .looseObject({
    certificateExpiresAt: z.iso.datetime({ offset: true }).nullable().catch(null),
    certificateIssuer: z.string().nullable().catch(null),
  })
  .catch({ certificateExpiresAt: null, certificateIssuer: null });

/** As the API calls the states of monitors. */
export const STATUSES: Readonly<Record<string, "online" | "offline">> = { up: "online", down: "offline" };

function lastOf(target: Target): Last {
  const { certificateExpiresAt, certificateIssuer } = Certificate.parse(target.result);
  return {
    last_status: STATUSES[target.confirmed] ?? null,
    last_checked_at: toTimestamp(target.checkedAt),
    last_cert_expires_at: certificateExpiresAt && toTimestamp(new Date(certificateExpiresAt)),
    last_cert_issuer: certificateIssuer,
    last_result: toCheckResult(target),
  };
}

/** Of results, newest first. */
function recentOf(results: readonly RecentResult[], now: Date) {
  const firstOther = results.findIndex(({ rawStatus }) => rawStatus !== "down");
  const beats = results
    .filter(({ at }) => now.getTime() - at.getTime() <= DAY_MS)
    .slice(0, MAX_HEARTBEATS)
    .map(({ rawStatus }) => STATUSES[rawStatus] ?? "unknown");
  return {
    consecutive_failures: firstOther < 0 ? results.length : firstOther,
    heartbeat: beats.toReversed(),
  };
}

type Shares = Pick<MonitorFigures, "uptime_24h" | "uptime_7d" | "avg_response_time_24h">;

/** Raw results, whatever has been confirmed; one that could tell nothing does not count. */
async function readShares(
  reader: HistoryReader,
  targetIds: readonly number[],
  now: Date,
): Promise<Map<number, Shares>> {
  const fromMs = [1, 7].map((days) => now.getTime() - days * DAY_MS);
  const totals = await readTotals(reader, { targetIds, now, fromMs });
  return new Map(
    [...totals].map(([id, [day, week]]) => [
      id,
      {
        uptime_24h: percentOf(day),
        uptime_7d: percentOf(week),
        avg_response_time_24h: day?.latency ? round(day.latency.sumMs / day.latency.count) : null,
      },
    ]),
  );
}

/** Of all results that could tell something, to a tenth. */
export function percentOf(total: Rollup | undefined): number | null {
  if (total === undefined || total.up + total.down === 0) return null;
  return round((100 * total.up) / (total.up + total.down));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
