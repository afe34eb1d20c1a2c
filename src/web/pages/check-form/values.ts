import type { Model } from "../../api/client";
import type { CheckKind } from "../../components/check-fields/kind-names";
import { CHECK_KINDS, kindOf } from "../../components/check-fields/kinds";
import { toScope, toThings, type ScopeThing } from "../../components/scope-field/scope";

export type Check = Model<"PortTargetOut">;
type Creation = Model<"PortTargetCreate">;

/** The fields as people type them. Options of every kind are there, so that another choice of kind loses nothing. */
export type CheckValues = {
  where: string;
  device_id: string;
  things: readonly ScopeThing[];
  check_type: string;
  port: string;
  label: string;
  http_path: string;
  http_method: string;
  expected_status_min: string;
  expected_status_max: string;
  verify_tls: boolean;
  follow_redirects: boolean;
  timeout_seconds: string;
  interval_seconds: string;
  retry_interval_seconds: string;
  failures_to_down: string;
  successes_to_up: string;
  enabled: boolean;
  options: Record<string, string>;
};

const OPTION_NAMES = [...new Set(CHECK_KINDS.flatMap(({ options }) => options.map(({ name }) => name)))];

const NO_OPTIONS = Object.fromEntries(OPTION_NAMES.map((name) => [name, ""]));

export const NEW_CHECK: CheckValues = {
  where: "device",
  device_id: "",
  things: [],
  check_type: "tcp",
  port: "",
  label: "",
  http_path: "",
  http_method: "GET",
  expected_status_min: "200",
  expected_status_max: "399",
  verify_tls: false,
  follow_redirects: true,
  timeout_seconds: "",
  interval_seconds: "",
  retry_interval_seconds: "",
  failures_to_down: "2",
  successes_to_up: "1",
  enabled: true,
  options: NO_OPTIONS,
};

export const LABELS: Readonly<Record<keyof CheckValues, string>> = {
  where: "Checked on",
  device_id: "Device",
  things: "Covers",
  check_type: "Kind",
  port: "Port",
  label: "Label",
  http_path: "Path",
  http_method: "Method",
  expected_status_min: "Status from",
  expected_status_max: "Status to",
  verify_tls: "The certificate must be trusted",
  follow_redirects: "Follow redirects",
  timeout_seconds: "Give up after (s)",
  interval_seconds: "Every (s)",
  retry_interval_seconds: "While in doubt, every (s)",
  failures_to_down: "Failures that make it down",
  successes_to_up: "Successes that make it up again",
  enabled: "In use",
  options: "What only this kind has",
};

export const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"] as const;

const numberText = (value: number | null) => (value === null ? "" : String(value));

function whereOf({ device_id: id, scope }: Check): string {
  if (id !== null) return "device";
  return scope === null ? "every" : "scope";
}

export function valuesOf(check: Check): CheckValues {
  return {
    where: whereOf(check),
    device_id: numberText(check.device_id),
    things: check.scope === null ? [] : toThings(check.scope),
    check_type: check.check_type,
    port: String(check.port),
    label: check.label,
    http_path: check.http_path ?? "",
    http_method: check.http_method,
    expected_status_min: String(check.expected_status_min),
    expected_status_max: String(check.expected_status_max),
    verify_tls: check.verify_tls,
    follow_redirects: check.follow_redirects,
    timeout_seconds: numberText(check.timeout_seconds),
    interval_seconds: numberText(check.interval_seconds),
    retry_interval_seconds: numberText(check.retry_interval_seconds),
    failures_to_down: String(check.failures_to_down),
    successes_to_up: String(check.successes_to_up),
    enabled: check.enabled,
    options: {
      ...NO_OPTIONS,
      ...Object.fromEntries(Object.entries(check.options).map(([name, value]) => [name, String(value)])),
    },
  };
}

/**
 * As the service takes it; what concerns other kinds is left out. A number that is none goes as text, and is refused
 * there.
 */
export function toCheck(values: CheckValues): Creation {
  const kind = kindOf(values.check_type);
  return {
    device_id: values.where === "device" ? numberOr(values.device_id, null) : null,
    scope: values.where === "scope" ? toScope(values.things) : null,
    check_type: kind.value,
    ...(values.port.trim() !== "" && { port: numberOr(values.port, 0) }),
    label: values.label.trim() || usualLabel(values),
    ...(kind.isHttp === true && {
      http_path: values.http_path.trim() || null,
      http_method: METHODS.find((method) => method === values.http_method) ?? "GET",
      expected_status_min: numberOr(values.expected_status_min, 200),
      expected_status_max: numberOr(values.expected_status_max, 399),
      follow_redirects: values.follow_redirects,
    }),
    ...(kind.hasCertificate === true && { verify_tls: values.verify_tls }),
    timeout_seconds: kind.hasTimeout === true ? numberOr(values.timeout_seconds, null) : null,
    interval_seconds: numberOr(values.interval_seconds, null),
    retry_interval_seconds: numberOr(values.retry_interval_seconds, null),
    failures_to_down: numberOr(values.failures_to_down, 2),
    successes_to_up: numberOr(values.successes_to_up, 1),
    enabled: values.enabled,
    options: toOptions(kind.value, values.options),
  };
}

/** What a check is called that nobody has named: "TCP port 22", "SSH". */
export function usualLabel({ check_type: type, port }: Pick<CheckValues, "check_type" | "port">): string {
  const { label, port: usual } = kindOf(type);
  const isUsual = port.trim() === "" || port.trim() === String(usual ?? "");
  return isUsual ? label : `${label}${usual === undefined ? "" : ", port"} ${port.trim()}`;
}

function numberOr<Blank>(text: string, blank: Blank): number | Blank {
  return text.trim() === "" ? blank : Number(text);
}

/** Only those of the kind that say something. */
export function toOptions(
  kind: CheckKind,
  given: Readonly<Record<string, string>>,
): Record<string, string | number | boolean> {
  return Object.fromEntries(
    kindOf(kind).options.flatMap(({ name, choices, isNumber }) => {
      const text = (given[name] ?? "").trim() || choices?.[0]?.value || "";
      if (text === "") return [];
      return [[name, isNumber === true ? Number(text) : text]];
    }),
  );
}

/** What is wrong with the text of a whole number, or null. */
export function wholeNumber(label: string, { isRequired = false } = {}): (text: string) => string | null {
  return (text) => {
    if (text.trim() === "") return isRequired ? `${label} is missing` : null;
    return /^\d{1,9}$/.test(text.trim()) ? null : "A whole number";
  };
}

/** A value as people read it, for when two are compared. */
export function describeField(name: string, value: unknown): string {
  if (name !== "things" || !Array.isArray(value))
    return typeof value === "string" ? value : JSON.stringify(value);
  const things: readonly ScopeThing[] = value;
  return things.map(({ kind, id, name: text }) => `${kind} ${text === "" ? id : text}`).join(", ");
}

type Rule = (value: string, values: CheckValues) => string | null;

const needed =
  (option: string, message: string): Rule =>
  (text, { check_type: type }) => {
    const isNeeded = kindOf(type).options.some(({ name, isRequired }) => name === option && isRequired);
    return text.trim() === "" && isNeeded ? message : null;
  };

export const RULES = {
  device_id: (text: string, { where }: CheckValues) =>
    where === "device" && text === "" ? "Choose one of the devices that the list shows" : null,
  things: (things: readonly ScopeThing[], { where }: CheckValues) =>
    where === "scope" && things.length === 0 ? "Nothing is chosen" : null,
  port: wholeNumber("The port", { isRequired: true }),
  expected_status_min: wholeNumber("The status"),
  expected_status_max: wholeNumber("The status"),
  timeout_seconds: (text: string) => (text.trim() === "" || Number(text) > 0 ? null : "A number of seconds"),
  interval_seconds: wholeNumber("The interval"),
  retry_interval_seconds: wholeNumber("The interval"),
  failures_to_down: wholeNumber("The number"),
  successes_to_up: wholeNumber("The number"),
  options: {
    name: needed("name", "The name is missing"),
    oid: needed("oid", "The object identifier is missing"),
  },
};
