import { afterAll, expect, test } from "bun:test";
import { AuditLogList } from "../../src/features/audit/models";
import { createTestService, uniqueAddress, uniqueName } from "../support/app";

const service = await createTestService();
const { database } = service;
const adminToken = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

const INVALID = { status: 401, body: { detail: "Invalid credentials" } };

const login = (username: string, password = "not the password", on = service) =>
  on.call("POST /api/v1/auth/login", { body: { username, password }, peer: uniqueAddress() });

async function failTimes(count: number, username: string, on = service) {
  for (let failure = 1; failure <= count; failure++)
    expect(await login(username, undefined, on)).toMatchObject(INVALID);
}

const endLock = (username: string) =>
  database.sql`UPDATE lockouts SET locked_until = date_trunc('milliseconds', now()) WHERE scope = 'login' AND subject = ${username}`;

async function auditOf(username: string) {
  const { body } = await service.call("GET /api/v1/audit/logs?limit=500", { token: adminToken });
  return AuditLogList.parse(body).records.filter((record) => record.target === `user:${username}`);
}

test("fault 32: login failures lock out after 5 attempts for 15 minutes, for the right password too", async () => {
  const { username, password } = await service.givenUser();
  await failTimes(5, username);
  const refused = await login(username, password);
  expect(refused.status).toBe(429);
  const seconds = Number(refused.headers.get("Retry-After"));
  expect(seconds).toBeWithin(890, 901);
  expect(refused.body).toEqual({ detail: `Too many login attempts. Retry in ${seconds} seconds.` });
});

test("when the lock has ended the right password is accepted", async () => {
  const { username, password } = await service.givenUser();
  await failTimes(5, username);
  await endLock(username);
  expect((await login(username, password)).status).toBe(200);
});

test("after a lock, counting begins anew", async () => {
  const { username } = await service.givenUser();
  await failTimes(5, username);
  await endLock(username);
  await failTimes(5, username);
  expect((await login(username)).status).toBe(429);
});

test("a success clears the failures", async () => {
  const { username, password } = await service.givenUser();
  await failTimes(4, username);
  expect((await login(username, password)).status).toBe(200);
  await failTimes(5, username);
  expect((await login(username)).status).toBe(429);
});

test("tries while locked neither count nor extend", async () => {
  const { username, password } = await service.givenUser();
  await failTimes(5, username);
  const lockOf = () => database.sql`SELECT locked_until, failures FROM lockouts WHERE subject = ${username}`;
  const before = await lockOf();
  for (let attempt = 0; attempt < 8; attempt++) expect((await login(username, password)).status).toBe(429);
  expect([...(await lockOf())]).toEqual([...before]);
});

test("of 40 parallel guesses five are answered, and the right one that comes late does not get in", async () => {
  const { username, password } = await service.givenUser();
  const guesses = Array.from({ length: 40 }, (_, index) =>
    login(username, index === 39 ? password : `guess number ${index}`),
  );
  const answers = await Promise.all(guesses);
  expect(answers[39]?.status).toBe(429);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(35);
});

test("40 parallel logins with the right password all succeed", async () => {
  const { username, password } = await service.givenUser();
  const answers = await Promise.all(Array.from({ length: 40 }, () => login(username, password)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test("a name is counted whatever its case, and apart from other names", async () => {
  const { username } = await service.givenUser();
  const other = await service.givenUser();
  await failTimes(2, username.toUpperCase());
  await failTimes(3, username);
  expect((await login(username)).status).toBe(429);
  expect((await login(username.toUpperCase())).status).toBe(429);
  expect((await login(other.username, other.password)).status).toBe(200);
});

test("fault 32: an unknown user and an inactive one are answered like a wrong password, lock-out included", async () => {
  const inactive = await service.givenUser();
  await database.sql`UPDATE users SET is_active = false WHERE id = ${inactive.id}`;
  const unknown = uniqueName("nobody");
  for (const username of [unknown, inactive.username]) {
    for (let failure = 1; failure <= 5; failure++) {
      expect(await login(username, inactive.password)).toMatchObject(INVALID);
    }
    expect((await login(username, inactive.password)).status).toBe(429);
  }
});

test("the lock holds on every replica and from every address", async () => {
  const { username, password } = await service.givenUser();
  await failTimes(5, username);
  const replica = await createTestService({ database });
  expect((await login(username, password, replica)).status).toBe(429);
});

test("a locked name's open sessions and keys go on working", async () => {
  const user = await service.givenUser();
  const session = await service.sessionOf(user);
  const { key } = await service.createKey({ session });
  await failTimes(5, user.username);
  expect((await service.call("GET /api/v1/auth/me", { session })).status).toBe(200);
  expect((await service.call("GET /api/v1/auth/me", { key })).status).toBe(200);
});

test("each failure is recorded, and of an address's tries during a lock the first", async () => {
  const { username, password } = await service.givenUser();
  await failTimes(5, username);
  const peer = uniqueAddress();
  const body = { username, password };
  for (let attempt = 0; attempt < 3; attempt++) await service.call("POST /api/v1/auth/login", { body, peer });
  const [blocked, ...failures] = (await auditOf(username)).filter(
    ({ action }) => action !== "auth.user_created",
  );
  expect(blocked).toMatchObject({ action: "auth.login_blocked", actor_user_id: null });
  expect(blocked?.detail).toMatch(/^wait_seconds=\d+ ip=198\.18\.\d+\.\d+$/);
  expect(failures.map(({ action, detail }) => `${action} ${detail?.split(" ")[0]}`)).toEqual(
    [5, 4, 3, 2, 1].map((attempts) => `auth.login_failed attempts=${attempts}`),
  );
});

test("AUTH_MAX_FAILED_ATTEMPTS and AUTH_LOCKOUT_MINUTES set the limit", async () => {
  const settings = { AUTH_MAX_FAILED_ATTEMPTS: "2", AUTH_LOCKOUT_MINUTES: "3" };
  const strict = await createTestService({ database, settings });
  const { username } = await service.givenUser();
  await failTimes(2, username, strict);
  const refused = await login(username, undefined, strict);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeWithin(170, 181);
});

test("each failed attempt is answered later than the one before", async () => {
  const slow = await createTestService({ database, settings: { AUTH_PROGRESSIVE_DELAY_SECONDS: "0.1" } });
  const { username, password } = await service.givenUser();
  const secondsOf = async (secret?: string) => {
    const started = performance.now();
    await login(username, secret, slow);
    return (performance.now() - started) / 1000;
  };
  for (const attempt of [1, 2, 3]) expect(await secondsOf()).toBeGreaterThanOrEqual(attempt * 0.1);
  expect((await login(username, password, slow)).status).toBe(200);
  expect(await secondsOf()).toBeLessThan(0.35);
});
