import { afterAll, afterEach, expect, test } from "bun:test";
import { failureOf, hold, pidOf, settled, startDriverPools } from "../../support/driver-pools";
import { patient } from "../../support/patience";
import { waitFor } from "../../support/wait-for";

/** What our patch of the driver (patches/README.md) makes of a pool's connections. */
const pools = await startDriverPools();
const { database, proxy } = pools;
afterEach(() => pools.reset());
afterAll(() => pools.remove());

/** Seconds: nothing waits that long. */
const NEVER = 3600;
const SHORT = 0.3;
/** In which a first connection is opened for sure, where nothing keeps it. */
const ENOUGH = patient(500) / 1000;

/** Whether somebody's statement that sleeps for a minute is running. */
async function isAsleep(): Promise<boolean> {
  const found = await database.sql`
    SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(60)%' AND state = 'active'`;
  return found.length > 0;
}

test("statements that come together are answered by the connection that there is, if that takes no longer than they wait", async () => {
  const { sql } = pools.poolOf({ growth_patience: NEVER });
  const pids = await Promise.all(Array.from({ length: 40 }, () => pidOf(sql)));
  expect(new Set(pids).size).toBe(1);
  expect(pids[0]).toBeNumber();
});

test("a statement that has waited for long gets a connection of its own, whatever holds the others", async () => {
  const pool = pools.poolOf({ max: 3 });
  const first = await hold(pool);
  const second = await hold(pool);
  expect(await pidOf(pool.sql)).toBeNumber();
  await Promise.all([first.end(), second.end()]);
});

test("while one more is being opened no other is, until a queue has lasted so much longer", async () => {
  const pool = pools.poolOf({ growth_patience: 0.02 });
  const held = await hold(pool);
  proxy.setSilent(true);
  const begunMs = performance.now();
  const waiting = Array.from({ length: 8 }, () => pidOf(pool.sql));
  await waitFor("four to be opened", () => proxy.unheard() >= 4);
  // 20 ms for each that was open or being opened then.
  expect(performance.now() - begunMs).toBeGreaterThanOrEqual(20 + 40 + 60 + 80);
  await held.end();
  expect(await Promise.all(waiting)).toHaveLength(8);
});

test("a connection that becomes free takes what waits, and the one that was being opened stays for the next", async () => {
  const pool = pools.poolOf({ max: 2 });
  const held = await hold(pool);
  proxy.setSilent(true);
  const waiting = pidOf(pool.sql);
  const isAnswered = settled(waiting);
  await held.speak();
  expect(isAnswered()).toBe(false);
  await held.end();
  expect(await waiting).toBeNumber();
});

test("an attempt to open that times out harms no statement while another connection speaks", async () => {
  const pool = pools.poolOf({ max: 2, growth_timeout: SHORT });
  const held = await hold(pool);
  proxy.setSilent(true);
  const waiting = pidOf(pool.sql);
  const isAnswered = settled(waiting);
  await waitFor("two attempts to fail", async () => (await held.speak(), pool.closed() >= 2));
  expect(isAnswered()).toBe(false);
  await held.end();
  expect(await waiting).toBeNumber();
});

test("a statement fails where no connection has said a word for as long as the server had to open one more", async () => {
  const pool = pools.poolOf({ max: 2, growth_timeout: SHORT });
  const held = await hold(pool);
  proxy.setSilent(true);
  expect(await failureOf(pidOf(pool.sql))).toBe("CONNECT_TIMEOUT");
  await held.end();
});

test("an attempt to open that is broken off harms no statement, and another one is made", async () => {
  const pool = pools.poolOf({ max: 2 });
  const held = await hold(pool);
  proxy.setDown(true);
  const waiting = pidOf(pool.sql);
  await waitFor("an attempt to fail", () => pool.closed() > 0);
  proxy.setDown(false);
  expect(await waiting).toBeNumber();
  await held.end();
});

test("a server that has no room for one more connection (53300) harms no statement that others can answer", async () => {
  const pool = pools.poolOf({ max: 3 });
  const held = await hold(pool);
  const name = database.sql(database.connection.database);
  const mine = await database.sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()`;
  await database.sql`ALTER DATABASE ${name} CONNECTION LIMIT ${database.sql.unsafe(String(mine.length))}`;
  const waiting = pidOf(pool.sql);
  const isAnswered = settled(waiting);
  await waitFor("attempts to be refused", () => pool.closed() >= 2);
  expect(isAnswered()).toBe(false);
  await database.sql`ALTER DATABASE ${name} CONNECTION LIMIT -1`;
  expect(await waiting).toBeNumber();
  await held.end();
});

test("a first connection that the server refuses fails what waits for it, with the server's own error", async () => {
  const { sql } = pools.poolOf({ connection: { options: "-c no_such_parameter=1" } });
  expect(await Promise.all([failureOf(pidOf(sql)), failureOf(pidOf(sql))])).toEqual(["42704", "42704"]);
});

test("where nothing is open, and nobody listens, all that waits fails at once, and what comes later is tried again", async () => {
  const pool = pools.poolOf();
  proxy.setDown(true);
  const failures = await Promise.all(Array.from({ length: 30 }, () => failureOf(pidOf(pool.sql))));
  expect(new Set(failures).size).toBe(1);
  expect(failures[0]).toBeOneOf(["ECONNRESET", "CONNECTION_CLOSED"]);
  proxy.setDown(false);
  expect(await pidOf(pool.sql)).toBeNumber();
});

test("where nothing is open a server that hangs fails what waits in the time of a first connection", async () => {
  const { sql } = pools.poolOf({ connect_timeout: SHORT, growth_timeout: NEVER });
  proxy.setSilent(true);
  const failures = await Promise.all(Array.from({ length: 5 }, () => failureOf(pidOf(sql))));
  expect(new Set(failures)).toEqual(new Set(["CONNECT_TIMEOUT"]));
});

test("an attempt has no longer than a first one once the other connections are lost", async () => {
  const pool = pools.poolOf({ max: 2, connect_timeout: ENOUGH, growth_timeout: NEVER });
  const held = await hold(pool);
  proxy.setSilent(true);
  const waiting = failureOf(pidOf(pool.sql));
  const lost = failureOf(held.end());
  proxy.cut();
  expect(await waiting).toBe("CONNECT_TIMEOUT");
  await lost;
});

test("what waits when the connection in use is lost is answered by a new one, and only what ran on it fails", async () => {
  const pool = pools.poolOf({ max: 1 });
  const running = failureOf(pool.sql`SELECT pg_sleep(60), ${1}::int`.execute());
  await waitFor("it to run", isAsleep);
  const waiting = Promise.all([
    pool.sql.begin(async (tx) => pidOf(tx)),
    pool.sql.begin(async (tx) => pidOf(tx)),
  ]);
  await database.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(60)%'`;
  expect(await running).toBe("CONNECTION_CLOSED");
  expect(await waiting).toEqual([expect.any(Number), expect.any(Number)]);
});

test("a server that is so slow that a first connection would time out is given the time to open one more", async () => {
  const pool = pools.poolOf({ max: 2, connect_timeout: ENOUGH });
  const held = await hold(pool);
  // It answers four times until somebody has signed in.
  proxy.setDelay(ENOUGH * 250);
  expect(await pidOf(pool.sql)).toBeNumber();
  expect(pool.closed()).toBe(0);
  proxy.setDelay(0);
  await held.end();
});

test("a transaction, a reserved connection and a COPY wait for one that is free as a statement does", async () => {
  const pool = pools.poolOf({ max: 1 });
  await database.sql`CREATE TABLE IF NOT EXISTS copied (id int)`;
  const held = await hold(pool);
  const reserved = pool.sql.reserve();
  const inTransaction = pool.sql.begin(async (tx) => pidOf(tx));
  const copy = pool.sql`COPY copied FROM STDIN`.writable();
  await held.end();
  const own = await reserved;
  const pid = await pidOf(own);
  own.release();
  expect(await inTransaction).toBe(pid);
  const stream = await copy;
  const isWritten = Promise.withResolvers<void>();
  stream.on("finish", isWritten.resolve).on("error", isWritten.reject);
  stream.end("1\n2\n");
  await isWritten.promise;
  expect([...(await pool.sql`SELECT count(*)::int AS n FROM copied`)]).toEqual([{ n: 2 }]);
});

test("a reserved connection that was lost refuses what it is given, and what is released of it is nobody else's", async () => {
  const pool = pools.poolOf({ max: 1 });
  const own = await pool.sql.reserve();
  const running = failureOf(own`SELECT pg_sleep(60)`.execute());
  const behind = failureOf(own`SELECT 1`.execute());
  proxy.cut();
  expect(await Promise.all([running, behind])).toEqual([expect.any(String), expect.any(String)]);
  const held = await hold(pool);
  expect(await failureOf(pidOf(own))).toBe("CONNECTION_CLOSED");
  own.release();
  const waiting = pidOf(pool.sql);
  await held.end();
  expect(await waiting).toBeNumber();
});

test("a statement that is cancelled while it waits is not carried out, and nothing stays in its place", async () => {
  const pool = pools.poolOf({ max: 1 });
  await database.sql`CREATE TABLE IF NOT EXISTS cancelled (id int)`;
  const held = await hold(pool);
  const insert = pool.sql`INSERT INTO cancelled VALUES (1)`.execute();
  const failure = failureOf(insert);
  const next = pidOf(pool.sql);
  insert.cancel();
  expect(await failure).toBe("57014");
  await held.end();
  expect(await next).toBeNumber();
  expect([...(await database.sql`SELECT * FROM cancelled`)]).toEqual([]);
});

test("the end of a pool answers what waits first, and takes nothing more", async () => {
  const pool = pools.poolOf({ max: 1 });
  const held = await hold(pool);
  const waiting = [pidOf(pool.sql), pool.sql.begin(async (tx) => pidOf(tx)), pidOf(pool.sql)];
  // They are in the queue by then.
  await held.speak();
  const ended = pool.sql.end();
  expect(await failureOf(pidOf(pool.sql))).toBe("CONNECTION_ENDED");
  expect(await failureOf(pool.sql.reserve())).toBe("CONNECTION_ENDED");
  await held.end();
  expect(await Promise.all(waiting)).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
  await ended;
});

test("the end of a pool breaks off an attempt that nobody waits for any more", async () => {
  const pool = pools.poolOf({ max: 2, growth_timeout: NEVER });
  const held = await hold(pool);
  proxy.setSilent(true);
  const waiting = pidOf(pool.sql);
  await waitFor("an attempt", () => proxy.unheard() > 0);
  await held.end();
  expect(await waiting).toBeNumber();
  await pool.sql.end();
  await waitFor("it to be broken off", () => proxy.unheard() === 0);
});

test("the end of a pool waits for no connection that is lost meanwhile", async () => {
  const pool = pools.poolOf({ max: 1 });
  const running = failureOf(pool.sql`SELECT pg_sleep(60)`.execute());
  const held = failureOf(hold(pool));
  await waitFor("it to run", isAsleep);
  const ended = pool.sql.end();
  proxy.setDown(true);
  proxy.cut();
  expect([await running, await held]).not.toContain("none");
  await ended;
});

test("the end of a pool that is told how long fails what waits by then, also for a first connection", async () => {
  const { sql } = pools.poolOf({ connect_timeout: NEVER });
  proxy.setSilent(true);
  const waiting = failureOf(pidOf(sql));
  await waitFor("an attempt", () => proxy.unheard() > 0);
  await sql.end({ timeout: 0.05 });
  expect(await waiting).toBe("CONNECTION_DESTROYED");
  await waitFor("it to be broken off", () => proxy.unheard() === 0);
});

test("a connection that is opened for whoever waits knows array types, and is of the server that was asked for", async () => {
  const { sql } = pools.poolOf({ fetch_types: true, target_session_attrs: "primary" });
  expect([...(await sql`SELECT '{a,b}'::name[] AS names`)]).toEqual([{ names: ["a", "b"] }]);
  const standby = pools.poolOf({ target_session_attrs: "standby" });
  expect(await failureOf(pidOf(standby.sql))).toBe("CONNECTION_DESTROYED");
});

test("of several servers the next one is asked where the first is not there", async () => {
  const pool = pools.poolOf({ withDeadHost: true });
  expect(await Promise.all([pidOf(pool.sql), pidOf(pool.sql)])).toEqual([
    expect.any(Number),
    expect.any(Number),
  ]);
});

test("connections that are hardly used are closed, as many as two stay", async () => {
  const pool = pools.poolOf({ idle_timeout: 1 });
  const held = await Promise.all(Array.from({ length: 6 }, () => hold(pool)));
  expect(await pools.count()).toBe(6);
  await Promise.all(held.map((one) => one.end()));
  // All that there are, and twice a second: none of them is ever idle for a second.
  let usedAt = 0;
  await waitFor("two to be left", async () => {
    if (performance.now() - usedAt > 500) {
      usedAt = performance.now();
      await Promise.all(Array.from({ length: 6 }, () => pidOf(pool.sql)));
    }
    return pool.closed() === 4 && (await pools.count()) === 2;
  });
  expect(pool.closed()).toBe(4);
});
