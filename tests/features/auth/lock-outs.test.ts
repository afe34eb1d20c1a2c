import { afterAll, describe, expect, test } from "bun:test";
import { authJobs } from "#features/auth";
import {
  cookiesOf,
  createTestService,
  uniqueAddress,
  uniqueName,
  type CallOptions,
  type TestUser,
} from "../../support/app";
import { createAuditReader } from "../../support/audit";
import { believedClock } from "../../support/deletion-clock";

/** A lock-out cannot be turned against a user; what tests/spec/login-limits has not. */
const service = await createTestService();
const { database } = service;
const auditOf = await createAuditReader(service);
const adminToken = await service.tokenOf(await service.givenAdmin());
afterAll(() => service.close());

type From = CallOptions & { on?: typeof service };

function login(username: string, password: string, { on = service, ...how }: From = {}) {
  return on.call("POST /api/v1/auth/login", { body: { username, password }, peer: uniqueAddress(), ...how });
}

async function fail(username: string, times: number, how: From = {}) {
  for (let time = 0; time < times; time++)
    expect((await login(username, "not the password", how)).status).toBe(401);
}

/** Signs in; gives the headers of a browser that has kept its device cookie and nothing else. */
async function browserOf({ username, password }: TestUser, how: From = {}) {
  const answer = await login(username, password, how);
  expect(answer.status).toBe(200);
  const cookie = cookiesOf(answer).get("svc_device") ?? "";
  return { headers: { Cookie: `svc_device=${cookie.split(";")[0]}` }, cookie };
}

describe("a browser that the user has signed in with", () => {
  test("gets in while everybody else is locked out, on every replica", async () => {
    const user = await service.givenUser();
    const { headers } = await browserOf(user);
    await fail(user.username, 5);
    expect((await login(user.username, user.password)).status).toBe(429);
    const replica = await createTestService({ database });
    expect((await login(user.username, user.password, { headers, on: replica })).status).toBe(200);
    expect((await login(user.username, user.password)).status).toBe(429);
  });

  test("is marked by a cookie that scripts cannot read, which the session's end leaves", async () => {
    const secure = await createTestService({ database, settings: { AUTH_COOKIE_SECURE: "true" } });
    const user = await service.givenUser();
    const { cookie } = await browserOf(user, { on: secure });
    expect(cookie.split("; ").slice(1).sort()).toEqual([
      "HttpOnly",
      "Max-Age=15552000",
      "Path=/api/v1/auth/",
      "SameSite=Strict",
      "Secure",
    ]);
    const session = await service.sessionOf(user);
    const logout = await service.call("POST /api/v1/auth/logout", { session, body: {} });
    expect(cookiesOf(logout).has("svc_device")).toBe(false);
  });

  test("has a counter of its own: it locks itself out, nobody else, and success clears it", async () => {
    const user = await service.givenUser();
    const { headers } = await browserOf(user);
    await fail(user.username, 4, { headers });
    expect((await login(user.username, user.password, { headers })).status).toBe(200);
    await fail(user.username, 5, { headers });
    const locked = await login(user.username, user.password, { headers });
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get("Retry-After"))).toBeWithin(890, 901);
    const other = await browserOf(user);
    expect((await login(user.username, user.password, { headers: other.headers })).status).toBe(200);
  });

  test("is nothing for another user, nor is a forged or spoilt mark", async () => {
    const [user, other] = [await service.givenUser(), await service.givenUser()];
    const { headers } = await browserOf(other);
    await fail(user.username, 5);
    expect((await login(user.username, user.password, { headers })).status).toBe(429);
    const own = (await browserOf(other)).headers.Cookie;
    await fail(other.username, 5);
    for (const spoilt of [own.slice(0, -3), `${own}x`, "svc_device=", "svc_device=a.b.c"]) {
      const answer = await login(other.username, other.password, { headers: { Cookie: spoilt } });
      expect({ spoilt, status: answer.status }).toEqual({ spoilt, status: 429 });
    }
  });

  test("is forgotten when the password changes, but for the one that changed it", async () => {
    const user = await service.givenUser();
    const before = await browserOf(user);
    const session = await service.sessionOf(user);
    const password = "another long password";
    const changed = await service.call("POST /api/v1/auth/change-password", {
      session,
      body: { current_password: user.password, new_password: password },
    });
    const after = cookiesOf(changed).get("svc_device")?.split(";")[0] ?? "";
    await fail(user.username, 5);
    expect((await login(user.username, password, { headers: before.headers })).status).toBe(429);
    const headers = { Cookie: `svc_device=${after}` };
    expect((await login(user.username, password, { headers })).status).toBe(200);
  });
});

describe("with AUTH_IP_LOCKOUT_ENABLED", () => {
  const strict = createTestService({ database, settings: { AUTH_IP_LOCKOUT_ENABLED: "true" } });

  test("five failures from an address lock it for every name; other addresses are free", async () => {
    const on = await strict;
    const user = await service.givenUser();
    const peer = uniqueAddress();
    for (let failure = 0; failure < 5; failure++) await fail(uniqueName("nobody"), 1, { on, peer });
    expect((await login(user.username, user.password, { on, peer })).status).toBe(429);
    expect((await login(user.username, user.password, { on })).status).toBe(200);
  });

  test("an IPv6 address counts with its /64", async () => {
    const on = await strict;
    const user = await service.givenUser();
    for (let host = 1; host <= 5; host++) {
      await fail(uniqueName("nobody"), 1, { on, peer: `2001:db8:0:77::${host}` });
    }
    const from = (peer: string) => login(user.username, user.password, { on, peer });
    expect((await from("2001:db8:0:77:ffff::9")).status).toBe(429);
    expect((await from("2001:db8:0:78::1")).status).toBe(200);
  });

  test("a success clears the address", async () => {
    const on = await strict;
    const user = await service.givenUser();
    const peer = uniqueAddress();
    for (let failure = 0; failure < 4; failure++) await fail(uniqueName("nobody"), 1, { on, peer });
    expect((await login(user.username, user.password, { on, peer })).status).toBe(200);
    await fail(uniqueName("nobody"), 4, { on, peer });
    expect((await login(user.username, user.password, { on, peer })).status).toBe(200);
  });

  test("a known browser gets in from a locked address", async () => {
    const on = await strict;
    const user = await service.givenUser();
    const { headers } = await browserOf(user);
    const peer = uniqueAddress();
    for (let failure = 0; failure < 5; failure++) await fail(uniqueName("nobody"), 1, { on, peer });
    expect((await login(user.username, user.password, { on, peer, headers })).status).toBe(200);
  });
});

describe("tries during a lock", () => {
  const runReport = async () => {
    const job = authJobs({ ...database, deletions: await believedClock() }).find(
      ({ name }) => name === "auth.lockout-ends",
    );
    await job?.run({ token: 1, signal: new AbortController().signal });
  };

  test("are one row for each address at once, and one with their number when the lock has ended", async () => {
    const { username, password } = await service.givenUser();
    await fail(username, 5);
    const [first, second] = [uniqueAddress(), uniqueAddress()];
    for (let attempt = 0; attempt < 7; attempt++) await login(username, password, { peer: first });
    await login(username.toUpperCase(), password, { peer: first });
    await login(username, password, { peer: second });
    expect(await auditOf(`user:${username}`, "auth.login_blocked")).toMatchObject([
      { ip_address: second },
      { ip_address: first },
    ]);
    await runReport();
    expect(await auditOf(`user:${username}`, "auth.lockout_ended")).toEqual([]);
    await database.sql`UPDATE blocked_logins SET locked_until = date_trunc('milliseconds', now()) WHERE username = ${username}`;
    await runReport();
    await runReport();
    const [ended, ...more] = await auditOf(`user:${username}`, "auth.lockout_ended");
    expect(ended).toMatchObject({ actor_user_id: null, ip_address: first });
    expect(ended?.detail).toStartWith(`blocked=8 ip=${first} until=`);
    expect(more).toEqual([]);
  });

  test("in parallel are counted, each", async () => {
    const { username, password } = await service.givenUser();
    await fail(username, 5);
    const peer = uniqueAddress();
    await Promise.all(Array.from({ length: 30 }, () => login(username, password, { peer })));
    expect(await auditOf(`user:${username}`, "auth.login_blocked")).toHaveLength(1);
    const [row] = await database.sql`SELECT attempts FROM blocked_logins WHERE username = ${username}`;
    expect(row).toEqual({ attempts: 30 });
  });
});

describe("unlock-login", () => {
  const unlock = (userId: number, token = adminToken) =>
    service.call(`POST /api/v1/auth/users/${userId}/unlock-login`, { token });

  test("lets a locked-out user in, from anywhere and on every browser, and is recorded", async () => {
    const user = await service.givenUser();
    const { headers } = await browserOf(user);
    await fail(user.username, 5);
    await fail(user.username, 5, { headers });
    expect(await unlock(user.id)).toMatchObject({ status: 204, text: "" });
    expect((await login(user.username, user.password)).status).toBe(200);
    expect((await login(user.username, user.password, { headers })).status).toBe(200);
    const rows = await auditOf(`user:${user.username}`, "auth.user_login_unlocked");
    expect(rows).toMatchObject([{ detail: "cleared=2" }]);
  });

  test("frees the addresses too that the name was tried from, and no other", async () => {
    const on = await createTestService({ database, settings: { AUTH_IP_LOCKOUT_ENABLED: "true" } });
    const user = await service.givenUser();
    const [hers, another] = [uniqueAddress(), uniqueAddress()];
    await fail(user.username, 5, { on, peer: hers });
    await fail(uniqueName("nobody"), 5, { on, peer: another });
    expect((await unlock(user.id)).status).toBe(204);
    expect((await login(user.username, user.password, { on, peer: hers })).status).toBe(200);
    expect((await login(user.username, user.password, { on, peer: another })).status).toBe(429);
    const rows = await auditOf(`user:${user.username}`, "auth.user_login_unlocked");
    expect(rows).toMatchObject([{ detail: "cleared=2" }]);
  });

  test("is 204 where nothing is locked, 404 for nobody, 403 for others, and unlocks one name only", async () => {
    const [user, other] = [await service.givenUser(), await service.givenUser()];
    await fail(other.username, 5);
    expect((await unlock(user.id)).status).toBe(204);
    expect(await unlock(987_654)).toMatchObject({ status: 404, body: { detail: "User not found" } });
    expect((await unlock(user.id, await service.tokenOf(user))).status).toBe(403);
    expect((await login(other.username, other.password)).status).toBe(429);
  });
});

test("what is outlived is removed, and what still counts is not", async () => {
  const [old, fresh] = [await service.givenUser(), await service.givenUser()];
  await service.sessionOf(old);
  const session = await service.sessionOf(fresh);
  await fail(old.username, 2);
  await fail(fresh.username, 4);
  await database.sql`UPDATE sessions SET expires_at = now() - interval '31 days' WHERE user_id = ${old.id}`;
  await database.sql`UPDATE lockouts SET updated_at = now() - interval '31 days' WHERE subject = ${old.username}`;
  const job = authJobs({ ...database, deletions: await believedClock() }).find(
    ({ name }) => name === "auth.clean-up",
  );
  await job?.run({ token: 1, signal: new AbortController().signal });
  const left = await database.sql`
    SELECT (SELECT count(*)::int FROM sessions WHERE user_id = ${old.id}) AS sessions,
      (SELECT count(*)::int FROM lockouts WHERE subject = ${old.username}) AS counters`;
  expect([...left]).toEqual([{ sessions: 0, counters: 0 }]);
  expect((await service.call("GET /api/v1/auth/me", { session })).status).toBe(200);
  await fail(fresh.username, 1);
  expect((await login(fresh.username, fresh.password)).status).toBe(429);
});
