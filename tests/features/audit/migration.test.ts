import { expect, test } from "bun:test";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { migrateDatabase } from "#platform/database";
import { verifyAuditLog } from "../../../src/features/audit/verification";
import { createTestDatabase } from "../../support/database";

const MIGRATIONS = join(import.meta.dir, "../../../drizzle");
const Journal = z.looseObject({ entries: z.array(z.looseObject({ idx: z.int(), tag: z.string() })) });

/** The migrations before `tag`, in a folder of their own. */
function migrationsBefore(tag: string): string {
  const folder = mkdtempSync(join(tmpdir(), "netatlas-migrations-"));
  cpSync(MIGRATIONS, folder, { recursive: true });
  const path = join(folder, "meta/_journal.json");
  const journal = Journal.parse(JSON.parse(readFileSync(path, "utf8")));
  const first = journal.entries.findIndex((entry) => entry.tag === tag);
  for (const entry of journal.entries.slice(first)) rmSync(join(folder, `${entry.tag}.sql`));
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, first) }));
  return folder;
}

test("rows that were there before the chain get their places when the schema is brought up to date", async () => {
  const database = await createTestDatabase();
  const { sql, db } = database;
  await sql`DROP SCHEMA public CASCADE`;
  await sql`DROP SCHEMA drizzle CASCADE`;
  await sql`CREATE SCHEMA public`;
  const before = migrationsBefore("0003_audit_chain");
  await migrateDatabase(database, before);
  await sql`INSERT INTO audit_log (action, target) SELECT 'test.old', 'row:' || n FROM generate_series(1, 50) n`;
  await migrateDatabase(database);
  await sql`INSERT INTO audit_log (action) VALUES ('test.new')`;
  const nothing = { anchor: undefined, expected: undefined };
  expect(await verifyAuditLog({ db }, nothing)).toMatchObject({ ok: true, rows: 51, head: { position: 51 } });
  rmSync(before, { recursive: true });
  await database.drop();
});
