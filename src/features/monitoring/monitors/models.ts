import { z } from "@hono/zod-openapi";
import { boolean, filterText, integer, number, optionalText, timestamp } from "#platform/http/fields";
import { pagingFields } from "#platform/http/paging";
import { HTTP_METHODS, httpMethod, oneOf, statusCode } from "../http-fields";
import { JSON_OPERATORS } from "../http/json-value";
import { CheckResultOut } from "../results";
import {
  acceptedStatusCodes,
  ExpectedHeader,
  expectedHeaders,
  httpUrl,
  jsonPath,
  pem,
  proxyUrl,
  requestHeaders,
  secretText,
  tags,
} from "./fields";
import { groupMembers, groupMode, GROUP_MODES, GroupMember, GroupMemberState } from "../group/models";
import { problemsOf } from "./rules";

export const BODY_ENCODINGS = ["json", "text", "form", "xml"] as const;
const AUTH_TYPES = ["none", "basic", "bearer", "oauth2", "mtls"] as const;
export const OAUTH_AUTH_METHODS = ["client_secret_basic", "client_secret_post"] as const;
/** Of what is longer nothing is read. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

export const MONITOR_KINDS = ["http", "push", "group"] as const;
/** A month, so that jobs which run less than once a day can be watched. */
const MAX_GRACE_SECONDS = 31 * 86_400;

const kind = oneOf("kind", MONITOR_KINDS).openapi({
  description:
    "`http`: a URL is asked; `push`: a job reports, and its silence is down; `group`: others decide. It is never changed",
});

const lower = (text: string) => text.toLowerCase();

const shown = {
  name: z.string().trim().min(1).max(120).openapi({ example: "Customer portal" }),
  url: httpUrl,
  description: optionalText(4000),
  tags,
  http_method: httpMethod,
  expected_status_min: statusCode,
  expected_status_max: statusCode,
  accepted_status_codes: acceptedStatusCodes.openapi({
    description: "absent, and a bound of `expected_status_*` sent: that range",
  }),
  timeout_seconds: number({ min: 1, max: 60 }),
  verify_tls: boolean(),
  follow_redirects: boolean(),
  max_redirects: integer({ min: 0, max: 20 }),
  body_encoding: oneOf("body_encoding", BODY_ENCODINGS, lower),
  auth_type: oneOf("auth_type", AUTH_TYPES, lower),
  auth_username: optionalText(255),
  oauth_token_url: z
    .preprocess((given) => (given === "" ? null : given), httpUrl.nullable())
    .openapi({ type: ["string", "null"], maxLength: 2048, example: "https://login.example.com/token" }),
  oauth_client_id: optionalText(255),
  oauth_scopes: optionalText(1000),
  oauth_audience: optionalText(1000),
  oauth_auth_method: oneOf("oauth_auth_method", OAUTH_AUTH_METHODS, lower),
  keyword: z
    .string()
    .max(1000)
    .transform((text) => text || null)
    .nullable()
    .openapi({ type: ["string", "null"], maxLength: 1000 }),
  keyword_inverted: boolean().openapi({ description: "the answer must not have the keyword" }),
  json_path: jsonPath,
  json_operator: oneOf("json_operator", JSON_OPERATORS, lower),
  expected_value: z.string().max(2000).nullable(),
  expected_headers: expectedHeaders,
  max_response_bytes: integer({ min: 1, max: MAX_BODY_BYTES })
    .nullable()
    .openapi({ type: ["integer", "null"], minimum: 1, maximum: MAX_BODY_BYTES }),
  max_response_time_ms: integer({ min: 1, max: 60_000 })
    .nullable()
    .openapi({ type: ["integer", "null"], minimum: 1, maximum: 60_000 }),
  cache_bust: boolean().openapi({ description: "a query parameter that changes keeps caches out" }),
  upside_down: boolean().openapi({ description: "a failure is what is wanted" }),
  check_interval_seconds: integer({ min: 20, max: 86_400 }),
  max_retries: integer({ min: 0, max: 10 }).openapi({
    description:
      "failures that are tried again before the monitor is `offline`; not of `group`, whose members are confirmed",
  }),
  retry_interval_seconds: integer({ min: 5, max: 86_400 }),
  push_grace_seconds: integer({ min: 0, max: MAX_GRACE_SECONDS }).openapi({
    description: "of `push`: how much later than its interval a report may come",
  }),
  group_mode: groupMode,
  members: groupMembers,
  certificate_expiry_alert: boolean(),
  certificate_expiry_days: integer({ min: 1, max: 365 }),
  enabled: boolean(),
};

const secret = {
  request_headers: requestHeaders,
  request_body: secretText(65_536),
  auth_password: secretText(4096),
  bearer_token: secretText(16_384),
  oauth_client_secret: secretText(4096),
  proxy_url: proxyUrl,
  tls_ca: pem("tls_ca"),
  tls_cert: pem("tls_cert"),
  tls_key: pem("tls_key"),
};

export type SecretName = keyof typeof secret;
export const SECRET_NAMES = Object.keys(secret) as SecretName[];

/** An empty text or map is none. */
export function isGiven(value: string | Record<string, string> | null): boolean {
  return typeof value === "string" ? value.trim() !== "" : value !== null && Object.keys(value).length > 0;
}

const DEFAULT_RANGE = { least: 200, most: 399 };

export const MonitorDraft = z.object({
  ...shown,
  kind: kind.default("http"),
  url: shown.url.optional().openapi({ description: "of `http`, which needs it; the others have none" }),
  description: shown.description.default(null),
  tags: shown.tags.default([]),
  http_method: shown.http_method.default("GET"),
  expected_status_min: shown.expected_status_min.optional(),
  expected_status_max: shown.expected_status_max.optional(),
  accepted_status_codes: shown.accepted_status_codes.optional(),
  timeout_seconds: shown.timeout_seconds.default(10),
  verify_tls: shown.verify_tls.default(true),
  follow_redirects: shown.follow_redirects.default(true),
  max_redirects: shown.max_redirects.default(10),
  body_encoding: shown.body_encoding.default("json"),
  auth_type: shown.auth_type.default("none"),
  auth_username: shown.auth_username.default(null),
  oauth_token_url: shown.oauth_token_url.default(null),
  oauth_client_id: shown.oauth_client_id.default(null),
  oauth_scopes: shown.oauth_scopes.default(null),
  oauth_audience: shown.oauth_audience.default(null),
  oauth_auth_method: shown.oauth_auth_method.default("client_secret_basic"),
  keyword: shown.keyword.default(null),
  keyword_inverted: shown.keyword_inverted.default(false),
  json_path: shown.json_path.default(null),
  json_operator: shown.json_operator.default("equals"),
  expected_value: shown.expected_value.default(null),
  expected_headers: shown.expected_headers.default([]),
  max_response_bytes: shown.max_response_bytes.default(null),
  max_response_time_ms: shown.max_response_time_ms.default(null),
  cache_bust: shown.cache_bust.default(false),
  upside_down: shown.upside_down.default(false),
  check_interval_seconds: shown.check_interval_seconds.default(60),
  max_retries: shown.max_retries.default(0),
  retry_interval_seconds: shown.retry_interval_seconds.default(20),
  push_grace_seconds: shown.push_grace_seconds.default(60),
  group_mode: shown.group_mode.default("all"),
  members: shown.members.default([]),
  certificate_expiry_alert: shown.certificate_expiry_alert.default(false),
  certificate_expiry_days: shown.certificate_expiry_days.default(14),
  enabled: shown.enabled.default(true),
  request_headers: secret.request_headers.default(null),
  request_body: secret.request_body.default(null),
  auth_password: secret.auth_password.default(null),
  bearer_token: secret.bearer_token.default(null),
  oauth_client_secret: secret.oauth_client_secret.default(null),
  proxy_url: secret.proxy_url.default(null),
  tls_ca: secret.tls_ca.default(null),
  tls_cert: secret.tls_cert.default(null),
  tls_key: secret.tls_key.default(null),
});

type Range = { expected_status_min?: number | undefined; expected_status_max?: number | undefined };

/** The codes that a range alone stands for; undefined: none was given. */
export function codesOfRange(
  given: Range & { accepted_status_codes?: string | undefined },
  before: { expected_status_min: number; expected_status_max: number },
): string | undefined {
  const { expected_status_min: least, expected_status_max: most, accepted_status_codes: codes } = given;
  if (codes !== undefined) return codes;
  if (least === undefined && most === undefined) return undefined;
  return `${least ?? before.expected_status_min}-${most ?? before.expected_status_max}`;
}

function completed(given: z.output<typeof MonitorDraft>, context: z.core.$RefinementCtx) {
  const range = {
    expected_status_min: given.expected_status_min ?? DEFAULT_RANGE.least,
    expected_status_max: given.expected_status_max ?? DEFAULT_RANGE.most,
  };
  const codes = codesOfRange(given, range) ?? `${DEFAULT_RANGE.least}-${DEFAULT_RANGE.most}`;
  const monitor = { ...given, ...range, accepted_status_codes: codes, url: given.url ?? "" };
  if (given.kind === "http" && given.url === undefined) {
    context.addIssue({ code: "invalid_type", expected: "string", path: ["url"], input: undefined });
  }
  const has = {
    oauth_client_secret: isGiven(given.oauth_client_secret),
    tls_cert: isGiven(given.tls_cert),
    tls_key: isGiven(given.tls_key),
  };
  for (const { field, message } of problemsOf(monitor, has)) {
    context.addIssue({ code: "custom", path: field === undefined ? [] : [field], message });
  }
  return monitor;
}

export const MonitorCreate = MonitorDraft.transform(completed).openapi("MonitorCreate");
export type MonitorCreate = z.output<typeof MonitorCreate>;

const changed = z
  .object({
    ...shown,
    ...secret,
    kind: kind.openapi({ description: "may be sent as it is; another is refused" }),
  })
  .partial();

export const MonitorUpdate = changed.openapi("MonitorUpdate", {
  description:
    "Absent fields keep their value. A secret that is absent or null stays; an empty text (of the headers an empty object) removes it.",
});
export type MonitorUpdate = z.output<typeof MonitorUpdate>;

const text = z.string().nullable();

const observed = {
  consecutive_failures: z.int().openapi({ description: "newest results that failed in a row, up to 50" }),
  last_status: z
    .enum(["online", "offline"])
    .nullable()
    .openapi({ description: "as confirmed by `max_retries`; null before the first check" }),
  last_checked_at: timestamp.nullable(),
  last_cert_expires_at: timestamp.nullable(),
  last_cert_issuer: text.openapi({ maxLength: 255 }),
  uptime_24h: z.number().nullable().openapi({ description: "percent of all results, before retries" }),
  uptime_7d: z.number().nullable(),
  avg_response_time_24h: z.number().nullable().openapi({ description: "milliseconds" }),
  heartbeat: z.array(z.string()).openapi({
    description: "at most 30 newest results of 24 h, oldest first",
    example: ["online", "offline"],
  }),
  is_favourite: z.boolean(),
  last_result: CheckResultOut.nullable().openapi({ description: "null before it is to be checked" }),
  member_states: z
    .array(GroupMemberState)
    .openapi({ description: "of `group`: its members as they stand, the worst first" }),
};

const kept = {
  id: z.int(),
  kind: z.string().openapi({ enum: [...MONITOR_KINDS] }),
  name: z.string(),
  url: z.string(),
  description: text,
  tags: z.array(z.string()),
  http_method: z.string().openapi({ enum: [...HTTP_METHODS] }),
  expected_status_min: z.int(),
  expected_status_max: z.int(),
  accepted_status_codes: z.string(),
  timeout_seconds: z.number(),
  verify_tls: z.boolean(),
  follow_redirects: z.boolean(),
  max_redirects: z.int(),
  body_encoding: z.string().openapi({ enum: [...BODY_ENCODINGS] }),
  auth_type: z.string().openapi({ enum: [...AUTH_TYPES] }),
  auth_username: text,
  oauth_token_url: text,
  oauth_client_id: text,
  oauth_scopes: text,
  oauth_audience: text,
  oauth_auth_method: z.string().openapi({ enum: [...OAUTH_AUTH_METHODS] }),
  keyword: text,
  keyword_inverted: z.boolean(),
  json_path: text,
  json_operator: z.string().openapi({ enum: [...JSON_OPERATORS] }),
  expected_value: text,
  expected_headers: z.array(ExpectedHeader),
  max_response_bytes: z.int().nullable(),
  max_response_time_ms: z.int().nullable(),
  cache_bust: z.boolean(),
  upside_down: z.boolean(),
  check_interval_seconds: z.int(),
  max_retries: z.int(),
  retry_interval_seconds: z.int(),
  push_grace_seconds: z.int(),
  group_mode: z.string().openapi({ enum: [...GROUP_MODES] }),
  members: z.array(GroupMember),
  certificate_expiry_alert: z.boolean(),
  certificate_expiry_days: z.int(),
  enabled: z.boolean(),
  has_request_headers: z.boolean(),
  has_request_body: z.boolean(),
  has_auth_password: z.boolean(),
  has_bearer_token: z.boolean(),
  has_oauth_client_secret: z.boolean(),
  has_proxy_url: z.boolean(),
  has_tls_ca: z.boolean(),
  has_tls_cert: z.boolean(),
  has_tls_key: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
};

export const MonitorRead = z.object({ ...kept, ...observed }).openapi("MonitorRead");
export type MonitorRead = z.infer<typeof MonitorRead>;

/** A monitor as audit rows have it. */
export const RecordedMonitor = z.object(kept);
export type RecordedMonitor = z.infer<typeof RecordedMonitor>;

/** A monitor without what is observed, and without what differs by who looks. */
export type MonitorFields = Omit<MonitorRead, keyof typeof observed>;
export type MonitorFigures = Omit<Pick<MonitorRead, keyof typeof observed>, "is_favourite" | "member_states">;

/** What checks find, and whose favourite it is, does not change a monitor. */
export const MONITOR_VERSION = { without: Object.keys(observed) };

/** All that are given must hold. */
export const MonitorQuery = z.object({
  search: filterText.optional().openapi({ description: "part of the name, URL, description or tags" }),
  name: filterText.optional().openapi({ description: "the whole name, in any case" }),
  kind: z.enum(MONITOR_KINDS).optional(),
  tag: filterText.optional().openapi({ description: "one of its tags, as it is written" }),
  ...pagingFields,
});
export type MonitorQuery = z.output<typeof MonitorQuery>;

export const HistoryQuery = z.object({
  hours: integer({ min: 1, max: 720 }).default(24),
});

export const MonitorCheckHistoryRead = z
  .object({
    id: z.int().openapi({ description: "the time in microseconds" }),
    checked_at: timestamp,
    status: z.enum(["online", "offline"]).openapi({ description: "of this check alone, before retries" }),
    response_time_ms: z.number().nullable(),
    status_code: z.int().nullable(),
    error: text.openapi({ maxLength: 255 }),
    assertion_detail: text,
    response_size_bytes: z.int().nullable(),
    cert_expires_at: timestamp.nullable(),
  })
  .openapi("MonitorCheckHistoryRead");
export type MonitorCheckHistoryRead = z.infer<typeof MonitorCheckHistoryRead>;
