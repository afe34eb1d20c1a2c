import type { Model } from "../../api/client";
import type { LogFormat } from "../../api/log-formats";
import { RequestFailure } from "../../api/request-failure";

export type FormatBody = Model<"LogFormatCreate">;
export type TargetField = Model<"LogFormatField">["field"];

/** A row of the mapping as people fill it in. */
export type MappingRow = {
  /** Tells it from the others. */
  key: number;
  field: TargetField;
  source: string;
  value: string;
  /** `permit=allow, stop=deny` */
  words: string;
  timeFormat: string;
  timeZone: string;
};

/** Lists as texts, separated by commas. */
export type ConditionTexts = { senders: string; apps: string; facilities: string; contains: string };

export type FormatValues = {
  name: string;
  description: string;
  vendor: string;
  enabled: boolean;
  kind: "pattern" | "json";
  reads: "message" | "line";
  pattern: string;
  conditions: ConditionTexts;
  fields: readonly MappingRow[];
};

export const FIELD_LABELS: Readonly<Record<keyof FormatValues, string>> = {
  name: "Name",
  description: "Description",
  vendor: "Vendor",
  enabled: "Switched on",
  kind: "Kind",
  reads: "Looks at",
  pattern: "Pattern",
  conditions: "Only lines",
  fields: "Fields",
};

export const TARGETS: readonly { value: TargetField; label: string }[] = [
  { value: "src_ip", label: "Source" },
  { value: "src_port", label: "Source port" },
  { value: "dst_ip", label: "Destination" },
  { value: "dst_port", label: "Destination port" },
  { value: "protocol", label: "Protocol" },
  { value: "action", label: "Action" },
  { value: "event_time", label: "Sender’s time" },
  { value: "source_host", label: "Host" },
  { value: "app", label: "Program" },
  { value: "interface", label: "Interface" },
  { value: "interface_out", label: "Outgoing interface" },
  { value: "direction", label: "Direction" },
  { value: "rule_id", label: "Rule" },
  { value: "tracker_id", label: "Tracker" },
  { value: "reason", label: "Reason" },
  { value: "bytes", label: "Bytes" },
  { value: "packets", label: "Packets" },
  { value: "nat_src_ip", label: "Translated source" },
  { value: "nat_src_port", label: "Translated source port" },
  { value: "nat_dst_ip", label: "Translated destination" },
  { value: "nat_dst_port", label: "Translated destination port" },
  { value: "severity", label: "Severity" },
  { value: "procid", label: "Process id" },
  { value: "msgid", label: "Message id" },
  { value: "vendor", label: "Vendor" },
];

const NO_CONDITIONS: ConditionTexts = { senders: "", apps: "", facilities: "", contains: "" };

export function emptyValues(pattern = ""): FormatValues {
  return {
    name: "",
    description: "",
    vendor: "",
    enabled: true,
    kind: "pattern",
    reads: "message",
    pattern,
    conditions: NO_CONDITIONS,
    fields: [],
  };
}

export function emptyRow(rows: readonly MappingRow[]): MappingRow {
  const taken = new Set(rows.map(({ field }) => field));
  const field = TARGETS.find(({ value }) => !taken.has(value))?.value ?? "reason";
  const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
  return { key, field, source: "", value: "", words: "", timeFormat: "", timeZone: "" };
}

export function valuesOf(format: LogFormat): FormatValues {
  const { name, enabled, kind, reads, conditions, fields } = format;
  return {
    name,
    enabled,
    kind,
    reads,
    description: format.description ?? "",
    vendor: format.vendor ?? "",
    pattern: format.pattern ?? "",
    conditions: {
      senders: conditions.senders.join(", "),
      apps: conditions.apps.join(", "),
      facilities: conditions.facilities.join(", "),
      contains: conditions.contains.join("\n"),
    },
    fields: fields.map((mapping, key) => ({
      key,
      field: mapping.field,
      source: mapping.source ?? "",
      value: mapping.value ?? "",
      words: printWords(mapping.words ?? {}),
      timeFormat: mapping.time_format ?? "",
      timeZone: mapping.time_zone ?? "",
    })),
  };
}

export function toBody(values: FormatValues) {
  const { name, description, vendor, enabled, kind, reads, pattern, conditions, fields } = values;
  return {
    name,
    description: textOrNull(description),
    enabled,
    kind,
    reads,
    pattern: kind === "json" || pattern === "" ? null : pattern,
    vendor: textOrNull(vendor),
    conditions: {
      senders: listOf(conditions.senders, /[\s,]+/),
      apps: listOf(conditions.apps, /[\s,]+/),
      // A text that is no number is the service's to refuse.
      facilities: listOf(conditions.facilities, /[\s,]+/).map(Number),
      contains: listOf(conditions.contains, /\n/),
    },
    fields: fields.map((row) => ({
      field: row.field,
      source: textOrNull(row.source),
      value: textOrNull(row.value),
      words: readWords(row.words),
      time_format: row.field === "event_time" ? textOrNull(row.timeFormat) : null,
      time_zone: row.field === "event_time" ? textOrNull(row.timeZone) : null,
    })),
  } satisfies FormatBody;
}

function textOrNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

function listOf(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** `permit=allow, stop=deny`: of a word without a meaning nothing is said. */
export function readWords(text: string): Record<string, string> | null {
  const pairs = listOf(text, /[,\n]/).flatMap((pair): [string, string][] => {
    const [word = "", meaning = ""] = pair.split("=").map((part) => part.trim());
    return word === "" || meaning === "" ? [] : [[word, meaning]];
  });
  return pairs.length === 0 ? null : Object.fromEntries(pairs);
}

export function printWords(words: Readonly<Record<string, string>>): string {
  return Object.entries(words)
    .map(([word, meaning]) => `${word}=${meaning}`)
    .join(", ");
}

type Rules = { [Name in keyof FormatValues]?: (value: unknown, values: FormatValues) => string | null };

const NAME = /^[a-z0-9][a-z0-9._-]*$/;

export const RULES: Rules = {
  name: (_, { name }) =>
    NAME.test(name.trim()) ? null : "Small letters, digits, dots, hyphens and underscores",
  pattern: (_, { kind, pattern }) => (kind === "pattern" && pattern === "" ? "The pattern is missing" : null),
  fields: (_, { kind, fields }) =>
    kind === "json" && fields.length === 0 ? "Say which path is which field" : null,
};

/** A refusal of something inside conditions or fields stands at them, with its place. */
export function atOwnFields(error: unknown): unknown {
  if (!(error instanceof RequestFailure)) return error;
  const { status, message, requestId, retryAfter, cause } = error;
  const fields = error.fields.map(({ path, message: text }) => ({
    path: path.slice(0, 1),
    message: path.length > 1 ? `${placeOf(path.slice(1))}: ${text}` : text,
  }));
  return new RequestFailure({ status, message, requestId, retryAfter, cause, fields });
}

function placeOf(path: readonly (string | number)[]): string {
  return path.map((part) => (typeof part === "number" ? String(part + 1) : part)).join(", ");
}

/** A value as people read it, for when two are compared. */
export function describeField(name: keyof FormatValues, value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return value;
  return name === "fields" && Array.isArray(value)
    ? value.map((row: MappingRow) => `${row.field}: ${row.source || row.value}`).join("; ")
    : JSON.stringify(value);
}
