import { and, asc, desc, eq, gte, lt } from "drizzle-orm";
import type { Db } from "#platform/database";
import { toTimestamp } from "#platform/http/fields";
import { HOUR_MS, hoursBetween } from "../history/clock-spans";
import { noteDamage, type HistoryReader, type LostSpan } from "../history/damage";
import type { CheckedResult } from "../history/packed-results";
import { readResultsOf } from "../history/results";
import { addRollups, graceMsOf, noTime, toEvents, type Rollup } from "../history/rollup";
import type { MaintenanceFinder, TargetMaintenance } from "../maintenance";
import { toState } from "../results";
import { TARGET_STATES, type TargetState } from "../state";
import { stateChanges } from "../tables";
import { findTarget, type FoundTarget, type Thing } from "./find-target";
import { readHours } from "./hours";
import { latencyOfHours, latencyOfResults } from "./latency";
import type { MonitoringTimeline } from "./models";
import { coarsen, spansOfEvents, spansOfHours, type StateSpan } from "./spans";

/** Up to so many hours are drawn from results, more from what was rolled up. */
const FINE_HOURS = 24;
const MAX_SPANS = 1000;
const MAX_CHANGES = 200;
const MAX_RESULTS = 50;
/** Back to where the newest results are looked for, in hours, until there are enough of them. */
const RESULTS_HOURS = [2, 24];

type Asked = { thing: Thing; hours: number; now: Date };
type Target = NonNullable<FoundTarget["target"]>;
type Change = { atMs: number; state: TargetState; reason: string | null };

/**
 * How it went for one thing that is watched, without what is damaged. Throws 404 for one that is not there, 422 where
 * it is not told which.
 */
export async function readTimeline(
  { maintenanceOf, ...reader }: HistoryReader & { maintenanceOf: MaintenanceFinder },
  { thing, hours, now }: Asked,
): Promise<MonitoringTimeline> {
  const { db } = reader;
  const { target, ...named } = await findTarget(db, thing);
  const from = new Date(now.getTime() - hours * HOUR_MS);
  const maintenance = await maintenanceOf({ db }, { target: named, from, to: now });
  const time = {
    from: toTimestamp(from),
    to: toTimestamp(now),
    maintenance: maintenance.map(({ maintenanceId, title, startsAt, endsAt }) => ({
      maintenance_id: maintenanceId,
      title,
      from: toTimestamp(startsAt),
      to: toTimestamp(endsAt),
    })),
  };
  if (target === undefined) return { ...NOTHING_YET, ...time };
  const changes = await readChanges(db, { targetId: target.id, from, to: now });
  const asked = { target, changes, from, to: now };
  const noting = noteDamage(reader);
  const course = hours <= FINE_HOURS ? await readFine(noting, asked) : await readCoarse(noting, asked);
  const { spans, latency, upMs: up, downMs: down } = course;
  const results = await readNewest(reader, { targetId: target.id, hours, now });
  const shown = coarsen(spans, { fromMs: from.getTime(), toMs: now.getTime(), most: MAX_SPANS });
  return {
    ...time,
    target_id: target.id,
    interval_seconds: target.intervalSeconds,
    uptime: up + down === 0 ? null : up / (up + down),
    watched_seconds: Math.round((up + down) / 1000),
    state_seconds: secondsOf(spans),
    spans: shown.map((span) => toSpan(span, { changes, maintenance })),
    latency,
    damaged: noting.lost.flatMap((span) => toLost(span, { from, to: now })),
    changes: changes
      .filter(({ atMs }) => atMs >= from.getTime())
      .slice(-MAX_CHANGES)
      .toReversed()
      .map(({ atMs, ...change }) => ({ at: toTimestamp(new Date(atMs)), ...change })),
    results: results.map(toResult),
  };
}

const NOTHING_YET = {
  target_id: null,
  interval_seconds: null,
  uptime: null,
  watched_seconds: 0,
  state_seconds: secondsOf([]),
  spans: [],
  latency: { step_seconds: HOUR_MS / 1000, points: [] },
  damaged: [],
  changes: [],
  results: [],
};

type Course = { spans: StateSpan[]; latency: MonitoringTimeline["latency"]; upMs: number; downMs: number };
type Time = { target: Target; changes: readonly Change[]; from: Date; to: Date };

async function readFine(reader: HistoryReader, { target, changes, from, to }: Time): Promise<Course> {
  const graceMs = graceMsOf(target.intervalSeconds);
  const span = { fromMs: from.getTime(), toMs: to.getTime() };
  // What was found a little before still holds at the beginning.
  const hours = (span.toMs - span.fromMs + graceMs) / HOUR_MS;
  const results = await readResultsOf(reader, { targetId: target.id, hours, now: to });
  const inSpan = results.filter(({ at }) => at >= from);
  const spans = spansOfEvents(toEvents(results, changes), { ...span, graceMs });
  return {
    spans,
    latency: latencyOfResults(inSpan, span),
    upMs: lastedIn(spans, "up"),
    downMs: lastedIn(spans, "down"),
  };
}

async function readCoarse(reader: HistoryReader, time: Time): Promise<Course> {
  const hours = await readHours(reader, time);
  const span = { fromMs: time.from.getTime(), toMs: time.to.getTime() };
  const { stateMs } = addRollups([...hours.values()]);
  return {
    spans: spansOfHours(time.changes, { ...span, hours: watchedOf(hours, time) }),
    latency: latencyOfHours(hours),
    upMs: stateMs.up,
    downMs: stateMs.down,
  };
}

/** How long somebody looked in each hour; what was found last holds though its hour is over. */
function watchedOf(hours: ReadonlyMap<number, Rollup>, { target, to }: Time): Map<number, number> {
  const watched = new Map(
    [...hours].map(([startMs, { stateMs }]) => [
      startMs,
      Object.values(stateMs).reduce((sum, ms) => sum + ms, 0),
    ]),
  );
  const lastMs = target.checkedAt?.getTime() ?? to.getTime();
  const heldMs = Math.min(to.getTime(), lastMs + graceMsOf(target.intervalSeconds));
  for (const startMs of hoursBetween(lastMs, heldMs)) {
    const lasted = Math.min(startMs + HOUR_MS, heldMs) - Math.max(startMs, lastMs);
    if (!hours.has(startMs)) watched.set(startMs, lasted);
  }
  return watched;
}

/** Changes of state in that time after the last one before it, oldest first. */
async function readChanges(
  db: Db,
  { targetId, from, to }: { targetId: number; from: Date; to: Date },
): Promise<Change[]> {
  const { id, at, state, reason } = stateChanges;
  const own = eq(stateChanges.targetId, targetId);
  const select = () => db.select({ at, state, reason }).from(stateChanges);
  const before = await select()
    .where(and(own, lt(at, from)))
    .orderBy(desc(at), desc(id))
    .limit(1);
  const during = await select()
    .where(and(own, gte(at, from), lt(at, to)))
    .orderBy(asc(at), asc(id));
  return [...before, ...during].map((row) => ({
    atMs: row.at.getTime(),
    state: toState(row.state),
    reason: row.reason,
  }));
}

async function readNewest(
  reader: HistoryReader,
  { targetId, hours, now }: { targetId: number; hours: number; now: Date },
): Promise<CheckedResult[]> {
  let found: CheckedResult[] = [];
  for (const some of [...RESULTS_HOURS.filter((fewer) => fewer < hours), hours]) {
    found = await readResultsOf(reader, { targetId, hours: some, now });
    if (found.length >= MAX_RESULTS) break;
  }
  return found.slice(-MAX_RESULTS).toReversed();
}

/** What of it lies in that time. */
function toLost({ fromMs, toMs }: LostSpan, { from, to }: Pick<Time, "from" | "to">) {
  const begin = Math.max(fromMs, from.getTime());
  const end = Math.min(toMs, to.getTime());
  return begin < end ? [{ from: toTimestamp(new Date(begin)), to: toTimestamp(new Date(end)) }] : [];
}

function secondsOf(spans: readonly StateSpan[]): Record<TargetState, number> {
  const seconds = noTime();
  for (const state of TARGET_STATES) seconds[state] = Math.round(lastedIn(spans, state) / 1000);
  return seconds;
}

function lastedIn(spans: readonly StateSpan[], state: TargetState): number {
  return spans.reduce((sum, span) => sum + (span.state === state ? span.toMs - span.fromMs : 0), 0);
}

type Known = { changes: readonly Change[]; maintenance: readonly TargetMaintenance[] };

/** With why it was so: what the change said that began it, or the windows that ran. */
function toSpan({ fromMs, toMs, state }: StateSpan, { changes, maintenance }: Known) {
  const begun = changes.findLast((change) => change.atMs <= fromMs);
  const titles = maintenance
    .filter(({ startsAt, endsAt }) => startsAt.getTime() < toMs && endsAt.getTime() > fromMs)
    .map(({ title }) => title);
  const said = begun?.state === state ? begun.reason : null;
  const named = state === "maintenance" && titles.length > 0 ? [...new Set(titles)].join(", ") : said;
  return { from: toTimestamp(new Date(fromMs)), to: toTimestamp(new Date(toMs)), state, reason: named };
}

function toResult({ at, rawStatus, latencyMs, error, details }: CheckedResult) {
  const { statusCode, assertionDetail } = details ?? {};
  return {
    at: toTimestamp(at),
    status: rawStatus,
    response_time_ms: latencyMs,
    status_code: typeof statusCode === "number" ? statusCode : null,
    error: error ?? (typeof assertionDetail === "string" ? assertionDetail : null),
  };
}
