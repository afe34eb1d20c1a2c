import { expect, test } from "bun:test";
import { LineBuffer } from "../../../src/features/backups/line-buffer";
import { restore } from "../../../src/features/backups/restore/restore";
import { describeTables } from "../../../src/features/backups/schema-tables";
import { writeLines } from "../../../src/features/backups/table-lines";
import { givenInstance, refusalOf, restoreContext, storeBackup, takeBackup } from "../../support/backups";
import { createTestDatabase, type TestDatabase } from "../../support/database";

const MANY = 10_000;

test("tables with many rows have behind a restore the keys and indexes that they had", async () => {
  const database = await createTestDatabase();
  const instance = givenInstance();
  await database.sql`INSERT INTO users (username, password_hash, role) VALUES ('root', 'x', 'SuperAdmin')`;
  await database.sql`INSERT INTO sites (name) SELECT 'site ' || i FROM generate_series(1, ${MANY}::int) i`;
  await database.sql`INSERT INTO device_type_colors (device_type, color) SELECT 'type ' || i, '#000000' FROM generate_series(1, ${MANY}::int) i`;
  const stored = await storeBackup(instance, await takeBackup(database.db, instance));
  const before = await indexesOf(database);
  await restore(restoreContext(database.db, instance), { stored, passphrase: undefined });
  expect(await indexesOf(database)).toEqual(before);
  const [count] = await database.sql`SELECT count(*)::int AS sites FROM sites`;
  expect(count?.sites).toBe(MANY);
  await database.drop();
});

async function indexesOf({ sql }: TestDatabase): Promise<unknown[]> {
  const indexes = await sql`
    SELECT pg_get_indexdef(i.indexrelid) AS index, pg_get_constraintdef(k.oid) AS key, a.attname AS required
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = 'public'::regnamespace
    LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.conrelid = c.oid
    LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey) AND a.attnotnull ORDER BY 1, 2, 3`;
  return [...indexes];
}

test("keys and indexes on which something else depends stay as they are in a restore", async () => {
  const database = await createTestDatabase();
  const { sql } = database;
  const instance = givenInstance();
  await sql`INSERT INTO users (username, password_hash, role) VALUES ('root', 'x', 'SuperAdmin')`;
  await sql`INSERT INTO device_type_colors (device_type, color) SELECT 'type ' || i, '#000000' FROM generate_series(1, ${MANY}::int) i`;
  await sql`CREATE INDEX own_order ON device_type_colors (color, device_type)`;
  await sql`ALTER TABLE device_type_colors CLUSTER ON own_order`;
  await sql`CREATE UNIQUE INDEX own_identity ON device_type_colors (color, device_type)`;
  await sql`ALTER TABLE device_type_colors REPLICA IDENTITY USING INDEX own_identity`;
  await sql`CREATE SCHEMA reports`;
  // PostgreSQL lets it name the other columns because of the primary key, on which it then depends.
  await sql`CREATE VIEW reports.colors AS SELECT c.*, count(*) AS total FROM device_type_colors c GROUP BY c.device_type`;
  const stored = await storeBackup(instance, await takeBackup(database.db, instance));
  await restore(restoreContext(database.db, instance), { stored, passphrase: undefined });
  const marked = await sql`
    SELECT indexrelid::regclass::text AS index, indisclustered, indisreplident FROM pg_index
    WHERE indrelid = 'device_type_colors'::regclass AND (indisclustered OR indisreplident) ORDER BY 1`;
  expect([...marked]).toEqual([
    { index: "own_identity", indisclustered: false, indisreplident: true },
    { index: "own_order", indisclustered: true, indisreplident: false },
  ]);
  const [seen] = await sql`SELECT count(*)::int AS total FROM reports.colors`;
  expect(seen?.total).toBe(MANY);
  await database.drop();
});

test("a row that the table does not take is refused behind the last one, too", async () => {
  const database = await createTestDatabase();
  const table = (await describeTables(database.db, "public")).get("device_type_colors");
  if (table === undefined) throw new Error("there is no such table");
  const lines = [7, 8].map((name) => line(`type ${name}`));
  const last = line("type 7");
  const write = database.db.transaction(async (db) => {
    await writeLines({ db, memory: new LineBuffer() }, table, [...lines, last]);
  });
  expect(await refusalOf(write)).toMatchObject({ code: "23505" });
  await database.drop();
});

const line = (type: string) => JSON.stringify({ color: "#000000", device_type: type });
