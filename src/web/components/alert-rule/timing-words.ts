import type { AlertRule } from "../../api/alerts";
import { formatDuration } from "../../format/time";
import { kindOf } from "./event-kinds";

type Timing = Pick<
  AlertRule,
  "event_type" | "severity" | "schedule" | "quiet_hours" | "bundle_minutes" | "escalation"
>;
type Hours = NonNullable<AlertRule["schedule"]>;
type Weekday = Hours["windows"][number]["days"][number];

/** Monday first. */
export const WEEKDAYS: readonly { value: Weekday; label: string }[] = [
  { value: "mon", label: "Mon" },
  { value: "tue", label: "Tue" },
  { value: "wed", label: "Wed" },
  { value: "thu", label: "Thu" },
  { value: "fri", label: "Fri" },
  { value: "sat", label: "Sat" },
  { value: "sun", label: "Sun" },
];

const LIST = new Intl.ListFormat("en-GB", { type: "conjunction" });
const MINUTE_MS = 60_000;

/** While a number is being typed it may be none. */
const minutes = (count: number) => (Number.isFinite(count) ? formatDuration(count * MINUTE_MS) : "…");

/**
 * When a rule tells whom, in short sentences; empty: at once, at any time. `channelOf` gives what people call a
 * channel.
 */
export function timingWords(rule: Timing, channelOf: (target: string) => string): string {
  const { schedule, bundle_minutes: bundle } = rule;
  // What has no length opens no incident.
  const escalation = kindOf(rule.event_type)?.lasts === false ? [] : rule.escalation;
  return [
    schedule === null ? "" : `It works ${hoursWords(schedule)}.`,
    quietWords(rule),
    bundle === 0 ? "" : `What is found within ${minutes(bundle)} is told together.`,
    escalation.length === 0
      ? ""
      : `While nobody acknowledges it, ${LIST.format(escalation.map((step) => stepWords(step, channelOf)))}.`,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function quietWords({ event_type: type, severity, quiet_hours: quiet }: Timing): string {
  if (quiet === null) return "";
  const isHeard = quiet.except_critical && severity === "critical";
  const kept = kindOf(type)?.lasts === false ? "what happens is told afterwards" : "what lasts is told then";
  return `Not told ${hoursWords(quiet)}${isHeard ? ", but for critical rules such as this" : `: ${kept}`}.`;
}

function stepWords(
  { after_minutes: after, channels }: AlertRule["escalation"][number],
  channelOf: (target: string) => string,
): string {
  const told = channels.length === 0 ? "…" : LIST.format(channels.map(channelOf));
  return `${told} ${channels.length > 1 ? "are" : "is"} told after ${minutes(after)}`;
}

/** `Mon to Fri between 08:00 and 18:00 (Europe/Berlin)`. */
export function hoursWords({ windows, time_zone: zone }: Hours): string {
  return `${LIST.format(windows.map(windowWords))} (${zone})`;
}

function windowWords({ days, begins, ends }: Hours["windows"][number]): string {
  const isWhole = begins === "00:00" && ends === "24:00";
  const when = daysWords(days);
  if (isWhole) return when === "" ? "all day" : `${when} all day`;
  const hours = `between ${begins === "" ? "…" : begins} and ${ends === "" ? "…" : ends}`;
  return when === "" ? hours : `${when} ${hours}`;
}

/** Empty: every day. */
function daysWords(days: readonly Weekday[]): string {
  const chosen = WEEKDAYS.map(({ value }, index) => (days.includes(value) ? index : -1)).filter(
    (day) => day >= 0,
  );
  const [first = 0, last = 0] = [chosen[0], chosen.at(-1)];
  if (chosen.length === WEEKDAYS.length) return "";
  const labels = chosen.map((day) => WEEKDAYS[day]?.label ?? "");
  const isRow = chosen.length > 2 && last - first === chosen.length - 1;
  return isRow ? `${labels[0]} to ${labels.at(-1)}` : LIST.format(labels);
}
