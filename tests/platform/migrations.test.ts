import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { connectDatabase } from "#platform/database";
import { migrateDatabase, requireCurrentSchema } from "#platform/migrations";
import { verifyAuditLog } from "../../src/features/audit/verification";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { waitFor } from "../support/wait-for";
import { emptyDatabase, firstMigrations, MIGRATIONS } from "../support/migrations";

/** The migrations that there were before the first release, of which `drizzle/0000_initial.sql` is the sum. */
const BEFORE_RELEASE = join(import.meta.dir, "fixtures/migrations-before-0.2.0");

/** Everything that makes a schema what it is, but for the order of columns. */
async function describeSchema({ sql }: TestDatabase): Promise<string[]> {
  const parts = await sql<{ part: string }[]>`
    WITH own AS (SELECT * FROM pg_class WHERE relnamespace = 'public'::regnamespace)
    SELECT format('column %s.%s %s %s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        a.attstorage, a.attidentity, pg_get_expr(d.adbin, d.adrelid)) AS part
      FROM own c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum WHERE c.relkind IN ('r', 'v')
    UNION ALL SELECT format('%s %s %s %s', c.relkind, c.relname, c.relpersistence, c.reloptions) FROM own c
    UNION ALL SELECT format('constraint %s %s %s', c.relname, k.conname, pg_get_constraintdef(k.oid))
      FROM pg_constraint k JOIN own c ON c.oid = k.conrelid
    UNION ALL SELECT format('index %s', pg_get_indexdef(i.indexrelid)) FROM pg_index i JOIN own c ON c.oid = i.indrelid
    UNION ALL SELECT format('trigger %s', pg_get_triggerdef(t.oid)) FROM pg_trigger t JOIN own c ON c.oid = t.tgrelid
      WHERE NOT t.tgisinternal
    UNION ALL SELECT format('view %s %s', c.relname, pg_get_viewdef(c.oid)) FROM own c WHERE c.relkind = 'v'
    UNION ALL SELECT format('function %s', pg_get_functiondef(p.oid)) FROM pg_proc p
      WHERE p.pronamespace = 'public'::regnamespace
    UNION ALL SELECT format('role %s %s %s', name, permissions, is_builtin) FROM roles
    ORDER BY part`;
  return parts.map(({ part }) => part);
}

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

test("the lock of a migration is kept while the database is backed up, however impatient the server is", async () => {
  const database = await createTestDatabase();
  await emptyDatabase(database);
  const first = firstMigrations(MIGRATIONS, 1);
  await migrateDatabase(database, { migrationsFolder: first });
  const name = database.connection.database;
  await database.sql.unsafe(`ALTER DATABASE ${name} SET idle_in_transaction_session_timeout = '100ms'`);
  const impatient = connectDatabase(database.connection, { log: pino({ level: "silent" }) });
  const lockHolders = () => database.sql`
    SELECT state_change < clock_timestamp() - interval '300 ms' AS is_silent
    FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  let held: readonly unknown[] | undefined;
  const seen = new Error("it was seen");
  // A machine that is busy may keep it from saying that it needs patience before the server has lost it.
  await waitFor("a migration to come to its backup", async () => {
    await migrateDatabase(impatient, {
      async before() {
        await waitFor("the holder of the lock to be silent for longer than it may, or gone", async () => {
          held = await lockHolders();
          return held.every((holder) => Object(holder).is_silent);
        });
        throw seen;
      },
    }).catch(() => undefined);
    return held !== undefined;
  });
  expect(held).toHaveLength(1);
  await impatient.close();
  rmSync(first, { recursive: true });
  await database.drop();
});

test("replicas that start together on an empty database migrate it once", async () => {
  const database = await createTestDatabase();
  const known = await appliedMigrations(database);
  await emptyDatabase(database);
  const log = pino({ level: "silent" });
  const replicas = [1, 2, 3].map(() => connectDatabase(database.connection, { log, maxConnections: 3 }));
  await Promise.all(replicas.map((replica) => migrateDatabase(replica)));
  await Promise.all(replicas.map((replica) => replica.close()));
  expect(await appliedMigrations(database)).toBe(known);
  await requireCurrentSchema(database);
  await database.drop();
});

test("a database of the last version before the first release is taken over as it is, and its rows stay", async () => {
  const database = await createTestDatabase();
  await emptyDatabase(database);
  await migrateDatabase(database, { migrationsFolder: BEFORE_RELEASE });
  await database.sql`INSERT INTO audit_log (action, target) SELECT 'test.old', 'row:' || n FROM generate_series(1, 50) n`;
  const schemaBefore = await describeSchema(database);
  const initialOnly = firstMigrations(MIGRATIONS, 1);
  await migrateDatabase(database, { migrationsFolder: initialOnly });
  expect(await appliedMigrations(database)).toBe(1);
  expect(await describeSchema(database)).toEqual(schemaBefore);

  await migrateDatabase(database);
  await requireCurrentSchema(database);
  const asNew = await createTestDatabase();
  expect(await describeSchema(database)).toEqual(await describeSchema(asNew));
  const nothing = { anchor: undefined, expected: undefined };
  expect(await verifyAuditLog({ db: database.db }, nothing)).toMatchObject({ ok: true, rows: 50 });
  rmSync(initialOnly, { recursive: true });
  await Promise.all([database.drop(), asNew.drop()]);
});

test("a database of an older development version is refused, in a line that says what to do, and left as it is", async () => {
  const database = await createTestDatabase();
  await emptyDatabase(database);
  const ofThen = firstMigrations(BEFORE_RELEASE, 14);
  await migrateDatabase(database, { migrationsFolder: ofThen });
  expect(await migrateDatabase(database).then(() => "not refused", String)).toContain(
    "Start the last version before 0.2.0 on it once",
  );
  expect(await appliedMigrations(database)).toBe(14);
  rmSync(ofThen, { recursive: true });
  await database.drop();
});
