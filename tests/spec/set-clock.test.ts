import { afterAll, afterEach, describe, expect, setSystemTime, test } from "bun:test";
import { endAbandoned } from "../../src/features/operations/lease";
import { createTestService, uniqueAddress, uniqueName } from "../support/app";
import { setBack } from "../support/set-back";

/** What a clock that was set back by hours does not do: docs/decisions/set-clocks.md. */
const settings = { TOOL_RATE_LIMIT_MAX_CALLS: "2", API_KEY_RATE_LIMIT_MAX_CALLS: "3" };
const service = await createTestService({ settings });
const { sql, db } = service.database;
afterAll(service.close);

const HOURS = 5;
const ME = "GET /api/v1/auth/me";

const statusesOf = async (count: number, call: () => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let time = 0; time < count; time++) statuses.push((await call()).status);
  return statuses;
};

afterEach(() => {
  setSystemTime();
});

/** Whose session began while the clock was ahead by so many hours. */
async function sessionFromAhead(hours: number) {
  const user = await service.givenUser();
  setSystemTime(new Date(Date.now() + hours * 3_600_000));
  const session = await service.sessionOf(user);
  setSystemTime();
  return { user, ...session };
}

describe("who signed in while the clock was ahead", () => {
  test("by up to a day stays signed in when it is set right, and can go on", async () => {
    const { token, refreshToken } = await sessionFromAhead(23);
    await setBack(sql, 23);
    expect((await service.call(ME, { token })).status).toBe(200);
    const body = { refresh_token: refreshToken };
    expect((await service.call("POST /api/v1/auth/refresh", { body })).status).toBe(200);
  });

  test("by more signs in again", async () => {
    const { user, token } = await sessionFromAhead(25);
    await setBack(sql, 25);
    expect((await service.call(ME, { token })).status).toBe(401);
    expect((await service.call(ME, { token: await service.tokenOf(user) })).status).toBe(200);
  });
});

test("a refresh token that was used before the clock was set back is a stolen one, for all that lies ahead", async () => {
  const { token, refreshToken } = await service.sessionOf(await service.givenUser());
  const refresh = () => service.call("POST /api/v1/auth/refresh", { body: { refresh_token: refreshToken } });
  expect((await refresh()).status).toBe(200);
  await setBack(sql, HOURS);
  expect((await refresh()).status).toBe(401);
  expect((await service.call(ME, { token })).status).toBe(401);
});

describe("a limit that was reached before the database's clock was set back is over", () => {
  test("of an API key's calls", async () => {
    const { key } = await service.apiKeyOf(await service.givenUser());
    const call = () => service.call(ME, { key });
    expect(await statusesOf(4, call)).toEqual([200, 200, 200, 429]);
    await setBack(sql, HOURS);
    expect(await statusesOf(4, call)).toEqual([200, 200, 200, 429]);
  });

  test("of a user's tools", async () => {
    const token = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
    const call = () => service.call("POST /api/v1/tools/subnet", { token, body: { cidr: "10.0.0.0/8" } });
    expect(await statusesOf(3, call)).toEqual([200, 200, 429]);
    await setBack(sql, HOURS);
    expect(await statusesOf(3, call)).toEqual([200, 200, 429]);
  });

  test("of wrong passwords, which count anew", async () => {
    const { username, password } = await service.givenUser();
    const login = (tried: string) =>
      service.call("POST /api/v1/auth/login", {
        body: { username, password: tried },
        peer: uniqueAddress(),
      });
    expect(await statusesOf(6, () => login("wrong"))).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await login(password)).status).toBe(429);
    await setBack(sql, HOURS);
    expect(await statusesOf(6, () => login("wrong"))).toEqual([401, 401, 401, 401, 401, 429]);
    await setBack(sql, HOURS);
    expect((await login(password)).status).toBe(200);
  });

  test("of wrong API keys of an address", async () => {
    const peer = uniqueAddress();
    const key = `svc_${"B".repeat(12)}_${"S".repeat(43)}`;
    const call = () => service.call(ME, { key, peer });
    expect((await statusesOf(11, call)).slice(-2)).toEqual([401, 429]);
    await setBack(sql, HOURS);
    expect((await call()).status).toBe(401);
  });
});

test("who died with a key of idempotency in hand holds up its request no longer for a clock that was set back", async () => {
  const token = await service.tokenOf(await service.givenAdmin());
  const body = { name: uniqueName("site") };
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const send = () => service.call("POST /api/v1/topology/sites", { token, body, headers });
  await send();
  await sql`UPDATE idempotency_keys SET status = NULL, object_id = NULL`;
  expect((await send()).status).toBe(409);
  await setBack(sql, HOURS);
  expect(await send()).toMatchObject({ status: 201, body });
});

test("a write whose clock was set back after its key was taken is found behind its end, and not done again", async () => {
  const token = await service.tokenOf(await service.givenAdmin());
  const body = { name: uniqueName("site") };
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const send = () => service.call("POST /api/v1/topology/sites", { token, body, headers });
  const first = await send();
  await sql`
    UPDATE idempotency_keys SET status = NULL, object_id = NULL, leased_until = now() - interval '1 second',
      created_at = created_at + interval '1 hour'`;
  expect(await send()).toMatchObject({ status: 201, body: first.body });
});

test("an operation whose process has gone is ended, though its lease was taken before the clock was set back", async () => {
  const { id: userId } = await service.givenUser();
  const [row] = await sql<{ id: string }[]>`
    INSERT INTO operations (id, kind, user_id, state, leased_until)
    VALUES (gen_random_uuid(), 'device_import', ${userId}, 'running', now() + interval '10 seconds') RETURNING id`;
  const read = () =>
    sql`SELECT state, ended_at IS NOT NULL AS "hasEnded" FROM operations WHERE id = ${row?.id ?? ""}`;
  await setBack(sql, HOURS);
  await endAbandoned(db);
  expect(await read()).toMatchObject([{ state: "running", hasEnded: false }]);
  const [left] = await sql<{ seconds: number }[]>`
    SELECT extract(epoch FROM leased_until - now())::float8 AS seconds FROM operations WHERE id = ${row?.id ?? ""}`;
  expect(left?.seconds).toBeWithin(1, 16);
  await sql`UPDATE operations SET leased_until = leased_until - interval '16 seconds'`;
  await endAbandoned(db);
  expect(await read()).toMatchObject([{ state: "failed", hasEnded: true }]);
});
