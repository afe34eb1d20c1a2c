import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { AuditLogList } from "../../../src/features/audit/models";
import { UserRead } from "../../../src/features/users/models";
import { cookiesOf, createTestService, uniqueAddress, type CallOptions } from "../../support/app";

const service = await createTestService();
const { database } = service;
const adminToken = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

const ME = "GET /api/v1/auth/me";
const ENDED = { status: 401, body: { detail: "Invalid or expired token" } };

const login = (user: { username: string; password: string }, on = service) =>
  on.call("POST /api/v1/auth/login", { body: { username: user.username, password: user.password } });

async function auditOf(username: string, action: string) {
  const { body } = await service.call("GET /api/v1/audit/logs?limit=500", { token: adminToken });
  return AuditLogList.parse(body).records.filter(
    (record) => record.target === `user:${username}` && record.action === action,
  );
}

describe("login", () => {
  test("gives an access token in the body and the same one as cookie; the refresh token is in its cookie only", async () => {
    const answer = await login(await service.givenUser());
    const body = z
      .strictObject({ access_token: z.string(), token_type: z.literal("bearer") })
      .parse(answer.body);
    const cookies = cookiesOf(answer);
    expect(cookies.get("svc_access")?.split(";")[0]).toBe(body.access_token);
    expect(answer.text).not.toContain(cookies.get("svc_refresh")?.split(";")[0] ?? "missing");
    expect([...cookies.keys()].sort()).toEqual(["svc_access", "svc_csrf", "svc_device", "svc_refresh"]);
  });

  test("is the last sign-in of the user, in its own record and in the list; a wrong password and a key are none", async () => {
    const user = await service.givenUser();
    const lastLogin = async () => {
      const { body } = await service.call(`GET /api/v1/auth/users/${user.id}`, { token: adminToken });
      return UserRead.parse(body).last_login_at;
    };
    expect(await lastLogin()).toBeNull();
    await login({ ...user, password: "not this one at all" });
    expect(await lastLogin()).toBeNull();

    const begun = new Date().toISOString();
    const { access_token: token } = z
      .looseObject({ access_token: z.string() })
      .parse((await login(user)).body);
    const first = await lastLogin();
    expect(first !== null && first >= begun.slice(0, 20)).toBe(true);
    expect((await service.call(ME, { token })).body).toMatchObject({ last_login_at: first });
    const { body: users } = await service.call("GET /api/v1/auth/users", { token: adminToken });
    expect(users).toContainEqual(expect.objectContaining({ id: user.id, last_login_at: first }));

    const { key } = await service.apiKeyOf(user);
    const signedIn = await lastLogin();
    await service.call(ME, { key });
    expect(await lastLogin()).toBe(signedIn);
  });

  test("fault 35: sets the cookies with their attributes", async () => {
    const cookies = cookiesOf(await login(await service.givenUser()));
    const attributesOf = (name: string) => (cookies.get(name) ?? "").split("; ").slice(1).sort();
    expect(attributesOf("svc_access")).toEqual(["HttpOnly", "Max-Age=3600", "Path=/api/", "SameSite=Strict"]);
    expect(attributesOf("svc_refresh")).toEqual([
      "HttpOnly",
      "Max-Age=604800",
      "Path=/api/v1/auth/",
      "SameSite=Strict",
    ]);
    expect(attributesOf("svc_csrf")).toEqual(["Max-Age=604800", "Path=/", "SameSite=Strict"]);
    expect(cookies.get("svc_csrf")).toMatch(/^[A-Za-z0-9_-]{43};/);
  });

  test("settings make them secure, and give them their age", async () => {
    const settings = { AUTH_COOKIE_SECURE: "true", ACCESS_TOKEN_MINUTES: "5", REFRESH_TOKEN_DAYS: "2" };
    const secure = await createTestService({ database, settings });
    const cookies = cookiesOf(await login(await service.givenUser(), secure));
    for (const cookie of cookies.values()) expect(cookie).toContain("; Secure");
    expect(cookies.get("svc_access")).toContain("Max-Age=300");
    expect(cookies.get("svc_refresh")).toContain("Max-Age=172800");
  });

  test("makes a token with the claims that clients read", async () => {
    const user = await service.givenUser();
    const [header = "", payload = ""] = (await service.tokenOf(user)).split(".");
    const decode = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString());
    expect(decode(header)).toEqual({ alg: "HS256", typ: "JWT" });
    const claims = z
      .strictObject({
        sub: z.string(),
        typ: z.string(),
        iat: z.int(),
        exp: z.int(),
        jti: z.uuid(),
        sid: z.uuid(),
      })
      .parse(decode(payload));
    expect(claims).toMatchObject({ sub: String(user.id), typ: "access" });
    expect(claims.exp - claims.iat).toBe(3600);
  });

  test("is recorded, with address and session", async () => {
    const user = await service.givenUser();
    await service.call("POST /api/v1/auth/login", { body: user, peer: "203.0.113.8" });
    expect(await auditOf(user.username, "auth.login_success")).toMatchObject([
      {
        actor_user_id: user.id,
        ip_address: "203.0.113.8",
        detail: "ip=203.0.113.8",
        session_id: expect.any(String),
      },
    ]);
  });

  test("a wrong password, an unknown and an inactive user are the same 401, without cookies", async () => {
    const [user, inactive] = [await service.givenUser(), await service.givenUser()];
    await database.sql`UPDATE users SET is_active = false WHERE id = ${inactive.id}`;
    for (const given of [
      { ...user, password: "wrong" },
      { username: "nobody at all", password: "x" },
      inactive,
    ]) {
      const answer = await login(given);
      expect(answer).toMatchObject({ status: 401, body: { detail: "Invalid credentials" } });
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test.each([
    ["username", undefined, "missing"],
    ["username", "", "string_too_short"],
    ["username", "u".repeat(81), "string_too_long"],
    ["username", ["a"], "string_type"],
    ["password", undefined, "missing"],
    ["password", "", "string_too_short"],
    ["password", "p".repeat(257), "string_too_long"],
    ["password", { $ne: "" }, "string_type"],
  ])("%s %p is refused with 422 and is no failed attempt", async (field, value, type) => {
    const user = await service.givenUser();
    for (let attempt = 0; attempt < 6; attempt++) {
      const body = { username: user.username, password: user.password, [field]: value };
      const answer = await service.call("POST /api/v1/auth/login", { body });
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", field], type }] } });
    }
    expect((await login(user)).status).toBe(200);
  });
});

describe("fault 35: logout", () => {
  const logout = (how: CallOptions) => service.call("POST /api/v1/auth/logout", { body: {}, ...how });

  test("by cookie ends the session at once, for its token too, and clears the cookies", async () => {
    const user = await service.givenUser();
    const session = await service.sessionOf(user);
    const answer = await logout({ session });
    expect(answer).toMatchObject({ status: 204, text: "" });
    const cleared = cookiesOf(answer);
    expect([...cookies(cleared)].sort()).toEqual([
      "svc_access /api/",
      "svc_csrf /",
      "svc_refresh /api/v1/auth/",
    ]);
    expect(await service.call(ME, { session })).toMatchObject(ENDED);
    expect(await service.call(ME, { token: session.token })).toMatchObject(ENDED);
    expect(await auditOf(user.username, "auth.logout")).toMatchObject([{ actor_user_id: user.id }]);
  });

  function* cookies(cleared: Map<string, string>) {
    for (const [name, rest] of cleared) {
      expect(rest).toStartWith("; ");
      expect(rest).toContain("Max-Age=0");
      yield `${name} ${/Path=([^;]+)/.exec(rest)?.[1]}`;
    }
  }

  test("by bearer token ends its session", async () => {
    const token = await service.tokenOf(await service.givenUser());
    expect((await logout({ token })).status).toBe(204);
    expect(await service.call(ME, { token })).toMatchObject(ENDED);
  });

  test("by refresh token in the body ends its session", async () => {
    const session = await service.sessionOf(await service.givenUser());
    expect((await logout({ body: { refresh_token: session.refreshToken } })).status).toBe(204);
    expect(await service.call(ME, { token: session.token })).toMatchObject(ENDED);
  });

  test("leaves the user's other sessions and keys alone", async () => {
    const user = await service.givenUser();
    const [ended, other] = [await service.sessionOf(user), await service.sessionOf(user)];
    const { key } = await service.createKey({ session: ended });
    await logout({ session: ended });
    expect((await service.call(ME, { session: other })).status).toBe(200);
    expect((await service.call(ME, { key })).status).toBe(200);
  });

  test("holds on every replica", async () => {
    const session = await service.sessionOf(await service.givenUser());
    const replica = await createTestService({ database });
    expect((await replica.call(ME, { session })).status).toBe(200);
    await logout({ session });
    expect(await replica.call(ME, { session })).toMatchObject(ENDED);
  });

  test("a bad or missing token is still 204, and nothing is recorded twice", async () => {
    const user = await service.givenUser();
    const session = await service.sessionOf(user);
    expect((await logout({})).status).toBe(204);
    expect((await logout({ token: "bad" })).status).toBe(204);
    expect((await logout({ body: { refresh_token: "bad" } })).status).toBe(204);
    expect((await logout({ body: { refresh_token: session.token } })).status).toBe(204);
    expect((await service.call(ME, { session })).status).toBe(200);
    for (let time = 0; time < 3; time++) expect((await logout({ session })).status).toBe(204);
    expect(await auditOf(user.username, "auth.logout")).toHaveLength(1);
  });

  test("needs an object as body", async () => {
    expect((await service.call("POST /api/v1/auth/logout")).status).toBe(422);
    const answer = await logout({ body: { refresh_token: "" } });
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "refresh_token"], type: "string_too_short" }] },
    });
  });
});

describe("a session", () => {
  test("ends when its time is over, whatever the token says", async () => {
    const user = await service.givenUser();
    const session = await service.sessionOf(user);
    await database.sql`UPDATE sessions SET expires_at = date_trunc('milliseconds', now()) WHERE user_id = ${user.id}`;
    expect(await service.call(ME, { session })).toMatchObject(ENDED);
  });

  test("is its user's alone: a token with another's session is refused", async () => {
    const [user, other] = [await service.givenUser(), await service.givenUser()];
    const session = await service.sessionOf(user);
    await database.sql`UPDATE sessions SET user_id = ${other.id} WHERE user_id = ${user.id}`;
    expect(await service.call(ME, { session })).toMatchObject(ENDED);
  });

  test("dies with its user's activity and does not come back with it", async () => {
    const user = await service.givenUser();
    const session = await service.sessionOf(user);
    const patch = (is_active: boolean) =>
      service.call(`PATCH /api/v1/auth/users/${user.id}`, { token: adminToken, body: { is_active } });
    await patch(false);
    expect(await service.call(ME, { session })).toMatchObject({
      status: 401,
      body: { detail: "Invalid or inactive user" },
    });
    await patch(true);
    expect(await service.call(ME, { session })).toMatchObject(ENDED);
    const body = { refresh_token: session.refreshToken };
    expect((await service.call("POST /api/v1/auth/refresh", { body })).status).toBe(401);
    expect((await service.call(ME, { token: await service.tokenOf(user) })).status).toBe(200);
  });

  test("needs no database write to be read: 100 parallel requests are answered alike", async () => {
    const user = await service.givenUser();
    const session = await service.sessionOf(user);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => service.call(ME, { session, peer: uniqueAddress() })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });
});

test("GET /auth/me gives the caller with its permissions, in their fixed order", async () => {
  const permissions = async (role: string) => {
    const { body } = await service.call(ME, {
      token: await service.tokenOf(await service.givenUser({ role })),
    });
    return z
      .looseObject({ permissions: z.array(z.string()) })
      .parse(body)
      .permissions.join(" ");
  };
  const all =
    "topology_write security_view tools_passive tools_active inventory_export firewall_export report_export ipam_write monitoring_write alert_write";
  expect(await permissions("SuperAdmin")).toBe(`${all} relay`);
  expect(await permissions("NetworkAdmin")).toBe(all);
  expect(await permissions("SecurityAnalyst")).toBe("security_view tools_passive firewall_export");
  expect(await permissions("Viewer")).toBe("tools_passive");
  expect(await permissions("unknown")).toBe("");
});
