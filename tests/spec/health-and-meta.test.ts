import { afterAll, expect, test } from "bun:test";
import packageManifest from "../../package.json" with { type: "json" };
import { unavailable } from "#platform/errors";
import { createTestService, uniqueAddress } from "../support/app";
import { readDocument } from "../support/conformance";

/** What is public. */
const service = await createTestService();
afterAll(service.close);

test.each(["/api/health", "/api/v1/health"])(
  "GET %s: 200 with `status` equal to `ok`, without authentication",
  async (path) => {
    const answer = await service.call(`GET ${path}`);
    expect(answer).toMatchObject({ status: 200, body: { status: "ok" } });
    expect(answer.headers.get("Content-Type")).toBe("application/json");
  },
);

test.each(["/api/health", "/api/v1/health"])(
  "GET %s: a passing health check shows only that the web/API process responds: it passes while the database is away",
  async (path) => {
    const away = await createTestService({
      database: service.database,
      requireDatabase: () => {
        throw unavailable("The database is not available at the moment", 2);
      },
    });
    expect(await away.call(`GET ${path}`)).toMatchObject({ status: 200, body: { status: "ok" } });
    const asked = await away.call("GET /api/v1/setup/status");
    expect(asked).toMatchObject({
      status: 503,
      body: { detail: "The database is not available at the moment" },
    });
    expect(asked.headers.get("Retry-After")).toBe("2");
  },
);

test("health ignores credentials, good or bad", async () => {
  const how = { key: "no key", token: "no token", peer: uniqueAddress() };
  expect((await service.call("GET /api/health", how)).status).toBe(200);
});

test("GET /api/v1/system/version reports the installed application version, without authentication", async () => {
  const answer = await service.call("GET /api/v1/system/version");
  expect(answer).toMatchObject({
    status: 200,
    body: { current: packageManifest.version, latest: null, up_to_date: true },
  });
});

test("the installed version is that of the build, not the document's version field", async () => {
  const settings = { APP_VERSION: "v3.4.5", APP_CHANNEL: "edge" };
  const built = await createTestService({ database: service.database, settings });
  const { body } = await built.call("GET /api/v1/system/version");
  expect(body).toMatchObject({ current: "3.4.5", channel: "edge" });
  expect((await readDocument(built.app)).info.version).toBe("0.1.0");
});

test("GET /api/openapi.json is the generated OpenAPI schema, without authentication", async () => {
  const answer = await service.call("GET /api/openapi.json");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("application/json");
  expect(answer.body).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) });
});

test("the generated OpenAPI document has a title naming the service's API and the version 0.1.0", async () => {
  const { info } = await readDocument(service.app);
  expect(info).toMatchObject({ title: "Netatlas API", version: "0.1.0" });
});

test("the REST API is served under the path prefix /api/v1", async () => {
  const { paths } = await readDocument(service.app);
  const outside = Object.keys(paths).filter((path) => !path.startsWith("/api/v1/"));
  const pages = ["/status/{slug}", "/status/{slug}/badge.svg"];
  expect(outside.sort()).toEqual(["/api/health", "/metrics", ...pages]);
});

test("GET /api/docs is an interactive Swagger UI, from files of our own and without inline script", async () => {
  const page = await service.call("GET /api/docs");
  expect(page.status).toBe(200);
  expect(page.headers.get("Content-Type")).toStartWith("text/html");
  expect(page.text).not.toMatch(/<script(?![^>]*\bsrc=)/);
  expect(page.text).not.toMatch(/(?:src|href)="(?!\/api\/docs\/)/);
  const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? "");
  expect(files).toHaveLength(4);
  for (const file of files) {
    const answer = await service.call(`GET ${file}`);
    expect({ file, status: answer.status, isEmpty: answer.text === "" }).toEqual({
      file,
      status: 200,
      isEmpty: false,
    });
  }
  const start = await service.call("GET /api/docs/start.js");
  expect(start.text).toContain("SwaggerUIBundle");
  expect(start.text).toContain("/api/openapi.json");
});

test("a ReDoc page is not provided", async () => {
  for (const path of ["/api/redoc", "/redoc", "/api/docs/redoc", "/api/v1/redoc"]) {
    expect((await service.call(`GET ${path}`)).status).toBe(404);
  }
});

test("a trailing slash is redirected to the canonical path with 307", async () => {
  for (const [given, canonical] of [
    ["/api/v1/health/", "/api/v1/health"],
    ["/api/docs/", "/api/docs"],
    ["/api/v1/audit/logs/?limit=5&offset=2", "/api/v1/audit/logs?limit=5&offset=2"],
    ["/api/v1//", "/api/v1"],
  ]) {
    const answer = await service.call(`GET ${given}`);
    expect(answer.status).toBe(307);
    expect(answer.headers.get("Location")).toBe(canonical ?? "");
  }
});

test("HEAD over a connection tells the length that GET has, and sends no body", async () => {
  const server = service.listen();
  const url = new URL("/api/health", server.url);
  const [head, whole] = [await fetch(url, { method: "HEAD" }), await fetch(url)];
  expect(await head.text()).toBe("");
  expect(head.headers.get("Content-Length")).toBe(String((await whole.bytes()).length));
  await server.stop(true);
});
