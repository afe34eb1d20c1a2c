import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { AuditLogList } from "../../../src/features/audit/models";
import { UserRead } from "../../../src/features/users/models";
import { createTestService, uniqueName, type TestUser } from "../../support/app";
import { strongPassword } from "../../support/passwords";
import { inTheSameMoment } from "../../support/same-moment";

const service = await createTestService();
const admin = await service.givenAdmin();
const token = await service.tokenOf(admin);
afterAll(service.close);

const PASSWORD = "a long enough password";

const create = (body: object) => service.call("POST /api/v1/auth/users", { token, body });
const change = ({ id }: { id: number }, body: object) =>
  service.call(`PATCH /api/v1/auth/users/${id}`, { token, body });

async function auditOf(username: string) {
  const { body } = await service.call("GET /api/v1/audit/logs?limit=500", { token });
  return AuditLogList.parse(body).records.filter((record) => record.target === `user:${username}`);
}

describe("create", () => {
  test("a user with the defaults of the API", async () => {
    const username = uniqueName("new");
    const answer = await create({ username, password: PASSWORD });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        username,
        role: "Viewer",
        is_active: true,
        email: null,
        display_name: null,
        avatar_data: null,
        auth_source: "local",
        sso_issuer: null,
        sso_last_login_at: null,
        last_login_at: null,
        whats_new_acknowledged_version: null,
        entity_colors_enabled: true,
      },
    });
    expect(await auditOf(username)).toMatchObject([
      {
        action: "auth.user_created",
        actor_user_id: admin.id,
        detail: "role=Viewer active=true",
        after: { username, role: "Viewer" },
      },
    ]);
  });

  test("with role, state and mail address; the role is not checked", async () => {
    const body = {
      username: uniqueName("new"),
      password: PASSWORD,
      role: "Night shift",
      is_active: "false",
      email: " n@example.net ",
    };
    expect(await create(body)).toMatchObject({
      status: 201,
      body: { role: "Night shift", is_active: false, email: "n@example.net" },
    });
  });

  test("a blank mail address is none", async () => {
    for (const email of ["", "  ", null]) {
      expect((await create({ username: uniqueName("new"), password: PASSWORD, email })).body).toMatchObject({
        email: null,
      });
    }
  });

  test("a name that is taken is 409 `Username is unavailable`; in whatever case", async () => {
    const { username } = await service.givenUser();
    const answer = await create({ username, password: PASSWORD });
    expect(answer).toMatchObject({ status: 409, body: { detail: "Username is unavailable" } });
    expect((await create({ username: username.toUpperCase(), password: PASSWORD })).status).toBe(409);
  });

  test("of ten parallel requests for one name one makes the user", async () => {
    const username = uniqueName("raced");
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create({ username, password: PASSWORD })),
    );
    expect(answers.map(({ status }) => status).sort((left, right) => left - right)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });

  const refused: [field: string, value: unknown, type: string][] = [
    ["username", undefined, "missing"],
    ["username", "ab", "string_pattern_mismatch"],
    ["username", "a".repeat(81), "string_pattern_mismatch"],
    ["username", "a b c", "string_pattern_mismatch"],
    ["username", "abc\n", "string_pattern_mismatch"],
    ["username", "älice", "string_pattern_mismatch"],
    ["username", 12_345, "string_type"],
    ["password", undefined, "missing"],
    ["password", "11character", "string_too_short"],
    ["password", "p".repeat(257), "string_too_long"],
    ["password", null, "string_type"],
    ["role", "", "string_too_short"],
    ["role", "r".repeat(51), "string_too_long"],
    ["role", null, "string_type"],
    ["is_active", "perhaps", "bool_parsing"],
    ["is_active", null, "bool_type"],
    ["email", "e".repeat(255), "string_too_long"],
    ["email", 5, "string_type"],
  ];
  test.each(refused)("%s %p is refused with %s", async (field, value, type) => {
    const { status, body } = await create({
      username: uniqueName("new"),
      password: PASSWORD,
      [field]: value,
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({ detail: [{ loc: ["body", field], type }] });
  });

  test("the ends of the limits are accepted", async () => {
    for (const body of [
      { username: uniqueName("a.b_c-D"), password: strongPassword(12) },
      {
        username: `${uniqueName("u")}${"x".repeat(80)}`.slice(0, 80),
        password: strongPassword(256),
        role: "r".repeat(50),
      },
      { username: uniqueName("mail"), password: PASSWORD, email: `${"e".repeat(242)}@example.com` },
    ]) {
      expect((await create(body)).status).toBe(201);
    }
  });
});

test("the list has every user, by name, and no secret", async () => {
  await Promise.all([
    service.givenUser({ username: uniqueName("zz") }),
    service.givenUser({ username: uniqueName("aa") }),
  ]);
  const answer = await service.call("GET /api/v1/auth/users", { token });
  const names = z
    .array(UserRead)
    .parse(answer.body)
    .map(({ username }) => username);
  expect(names).toEqual(names.toSorted((left, right) => (left < right ? -1 : 1)));
  expect(names).toContain(admin.username);
  expect(answer.text).not.toContain("argon2");
});

describe("change", () => {
  test("role, state and mail address, each alone; absent is unchanged, null role and state too", async () => {
    const user = await service.givenUser({ role: "Viewer" });
    expect((await change(user, { role: "NetworkAdmin" })).body).toMatchObject({
      role: "NetworkAdmin",
      is_active: true,
      email: null,
    });
    expect((await change(user, { email: "u@example.net" })).body).toMatchObject({
      role: "NetworkAdmin",
      email: "u@example.net",
    });
    expect((await change(user, { is_active: false })).body).toMatchObject({
      is_active: false,
      email: "u@example.net",
    });
    const unchanged = { role: "NetworkAdmin", is_active: false, email: "u@example.net" };
    expect((await change(user, {})).body).toMatchObject(unchanged);
    expect((await change(user, { role: null, is_active: null })).body).toMatchObject(unchanged);
  });

  test('`""` and null clear the mail address', async () => {
    const user = await service.givenUser();
    for (const email of ["", null]) {
      await change(user, { email: "u@example.net" });
      expect((await change(user, { email })).body).toMatchObject({ email: null });
    }
  });

  test("is recorded with what was and what is, without secrets", async () => {
    const user = await service.givenUser({ role: "Viewer" });
    await change(user, { role: "NetworkAdmin", email: "u@example.net" });
    const [record] = await auditOf(user.username);
    expect(record).toMatchObject({
      action: "auth.user_updated",
      actor_user_id: admin.id,
      detail: "role=NetworkAdmin active=true email=set",
      before: { username: user.username, role: "Viewer", is_active: true, email: null },
      after: { username: user.username, role: "NetworkAdmin", is_active: true, email: "u@example.net" },
    });
    await change(user, { email: null });
    expect((await auditOf(user.username))[0]).toMatchObject({
      detail: "role=NetworkAdmin active=true email=cleared",
    });
  });

  test("of a user that does not exist is 404 `User not found`", async () => {
    expect(await change({ id: 999_999 }, { role: "Viewer" })).toMatchObject({
      status: 404,
      body: { detail: "User not found" },
    });
  });

  const refused: [field: string, value: unknown, type: string][] = [
    ["role", "", "string_too_short"],
    ["role", "r".repeat(51), "string_too_long"],
    ["role", 7, "string_type"],
    ["is_active", "perhaps", "bool_parsing"],
    ["email", "e".repeat(255), "string_too_long"],
    ["email", [], "string_type"],
  ];
  test.each(refused)("%s %p is refused with %s", async (field, value, type) => {
    const { status, body } = await change(await service.givenUser(), { [field]: value });
    expect(status).toBe(422);
    expect(body).toMatchObject({ detail: [{ loc: ["body", field], type }] });
  });

  test("of role and state takes effect on the next request of every open session", async () => {
    const user = await service.givenUser({ role: "SuperAdmin" });
    const session = await service.sessionOf(user);
    const statusOf = async (how: object) => (await service.call("GET /api/v1/auth/users", how)).status;
    expect([await statusOf({ session }), await statusOf({ token: session.token })]).toEqual([200, 200]);
    await change(user, { role: "Viewer" });
    expect([await statusOf({ session }), await statusOf({ token: session.token })]).toEqual([403, 403]);
    await change(user, { is_active: false });
    expect([await statusOf({ session }), await statusOf({ token: session.token })]).toEqual([401, 401]);
  });
});

describe("at least one active SuperAdmin remains", () => {
  const refused = { status: 409, body: { detail: "At least one active SuperAdmin must remain" } };

  async function soleAdmin() {
    const own = await createTestService();
    const user = await own.givenAdmin();
    const session = await own.tokenOf(user);
    const patch = ({ id }: TestUser, body: object) =>
      own.call(`PATCH /api/v1/auth/users/${id}`, { token: session, body });
    return { own, user, patch };
  }

  test("the last one is neither lowered nor deactivated, and nothing of the change is kept", async () => {
    const { own, user, patch } = await soleAdmin();
    expect(await patch(user, { role: "Viewer", email: "lost@example.net" })).toMatchObject(refused);
    expect(await patch(user, { is_active: false })).toMatchObject(refused);
    const rows = await own.database.sql`SELECT role, is_active, email FROM users`;
    expect([...rows]).toEqual([{ role: "SuperAdmin", is_active: true, email: null }]);
    expect((await patch(user, { role: "SuperAdmin", is_active: true, email: "" })).status).toBe(200);
    await own.close();
  });

  test("an inactive SuperAdmin does not count, a second active one does", async () => {
    const { own, user, patch } = await soleAdmin();
    const second = await own.givenAdmin();
    expect((await patch(second, { is_active: false })).status).toBe(200);
    expect(await patch(user, { role: "Viewer" })).toMatchObject(refused);
    expect((await patch(second, { is_active: true })).status).toBe(200);
    expect((await patch(user, { role: "Viewer" })).status).toBe(200);
    await own.close();
  });

  test("two that lower each other at the same moment: one change is kept", async () => {
    const { own, user } = await soleAdmin();
    const second = await own.givenAdmin();
    const [firstToken, secondToken] = [await own.tokenOf(user), await own.tokenOf(second)];
    const lower = ({ id }: TestUser, by: string) =>
      own.call(`PATCH /api/v1/auth/users/${id}`, { token: by, body: { role: "Viewer" } });
    const answers = await inTheSameMoment(own.database, 2, () =>
      Promise.all([lower(second, firstToken), lower(user, secondToken)]),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [left] = await own.database
      .sql`SELECT count(*)::int AS count FROM users WHERE role = 'SuperAdmin' AND is_active`;
    expect(left?.count).toBe(1);
    await own.close();
  });
});

test("no endpoint deletes a user", async () => {
  const { id } = await service.givenUser();
  expect((await service.call(`DELETE /api/v1/auth/users/${id}`, { token })).status).toBe(405);
});
