import { expect, test } from "bun:test";
import pino from "pino";
import { connectDatabase, migrateDatabase, requireCurrentSchema } from "#platform/database";
import { createTestDatabase, type TestDatabase } from "../support/database";

async function appliedMigrations({ sql }: TestDatabase): Promise<number> {
  const [row] = await sql<
    { count: number }[]
  >`SELECT count(*)::int AS count FROM drizzle.__drizzle_migrations`;
  return row?.count ?? 0;
}

test("an older program refuses a newer schema, in a line that says what to do, and leaves it as it is", async () => {
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
