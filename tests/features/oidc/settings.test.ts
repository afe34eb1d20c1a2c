import { beforeEach, describe, expect, test } from "bun:test";
import { createTestService } from "../../support/app";
import { createAuditReader } from "../../support/audit";
import { startCrookedProvider, without } from "../../support/crooked-provider";
import { freePort } from "../../support/free-port";
import { APP_URL, beginSso, createSsoService } from "../../support/sso";

/** `/admin/oidc-settings`. */
const service = await createTestService({ settings: { APP_URL } });
const { database } = service;
const auditOf = await createAuditReader(service);
const token = await service.tokenOf(await service.givenAdmin());
const provider = await startCrookedProvider();

const PATH = "/api/v1/admin/oidc-settings";
const CALLBACK = `${APP_URL}/api/v1/auth/oidc/callback`;
const DEFAULTS = {
  enabled: false,
  issuer: "",
  client_id: "",
  client_secret_set: false,
  redirect_url: "",
  effective_redirect_url: CALLBACK,
  scopes: "openid profile email",
  allowed_email_domains: "",
  auto_provision: false,
  provider_name: "SSO",
  link_by_email: true,
  allow_unverified_email: false,
  group_claim: "groups",
  role_mappings: "",
  manage_roles: false,
  default_role: "Viewer",
  allow_super_admin: false,
  require_sso: false,
  env_configured: false,
};
const WORKING = { enabled: true, issuer: provider.issuer, client_id: provider.client.client_id };

const read = async (on = service) => (await on.call(`GET ${PATH}`, { token })).body;
const write = (body: unknown, on = service) => on.call(`PUT ${PATH}`, { token, body });
const tried = async (on = service) => (await on.call(`POST ${PATH}/test`, { token })).body;

/** Each test begins with nothing saved and an honest provider. */
beforeEach(async () => {
  await database.sql`DELETE FROM oidc_settings`;
  provider.behave({});
});

describe("the settings", () => {
  test("have defaults, and keep what is not given", async () => {
    expect(await read()).toEqual(DEFAULTS);
    const changed = await write({
      ...WORKING,
      provider_name: "  Example ID ",
      link_by_email: "false",
      unknown: 1,
    });
    const expected = { ...DEFAULTS, ...WORKING, provider_name: "Example ID", link_by_email: false };
    expect(changed).toMatchObject({ status: 200 });
    expect(changed.body).toEqual(expected);
    expect((await write({ enabled: null, scopes: "openid email" })).body).toEqual({
      ...expected,
      scopes: "openid email",
    });
    expect(await read()).toEqual({ ...expected, scopes: "openid email" });
  });

  test("work at once, on every replica", async () => {
    const replica = await createTestService({ settings: { APP_URL }, database });
    expect((await replica.call("GET /api/v1/auth/oidc/status")).body).toMatchObject({ enabled: false });
    await write({ ...WORKING, provider_name: "Example ID" });
    expect((await replica.call("GET /api/v1/auth/oidc/status")).body).toEqual({
      enabled: true,
      provider_name: "Example ID",
      require_sso: false,
    });
    expect((await beginSso(replica)).location).toStartWith(`${provider.issuer}/authorize?`);
    expect(await read(replica)).toMatchObject(WORKING);
  });

  test("a saved value comes before the environment's, empty text gives that one back", async () => {
    const withEnvironment = await createSsoService(provider, {
      settings: {
        OIDC_ALLOWED_EMAIL_DOMAINS: '["example.com","example.net"]',
        OIDC_LINK_BY_EMAIL: "no",
        OIDC_REDIRECT_URL: "https://net.example.com/back",
      },
      database,
    });
    expect(await read(withEnvironment)).toEqual({
      ...DEFAULTS,
      ...WORKING,
      scopes: "openid profile email groups",
      client_secret_set: true,
      allowed_email_domains: "example.com,example.net",
      link_by_email: false,
      redirect_url: "https://net.example.com/back",
      effective_redirect_url: "https://net.example.com/back",
      env_configured: true,
    });
    const saved = { issuer: "https://id.example.com", enabled: false, redirect_url: `${APP_URL}/x` };
    expect((await write(saved, withEnvironment)).body).toMatchObject(saved);
    const emptied = await write({ issuer: "", redirect_url: "" }, withEnvironment);
    expect(emptied.body).toMatchObject({
      issuer: provider.issuer,
      enabled: false,
      effective_redirect_url: "https://net.example.com/back",
    });
  });

  test("the client secret is kept encrypted and never shown; absent and null keep it, empty text removes it", async () => {
    const secret = `needle-${crypto.randomUUID()}`;
    const stored = async () => {
      const [row] = await database.sql<{ value: string }[]>`
        SELECT value FROM oidc_settings WHERE name = 'client_secret'`;
      return row?.value;
    };
    const answer = await write({ ...WORKING, client_secret: secret });
    expect(answer.body).toMatchObject({ client_secret_set: true });
    const kept = await stored();
    expect(kept).toMatch(/^gAAAA[\w-]+=*$/);
    await write({ client_secret: null, scopes: "openid email" });
    expect(await stored()).toBe(kept);
    const shown = [answer.text, JSON.stringify(await read()), JSON.stringify(await tried())].join();
    expect(shown).not.toContain(secret);
    const tables = await database.sql<{ name: string }[]>`
      SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'`;
    for (const { name } of tables) {
      const found = await database.sql`
        SELECT 1 FROM ${database.sql.unsafe(name)} t WHERE strpos(t::text, ${secret}) > 0`;
      expect({ name, count: found.count }).toEqual({ name, count: 0 });
    }
    expect((await write({ client_secret: "" })).body).toMatchObject({ client_secret_set: false });
    expect(await stored()).toBeUndefined();
  });

  test("a client secret of another master key hinders nothing but the sign-in: a new one can be saved", async () => {
    await write({ ...WORKING, client_secret: "a secret" });
    await database.sql`UPDATE oidc_settings SET value = 'gAAAAA' WHERE name = 'client_secret'`;
    expect(await read()).toMatchObject({ client_secret_set: true });
    expect((await service.call("GET /api/v1/auth/oidc/status")).status).toBe(200);
    expect((await service.call("GET /api/v1/auth/oidc/login")).status).toBe(500);
    const user = await service.givenUser();
    expect((await service.sessionOf(user)).token).not.toBe("");
    expect((await write({ client_secret: "another" })).status).toBe(200);
    expect((await service.call("GET /api/v1/auth/oidc/login")).status).toBe(302);
  });

  test("changes are audited with before and after, without the secret", async () => {
    await write({ ...WORKING, client_secret: "a secret" });
    const [row] = await auditOf("settings:oidc", "admin.oidc_settings_updated");
    expect(row).toMatchObject({
      detail: "fields=enabled,issuer,client_id,client_secret",
      before: { enabled: false, issuer: "", client_secret_set: false },
      after: { enabled: true, issuer: provider.issuer, client_secret_set: true },
    });
    expect(JSON.stringify(row)).not.toContain("a secret");
    const rows = (await auditOf("settings:oidc")).length;
    expect((await write({})).status).toBe(200);
    expect((await auditOf("settings:oidc")).length).toBe(rows);
  });

  test.each<[string, unknown]>([
    ["enabled", "perhaps"],
    ["issuer", "id.example.com"],
    ["issuer", "file:///etc/passwd"],
    ["issuer", "https://user:pass@id.example.com"],
    ["issuer", "https://id.example.com/?tenant=1"],
    ["issuer", `https://id.example.com/${"x".repeat(500)}`],
    ["client_id", "x".repeat(256)],
    ["client_id", 5],
    ["client_secret", "x".repeat(513)],
    ["client_secret", "two\nlines"],
    ["redirect_url", "javascript:alert(1)"],
    ["redirect_url", "https://net.example.com/#here"],
    ["scopes", "x".repeat(256)],
    ["allowed_email_domains", "x".repeat(1025)],
    ["auto_provision", 2],
    ["provider_name", "x".repeat(61)],
    ["link_by_email", "maybe"],
    ["allow_unverified_email", []],
    ["group_claim", "x".repeat(121)],
    ["role_mappings", "x".repeat(4097)],
    ["role_mappings", {}],
    ["manage_roles", "x"],
    ["default_role", "x".repeat(51)],
    ["allow_super_admin", "x"],
    ["require_sso", "x"],
  ])("422: %s %j", async (field, value) => {
    expect(await write({ [field]: value })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", field] }] },
    });
    expect(await read()).toEqual(DEFAULTS);
  });

  test.each([["no JSON"], ["[]"], ["null"], ['"text"'], ['{"group": 1}'], ['{"group": null}']])(
    "400: role mappings %s",
    async (text) => {
      const detail = 'Role mappings must be a JSON object, e.g. {"net-admins": "NetworkAdmin"}';
      expect(await write({ role_mappings: text })).toMatchObject({ status: 400, body: { detail } });
    },
  );

  test.each([["SuperAdmin"], ["superadmin"]])("400: the default role %s", async (role) => {
    const detail = "The default role for provisioned users cannot be SuperAdmin";
    expect(await write({ default_role: role })).toMatchObject({ status: 400, body: { detail } });
  });
});

describe("POST /admin/oidc-settings/test", () => {
  const NAMES = ["configuration", "redirect_url", "discovery", "jwks", "pkce", "role_mappings"];

  test("tries every part; `{}` as a body does no harm", async () => {
    await write({ ...WORKING, role_mappings: '{"admins": "NetworkAdmin"}' });
    const answer = await service.call(`POST ${PATH}/test`, { token, body: {} });
    expect(answer.body).toMatchObject({ ok: true, checks: NAMES.map((name) => ({ name, ok: true })) });
    expect(answer.text).toContain(CALLBACK);
  });

  const failing = async (...names: string[]) =>
    expect(await tried()).toMatchObject({
      ok: false,
      checks: NAMES.map((name) => ({
        name,
        ok: !names.includes(name),
        message: expect.stringMatching(/\w/),
      })),
    });

  test("configuration: nothing is set", async () => {
    await failing("configuration", "discovery", "jwks", "pkce");
  });

  test("redirect_url: nobody has said where the service is", async () => {
    await write(WORKING);
    const lost = await createTestService({ database });
    expect(await tried(lost)).toMatchObject({
      ok: false,
      checks: NAMES.map((name) => ({ name, ok: name !== "redirect_url" })),
    });
  });

  test("discovery: nobody answers; the message says why", async () => {
    await write({ ...WORKING, issuer: `http://127.0.0.1:${freePort()}` });
    await failing("discovery", "jwks", "pkce");
    expect(JSON.stringify(await tried())).toContain("provider_unreachable: cannot reach http://127.0.0.1");
  });

  test("jwks: the keys are not there", async () => {
    await write(WORKING);
    provider.behave({ jwks: () => new Response("", { status: 404 }) });
    await failing("jwks");
  });

  test("pkce: the provider knows another method only; one that says nothing is tried", async () => {
    await write(WORKING);
    provider.behave({ metadata: (honest) => ({ ...honest, code_challenge_methods_supported: ["plain"] }) });
    await failing("pkce");
    provider.behave({ metadata: without("code_challenge_methods_supported") });
    expect(await tried()).toMatchObject({ ok: true });
  });

  test("role_mappings: a role that does not exist, SuperAdmin where it is not allowed", async () => {
    await write({ ...WORKING, role_mappings: '{"a": "Nobody"}' });
    await failing("role_mappings");
    await write({ role_mappings: '{"a": "SuperAdmin"}' });
    await failing("role_mappings");
    await write({ allow_super_admin: true });
    expect(await tried()).toMatchObject({ ok: true });
    await write({ role_mappings: "", default_role: "Nobody" });
    await failing("role_mappings");
  });
});
