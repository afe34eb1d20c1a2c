import { createServer } from "node:net";
import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import pino from "pino";
import { asUnavailable, connectDatabase } from "#platform/database";
import { createTestDatabase } from "../support/database";

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

/** By how many connections statements were answered that were put at once and take 50 ms each. */
async function countConnections(start: { patienceSeconds: number; forMs: number }): Promise<number> {
  const owner = await createTestDatabase();
  const database = connectDatabase(owner.connection, { log: pino({ level: "silent" }), start });
  // A start of no time is over behind the next turn of the loop.
  await Bun.sleep(1);
  const ask = () => database.sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid FROM pg_sleep(0.05)`;
  const rows = await Promise.all(Array.from({ length: 10 }, ask));
  await database.close();
  await owner.drop();
  return new Set(rows.map(([row]) => row?.pid)).size;
}

test("while a service starts its statements wait for each other, and for more connections later", async () => {
  expect(await countConnections({ patienceSeconds: 3600, forMs: 3_600_000 })).toBe(1);
  expect(await countConnections({ patienceSeconds: 3600, forMs: 0 })).toBeGreaterThan(1);
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
