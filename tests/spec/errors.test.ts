import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { createTestService, uniqueAddress, type CallOptions } from "../support/app";

/** Every answer here is also held against the OpenAPI document (tests/support/app.ts). */
const service = await createTestService();
const admin = await service.givenAdmin();
const adminToken = await service.tokenOf(admin);
const viewerToken = await service.tokenOf(await service.givenUser());
afterAll(service.close);

const ApplicationError = z.strictObject({ detail: z.string().min(1) });
const ValidationError = z.strictObject({
  detail: z
    .array(
      z.strictObject({
        loc: z.array(z.union([z.string(), z.int()])).min(1),
        msg: z.string().min(1),
        type: z.string().regex(/^[a-z_]+$/),
      }),
    )
    .min(1),
});

describe("envelope for application errors: JSON object with field `detail` (string)", () => {
  const cases: [status: number, what: string, how: CallOptions][] = [
    [401, "GET /api/v1/auth/me", {}],
    [401, "GET /api/v1/auth/me", { token: "bad" }],
    [401, "POST /api/v1/auth/login", { body: { username: "nobody", password: "nothing" } }],
    [403, "GET /api/v1/auth/users", { token: viewerToken }],
    [404, "DELETE /api/v1/api-keys/4711", { token: viewerToken }],
    [404, "GET /api/v1/nothing/here", {}],
    [404, "GET /nothing", {}],
    [404, "GET /metrics", {}],
    [405, "DELETE /api/v1/auth/me", { token: viewerToken }],
    [409, "POST /api/v1/setup/admin", { body: { username: "second", password: "a long enough password" } }],
    [
      415,
      "POST /api/v1/api-keys",
      { token: viewerToken, text: "name=x", headers: { "Content-Type": "text/plain" } },
    ],
  ];
  test.each(cases)("%p %s", async (status, what, how) => {
    const answer = await service.call(what, how);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("Content-Type")).toBe("application/json");
    ApplicationError.parse(answer.body);
  });
});

describe("envelope for validation errors (422): `detail` is an array of `loc`, `msg` and `type`", () => {
  const cases: [where: string, what: string, how: CallOptions, loc: (string | number)[]][] = [
    ["a missing body", "POST /api/v1/api-keys", { token: viewerToken }, ["body"]],
    ["a body that is no object", "POST /api/v1/api-keys", { token: viewerToken, body: [] }, ["body"]],
    [
      "a body that is no JSON",
      "POST /api/v1/api-keys",
      { token: viewerToken, text: "{", headers: { "Content-Type": "application/json" } },
      ["body", 1],
    ],
    ["a missing field", "POST /api/v1/api-keys", { token: viewerToken, body: {} }, ["body", "name"]],
    [
      "an invalid field",
      "POST /api/v1/api-keys",
      { token: viewerToken, body: { name: 1 } },
      ["body", "name"],
    ],
    [
      "an invalid item",
      "POST /api/v1/topology/devices",
      { token: adminToken, body: { tags: ["a", 5] } },
      ["body", "tags", 1],
    ],
    ["an invalid path value", "DELETE /api/v1/api-keys/abc", { token: viewerToken }, ["path", "key_id"]],
    [
      "an invalid query value",
      "GET /api/v1/audit/logs?limit=none",
      { token: adminToken },
      ["query", "limit"],
    ],
  ];
  test.each(cases)("%s", async (_, what, how, loc) => {
    const answer = await service.call(what, how);
    expect(answer.status).toBe(422);
    expect(ValidationError.parse(answer.body).detail.map((issue) => issue.loc)).toEqual([loc]);
  });

  test("every breach is told, in one answer", async () => {
    const body = { username: "x", password: "short", role: "", is_active: "perhaps", email: 5 };
    const answer = await service.call("POST /api/v1/auth/users", { token: adminToken, body });
    const issues = ValidationError.parse(answer.body).detail.map(
      ({ loc, type }) => `${loc.join(".")} ${type}`,
    );
    expect(issues.sort()).toEqual([
      "body.email string_type",
      "body.is_active bool_parsing",
      "body.password string_too_short",
      "body.role string_too_short",
      "body.username string_pattern_mismatch",
    ]);
  });
});

describe("status", () => {
  const statusOf = async (what: string, how: CallOptions) => (await service.call(what, how)).status;

  test("200: success for read, update and action", async () => {
    const { id } = await service.givenUser();
    expect(await statusOf("GET /api/v1/auth/me", { token: viewerToken })).toBe(200);
    expect(await statusOf(`PATCH /api/v1/auth/users/${id}`, { token: adminToken, body: {} })).toBe(200);
  });

  test("201: create endpoint succeeded", async () => {
    expect(await statusOf("POST /api/v1/api-keys", { token: viewerToken, body: { name: "k" } })).toBe(201);
    expect(await statusOf("POST /api/v1/topology/devices", { token: adminToken, body: {} })).toBe(201);
  });

  test("204: revoke and logout have no body", async () => {
    const session = await service.sessionOf(await service.givenUser());
    const { id } = await service.createKey({ session });
    for (const [what, how] of [
      [`DELETE /api/v1/api-keys/${id}`, { session }],
      ["POST /api/v1/auth/logout", { session, body: {} }],
    ] as const) {
      const answer = await service.call(what, how);
      expect(answer).toMatchObject({ status: 204, text: "" });
      expect(answer.headers.get("Content-Type")).toBeNull();
    }
  });

  test("409: setup already complete", async () => {
    const body = { username: "another", password: "a long enough password" };
    const answer = await service.call("POST /api/v1/setup/admin", { body });
    expect(answer).toMatchObject({ status: 409, body: { detail: "Initial setup is complete" } });
  });

  test("413: a body over the limit of 256 KiB", async () => {
    const answer = await service.call("POST /api/v1/api-keys", {
      token: viewerToken,
      body: { name: "k".repeat(256 * 1024) },
    });
    expect(answer).toMatchObject({ status: 413, body: { detail: "Request body too large" } });
    expect(
      await statusOf("POST /api/v1/api-keys", {
        token: viewerToken,
        body: { name: "k".repeat(250 * 1024) },
      }),
    ).toBe(422);
  });

  test("500: an unexpected failure says nothing of the inside and carries a request id", async () => {
    const broken = await createTestService();
    const token = await broken.tokenOf(await broken.givenAdmin());
    await broken.database.sql`ALTER TABLE audit_log RENAME COLUMN target TO aim`;
    const answer = await broken.call("GET /api/v1/audit/logs", { token });
    expect(answer).toMatchObject({ status: 500, body: { detail: "Internal Server Error" } });
    expect(answer.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.text).toBe('{"detail":"Internal Server Error"}');
    await broken.close();
  });

  test("every answer carries a request id of its own", async () => {
    const ids = await Promise.all(
      [
        "GET /api/health",
        "GET /nothing",
        "GET /api/v1/auth/me",
        "OPTIONS /api/v1/auth/me",
        "PUT /api/health",
      ].map(async (what) => (await service.call(what)).headers.get("X-Request-Id")),
    );
    expect(new Set(ids).size).toBe(5);
    expect(ids).not.toContain(null);
  });

  test("every 429 says when to come back", async () => {
    const peer = uniqueAddress();
    for (let failure = 0; failure < 10; failure++)
      await service.call("GET /api/v1/auth/me", { key: "bad", peer });
    const locked = await service.call("GET /api/v1/auth/me", { key: "bad", peer });
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get("Retry-After"))).toBePositive();
  });
});

test("the known `detail` texts are given letter by letter", async () => {
  const strict = await createTestService({
    database: service.database,
    settings: { API_KEY_RATE_LIMIT_MAX_CALLS: "1" },
  });
  const user = await strict.givenUser();
  const { key } = await strict.apiKeyOf(user);
  const peer = uniqueAddress();
  const detailOf = async (how: CallOptions) => {
    const { status, body } = await strict.call("GET /api/v1/auth/me", { peer, ...how });
    return `${status} ${ApplicationError.parse(body).detail}`;
  };
  expect(await detailOf({})).toBe("401 Authentication required");
  expect(await detailOf({ key: "bad" })).toBe("401 Invalid, expired, or revoked API key");
  await strict.database.sql`UPDATE users SET is_active = false WHERE id = ${user.id}`;
  expect(await detailOf({ key })).toBe("401 Invalid or inactive user");
  expect(await detailOf({ key })).toBe("429 API key rate limit exceeded");
  for (let failure = 0; failure < 9; failure++) await detailOf({ key: "bad" });
  expect(await detailOf({ key: "bad" })).toBe("429 Too many failed API key attempts");
});
