import type { AlertRule } from "../../../api/alerts";
import type { Model } from "../../../api/client";
import type { EventKind } from "../../../components/alert-rule/event-kinds";

type Body = Required<Model<"AlertRuleCreate">>;

/** What rules on log lines are filled in with. */
export type LogValues = {
  log_query: string;
  log_lines: string;
  log_window_minutes: string;
  log_comparison: string;
  per_sender: boolean;
  sender: string;
  silent_minutes: string;
};

export const LOG_LABELS: Readonly<Record<keyof LogValues, string>> = {
  log_query: "Search",
  log_lines: "Lines",
  log_window_minutes: "Within (minutes)",
  log_comparison: "Too many or too few",
  per_sender: "Count each sender by itself",
  sender: "Sender",
  silent_minutes: "Silent for (minutes)",
};

export const COMPARISONS = [
  { value: "at_least", label: "So many lines or more" },
  { value: "fewer_than", label: "Fewer lines than that" },
] as const;

export const NEW_LOG: LogValues = {
  log_query: "",
  log_lines: "",
  log_window_minutes: "5",
  log_comparison: "at_least",
  per_sender: false,
  sender: "",
  silent_minutes: "",
};

const text = (value: number | null) => (value === null ? "" : String(value));

export function logValuesOf(rule: AlertRule): LogValues {
  return {
    log_query: rule.log_query ?? "",
    log_lines: text(rule.log_lines),
    log_window_minutes: text(rule.log_window_minutes),
    log_comparison: rule.log_comparison,
    per_sender: rule.per_sender,
    sender: rule.sender ?? "",
    silent_minutes: text(rule.silent_minutes),
  };
}

type LogBody = Pick<Body, keyof LogValues>;

/** As the service takes it; what concerns other types is left out. */
export function toLogRule(
  values: LogValues,
  { kind, where }: { kind?: EventKind | undefined; where: string },
): LogBody {
  const hasQuery = kind?.bound === "query" || kind?.bound === "rate";
  const comparison =
    kind?.bound === "rate" && values.log_comparison === "fewer_than" ? "fewer_than" : "at_least";
  return {
    log_query: hasQuery ? values.log_query.trim() || null : null,
    log_lines: hasQuery ? numberOr(values.log_lines, null) : null,
    log_window_minutes: hasQuery ? numberOr(values.log_window_minutes, 5) : 5,
    log_comparison: comparison,
    per_sender: hasQuery && comparison === "at_least" && values.per_sender,
    sender: where === "sender" ? values.sender.trim() || null : null,
    silent_minutes: kind?.bound === "silence" ? numberOr(values.silent_minutes, null) : null,
  };
}

function numberOr<Blank>(written: string, blank: Blank): number | Blank {
  return written.trim() === "" ? blank : Number(written);
}
