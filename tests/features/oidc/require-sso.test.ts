import { beforeEach, describe, expect, test } from "bun:test";
import { createTestService, uniqueAddress, uniqueName, type TestUser } from "../../support/app";
import { createAuditReader } from "../../support/audit";
import { freePort } from "../../support/free-port";
import { startTestProvider } from "../../support/oidc-provider";
import { codeOf, secondFactorUsers } from "../../support/second-factor";
import { APP_URL, createSsoService, outcomeOf, personsOf, signInBySso, ssoTokenOf } from "../../support/sso";

const provider = await startTestProvider();
const service = await createSsoService(provider, { settings: { OIDC_AUTO_PROVISION: "true" } });
const { database } = service;
const { challengeOf, givenTotpUser } = secondFactorUsers(service);
const auditOf = await createAuditReader(service);
const admin = await service.givenAdmin();
const token = await service.tokenOf(admin);

const SETTINGS = "/api/v1/admin/oidc-settings";
const REFUSED = { status: 403, body: { detail: "Local sign-in is disabled. Use single sign-on." } };

const write = (body: unknown, on = service, by = token) => on.call(`PUT ${SETTINGS}`, { token: by, body });
const login = ({ username, password }: TestUser, on = service) =>
  on.call("POST /api/v1/auth/login", { body: { username, password }, peer: uniqueAddress() });
const refusal = (reason: string) => ({ status: 400, body: { detail: `Cannot require SSO: ${reason}` } });

beforeEach(async () => {
  await database.sql`DELETE FROM oidc_settings`;
});

describe("while single sign-on is required", () => {
  test("the right password is 403 for all but SuperAdmins, on every replica; the wrong one is 401 as ever", async () => {
    const user = await service.givenUser({ role: "NetworkAdmin" });
    expect(await write({ require_sso: true })).toMatchObject({ status: 200, body: { require_sso: true } });
    const replica = await createSsoService(provider, { database });
    for (const on of [service, replica]) {
      const refused = await login(user, on);
      expect(refused).toMatchObject(REFUSED);
      expect(refused.headers.getSetCookie()).toEqual([]);
      expect((await login(admin, on)).status).toBe(200);
    }
    expect(await login({ ...user, password: "a wrong password" })).toMatchObject({
      status: 401,
      body: { detail: "Invalid credentials" },
    });
    expect((await service.call("GET /api/v1/auth/oidc/status")).body).toMatchObject({ require_sso: true });
    expect(outcomeOf(await signInBySso(service, personsOf(provider)()))).toBe("/");
  });

  test("the refusal is audited and stands in the login history", async () => {
    const user = await service.givenUser();
    await write({ require_sso: true });
    await login(user);
    expect(await auditOf(`user:${user.username}`, "auth.login_blocked_sso_required")).toMatchObject([
      { actor_user_id: null, detail: expect.stringMatching(/^ip=\d/) },
    ]);
    const history = await service.call("GET /api/v1/audit/logs/export", { token });
    expect(history.text).toContain(`,${user.username},Blocked (SSO required),`);
  });

  test("a second factor does not help: before it is asked for, nor where it was asked for before", async () => {
    const { user, secret } = await givenTotpUser();
    const challenge_token = await challengeOf(user);
    await write({ require_sso: true });
    expect(await login(user)).toMatchObject(REFUSED);
    const body = { challenge_token, code: codeOf(secret) };
    expect(await service.call("POST /api/v1/auth/login/totp", { body })).toMatchObject(REFUSED);
    await write({ require_sso: false });
    expect((await service.call("POST /api/v1/auth/login/totp", { body })).status).toBe(200);
  });

  test("sessions and API keys that exist go on", async () => {
    const user = await service.givenUser();
    const session = await service.sessionOf(user);
    const { key } = await service.apiKeyOf(user);
    await write({ require_sso: true });
    expect((await service.call("GET /api/v1/auth/me", { token: session.token })).status).toBe(200);
    expect((await service.call("POST /api/v1/auth/refresh", { session, body: {} })).status).toBe(200);
    expect((await service.call("GET /api/v1/auth/me", { key })).status).toBe(200);
  });

  test("it rules nobody out where single sign-on is off", async () => {
    const user = await service.givenUser();
    await write({ require_sso: true });
    const off = await createTestService({ settings: { APP_URL }, database });
    expect((await off.call("GET /api/v1/auth/oidc/status")).body).toMatchObject({
      enabled: false,
      require_sso: false,
    });
    expect((await login(user, off)).status).toBe(200);
  });
});

describe("requiring it", () => {
  test("is recorded, and its end", async () => {
    await write({ require_sso: true });
    await write({ require_sso: true });
    await write({ require_sso: false });
    const actions = (await auditOf("settings:oidc")).map(({ action }) => action);
    expect(actions.filter((action) => action.includes("require_sso")).slice(0, 2)).toEqual([
      "admin.oidc_require_sso_disabled",
      "admin.oidc_require_sso_enabled",
    ]);
  });

  test("is refused where single sign-on is not enabled or configured, and so is ending that before", async () => {
    const off = await createTestService({ settings: { APP_URL }, database });
    const reason = "SSO login is not enabled or fully configured";
    expect(await write({ require_sso: true }, off)).toMatchObject(refusal(reason));
    expect(await write({ require_sso: true, enabled: true, issuer: provider.issuer }, off)).toMatchObject(
      refusal(reason),
    );
    await write({ require_sso: true });
    expect(await write({ enabled: false })).toMatchObject(refusal(reason));
    expect((await write({ enabled: false, require_sso: false })).status).toBe(200);
  });

  test("is refused where the provider test fails, with the reason", async () => {
    const issuer = `http://127.0.0.1:${freePort()}`;
    const refused = await write({ require_sso: true, issuer });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(
      /"Cannot require SSO: provider test failed \(provider_unreachable: cannot reach http:[^"]+\)"/,
    );
    const lost = await createSsoService(provider, { settings: { APP_URL: "" }, database });
    expect(await write({ require_sso: true }, lost)).toMatchObject(
      refusal("provider test failed (Set APP_URL or the redirect URL)"),
    );
    expect((await service.call(`GET ${SETTINGS}`, { token })).body).toMatchObject({ require_sso: false });
  });

  test("is refused where no SuperAdmin could come in without the provider", async () => {
    const own = await createSsoService(provider, {
      settings: {
        OIDC_AUTO_PROVISION: "true",
        OIDC_ALLOW_SUPER_ADMIN: "true",
        OIDC_ROLE_MAPPINGS: '{"roots": "SuperAdmin"}',
      },
    });
    const local = await own.givenAdmin();
    const person = personsOf(provider)({ groups: ["roots"], email: `${uniqueName("root")}@example.com` });
    const byProvider = ssoTokenOf(await signInBySso(own, person));
    await own.call(`PATCH /api/v1/auth/users/${local.id}`, { token: byProvider, body: { is_active: false } });
    expect(await write({ require_sso: true }, own, byProvider)).toMatchObject(
      refusal("no active SuperAdmin account exists for emergency local recovery"),
    );
    await own.call(`PATCH /api/v1/auth/users/${local.id}`, { token: byProvider, body: { is_active: true } });
    expect((await write({ require_sso: true }, own, byProvider)).status).toBe(200);
  });

  test("is the database's alone: the environment cannot say it", async () => {
    const service2 = await createSsoService(provider, { settings: { OIDC_REQUIRE_SSO: "true" }, database });
    expect((await service2.call(`GET ${SETTINGS}`, { token })).body).toMatchObject({ require_sso: false });
  });
});
