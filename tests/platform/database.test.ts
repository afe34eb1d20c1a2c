import { createServer } from "node:net";
import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import pino from "pino";
import { asUnavailable, connectDatabase, type Database } from "#platform/database";
import { createTestDatabase } from "../support/database";
import { waitFor } from "../support/wait-for";

const TEN_SECONDS = 10;

test("two transactions that wait for each other both come to their end", async () => {
  const database = await createTestDatabase();
  await database.sql`CREATE TABLE counters (id int PRIMARY KEY, value int NOT NULL)`;
  await database.sql`INSERT INTO counters VALUES (1, 0), (2, 0)`;
  const bothHoldOne = Promise.withResolvers<void>();
  let tries = 0;
  let holders = 0;
  const addToBoth = (ids: readonly [number, number]) =>
    database.db.transaction(async (db) => {
      tries += 1;
      await db.execute(sql`UPDATE counters SET value = value + 1 WHERE id = ${ids[0]}`);
      holders += 1;
      if (holders === 2) bothHoldOne.resolve();
      await bothHoldOne.promise;
      await db.execute(sql`UPDATE counters SET value = value + 1 WHERE id = ${ids[1]}`);
    });
  await Promise.all([addToBoth([1, 2]), addToBoth([2, 1])]);
  // The one that was ended tries again, and may meet the other once more.
  expect(tries).toBeGreaterThanOrEqual(3);
  const values = await database.sql<{ value: number }[]>`SELECT value FROM counters`;
  expect(values.map(({ value }) => value)).toEqual([2, 2]);
  await database.drop();
});

test.each([
  ["fails", "io_error"],
  ["is full", "disk_full"],
])("a database whose disk %s is one that is not available", async (_, condition) => {
  const database = await createTestDatabase();
  const failure = await database.db
    .execute(sql.raw(`DO $$ BEGIN RAISE 'could not extend file' USING ERRCODE = '${condition}'; END $$`))
    .catch((error: unknown) => error);
  expect(asUnavailable(failure)).toMatchObject({ status: 503 });
  await database.drop();
});

test("a statement that somebody gives to a transaction behind its end is refused, and nothing of it is done", async () => {
  const database = await createTestDatabase();
  await database.sql`CREATE TABLE counters (id int PRIMARY KEY)`;
  const isOver = Promise.withResolvers<void>();
  const outcomes: Promise<unknown>[] = [];
  const failed = database.sql.begin(async (tx) => {
    const later = async () => {
      await isOver.promise;
      await tx`INSERT INTO counters VALUES (1)`;
    };
    outcomes.push(later().catch((error: unknown) => error));
    throw new Error("on purpose");
  });
  expect(await failed.catch(String)).toContain("on purpose");
  isOver.resolve();
  expect(await outcomes[0]).toMatchObject({ code: "TRANSACTION_OVER" });
  expect([...(await database.sql`SELECT * FROM counters`)]).toEqual([]);
  await database.drop();
});

test("a statement does not wait for the end of transactions, however many there are: another connection is opened", async () => {
  const database = await createTestDatabase();
  const pool = connectDatabase(database.connection, { log: pino({ level: "silent" }) });
  const isAnswered = Promise.withResolvers<void>();
  const hold = async () =>
    pool.sql.begin(async (tx) => {
      await tx`SELECT 1`;
      await isAnswered.promise;
    });
  const held = Array.from({ length: 7 }, hold);
  const [row] = await pool.sql<{ answer: number }[]>`SELECT 2 AS answer`;
  isAnswered.resolve();
  await Promise.all(held);
  expect(row?.answer).toBe(2);
  await pool.close();
  await database.drop();
});

test("a statement that waits for a connection when the database is closed is answered still", async () => {
  const database = await createTestDatabase();
  const closing = connectDatabase(database.connection, { log: pino({ level: "silent" }), maxConnections: 2 });
  const isAnswered = Promise.withResolvers<void>();
  const held = closing.sql.begin(async (tx) => {
    await tx`SELECT 1`;
    await isAnswered.promise;
  });
  const answer = closing.sql<{ answer: number }[]>`SELECT 2 AS answer`.execute();
  const closed = closing.close(TEN_SECONDS);
  expect((await answer)[0]?.answer).toBe(2);
  isAnswered.resolve();
  await Promise.all([held, closed]);
  await database.drop();
});

test("a server that closes each connection before anybody has signed in is one that is not available", async () => {
  const server = createServer((client) => {
    client.on("error", () => client.destroy());
    client.once("data", () => client.end());
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  const url = `postgres://nobody:nothing@127.0.0.1:${address.port}/none`;
  const database = connectDatabase({ url }, { log: pino({ level: "silent" }), maxConnections: 1 });
  const failure = await database.sql`SELECT 1`.catch((error: unknown) => error);
  expect(asUnavailable(failure)).toMatchObject({ status: 503 });
  await database.close();
  server.close();
});

/** The servers' processes that have answered statements which began at the same moment. */
async function answerers({ sql: pool }: Pick<Database, "sql">, count: number): Promise<number> {
  const rows = await Promise.all(
    Array.from({ length: count }, () => pool<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`),
  );
  return new Set(rows.flat().map(({ pid }) => pid)).size;
}

test("statements that come while a connection works wait for it rather than that each opens one of its own", async () => {
  const database = await createTestDatabase();
  // On a machine that does other things as well one of them may wait in vain.
  await waitFor("statements that share a connection", async () => {
    const pool = connectDatabase(database.connection, { log: pino({ level: "silent" }) });
    await pool.sql`SELECT 1`;
    const count = await answerers(pool, 3);
    await pool.close();
    return count === 1;
  });
  await database.drop();
});
