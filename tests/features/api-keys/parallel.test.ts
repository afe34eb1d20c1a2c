import { afterAll, expect, test } from "bun:test";
import { createTestService, uniqueAddress } from "../../support/app";

/** Requests that arrive together share one statement (look-up.ts): each must get its own answer out of it. */
const service = await createTestService();
const { sql } = service.database;
afterAll(service.close);

const me = (key: string, peer = uniqueAddress()) => service.call("GET /api/v1/auth/me", { key, peer });

const newKey = async (role = "Viewer") => {
  const user = await service.givenUser({ role });
  return { user, ...(await service.apiKeyOf(user)) };
};

const wrongSecret = (key: string) => `${key.slice(0, -43)}${"S".repeat(43)}`;

test("keys of different users, many calls each, all at once: every answer names its key's own user", async () => {
  const keys = await Promise.all(["Viewer", "NetworkAdmin", "SuperAdmin", "SecurityAnalyst"].map(newKey));
  const calls = Array.from({ length: 20 }, () => keys).flat();
  const answers = await Promise.all(calls.map(({ key }) => me(key)));
  for (const [index, { body, status }] of answers.entries()) {
    const { user } = calls[index] ?? { user: { id: 0, username: "", role: "" } };
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: user.id, username: user.username, role: user.role });
  }
});

test("a wrong secret beside the right one, in the same moment: each its own answer, and only the right ones are counted", async () => {
  const { key, id } = await newKey();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => me(index % 2 === 0 ? key : wrongSecret(key))),
  );
  expect(answers.map(({ status }) => status)).toEqual(
    Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 200 : 401)),
  );
  const [window] = await sql`SELECT calls FROM api_key_windows WHERE key_id = ${id}`;
  expect(window?.calls).toBe(20);
});

test("one locked-out address among others, in the same moment: it alone is refused", async () => {
  const { key } = await newKey();
  const locked = uniqueAddress();
  await Promise.all(Array.from({ length: 10 }, () => me("bad", locked)));
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => me(key, index % 3 === 0 ? locked : uniqueAddress())),
  );
  expect(answers.map(({ status }) => status)).toEqual(
    Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? 429 : 200)),
  );
});

test("a revocation holds for every request that begins after its answer", async () => {
  const token = await service.tokenOf(await service.givenUser());
  const { key, id } = await service.createKey({ token });
  const before = Array.from({ length: 30 }, () => me(key));
  await service.call(`DELETE /api/v1/api-keys/${id}`, { token });
  const after = await Promise.all(Array.from({ length: 30 }, () => me(key)));
  expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]));
  for (const { status } of await Promise.all(before)) expect([200, 401]).toContain(status);
});

test("a failing statement fails its own requests and none after it", async () => {
  const own = await createTestService();
  const { key } = await own.apiKeyOf(await own.givenUser());
  await own.database.sql`ALTER TABLE api_key_windows RENAME TO api_key_windows_gone`;
  const failed = await Promise.all(Array.from({ length: 5 }, () => own.call("GET /api/v1/auth/me", { key })));
  expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([500]));
  await own.database.sql`ALTER TABLE api_key_windows_gone RENAME TO api_key_windows`;
  expect((await own.call("GET /api/v1/auth/me", { key })).status).toBe(200);
  await own.close();
});
