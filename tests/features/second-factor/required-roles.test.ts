import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { TokenPair } from "../../../src/features/auth/models";
import { createTestService, uniqueName } from "../../support/app";
import { readDocument, routesOf } from "../../support/conformance";
import { auditOf, codeOf, secondFactorUsers } from "../../support/second-factor";

const service = await createTestService();
const { challengeOf, enrolTotp } = secondFactorUsers(service);
const { sql } = service.database;
const adminToken = await service.tokenOf(await service.givenAdmin());
afterAll(() => service.close());

const REFUSED = {
  status: 403,
  body: { detail: "Your role requires a second factor: enrol one first" },
};

const setRule = (role: string, required: unknown = true, token = adminToken) =>
  service.call(`PUT /api/v1/admin/roles/${role}/second-factor`, { token, body: { required } });

async function givenRole(): Promise<string> {
  const name = uniqueName("role");
  await sql`INSERT INTO roles (name, permissions) VALUES (${name}, '{topology_write}')`;
  return name;
}

async function givenRequiringRole(): Promise<string> {
  const role = await givenRole();
  expect((await setRule(role)).status).toBe(200);
  return role;
}

describe("the rule", () => {
  test("is set and unset by a SuperAdmin, listed, and recorded once per change", async () => {
    const role = await givenRole();
    expect((await setRule(role)).body).toMatchObject({ roles: expect.arrayContaining([role]) });
    expect((await setRule(role)).status).toBe(200);
    const listed = await service.call("GET /api/v1/admin/second-factor-roles", { token: adminToken });
    expect(listed.text).toContain(`"${role}"`);
    expect((await setRule(role, false)).text).not.toContain(`"${role}"`);
    expect((await setRule(role, false)).status).toBe(200);
    const rows = await sql`
      SELECT action, detail, before, after FROM audit_log WHERE target = ${`role:${role}`} ORDER BY id`;
    expect([...rows]).toMatchObject([
      {
        action: "admin.second_factor_rule_changed",
        detail: "required=true",
        before: { required: false },
        after: { required: true },
      },
      { detail: "required=false", before: { required: true }, after: { required: false } },
    ]);
  });

  test("is 404 for an unknown role, 422 for no boolean, 403 for others than a SuperAdmin", async () => {
    expect(await setRule("no-such-role")).toMatchObject({ status: 404, body: { detail: "Role not found" } });
    expect((await setRule("Viewer", "perhaps")).status).toBe(422);
    const token = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
    expect((await setRule("Viewer", true, token)).status).toBe(403);
    const list = await service.call("GET /api/v1/admin/second-factor-roles", { token });
    expect(list.status).toBe(403);
  });

  test("goes with its role", async () => {
    const role = await givenRequiringRole();
    await sql`DELETE FROM roles WHERE name = ${role}`;
    const listed = await service.call("GET /api/v1/admin/second-factor-roles", { token: adminToken });
    expect(listed.text).not.toContain(`"${role}"`);
  });
});

describe("a user of such a role without a second factor", () => {
  test("signs in, and reaches what serves the enrolment", async () => {
    const user = await service.givenUser({ role: await givenRequiringRole() });
    const token = await service.tokenOf(user);
    const status = await service.call("GET /api/v1/auth/me/second-factor", { token });
    expect(status.body).toMatchObject({ is_required: true, totp_enabled_at: null });
    for (const what of ["GET /api/v1/auth/me", "GET /api/v1/auth/me/passkeys"]) {
      expect((await service.call(what, { token })).status).toBe(200);
    }
    const body = { password: user.password };
    expect((await service.call("POST /api/v1/auth/me/passkeys/options", { token, body })).status).toBe(200);
    await enrolTotp(user, token);
    expect((await service.call("POST /api/v1/topology/devices", { token, body: {} })).status).toBe(201);
  });

  test("is refused everything else, on all replicas, whatever the request holds", async () => {
    const user = await service.givenUser({ role: await givenRequiringRole() });
    const token = await service.tokenOf(user);
    const replica = await createTestService({ database: service.database });
    const open = new Set([
      "GET /api/v1/auth/me",
      "GET /api/v1/auth/me/second-factor",
      "POST /api/v1/auth/me/totp",
      "POST /api/v1/auth/me/totp/confirm",
      "GET /api/v1/auth/me/passkeys",
      "POST /api/v1/auth/me/passkeys/options",
      "POST /api/v1/auth/me/passkeys",
    ]);
    const guarded = routesOf(await readDocument(service.app)).filter(
      ({ operation }) => (operation.security ?? []).length === 3,
    );
    expect(guarded.length).toBeGreaterThan(20);
    for (const { method, path, operation } of guarded) {
      const needsMore = operation["x-permission"] !== undefined || operation["x-role"] !== undefined;
      if (open.delete(`${method} ${path}`)) continue;
      const answer = await replica.call(`${method} ${path.replaceAll(/\{\w+\}/g, "nothing")}`, { token });
      expect([`${method} ${path}`, answer.status]).toEqual([`${method} ${path}`, 403]);
      if (!needsMore) expect(answer).toMatchObject(REFUSED);
    }
    expect([...open]).toEqual([]);
  });

  test("is not freed by a refresh, and gets neither an API key nor another password before it has enrolled", async () => {
    const user = await service.givenUser({ role: await givenRequiringRole() });
    const session = await service.sessionOf(user);
    const body = { refresh_token: session.refreshToken };
    const refreshed = await service.call("POST /api/v1/auth/refresh", { body });
    expect(refreshed.status).toBe(200);
    const { access_token: token } = TokenPair.parse(refreshed.body);
    for (const by of [{ token }, { session }]) {
      const key = await service.call("POST /api/v1/api-keys", { ...by, body: { name: "early" } });
      expect(key).toMatchObject(REFUSED);
      const passwords = { current_password: user.password, new_password: "another long password" };
      const change = await service.call("POST /api/v1/auth/change-password", { ...by, body: passwords });
      expect(change).toMatchObject(REFUSED);
    }
    const keys = await sql`SELECT id FROM api_keys WHERE user_id = ${user.id}`;
    expect([...keys]).toEqual([]);
  });

  test("is nobody to a route that tells authenticated callers more", async () => {
    const user = await service.givenUser({ role: await givenRequiringRole() });
    const token = await service.tokenOf(user);
    const answer = await service.call("GET /api/v1/health/ready", { token });
    expect(answer.body).toEqual({ status: "ready" });
  });

  test("may sign out", async () => {
    const user = await service.givenUser({ role: await givenRequiringRole() });
    const token = await service.tokenOf(user);
    expect((await service.call("POST /api/v1/auth/logout", { token, body: {} })).status).toBe(204);
    expect((await service.call("GET /api/v1/auth/me", { token })).status).toBe(401);
  });
});

describe("the rule acts on the next request", () => {
  test("when it is set, unset, and when a user gets the role", async () => {
    const role = await givenRole();
    const user = await service.givenUser({ role });
    const token = await service.tokenOf(user);
    const add = () => service.call("POST /api/v1/topology/devices", { token, body: {} });
    expect((await add()).status).toBe(201);
    await setRule(role);
    expect(await add()).toMatchObject(REFUSED);
    await setRule(role, false);
    expect((await add()).status).toBe(201);
    await sql`UPDATE users SET role = ${await givenRequiringRole()} WHERE id = ${user.id}`;
    expect(await add()).toMatchObject(REFUSED);
  });

  test("API keys are not affected: they are their own credential", async () => {
    const role = await givenRole();
    const { key } = await service.apiKeyOf(await service.givenUser({ role }));
    await setRule(role);
    expect((await service.call("POST /api/v1/topology/devices", { key, body: {} })).status).toBe(201);
  });

  test("a linked user who comes by password is asked for it, too", async () => {
    const user = await service.givenUser({ role: await givenRequiringRole() });
    await sql`UPDATE users SET auth_source = 'oidc' WHERE id = ${user.id}`;
    const token = await service.tokenOf(user);
    expect(await service.call("POST /api/v1/topology/devices", { token, body: {} })).toMatchObject(REFUSED);
    const status = await service.call("GET /api/v1/auth/me/second-factor", { token });
    expect(status.body).toMatchObject({ is_required: true });
  });
});

test("the last required factor cannot be removed, its recovery codes stay", async () => {
  const user = await service.givenUser({ role: await givenRequiringRole() });
  const token = await service.tokenOf(user);
  const { codes } = await enrolTotp(user, token);
  const body = { password: user.password };
  expect(await service.call("DELETE /api/v1/auth/me/totp", { token, body })).toMatchObject({
    status: 409,
    body: { detail: "Your role requires a second factor: add another one before you remove this" },
  });
  const answer = { challenge_token: await challengeOf(user), code: codes[0] };
  expect((await service.call("POST /api/v1/auth/login/recovery-code", { body: answer })).status).toBe(200);
});

describe("SuperAdmin may require it of itself", () => {
  const own = { service: service, token: "" };
  beforeAll(async () => {
    own.service = await createTestService();
    own.token = await own.service.tokenOf(await own.service.givenAdmin());
  });
  afterAll(() => own.service.close());

  test("and is held to it at once", async () => {
    const admin = await own.service.givenAdmin();
    const token = await own.service.tokenOf(admin);
    const rule = "PUT /api/v1/admin/roles/SuperAdmin/second-factor";
    expect((await own.service.call(rule, { token, body: { required: true } })).status).toBe(200);
    const back = () => own.service.call(rule, { token, body: { required: false } });
    expect(await back()).toMatchObject(REFUSED);
    await secondFactorUsers(own.service).enrolTotp(admin, token);
    expect((await back()).body).toEqual({ roles: [] });
  });
});

describe("an administrator's reset", () => {
  const reset = (id: number | string, token = adminToken) =>
    service.call(`DELETE /api/v1/auth/users/${id}/second-factor`, { token });

  test("removes factors and codes, ends sessions and half-finished sign-ins, and is recorded", async () => {
    const { givenTotpUser } = secondFactorUsers(service);
    const { user, token, secret, codes } = await givenTotpUser();
    const { key } = await service.createKey({ token });
    const challenge_token = await challengeOf(user);
    expect((await reset(user.id)).status).toBe(204);
    expect((await service.call("GET /api/v1/auth/me", { token })).status).toBe(401);
    expect((await service.call("GET /api/v1/auth/me", { key })).status).toBe(200);
    const answers = [
      ["totp", codeOf(secret)],
      ["recovery-code", codes[0]],
    ];
    for (const [method, code] of answers) {
      const answer = await service.call(`POST /api/v1/auth/login/${method}`, {
        body: { challenge_token, code },
      });
      expect(answer).toMatchObject({ status: 401, body: { detail: "Invalid or expired token" } });
    }
    const again = await service.tokenOf(user);
    const status = await service.call("GET /api/v1/auth/me/second-factor", { token: again });
    expect(status.body).toMatchObject({ totp_enabled_at: null, recovery_codes_left: 0 });
    expect(await auditOf(service, user)).toContain("auth.second_factor_reset had_factor=true sessions=1");
  });

  test("of a user without a second factor is 204 too; of nobody 404; by others 403", async () => {
    const user = await service.givenUser({ role: "NetworkAdmin" });
    expect((await reset(user.id)).status).toBe(204);
    expect(await reset(999_999_999)).toMatchObject({ status: 404, body: { detail: "User not found" } });
    expect((await reset("abc")).status).toBe(422);
    expect((await reset(user.id, await service.tokenOf(user))).status).toBe(403);
  });
});
