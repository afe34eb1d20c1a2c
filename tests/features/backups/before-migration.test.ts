import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "bun:test";
import pino from "pino";
import { backUpBeforeMigration } from "#features/backups";
import { migrateDatabase, MigrationRefused, readMigrations } from "#platform/migrations";
import { tryRestore } from "../../../src/features/backups/restore/restore";
import { givenInstance, refusalOf, restoreContext } from "../../support/backups";
import { createTestDatabase } from "../../support/database";
import { emptyDatabase, firstMigrations, MIGRATIONS } from "../../support/migrations";

const BEFORE = readMigrations().length - 1;
const log = pino({ level: "silent" });

/** A database of the schema before this one, with a user in it. */
async function givenOlderDatabase() {
  const database = await createTestDatabase();
  await emptyDatabase(database);
  const migrationsFolder = firstMigrations(MIGRATIONS, BEFORE);
  await migrateDatabase(database, { migrationsFolder });
  rmSync(migrationsFolder, { recursive: true });
  await database.sql`INSERT INTO users (username, password_hash, role) VALUES ('alice', 'x', 'SuperAdmin')`;
  return database;
}

function givenContext(database: Awaited<ReturnType<typeof givenOlderDatabase>>, folder?: string) {
  const instance = givenInstance({ version: "0.9.0" });
  const kept = folder ?? join(instance.temporaryFolder, "backups");
  return { db: database.db, instance, folder: kept, wanted: "required" as const, log };
}

async function countMigrations({ sql }: Awaited<ReturnType<typeof givenOlderDatabase>>): Promise<number> {
  const [row] = await sql<
    { count: number }[]
  >`SELECT count(*)::int AS count FROM drizzle.__drizzle_migrations`;
  return row?.count ?? 0;
}

test("a database of an older version is backed up before it is migrated, and the backup can be restored", async () => {
  const database = await givenOlderDatabase();
  const ctx = givenContext(database);
  await migrateDatabase(database, { before: (found) => backUpBeforeMigration(ctx, found) });
  const [name = "", ...others] = readdirSync(ctx.folder);
  expect(others).toEqual([]);
  expect(name).toMatch(/^netatlas-backup-\d{8}-\d{6}-before-0\.9\.0\.tar\.zst$/);
  const path = join(ctx.folder, name);
  const stored = { path, start: 0, end: Bun.file(path).size };
  const report = await tryRestore(restoreContext(database.db, ctx.instance), {
    stored,
    passphrase: undefined,
  });
  expect(report).toMatchObject({ migrations: 1, users: 1, parts: ["check_history", "bindings"] });
  expect(readdirSync(ctx.instance.temporaryFolder)).toEqual(["backups"]);
  await database.drop();
});

test("a new database, and one that is of this version, are not backed up", async () => {
  const database = await createTestDatabase();
  const seen: unknown[] = [];
  const before = async (found: unknown) => void seen.push(found);
  await migrateDatabase(database, { before });
  await emptyDatabase(database);
  await migrateDatabase(database, { before });
  expect(seen).toEqual([]);
  await database.drop();
});

test("where no backup can be written nothing is migrated, and the line says why and what to do", async () => {
  const database = await givenOlderDatabase();
  const ctx = givenContext(database, "/dev/null/backups");
  const refused = await refusalOf(
    migrateDatabase(database, { before: (found) => backUpBeforeMigration(ctx, found) }),
  );
  expect(refused).toBeInstanceOf(MigrationRefused);
  expect(String(refused)).toMatch(/nothing was changed: .*\/dev\/null.*MIGRATION_BACKUP=attempted/);
  expect(await countMigrations(database)).toBe(BEFORE);

  const attempted = { ...ctx, wanted: "attempted" as const };
  await migrateDatabase(database, { before: (found) => backUpBeforeMigration(attempted, found) });
  expect(await countMigrations(database)).toBe(BEFORE + 1);
  await database.drop();
});

test("the newest backup of each of three versions is kept, apart from those of the schedule", async () => {
  const database = await givenOlderDatabase();
  const ctx = givenContext(database);
  mkdirSync(ctx.folder);
  const scheduled = "netatlas-backup-20200101-000000.tar.zst";
  const older = [
    "20240101-before-0.6.0",
    "20250101-before-0.7.0",
    "20250201-before-0.7.0",
    "20250301-before-0.8.0",
  ].map((name) => `netatlas-backup-${name.replace("-", "-000000-")}.tar.zst`);
  for (const name of [scheduled, ...older]) await Bun.write(join(ctx.folder, name), "x");
  const schema = readMigrations()[BEFORE - 1]?.madeAt ?? 0;
  await backUpBeforeMigration(ctx, { schema });
  const left = readdirSync(ctx.folder).sort();
  expect(left.slice(0, 3)).toEqual([scheduled, older[2] ?? "", older[3] ?? ""]);
  expect(left).toHaveLength(4);
  await database.drop();
});
