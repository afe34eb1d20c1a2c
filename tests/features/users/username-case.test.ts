import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { z } from "zod";
import { verifyAuditLog } from "#features/audit";
import { migrateDatabase } from "#platform/migrations";
import { createTestService, uniqueAddress, uniqueName } from "../../support/app";
import { createAuditReader } from "../../support/audit";
import { createTestDatabase } from "../../support/database";
import { emptyDatabase, firstMigrations, MIGRATIONS } from "../../support/migrations";

/** `Alice` and `alice` are one name: at creation, at the sign-in, and for the lock that counts wrong passwords. */
const service = await createTestService();
const token = await service.tokenOf(await service.givenAdmin());
const auditOf = await createAuditReader(service);
afterAll(() => service.close());

const login = (username: string, password: string) =>
  service.call("POST /api/v1/auth/login", { body: { username, password }, peer: uniqueAddress() });

describe("a user name in another case", () => {
  test("is taken: 409, also for two that are made at the same time", async () => {
    const user = await service.givenUser({ username: uniqueName("Twin") });
    const make = (username: string) =>
      service.call("POST /api/v1/auth/users", { token, body: { username, password: user.password } });
    expect(await make(user.username.toUpperCase())).toMatchObject({
      status: 409,
      body: { detail: "Username is unavailable" },
    });
    const name = uniqueName("race");
    const both = await Promise.all([make(name), make(name.toUpperCase())]);
    expect(both.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([201, 409]);
  });

  test("signs in as the user, whose own spelling everything shows", async () => {
    const user = await service.givenUser({ username: uniqueName("Alice") });
    const answer = await login(user.username.toUpperCase(), user.password);
    expect(answer.status).toBe(200);
    const { access_token: own } = z.object({ access_token: z.string() }).parse(answer.body);
    const me = await service.call("GET /api/v1/auth/me", { token: own });
    expect(me.body).toMatchObject({ id: user.id, username: user.username });
    expect((await auditOf(`user:${user.username}`)).map(({ action }) => action)).toContain(
      "auth.login_success",
    );
  });

  test("gets no tries of its own: five wrong passwords in any spelling lock all of them", async () => {
    const user = await service.givenUser({ username: uniqueName("Lock") });
    const spellings = [user.username, user.username.toUpperCase(), user.username.toLowerCase()];
    for (let failure = 0; failure < 5; failure++) {
      expect((await login(spellings[failure % 3] ?? "", "not the password")).status).toBe(401);
    }
    for (const spelling of spellings) expect((await login(spelling, user.password)).status).toBe(429);
  });
});

test("a database with users whose names differ by case keeps them all, with their passwords and keys", async () => {
  const database = await createTestDatabase();
  const { sql } = database;
  await emptyDatabase(database);
  const initial = firstMigrations(MIGRATIONS, 1);
  await migrateDatabase(database, { migrationsFolder: initial });
  const long = "L".repeat(80);
  const names = ["alice", "Alice", "bob", "ALICE", "alice.2", long, long.toLowerCase()];
  for (const name of names) {
    await sql`INSERT INTO users (username, password_hash, role) VALUES (${name}, ${`hash of ${name}`}, 'Viewer')`;
  }
  await sql`INSERT INTO api_keys (user_id, name, prefix, digest, created_address)
    SELECT id, 'key of ' || username, id, '', '' FROM users`;
  await migrateDatabase(database);
  rmSync(initial, { recursive: true });
  const kept = await sql<{ username: string; password_hash: string; key: string }[]>`
    SELECT u.username, u.password_hash, k.name AS key FROM users u JOIN api_keys k ON k.user_id = u.id ORDER BY u.id`;
  expect(kept.map(({ username }) => username)).toEqual([
    "alice",
    "Alice.3",
    "bob",
    "ALICE.4",
    "alice.2",
    long,
    `${"l".repeat(70)}.2`,
  ]);
  expect(kept.map(({ password_hash: hash }) => hash)).toEqual(names.map((name) => `hash of ${name}`));
  expect(kept.map(({ key }) => key)).toEqual(names.map((name) => `key of ${name}`));
  const told =
    await sql`SELECT target, before, after FROM audit_log WHERE action = 'auth.user_renamed' ORDER BY id`;
  expect(told).toHaveLength(3);
  expect(told[0]).toMatchObject({
    target: "user:Alice.3",
    before: { username: "Alice" },
    after: { username: "Alice.3" },
  });
  expect(await verifyAuditLog(database, { anchor: undefined, expected: undefined })).toMatchObject({
    ok: true,
  });
  await database.drop();
});
