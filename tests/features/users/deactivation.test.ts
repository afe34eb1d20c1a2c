import { afterAll, describe, expect, test } from "bun:test";
import { createTestService, type Session, type TestUser } from "../../support/app";
import { createAuditReader } from "../../support/audit";

/** What ends, and for good, when a user is deactivated or the password changes; API keys by choice. */
const service = await createTestService();
const auditOf = await createAuditReader(service);
const token = await service.tokenOf(await service.givenAdmin());
afterAll(() => service.close());

const ME = "GET /api/v1/auth/me";
const NEW = "another long password";

const change = ({ id }: TestUser, body: object) =>
  service.call(`PATCH /api/v1/auth/users/${id}`, { token, body });

async function givenCaller() {
  const user = await service.givenUser();
  const session = await service.sessionOf(user);
  const { key } = await service.createKey({ session });
  await service.database.sql`INSERT INTO password_reset_tokens (id, user_id, expires_at, client_address)
    VALUES (gen_random_uuid(), ${user.id}, now() + interval '1 hour', '')`;
  return { user, session, key };
}

async function statesOf({ user, session, key }: { user: TestUser; session: Session; key: string }) {
  const [links] = await service.database.sql<{ open: number }[]>`
    SELECT count(*)::int AS open FROM password_reset_tokens WHERE user_id = ${user.id} AND used_at IS NULL`;
  return {
    session: (await service.call(ME, { session })).status,
    refresh: (
      await service.call("POST /api/v1/auth/refresh", { body: { refresh_token: session.refreshToken } })
    ).status,
    key: (await service.call(ME, { key })).status,
    links: links?.open,
  };
}

const detailOf = async (user: TestUser, action: string) =>
  (await auditOf(`user:${user.username}`, action))[0]?.detail;

describe("a user who was deactivated and is active again", () => {
  test("has no session and no reset link, but the keys", async () => {
    const caller = await givenCaller();
    expect((await change(caller.user, { is_active: false })).status).toBe(200);
    expect(await statesOf(caller)).toEqual({ session: 401, refresh: 401, key: 401, links: 0 });
    expect(await detailOf(caller.user, "auth.user_updated")).toBe(
      "role=Viewer active=false sessions=1 api_keys=0",
    );
    expect((await change(caller.user, { is_active: true })).status).toBe(200);
    expect(await statesOf(caller)).toEqual({ session: 401, refresh: 401, key: 200, links: 0 });
  });

  test("has no key either where that was asked for; each is recorded as revoked", async () => {
    const caller = await givenCaller();
    await change(caller.user, { is_active: false, revoke_api_keys: true });
    await change(caller.user, { is_active: true });
    expect(await statesOf(caller)).toEqual({ session: 401, refresh: 401, key: 401, links: 0 });
    const [row] = await service.database.sql`
      SELECT detail FROM audit_log WHERE action = 'apikey.revoked' AND detail LIKE ${`%owner_user_id=${caller.user.id}`}`;
    expect(row).toEqual({ detail: `revoked_by=user_deactivated owner_user_id=${caller.user.id}` });
  });

  test("loses what was begun in the same moment: no session outlives it", async () => {
    const user = await service.givenUser();
    const { username, password } = user;
    const logins = Array.from({ length: 8 }, () =>
      service.call("POST /api/v1/auth/login", { body: { username, password } }),
    );
    await Promise.all([...logins, change(user, { is_active: false })]);
    const [left] = await service.database.sql`
      SELECT count(*)::int AS count FROM sessions WHERE user_id = ${user.id} AND revoked_at IS NULL`;
    expect(left).toEqual({ count: 0 });
  });
});

describe("keys", () => {
  test("of an active user are revoked alone; sessions go on", async () => {
    const caller = await givenCaller();
    expect((await change(caller.user, { revoke_api_keys: true })).status).toBe(200);
    expect(await statesOf(caller)).toEqual({ session: 200, refresh: 200, key: 401, links: 1 });
    expect(await detailOf(caller.user, "auth.user_updated")).toBe("role=Viewer active=true api_keys=1");
  });

  test.each([
    [false, 200],
    [true, 401],
  ])("at a change of the own password: revoke_api_keys %p -> %p", async (revoke, status) => {
    const caller = await givenCaller();
    const other = await service.sessionOf(caller.user);
    const body = { current_password: caller.user.password, new_password: NEW, revoke_api_keys: revoke };
    expect((await service.call("POST /api/v1/auth/change-password", { session: other, body })).status).toBe(
      204,
    );
    expect(await statesOf(caller)).toEqual({ session: 401, refresh: 401, key: status, links: 0 });
    expect((await service.call(ME, { session: other })).status).toBe(200);
  });

  test.each([
    [{}, 200],
    [{ revoke_api_keys: true }, 401],
  ])("at an administrator's reset with %p -> %p", async (choice, status) => {
    const caller = await givenCaller();
    const path = `POST /api/v1/auth/users/${caller.user.id}/reset-password`;
    expect((await service.call(path, { token, body: { new_password: NEW, ...choice } })).status).toBe(204);
    expect(await statesOf(caller)).toEqual({ session: 401, refresh: 401, key: status, links: 0 });
  });
});
