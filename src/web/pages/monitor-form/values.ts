import type { Model } from "../../api/client";
import type { Monitor } from "../../api/monitoring";

type Creation = Model<"MonitorCreate">;
type Changes = Model<"MonitorUpdate">;

/** What no answer shows; of each the service says whether it is set. */
export const SECRETS = [
  "request_headers",
  "request_body",
  "auth_password",
  "bearer_token",
  "oauth_client_secret",
  "proxy_url",
  "tls_ca",
  "tls_cert",
  "tls_key",
] as const;
export type SecretName = (typeof SECRETS)[number];

/** What is to become of a secret that is set. */
export type SecretMode = "keep" | "replace" | "remove";

export const KINDS = ["http", "push", "group"] as const;
export const GROUP_MODES = ["all", "any"] as const;
export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export const ENCODINGS = ["json", "text", "form", "xml"] as const;
export const AUTH_TYPES = ["none", "basic", "bearer", "oauth2", "mtls"] as const;
export const OAUTH_METHODS = ["client_secret_basic", "client_secret_post"] as const;
export const OPERATORS = [
  "equals",
  "not_equals",
  "contains",
  "not_contains",
  "exists",
  "not_exists",
  "gt",
  "gte",
  "lt",
  "lte",
] as const;

type Member = NonNullable<Creation["members"]>[number];
/** Of a group: with the name that people know it by. */
export type NamedMember = Required<Member> & { name: string };

export const memberKey = ({ kind, id, device_id: deviceId }: Omit<NamedMember, "name">) =>
  `${kind} ${id} ${deviceId ?? ""}`;

/** The fields as people type them; headers are one a line, tags divided by commas. */
export type MonitorValues = {
  kind: string;
  name: string;
  url: string;
  description: string;
  tags: string;
  http_method: string;
  timeout_seconds: string;
  follow_redirects: boolean;
  max_redirects: string;
  body_encoding: string;
  cache_bust: boolean;
  auth_type: string;
  auth_username: string;
  oauth_token_url: string;
  oauth_client_id: string;
  oauth_scopes: string;
  oauth_audience: string;
  oauth_auth_method: string;
  accepted_status_codes: string;
  keyword: string;
  keyword_inverted: boolean;
  json_path: string;
  json_operator: string;
  expected_value: string;
  expected_headers: string;
  max_response_bytes: string;
  max_response_time_ms: string;
  upside_down: boolean;
  verify_tls: boolean;
  certificate_expiry_alert: boolean;
  certificate_expiry_days: string;
  check_interval_seconds: string;
  max_retries: string;
  retry_interval_seconds: string;
  push_grace_seconds: string;
  group_mode: string;
  members: readonly NamedMember[];
  enabled: boolean;
  modes: Record<SecretName, SecretMode>;
} & Record<SecretName, string>;

const NO_SECRETS: Record<SecretName, string> = {
  request_headers: "",
  request_body: "",
  auth_password: "",
  bearer_token: "",
  oauth_client_secret: "",
  proxy_url: "",
  tls_ca: "",
  tls_cert: "",
  tls_key: "",
};

export const NEW_MONITOR: MonitorValues = {
  kind: "http",
  name: "",
  url: "",
  description: "",
  tags: "",
  http_method: "GET",
  timeout_seconds: "10",
  follow_redirects: true,
  max_redirects: "10",
  body_encoding: "json",
  cache_bust: false,
  auth_type: "none",
  auth_username: "",
  oauth_token_url: "",
  oauth_client_id: "",
  oauth_scopes: "",
  oauth_audience: "",
  oauth_auth_method: "client_secret_basic",
  accepted_status_codes: "200-399",
  keyword: "",
  keyword_inverted: false,
  json_path: "",
  json_operator: "equals",
  expected_value: "",
  expected_headers: "",
  max_response_bytes: "",
  max_response_time_ms: "",
  upside_down: false,
  verify_tls: true,
  certificate_expiry_alert: false,
  certificate_expiry_days: "14",
  check_interval_seconds: "60",
  max_retries: "0",
  retry_interval_seconds: "20",
  push_grace_seconds: "60",
  group_mode: "all",
  members: [],
  enabled: true,
  ...NO_SECRETS,
  modes: modesOf(() => false),
};

function modesOf(isSet: (name: SecretName) => boolean): Record<SecretName, SecretMode> {
  const mode = (name: SecretName): SecretMode => (isSet(name) ? "keep" : "replace");
  return {
    request_headers: mode("request_headers"),
    request_body: mode("request_body"),
    auth_password: mode("auth_password"),
    bearer_token: mode("bearer_token"),
    oauth_client_secret: mode("oauth_client_secret"),
    proxy_url: mode("proxy_url"),
    tls_ca: mode("tls_ca"),
    tls_cert: mode("tls_cert"),
    tls_key: mode("tls_key"),
  };
}

export const LABELS: Readonly<Record<keyof MonitorValues, string>> = {
  kind: "Kind",
  name: "Name",
  url: "URL",
  description: "Description",
  tags: "Tags",
  http_method: "Method",
  timeout_seconds: "Give up after (s)",
  follow_redirects: "Follow redirects",
  max_redirects: "Redirects at most",
  request_headers: "Headers",
  request_body: "Body",
  body_encoding: "The body is",
  cache_bust: "Keep caches out by a query that changes",
  proxy_url: "Proxy",
  auth_type: "Authentication",
  auth_username: "User name",
  auth_password: "Password",
  bearer_token: "Token",
  oauth_token_url: "URL of tokens",
  oauth_client_id: "Client id",
  oauth_client_secret: "Client secret",
  oauth_scopes: "Scopes",
  oauth_audience: "Audience",
  oauth_auth_method: "The secret is sent",
  accepted_status_codes: "Status",
  keyword: "Text in the answer",
  keyword_inverted: "The answer must not have this text",
  json_path: "JSON path",
  json_operator: "Its value",
  expected_value: "Value",
  expected_headers: "Headers of the answer",
  max_response_bytes: "Octets at most",
  max_response_time_ms: "Milliseconds at most",
  upside_down: "Upside down: a failure is what is wanted",
  verify_tls: "The certificate must be trusted",
  tls_ca: "Authority that is trusted too",
  tls_cert: "Own certificate",
  tls_key: "Key of the own certificate",
  certificate_expiry_alert: "Warn before the certificate expires",
  certificate_expiry_days: "Days before",
  check_interval_seconds: "Every (s)",
  max_retries: "Failures that are tried again",
  retry_interval_seconds: "Tried again every (s)",
  push_grace_seconds: "Grace (s)",
  group_mode: "It is up while",
  members: "Members",
  enabled: "In use",
  modes: "Secrets",
};

export function valuesOf(monitor: Monitor): MonitorValues {
  return {
    ...NEW_MONITOR,
    kind: monitor.kind,
    name: monitor.name,
    url: monitor.url,
    description: monitor.description ?? "",
    tags: monitor.tags.join(", "),
    http_method: monitor.http_method,
    timeout_seconds: String(monitor.timeout_seconds),
    follow_redirects: monitor.follow_redirects,
    max_redirects: String(monitor.max_redirects),
    body_encoding: monitor.body_encoding,
    cache_bust: monitor.cache_bust,
    auth_type: monitor.auth_type,
    auth_username: monitor.auth_username ?? "",
    oauth_token_url: monitor.oauth_token_url ?? "",
    oauth_client_id: monitor.oauth_client_id ?? "",
    oauth_scopes: monitor.oauth_scopes ?? "",
    oauth_audience: monitor.oauth_audience ?? "",
    oauth_auth_method: monitor.oauth_auth_method,
    accepted_status_codes: monitor.accepted_status_codes,
    keyword: monitor.keyword ?? "",
    keyword_inverted: monitor.keyword_inverted,
    json_path: monitor.json_path ?? "",
    json_operator: monitor.json_operator,
    expected_value: monitor.expected_value ?? "",
    expected_headers: monitor.expected_headers.map(expectationText).join("\n"),
    max_response_bytes: numberText(monitor.max_response_bytes),
    max_response_time_ms: numberText(monitor.max_response_time_ms),
    upside_down: monitor.upside_down,
    verify_tls: monitor.verify_tls,
    certificate_expiry_alert: monitor.certificate_expiry_alert,
    certificate_expiry_days: String(monitor.certificate_expiry_days),
    check_interval_seconds: String(monitor.check_interval_seconds),
    max_retries: String(monitor.max_retries),
    retry_interval_seconds: String(monitor.retry_interval_seconds),
    push_grace_seconds: String(monitor.push_grace_seconds),
    group_mode: monitor.group_mode,
    members: namedMembers(monitor),
    enabled: monitor.enabled,
    modes: modesOf((name) => monitor[`has_${name}`]),
  };
}

/** In the order in which they were named, by the names that they have now. */
function namedMembers({ members, member_states: states }: Monitor): NamedMember[] {
  const names = new Map(states.map((state) => [memberKey(state), state.name]));
  return members.map(({ kind, id, device_id: deviceId = null }) => {
    const member = { kind, id, device_id: deviceId };
    return { ...member, name: names.get(memberKey(member)) ?? `${kind} ${id}` };
  });
}

const oneOf = <Word extends string>(words: readonly Word[], value: string, usual: Word): Word =>
  words.find((word) => word === value) ?? usual;
const textOrNull = (text: string) => text.trim() || null;
/** A number that is none goes as it is, and is refused where it belongs. */
function numberOr<Blank extends number | null>(text: string, blank: Blank): number | Blank {
  return text.trim() === "" ? blank : Number(text);
}
const numberText = (value: number | null) => (value === null ? "" : String(value));

type Expectation = Monitor["expected_headers"][number];

/** `Content-Type: text/html` must be so; `Cache-Control ~ no-store` must be in it. */
const EXPECTATION = /^([^:~\s]+)\s*([:~])(.*)$/;

function expectationText({ name, operator, expected }: Expectation): string {
  return operator === "contains" ? `${name} ~ ${expected}` : `${name}: ${expected}`;
}

function expectationsOf(text: string): Expectation[] {
  return text.split("\n").flatMap((line) => {
    const [, name, sign, expected = ""] = EXPECTATION.exec(line.trim()) ?? [];
    if (name === undefined) return [];
    return [{ name, operator: sign === "~" ? "contains" : "equals", expected: expected.trim() }];
  });
}

/** What is wrong with the text of headers that are expected, or null. */
export function expectationsFault(text: string): string | null {
  const wrong = text.split("\n").find((line) => line.trim() !== "" && !EXPECTATION.test(line.trim()));
  return wrong === undefined ? null : `“${wrong.trim()}” is neither Name: value nor Name ~ part`;
}

/** The whole monitor as the service takes it; a secret only where there is something to be said about it. */
export function toMonitor(values: MonitorValues): Creation {
  return {
    kind: oneOf(KINDS, values.kind, "http"),
    name: values.name.trim(),
    ...(values.kind === "http" && { url: values.url.trim() }),
    ...(values.kind === "group" && {
      group_mode: oneOf(GROUP_MODES, values.group_mode, "all"),
      members: values.members.map(({ kind, id, device_id }) => ({ kind, id, device_id })),
    }),
    description: textOrNull(values.description),
    tags: values.tags
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
    http_method: oneOf(METHODS, values.http_method, "GET"),
    timeout_seconds: numberOr(values.timeout_seconds, 10),
    follow_redirects: values.follow_redirects,
    max_redirects: numberOr(values.max_redirects, 10),
    body_encoding: oneOf(ENCODINGS, values.body_encoding, "json"),
    cache_bust: values.cache_bust,
    auth_type: oneOf(AUTH_TYPES, values.auth_type, "none"),
    auth_username: textOrNull(values.auth_username),
    oauth_token_url: textOrNull(values.oauth_token_url),
    oauth_client_id: textOrNull(values.oauth_client_id),
    oauth_scopes: textOrNull(values.oauth_scopes),
    oauth_audience: textOrNull(values.oauth_audience),
    oauth_auth_method: oneOf(OAUTH_METHODS, values.oauth_auth_method, "client_secret_basic"),
    accepted_status_codes: values.accepted_status_codes,
    keyword: values.keyword || null,
    keyword_inverted: values.keyword_inverted,
    json_path: textOrNull(values.json_path),
    json_operator: oneOf(OPERATORS, values.json_operator, "equals"),
    expected_value: values.expected_value || null,
    expected_headers: expectationsOf(values.expected_headers),
    max_response_bytes: numberOr(values.max_response_bytes, null),
    max_response_time_ms: numberOr(values.max_response_time_ms, null),
    upside_down: values.upside_down,
    verify_tls: values.verify_tls,
    certificate_expiry_alert: values.certificate_expiry_alert,
    certificate_expiry_days: numberOr(values.certificate_expiry_days, 14),
    check_interval_seconds: numberOr(values.check_interval_seconds, 60),
    max_retries: numberOr(values.max_retries, 0),
    retry_interval_seconds: numberOr(values.retry_interval_seconds, 20),
    push_grace_seconds: numberOr(values.push_grace_seconds, 60),
    enabled: values.enabled,
    ...toSecrets(values),
  };
}

/** Secrets that are set anew or removed; those that are kept are not named. */
function toSecrets(values: MonitorValues): Pick<Changes, SecretName> {
  return Object.fromEntries(
    SECRETS.flatMap((name): [string, unknown][] => {
      const mode = values.modes[name];
      const text = values[name];
      if (mode === "remove") return [[name, name === "request_headers" ? {} : ""]];
      if (mode === "keep" || text.trim() === "") return [];
      return [[name, name === "request_headers" ? headersOf(text) : text]];
    }),
  );
}

/** `Accept: text/html`, one a line. */
function headersOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => {
        const [name = "", ...value] = line.split(":");
        return [name.trim(), value.join(":").trim()];
      }),
  );
}

/** What is wrong with the text of headers, or null. */
export function headersFault(text: string): string | null {
  const wrong = text.split("\n").find((line) => line.trim() !== "" && !/^[^:\s]+\s*:/.test(line.trim()));
  return wrong === undefined ? null : `“${wrong.trim()}” is not of the form Name: value`;
}
