import { afterAll, describe, expect, test } from "bun:test";
import { hashPassword, verifyPassword } from "#features/users";
import { createTestService, uniqueAddress, uniqueName } from "../../support/app";
import { strongPassword, strongPictures } from "../../support/passwords";
import { patient } from "../../support/patience";

const service = await createTestService();
const token = await service.tokenOf(await service.givenAdmin());
afterAll(service.close);

test("a hash is argon2id with 19 MiB, two passes, one lane, and a salt of its own", async () => {
  const [first, second] = [await hashPassword("the same password"), await hashPassword("the same password")];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(second).not.toBe(first);
  expect(await verifyPassword(first, "the same password")).toBe(true);
  expect(await verifyPassword(first, "the same Password")).toBe(false);
});

test("an absent hash is never right, whatever the password", async () => {
  for (const password of ["", "x", "a long enough password"])
    expect(await verifyPassword(undefined, password)).toBe(false);
});

test("a password counts in full: beyond 72 bytes, in any script, however its letters are composed", async () => {
  const long = "p".repeat(255);
  const hash = await hashPassword(`${long}1`);
  expect(await verifyPassword(hash, `${long}2`)).toBe(false);
  expect(await verifyPassword(hash, `${long}1`)).toBe(true);
  const composed = await hashPassword("caf\u00e9 caf\u00e9 caf\u00e9");
  expect(await verifyPassword(composed, "cafe\u0301 cafe\u0301 cafe\u0301")).toBe(true);
});

describe("over the API", () => {
  const login = (username: string, password: unknown) =>
    service.call("POST /api/v1/auth/login", { body: { username, password }, peer: uniqueAddress() });

  test("a password of 256 characters, of emoji and of blanks signs in", async () => {
    for (const password of [
      strongPassword(256),
      strongPictures(12),
      "   spaced   out   ",
      'quotes " and \\ backslash',
    ]) {
      const username = uniqueName("secret");
      const created = await service.call("POST /api/v1/auth/users", { token, body: { username, password } });
      expect(created.status).toBe(201);
      expect((await login(username, password)).status).toBe(200);
      expect((await login(username, `${password.slice(0, -1)}!`)).status).toBeOneOf([401, 422]);
    }
  });

  test("a password of 60 KB, of 1 MB or with NUL is refused before it is hashed", async () => {
    const { username } = await service.givenUser();
    const started = performance.now();
    expect((await login(username, "p".repeat(60_000))).status).toBe(422);
    expect((await login(username, "p".repeat(1_000_000))).status).toBe(413);
    expect((await login(username, "p".repeat(257))).status).toBe(422);
    const nul = await login(username, "has \u0000 inside it");
    expect(nul.body).toMatchObject({ detail: [{ loc: ["body", "password"], type: "value_error" }] });
    expect(performance.now() - started).toBeLessThan(patient(1000));
    expect((await login(username, 12_345_678_901_234)).status).toBe(422);
  });

  test("no password is in the database, in no table", async () => {
    const password = `needle-${crypto.randomUUID()}`;
    const username = uniqueName("needle");
    await service.call("POST /api/v1/auth/users", { token, body: { username, password } });
    await login(username, password);
    await login(username, `${password} wrong`);
    const { sql } = service.database;
    const tables = await sql<{ name: string }[]>`
      SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'`;
    for (const { name } of tables) {
      const found = await sql`SELECT 1 FROM ${sql.unsafe(name)} t WHERE strpos(t::text, ${password}) > 0`;
      expect({ name, count: found.count }).toEqual({ name, count: 0 });
    }
  });
});
