import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import pino from "pino";
import { connectDatabase, migrateDatabase, requireCurrentSchema } from "#platform/database";
import { createTestDatabase, type TestDatabase } from "../support/database";

async function appliedMigrations({ sql }: TestDatabase): Promise<number> {
  const [row] = await sql<
    { count: number }[]
  >`SELECT count(*)::int AS count FROM drizzle.__drizzle_migrations`;
  return row?.count ?? 0;
}

test("fault 27: an older program refuses a newer schema, in a line that says what to do, and leaves it as it is", async () => {
  const database = await createTestDatabase();
  const known = await appliedMigrations(database);
  await database.sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('of the future', 9e12)`;
  const refusals = await Promise.all(
    [migrateDatabase(database), requireCurrentSchema(database)].map((attempt) =>
      attempt.then(() => "not refused", String),
    ),
  );
  expect(refusals[0]).toContain(
    `newer than this program: it has ${known + 1} migrations, this version knows ${known}`,
  );
  expect(refusals[1]).toContain("belongs to another version");
  expect(await appliedMigrations(database)).toBe(known + 1);
  await database.drop();
});

test("replicas that start together on an empty database migrate it once", async () => {
  const database = await createTestDatabase();
  const known = await appliedMigrations(database);
  await database.sql.unsafe("DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public");
  const log = pino({ level: "silent" });
  const replicas = [1, 2, 3].map(() => connectDatabase(database.connection, { log, maxConnections: 3 }));
  await Promise.all(replicas.map((replica) => migrateDatabase(replica)));
  await Promise.all(replicas.map((replica) => replica.close()));
  expect(await appliedMigrations(database)).toBe(known);
  await requireCurrentSchema(database);
  await database.drop();
});

test("two transactions that wait for each other both come to their end", async () => {
  const database = await createTestDatabase();
  await database.sql`CREATE TABLE counters (id int PRIMARY KEY, value int NOT NULL)`;
  await database.sql`INSERT INTO counters VALUES (1, 0), (2, 0)`;
  const bothHoldOne = Promise.withResolvers<void>();
  let tries = 0;
  const addToBoth = (ids: readonly [number, number]) =>
    database.db.transaction(async (db) => {
      tries += 1;
      await db.execute(sql`UPDATE counters SET value = value + 1 WHERE id = ${ids[0]}`);
      if (tries === 2) bothHoldOne.resolve();
      await bothHoldOne.promise;
      await db.execute(sql`UPDATE counters SET value = value + 1 WHERE id = ${ids[1]}`);
    });
  await Promise.all([addToBoth([1, 2]), addToBoth([2, 1])]);
  expect(tries).toBe(3);
  const values = await database.sql<{ value: number }[]>`SELECT value FROM counters`;
  expect(values.map(({ value }) => value)).toEqual([2, 2]);
  await database.drop();
});
