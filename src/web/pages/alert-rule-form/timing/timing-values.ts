import type { AlertRule } from "../../../api/alerts";
import { kindOf } from "../../../components/alert-rule/event-kinds";
import { hoursWords, WEEKDAYS } from "../../../components/alert-rule/timing-words";
import { viewerZone } from "../../../format/time";

type Hours = NonNullable<AlertRule["schedule"]>;
type Window = Hours["windows"][number];

export type WindowValues = { days: readonly string[]; begins: string; ends: string };

/** Without a window there are no such hours. */
export type HoursValues = { time_zone: string; windows: readonly WindowValues[] };

export type StepValues = { after_minutes: string; channels: readonly string[] };

export type TimingValues = {
  schedule: HoursValues;
  quiet_hours: HoursValues;
  quiet_except_critical: boolean;
  bundle_minutes: string;
  escalation: readonly StepValues[];
};

export const TIMING_LABELS: Readonly<Record<keyof TimingValues, string>> = {
  schedule: "Works only",
  quiet_hours: "Quiet",
  quiet_except_critical: "Critical rules tell all the same",
  bundle_minutes: "Tell together what is found within (minutes)",
  escalation: "Then, while nobody acknowledges it",
};

export const NEW_STEP: StepValues = { after_minutes: "", channels: [] };

const ALL_DAYS = WEEKDAYS.map(({ value }) => value);

/** What a person most likely wants of the hours. */
export const NEW_WINDOWS: Readonly<Record<"schedule" | "quiet_hours", WindowValues>> = {
  schedule: { days: ALL_DAYS.slice(0, 5), begins: "08:00", ends: "18:00" },
  quiet_hours: { days: ALL_DAYS, begins: "22:00", ends: "07:00" },
};

export function newTiming(): TimingValues {
  return {
    schedule: { time_zone: viewerZone(), windows: [] },
    quiet_hours: { time_zone: viewerZone(), windows: [] },
    quiet_except_critical: true,
    bundle_minutes: "0",
    escalation: [],
  };
}

type Timing = Pick<AlertRule, "schedule" | "quiet_hours" | "bundle_minutes" | "escalation">;

export function timingValuesOf({ schedule, quiet_hours: quiet, ...rule }: Timing): TimingValues {
  return {
    schedule: hoursValuesOf(schedule),
    quiet_hours: hoursValuesOf(quiet),
    quiet_except_critical: quiet?.except_critical ?? true,
    bundle_minutes: String(rule.bundle_minutes),
    escalation: rule.escalation.map(({ after_minutes: after, channels }) => ({
      after_minutes: String(after),
      channels,
    })),
  };
}

function hoursValuesOf(hours: Hours | null): HoursValues {
  if (hours === null) return { time_zone: viewerZone(), windows: [] };
  return {
    time_zone: hours.time_zone,
    windows: hours.windows.map((own) => ({ ...own, ends: shownEnd(own.ends) })),
  };
}

/** An input of a time of day has no 24:00. */
const shownEnd = (ends: string) => (ends === "24:00" ? "00:00" : ends);

/** As the service takes it. What has no length can be told once only. */
export function toTiming(values: TimingValues, lasts = true): Timing {
  const quiet = toHours(values.quiet_hours);
  return {
    schedule: toHours(values.schedule),
    quiet_hours: quiet === null ? null : { ...quiet, except_critical: values.quiet_except_critical },
    bundle_minutes: values.bundle_minutes.trim() === "" ? 0 : Number(values.bundle_minutes),
    escalation: (lasts ? values.escalation : []).map(({ after_minutes: after, channels }) => ({
      after_minutes: after.trim() === "" ? Number.NaN : Number(after),
      channels: [...channels],
    })),
  };
}

function toHours({ time_zone: zone, windows }: HoursValues): Hours | null {
  return windows.length === 0 ? null : { time_zone: zone.trim(), windows: windows.map(toWindow) };
}

function toWindow({ days, begins, ends }: WindowValues): Window {
  const known = WEEKDAYS.map(({ value }) => value).filter((day) => days.includes(day));
  return { days: known, begins, ends: ends === "00:00" ? "24:00" : ends };
}

/** Whether anything is said of when it tells, so that it is to be seen. */
export function hasTiming(values: TimingValues): boolean {
  const { schedule, quiet_hours: quiet, bundle_minutes: bundle, escalation } = toTiming(values);
  return schedule !== null || quiet !== null || bundle !== 0 || escalation.length > 0;
}

/** What is wrong with the hours, or null. */
function hoursProblem({ time_zone: zone, windows }: HoursValues): string | null {
  if (windows.length === 0) return null;
  if (zone.trim() === "") return "The time zone is missing";
  if (windows.some(({ days }) => days.length === 0)) return "Each needs a day";
  return windows.some(
    ({ begins, ends }) => begins === "" || ends === "" || (begins === ends && begins !== "00:00"),
  )
    ? "Each needs a beginning and another end"
    : null;
}

const isMinutes = (written: string, { min, max }: { min: number; max: number }) =>
  /^\d+$/.test(written.trim()) && Number(written) >= min && Number(written) <= max;

function stepsProblem(steps: readonly StepValues[], told: readonly string[]): string | null {
  if (steps.length === 0) return null;
  if (told.length === 0) return "Choose above who is told first";
  if (steps.some(({ channels }) => channels.length === 0)) return "Choose whom each of them tells";
  if (!steps.every(({ after_minutes: after }) => isMinutes(after, { min: 1, max: 10_080 })))
    return "Whole minutes from 1 to 10080";
  const after = steps.map((step) => Number(step.after_minutes));
  return after.every((own, index) => index === 0 || own > (after[index - 1] ?? 0))
    ? null
    : "Each has to be later than the one before";
}

export const TIMING_RULES = {
  schedule: hoursProblem,
  quiet_hours: hoursProblem,
  bundle_minutes: (written: string) =>
    isMinutes(written, { min: 0, max: 1440 }) ? null : "A whole number from 0 to 1440",
  escalation: (steps: readonly StepValues[], rule: { event_type: string; channels: readonly string[] }) =>
    kindOf(rule.event_type)?.lasts === false ? null : stepsProblem(steps, rule.channels),
};

/** A value as people read it, for when two are compared; undefined: it is none of these. */
export function describeTiming(value: unknown): string | undefined {
  if (isHours(value)) {
    const hours = toHours(value);
    return hours === null ? "none" : hoursWords(hours);
  }
  if (!isSteps(value)) return undefined;
  return value.map((own) => `${own.channels.join(", ")} after ${own.after_minutes} min`).join(", ");
}

function isHours(value: unknown): value is HoursValues {
  return typeof value === "object" && value !== null && "windows" in value;
}

function isSteps(value: unknown): value is readonly StepValues[] {
  return Array.isArray(value) && value.length > 0 && value.every(isStep);
}

function isStep(value: unknown): boolean {
  return typeof value === "object" && value !== null && "after_minutes" in value;
}
