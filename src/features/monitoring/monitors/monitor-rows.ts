import type { Encryption } from "#platform/encryption";
import { toTimestamp } from "#platform/http/fields";
import type { monitors } from "../tables";
import type { GroupMember } from "../group/models";
import { isGiven, SECRET_NAMES, type MonitorFields, type MonitorUpdate, type SecretName } from "./models";

export type MonitorRow = typeof monitors.$inferSelect;

/** What a monitor keeps encrypted, by the name of its field. */
const SECRET_COLUMNS = {
  request_headers: "requestHeaders",
  request_body: "requestBody",
  auth_password: "authPassword",
  bearer_token: "bearerToken",
  oauth_client_secret: "oauthClientSecret",
  proxy_url: "proxyUrl",
  tls_ca: "tlsCa",
  tls_cert: "tlsCert",
  tls_key: "tlsKey",
} as const satisfies Record<SecretName, keyof MonitorRow>;

type SecretColumns = Partial<Record<(typeof SECRET_COLUMNS)[SecretName], string | null>>;
type Secrets = Pick<MonitorUpdate, SecretName>;

/**
 * The columns of the secrets that a request names: an absent or null one stays as it is, an empty one is taken away.
 */
export function sealSecrets(encryption: Encryption, given: Secrets): SecretColumns {
  const columns: SecretColumns = {};
  for (const name of namedSecrets(given)) {
    const value = given[name] ?? null;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    columns[SECRET_COLUMNS[name]] = isGiven(value) ? encryption.encrypt(text) : null;
  }
  return columns;
}

/** The secrets that a request sets or takes away. */
export function namedSecrets(given: Secrets): SecretName[] {
  return SECRET_NAMES.filter((name) => given[name] !== undefined && given[name] !== null);
}

export type OpenSecrets = Omit<Record<SecretName, string | null>, "request_headers"> & {
  request_headers: Record<string, string> | null;
};

/** The secrets themselves, for whoever sends the request. Throws UnreadableSecret. */
export function openSecrets(encryption: Encryption, row: MonitorRow): OpenSecrets {
  const open = (name: SecretName) => {
    const token = row[SECRET_COLUMNS[name]];
    return token === null ? null : encryption.decrypt(token);
  };
  const headers = open("request_headers");
  return {
    request_headers: headers === null ? null : JSON.parse(headers),
    request_body: open("request_body"),
    auth_password: open("auth_password"),
    bearer_token: open("bearer_token"),
    oauth_client_secret: open("oauth_client_secret"),
    proxy_url: open("proxy_url"),
    tls_ca: open("tls_ca"),
    tls_cert: open("tls_cert"),
    tls_key: open("tls_key"),
  };
}

type Plain = Omit<MonitorFields, "id" | "members" | "created_at" | "updated_at" | `has_${SecretName}`>;

/** The columns of fields that are not secret. */
export function toMonitorColumns(monitor: Plain) {
  return {
    kind: monitor.kind,
    name: monitor.name,
    url: monitor.url,
    description: monitor.description,
    tags: monitor.tags,
    httpMethod: monitor.http_method,
    expectedStatusMin: monitor.expected_status_min,
    expectedStatusMax: monitor.expected_status_max,
    acceptedStatusCodes: monitor.accepted_status_codes,
    timeoutSeconds: monitor.timeout_seconds,
    verifyTls: monitor.verify_tls,
    followRedirects: monitor.follow_redirects,
    maxRedirects: monitor.max_redirects,
    bodyEncoding: monitor.body_encoding,
    authType: monitor.auth_type,
    authUsername: monitor.auth_username,
    oauthTokenUrl: monitor.oauth_token_url,
    oauthClientId: monitor.oauth_client_id,
    oauthScopes: monitor.oauth_scopes,
    oauthAudience: monitor.oauth_audience,
    oauthAuthMethod: monitor.oauth_auth_method,
    keyword: monitor.keyword,
    keywordInverted: monitor.keyword_inverted,
    jsonPath: monitor.json_path,
    jsonOperator: monitor.json_operator,
    expectedValue: monitor.expected_value,
    expectedHeaders: monitor.expected_headers,
    maxResponseBytes: monitor.max_response_bytes,
    maxResponseTimeMs: monitor.max_response_time_ms,
    cacheBust: monitor.cache_bust,
    upsideDown: monitor.upside_down,
    checkIntervalSeconds: monitor.check_interval_seconds,
    maxRetries: monitor.max_retries,
    retryIntervalSeconds: monitor.retry_interval_seconds,
    pushGraceSeconds: monitor.push_grace_seconds,
    groupMode: monitor.group_mode,
    certificateExpiryAlert: monitor.certificate_expiry_alert,
    certificateExpiryDays: monitor.certificate_expiry_days,
    enabled: monitor.enabled,
  };
}

/** What people set, without its secrets, and its times; members are those of a group. */
export function toMonitorFields(row: MonitorRow, members: GroupMember[]): MonitorFields {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    url: row.url,
    description: row.description,
    tags: row.tags,
    http_method: row.httpMethod,
    expected_status_min: row.expectedStatusMin,
    expected_status_max: row.expectedStatusMax,
    accepted_status_codes: row.acceptedStatusCodes,
    timeout_seconds: row.timeoutSeconds,
    verify_tls: row.verifyTls,
    follow_redirects: row.followRedirects,
    max_redirects: row.maxRedirects,
    body_encoding: row.bodyEncoding,
    auth_type: row.authType,
    auth_username: row.authUsername,
    oauth_token_url: row.oauthTokenUrl,
    oauth_client_id: row.oauthClientId,
    oauth_scopes: row.oauthScopes,
    oauth_audience: row.oauthAudience,
    oauth_auth_method: row.oauthAuthMethod,
    keyword: row.keyword,
    keyword_inverted: row.keywordInverted,
    json_path: row.jsonPath,
    json_operator: row.jsonOperator,
    expected_value: row.expectedValue,
    expected_headers: row.expectedHeaders,
    max_response_bytes: row.maxResponseBytes,
    max_response_time_ms: row.maxResponseTimeMs,
    cache_bust: row.cacheBust,
    upside_down: row.upsideDown,
    check_interval_seconds: row.checkIntervalSeconds,
    max_retries: row.maxRetries,
    retry_interval_seconds: row.retryIntervalSeconds,
    push_grace_seconds: row.pushGraceSeconds,
    group_mode: row.groupMode,
    members,
    certificate_expiry_alert: row.certificateExpiryAlert,
    certificate_expiry_days: row.certificateExpiryDays,
    enabled: row.enabled,
    has_request_headers: row.requestHeaders !== null,
    has_request_body: row.requestBody !== null,
    has_auth_password: row.authPassword !== null,
    has_bearer_token: row.bearerToken !== null,
    has_oauth_client_secret: row.oauthClientSecret !== null,
    has_proxy_url: row.proxyUrl !== null,
    has_tls_ca: row.tlsCa !== null,
    has_tls_cert: row.tlsCert !== null,
    has_tls_key: row.tlsKey !== null,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  };
}
