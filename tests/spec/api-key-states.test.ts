import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { AuditLogList } from "../../src/features/audit/models";
import { ApiKeyRead } from "../../src/features/api-keys/models";
import { createTestService, uniqueAddress, type TestUser } from "../support/app";

/** Each state of a key, what leads to it, and what is recorded of it. */
const service = await createTestService();
const replica = await createTestService({ database: service.database });
const admin = await service.givenAdmin();
const adminToken = await service.tokenOf(admin);
afterAll(async () => {
  await replica.close();
  await service.close();
});

const REJECTED = { status: 401, body: { detail: "Invalid, expired, or revoked API key" } };
const INACTIVE = { status: 401, body: { detail: "Invalid or inactive user" } };

/** The status with the key, from an address of its own so that the failures of other tests do not count. */
const use = (key: string) => service.call("GET /api/v1/auth/me", { key, peer: uniqueAddress() });

const change = (user: TestUser, changes: object) =>
  service.call(`PATCH /api/v1/auth/users/${user.id}`, { token: adminToken, body: changes });

async function auditOf(target: string) {
  const { body } = await service.call("GET /api/v1/audit/logs?limit=500", { token: adminToken });
  return AuditLogList.parse(body).records.filter((record) => record.target === target);
}

async function revokedAt(token: string, id: number) {
  const { body } = await service.call("GET /api/v1/api-keys", { token });
  return z
    .array(ApiKeyRead)
    .parse(body)
    .find((key) => key.id === id)?.revoked_at;
}

describe("(none) -> active", () => {
  test("fault 36: an active user creates a key: the key works at once, `apikey.created` is recorded, the plaintext is given once", async () => {
    const owner = await service.givenUser();
    const token = await service.tokenOf(owner);
    const created = await service.createKey({ token }, { name: "deploy", expires_in_days: 90 });
    expect(await use(created.key)).toMatchObject({ status: 200, body: { username: owner.username } });
    expect(await auditOf(`apikey:${created.id}`)).toMatchObject([
      {
        action: "apikey.created",
        actor_user_id: owner.id,
        actor_username: owner.username,
        ip_address: "192.0.2.7",
        detail: `name=deploy expires=${created.expires_at}`,
      },
    ]);
  });

  test("a caller who is not an active authenticated user creates none", async () => {
    const owner = await service.givenUser();
    const token = await service.tokenOf(owner);
    await change(owner, { is_active: false });
    const body = { name: "late" };
    expect(await service.call("POST /api/v1/api-keys", { body })).toMatchObject({ status: 401 });
    expect(await service.call("POST /api/v1/api-keys", { token, body })).toMatchObject(INACTIVE);
    const [row] = await service.database
      .sql`SELECT count(*)::int AS count FROM api_keys WHERE user_id = ${owner.id}`;
    expect(row?.count).toBe(0);
  });
});

describe("active -> expired", () => {
  test("fault 36: a key fails authentication with 401 from the moment `expires_at` is reached", async () => {
    const owner = await service.givenUser();
    const { key, id } = await service.apiKeyOf(owner, { name: "dated", expires_in_days: 30 });
    const expireIn = (seconds: number) => service.database.sql`
      UPDATE api_keys SET expires_at = date_trunc('milliseconds', now()) + make_interval(secs => ${seconds}) WHERE id = ${id}`;
    await expireIn(60);
    expect((await use(key)).status).toBe(200);
    await expireIn(0);
    expect(await use(key)).toMatchObject(REJECTED);
    await expireIn(-86_400);
    expect(await use(key)).toMatchObject(REJECTED);
  });

  test("a key whose `expires_at` is null never expires", async () => {
    const owner = await service.givenUser();
    const { key, id } = await service.apiKeyOf(owner);
    await service.database.sql`UPDATE api_keys SET created_at = now() - interval '20 years' WHERE id = ${id}`;
    expect((await use(key)).status).toBe(200);
  });
});

describe("active -> revoked", () => {
  test("fault 36: the owner revokes: 204, `revoked_at` is set, `apikey.revoked` is recorded, the next request gets 401", async () => {
    const owner = await service.givenUser();
    const token = await service.tokenOf(owner);
    const { key, id } = await service.createKey({ token });
    expect((await use(key)).status).toBe(200);
    expect(await service.call(`DELETE /api/v1/api-keys/${id}`, { token })).toMatchObject({
      status: 204,
      text: "",
    });
    expect(await use(key)).toMatchObject(REJECTED);
    expect(Math.abs(Date.parse((await revokedAt(token, id)) ?? "") - Date.now())).toBeLessThan(10_000);
    expect(await auditOf(`apikey:${id}`)).toMatchObject([
      { action: "apikey.revoked", actor_user_id: owner.id, detail: "revoked_by=self" },
      { action: "apikey.created" },
    ]);
    const [row] = await service.database.sql`SELECT revocation_reason FROM api_keys WHERE id = ${id}`;
    expect(row?.revocation_reason).toBe("revoked by owner");
  });

  test("a SuperAdmin revokes any key with the same effect", async () => {
    const owner = await service.givenUser();
    const token = await service.tokenOf(owner);
    const { key, id } = await service.createKey({ token });
    const answer = await service.call(`DELETE /api/v1/api-keys/admin/${id}`, { token: adminToken });
    expect(answer).toMatchObject({ status: 204, text: "" });
    expect(await use(key)).toMatchObject(REJECTED);
    expect(await revokedAt(token, id)).toBeString();
    const [record] = await auditOf(`apikey:${id}`);
    expect(record).toMatchObject({
      action: "apikey.revoked",
      actor_user_id: admin.id,
      detail: `revoked_by=admin:${admin.id} owner_user_id=${owner.id}`,
    });
  });

  test("revoking again is 204, keeps the first revocation time and records nothing", async () => {
    const owner = await service.givenUser();
    const token = await service.tokenOf(owner);
    const { id } = await service.createKey({ token });
    await service.call(`DELETE /api/v1/api-keys/${id}`, { token });
    await service.database.sql`UPDATE api_keys SET revoked_at = now() - interval '1 hour' WHERE id = ${id}`;
    const first = await revokedAt(token, id);
    expect((await service.call(`DELETE /api/v1/api-keys/${id}`, { token })).status).toBe(204);
    expect((await service.call(`DELETE /api/v1/api-keys/admin/${id}`, { token: adminToken })).status).toBe(
      204,
    );
    expect(await revokedAt(token, id)).toBe(first);
    expect((await auditOf(`apikey:${id}`)).map(({ action }) => action)).toEqual([
      "apikey.revoked",
      "apikey.created",
    ]);
  });

  test("a key can revoke itself, once", async () => {
    const { key, id } = await service.apiKeyOf(await service.givenUser());
    expect((await service.call(`DELETE /api/v1/api-keys/${id}`, { key })).status).toBe(204);
    expect(await use(key)).toMatchObject(REJECTED);
  });

  test("two revocations at the same moment leave one `apikey.revoked`", async () => {
    const token = await service.tokenOf(await service.givenUser());
    const { id } = await service.createKey({ token });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => service.call(`DELETE /api/v1/api-keys/${id}`, { token })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 204));
    const revocations = (await auditOf(`apikey:${id}`)).filter(({ action }) => action === "apikey.revoked");
    expect(revocations).toHaveLength(1);
  });
});

test("there is no in-place rotation: create a new key, verify it with /auth/me, revoke the old one, confirm its 401", async () => {
  const owner = await service.givenUser({ role: "NetworkAdmin" });
  const old = await service.apiKeyOf(owner, { name: "agent" });
  const replacement = await service.createKey({ key: old.key }, { name: "agent" });
  expect(await use(replacement.key)).toMatchObject({ status: 200, body: { id: owner.id } });
  expect((await service.call(`DELETE /api/v1/api-keys/${old.id}`, { key: replacement.key })).status).toBe(
    204,
  );
  expect(await use(old.key)).toMatchObject(REJECTED);
  expect((await use(replacement.key)).status).toBe(200);
  for (const method of ["PUT", "PATCH", "POST"]) {
    const answer = await service.call(`${method} /api/v1/api-keys/${replacement.id}`, {
      key: replacement.key,
    });
    expect(answer.status).toBe(405);
  }
});

test("fault 36: a key whose owner is deactivated fails with 401 `Invalid or inactive user` until the owner is active again", async () => {
  const owner = await service.givenUser();
  const { key } = await service.apiKeyOf(owner);
  await change(owner, { is_active: false });
  expect(await use(key)).toMatchObject(INACTIVE);
  expect(await replica.call("GET /api/v1/auth/me", { key, peer: uniqueAddress() })).toMatchObject(INACTIVE);
  await change(owner, { is_active: true });
  expect((await use(key)).status).toBe(200);
});

test("a key whose owner is deleted fails with 401", async () => {
  const owner = await service.givenUser();
  const { key } = await service.apiKeyOf(owner);
  await service.database.sql`DELETE FROM users WHERE id = ${owner.id}`;
  expect((await use(key)).status).toBe(401);
});

test("fault 36: a change of the owner's role takes effect on the key's next request, on every replica", async () => {
  const owner = await service.givenUser({ role: "Viewer" });
  const { key } = await service.apiKeyOf(owner);
  const add = (on: typeof service) => on.call("POST /api/v1/topology/devices", { key, body: {} });
  expect((await add(service)).status).toBe(403);
  await change(owner, { role: "NetworkAdmin" });
  expect((await add(service)).status).toBe(201);
  expect((await add(replica)).status).toBe(201);
  await change(owner, { role: "SecurityAnalyst" });
  expect((await add(replica)).status).toBe(403);
  expect((await add(service)).status).toBe(403);
});

test("a change of a role's permissions takes effect on the key's next request", async () => {
  const role = "FieldTeam";
  await service.database.sql`INSERT INTO roles (name, permissions) VALUES (${role}, ARRAY['tools_passive'])`;
  const { key } = await service.apiKeyOf(await service.givenUser({ role }));
  const add = () => service.call("POST /api/v1/topology/devices", { key, body: {} });
  expect((await add()).status).toBe(403);
  await service.database.sql`UPDATE roles SET permissions = ARRAY['topology_write'] WHERE name = ${role}`;
  expect((await add()).status).toBe(201);
});
