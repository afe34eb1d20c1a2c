import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { migrateDatabase } from "#platform/migrations";
import { createTestService } from "../../support/app";
import { createTestDatabase } from "../../support/database";
import { emptyDatabase, firstMigrations, MIGRATIONS } from "../../support/migrations";

/** Migrations that the version had in which imports had a table of their own. */
const BEFORE = 2;

test("imports of the version before are operations, and their kept rows are where they were", async () => {
  const database = await createTestDatabase();
  await emptyDatabase(database);
  const folder = firstMigrations(MIGRATIONS, BEFORE);
  await migrateDatabase(database, { migrationsFolder: folder });
  rmSync(folder, { recursive: true });
  const { sql } = database;
  await sql`INSERT INTO users (username, password_hash, role) VALUES ('ann', 'x', 'SuperAdmin')`;
  const ids = { done: crypto.randomUUID(), writing: crypto.randomUUID(), cancelled: crypto.randomUUID() };
  for (const [phase, id] of Object.entries(ids)) {
    await sql`INSERT INTO device_imports (id, user_id, phase, rows_total, rows_done, verdict_bytes)
      SELECT ${id}, id, ${phase}, 1001, 7, ${phase === "done" ? 100 : null} FROM users`;
  }
  const verdict = { row: 1, action: "created", device_id: 1, matched_by: null, errors: [] };
  await sql`INSERT INTO device_import_verdicts VALUES (${ids.done}, 0, ${JSON.stringify([verdict])})`;

  await migrateDatabase(database);

  const states = await sql<{ id: string; state: string; error: string | null; result_path: string | null }[]>`
    SELECT id, state, error, result_path FROM operations`;
  const stateOf = (id: string) => states.find((row) => row.id === id);
  expect(stateOf(ids.done)).toMatchObject({
    state: "done",
    result_path: `/api/v1/topology/devices/imports/${ids.done}/rows`,
  });
  expect(stateOf(ids.writing)).toMatchObject({
    state: "failed",
    error: "The service ended",
    result_path: null,
  });
  expect(stateOf(ids.cancelled)).toMatchObject({ state: "cancelled", error: null, result_path: null });

  const service = await createTestService({ database });
  const user = await service.givenAdmin();
  await sql`UPDATE operations SET user_id = ${user.id}`;
  const token = await service.tokenOf(user);
  const call = (path: string) => service.call(`GET /api/v1/topology/devices/imports/${path}`, { token });
  expect((await call(`${ids.done}/rows`)).body).toEqual([verdict]);
  expect((await call(ids.done)).body).toMatchObject({ phase: "done", rows_total: 1001, rows_done: 7 });
  expect((await call(ids.writing)).body).toMatchObject({ phase: "failed" });
  await service.close();
  await database.drop();
});
