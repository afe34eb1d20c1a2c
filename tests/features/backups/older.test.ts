import { createHash } from "node:crypto";
import { expect, test } from "bun:test";
import { verifyAuditLog } from "#features/audit";
import type { Db } from "#platform/database";
import { readMigrations } from "#platform/migrations";
import { compressFrame } from "../../../src/features/backups/format/compression";
import { tableFileName, type Manifest } from "../../../src/features/backups/format/manifest";
import { createSigner, instanceOf } from "../../../src/features/backups/format/signature";
import { TAR_END, tarFile } from "../../../src/features/backups/format/tar";
import { restore } from "../../../src/features/backups/restore/restore";
import { createSideSchema } from "../../../src/features/backups/restore/side-schema";
import { describeTables } from "../../../src/features/backups/schema-tables";
import { readLines } from "../../../src/features/backups/table-lines";
import { savedTables } from "../../../src/features/backups/table-parts";
import { givenInstance, refusalOf, restoreContext, storeBackup } from "../../support/backups";
import { createTestDatabase, type TestDatabase } from "../../support/database";
import { SECRET_KEY } from "../../support/app";

const NONE = { passphrase: undefined };

/** What a program with the first migration only would have written, of a few rows. */
async function takeOldBackup({ db }: TestDatabase): Promise<Buffer> {
  const [first] = readMigrations();
  if (first === undefined) throw new Error("there are no migrations");
  const taken = Promise.withResolvers<Buffer>();
  await db
    .transaction(async (tx) => {
      const side = await createSideSchema(tx, [first]);
      await tx.execute(`SET LOCAL search_path = "${side.name}"`);
      await tx.execute(
        "INSERT INTO users (username, password_hash, role) VALUES ('Alice', 'x', 'SuperAdmin'), ('alice', 'y', 'Viewer')",
      );
      await tx.execute("INSERT INTO audit_log (action) VALUES ('old')");
      await tx.execute("SET CONSTRAINTS ALL IMMEDIATE");
      taken.resolve(await writeOld(tx, { schema: side.name, madeAt: first.madeAt }));
      tx.rollback();
    })
    .catch((error: unknown) => taken.reject(error));
  return taken.promise;
}

async function writeOld(db: Db, { schema, madeAt }: { schema: string; madeAt: number }): Promise<Buffer> {
  const at = new Date("2026-11-01T00:00:00Z");
  const tables = await describeTables(db, schema);
  const names = savedTables([]).filter((name) => tables.has(name));
  const listed: Manifest["tables"] = [];
  const files: Buffer[] = [];
  for (const name of names) {
    const table = tables.get(name);
    if (table === undefined) continue;
    const lines = (await Array.fromAsync(readLines(db, table, new Set(names)))).flat();
    const content = Buffer.from(lines.map((line) => `${line}\n`).join(""));
    const sha256 = createHash("sha256").update(content).digest("hex");
    listed.push({ name, rows: lines.length, sha256, files: lines.length === 0 ? 0 : 1 });
    if (lines.length > 0) files.push(tarFile({ name: tableFileName(name, 1), content }, at));
  }
  const manifest: Manifest = {
    product: "netatlas",
    format: 1,
    version: "0.1.0",
    schema: madeAt,
    instance: instanceOf(SECRET_KEY),
    created_at: at.toISOString(),
    parts: [],
    master_key_check: "0".repeat(64),
    sequences: { "users.id": 41 },
    tables: listed,
  };
  return signed([
    tarFile({ name: "manifest.json", content: Buffer.from(JSON.stringify(manifest)) }, at),
    ...files,
  ]);
}

async function signed(files: readonly Buffer[]): Promise<Buffer> {
  const content = await compressFrame(Buffer.concat([...files, TAR_END]));
  const signer = createSigner(SECRET_KEY);
  signer.add(content);
  return Buffer.concat([content, signer.frame()]);
}

test("a backup of an older version is brought up to this one's schema, with what its migrations do to rows", async () => {
  const database = await createTestDatabase();
  const instance = givenInstance();
  const stored = await storeBackup(instance, await takeOldBackup(database));
  const context = restoreContext(database.db, instance);
  const report = await restore(context, { stored, ...NONE });
  expect(report).toMatchObject({ version: "0.1.0", users: 2, migrations: readMigrations().length - 1 });
  const users = await database.sql`SELECT username FROM users ORDER BY id`;
  expect(users.map(({ username }) => username)).toEqual(["Alice", "alice.2"]);
  const actions = await database.sql`SELECT action FROM audit_log ORDER BY id`;
  expect(actions.map(({ action }) => action)).toEqual([
    "old",
    "auth.user_renamed",
    "backup.database_restored",
  ]);
  const verified = await verifyAuditLog(
    { db: database.db },
    { anchor: context.anchor.read(), expected: undefined },
  );
  expect(verified).toMatchObject({ ok: true });
  const [added] =
    await database.sql`INSERT INTO users (username, password_hash, role) VALUES ('new', 'x', 'Viewer') RETURNING id::int AS id`;
  expect(added?.id).toBe(42);
  await database.drop();
});

test("a database that a newer version has migrated by now takes no backup from this one", async () => {
  const database = await createTestDatabase();
  const instance = givenInstance();
  const stored = await storeBackup(instance, await takeOldBackup(database));
  await database.sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('of the future', 9e12)`;
  const restored = restore(restoreContext(database.db, instance), { stored, ...NONE });
  expect(await refusalOf(restored)).toMatchObject({
    status: 409,
    detail: expect.stringContaining("newer version"),
  });
  expect([...(await database.sql`SELECT username FROM users`)]).toEqual([]);
  await database.drop();
});

test("a restore whose audit head cannot be noted is done all the same, and says so", async () => {
  const database = await createTestDatabase();
  const instance = givenInstance();
  const stored = await storeBackup(instance, await takeOldBackup(database));
  const anchor = {
    read: () => undefined,
    write: () => {
      throw new Error("the disk is full");
    },
  };
  await database.sql`INSERT INTO audit_log (action) VALUES ('another log')`;
  const report = await restore({ ...restoreContext(database.db, instance), anchor }, { stored, ...NONE });
  expect(report).toMatchObject({ users: 2, keeps_audit_log: false });
  await database.drop();
});
