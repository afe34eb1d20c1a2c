import { afterAll, afterEach, describe, expect, setSystemTime, test } from "bun:test";
import pino from "pino";
import { alertJobs } from "#features/alerts";
import { createLastUsedWriter } from "#features/api-keys";
import { authJobs } from "#features/auth";
import { discoveryJobs } from "#features/discovery";
import { idempotencyJobs } from "#features/idempotency";
import { listInstances } from "#features/instances";
import { outboxJobs, putAlert } from "#features/notifications";
import { operationJobs } from "#features/operations";
import { listListeningTimes } from "#features/syslog";
import { toolJobs } from "#features/tools";
import { openDeletionClock, type DeletionClock } from "#platform/deletion-clock";
import { announce } from "../../src/features/instances/service";
import { endAbandoned } from "../../src/features/operations/lease";
import { createTestService, uniqueAddress, uniqueName } from "../support/app";
import { believedClock } from "../support/deletion-clock";
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

test("a process, a collector and its report that ended before the clock was set back are not taken for living", async () => {
  const db = service.database.db;
  const id = crypto.randomUUID();
  const entry = {
    id,
    address: "http://192.0.2.9:1",
    roles: [],
    version: "1",
    collector: null,
    keyCheck: "",
    proof: "",
  };
  await announce(db, entry);
  await sql`
    INSERT INTO collectors (id, heard_at, heard_seconds) VALUES ('aaaaaaaaaaaa', now(), 1)`;
  const living = async () => ({
    instance: (await listInstances(db)).find((one) => one.id === id)?.isLive,
    collectors: (await listListeningTimes(db)).length,
  });
  expect(await living()).toEqual({ instance: true, collectors: 1 });
  await setBack(sql, HOURS);
  expect(await living()).toEqual({ instance: false, collectors: 0 });
});

test("when a key was last used is noted, though it was used in what lies ahead now", async () => {
  const { id } = await service.apiKeyOf(await service.givenUser());
  const used = createLastUsedWriter({ sql, log: pino({ level: "silent" }) });
  const note = async () => {
    used.note(id, "192.0.2.1");
    await used.flush();
    const [row] = await sql<{ isNow: boolean }[]>`
      SELECT last_used_at BETWEEN now() - interval '1 minute' AND now() + interval '1 minute' AS "isNow" FROM api_keys WHERE id = ${id}`;
    return row?.isNow;
  };
  expect(await note()).toBe(true);
  await setBack(sql, HOURS);
  expect(await note()).toBe(true);
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

describe("a clock that is set forward by years", () => {
  const jobsOf = (deletions: DeletionClock) => [
    ...alertJobs({ db, deletions }),
    ...authJobs({ db, deletions }),
    ...discoveryJobs({ db, deletions }),
    ...idempotencyJobs({ db, deletions }),
    ...operationJobs({ db, deletions }),
    ...outboxJobs({ db, deletions }),
    ...toolJobs({ db, deletions, retentionDays: 30 }),
  ];
  const runAll = async (deletions: DeletionClock) => {
    for (const job of jobsOf(deletions)) await job.run({ token: 1, signal: new AbortController().signal });
  };
  const kept = async () => {
    const [row] = await sql`
      SELECT (SELECT count(*)::int FROM sessions) AS sessions, (SELECT count(*)::int FROM idempotency_keys) AS keys,
        (SELECT count(*)::int FROM operations) AS operations, (SELECT count(*)::int FROM outbox) AS notices,
        (SELECT count(*)::int FROM alert_silences) AS silences`;
    return row;
  };

  test("deletes nothing for its age until it has been so for an hour", async () => {
    const user = await service.givenAdmin();
    const { id: userId } = user;
    const token = await service.tokenOf(user);
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    await service.call("POST /api/v1/topology/sites", { token, body: { name: uniqueName("site") }, headers });
    await putAlert(service.notifications.outbox, db, {
      target: "ntfy",
      title: "Alert",
      text: "core-sw1 is down",
    });
    await sql`UPDATE outbox SET state = 'sent', tried_at = now()`;
    await sql`
      INSERT INTO operations (id, kind, user_id, state, leased_until, ended_at)
      VALUES (gen_random_uuid(), 'device_import', ${userId}, 'done', now(), now())`;
    await sql`INSERT INTO alert_silences (reason, created_by, starts_at, ends_at) VALUES ('Works', 'somebody', now(), now())`;
    const before = await kept();
    expect(Object.values(before ?? {})).not.toContain(0);
    const clock = openDeletionClock({ db, log: pino({ level: "silent" }) });
    await runAll(clock);
    await setBack(sql, -24 * 365 * 6);
    await runAll(clock);
    expect(await kept()).toEqual(before);
    await runAll(await believedClock());
    expect(await kept()).toMatchObject({ sessions: 0, keys: 0, operations: 0, notices: 0, silences: 0 });
  });
});
