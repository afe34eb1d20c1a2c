import { afterAll, describe, expect, test } from "bun:test";
import { completeLogin } from "#features/auth";
import {
  createTestService,
  SECRET_KEY,
  uniqueAddress,
  type CallOptions,
  type TestUser,
} from "../../support/app";
import { createAuditReader } from "../../support/audit";

const service = await createTestService();
const { database } = service;
const auditOf = await createAuditReader(service);
afterAll(() => service.close());

const ME = "GET /api/v1/auth/me";
const NEW = "another long password";
const ENDED = { status: 401, body: { detail: "Invalid or expired token" } };
const WRONG = { status: 401, body: { detail: "Current password is invalid" } };

const NOBODY = {
  userId: null,
  username: null,
  apiKeyId: null,
  sessionId: null,
  clientAddress: "192.0.2.7",
  requestId: null,
};
const SETTINGS = {
  secretKey: SECRET_KEY,
  accessTokenMinutes: 60,
  refreshTokenDays: 7,
  sessionMaxDays: 30,
  maxFailedAttempts: 5,
  lockoutMinutes: 15,
  progressiveDelaySeconds: 0,
  isAddressLockoutEnabled: false,
  maxAddressFailures: 0,
};

const change = (how: CallOptions, given: { current: string; wanted?: string }, on = service) =>
  on.call("POST /api/v1/auth/change-password", {
    body: { current_password: given.current, new_password: given.wanted ?? NEW },
    ...how,
  });

const login = ({ username }: TestUser, password: string) =>
  service.call("POST /api/v1/auth/login", { body: { username, password }, peer: uniqueAddress() });

describe("change-password", () => {
  test("makes the new password the only one, and is recorded", async () => {
    const user = await service.givenUser();
    const session = await service.sessionOf(user);
    expect(await change({ session }, { current: user.password })).toMatchObject({ status: 204, text: "" });
    expect((await login(user, user.password)).status).toBe(401);
    expect((await login(user, NEW)).status).toBe(200);
    const rows = await auditOf(`user:${user.username}`, "auth.password_changed");
    expect(rows).toMatchObject([{ actor_user_id: user.id }]);
  });

  test("fault 35: ends all sessions but the caller's, on every replica; keys go on working", async () => {
    const replica = await createTestService({ database });
    const user = await service.givenUser();
    const [session, other] = [await service.sessionOf(user), await service.sessionOf(user)];
    const { key } = await service.createKey({ session });
    await change({ session }, { current: user.password }, replica);
    expect(await service.call(ME, { session: other })).toMatchObject(ENDED);
    const refresh = (refreshToken: string) =>
      service.call("POST /api/v1/auth/refresh", { body: { refresh_token: refreshToken } });
    expect((await refresh(other.refreshToken)).status).toBe(401);
    expect((await service.call(ME, { session })).status).toBe(200);
    expect((await refresh(session.refreshToken)).status).toBe(200);
    expect((await service.call(ME, { key })).status).toBe(200);
  });

  test("a wrong current password is 401, recorded, and counts towards the name's lock-out", async () => {
    const user = await service.givenUser();
    const { token } = await service.sessionOf(user);
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(await change({ token }, { current: "not the password" })).toMatchObject(WRONG);
    }
    const refused = await change({ token }, { current: user.password });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeWithin(890, 901);
    expect((await login(user, user.password)).status).toBe(429);
    const rows = await auditOf(`user:${user.username}`, "auth.password_change_failed");
    expect(rows).toHaveLength(5);
    expect(rows[0]).toMatchObject({ actor_user_id: user.id, detail: "attempts=5 ip=192.0.2.7" });
    expect((await service.call(ME, { token })).status).toBe(200);
  });

  test("of twenty parallel changes with the same current password one wins", async () => {
    const user = await service.givenUser();
    const { token } = await service.sessionOf(user);
    const changes = Array.from({ length: 20 }, (_, index) =>
      change({ token }, { current: user.password, wanted: `${NEW} ${index}` }),
    );
    const answers = await Promise.all(changes);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 204 && status !== 401 && status !== 429)).toEqual([]);
  });

  test("a sign-in whose password was checked before the change opens no session after it", async () => {
    const user = await service.givenUser();
    const { token } = await service.sessionOf(user);
    const [row] = await database.sql<{ hash: string }[]>`
      SELECT password_hash AS hash FROM users WHERE id = ${user.id}`;
    const finish = (passwordHash: string) =>
      completeLogin(
        {
          db: database.db,
          actor: NOBODY,
          settings: SETTINGS,
          browser: { userAgent: null, deviceToken: undefined },
        },
        { userId: user.id, username: user.username, passwordHash },
      ).catch((error: unknown) => error);
    const checked = row?.hash ?? "";
    expect(await finish(checked)).toMatchObject({ accessToken: expect.any(String) });
    await change({ token }, { current: user.password });
    expect(await finish(checked)).toMatchObject({ status: 401, detail: "Invalid credentials" });
  });

  test.each([
    ["new_password", "short", "string_too_short"],
    ["new_password", "p".repeat(257), "string_too_long"],
    ["new_password", undefined, "missing"],
    ["current_password", "", "string_too_short"],
    ["current_password", undefined, "missing"],
  ])("refuses %s %p with 422 and counts nothing", async (field, value, type) => {
    const user = await service.givenUser();
    const { token } = await service.sessionOf(user);
    const body = { current_password: user.password, new_password: NEW, [field]: value };
    for (let attempt = 0; attempt < 6; attempt++) {
      const answer = await service.call("POST /api/v1/auth/change-password", { token, body });
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", field], type }] } });
    }
    expect((await login(user, user.password)).status).toBe(200);
  });

  test("a cookie caller needs the CSRF header", async () => {
    const user = await service.givenUser();
    const session = await service.sessionOf(user);
    expect((await change({ session, csrf: null }, { current: user.password })).status).toBe(403);
  });
});
