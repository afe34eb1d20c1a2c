import { afterAll, describe, expect, test } from "bun:test";
import { createMonitoringService, MONITORS } from "../monitoring-service";

const service = await createMonitoringService();
const { send, givenMonitor, auditOf } = service;
afterAll(service.close);

const UNKNOWN = 987_654_321;
const NOT_FOUND = { status: 404, body: { detail: "Monitor not found" } };
const PEM = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";

const create = (body: object) => send(`POST ${MONITORS}`, { name: "m", url: "https://example.com", ...body });
const change = (id: number, body: object, headers = {}) => send(`PATCH ${MONITORS}/${id}`, body, headers);

describe("POST /monitors", () => {
  test("makes a monitor with the usual values", async () => {
    const told = service.changes();
    const answer = await send(`POST ${MONITORS}`, {
      name: " portal ",
      url: "https://portal.example.com/x?y=1",
    });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        name: "portal",
        url: "https://portal.example.com/x?y=1",
        description: null,
        tags: [],
        http_method: "GET",
        expected_status_min: 200,
        expected_status_max: 399,
        accepted_status_codes: "200-399",
        timeout_seconds: 10,
        verify_tls: true,
        follow_redirects: true,
        max_redirects: 10,
        body_encoding: "json",
        auth_type: "none",
        auth_username: null,
        oauth_auth_method: "client_secret_basic",
        keyword: null,
        keyword_inverted: false,
        json_path: null,
        json_operator: "equals",
        expected_value: null,
        expected_headers: [],
        cache_bust: false,
        upside_down: false,
        check_interval_seconds: 60,
        max_retries: 0,
        retry_interval_seconds: 20,
        certificate_expiry_alert: false,
        certificate_expiry_days: 14,
        enabled: true,
        has_request_headers: false,
        has_tls_key: false,
        consecutive_failures: 0,
        last_status: null,
        last_checked_at: null,
        uptime_24h: null,
        heartbeat: [],
        is_favourite: false,
        last_result: null,
      },
    });
    expect(service.changes()).toBe(told + 1);
  });

  test("keeps every field that may be shown", async () => {
    const fields = {
      name: "full",
      url: "http://[2001:db8::1]:8080/a",
      description: "two\nlines",
      tags: ["a", "b"],
      http_method: "POST",
      expected_status_min: 200,
      expected_status_max: 204,
      accepted_status_codes: "200,201-204",
      timeout_seconds: 2.5,
      verify_tls: false,
      follow_redirects: false,
      max_redirects: 0,
      body_encoding: "form",
      auth_type: "basic",
      auth_username: "watcher",
      oauth_token_url: "https://login.example.com/token",
      oauth_client_id: "netatlas",
      oauth_scopes: "read",
      oauth_audience: "api",
      oauth_auth_method: "client_secret_post",
      keyword: " ok ",
      keyword_inverted: true,
      json_path: "$.a.b[0]",
      json_operator: "gte",
      expected_value: "7",
      expected_headers: [{ name: "Content-Type", operator: "contains", expected: "json" }],
      max_response_bytes: 1024,
      max_response_time_ms: 500,
      cache_bust: true,
      upside_down: true,
      check_interval_seconds: 20,
      max_retries: 10,
      retry_interval_seconds: 5,
      certificate_expiry_alert: true,
      certificate_expiry_days: 30,
      enabled: false,
    };
    expect(await create(fields)).toMatchObject({ status: 201, body: fields });
  });

  test("a range alone stands for the accepted codes", async () => {
    const { body } = await create({ expected_status_min: 404, expected_status_max: 410 });
    expect(body).toMatchObject({ accepted_status_codes: "404-410" });
    const both = await create({ expected_status_min: 404, accepted_status_codes: " 200 , 300-304 " });
    expect(both).toMatchObject({ status: 422 });
    const given = await create({
      expected_status_min: 404,
      expected_status_max: 404,
      accepted_status_codes: " 200 , 300-304 ",
    });
    expect(given.body).toMatchObject({ accepted_status_codes: "200,300-304", expected_status_min: 404 });
  });

  test("empty texts of what may be absent are none", async () => {
    const empty = {
      description: " ",
      oauth_token_url: "",
      keyword: "",
      json_path: "",
      proxy_url: "",
      tls_ca: "",
    };
    expect(await create(empty)).toMatchObject({
      status: 201,
      body: {
        description: null,
        oauth_token_url: null,
        keyword: null,
        json_path: null,
        has_proxy_url: false,
        has_tls_ca: false,
      },
    });
  });

  test("tags are trimmed, and each is there once", async () => {
    expect((await create({ tags: [" a ", "a", "", "b"] })).body).toMatchObject({ tags: ["a", "b"] });
  });

  const URL_REFUSAL = "Value error, URL must be a valid http:// or https:// address";
  const CODE_COUNT = "Value error, accepted_status_codes must contain between 1 and 30 codes or ranges";
  const CODE_RANGE = "Value error, accepted status codes must be between 100 and 599";
  const HEADER = "Value error, request_headers contains an invalid header name or value";
  const OAUTH = "Value error, OAuth2 monitors require token URL, client ID, and client secret";
  const MTLS = "Value error, mTLS monitors require a client certificate and private key";
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, "1"]));

  test.each([
    [["name"], { name: " " }, "String should have at least 1 character"],
    [["name"], { name: "x".repeat(121) }, "String should have at most 120 characters"],
    [["url"], { url: "ftp://example.com" }, URL_REFUSAL],
    [["url"], { url: "https://" }, URL_REFUSAL],
    [["url"], { url: "example.com" }, URL_REFUSAL],
    [["url"], { url: "https://exa mple.com" }, URL_REFUSAL],
    [
      ["url"],
      { url: "https://me:secret@example.com" },
      "Value error, URL must not hold a user name or password: use auth_type basic",
    ],
    [["oauth_token_url"], { oauth_token_url: "login" }, URL_REFUSAL],
    [["tags"], { tags: ["x".repeat(41)] }, "Value error, tags must be no longer than 40 characters"],
    [
      ["tags"],
      { tags: Array.from({ length: 31 }, String) },
      "List should have at most 30 items after validation, not 31",
    ],
    [
      ["http_method"],
      { http_method: "TRACE" },
      "Value error, http_method must be one of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']",
    ],
    [
      ["body_encoding"],
      { body_encoding: "yaml" },
      "Value error, body_encoding must be one of ['json', 'text', 'form', 'xml']",
    ],
    [
      ["auth_type"],
      { auth_type: "digest" },
      "Value error, auth_type must be one of ['none', 'basic', 'bearer', 'oauth2', 'mtls']",
    ],
    [
      ["oauth_auth_method"],
      { oauth_auth_method: "x" },
      "Value error, oauth_auth_method must be one of ['client_secret_basic', 'client_secret_post']",
    ],
    [["accepted_status_codes"], { accepted_status_codes: "" }, CODE_COUNT],
    [
      ["accepted_status_codes"],
      { accepted_status_codes: Array.from({ length: 31 }, () => 200).join(",") },
      CODE_COUNT,
    ],
    [["accepted_status_codes"], { accepted_status_codes: "99" }, CODE_RANGE],
    [["accepted_status_codes"], { accepted_status_codes: "200-600" }, CODE_RANGE],
    [["accepted_status_codes"], { accepted_status_codes: "300-200" }, CODE_RANGE],
    [["accepted_status_codes"], { accepted_status_codes: "2xx" }, CODE_RANGE],
    [["expected_status_min"], { expected_status_min: 99 }, "Input should be greater than or equal to 100"],
    [
      ["expected_status_min"],
      { expected_status_min: 400 },
      "Value error, expected_status_min must be <= expected_status_max",
    ],
    [["timeout_seconds"], { timeout_seconds: 61 }, "Input should be less than or equal to 60"],
    [["max_redirects"], { max_redirects: 21 }, "Input should be less than or equal to 20"],
    [
      ["request_headers"],
      { request_headers: many(51) },
      "Value error, request_headers cannot contain more than 50 headers",
    ],
    [["request_headers"], { request_headers: { "a b": "1" } }, HEADER],
    [["request_headers"], { request_headers: { a: "1\r\nb: 2" } }, HEADER],
    [["request_headers"], { request_headers: { a: "1".repeat(8193) } }, HEADER],
    [
      ["expected_headers", 0, "name"],
      { expected_headers: [{ name: "a b", expected: "x" }] },
      "String should match pattern '^[!#$%&'*+\\-.^_`|~0-9A-Za-z]{1,128}$'",
    ],
    [
      ["max_response_bytes"],
      { max_response_bytes: 2_097_153 },
      "Input should be less than or equal to 2097152",
    ],
    [["tls_cert"], { tls_cert: "no certificate" }, "Value error, tls_cert must be PEM"],
    [
      ["check_interval_seconds"],
      { check_interval_seconds: 19 },
      "Input should be greater than or equal to 20",
    ],
    [["retry_interval_seconds"], { retry_interval_seconds: 4 }, "Input should be greater than or equal to 5"],
    [["max_retries"], { max_retries: 11 }, "Input should be less than or equal to 10"],
    [
      ["certificate_expiry_days"],
      { certificate_expiry_days: 366 },
      "Input should be less than or equal to 365",
    ],
    [[], { auth_type: "oauth2", oauth_token_url: "https://a.example", oauth_client_id: "x" }, OAUTH],
    [[], { auth_type: "oauth2", oauth_client_secret: "x", oauth_client_id: "x" }, OAUTH],
    [[], { auth_type: "mtls", tls_cert: PEM }, MTLS],
    [[], { auth_type: "mtls", tls_key: PEM, tls_cert: "" }, MTLS],
  ])("refuses a wrong %j: %j", async (path, wrong, msg) => {
    expect(await create(wrong)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", ...path], msg }] },
    });
  });

  test("fault 31: id, states and secrets' flags are not the caller's to set", async () => {
    const { body } = await create({ id: 1, has_tls_key: true, uptime_24h: 100, is_favourite: true });
    expect(body).toMatchObject({ has_tls_key: false, uptime_24h: null, is_favourite: false });
  });

  test("needs the right to change monitoring", async () => {
    const body = { name: "x", url: "https://example.com" };
    const answer = await service.call(`POST ${MONITORS}`, { token: service.viewerToken, body });
    expect(answer).toMatchObject({ status: 403, body: { detail: "Insufficient permissions" } });
  });
});

describe("PATCH /monitors/{monitor_id}", () => {
  test("a range alone becomes the accepted codes, with the other bound as it is", async () => {
    const { id } = await givenMonitor({ accepted_status_codes: "200,301" });
    expect((await change(id, { description: "x" })).body).toMatchObject({ accepted_status_codes: "200,301" });
    expect((await change(id, { expected_status_max: 250 })).body).toMatchObject({
      accepted_status_codes: "200-250",
    });
    expect(await change(id, { expected_status_min: 251 })).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            loc: ["body", "expected_status_min"],
            msg: "Value error, expected_status_min must be <= expected_status_max",
          },
        ],
      },
    });
  });

  test("404 for an unknown one, 412 where it has changed, and the engine is told", async () => {
    expect(await change(UNKNOWN, {})).toMatchObject(NOT_FOUND);
    const { id } = await givenMonitor();
    const tag = (await send(`GET ${MONITORS}/${id}`)).headers.get("ETag") ?? "";
    const told = service.changes();
    expect((await change(id, { name: "a" }, { "If-Match": tag })).status).toBe(200);
    expect(service.changes()).toBe(told + 1);
    expect((await change(id, { name: "b" }, { "If-Match": tag })).status).toBe(412);
    expect(service.changes()).toBe(told + 1);
  });
});

describe("DELETE /monitors/{monitor_id}", () => {
  test("removes a monitor; a dry run only says which; the audit row keeps what is no secret", async () => {
    const { id } = await givenMonitor({
      name: "gone",
      url: "https://gone.example.com",
      bearer_token: "hidden",
    });
    await send(`PATCH ${MONITORS}/${id}/favourite`);
    expect(await send(`DELETE ${MONITORS}/${id}?dry_run=true`)).toMatchObject({
      status: 200,
      body: { would_delete: { monitors: { count: 1, names: ["gone"] } } },
    });
    const told = service.changes();
    expect((await send(`DELETE ${MONITORS}/${id}`)).status).toBe(204);
    expect(service.changes()).toBe(told + 1);
    expect(await send(`DELETE ${MONITORS}/${id}`)).toMatchObject(NOT_FOUND);
    expect(await send(`GET ${MONITORS}/${id}`)).toMatchObject(NOT_FOUND);
    expect(await auditOf(`monitor:${id}`)).toMatchObject([
      {
        action: "monitor.deleted",
        detail: "name=gone url=https://gone.example.com",
        before: {
          id,
          name: "gone",
          has_bearer_token: true,
          removed: { favourites: { count: 1, rows: [{ user_id: service.user.id, monitor_id: id }] } },
        },
      },
      { action: "monitor.created", detail: "name=gone url=https://gone.example.com" },
    ]);
  });
});
