import { afterAll, describe, expect, test } from "bun:test";
import { createTestService } from "../../support/app";

/** How many keys and sessions a user may have, also where many are made at the same time. */
const service = await createTestService({ settings: { API_KEY_RATE_LIMIT_MAX_CALLS: "1000" } });
const { database } = service;
afterAll(() => service.close());

const FULL = { status: 409, body: { detail: "Too many API keys" } };

describe("API keys", () => {
  const create = (token: string) => service.call("POST /api/v1/api-keys", { token, body: { name: "one" } });

  test("of 60 that are made at the same time 50 are made; revoked and expired ones do not count", async () => {
    const user = await service.givenUser();
    const token = await service.tokenOf(user);
    const answers = await Promise.all(Array.from({ length: 60 }, () => create(token)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    for (const refused of answers.filter(({ status }) => status !== 201)) expect(refused).toMatchObject(FULL);
    await database.sql`UPDATE api_keys SET revoked_at = now() WHERE id =
      (SELECT min(id) FROM api_keys WHERE user_id = ${user.id})`;
    await database.sql`UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id =
      (SELECT max(id) FROM api_keys WHERE user_id = ${user.id})`;
    expect([(await create(token)).status, (await create(token)).status]).toEqual([201, 201]);
    expect(await create(token)).toMatchObject(FULL);
    expect((await create(await service.tokenOf(await service.givenUser()))).status).toBe(201);
  });
});

describe("sessions", () => {
  const living = async (userId: number) =>
    (
      await database.sql<{ id: string }[]>`
        SELECT id FROM sessions WHERE user_id = ${userId} AND revoked_at IS NULL AND expires_at > now()`
    ).map(({ id }) => id);

  /** Signed in that many hours ago, not seen since. */
  async function givenOldSessions(userId: number, count: number): Promise<void> {
    await database.sql`
      INSERT INTO sessions (id, user_id, created_at, expires_at, client_address, last_seen_at)
      SELECT gen_random_uuid(), ${userId}, now() - make_interval(hours => n), now() + interval '1 day', '',
        now() - make_interval(hours => n)
      FROM generate_series(1, ${count}) n`;
  }

  test("the longest idle one ends for the 101st, and that is recorded", async () => {
    const user = await service.givenUser();
    await givenOldSessions(user.id, 100);
    const [oldest] = await database.sql<{ id: string }[]>`
      SELECT id FROM sessions WHERE user_id = ${user.id} ORDER BY last_seen_at LIMIT 1`;
    const session = await service.sessionOf(user);
    const left = await living(user.id);
    expect(left).toHaveLength(100);
    expect(left).not.toContain(oldest?.id ?? "");
    expect((await service.call("GET /api/v1/auth/me", { session })).status).toBe(200);
    const [row] = await database.sql`SELECT revocation_reason FROM sessions WHERE id = ${oldest?.id ?? ""}`;
    expect(row).toEqual({ revocation_reason: "too_many_sessions" });
    const [audited] = await database.sql`
      SELECT action FROM audit_log WHERE target = ${`session:${oldest?.id ?? ""}`}`;
    expect(audited).toEqual({ action: "auth.session_ended" });
  });

  test("20 that begin at the same time leave 100, all of the 20 among them", async () => {
    const user = await service.givenUser();
    await givenOldSessions(user.id, 95);
    const sessions = await Promise.all(Array.from({ length: 20 }, () => service.sessionOf(user)));
    expect(await living(user.id)).toHaveLength(100);
    for (const session of sessions) {
      expect((await service.call("GET /api/v1/auth/me", { session })).status).toBe(200);
    }
  });
});
