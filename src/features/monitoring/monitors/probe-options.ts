import { z } from "zod";
import { JSON_OPERATORS } from "../http/json-value";
import type { HttpAuth, HttpProbeOptions } from "../http/options";
import type { OpenSecrets } from "./monitor-rows";
import { encodeBody } from "./request-body";
import { BODY_ENCODINGS, OAUTH_AUTH_METHODS, type MonitorFields } from "./models";

/** What of a monitor tells how it is asked, and what its answer must be. */
export type Asked = Pick<
  MonitorFields,
  | "url"
  | "http_method"
  | "accepted_status_codes"
  | "timeout_seconds"
  | "verify_tls"
  | "follow_redirects"
  | "max_redirects"
  | "body_encoding"
  | "auth_type"
  | "auth_username"
  | "oauth_token_url"
  | "oauth_client_id"
  | "oauth_scopes"
  | "oauth_audience"
  | "oauth_auth_method"
  | "keyword"
  | "keyword_inverted"
  | "json_path"
  | "json_operator"
  | "expected_value"
  | "expected_headers"
  | "max_response_bytes"
  | "max_response_time_ms"
  | "cache_bust"
>;

/** Words of the columns that are kept as texts. */
const Words = z.object({
  body_encoding: z.enum(BODY_ENCODINGS),
  json_operator: z.enum(JSON_OPERATORS),
  oauth_auth_method: z.enum(OAUTH_AUTH_METHODS),
});

/** What a probe of the monitor is to do, its secrets put in. @throws RequestBodyError */
export function toProbeOptions(monitor: Asked, secrets: OpenSecrets): HttpProbeOptions {
  const { keyword, json_path: path, expected_value: expected } = monitor;
  const { body_encoding: encoding, json_operator: operator } = Words.parse(monitor);
  const { request_headers: headers, request_body: body, proxy_url: proxyUrl, tls_ca: authorities } = secrets;
  const auth = authOf(monitor, secrets);
  return {
    url: monitor.url,
    method: monitor.http_method,
    acceptedStatusCodes: monitor.accepted_status_codes,
    timeoutMs: monitor.timeout_seconds * 1000,
    verifyTls: monitor.verify_tls,
    followRedirects: monitor.follow_redirects,
    maxRedirects: monitor.max_redirects,
    cacheBust: monitor.cache_bust,
    responseHeaders: monitor.expected_headers,
    ...(headers && { headers }),
    ...(body && { body: { text: encodeBody(body, encoding), encoding } }),
    ...(auth && { auth }),
    ...certificateOf(monitor, secrets),
    ...(proxyUrl && { proxyUrl }),
    ...(authorities && { authorities }),
    ...(keyword && { keyword: { text: keyword, isInverted: monitor.keyword_inverted } }),
    ...(path && { jsonPath: { path, operator, expected: expected ?? "" } }),
    ...(monitor.max_response_bytes !== null && { maxBodyBytes: monitor.max_response_bytes }),
    ...(monitor.max_response_time_ms !== null && { maxResponseMs: monitor.max_response_time_ms }),
  };
}

function authOf(monitor: Asked, secrets: OpenSecrets): HttpAuth | undefined {
  switch (monitor.auth_type) {
    case "basic":
      return {
        type: "basic",
        username: monitor.auth_username ?? "",
        password: secrets.auth_password ?? "",
      };
    case "bearer":
      return { type: "bearer", token: secrets.bearer_token ?? "" };
    case "oauth2":
      return {
        type: "oauth2",
        client: {
          tokenUrl: monitor.oauth_token_url ?? "",
          clientId: monitor.oauth_client_id ?? "",
          clientSecret: secrets.oauth_client_secret ?? "",
          scopes: monitor.oauth_scopes,
          audience: monitor.oauth_audience,
          method: Words.parse(monitor).oauth_auth_method,
        },
      };
    default:
      return undefined;
  }
}

function certificateOf({ auth_type: auth }: Asked, { tls_cert: certificate, tls_key: key }: OpenSecrets) {
  return auth === "mtls" && certificate !== null && key !== null
    ? { clientCertificate: { certificate, key } }
    : {};
}
