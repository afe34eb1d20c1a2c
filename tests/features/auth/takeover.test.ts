import { afterAll, describe, expect, test } from "bun:test";
import { createTestService, uniqueName, type TestUser } from "../../support/app";
import { createAuditReader } from "../../support/audit";
import { readDocument, routesOf } from "../../support/conformance";
import { startMailServer } from "../../support/mail-server";
import { startTestProvider } from "../../support/oidc-provider";
import { codeOf, secondFactorUsers } from "../../support/second-factor";
import { createSsoService, personsOf, signInBySso, ssoTokenOf } from "../../support/sso";

/** Whoever finds a key or an open session must not get the account with it. */
const mailServer = await startMailServer({ isPlain: true });
const service = await createTestService({ settings: { APP_URL: "https://atlas.example.com" } });
const auditOf = await createAuditReader(service);
const admin = await service.givenAdmin();
const adminToken = await service.tokenOf(admin);
const configured = await service.call("PUT /api/v1/admin/notification-settings", {
  token: adminToken,
  body: {
    smtp_host: "localhost",
    smtp_port: String(mailServer.port),
    smtp_tls: "false",
    smtp_from: "atlas@example.com",
  },
});
if (configured.status !== 200) throw new Error(configured.text);
afterAll(async () => {
  await service.close();
  await mailServer.close();
});

const ME = "/api/v1/auth/me";
const BY_KEY = {
  status: 403,
  body: { detail: "API keys cannot change the mail address, the password or second factors: sign in" },
};
const OWN = {
  status: 403,
  body: {
    detail:
      "Change your own mail address, password and second factor in your profile, which asks who you are",
  },
};

async function givenMailUser(role = "Viewer") {
  const user = await service.givenUser({ role });
  const email = `${uniqueName("owner")}@example.com`;
  await service.database.sql`UPDATE users SET email = ${email} WHERE id = ${user.id}`;
  return { ...user, email };
}

const emailOf = async ({ id }: TestUser) =>
  (await service.database.sql<{ email: string | null }[]>`SELECT email FROM users WHERE id = ${id}`)[0]
    ?.email;

async function mailsTo(email: string) {
  await service.background.settled();
  return mailServer.received.filter(({ to }) => to.includes(email));
}

const thief = () => `${uniqueName("thief")}@example.net`;

describe("an API key", () => {
  test("changes no mail address, its owner's own one included, but the rest of the profile", async () => {
    const user = await givenMailUser();
    const { key } = await service.apiKeyOf(user);
    const proof = { password: user.password };
    for (const body of [{ email: thief() }, { email: null }, { email: thief(), proof }]) {
      expect(await service.call(`PATCH ${ME}`, { key, body })).toMatchObject(BY_KEY);
    }
    const body = { display_name: "By script", email: user.email };
    expect(await service.call(`PATCH ${ME}`, { key, body })).toMatchObject({ status: 200, body });
    expect(await emailOf(user)).toBe(user.email);
  });

  test("reaches no route that changes password or second factor: the document marks all of them", async () => {
    const user = await service.givenUser();
    const { key } = await service.apiKeyOf(user);
    const own = routesOf(await readDocument(service.app)).filter(
      ({ method, path }) =>
        method !== "GET" && /\/auth\/(?:change-password|me\/(?:totp|passkeys|recovery-codes))/.test(path),
    );
    expect(own.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      "DELETE /api/v1/auth/me/passkeys/{passkey_id}",
      "DELETE /api/v1/auth/me/totp",
      "PATCH /api/v1/auth/me/passkeys/{passkey_id}",
      "POST /api/v1/auth/change-password",
      "POST /api/v1/auth/me/passkeys",
      "POST /api/v1/auth/me/passkeys/options",
      "POST /api/v1/auth/me/recovery-codes",
      "POST /api/v1/auth/me/totp",
      "POST /api/v1/auth/me/totp/confirm",
    ]);
    const body = {
      password: user.password,
      current_password: user.password,
      new_password: "another long password",
    };
    for (const { method, path } of own) {
      const answer = await service.call(`${method} ${path.replace("{passkey_id}", "1")}`, { key, body });
      expect(answer).toMatchObject(BY_KEY);
    }
    await service.tokenOf(user);
  });

  test("makes another key, for rotation; each is recorded and told to the owner by mail", async () => {
    const user = await givenMailUser();
    const { key } = await service.apiKeyOf(user, { name: "first" });
    const made = await service.createKey({ key }, { name: "second" });
    expect((await service.call(`GET ${ME}`, { key: made.key })).status).toBe(200);
    expect(await auditOf(`apikey:${made.id}`, "apikey.created")).toMatchObject([
      { actor_user_id: user.id, detail: "name=second expires=never" },
    ]);
    const mails = await mailsTo(user.email);
    // They go on their own, so that the second may be there first.
    const told = mails.map(
      ({ text }) => /"\w+" .* by (?:a session|another API key)/.exec(text)?.[0] ?? "another mail",
    );
    expect(told.toSorted()).toEqual([
      expect.stringMatching(/^"first" .* by a session$/),
      expect.stringMatching(/^"second" .* by another API key$/),
    ]);
    for (const { raw } of mails) expect(raw).not.toContain("svc_");
  });
});

describe("an open session", () => {
  test("alone changes no mail address: 422 without a proof, 401 with a wrong one, which counts towards the lock", async () => {
    const user = await givenMailUser();
    const token = await service.tokenOf(user);
    const change = (proof?: object) =>
      service.call(`PATCH ${ME}`, { token, body: { email: thief(), ...(proof && { proof }) } });
    expect(await change()).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "proof"], type: "value_error" }] },
    });
    for (let guess = 0; guess < 5; guess++) {
      expect(await change({ password: "not the password" })).toMatchObject({
        status: 401,
        body: { detail: "Invalid credentials" },
      });
    }
    expect((await change({ password: user.password })).status).toBe(429);
    expect(await emailOf(user)).toBe(user.email);
    expect(await mailsTo(user.email)).toEqual([]);
  });

  test("with the password or a code does, and the former address is told, not the new one", async () => {
    const user = await givenMailUser();
    const { enrolTotp, letTimePass } = secondFactorUsers(service);
    const token = await service.tokenOf(user);
    const { secret } = await enrolTotp(user, token);
    await letTimePass(user);
    const first = `${uniqueName("moved")}@example.com`;
    const second = `${uniqueName("moved")}@example.com`;
    const change = (email: string, proof: object) =>
      service.call(`PATCH ${ME}`, { token, body: { email, proof } });
    expect((await change(first, { password: user.password })).status).toBe(200);
    expect((await change(second, { code: codeOf(secret) })).status).toBe(200);
    for (const former of [user.email, first]) {
      const mails = await mailsTo(former);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.raw).toContain("Subject: The mail address of your account was changed\r\n");
      expect(mails[0]?.raw).not.toContain(second);
    }
    expect(await mailsTo(second)).toEqual([]);
  });

  test("needs no proof for an address that stays, and tells of a new password by mail", async () => {
    const user = await givenMailUser();
    const token = await service.tokenOf(user);
    const same = { display_name: "Same", email: user.email };
    expect((await service.call(`PATCH ${ME}`, { token, body: same })).status).toBe(200);
    const body = { current_password: user.password, new_password: "another long password" };
    expect((await service.call("POST /api/v1/auth/change-password", { token, body })).status).toBe(204);
    expect((await mailsTo(user.email)).map(({ raw }) => /Subject: (.*)\r/.exec(raw)?.[1])).toEqual([
      "Your Netatlas password was changed",
    ]);
  });
});

describe("an administrator's session and key", () => {
  test("change the own account nowhere but where a proof is asked for", async () => {
    const own = await givenMailUser("SuperAdmin");
    const { key } = await service.apiKeyOf(own);
    for (const how of [{ key }, { token: await service.tokenOf(own) }]) {
      const users = `/api/v1/auth/users/${own.id}`;
      expect(await service.call(`PATCH ${users}`, { ...how, body: { email: thief() } })).toMatchObject(OWN);
      const body = { new_password: "another long password" };
      expect(await service.call(`POST ${users}/reset-password`, { ...how, body })).toMatchObject(OWN);
      expect(await service.call(`DELETE ${users}/second-factor`, how)).toMatchObject(OWN);
    }
    expect(await emailOf(own)).toBe(own.email);
    await service.tokenOf(own);
  });

  test("change another's address, whose former one is told", async () => {
    const user = await givenMailUser();
    const path = `PATCH /api/v1/auth/users/${user.id}`;
    expect((await service.call(path, { token: adminToken, body: { email: "" } })).status).toBe(200);
    expect((await mailsTo(user.email))[0]?.text).toContain("was removed");
  });
});

describe("a user of single sign-on without a password", () => {
  test("proves a new address by having just signed in, and by nothing that is older", async () => {
    const provider = await startTestProvider();
    const sso = await createSsoService(provider, { settings: { OIDC_AUTO_PROVISION: "true" } });
    const person = personsOf(provider)();
    const token = ssoTokenOf(await signInBySso(sso, person));
    const change = (body: object) => sso.call(`PATCH ${ME}`, { token, body });
    expect((await change({ email: "fresh@example.com" })).status).toBe(200);
    const guess = { email: "guess@example.com", proof: { password: "whatever it is" } };
    expect((await change(guess)).status).toBe(401);
    await sso.database.sql`UPDATE sessions SET created_at = now() - interval '11 minutes'`;
    expect(await change({ email: "late@example.com" })).toMatchObject({
      status: 403,
      body: {
        detail: "Sign in by single sign-on again: it must be less than ten minutes ago to change this",
      },
    });
    expect((await change({ display_name: "Still mine" })).status).toBe(200);
    const [row] = await sso.database.sql`SELECT email FROM users`;
    expect(row).toEqual({ email: "fresh@example.com" });
  });
});
