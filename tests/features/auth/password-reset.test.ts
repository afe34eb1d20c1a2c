import { afterAll, describe, expect, test } from "bun:test";
import { createTestService, uniqueAddress, uniqueName, type TestUser } from "../../support/app";
import { createAuditReader } from "../../support/audit";
import { startMailServer, type ReceivedMail } from "../../support/mail-server";
import { codeOf, secondFactorUsers } from "../../support/second-factor";
import { patient } from "../../support/patience";

/** With a real mail server, STARTTLS included. */
const mailServer = await startMailServer({ login: { user: "netatlas", password: "mail secret" } });
const settings = { APP_URL: "https://atlas.example.com/", SMTP_CA_FILE: mailServer.caFile };
const service = await createTestService({ settings });
const { database } = service;
const auditOf = await createAuditReader(service);
const adminToken = await service.tokenOf(await service.givenAdmin());
const configured = await service.call("PUT /api/v1/admin/notification-settings", {
  token: adminToken,
  body: {
    smtp_host: "localhost",
    smtp_port: String(mailServer.port),
    smtp_user: "netatlas",
    smtp_password: "mail secret",
    smtp_from: "atlas@example.com",
  },
});
if (configured.status !== 200) throw new Error(configured.text);
afterAll(async () => {
  await service.close();
  await mailServer.close();
});

const NEW = "another long password";
const INVALID = { status: 400, body: { detail: "Invalid or expired password reset link" } };

const login = ({ username }: TestUser, password: string) =>
  service.call("POST /api/v1/auth/login", { body: { username, password }, peer: uniqueAddress() });

function forgot(nameOrEmail: string, { peer = uniqueAddress(), on = service } = {}) {
  return on.call("POST /api/v1/auth/forgot-password", { body: { username_or_email: nameOrEmail }, peer });
}

const reset = (token: string, password = NEW, on = service) =>
  on.call("POST /api/v1/auth/reset-password", { body: { reset_token: token, new_password: password } });

async function givenMailUser(email = `${uniqueName("mailbox")}@example.com`) {
  const user = await service.givenUser();
  await database.sql`UPDATE users SET email = ${email} WHERE id = ${user.id}`;
  return { ...user, email };
}

const mailsTo = (email: string) => mailServer.received.filter(({ to }) => to.includes(email));

/** All mails are out once nothing runs in the background. */
async function newMails(email: string, ask: () => Promise<unknown>): Promise<ReceivedMail[]> {
  const known = mailsTo(email).length;
  await ask();
  await service.background.settled();
  return mailsTo(email).slice(known);
}

/** The mail with the link may not be the first: one that tells of a new API key may have been under way. */
function tokenOf(mails: readonly ReceivedMail[]): string {
  const texts = mails.map(({ text }) => text).join("\n");
  return /https:\/\/atlas\.example\.com\/\?reset_token=(\S+)/.exec(texts)?.[1] ?? "no link";
}

const askedToken = async (user: { username: string; email: string }) =>
  tokenOf(await newMails(user.email, () => forgot(user.username)));

describe("forgot-password", () => {
  test("mails a link, encrypted on its way, to the user of that name or that address", async () => {
    const user = await givenMailUser();
    for (const how of [user.username, user.email]) {
      const [mail, ...more] = await newMails(user.email, () => forgot(how));
      expect(mail).toMatchObject({ from: "atlas@example.com", to: [user.email], isTls: true });
      expect(mail?.raw).toContain("Subject: Reset your Netatlas password\r\n");
      expect(mail?.text).toContain(`Hello ${user.username},`);
      expect(tokenOf(mail === undefined ? [] : [mail])).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
      expect(more).toEqual([]);
    }
    const rows = await auditOf(`user:${user.username}`, "auth.password_reset_requested");
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ actor_user_id: null, ip_address: expect.stringMatching(/^198\.18\./) });
  });

  test("is 204 without a word for nobody, an inactive user and one without address", async () => {
    const [inactive, homeless] = [await givenMailUser(), await service.givenUser()];
    await database.sql`UPDATE users SET is_active = false WHERE id = ${inactive.id}`;
    const before = mailServer.received.length;
    for (const name of [
      "nobody",
      "nobody@example.com",
      inactive.username,
      inactive.email,
      homeless.username,
    ]) {
      expect(await forgot(name)).toMatchObject({ status: 204, text: "" });
    }
    await service.background.settled();
    expect(mailServer.received).toHaveLength(before);
  });

  test("the address must match exactly, and the name in whatever case", async () => {
    const user = await givenMailUser();
    expect(await newMails(user.email, () => forgot(user.username.toUpperCase()))).toHaveLength(1);
    for (const near of [user.email.toUpperCase(), `${user.username}%`, " "]) {
      expect(await newMails(user.email, () => forgot(near))).toEqual([]);
    }
  });

  test("an address that several users share gets a mail for each", async () => {
    const email = `${uniqueName("family")}@example.com`;
    const users = [await givenMailUser(email), await givenMailUser(email)];
    const mails = await newMails(email, () => forgot(email));
    for (const { username } of users) {
      expect(mails.filter(({ text }) => text.includes(`Hello ${username},`))).toHaveLength(1);
    }
  });

  test("answers before the mail goes, whether the mail server takes it or not", async () => {
    const broken = await createTestService({ settings: { APP_URL: "https://atlas.example.com" } });
    const token = await broken.tokenOf(await broken.givenAdmin());
    const body = { smtp_host: "192.0.2.1" };
    expect((await broken.call("PUT /api/v1/admin/notification-settings", { token, body })).status).toBe(200);
    const { username, id } = await broken.givenUser();
    await broken.database.sql`UPDATE users SET email = 'a@example.com' WHERE id = ${id}`;
    const started = performance.now();
    expect((await forgot(username, { on: broken })).status).toBe(204);
    expect(performance.now() - started).toBeLessThan(patient(1000));
  });

  test("after five requests an address gets nothing more for an hour, silently; others do", async () => {
    const user = await givenMailUser();
    const peer = uniqueAddress();
    for (let request = 0; request < 5; request++) await forgot("nobody", { peer });
    expect(await newMails(user.email, () => forgot(user.username, { peer }))).toEqual([]);
    const [lock] = await database.sql<{ minutes: number }[]>`
      SELECT extract(epoch FROM locked_until - now())::float8 / 60 AS minutes FROM lockouts
      WHERE scope = 'password_reset' AND subject = ${peer}`;
    expect(lock?.minutes).toBeWithin(59.9, 60.01);
    expect(await newMails(user.email, () => forgot(user.username))).toHaveLength(1);
    const replica = await createTestService({ database, settings });
    const ask = async () => {
      await forgot(user.username, { peer, on: replica });
      await replica.background.settled();
    };
    expect(await newMails(user.email, ask)).toEqual([]);
  });

  test("a user gets at most five mails in an hour, whoever asks for them", async () => {
    const user = await givenMailUser();
    const ask = async () => {
      for (let request = 0; request < 8; request++) await forgot(user.username);
    };
    expect(await newMails(user.email, ask)).toHaveLength(5);
  });

  test("sends nothing while APP_URL or the mail server is not set", async () => {
    const user = await givenMailUser();
    const linkless = await createTestService({ database, settings: { SMTP_CA_FILE: mailServer.caFile } });
    const ask = async () => {
      expect((await forgot(user.username, { on: linkless })).status).toBe(204);
      await linkless.background.settled();
    };
    expect(await newMails(user.email, ask)).toEqual([]);
    expect(await auditOf(`user:${user.username}`, "auth.password_reset_requested")).toEqual([]);
  });

  test("needs no CSRF header from a browser that is signed in", async () => {
    const session = await service.sessionOf(await service.givenUser());
    const body = { username_or_email: "nobody" };
    const call = (what: string, sent: unknown) => service.call(what, { session, csrf: null, body: sent });
    expect((await call("POST /api/v1/auth/forgot-password", body)).status).toBe(204);
    const bad = { reset_token: "x", new_password: NEW };
    expect(await call("POST /api/v1/auth/reset-password", bad)).toMatchObject(INVALID);
  });

  test("refuses no or too long a name", async () => {
    for (const name of ["", "x".repeat(255)]) expect((await forgot(name)).status).toBe(422);
  });
});

describe("reset-password", () => {
  test("sets the password, ends all sessions, lifts the lock-out, and is recorded", async () => {
    const user = await givenMailUser();
    const session = await service.sessionOf(user);
    const { key } = await service.createKey({ session });
    for (let failure = 0; failure < 5; failure++) await login(user, "not the password");
    const token = await askedToken(user);
    expect(await reset(token)).toMatchObject({ status: 204, text: "" });
    expect((await login(user, NEW)).status).toBe(200);
    expect((await login(user, user.password)).status).toBe(401);
    expect((await service.call("GET /api/v1/auth/me", { session })).status).toBe(401);
    expect((await service.call("GET /api/v1/auth/me", { key })).status).toBe(200);
    const refresh = { body: { refresh_token: session.refreshToken } };
    expect((await service.call("POST /api/v1/auth/refresh", refresh)).status).toBe(401);
    const rows = await auditOf(`user:${user.username}`, "auth.password_reset_self_service");
    expect(rows).toMatchObject([{ actor_user_id: user.id, ip_address: "192.0.2.7" }]);
    const reasons = await database.sql`
      SELECT DISTINCT revocation_reason FROM sessions WHERE user_id = ${user.id} AND revoked_at IS NOT NULL`;
    expect([...reasons]).toEqual([{ revocation_reason: "password_reset" }]);
  });

  test("a link works once, however many use it at the same time and on whatever replica", async () => {
    const replica = await createTestService({ database });
    const token = await askedToken(await givenMailUser());
    const uses = Array.from({ length: 8 }, (_, use) =>
      reset(token, `${NEW} ${use}`, use % 2 === 0 ? service : replica),
    );
    const answers = await Promise.all(uses);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7);
    expect(await reset(token)).toMatchObject(INVALID);
  });

  test("a newer link, a changed password and an administrator's reset make a link useless", async () => {
    const user = await givenMailUser();
    const first = await askedToken(user);
    const second = await askedToken(user);
    expect(await reset(first)).toMatchObject(INVALID);
    expect((await reset(second)).status).toBe(204);
    const third = await askedToken(user);
    const { token } = await service.sessionOf({ ...user, password: NEW });
    const body = { current_password: NEW, new_password: `${NEW} 2` };
    expect((await service.call("POST /api/v1/auth/change-password", { token, body })).status).toBe(204);
    expect(await reset(third)).toMatchObject(INVALID);
    const fourth = await askedToken(user);
    await service.call(`POST /api/v1/auth/users/${user.id}/reset-password`, {
      token: adminToken,
      body: { new_password: `${NEW} 3` },
    });
    expect(await reset(fourth)).toMatchObject(INVALID);
  });

  test("a link to a mail address that the user has no more is useless, whoever changed it", async () => {
    const user = await givenMailUser();
    const change = (body: object) =>
      service.call(`PATCH /api/v1/auth/users/${user.id}`, { token: adminToken, body });
    const kept = await askedToken(user);
    expect((await change({ email: user.email, role: "Viewer" })).status).toBe(200);
    expect((await reset(kept)).status).toBe(204);
    const first = await askedToken(user);
    const email = `${uniqueName("mailbox")}@example.com`;
    const { token } = await service.sessionOf({ ...user, password: NEW });
    expect(
      (await service.call("PATCH /api/v1/auth/me", { token, body: { email, proof: { password: NEW } } }))
        .status,
    ).toBe(200);
    expect(await reset(first)).toMatchObject(INVALID);
    const second = await askedToken({ ...user, email });
    expect((await change({ email: "" })).status).toBe(200);
    expect(await reset(second)).toMatchObject(INVALID);
  });

  test("a link is good for an hour, and for an active user only", async () => {
    const user = await givenMailUser();
    const late = await askedToken(user);
    const [row] = await database.sql<{ minutes: number }[]>`
      SELECT extract(epoch FROM expires_at - now())::float8 / 60 AS minutes FROM password_reset_tokens
      WHERE user_id = ${user.id}`;
    expect(row?.minutes).toBeWithin(59.9, 60.01);
    await database.sql`UPDATE password_reset_tokens SET expires_at = date_trunc('milliseconds', now()) WHERE user_id = ${user.id}`;
    expect(await reset(late)).toMatchObject(INVALID);
    const token = await askedToken(user);
    await database.sql`UPDATE users SET is_active = false WHERE id = ${user.id}`;
    expect(await reset(token)).toMatchObject(INVALID);
    await database.sql`UPDATE users SET is_active = true WHERE id = ${user.id}`;
    expect((await reset(token)).status).toBe(204);
  });

  test("a user with a second factor is asked for it after the reset as before; the link opens no session", async () => {
    const { challengeOf, enrolTotp, letTimePass } = secondFactorUsers(service);
    const user = await givenMailUser();
    const { secret } = await enrolTotp(user, await service.tokenOf(user));
    await letTimePass(user);
    const pending = await challengeOf(user);
    const answer = await reset(await askedToken(user));
    expect(answer).toMatchObject({ status: 204, text: "" });
    expect(answer.headers.getSetCookie()).toEqual([]);
    const second = (challenge_token: string) =>
      service.call("POST /api/v1/auth/login/totp", { body: { challenge_token, code: codeOf(secret) } });
    expect((await second(pending)).status).toBe(401);
    const signedIn = await login(user, NEW);
    expect(signedIn.body).toMatchObject({ second_factor_required: true });
    expect(signedIn.headers.getSetCookie()).toEqual([]);
    expect((await second(await challengeOf({ ...user, password: NEW }))).status).toBe(200);
  });

  test("another kind of token, a cut and a made-up one are refused, and a reset token opens nothing else", async () => {
    const user = await givenMailUser();
    const session = await service.sessionOf(user);
    const token = await askedToken(user);
    for (const bad of [session.token, session.refreshToken, token.slice(0, -2), `${token}A`, "x", "a.b.c"]) {
      expect({ bad, ...(await reset(bad)) }).toMatchObject({ bad, ...INVALID });
    }
    expect((await service.call("GET /api/v1/auth/me", { token })).status).toBe(401);
    const body = { refresh_token: token };
    expect((await service.call("POST /api/v1/auth/refresh", { body })).status).toBe(401);
    expect((await reset(token, "too short")).status).toBe(422);
    expect((await reset(token)).status).toBe(204);
  });
});

describe("an administrator's reset", () => {
  const adminReset = (userId: number, password = NEW) =>
    service.call(`POST /api/v1/auth/users/${userId}/reset-password`, {
      token: adminToken,
      body: { new_password: password },
    });

  test("sets the password, ends the sessions, and mails a link that works", async () => {
    const user = await givenMailUser();
    const session = await service.sessionOf(user);
    const mails = await newMails(user.email, async () => {
      expect(await adminReset(user.id)).toMatchObject({ status: 204, text: "" });
    });
    expect((await login(user, NEW)).status).toBe(200);
    expect((await service.call("GET /api/v1/auth/me", { session })).status).toBe(401);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.raw).toContain("Subject: Your Netatlas password was reset\r\n");
    expect(mails[0]?.text).not.toContain(NEW);
    expect((await reset(tokenOf(mails), `${NEW} 2`)).status).toBe(204);
    const rows = await auditOf(`user:${user.username}`, "auth.admin_password_reset");
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(NEW);
  });

  test("mails nothing to a user without address; 404 for nobody; 422 for a short password; 403 for others", async () => {
    const user = await service.givenUser();
    await service.background.settled();
    const before = mailServer.received.length;
    expect((await adminReset(user.id)).status).toBe(204);
    await service.background.settled();
    expect(mailServer.received).toHaveLength(before);
    expect(await adminReset(987_654)).toMatchObject({ status: 404, body: { detail: "User not found" } });
    expect((await adminReset(user.id, "too short")).status).toBe(422);
    const token = await service.tokenOf({ ...user, password: NEW });
    const body = { new_password: NEW };
    const path = `POST /api/v1/auth/users/${user.id}/reset-password`;
    expect((await service.call(path, { token, body })).status).toBe(403);
  });
});

test("a new user with a mail address is welcomed, without the password", async () => {
  const username = uniqueName("newcomer");
  const email = `${username}@example.com`;
  const created = await service.call("POST /api/v1/auth/users", {
    token: adminToken,
    body: { username, password: NEW, email },
  });
  expect(created.status).toBe(201);
  await service.background.settled();
  const [mail] = mailsTo(email);
  expect(mail?.raw).toContain("Subject: Your Netatlas account\r\n");
  expect(mail?.text).toContain(username);
  expect(mail?.text).toContain("https://atlas.example.com/");
  expect(mail?.raw).not.toContain(NEW);
});
