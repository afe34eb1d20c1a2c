import { afterAll, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { z } from "zod";
import { AuditLogList } from "../../src/features/audit/models";
import { UserRead } from "../../src/features/users/models";
import { createTestService, SECRET_KEY, uniqueAddress, uniqueName, type CallOptions } from "../support/app";
import { inTheSameMoment } from "../support/same-moment";

const service = await createTestService();
const { database } = service;
const admin = await service.givenAdmin();
const adminToken = await service.tokenOf(admin);
afterAll(service.close);

describe("fault 30: an object of another owner by id -> 404", () => {
  test("an API key, for every role", async () => {
    const theirs = await service.apiKeyOf(await service.givenUser());
    for (const role of ["SuperAdmin", "NetworkAdmin", "SecurityAnalyst", "Viewer"]) {
      const token = await service.tokenOf(await service.givenUser({ role }));
      expect((await service.call(`DELETE /api/v1/api-keys/${theirs.id}`, { token })).status).toBe(404);
    }
  });
});

describe("fault 31: extra fields are ignored and never applied, answers hold no secret", () => {
  const extra = {
    id: 4242,
    created_at: "2001-01-01T00:00:00Z",
    password_hash: "$argon2id$v=19$m=19456,t=2,p=1$AAAA$BBBB",
    auth_source: "oidc",
    user_id: 4242,
  };

  test("in an API key's body", async () => {
    const owner = await service.givenUser();
    const fields = {
      ...extra,
      prefix: "P".repeat(12),
      key: "mine",
      digest: "00",
      revoked_at: extra.created_at,
      last_used_ip: "1.2.3.4",
    };
    const { id, ...key } = await service.apiKeyOf(owner, { name: "extra", ...fields });
    expect(id).not.toBe(4242);
    expect(key.prefix).not.toBe(fields.prefix);
    expect(key).toMatchObject({ revoked_at: null, last_used_ip: null });
    const [row] =
      await database.sql`SELECT user_id::int, created_at > '2002-01-01' AS is_new FROM api_keys WHERE id = ${id}`;
    expect(row).toEqual({ user_id: owner.id, is_new: true });
  });

  test("in a new user's body", async () => {
    const body = {
      username: uniqueName("extra"),
      password: "a long enough password",
      ...extra,
      display_name: "X",
    };
    const answer = await service.call("POST /api/v1/auth/users", { token: adminToken, body });
    expect(answer.body).toMatchObject({
      role: "Viewer",
      is_active: true,
      auth_source: "local",
      display_name: null,
    });
    const { id } = UserRead.parse(answer.body);
    const [row] =
      await database.sql`SELECT password_hash, created_at > '2002-01-01' AS is_new FROM users WHERE id = ${id}`;
    expect(row?.is_new).toBe(true);
    expect(row?.password_hash).not.toContain("BBBB");
    expect(id).not.toBe(4242);
  });

  test("in a user's change", async () => {
    const user = await service.givenUser();
    const before =
      await database.sql`SELECT id, username, password_hash, created_at, auth_source FROM users WHERE id = ${user.id}`;
    const body = { ...extra, username: "other", password: "another long password", is_active: true };
    expect(
      (await service.call(`PATCH /api/v1/auth/users/${user.id}`, { token: adminToken, body })).status,
    ).toBe(200);
    const after =
      await database.sql`SELECT id, username, password_hash, created_at, auth_source FROM users WHERE id = ${user.id}`;
    expect([...after]).toEqual([...before]);
  });

  test("in a device's body", async () => {
    const body = {
      name: "extra",
      ...extra,
      updated_at: extra.created_at,
      is_favourite: true,
      monitor_status: "online",
    };
    const answer = await service.call("POST /api/v1/topology/devices", { token: adminToken, body });
    expect(answer.body).toMatchObject({ is_favourite: false, monitor_status: null });
    expect(answer.body).not.toMatchObject({ id: 4242 });
    expect(answer.text).not.toContain("2001-01-01");
  });

  test("in login and logout", async () => {
    const user = await service.givenUser();
    const body = {
      username: user.username,
      password: user.password,
      role: "SuperAdmin",
      is_active: true,
      user_id: admin.id,
    };
    const answer = await service.call("POST /api/v1/auth/login", { body });
    const { access_token: token } = z.object({ access_token: z.string() }).parse(answer.body);
    expect((await service.call("GET /api/v1/auth/me", { token })).body).toMatchObject({
      id: user.id,
      role: "Viewer",
    });
    expect(
      (await service.call("POST /api/v1/auth/logout", { token, body: { user_id: admin.id } })).status,
    ).toBe(204);
    expect((await service.call("GET /api/v1/auth/me", { token: adminToken })).status).toBe(200);
  });

  test("no answer that lists things holds a hash, a digest or a token", async () => {
    const session = await service.sessionOf(admin);
    for (const path of [
      "/auth/me",
      "/auth/users",
      "/api-keys",
      "/api-keys/admin/all",
      "/audit/logs?limit=500",
      "/topology/devices",
    ]) {
      const { text } = await service.call(`GET /api/v1${path}`, { session });
      expect(text).not.toMatch(/argon2|password_hash|digest|csrf|eyJ|svc_/);
      expect(text).not.toContain(admin.password);
    }
  });
});

describe("fault 40: X-Forwarded-For and X-Real-IP from an untrusted peer are ignored", () => {
  const forged = {
    "X-Forwarded-For": "203.0.113.99",
    "X-Real-IP": "203.0.113.99",
    Forwarded: "for=203.0.113.99",
  };
  const behindProxy = () =>
    createTestService({ database, settings: { TRUSTED_PROXY_IPS: '["10.0.0.0/8"]' } });

  test("for the lock-out of failed API keys: neither shared, nor escaped, nor put on somebody else", async () => {
    const peer = uniqueAddress();
    const fail = (count: number) =>
      service.call("GET /api/v1/auth/me", {
        key: "bad",
        peer,
        headers: { "X-Forwarded-For": `203.0.113.${count}` },
      });
    for (let count = 1; count <= 10; count++) expect((await fail(count)).status).toBe(401);
    expect((await fail(11)).status).toBe(429);
    expect((await service.call("GET /api/v1/auth/me", { key: "bad", peer: "203.0.113.1" })).status).toBe(401);
  });

  test("for the audit log and a key's last use", async () => {
    const peer = uniqueAddress();
    const { key, id } = await service.apiKeyOf(admin);
    await service.call("POST /api/v1/topology/devices", {
      key,
      peer,
      headers: forged,
      body: { name: "forged" },
    });
    const { body } = await service.call("GET /api/v1/audit/logs?limit=1", { token: adminToken });
    expect(AuditLogList.parse(body).records[0]).toMatchObject({
      action: "topology.device_created",
      ip_address: peer,
      api_key_id: id,
    });
    const keys = await service.call("GET /api/v1/api-keys", { key, peer, headers: forged });
    expect(keys.body).toContainEqual(expect.objectContaining({ id, last_used_ip: peer }));
  });

  test("a trusted proxy names the client, and what the client itself wrote before that changes nothing", async () => {
    const proxied = await behindProxy();
    const { key, id } = await proxied.apiKeyOf(admin);
    const headers = { "X-Forwarded-For": "203.0.113.99, 198.51.100.4, 10.9.9.9" };
    const answer = await proxied.call("GET /api/v1/api-keys", { key, peer: "10.1.2.3", headers });
    expect(answer.body).toContainEqual(expect.objectContaining({ id, last_used_ip: "198.51.100.4" }));
  });

  test("X-Real-IP is ignored from a trusted proxy too", async () => {
    const proxied = await behindProxy();
    const { key, id } = await proxied.apiKeyOf(admin);
    const headers = { "X-Real-IP": "203.0.113.99" };
    const answer = await proxied.call("GET /api/v1/api-keys", { key, peer: "10.1.2.3", headers });
    expect(answer.body).toContainEqual(expect.objectContaining({ id, last_used_ip: "10.1.2.3" }));
  });
});

test("fault 41: of twenty parallel setup requests one makes the administrator and the rest get 409, for ever", async () => {
  const fresh = await createTestService();
  const replica = await createTestService({ database: fresh.database });
  const setUp = (index: number) =>
    (index % 2 === 0 ? fresh : replica).call("POST /api/v1/setup/admin", {
      body: { username: `admin-${index}`, password: "a long enough password" },
      peer: uniqueAddress(),
    });
  expect((await fresh.call("GET /api/v1/setup/status")).body).toEqual({
    needs_setup: true,
    token_required: false,
  });
  const answers = await inTheSameMoment(fresh.database, 4, () =>
    Promise.all(Array.from({ length: 20 }, (_, index) => setUp(index))),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(answer).toMatchObject({ status: 409, body: { detail: "Initial setup is complete" } });
  }
  const rows = await fresh.database.sql`SELECT username, role FROM users`;
  expect([...rows]).toMatchObject([{ role: "SuperAdmin" }]);
  await fresh.database.sql`UPDATE users SET is_active = false`;
  expect((await setUp(21)).status).toBe(409);
  expect((await fresh.call("GET /api/v1/setup/status")).body).toEqual({
    needs_setup: false,
    token_required: false,
  });
  await fresh.close();
});

describe("fault 42: a tampered token -> 401", () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const sign = (header: object, claims: object, { key = SECRET_KEY, hash = "sha256" } = {}) => {
    const signed = `${encode(header)}.${encode(claims)}`;
    return `${signed}.${createHmac(hash, key).update(signed).digest("base64url")}`;
  };
  const me = async (how: CallOptions) => (await service.call("GET /api/v1/auth/me", how)).status;
  const HS256 = { alg: "HS256", typ: "JWT" };

  async function claimsOf(token: string) {
    return z
      .record(z.string(), z.unknown())
      .parse(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()));
  }

  test("the honest token that the forgeries start from is accepted", async () => {
    expect(await me({ token: sign(HS256, await claimsOf(adminToken)) })).toBe(200);
  });

  test("alg none, another algorithm, another key, an empty key, the public part as key", async () => {
    const claims = await claimsOf(adminToken);
    const unsigned = `${encode({ alg: "none", typ: "JWT" })}.${encode(claims)}.`;
    const forgeries = [
      unsigned,
      unsigned.replace(encode({ alg: "none", typ: "JWT" }), encode({ alg: "None", typ: "JWT" })),
      `${encode({ alg: "none" })}.${encode(claims)}.${adminToken.split(".")[2]}`,
      sign({ alg: "HS512", typ: "JWT" }, claims, { hash: "sha512" }),
      sign({ alg: "HS512", typ: "JWT" }, claims),
      sign(HS256, claims, { key: "another signing key of some length" }),
      sign(HS256, claims, { key: "" }),
      sign({ alg: "RS256", typ: "JWT" }, claims),
    ];
    for (const token of forgeries)
      expect({ token, status: await me({ token }) }).toEqual({ token, status: 401 });
  });

  test("a swapped kid, jwk or jku in the header does not choose the key", async () => {
    const claims = await claimsOf(adminToken);
    const named = {
      ...HS256,
      kid: "../../dev/null",
      jku: "http://192.0.2.1/keys",
      jwk: { kty: "oct", k: "AAAA" },
    };
    expect(await me({ token: sign(named, claims, { key: "" }) })).toBe(401);
    expect(await me({ token: sign(named, claims, { key: "\0" }) })).toBe(401);
    const [, payload, signature] = adminToken.split(".");
    expect(await me({ token: `${encode({ ...HS256, kid: "1" })}.${payload}.${signature}` })).toBe(401);
  });

  test("a flipped bit anywhere, in header and cookie alike", async () => {
    const flipped = (index: number) => {
      const code = adminToken.charCodeAt(index) ^ 1;
      return adminToken.slice(0, index) + String.fromCharCode(code) + adminToken.slice(index + 1);
    };
    for (let index = 0; index < adminToken.length - 1; index += 7) {
      const token = flipped(index);
      expect({ index, status: await me({ token }) }).toEqual({ index, status: 401 });
      expect(await me({ headers: { Cookie: `svc_access=${token}` } })).toBe(401);
    }
  });

  test("another spelling of the same signature: the bits that decoding drops", async () => {
    const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const place = ALPHABET.indexOf(adminToken.at(-1) ?? "");
    for (const other of [place ^ 1, place ^ 2, place ^ 3]) {
      expect(await me({ token: adminToken.slice(0, -1) + ALPHABET[other] })).toBe(401);
    }
    expect(await me({ token: `${adminToken}=` })).toBe(401);
  });

  test("other claims under the old signature, a cut or prolonged token", async () => {
    const [header, , signature] = adminToken.split(".");
    const claims = await claimsOf(adminToken);
    expect(await me({ token: `${header}.${encode({ ...claims, sub: "4711" })}.${signature}` })).toBe(401);
    for (const token of [
      "a",
      "a.b",
      "a.b.c",
      "..",
      `${adminToken}.x`,
      adminToken.slice(0, -2),
      `${adminToken}AA`,
      "null",
    ]) {
      expect({ token, status: await me({ token }) }).toEqual({ token, status: 401 });
    }
  });

  test("rightly signed, but expired, of another type, of another session or without a claim", async () => {
    const claims = await claimsOf(adminToken);
    const { exp: _, ...endless } = claims;
    const { sid: __, ...homeless } = claims;
    const session = await service.sessionOf(admin);
    for (const token of [
      sign(HS256, { ...claims, exp: Math.floor(Date.now() / 1000) - 1 }),
      sign(HS256, { ...claims, iat: Math.floor(Date.now() / 1000) + 86_400 + 60 }),
      sign(HS256, { ...claims, typ: "refresh" }),
      sign(HS256, { ...claims, typ: "password_reset" }),
      sign(HS256, { ...claims, sid: crypto.randomUUID() }),
      sign(HS256, { ...claims, sub: "999999" }),
      sign(HS256, { ...claims, sub: "9".repeat(30) }),
      sign(HS256, { ...claims, sub: "1 OR 1=1" }),
      sign(HS256, endless),
      sign(HS256, homeless),
      session.refreshToken,
    ]) {
      expect({ token, status: await me({ token }) }).toEqual({ token, status: 401 });
    }
  });
});

describe("fault 59: security headers", () => {
  const answers: [what: string, how: CallOptions][] = [
    ["GET /api/health", {}],
    ["GET /api/docs", {}],
    ["GET /api/docs/swagger-ui.css", {}],
    ["GET /api/openapi.json", {}],
    ["GET /", {}],
    ["GET /nothing", {}],
    ["GET /api/v1/auth/me", {}],
    ["POST /api/v1/auth/login", { body: {} }],
    ["PUT /api/health", {}],
    ["OPTIONS /api/v1/auth/me", {}],
    ["GET /api/v1/health/", {}],
  ];

  test.each(answers)(
    "%s: CSP, nosniff, frame-ancestors, Referrer-Policy, no server version",
    async (what, how) => {
      const { headers } = await service.call(what, how);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("X-Frame-Options")).toBe("DENY");
      expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
      expect(headers.get("Permissions-Policy")).toBe("camera=(), geolocation=(), microphone=()");
      const policy = headers.get("Content-Security-Policy") ?? "";
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(headers.get("Server")).toBeNull();
      expect(headers.get("X-Powered-By")).toBeNull();
      expect(headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  test("errors carry no stack, SQL or path", async () => {
    const broken = await createTestService();
    await broken.database.sql`ALTER TABLE lockouts RENAME TO lockouts_gone`;
    const body = { username: "nobody", password: "'; DROP TABLE users; --" };
    const answer = await broken.call("POST /api/v1/auth/login", { body });
    expect(answer.status).toBe(500);
    expect(answer.text).toBe('{"detail":"Internal Server Error"}');
    expect(answer.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
    await broken.close();
  });
});
