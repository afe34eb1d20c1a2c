import { isWithin, spansOfHours, type Hours } from "./hours";

/** While they last, notices are kept back. */
export type QuietHours = Hours & {
  /** Critical ones are told all the same. */
  readonly except_critical: boolean;
};

/** What is told next while nobody has acknowledged, so long after the first notice. */
export type EscalationStep = {
  readonly after_minutes: number;
  /** Names of channels and `profile:<id>`. */
  readonly channels: string[];
};

export type Timing = {
  /** Outside of it a rule rests; null: it never does. */
  readonly schedule: Hours | null;
  readonly quietHours: QuietHours | null;
};

export const TIMING_STATES = ["tells", "keeps", "rests"] as const;
/** What a rule does with what it finds at a moment. */
export type TimingState = (typeof TIMING_STATES)[number];

function stateOf(
  { schedule, quietHours }: Timing,
  severity: string,
  holds: (hours: Hours) => boolean,
): TimingState {
  if (schedule !== null && !holds(schedule)) return "rests";
  if (quietHours === null || (quietHours.except_critical && severity === "critical")) return "tells";
  return holds(quietHours) ? "keeps" : "tells";
}

/**
 * What a rule does with trouble of a severity at the instant, and until when that is so; undefined: for two weeks at
 * least.
 */
export function timingUntil(
  timing: Timing,
  severity: string,
  now: Date,
): { state: TimingState; until: Date | undefined } {
  const spans = new Map(
    [timing.schedule, timing.quietHours].flatMap((hours) =>
      hours === null ? [] : [[hours, spansOfHours(hours, now)] as const],
    ),
  );
  const stateAt = (instant: number) =>
    stateOf(timing, severity, (hours) => isWithin(spans.get(hours) ?? [], instant));
  const state = stateAt(now.getTime());
  const changes = [...spans.values()].flatMap((own) =>
    own.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]),
  );
  const until = changes
    .filter((instant) => instant > now.getTime() && instant < seenUntil(now))
    .toSorted((one, other) => one - other)
    .find((instant) => stateAt(instant) !== state);
  return { state, until: until === undefined ? undefined : new Date(until) };
}

/** Windows that begin later were not looked for, so that the end of those before may be none. */
function seenUntil(now: Date): number {
  return now.getTime() + 14 * 86_400_000;
}
