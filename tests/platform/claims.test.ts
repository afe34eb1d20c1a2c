import { afterAll, expect, test } from "bun:test";
import { ClaimQueue } from "#platform/claims";
import { connectDatabase } from "#platform/database";
import pino from "pino";
import { createTestDatabase } from "../support/database";
import { waitFor } from "../support/wait-for";

const database = await createTestDatabase();
const { sql } = database;
const other = connectDatabase(database.connection, { log: pino({ level: "silent" }), maxConnections: 4 });
afterAll(async () => {
  await other.close();
  await database.drop();
});

let count = 0;

/** A table of rows that are due so many seconds from now. */
async function givenRows(...dueInSeconds: number[]) {
  count += 1;
  const table = `claimed_${count}`;
  await sql`CREATE TABLE ${sql(table)} (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, due_at timestamptz NOT NULL,
    leased_until timestamptz, claim_token bigint NOT NULL DEFAULT 0, is_active boolean NOT NULL DEFAULT true)`;
  for (const seconds of dueInSeconds)
    await sql`INSERT INTO ${sql(table)} (due_at) VALUES (now() + make_interval(secs => ${seconds}))`;
  return table;
}

const idsOf = (claims: readonly { id: number }[]) => claims.map(({ id }) => id).sort((a, b) => a - b);

test("what is due is claimed first come, and what is not due yet only ahead of time", async () => {
  const queue = new ClaimQueue({ sql, table: await givenRows(-1, 60, 0.9, -5) });
  expect(idsOf(await queue.claim({ limit: 10 }))).toEqual([1, 4]);
  const [ahead, ...others] = await queue.claim({ limit: 10, aheadMs: 2000 });
  expect(others).toEqual([]);
  expect(ahead?.id).toBe(3);
  expect(ahead?.dueInMs).toBeWithin(1, 901);
});

test("of more than the limit the longest due are claimed", async () => {
  const queue = new ClaimQueue({ sql, table: await givenRows(-1, -9, -3) });
  expect(idsOf(await queue.claim({ limit: 1 }))).toEqual([2]);
  expect(await queue.claim({ limit: 0 })).toEqual([]);
});

test("until the first row falls due is known, whoever has claimed it, and without rows it is for ever", async () => {
  const queue = new ClaimQueue({ sql, table: await givenRows(90, 60), leaseSeconds: 30 });
  expect(await queue.untilDueMs()).toBeWithin(55_000, 60_001);
  const [overdue, none] = [await givenRows(-1, 60), await givenRows()];
  const busy = new ClaimQueue({ sql, table: overdue });
  await busy.claim({ limit: 1 });
  expect(await busy.untilDueMs()).toBeLessThan(0);
  expect(await new ClaimQueue({ sql, table: none }).untilDueMs()).toBe(Infinity);
  expect(await new ClaimQueue({ sql, table: overdue, active: sql`NOT is_active` }).untilDueMs()).toBe(
    Infinity,
  );
});

test("many who claim at the same moment share the rows and none gets one twice", async () => {
  const table = await givenRows(...Array.from({ length: 200 }, () => -1));
  const queues = [sql, other.sql].map((on) => new ClaimQueue({ sql: on, table }));
  const rounds = Array.from({ length: 12 }).flatMap(() => queues.map((queue) => queue.claim({ limit: 10 })));
  const rest = (await Promise.all(rounds)).flat();
  const all = [...rest, ...(await new ClaimQueue({ sql, table }).claim({ limit: 500 }))];
  expect(idsOf(all)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
});

test("a row whose process has gone is taken over when its lease ends, under a higher token", async () => {
  const table = await givenRows(-1);
  const queue = new ClaimQueue({ sql, table, leaseSeconds: 0.4 });
  const [first] = await queue.claim({ limit: 1 });
  expect(await queue.claim({ limit: 1 })).toEqual([]);
  const [second] = await waitFor("the end of the lease", async () => {
    const claims = await queue.claim({ limit: 1 });
    return claims.length > 0 && claims;
  });
  expect(second?.token).toBeGreaterThan(first?.token ?? Number.NaN);
  expect(await queue.renew([first ?? { id: 0, token: 0 }])).toEqual([]);
});

test("a renewed lease goes on, and one that was given back is free at once", async () => {
  const table = await givenRows(-1, -1);
  const queue = new ClaimQueue({ sql, table, leaseSeconds: 0.5 });
  const claims = await queue.claim({ limit: 2 });
  const end = performance.now() + 900;
  while (performance.now() < end) {
    expect(idsOf(await queue.renew(claims))).toEqual([1, 2]);
    expect(await queue.claim({ limit: 2 })).toEqual([]);
    await Bun.sleep(50);
  }
  await queue.release(claims.slice(0, 1));
  expect(idsOf(await queue.claim({ limit: 2 }))).toEqual([claims[0]?.id ?? 0]);
});

test("whoever lost a row to another neither renews nor gives back the other's claim", async () => {
  const table = await givenRows(-1);
  const queue = new ClaimQueue({ sql, table });
  const stale = await queue.claim({ limit: 1 });
  await sql`UPDATE ${sql(table)} SET leased_until = now() - interval '1 second'`;
  const [held] = await queue.claim({ limit: 1 });
  await queue.release(stale);
  expect(await queue.renew(stale)).toEqual([]);
  expect(await queue.renew(held === undefined ? [] : [held])).toHaveLength(1);
});

test("a lease from before the database's clock was set back holds nobody up", async () => {
  const table = await givenRows(-1);
  const queue = new ClaimQueue({ sql, table });
  await queue.claim({ limit: 1 });
  await sql`UPDATE ${sql(table)} SET leased_until = leased_until + interval '1 hour'`;
  expect(await queue.claim({ limit: 1 })).toHaveLength(1);
});

test("a queue that nobody claims from is told, one whose rows are held or idle is not", async () => {
  const table = await givenRows(-100, -10);
  const active = sql`is_active`;
  const queue = new ClaimQueue({ sql, table, active, stallSeconds: 60 });
  expect(await queue.check()).toEqual({ ok: false, message: "nobody has claimed what is due since 100 s" });
  await sql`UPDATE ${sql(table)} SET is_active = false WHERE id = 1`;
  expect(await queue.check()).toMatchObject({ ok: true });
  await sql`UPDATE ${sql(table)} SET is_active = true`;
  await queue.claim({ limit: 1 });
  expect(await queue.check()).toMatchObject({ ok: true });
});
