import type { PastLine } from "../../features/syslog/past-events";
import { linesPerSecond } from "../day-rhythm";
import { SITES } from "../plan";
import { writeLine, writeProbe, type Random } from "../log-lines";
import type { Past, Span } from "./course";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAYS = 7;
/** Of the days before the last 24 hours fewer lines are made up, so that the demo starts soon. */
const EARLIER_SHARE = 0.25;
const PROBES_PER_MINUTE = 420;
/** The number of lines in a minute swings by as many percent. */
const SWING_PERCENT = 24;

type Options = {
  random: Random;
  /** Between which moments. */
  span: Span;
  /** What came before is there already. */
  afterMicros: number;
};

/** The last day of the past, and the days before it. */
export function spansOfLog({ untilMs }: Past): { day: Span; earlier: Span } {
  const dayMs = untilMs - DAY_MS;
  return {
    day: { fromMs: dayMs, toMs: untilMs },
    earlier: { fromMs: untilMs - DAYS * DAY_MS, toMs: dayMs },
  };
}

/**
 * The demo's log of a span of the past, oldest first and each line later than the one before: days and nights, a scan
 * of ports, and a site that says nothing while it is cut off.
 */
export function* pastLines(past: Past, { random, span, afterMicros }: Options): Generator<PastLine> {
  const { untilMs, scan, cutOff } = past;
  const silent = SITES.find(({ code }) => code === cutOff.site)?.number;
  let last = afterMicros;
  for (let minute = span.fromMs; minute < span.toMs; minute += MINUTE_MS) {
    const usual = countIn(minute, { isEarlier: minute < untilMs - DAY_MS, random });
    const probes = isDuring(scan, minute) ? PROBES_PER_MINUTE : 0;
    for (const micros of momentsIn(minute, { count: usual + probes, random })) {
      const at = new Date(micros / 1000);
      const isProbe = random(usual + probes) < probes;
      const { line, site } = isProbe ? writeProbe(random, at) : writeLine(random, at);
      if (micros <= last || (site === silent && isDuring(cutOff, micros / 1000))) continue;
      last = micros;
      yield { receivedAtMicros: micros, sender: `127.0.${site}.2`, line };
    }
  }
}

function countIn(minute: number, { isEarlier, random }: { isEarlier: boolean; random: Random }): number {
  const swing = 1 + (random(2 * SWING_PERCENT) - SWING_PERCENT) / 100;
  return Math.round(60 * linesPerSecond(new Date(minute)) * swing * (isEarlier ? EARLIER_SHARE : 1));
}

/** In microseconds, in order. */
function momentsIn(minute: number, { count, random }: { count: number; random: Random }): number[] {
  return Array.from({ length: count }, () => minute * 1000 + random(MINUTE_MS * 1000)).toSorted(
    (one, other) => one - other,
  );
}

function isDuring({ fromMs, toMs }: Span, ms: number): boolean {
  return ms >= fromMs && ms < toMs;
}
