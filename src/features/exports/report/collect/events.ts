import { getHistogram, getTop, type EventReader } from "#features/syslog";
import { ApiError } from "#platform/errors";
import { blockedOf, VERDICTS, type Events, type VerdictCounts } from "../data";
import type { Period } from "../period";

type Asked = { engine: EventReader; userId: number; period: Period; timeZone: string };

const MAX_TOP = 5;
const DAY_MS = 86_400_000;
/** What no firewall let through. */
const BLOCKED = "verdict:deny,drop,reject";
/** Statuses of a search that comes to no end, or reads what is damaged. */
const WORTH_SAYING = new Set([409, 503, 504]);

/**
 * Events of the period by verdict. Where they are too many to be counted in time, or cannot be read, that is said
 * instead.
 */
export async function collectEvents(asked: Asked, signal: AbortSignal): Promise<Events> {
  const { retentionDays } = asked.engine.options;
  try {
    return { retentionDays, failure: null, ...(await countEvents(asked, signal)) };
  } catch (error) {
    if (signal.aborted || !(error instanceof ApiError) || !WORTH_SAYING.has(error.status)) throw error;
    const failure = typeof error.detail === "string" ? error.detail : "they cannot be read";
    return { retentionDays, failure, ...NOTHING };
  }
}

const NO_VERDICTS: VerdictCounts = { allow: 0, deny: 0, drop: 0, reject: 0, other: 0 };

const NOTHING = {
  total: 0,
  verdicts: NO_VERDICTS,
  lastDay: { blocked: 0, passed: 0 },
  buckets: [],
  isPartial: false,
  blockedSources: [],
  blockedDestinations: [],
};

/** One question after the other, as a caller has two places at most. */
async function countEvents(
  { engine, userId, period, timeZone }: Asked,
  signal: AbortSignal,
): Promise<Omit<Events, "retentionDays" | "failure">> {
  const ctx = { engine, userId };
  const window = { start_time: period.from, end_time: period.to };
  const lastDay = new Date(Math.max(period.from.getTime(), period.to.getTime() - DAY_MS));
  const byVerdict = { by: "verdict" as const, time_zone: timeZone };
  const whole = await getHistogram(ctx, { ...byVerdict, ...window }, signal);
  const last = await getHistogram(ctx, { ...byVerdict, ...window, start_time: lastDay }, signal);
  const top = { ...window, q: BLOCKED, limit: MAX_TOP };
  const sources = await getTop(ctx, { ...top, field: "src_ip" }, signal);
  const destinations = await getTop(ctx, { ...top, field: "dst_ip" }, signal);
  const lastVerdicts = addUp(last.buckets.map(({ counts }) => toVerdicts(counts)));
  return {
    total: whole.total,
    verdicts: addUp(whole.buckets.map(({ counts }) => toVerdicts(counts))),
    lastDay: { blocked: blockedOf(lastVerdicts), passed: lastVerdicts.allow },
    buckets: whole.buckets.map(({ start, counts, total }) => ({
      startMs: Date.parse(start),
      counts: total === null ? null : toVerdicts(counts),
    })),
    isPartial: whole.is_partial,
    blockedSources: sources.values,
    blockedDestinations: destinations.values,
  };
}

/** What has no verdict counts with the others. */
function toVerdicts(counts: Readonly<Record<string, number>>): VerdictCounts {
  const verdicts = { ...NO_VERDICTS };
  for (const [name, count] of Object.entries(counts))
    verdicts[VERDICTS.find((verdict) => verdict === name) ?? "other"] += count;
  return verdicts;
}

function addUp(all: readonly VerdictCounts[]): VerdictCounts {
  const sum = { ...NO_VERDICTS };
  for (const counts of all) for (const verdict of VERDICTS) sum[verdict] += counts[verdict];
  return sum;
}
