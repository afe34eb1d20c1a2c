import { EventHistogramQuery, getHistogram, type SyslogEngine } from "#features/syslog";
import { may } from "#platform/http/guard";
import { patternWords, tooFewWords, tooManyWords } from "../log-rules/words";
import { comparisonOf } from "../rules/log-models";
import type { RuleDraft } from "../rules/models";
import type { Step } from "../rehearsal/course";
import type { Rehearsal, RehearsalContext } from "../rehearsal/rehearsal";
import { inTurn } from "./in-turn";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The rest of the answer takes its time, too. */
const LIMIT_MS = 7000;

/** Lines that came in a minute; null: nothing at all is stored of it. */
export type Minute = { startMs: number; lines: number | null };

/**
 * What a rule on log lines would have heard, by counting the stored ones by the minute. Only for whoever may read them.
 */
export function createLogRehearsal(syslog: SyslogEngine): Rehearsal {
  return async (ctx, rule) => {
    if (!may(ctx.caller, "security_view"))
      return { reason: "Reading log lines takes the permission security_view" };
    if (rule.perSender || rule.deviceId !== null || rule.scope !== null)
      return { reason: "Lines of the past are not counted by who has sent them" };
    const { minutes, knownFrom } = await readMinutes(syslog, ctx, rule);
    const subject = "log";
    return {
      knownFrom,
      gap: minutes.some(({ lines }) => lines === null)
        ? "Of some of the time no line at all is stored; few lines are not told of it"
        : null,
      total: 1,
      courses: inTurn([{ subject, cause: subject, deviceId: null, steps: stepsOf(rule, minutes) }]),
    };
  };
}

/** Day by day, the newest first, as far as there is time; then it is known from there on. */
async function readMinutes(
  syslog: SyslogEngine,
  { from, to, caller: { userId }, signal }: RehearsalContext,
  rule: RuleDraft,
): Promise<{ minutes: Minute[]; knownFrom: Date | undefined }> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
  const days: Minute[][] = [];
  let endMs = to.getTime();
  while (endMs > from.getTime()) {
    const startMs = Math.max(from.getTime(), endMs - DAY_MS);
    try {
      days.unshift(await readDay({ engine: syslog, userId }, rule, { startMs, endMs, signal: until }));
    } catch (error) {
      signal.throwIfAborted();
      if (!until.aborted) throw error;
      return { minutes: days.flat(), knownFrom: new Date(endMs) };
    }
    endMs = startMs;
  }
  return { minutes: days.flat(), knownFrom: undefined };
}

type Day = { startMs: number; endMs: number; signal: AbortSignal };

async function readDay(
  ctx: Parameters<typeof getHistogram>[0],
  { logQuery }: RuleDraft,
  { startMs, endMs, signal }: Day,
): Promise<Minute[]> {
  const query = EventHistogramQuery.parse({
    q: logQuery ?? "",
    start_time: new Date(startMs).toISOString(),
    // Both ends are included.
    end_time: new Date(endMs - 1).toISOString(),
    step_seconds: 60,
  });
  const { buckets } = await getHistogram(ctx, query, signal);
  return buckets.map(({ start, total }) => ({ startMs: Date.parse(start), lines: total }));
}

/** What a rule hears of so many lines by the minute, as the watch would have counted them. */
export function stepsOf(rule: RuleDraft, minutes: readonly Minute[]): Step[] {
  if (rule.eventType === "log_pattern") return patternSteps(rule, minutes);
  return comparisonOf(rule.logComparison) === "at_least"
    ? tooManySteps(rule, minutes)
    : tooFewSteps(rule, minutes);
}

function patternSteps(rule: RuleDraft, minutes: readonly Minute[]): Step[] {
  return windowsOf(rule, minutes).flatMap(({ endMs, lines, newest }) =>
    (newest ?? 0) > 0 && lines >= (rule.logLines ?? 1)
      ? [{ kind: "happens" as const, atMs: endMs, sentence: patternWords(lines, rule) }]
      : [],
  );
}

function tooManySteps(rule: RuleDraft, minutes: readonly Minute[]): Step[] {
  const bound = rule.logLines ?? 1;
  return windowsOf(rule, minutes).map(({ endMs, lines }) =>
    lines >= bound
      ? { kind: "begins", atMs: endMs, sentence: tooManyWords(lines, rule) }
      : { kind: "ends", atMs: endMs },
  );
}

/** A time of which nothing is stored, and the first window after it, tell nothing. */
function tooFewSteps(rule: RuleDraft, minutes: readonly Minute[]): Step[] {
  const bound = rule.logLines ?? 1;
  return windowsOf(rule, minutes).map(({ endMs, lines, isWhole }) => {
    if (!isWhole) return { kind: "lasts", atMs: endMs };
    return lines < bound
      ? { kind: "begins", atMs: endMs, sentence: tooFewWords(lines, rule) }
      : { kind: "ends", atMs: endMs };
  });
}

type Window = {
  endMs: number;
  lines: number;
  /** Of its last minute. */
  newest: number | null;
  /** Something is stored of every minute of it. */
  isWhole: boolean;
};

/** The windows that end with each of the minutes. */
function windowsOf({ logWindowMinutes }: RuleDraft, minutes: readonly Minute[]): Window[] {
  let lines = 0;
  let missing = 0;
  return minutes.map(({ startMs, lines: newest }, index) => {
    const left = minutes[index - logWindowMinutes];
    lines += (newest ?? 0) - (left?.lines ?? 0);
    missing += (newest === null ? 1 : 0) - (left !== undefined && left.lines === null ? 1 : 0);
    const isWhole = missing === 0 && index >= logWindowMinutes - 1;
    return { endMs: startMs + MINUTE_MS, lines, newest, isWhole };
  });
}
