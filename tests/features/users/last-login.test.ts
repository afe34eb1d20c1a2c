import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { migrateDatabase } from "#platform/migrations";
import { createTestDatabase } from "../../support/database";
import { emptyDatabase, firstMigrations, MIGRATIONS } from "../../support/migrations";

/** Migrations before users had it. */
const OLDER = 20;

test("an upgrade takes the last sign-in of each user from the audit log, and of none who never signed in", async () => {
  const database = await createTestDatabase();
  const { sql } = database;
  await emptyDatabase(database);
  const older = firstMigrations(MIGRATIONS, OLDER);
  await migrateDatabase(database, { migrationsFolder: older });
  await sql`INSERT INTO users (username, password_hash, role)
    SELECT name, '', 'Viewer' FROM unnest(ARRAY['local', 'sso', 'failed', 'never']) AS name`;
  const signIns: [name: string, action: string, at: string][] = [
    ["local", "auth.login_success", "2026-01-01T10:00:00.000Z"],
    ["local", "auth.login_success", "2026-03-01T10:00:00.000Z"],
    ["local", "auth.logout", "2026-04-01T10:00:00.000Z"],
    ["sso", "auth.oidc_login_success", "2026-02-01T10:00:00.000Z"],
    ["failed", "auth.login_failed", "2026-02-01T10:00:00.000Z"],
  ];
  for (const [name, action, at] of signIns)
    await sql`INSERT INTO audit_log (actor_user_id, actor_name, action, created_at)
      SELECT id, username, ${action}, ${at}::timestamptz FROM users WHERE username = ${name}`;

  await migrateDatabase(database);
  rmSync(older, { recursive: true });

  const users = await sql<{ username: string; day: string | null }[]>`
    SELECT username, to_char(last_login_at AT TIME ZONE 'UTC', 'DD Mon') AS day FROM users ORDER BY id`;
  expect(users.map(({ username, day }) => [username, day])).toEqual([
    ["local", "01 Mar"],
    ["sso", "01 Feb"],
    ["failed", null],
    ["never", null],
  ]);
  await database.close();
});
