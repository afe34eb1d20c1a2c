import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { RecoveryCodes, SecondFactorStatus, TotpEnrolment } from "../../../src/features/second-factor/models";
import { createTestService, type TestUser } from "../../support/app";
import { auditOf, codeOf, secondFactorUsers, wrongCodeOf } from "../../support/second-factor";

const service = await createTestService();
const { givenTotpUser, challengeOf, letTimePass, enrolTotp } = secondFactorUsers(service);
afterAll(() => service.close());
// All come from one address, of which only the first failures have audit rows of their own.
beforeEach(async () => void (await service.database.sql`DELETE FROM failed_logins`));

const INVALID = { status: 401, body: { detail: "Invalid credentials" } };
const ME = "/api/v1/auth/me";

async function givenSession() {
  const user = await service.givenUser();
  return { user, token: await service.tokenOf(user) };
}

async function statusOf(token: string): Promise<SecondFactorStatus> {
  return SecondFactorStatus.parse((await service.call(`GET ${ME}/second-factor`, { token })).body);
}

async function startTotp(user: TestUser, token: string): Promise<TotpEnrolment> {
  const body = { password: user.password };
  return TotpEnrolment.parse((await service.call(`POST ${ME}/totp`, { token, body })).body);
}

const confirm = (token: string, code: string) =>
  service.call(`POST ${ME}/totp/confirm`, { token, body: { code } });

const withTotp = async (user: TestUser, code: string) => {
  const body = { challenge_token: await challengeOf(user), code };
  return (await service.call("POST /api/v1/auth/login/totp", { body })).status;
};

describe("setting up an authenticator app", () => {
  test("gives a secret, which counts once a code of it is confirmed, and then ten recovery codes", async () => {
    const { user, token } = await givenSession();
    const { secret, otpauth_uri: uri, expires_at } = await startTotp(user, token);
    expect(uri).toContain(`secret=${secret}`);
    expect(Date.parse(expires_at) - Date.now()).toBeWithin(14 * 60_000, 15 * 60_000 + 1);
    expect(await statusOf(token)).toEqual({
      is_required: false,
      totp_enabled_at: null,
      passkeys: [],
      recovery_codes_left: 0,
    });
    expect((await service.sessionOf(user)).token).not.toBe("");
    const confirmed = await confirm(token, codeOf(secret));
    expect(new Set(RecoveryCodes.parse(confirmed.body).recovery_codes).size).toBe(10);
    const status = await statusOf(token);
    expect([typeof status.totp_enabled_at, status.recovery_codes_left]).toEqual(["string", 10]);
    expect((await auditOf(service, user)).at(-1)).toBe("auth.second_factor_enabled method=totp");
    await challengeOf(user);
  });

  test("sessions from before go on", async () => {
    const { token } = await givenTotpUser();
    expect((await service.call(`GET ${ME}`, { token })).status).toBe(200);
  });

  test("a wrong code is refused, counts as a failure, and leaves the set-up open", async () => {
    const { user, token } = await givenSession();
    const { secret } = await startTotp(user, token);
    expect(await confirm(token, wrongCodeOf(secret))).toMatchObject(INVALID);
    expect((await auditOf(service, user)).at(-1)).toBe(
      "auth.second_factor_failed method=totp attempts=1 ip=192.0.2.7",
    );
    expect((await confirm(token, codeOf(secret))).status).toBe(200);
  });

  test("nothing to confirm is 409: never begun, expired, or confirmed before", async () => {
    const nothing = { status: 409, body: { detail: "No authenticator app is being set up" } };
    const { user, token } = await givenSession();
    expect(await confirm(token, "123456")).toMatchObject(nothing);
    const { secret } = await startTotp(user, token);
    await service.database
      .sql`UPDATE totp_enrolments SET expires_at = date_trunc('milliseconds', now()) WHERE user_id = ${user.id}`;
    expect(await confirm(token, codeOf(secret))).toMatchObject(nothing);
    const { secret: another } = await startTotp(user, token);
    expect((await confirm(token, codeOf(another))).status).toBe(200);
    expect(await confirm(token, codeOf(another, 1))).toMatchObject(nothing);
  });

  test("a second start makes the first secret worthless", async () => {
    const { user, token } = await givenSession();
    const first = await startTotp(user, token);
    const second = await startTotp(user, token);
    expect(await confirm(token, codeOf(first.secret))).toMatchObject(INVALID);
    expect((await confirm(token, codeOf(second.secret))).status).toBe(200);
  });

  test("a new app replaces the old one when it is confirmed; the recovery codes stay", async () => {
    const { user, token, secret } = await givenTotpUser();
    const { secret: another } = await startTotp(user, token);
    expect(await withTotp(user, codeOf(secret))).toBe(200);
    expect((await confirm(token, codeOf(another))).body).toEqual({ recovery_codes: null });
    await letTimePass(user);
    expect(await withTotp(user, codeOf(secret))).toBe(401);
    expect(await withTotp(user, codeOf(another))).toBe(200);
  });

  test("of two parallel confirmations one gets the codes", async () => {
    const { user, token } = await givenSession();
    const { secret } = await startTotp(user, token);
    const answers = await Promise.all([confirm(token, codeOf(secret)), confirm(token, codeOf(secret))]);
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409]);
  });
});

describe("who found a session open cannot change the second factor", () => {
  const changes = [
    `POST ${ME}/totp`,
    `DELETE ${ME}/totp`,
    `POST ${ME}/recovery-codes`,
    `POST ${ME}/passkeys/options`,
    `DELETE ${ME}/passkeys/1`,
  ];

  test.each(changes)("%s needs the password or a code", async (what) => {
    const { token, secret } = await givenTotpUser();
    for (const body of [
      { password: "not the password" },
      { code: wrongCodeOf(secret) },
      { code: "a".repeat(16) },
    ]) {
      expect(await service.call(what, { token, body })).toMatchObject(INVALID);
    }
    for (const body of [{}, { password: "x", code: "123456" }, { password: null }]) {
      expect((await service.call(what, { token, body })).status).toBe(422);
    }
  });

  test("guesses are counted together with those of the login, whatever they guess", async () => {
    const { user, token, secret } = await givenTotpUser();
    const guess = (body: object) => service.call(`DELETE ${ME}/totp`, { token, body });
    for (let round = 0; round < 2; round++) {
      expect(await guess({ password: "not the password" })).toMatchObject(INVALID);
      expect(await guess({ code: wrongCodeOf(secret) })).toMatchObject(INVALID);
    }
    expect(await guess({ code: "b".repeat(16) })).toMatchObject(INVALID);
    expect((await guess({ password: user.password })).status).toBe(429);
    expect((await guess({ code: codeOf(secret) })).status).toBe(429);
    const { username, password } = user;
    expect((await service.call("POST /api/v1/auth/login", { body: { username, password } })).status).toBe(
      429,
    );
  });

  test("a code that proved something does not sign in", async () => {
    const { user, token, secret } = await givenTotpUser();
    const body = { code: codeOf(secret) };
    expect((await service.call(`POST ${ME}/recovery-codes`, { token, body })).status).toBe(200);
    expect(await withTotp(user, codeOf(secret))).toBe(401);
  });
});

describe("removing the authenticator app", () => {
  test.each(["password", "code", "recovery code"])("with a %s ends the second factor", async (kind) => {
    const { user, token, secret, codes } = await givenTotpUser();
    const proofs: Record<string, object> = {
      password: { password: user.password },
      code: { code: codeOf(secret) },
      "recovery code": { code: codes[0] ?? "" },
    };
    expect((await service.call(`DELETE ${ME}/totp`, { token, body: proofs[kind] })).status).toBe(204);
    expect(await statusOf(token)).toMatchObject({ totp_enabled_at: null, recovery_codes_left: 0 });
    expect((await auditOf(service, user)).at(-1)).toBe("auth.second_factor_disabled method=totp");
    expect((await service.sessionOf(user)).token).not.toBe("");
  });

  test("is 404 where there is none", async () => {
    const { user, token } = await givenSession();
    const answer = await service.call(`DELETE ${ME}/totp`, { token, body: { password: user.password } });
    expect(answer).toMatchObject({ status: 404, body: { detail: "No authenticator app is set up" } });
  });

  test("one that is set up again comes with new recovery codes", async () => {
    const { user, token, codes } = await givenTotpUser();
    await service.call(`DELETE ${ME}/totp`, { token, body: { password: user.password } });
    const again = await enrolTotp(user, token);
    expect(again.codes.filter((code) => codes.includes(code))).toEqual([]);
  });
});

describe("new recovery codes", () => {
  test("make the old ones worthless", async () => {
    const { user, token, codes } = await givenTotpUser();
    const body = { password: user.password };
    const made = await service.call(`POST ${ME}/recovery-codes`, { token, body });
    const { recovery_codes: fresh } = RecoveryCodes.parse(made.body);
    const signIn = async (code: string) => {
      const answer = { challenge_token: await challengeOf(user), code };
      return (await service.call("POST /api/v1/auth/login/recovery-code", { body: answer })).status;
    };
    expect(await signIn(codes[0] ?? "")).toBe(401);
    expect(await signIn(fresh[0] ?? "")).toBe(200);
    expect(await auditOf(service, user)).toContain("auth.recovery_codes_created");
    expect((await statusOf(token)).recovery_codes_left).toBe(9);
  });

  test("are 409 without a second factor", async () => {
    const { user, token } = await givenSession();
    const body = { password: user.password };
    expect((await service.call(`POST ${ME}/recovery-codes`, { token, body })).status).toBe(409);
  });
});

describe("what is kept and told", () => {
  test("the database has neither secret nor code, as text or as bytes", async () => {
    const { user, token, secret, codes } = await givenTotpUser();
    const waiting = await startTotp(user, token);
    await withTotp(user, codeOf(secret));
    const kept: string[] = [];
    const tables = await service.database.sql`
      SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`;
    for (const { name } of tables) {
      const rows = await service.database.sql`SELECT t::text AS row FROM ${service.database.sql(name)} t`;
      kept.push(...rows.map((row) => String(row["row"]).toLowerCase()));
    }
    const everything = kept.join("\n");
    expect(everything).toContain(user.username);
    for (const text of [secret, waiting.secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))]) {
      expect(everything).not.toContain(text.toLowerCase());
      expect(everything).not.toContain(Buffer.from(text).toString("hex"));
    }
  });

  test("no later answer has them", async () => {
    const { user, secret, codes, token } = await givenTotpUser();
    const admin = await service.tokenOf(await service.givenAdmin());
    const answers = await Promise.all([
      service.call(`GET ${ME}`, { token }),
      service.call(`GET ${ME}/second-factor`, { token }),
      service.call("GET /api/v1/auth/users", { token: admin }),
      service.call("GET /api/v1/audit/logs?limit=500", { token: admin }),
    ]);
    const told = answers.map(({ text }) => text).join("\n");
    expect(told).toContain(user.username);
    for (const text of [secret, ...codes]) expect(told).not.toContain(text);
  });
});
