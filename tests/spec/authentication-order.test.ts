import { afterAll, describe, expect, test } from "bun:test";
import { createTestService, uniqueAddress } from "../support/app";

/** The order of checks of every guarded route: each condition wins over all that stand below it. */
const settings = { API_KEY_RATE_LIMIT_MAX_CALLS: "3", API_KEY_MAX_FAILED_LOOKUPS: "2" };
const service = await createTestService({ settings });
const session = await service.sessionOf(await service.givenUser());
afterAll(service.close);

const ME = "GET /api/v1/auth/me";
const UNKNOWN_KEY = `svc_${"A".repeat(12)}_${"S".repeat(43)}`;

async function lockedAddress(): Promise<string> {
  const peer = uniqueAddress();
  for (let failure = 0; failure < 2; failure++) await service.call(ME, { key: UNKNOWN_KEY, peer });
  return peer;
}

/** A key whose calls of the window are used up. */
async function spentKey(user = service.givenUser()) {
  const created = await service.apiKeyOf(await user);
  for (let call = 0; call < 3; call++) await service.call(ME, { key: created.key });
  return created;
}

describe("0. the CSRF header of a cookie caller is checked before all else", () => {
  test("before the session's own validity, the permission, the path and the body", async () => {
    const refused = { status: 403, body: { detail: "CSRF token required" } };
    const cookies = { headers: { Cookie: "svc_access=rotten" } };
    expect(await service.call("POST /api/v1/api-keys", { ...cookies, body: {} })).toMatchObject(refused);
    expect(await service.call("DELETE /api/v1/api-keys/abc", { session, csrf: null })).toMatchObject(refused);
    expect(
      await service.call("POST /api/v1/topology/devices", { session, csrf: null, text: "{" }),
    ).toMatchObject(refused);
  });
});

describe("1. a locked-out address gets 429 `Too many failed API key attempts`", () => {
  const refused = { status: 429, body: { detail: "Too many failed API key attempts" } };

  test("before a malformed, unknown, expired or valid key is looked at", async () => {
    const peer = await lockedAddress();
    const { key } = await service.apiKeyOf(await service.givenUser());
    for (const sent of ["nonsense", UNKNOWN_KEY, key]) {
      const answer = await service.call(ME, { key: sent, peer });
      expect(answer).toMatchObject(refused);
      expect(Number(answer.headers.get("Retry-After"))).toBeWithin(1, 15 * 60 + 1);
    }
  });

  test("before the key's own limit", async () => {
    const { key } = await spentKey();
    expect(await service.call(ME, { key, peer: await lockedAddress() })).toMatchObject(refused);
  });

  test("a refused call of a locked-out address does not use up the key's calls", async () => {
    const peer = await lockedAddress();
    const { key } = await service.apiKeyOf(await service.givenUser());
    for (let call = 0; call < 5; call++) await service.call(ME, { key, peer });
    expect((await service.call(ME, { key })).status).toBe(200);
  });

  test("only API-key requests of that address are refused", async () => {
    const peer = await lockedAddress();
    expect((await service.call(ME, { token: session.token, peer })).status).toBe(200);
    expect((await service.call("GET /api/health", { key: UNKNOWN_KEY, peer })).status).toBe(200);
    expect(await service.call(ME, { peer })).toMatchObject({
      status: 401,
      body: { detail: "Authentication required" },
    });
  });
});

describe("2. a key that is malformed, unknown, wrong, expired or revoked gets 401", () => {
  const refused = { status: 401, body: { detail: "Invalid, expired, or revoked API key" } };

  test("before its spent window and its owner's state are looked at", async () => {
    const owner = await service.givenUser();
    const { key, id } = await spentKey(Promise.resolve(owner));
    await service.database.sql`UPDATE users SET is_active = false WHERE id = ${owner.id}`;
    await service.database.sql`UPDATE api_keys SET revoked_at = now() WHERE id = ${id}`;
    expect(await service.call(ME, { key, peer: uniqueAddress() })).toMatchObject(refused);
    await service.database
      .sql`UPDATE api_keys SET revoked_at = NULL, expires_at = now() - interval '1 ms' WHERE id = ${id}`;
    expect(await service.call(ME, { key, peer: uniqueAddress() })).toMatchObject(refused);
  });
});

describe("3. a spent window gets 429 `API key rate limit exceeded`", () => {
  test("before the owner's state is looked at", async () => {
    const owner = await service.givenUser();
    const { key } = await spentKey(Promise.resolve(owner));
    await service.database.sql`UPDATE users SET is_active = false WHERE id = ${owner.id}`;
    expect(await service.call(ME, { key })).toMatchObject({
      status: 429,
      body: { detail: "API key rate limit exceeded" },
    });
  });

  test("before the permission is looked at", async () => {
    const { key } = await spentKey();
    expect((await service.call("GET /api/v1/auth/users", { key })).status).toBe(429);
  });
});

describe("4. a missing or inactive owner gets 401 `Invalid or inactive user`", () => {
  test("before the permission is looked at", async () => {
    const owner = await service.givenUser();
    const { key } = await service.apiKeyOf(owner);
    await service.database.sql`UPDATE users SET is_active = false WHERE id = ${owner.id}`;
    const answer = await service.call("GET /api/v1/auth/users", { key });
    expect(answer).toMatchObject({ status: 401, body: { detail: "Invalid or inactive user" } });
  });
});

describe("5 to 7. without a key", () => {
  test("no bearer and no cookie is `Authentication required`, before path and body are looked at", async () => {
    const refused = { status: 401, body: { detail: "Authentication required" } };
    expect(await service.call("DELETE /api/v1/api-keys/abc")).toMatchObject(refused);
    expect(await service.call("POST /api/v1/api-keys", { text: "{" })).toMatchObject(refused);
    expect(await service.call("GET /api/v1/audit/logs?limit=0")).toMatchObject(refused);
  });

  test("a bad token is `Invalid or expired token`, an inactive user `Invalid or inactive user`, then the permission", async () => {
    const user = await service.givenUser();
    const token = await service.tokenOf(user);
    const users = (with_: string) => service.call("GET /api/v1/auth/users", { token: with_ });
    expect(await users(`${token}x`)).toMatchObject({
      status: 401,
      body: { detail: "Invalid or expired token" },
    });
    expect(await users(token)).toMatchObject({ status: 403 });
    await service.database.sql`UPDATE users SET is_active = false WHERE id = ${user.id}`;
    expect(await users(token)).toMatchObject({ status: 401, body: { detail: "Invalid or inactive user" } });
  });
});
