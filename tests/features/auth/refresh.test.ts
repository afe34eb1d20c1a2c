import { afterAll, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { TokenPair } from "../../../src/features/auth/models";
import {
  cookiesOf,
  createTestService,
  SECRET_KEY,
  type CallOptions,
  type Session,
  type TestUser,
} from "../../support/app";
import { createAuditReader } from "../../support/audit";

const service = await createTestService();
const { database } = service;
const auditOf = await createAuditReader(service);
afterAll(() => service.close());

const ME = "GET /api/v1/auth/me";
const INVALID = { status: 401, body: { detail: "Invalid refresh token" } };
const ENDED = { status: 401, body: { detail: "Invalid or expired token" } };

const refresh = (how: CallOptions, on = service) =>
  on.call("POST /api/v1/auth/refresh", { body: {}, ...how });
const refreshBy = (refreshToken: string, on = service) =>
  refresh({ body: { refresh_token: refreshToken } }, on);

async function refreshed(session: Session, on = service): Promise<Session> {
  const answer = await refresh({ session }, on);
  expect(answer.status).toBe(200);
  const value = (name: string) => cookiesOf(answer).get(name)?.split(";")[0] ?? "";
  const [token, refreshToken, csrfToken] = [value("svc_access"), value("svc_refresh"), value("svc_csrf")];
  return {
    token,
    refreshToken,
    csrfToken,
    cookies: `svc_access=${token}; svc_refresh=${refreshToken}; svc_csrf=${csrfToken}`,
  };
}

/** As if the session's rotations had happened `seconds` ago. */
const age = (user: TestUser, seconds: number) => database.sql`
  UPDATE refresh_tokens t SET rotated_at = rotated_at - make_interval(secs => ${seconds})
  FROM sessions s WHERE s.id = t.session_id AND s.user_id = ${user.id}`;

describe("fault 35: refresh", () => {
  test("gives a new pair and renews all three cookies with their attributes", async () => {
    const session = await service.sessionOf(await service.givenUser());
    const answer = await refresh({ session });
    const { access_token: accessToken } = TokenPair.parse(answer.body);
    const cookies = cookiesOf(answer);
    const attributesOf = (name: string) => (cookies.get(name) ?? "").split("; ").slice(1).sort();
    expect([...cookies.keys()].sort()).toEqual(["svc_access", "svc_csrf", "svc_refresh"]);
    expect(attributesOf("svc_access")).toEqual(["HttpOnly", "Max-Age=3600", "Path=/api/", "SameSite=Strict"]);
    expect(attributesOf("svc_refresh")).toEqual([
      "HttpOnly",
      "Max-Age=604800",
      "Path=/api/v1/auth/",
      "SameSite=Strict",
    ]);
    expect(attributesOf("svc_csrf")).toEqual(["Max-Age=604800", "Path=/", "SameSite=Strict"]);
    expect(cookies.get("svc_access")).toStartWith(`${accessToken};`);
    for (const old of [session.token, session.refreshToken, session.csrfToken]) {
      expect([...cookies.values()].some((cookie) => cookie.startsWith(old))).toBe(false);
    }
    expect((await service.call(ME, { token: accessToken })).status).toBe(200);
  });

  test("goes on for as long as the newest token is used, and is recorded each time", async () => {
    const user = await service.givenUser();
    let session = await service.sessionOf(user);
    for (let rotation = 0; rotation < 4; rotation++) {
      session = await refreshed(session);
      await age(user, 60);
    }
    expect((await service.call(ME, { session })).status).toBe(200);
    const rows = await auditOf(`user:${user.username}`, "auth.refresh_rotated");
    expect(rows).toHaveLength(4);
    for (const row of rows)
      expect(row).toMatchObject({ actor_user_id: user.id, session_id: expect.any(String) });
    expect(new Set(rows.map(({ detail }) => detail)).size).toBe(4);
    expect(rows[0]?.detail).toMatch(/^old_jti=[0-9a-f-]{36}$/);
  });

  test("takes the token of the body, and prefers it over the cookie", async () => {
    const [owner, other] = [await service.givenUser(), await service.givenUser()];
    const [theirs, cookies] = [await service.sessionOf(owner), await service.sessionOf(other)];
    const answer = await refresh({ session: cookies, body: { refresh_token: theirs.refreshToken } });
    const { access_token: token } = TokenPair.parse(answer.body);
    expect(await service.call(ME, { token })).toMatchObject({ body: { username: owner.username } });
    expect(await refresh({ session: cookies, body: { refresh_token: "bad" } })).toMatchObject(INVALID);
  });

  test("without a token: 401 `Refresh token required`", async () => {
    const required = { status: 401, body: { detail: "Refresh token required" } };
    expect(await refresh({})).toMatchObject(required);
    expect(await refresh({ body: { refresh_token: null } })).toMatchObject(required);
    const { token } = await service.sessionOf(await service.givenUser());
    expect(await refresh({ token })).toMatchObject(required);
  });

  test("needs the CSRF header where cookies are sent, and none for a token in the body alone", async () => {
    const session = await service.sessionOf(await service.givenUser());
    const refused = { status: 403, body: { detail: "CSRF token required" } };
    expect(await refresh({ session, csrf: null })).toMatchObject(refused);
    expect(await refresh({ session, csrf: "wrong" })).toMatchObject(refused);
    const headers = { Cookie: `svc_refresh=${session.refreshToken}` };
    expect(await refresh({ headers })).toMatchObject(refused);
    const body = { refresh_token: session.refreshToken };
    expect(await refresh({ session, csrf: null, body })).toMatchObject(refused);
    expect((await refresh({ body })).status).toBe(200);
  });

  test("needs an object as body", async () => {
    expect((await service.call("POST /api/v1/auth/refresh")).status).toBe(422);
    expect((await refresh({ body: { refresh_token: "" } })).status).toBe(422);
    expect((await refresh({ body: [] })).status).toBe(422);
  });

  test("an access token, a token of another session and one that we never gave are refused", async () => {
    const session = await service.sessionOf(await service.givenUser());
    const other = await service.sessionOf(await service.givenUser());
    const claimsOf = (token: string): object =>
      JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const sign = (claims: object, key = SECRET_KEY, header: object = { alg: "HS256", typ: "JWT" }) => {
      const signed = `${encode(header)}.${encode(claims)}`;
      return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
    };
    const claims = claimsOf(session.refreshToken);
    const { sid, sub } = { sid: "", sub: "", ...claimsOf(other.refreshToken) };
    const [header, , signature] = session.refreshToken.split(".");
    for (const forged of [
      session.token,
      sign({ ...claims, jti: crypto.randomUUID() }),
      sign({ ...claims, sid }),
      sign({ ...claims, sub }),
      sign({ ...claims, typ: "access" }),
      sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 }),
      sign(claims, "another key of another service"),
      sign(claims, ""),
      `${encode({ alg: "none" })}.${encode(claims)}.`,
      `${encode({ alg: "none" })}.${encode(claims)}.${signature}`,
      sign(claims, "", { alg: "HS256", typ: "JWT", kid: "../../dev/null" }),
      `${header}.${encode({ ...claims, sub })}.${signature}`,
      "a.b.c",
      "x",
    ]) {
      expect({ forged, ...(await refreshBy(forged)) }).toMatchObject({ forged, ...INVALID });
    }
    expect((await refreshBy(session.refreshToken)).status).toBe(200);
  });

  test("fault 42: a flipped bit anywhere in the refresh token", async () => {
    const { refreshToken } = await service.sessionOf(await service.givenUser());
    for (let index = 0; index < refreshToken.length - 1; index += 11) {
      const code = refreshToken.charCodeAt(index) ^ 1;
      const flipped =
        refreshToken.slice(0, index) + String.fromCharCode(code) + refreshToken.slice(index + 1);
      expect({ index, ...(await refreshBy(flipped)) }).toMatchObject({ index, ...INVALID });
    }
  });

  test("an inactive user's token is refused, and works again when the user does", async () => {
    const user = await service.givenUser();
    const { refreshToken } = await service.sessionOf(user);
    await database.sql`UPDATE users SET is_active = false WHERE id = ${user.id}`;
    expect(await refreshBy(refreshToken)).toMatchObject(INVALID);
    await database.sql`UPDATE users SET is_active = true WHERE id = ${user.id}`;
    expect((await refreshBy(refreshToken)).status).toBe(200);
  });
});

describe("fault 35: a refresh token that was used", () => {
  test("gives a sibling pair within ten seconds, without alarm: both go on", async () => {
    const user = await service.givenUser();
    const session = await service.sessionOf(user);
    const tabs = [await refreshed(session), await refreshed(session)];
    await age(user, 9);
    tabs.push(await refreshed(session));
    expect(new Set(tabs.map(({ refreshToken }) => refreshToken)).size).toBe(3);
    for (const tab of tabs) {
      expect((await service.call(ME, { session: tab })).status).toBe(200);
      await refreshed(tab);
    }
    expect(await auditOf(`user:${user.username}`, "auth.refresh_reused")).toEqual([]);
  });

  test("gives every one of twenty parallel uses a pair", async () => {
    const session = await service.sessionOf(await service.givenUser());
    const uses = Array.from({ length: 20 }, () => refreshBy(session.refreshToken));
    expect(new Set((await Promise.all(uses)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("later is a stolen copy: its whole family ends at once, and that is recorded once", async () => {
    const user = await service.givenUser();
    const other = await service.sessionOf(user);
    const stolen = await service.sessionOf(user);
    const thief = await refreshed(stolen);
    await age(user, 11);
    expect(await refreshBy(stolen.refreshToken)).toMatchObject(INVALID);
    for (const session of [stolen, thief]) expect(await service.call(ME, { session })).toMatchObject(ENDED);
    expect(await refreshBy(thief.refreshToken)).toMatchObject(INVALID);
    expect(await refreshBy(stolen.refreshToken)).toMatchObject(INVALID);
    expect((await service.call(ME, { session: other })).status).toBe(200);
    const [reused, ...more] = await auditOf(`user:${user.username}`, "auth.refresh_reused");
    expect(reused).toMatchObject({ actor_user_id: user.id, ip_address: "192.0.2.7" });
    expect(reused?.detail).toMatch(/^old_jti=[0-9a-f-]{36} ip=192\.0\.2\.7$/);
    expect(more).toEqual([]);
  });

  test("is known on every replica, rotated or reused", async () => {
    const replica = await createTestService({ database });
    const user = await service.givenUser();
    const session = await service.sessionOf(user);
    const next = await refreshed(session, replica);
    expect((await service.call(ME, { session: next })).status).toBe(200);
    await age(user, 11);
    expect(await refreshBy(session.refreshToken, replica)).toMatchObject(INVALID);
    expect(await service.call(ME, { session: next })).toMatchObject(ENDED);
    expect(await refreshBy(next.refreshToken)).toMatchObject(INVALID);
  });

  test("by two replicas at once gives both a pair", async () => {
    const replica = await createTestService({ database });
    const { refreshToken } = await service.sessionOf(await service.givenUser());
    const uses = [service, replica, service, replica].map((on) => refreshBy(refreshToken, on));
    expect((await Promise.all(uses)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

describe("a session ends", () => {
  test("when it was not refreshed for REFRESH_TOKEN_DAYS", async () => {
    const user = await service.givenUser();
    const { refreshToken } = await service.sessionOf(user);
    const [before] = await database.sql<{ days: number }[]>`
      SELECT extract(epoch FROM expires_at - now())::float8 / 86400 AS days FROM sessions WHERE user_id = ${user.id}`;
    expect(before?.days).toBeWithin(6.99, 7.01);
    await database.sql`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = ${user.id}`;
    expect(await refreshBy(refreshToken)).toMatchObject(INVALID);
  });

  test("each refresh puts that off, but never past SESSION_MAX_DAYS", async () => {
    const user = await service.givenUser();
    const session = await service.sessionOf(user);
    const since = (days: number) => database.sql`
      UPDATE sessions SET created_at = now() - make_interval(days => ${days}) WHERE user_id = ${user.id}`;
    const secondsLeft = async () => {
      const answer = await refreshBy(session.refreshToken);
      return Number(/Max-Age=(\d+)/.exec(cookiesOf(answer).get("svc_refresh") ?? "")?.[1]);
    };
    await since(10);
    expect(await secondsLeft()).toBe(7 * 86_400);
    await since(28);
    expect(await secondsLeft()).toBeWithin(2 * 86_400 - 5, 2 * 86_400 + 1);
    const strict = await createTestService({ database, settings: { SESSION_MAX_DAYS: "29" } });
    const answer = await refreshBy(session.refreshToken, strict);
    expect(cookiesOf(answer).get("svc_refresh")).toMatch(/Max-Age=86[34]\d\d/);
  });
});
