import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { ApiKeyCreateResponse, ApiKeyRead } from "../../src/features/api-keys/models";
import { createTestService, uniqueAddress } from "../support/app";

/** The fields of a key, and what each may be. */
const service = await createTestService();
const admin = await service.givenAdmin();
const adminToken = await service.tokenOf(admin);
afterAll(service.close);

const create = (body: unknown) => service.call("POST /api/v1/api-keys", { token: adminToken, body });

const issue = (type: string, field: string) => ({ detail: [{ type, loc: ["body", field] }] });

test.each([
  ["1 character", "k"],
  ["100 characters", "k".repeat(100)],
])("`name` of %s is accepted and comes back as supplied", async (_, name) => {
  const answer = await create({ name });
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ name });
});

test.each([
  ["absent", undefined, "missing"],
  ["null", null, "string_type"],
  ["a number", 7, "string_type"],
  ["empty", "", "string_too_short"],
  ["blank", "   ", "string_too_short"],
  ["101 characters", "k".repeat(101), "string_too_long"],
])("`name` that is %s is refused with 422", async (_, name, type) => {
  const answer = await create({ name });
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject(issue(type, "name"));
});

test.each([30, 90, 365])(
  "`expires_in_days` %p ends the key that many days after its creation",
  async (days) => {
    const key = ApiKeyCreateResponse.parse((await create({ name: "dated", expires_in_days: days })).body);
    const life = Date.parse(key.expires_at ?? "") - Date.parse(key.created_at);
    expect(life).toBe(days * 86_400_000);
  },
);

test.each([
  ["null", { expires_in_days: null }],
  ["absent", {}],
])("`expires_in_days` %s means no expiry", async (_, given) => {
  const answer = await create({ name: "for ever", ...given });
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ expires_at: null });
});

test.each([[0], [-30], [1], [31], [366], [30.5], [true], ["soon"], [[30]]])(
  "`expires_in_days` %p is not an allowed value and is refused with 422",
  async (days) => {
    const answer = await create({ name: "odd", expires_in_days: days });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject(issue("literal_error", "expires_in_days"));
  },
);

test("no description field and no per-key scope field exist; `permission`, an addition, is null unless it is asked for", async () => {
  const given = {
    name: "scoped",
    description: "mine",
    scopes: ["topology_write"],
    permissions: [],
    allowed_ips: [],
  };
  const answer = await create(given);
  expect(answer.status).toBe(201);
  expect(Object.keys(z.record(z.string(), z.unknown()).parse(answer.body)).sort()).toEqual(
    [
      "created_at",
      "expires_at",
      "id",
      "key",
      "last_used_at",
      "last_used_ip",
      "name",
      "permission",
      "prefix",
      "revoked_at",
    ].sort(),
  );
});

test("the create response has every field of the key record, unused and not revoked", async () => {
  const before = Date.now();
  const key = ApiKeyCreateResponse.parse((await create({ name: "fresh" })).body);
  expect(key.id).toBePositive();
  expect(key.prefix).toMatch(/^[A-Za-z0-9]{12}$/);
  expect(key.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Math.abs(Date.parse(key.created_at) - before)).toBeLessThan(10_000);
  expect(key).toMatchObject({ expires_at: null, last_used_at: null, last_used_ip: null, revoked_at: null });
});

test("the key has the form svc_<12-character-prefix>_<43-character-secret>, both alphanumeric", async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, () => service.createKey({ token: adminToken })));
  for (const { key, prefix } of keys) {
    expect(key).toMatch(/^svc_[A-Za-z0-9]{12}_[A-Za-z0-9]{43}$/);
    expect(key.split("_")[1]).toBe(prefix);
  }
  expect(new Set(keys.map(({ key }) => key)).size).toBe(20);
});

test("the full key is returned only once: no later answer has it, nor its secret", async () => {
  const owner = await service.givenUser();
  const token = await service.tokenOf(owner);
  const { id, key } = await service.createKey({ token });
  const secret = key.split("_")[2] ?? "";
  const answers = [
    await service.call("GET /api/v1/auth/me", { key }),
    await service.call("GET /api/v1/api-keys", { token }),
    await service.call("GET /api/v1/api-keys", { key }),
    await service.call("GET /api/v1/api-keys/admin/all", { token: adminToken }),
    await service.call("GET /api/v1/audit/logs?limit=500", { token: adminToken }),
    await service.call("GET /api/v1/auth/users", { token: adminToken }),
    await service.call(`DELETE /api/v1/api-keys/${id}`, { token }),
    await service.call("GET /api/v1/auth/me", { key, peer: uniqueAddress() }),
  ];
  for (const { text, headers } of answers) {
    expect(text + JSON.stringify([...headers])).not.toContain(secret);
  }
});

test("fault 36: the database holds only a digest of the key, never the key or its secret", async () => {
  const { key, prefix } = await service.createKey({ token: adminToken }, { name: "stored" });
  const [row] = await service.database
    .sql`SELECT to_jsonb(k) AS row, digest FROM api_keys k WHERE prefix = ${prefix}`;
  expect(new Bun.CryptoHasher("sha256").update(key).digest()).toEqual(row?.digest);
  expect(JSON.stringify(row)).not.toContain(key.split("_")[2] ?? "");
  const tables = await service.database.sql<{ name: string }[]>`
    SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'`;
  expect(tables.length).toBeGreaterThan(5);
  for (const { name } of tables) {
    const found = await service.database.sql`
      SELECT 1 FROM ${service.database.sql.unsafe(name)} t WHERE strpos(t::text, ${key.split("_")[2] ?? ""}) > 0`;
    expect({ name, count: found.count }).toEqual({ name, count: 0 });
  }
});

test("`last_used_at` and `last_used_ip` are null until the first successful authentication and updated after each", async () => {
  const owner = await service.givenUser();
  const token = await service.tokenOf(owner);
  const { key, id } = await service.createKey({ token });
  const read = async () => {
    const keys = z.array(ApiKeyRead).parse((await service.call("GET /api/v1/api-keys", { token })).body);
    return keys.find((known) => known.id === id);
  };
  expect(await read()).toMatchObject({ last_used_at: null, last_used_ip: null });

  await service.call("GET /api/v1/auth/me", { key, peer: "203.0.113.5" });
  const first = await read();
  expect(first?.last_used_ip).toBe("203.0.113.5");
  expect(Math.abs(Date.parse(first?.last_used_at ?? "") - Date.now())).toBeLessThan(10_000);

  await service.call("GET /api/v1/auth/me", { key, peer: "2001:db8::9" });
  const second = await read();
  expect(second?.last_used_ip).toBe("2001:db8::9");
  expect(Date.parse(second?.last_used_at ?? "")).toBeGreaterThanOrEqual(
    Date.parse(first?.last_used_at ?? ""),
  );

  await service.call("GET /api/v1/auth/me", {
    key: `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`,
    peer: uniqueAddress(),
  });
  expect(await read()).toEqual(second);
});

test("a user may own multiple keys; their name, prefix, expiry, revoked state and last use are listed, newest first", async () => {
  const owner = await service.givenUser();
  const token = await service.tokenOf(owner);
  const first = await service.createKey({ token }, { name: "first", expires_in_days: 30 });
  const second = await service.createKey({ token }, { name: "second" });
  await service.call(`DELETE /api/v1/api-keys/${first.id}`, { token });
  await service.call("GET /api/v1/auth/me", { key: second.key });
  const { body } = await service.call("GET /api/v1/api-keys", { token });
  expect(body).toMatchObject([
    { name: "second", prefix: second.prefix, expires_at: null, revoked_at: null, last_used_ip: "192.0.2.7" },
    {
      name: "first",
      prefix: first.prefix,
      expires_at: first.expires_at,
      revoked_at: expect.any(String),
      last_used_at: null,
    },
  ]);
});

test("a user's list has that user's keys only; a SuperAdmin can list all keys with their owners", async () => {
  const [owner, other] = [await service.givenUser(), await service.givenUser()];
  const [mine, theirs] = [await service.apiKeyOf(owner), await service.apiKeyOf(other)];
  const own = z.array(ApiKeyRead).parse((await service.call("GET /api/v1/api-keys", { key: mine.key })).body);
  expect(own.map(({ id }) => id)).toEqual([mine.id]);
  const { body } = await service.call("GET /api/v1/api-keys/admin/all", { token: adminToken });
  const ids = z
    .array(ApiKeyRead)
    .parse(body)
    .map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((left, right) => right - left));
  expect(body).toContainEqual(
    expect.objectContaining({ id: mine.id, user_id: owner.id, username: owner.username }),
  );
  expect(body).toContainEqual(
    expect.objectContaining({ id: theirs.id, user_id: other.id, username: other.username }),
  );
});
