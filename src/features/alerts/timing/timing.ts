import type { Severity } from "../rules/models";
import { hoursAt, isWithinHours, type Hours } from "./hours";

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

/** What a rule does with what it finds at a moment. */
export type TimingState = "tells" | "keeps" | "rests";

/** What a rule does with trouble of a severity at the instant. */
export function timingAt({ schedule, quietHours }: Timing, severity: Severity, now: Date): TimingState {
  if (schedule !== null && !isWithinHours(schedule, now)) return "rests";
  if (quietHours === null || (quietHours.except_critical && severity === "critical")) return "tells";
  return isWithinHours(quietHours, now) ? "keeps" : "tells";
}

/** So many changes of hours lie between two of what a rule does at most, for any rule that a person would write. */
const MOST_CHANGES = 100;

/** The same, and until when that is so; undefined: as far as can be seen, for good. */
export function timingUntil(
  timing: Timing,
  severity: Severity,
  now: Date,
): { state: TimingState; until: Date | undefined } {
  const state = timingAt(timing, severity, now);
  const hours = [timing.schedule, timing.quietHours].filter((own) => own !== null);
  let at = now;
  for (let change = 0; change < MOST_CHANGES; change++) {
    const next = hours
      .flatMap((own) => hoursAt(own, at).until ?? [])
      .toSorted((one, other) => one.getTime() - other.getTime())[0];
    if (next === undefined) break;
    if (timingAt(timing, severity, next) !== state) return { state, until: next };
    at = next;
  }
  return { state, until: undefined };
}
