import { afterAll, describe, expect, test } from "bun:test";
import { createTestService, type CallOptions } from "../../support/app";

/** Hosts, CORS, methods and headers of the app as a whole; the guard has its tests under tests/spec. */
const service = await createTestService();
const { database } = service;
const token = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

describe("trusted hosts", () => {
  const settings = { TRUSTED_HOSTS: '["netatlas.example","*.lan.example","[::1]","192.0.2.1"]' };
  const strict = createTestService({ database, settings });
  const statusOf = async (host: string, what = "GET /api/health") =>
    (await (await strict).call(what, { headers: host === "" ? {} : { Host: host } })).status;

  test.each([
    "netatlas.example",
    "NETATLAS.example:8080",
    "a.lan.example",
    "a.b.lan.example:1",
    "[::1]:8080",
    "192.0.2.1",
  ])("%s is accepted", async (host) => {
    expect(await statusOf(host)).toBe(200);
  });

  test.each([
    "evil.example",
    "lan.example",
    "evil-lan.example",
    "netatlas.example.evil",
    "",
    "192.0.2.10",
    "netatlas.example@evil",
  ])("%p is refused with 400 `Invalid host header` in JSON", async (host) => {
    const answer = await (
      await strict
    ).call("GET /api/v1/setup/status", { headers: host === "" ? {} : { Host: host } });
    expect(answer).toMatchObject({ status: 400, body: { detail: "Invalid host header" } });
  });

  test("documentation, unknown paths and preflights are refused too", async () => {
    for (const what of ["GET /api/docs", "GET /nothing", "OPTIONS /api/v1/auth/me", "GET /"]) {
      expect(await statusOf("evil.example", what)).toBe(400);
    }
  });

  test("an empty list accepts all", async () => {
    expect((await service.call("GET /api/health", { headers: { Host: "anything.example" } })).status).toBe(
      200,
    );
  });
});

describe("fault 38: CORS", () => {
  const OWN = "http://localhost:8080";
  const preflight = (origin: string, on = service) =>
    on.call("OPTIONS /api/v1/api-keys", {
      headers: {
        Origin: origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "X-API-Key, Content-Type",
      },
    });

  test("a listed origin may call, with credentials, the methods and headers of the API", async () => {
    const { status, headers } = await preflight(OWN);
    expect(status).toBe(204);
    expect(headers.get("Access-Control-Allow-Origin")).toBe(OWN);
    expect(headers.get("Access-Control-Allow-Credentials")).toBe("true");
    expect(headers.get("Access-Control-Allow-Methods")?.split(",").sort()).toEqual([
      "DELETE",
      "GET",
      "PATCH",
      "POST",
      "PUT",
    ]);
    expect(headers.get("Access-Control-Allow-Headers")?.split(",").sort()).toEqual([
      "Authorization",
      "Content-Type",
      "Idempotency-Key",
      "If-Match",
      "If-None-Match",
      "Prefer",
      "X-API-Key",
      "X-CSRF-Token",
    ]);
    expect(headers.get("Vary")).toContain("Origin");
  });

  test("a listed origin reads answers and errors, and their request id", async () => {
    for (const what of ["GET /api/v1/setup/status", "GET /api/v1/auth/me", "GET /nothing"]) {
      const { headers } = await service.call(what, { headers: { Origin: OWN } });
      expect(headers.get("Access-Control-Allow-Origin")).toBe(OWN);
      expect(headers.get("Access-Control-Expose-Headers")).toContain("X-Request-Id");
      expect(headers.get("Vary")).toContain("Origin");
    }
  });

  test.each([
    "https://evil.example",
    "http://localhost:5173",
    "http://localhost:8080.evil.example",
    "http://localhost:18080",
    "https://localhost:8080",
    "http://LOCALHOST:8080",
    "null",
    "*",
    "",
  ])("a foreign origin %p is never reflected", async (origin) => {
    for (const answer of [
      await preflight(origin),
      await service.call("GET /api/v1/auth/me", { token, headers: { Origin: origin } }),
    ]) {
      expect(answer.headers.get("Access-Control-Allow-Origin")).toBeNull();
    }
  });

  test("`*` in the list does not open the API to every origin", async () => {
    const open = await createTestService({
      database,
      settings: { CORS_ORIGINS: '["*","https://ui.example"]' },
    });
    expect(
      (await preflight("https://evil.example", open)).headers.get("Access-Control-Allow-Origin"),
    ).toBeNull();
    expect((await preflight("*", open)).headers.get("Access-Control-Allow-Origin")).toBeNull();
    expect((await preflight("https://ui.example", open)).headers.get("Access-Control-Allow-Origin")).toBe(
      "https://ui.example",
    );
  });

  test("an empty list allows none", async () => {
    const closed = await createTestService({ database, settings: { CORS_ORIGINS: "[]" } });
    expect((await preflight(OWN, closed)).headers.get("Access-Control-Allow-Origin")).toBeNull();
  });
});

describe("methods", () => {
  test.each([
    ["POST /api/v1/auth/me", "GET, HEAD, OPTIONS, PATCH"],
    ["DELETE /api/v1/api-keys", "GET, HEAD, OPTIONS, POST"],
    ["GET /api/v1/api-keys/5", "DELETE, OPTIONS"],
    ["HEAD /api/v1/auth/login", "OPTIONS, POST"],
    ["PUT /api/health", "GET, HEAD, OPTIONS"],
    ["POST /api/openapi.json", "GET, HEAD, OPTIONS"],
    ["DELETE /api/docs", "GET, HEAD, OPTIONS"],
    ["PUT /api/docs/start.js", "GET, HEAD, OPTIONS"],
  ])("%s: 405 `Method Not Allowed` with Allow: %s", async (what, allow) => {
    const answer = await service.call(what, { token });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("Allow")).toBe(allow);
    if (!what.startsWith("HEAD")) expect(answer.body).toEqual({ detail: "Method Not Allowed" });
  });

  test("OPTIONS that is no preflight names the methods of the path, and is a 404 on an unknown one", async () => {
    const answer = await service.call("OPTIONS /api/v1/api-keys");
    expect(answer).toMatchObject({ status: 204, text: "" });
    expect(answer.headers.get("Allow")).toBe("GET, HEAD, OPTIONS, POST");
    expect((await service.call("OPTIONS /api/v1/nothing")).status).toBe(404);
  });

  test("HEAD is guarded and answered like GET, without a body", async () => {
    const head = await service.call("HEAD /api/v1/auth/me", { token });
    expect(head).toMatchObject({ status: 200, text: "" });
    expect((await service.call("HEAD /api/v1/auth/me")).status).toBe(401);
    expect((await service.call("HEAD /api/v1/nothing")).status).toBe(404);
  });

  test("an unknown path is 404 `Not Found` for every method, known callers or not", async () => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      for (const how of [{}, { token }]) {
        const answer = await service.call(`${method} /api/v1/nothing/here`, how);
        expect(answer).toMatchObject({ status: 404, body: { detail: "Not Found" } });
      }
    }
  });

  test.each([
    "/api/v1/../v1/auth/users",
    "/api/v1/%61uth/users",
    "/api/v1/auth%2fusers",
    "/api/v1/auth/users%2f",
    "/api/v1/auth/users%00",
    "/api/v1/auth//users",
    "//api/v1/auth/users",
    "/api/v1/auth/users;x=1",
    "/API/V1/AUTH/USERS",
    "/api/v1/auth/./users",
    "/api/v1/auth/users?x=%zz",
    "/api/v1/auth/users/",
  ])("%s is no way around the guard", async (path) => {
    expect((await service.call(`GET ${path}`)).status).toBeOneOf([307, 401, 404]);
  });
});

describe("headers", () => {
  test("a setting turns the security headers off, and sets the policies", async () => {
    const off = await createTestService({ database, settings: { SECURE_HEADERS_ENABLED: "false" } });
    const { headers } = await off.call("GET /api/health");
    expect(headers.get("X-Content-Type-Options")).toBeNull();
    expect(headers.get("Content-Security-Policy")).toBeNull();
    const settings = {
      SECURE_CONTENT_SECURITY_POLICY: "default-src 'none'",
      SECURE_REFERRER_POLICY: "no-referrer",
      SECURE_PERMISSIONS_POLICY: "usb=()",
    };
    const own = await (await createTestService({ database, settings })).call("GET /api/health");
    expect(own.headers.get("Content-Security-Policy")).toBe("default-src 'none'");
    expect(own.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(own.headers.get("Permissions-Policy")).toBe("usb=()");
  });

  test("HSTS is sent on https requests where it is enabled, and on no other", async () => {
    const settings = {
      SECURE_HSTS_ENABLED: "true",
      SECURE_HSTS_MAX_AGE: "600",
      TRUSTED_PROXY_IPS: '["10.0.0.1"]',
    };
    const secure = await createTestService({ database, settings });
    const hstsOf = async (how: CallOptions, on = secure) =>
      (await on.call("GET /api/health", how)).headers.get("Strict-Transport-Security");
    const https = { "X-Forwarded-Proto": "https" };
    expect(await hstsOf({ peer: "10.0.0.1", headers: https })).toBe("max-age=600; includeSubDomains");
    expect(await hstsOf({ peer: "10.0.0.1", headers: { "X-Forwarded-Proto": "http" } })).toBeNull();
    expect(await hstsOf({ peer: "10.0.0.2", headers: https })).toBeNull();
    expect(await hstsOf({ peer: "10.0.0.1", headers: https }, service)).toBeNull();
  });

  test("answers with data are not stored by caches", async () => {
    for (const what of ["GET /api/v1/auth/me", "GET /api/v1/api-keys"]) {
      expect((await service.call(what, { token })).headers.get("Cache-Control")).toBe("no-store");
    }
  });
});
