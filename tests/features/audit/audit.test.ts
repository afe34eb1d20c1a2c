import { afterAll, describe, expect, test } from "bun:test";
import { AuditLogList } from "../../../src/features/audit/models";
import { createTestService, uniqueAddress } from "../../support/app";

const service = await createTestService();
const { sql } = service.database;
const admin = await service.givenAdmin();
const token = await service.tokenOf(admin);
afterAll(service.close);

const list = (query = "") => service.call(`GET /api/v1/audit/logs${query}`, { token });

async function recordsOf(query = "") {
  return AuditLogList.parse((await list(query)).body);
}

/** Rows of an actor that nobody else is. */
async function givenRows(count: number, action = "test.happened"): Promise<number> {
  const { id } = await service.givenUser();
  await sql`INSERT INTO audit_log (actor_user_id, action, target, detail)
    SELECT ${id}, ${action}, 'thing:' || n, 'n=' || n FROM generate_series(1, ${count}) n`;
  return id;
}

describe("GET /audit/logs", () => {
  test("gives the newest first, 100 at most where no limit is given, and says how many there are", async () => {
    const actor = await givenRows(130);
    const { total, limit, offset, records } = await recordsOf(`?actor_user_id=${actor}`);
    expect({ total, limit, offset, length: records.length }).toEqual({
      total: 130,
      limit: 100,
      offset: 0,
      length: 100,
    });
    expect(records[0]).toMatchObject({ target: "thing:130", actor_user_id: actor });
    expect(records.map(({ id }) => id)).toEqual(
      records.map(({ id }) => id).toSorted((left, right) => right - left),
    );
  });

  test("pages by limit and offset, without gap or repeat", async () => {
    const actor = await givenRows(25);
    const seen: (string | null)[] = [];
    for (let offset = 0; offset < 30; offset += 10) {
      const page = await recordsOf(`?actor_user_id=${actor}&limit=10&offset=${offset}`);
      expect(page).toMatchObject({ total: 25, limit: 10, offset });
      seen.push(...page.records.map(({ target }) => target));
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => `thing:${25 - index}`));
    expect((await recordsOf(`?actor_user_id=${actor}&offset=9007199254740991`)).records).toEqual([]);
  });

  test("category=login gives sign-in events only; another value is ignored", async () => {
    const user = await service.givenUser();
    const session = await service.sessionOf(user);
    await service.createKey({ session });
    await service.call("POST /api/v1/auth/logout", { session, body: {} });
    const actions = async (query: string) =>
      (await recordsOf(`?actor_user_id=${user.id}${query}`)).records.map(({ action }) => action);
    expect(await actions("&category=login")).toEqual(["auth.logout", "auth.login_success"]);
    expect(await actions("&category=other")).toEqual(["auth.logout", "apikey.created", "auth.login_success"]);
    const signIns = (await recordsOf("?category=login&limit=500")).records;
    expect(signIns.every(({ action }) => action.startsWith("auth.log"))).toBe(true);
  });

  test.each([
    ["limit", "0", "greater_than_equal"],
    ["limit", "-1", "greater_than_equal"],
    ["limit", "501", "less_than_equal"],
    ["limit", "1000000000", "less_than_equal"],
    ["limit", "ten", "int_parsing"],
    ["limit", "", "int_parsing"],
    ["offset", "-1", "greater_than_equal"],
    ["offset", "1.5", "int_parsing"],
    ["actor_user_id", "me", "int_parsing"],
    ["category", "a%00b", "value_error"],
  ])("%s=%s is refused with 422 %s", async (name, value, type) => {
    const { status, body } = await list(`?${name}=${value}`);
    expect(status).toBe(422);
    expect(body).toMatchObject({ detail: [{ loc: ["query", name], type }] });
  });

  test("text in a filter is text: nothing of it reaches the statement", async () => {
    for (const query of [
      "?category=login'%20OR%201=1--",
      "?category=%25",
      "?sort=id;DROP%20TABLE%20audit_log",
    ]) {
      expect((await list(query)).status).toBe(200);
    }
  });

  test("fault 43: rows cannot be changed or removed over the API", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      expect((await service.call(`${method} /api/v1/audit/logs`, { token })).status).toBe(405);
      expect((await service.call(`${method} /api/v1/audit/logs/1`, { token })).status).toBe(404);
    }
  });
});

describe("a row", () => {
  test("names the actor, its key or session, its address and the request", async () => {
    const peer = uniqueAddress();
    const session = await service.sessionOf(admin);
    const byToken = await service.call("POST /api/v1/topology/devices", {
      session,
      peer,
      body: { hostname: "by-session" },
    });
    const { key, id: keyId } = await service.createKey({ session });
    const byKey = await service.call("POST /api/v1/topology/devices", {
      key,
      peer,
      body: { hostname: "by-key" },
    });
    const records = (await recordsOf()).records.filter(({ action }) => action === "topology.device_created");
    expect(records.slice(0, 2)).toMatchObject([
      {
        actor_user_id: admin.id,
        actor_username: admin.username,
        api_key_id: keyId,
        session_id: null,
        ip_address: peer,
        request_id: byKey.headers.get("X-Request-Id"),
      },
      {
        actor_user_id: admin.id,
        api_key_id: null,
        session_id: expect.any(String),
        ip_address: peer,
        request_id: byToken.headers.get("X-Request-Id"),
      },
    ]);
  });

  test("of a failed login has no actor", async () => {
    const { username } = await service.givenUser();
    const peer = uniqueAddress();
    await service.call("POST /api/v1/auth/login", { body: { username, password: "wrong" }, peer });
    const record = (await recordsOf("?category=login")).records[0];
    expect(record).toMatchObject({
      action: "auth.login_failed",
      actor_user_id: null,
      actor_username: null,
      target: `user:${username}`,
      ip_address: peer,
    });
  });

  test("outlives the user it names", async () => {
    const user = await service.givenUser();
    await service.tokenOf(user);
    await sql`DELETE FROM users WHERE id = ${user.id}`;
    expect((await recordsOf(`?actor_user_id=${user.id}`)).records[0]).toMatchObject({
      actor_username: user.username,
    });
  });

  test("holds no secret: no password, key, token or hash of any request", async () => {
    const user = await service.givenUser();
    const session = await service.sessionOf(user);
    const { key } = await service.createKey({ session });
    await service.call("POST /api/v1/auth/login", {
      body: { username: user.username, password: "a wrong secret" },
    });
    await service.call("POST /api/v1/auth/users", {
      token,
      body: { username: "audited", password: "the new one's password" },
    });
    await service.call("GET /api/v1/auth/me", { key: `${key}x`, peer: uniqueAddress() });
    const { text } = await list("?limit=500");
    for (const secret of [
      user.password,
      "a wrong secret",
      "the new one's password",
      key.slice(-43),
      session.token,
      session.refreshToken,
      session.csrfToken,
      "argon2",
    ]) {
      expect(text).not.toContain(secret);
    }
  });

  test("of a name of hostile text keeps it as text", async () => {
    const name = "<script>alert(1)</script>\r\nfake: row \u202e";
    const { id } = await service.createKey({ token }, { name });
    expect((await recordsOf()).records.find(({ target }) => target === `apikey:${id}`)?.detail).toBe(
      `name=${name} expires=never`,
    );
  });

  test("is written with its change or not at all", async () => {
    const own = await createTestService();
    const ownToken = await own.tokenOf(await own.givenAdmin());
    await own.database
      .sql`ALTER TABLE audit_log ADD CONSTRAINT full_disk CHECK (action NOT IN ('topology.device_created', 'apikey.created', 'auth.user_created')) NOT VALID`;
    const attempts: [what: string, body: object, table: string][] = [
      ["POST /api/v1/topology/devices", { hostname: "lost", topology_group: "lost" }, "devices"],
      ["POST /api/v1/api-keys", { name: "lost" }, "api_keys"],
      ["POST /api/v1/auth/users", { username: "lost", password: "a long enough password" }, "users"],
    ];
    for (const [what, body, table] of attempts) {
      const count = async () =>
        (await own.database.sql`SELECT count(*)::int AS count FROM ${own.database.sql(table)}`)[0]?.count;
      const before = await count();
      expect((await own.call(what, { token: ownToken, body })).status).toBe(500);
      expect(await count()).toBe(before);
    }
    const groups = await own.database.sql`SELECT 1 FROM topology_groups`;
    expect(groups.count).toBe(0);
    await own.close();
  });
});
