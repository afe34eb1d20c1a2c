import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { decode } from "hono/jwt";
import { AuditLogList } from "../../../src/features/audit/models";
import { TokenPair } from "../../../src/features/auth/models";
import { cookiesOf, createTestService, SECRET_KEY, uniqueAddress, type TestUser } from "../../support/app";
import { signChallengeToken } from "../../../src/features/second-factor/challenge-token";
import { auditOf, codeOf, secondFactorUsers, wrongCodeOf } from "../../support/second-factor";

const service = await createTestService();
const { givenTotpUser, challengeOf, letTimePass } = secondFactorUsers(service);
afterAll(() => service.close());
// All come from one address, of which only the first failures have audit rows of their own.
beforeEach(async () => void (await service.database.sql`DELETE FROM failed_logins`));

const INVALID = { status: 401, body: { detail: "Invalid credentials" } };
const SPENT = { status: 401, body: { detail: "Invalid or expired token" } };

const login = ({ username, password }: TestUser) =>
  service.call("POST /api/v1/auth/login", { body: { username, password }, peer: uniqueAddress() });
const withTotp = (challenge_token: string, code: string, on = service) =>
  on.call("POST /api/v1/auth/login/totp", { body: { challenge_token, code } });
const withRecoveryCode = (challenge_token: string, code: string, on = service) =>
  on.call("POST /api/v1/auth/login/recovery-code", { body: { challenge_token, code } });

describe("the first step", () => {
  test("for a user without a second factor it answers and sets cookies as for older clients", async () => {
    const answer = await login(await service.givenUser());
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body ?? {})).toEqual(["access_token", "token_type"]);
    expect(cookiesOf(answer).has("svc_access")).toBe(true);
  });

  test("for one with a second factor it gives a challenge, and neither token nor cookie", async () => {
    const { user } = await givenTotpUser();
    const answer = await login(user);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      second_factor_required: true,
      methods: ["totp", "recovery_code"],
      challenge_token: expect.any(String),
    });
    expect([...cookiesOf(answer).keys()]).toEqual([]);
    const token = await challengeOf(user);
    expect((await service.call("GET /api/v1/auth/me", { token })).status).toBe(401);
    expect((await service.call("POST /api/v1/auth/refresh", { body: { refresh_token: token } })).status).toBe(
      401,
    );
  });

  test("a wrong password is refused as without a second factor", async () => {
    const { user } = await givenTotpUser();
    expect(await login({ ...user, password: "not the password" })).toMatchObject(INVALID);
  });

  test("API keys go on working: they are their own credential", async () => {
    const { token } = await givenTotpUser();
    const { key } = await service.createKey({ token });
    expect((await service.call("GET /api/v1/auth/me", { key })).status).toBe(200);
  });
});

describe("a code of the authenticator app", () => {
  test("signs in, with the same cookies as a login", async () => {
    const { user, secret } = await givenTotpUser();
    const answer = await withTotp(await challengeOf(user), codeOf(secret));
    const { access_token: token, token_type } = TokenPair.parse(answer.body);
    expect([answer.status, token_type, Object.keys(answer.body ?? {}).length]).toEqual([200, "bearer", 2]);
    const plain = cookiesOf(await login(await service.givenUser()));
    const attributes = (cookies: Map<string, string>) =>
      [...cookies].map(([name, value]) => [name, value.replace(/^[^;]*/, "")]);
    expect(attributes(cookiesOf(answer))).toEqual(attributes(plain));
    expect((await service.call("GET /api/v1/auth/me", { token })).body).toMatchObject({ id: user.id });
  });

  test.each([0, 1])("is accepted %d steps from now", async (steps) => {
    const { user, secret } = await givenTotpUser();
    expect((await withTotp(await challengeOf(user), codeOf(secret, steps))).status).toBe(200);
  });

  test("may be written with a blank", async () => {
    const { user, secret } = await givenTotpUser();
    const code = codeOf(secret).replace(/^(...)/, "$1 ");
    expect((await withTotp(await challengeOf(user), code)).status).toBe(200);
  });

  test("is refused three steps from now", async () => {
    const { user, secret } = await givenTotpUser();
    for (const steps of [-3, 3]) {
      expect(await withTotp(await challengeOf(user), codeOf(secret, steps))).toMatchObject(INVALID);
    }
  });

  test("is accepted once, on all replicas together", async () => {
    const { user, secret } = await givenTotpUser();
    const replica = await createTestService({ database: service.database });
    const code = codeOf(secret);
    expect((await withTotp(await challengeOf(user), code)).status).toBe(200);
    expect(await withTotp(await challengeOf(user), code)).toMatchObject(INVALID);
    expect(await withTotp(await challengeOf(user), code, replica)).toMatchObject(INVALID);
  });

  test("the one that enabled the app does not sign in", async () => {
    const user = await service.givenUser();
    const { enrolTotp } = secondFactorUsers(service);
    const { secret } = await enrolTotp(user, await service.tokenOf(user));
    expect(await withTotp(await challengeOf(user), codeOf(secret))).toMatchObject(INVALID);
    expect((await withTotp(await challengeOf(user), codeOf(secret, 1))).status).toBe(200);
  });

  test("an older one is refused once a newer one was accepted", async () => {
    const { user, secret } = await givenTotpUser();
    const older = codeOf(secret);
    expect((await withTotp(await challengeOf(user), codeOf(secret, 1))).status).toBe(200);
    expect(await withTotp(await challengeOf(user), older)).toMatchObject(INVALID);
  });

  test("of ten parallel uses one wins", async () => {
    const { user, secret } = await givenTotpUser();
    const challenges = await Promise.all(Array.from({ length: 10 }, () => challengeOf(user)));
    const code = codeOf(secret);
    const answers = await Promise.all(challenges.map((challenge) => withTotp(challenge, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test.each(["12345", "1234567", "abcdef", "", "１２３４５６"])("%p is no code: 422", async (code) => {
    const { user } = await givenTotpUser();
    expect((await withTotp(await challengeOf(user), code)).status).toBe(422);
  });
});

describe("a recovery code", () => {
  test("signs in once, however it is written, and the use is recorded", async () => {
    const { user, codes } = await givenTotpUser();
    const [code = ""] = codes;
    const written = code.toUpperCase().replaceAll("-", " ");
    expect((await withRecoveryCode(await challengeOf(user), written)).status).toBe(200);
    expect(await withRecoveryCode(await challengeOf(user), code)).toMatchObject(INVALID);
    const [signedIn, used, failed] = (await auditOf(service, user)).slice(-3);
    expect(signedIn).toBe("auth.login_success ip=192.0.2.7");
    expect(used).toBe("auth.recovery_code_used");
    expect(failed).toBe("auth.second_factor_failed method=recovery_code attempts=1 ip=192.0.2.7");
  });

  test("all ten work", async () => {
    const { user, codes } = await givenTotpUser();
    for (const code of codes)
      expect((await withRecoveryCode(await challengeOf(user), code)).status).toBe(200);
    const answer = await login(user);
    expect(answer.body).toMatchObject({ methods: ["totp"] });
  });

  test("of two parallel uses on two replicas one wins", async () => {
    const { user, codes } = await givenTotpUser();
    const replica = await createTestService({ database: service.database });
    const [first, second] = [await challengeOf(user), await challengeOf(user)];
    const [code = ""] = codes;
    const answers = await Promise.all([
      withRecoveryCode(first, code),
      withRecoveryCode(second, code, replica),
    ]);
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 401]);
  });

  test("another user's is refused and stays good", async () => {
    const { user } = await givenTotpUser();
    const other = await givenTotpUser();
    const [code = ""] = other.codes;
    expect(await withRecoveryCode(await challengeOf(user), code)).toMatchObject(INVALID);
    expect((await withRecoveryCode(await challengeOf(other.user), code)).status).toBe(200);
  });
});

describe("a challenge", () => {
  test("signs in once, with whatever code", async () => {
    const { user, secret, codes } = await givenTotpUser();
    const challenge = await challengeOf(user);
    expect((await withTotp(challenge, codeOf(secret))).status).toBe(200);
    await letTimePass(user);
    expect(await withTotp(challenge, codeOf(secret))).toMatchObject(SPENT);
    expect(await withRecoveryCode(challenge, codes[0] ?? "")).toMatchObject(SPENT);
  });

  test("of ten parallel right answers one wins, and only its code is used up", async () => {
    const { user, codes } = await givenTotpUser();
    const challenge = await challengeOf(user);
    const answers = await Promise.all(codes.map((code) => withRecoveryCode(challenge, code)));
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 401),
    ]);
    const [left] = await service.database.sql`
      SELECT count(*)::int AS codes FROM recovery_codes WHERE user_id = ${user.id} AND used_at IS NULL`;
    expect(left?.codes).toBe(9);
  });

  test("survives a mistyped code", async () => {
    const { user, secret } = await givenTotpUser();
    const challenge = await challengeOf(user);
    expect(await withTotp(challenge, wrongCodeOf(secret))).toMatchObject(INVALID);
    expect((await withTotp(challenge, codeOf(secret))).status).toBe(200);
  });

  test("of one user is no challenge for another", async () => {
    const { user, secret } = await givenTotpUser();
    const other = await givenTotpUser();
    expect(await withTotp(await challengeOf(other.user), codeOf(secret))).toMatchObject(INVALID);
    const challenge = await challengeOf(user);
    const [row] = await service.database.sql`SELECT id FROM login_challenges WHERE user_id = ${user.id}`;
    const subject = { userId: other.user.id, challengeId: String(row?.id) };
    const forged = await signChallengeToken(subject, new Date(Date.now() + 60_000), SECRET_KEY);
    expect(await withTotp(forged, codeOf(other.secret))).toMatchObject(SPENT);
    expect((await withTotp(challenge, codeOf(secret))).status).toBe(200);
  });

  test("ends after five minutes", async () => {
    const { user, secret } = await givenTotpUser();
    const challenge = await challengeOf(user);
    const { exp = 0, iat = 0 } = decode(challenge).payload;
    expect(exp - iat).toBeWithin(299, 301);
    await service.database
      .sql`UPDATE login_challenges SET expires_at = date_trunc('milliseconds', now()) WHERE user_id = ${user.id}`;
    expect(await withTotp(challenge, codeOf(secret))).toMatchObject(SPENT);
  });

  test.each(["", "x", "a.b.c"])("%p is none", async (challenge) => {
    expect([401, 422]).toContain((await withTotp(challenge, "123456")).status);
  });

  test("of an expired token, another key, or an access token is none", async () => {
    const { user, secret, token } = await givenTotpUser();
    await challengeOf(user);
    const [row] = await service.database.sql`SELECT id FROM login_challenges WHERE user_id = ${user.id}`;
    const subject = { userId: user.id, challengeId: String(row?.id) };
    const soon = new Date(Date.now() + 60_000);
    const expired = await signChallengeToken(subject, new Date(Date.now() - 2000), SECRET_KEY);
    const foreign = await signChallengeToken(subject, soon, "another-key-of-at-least-32-characters-x");
    for (const bad of [expired, foreign, token]) {
      expect(await withTotp(bad, codeOf(secret))).toMatchObject(SPENT);
    }
    const good = await signChallengeToken(subject, soon, SECRET_KEY);
    expect((await withTotp(good, codeOf(secret))).status).toBe(200);
  });

  test("ends with a changed password, and with a disabled user", async () => {
    const { user, secret } = await givenTotpUser();
    const { sql } = service.database;
    const before = await challengeOf(user);
    const [{ hash } = { hash: "" }] = await sql<
      { hash: string }[]
    >`SELECT password_hash AS hash FROM users WHERE id = ${user.id}`;
    await sql`UPDATE users SET password_hash = 'another' WHERE id = ${user.id}`;
    expect(await withTotp(before, codeOf(secret))).toMatchObject(SPENT);
    await sql`UPDATE users SET password_hash = ${hash}, is_active = false WHERE id = ${user.id}`;
    expect(await withTotp(before, codeOf(secret))).toMatchObject(SPENT);
    await sql`UPDATE users SET is_active = true WHERE id = ${user.id}`;
    expect((await withTotp(before, codeOf(secret))).status).toBe(200);
  });
});

describe("guessing codes", () => {
  test("locks the name as wrong passwords do, for right answers too, and is recorded", async () => {
    const { user, secret, codes } = await givenTotpUser();
    const challenge = await challengeOf(user);
    for (let guess = 1; guess <= 5; guess++) {
      expect(await withTotp(challenge, wrongCodeOf(secret))).toMatchObject(INVALID);
    }
    const refused = await withTotp(challenge, codeOf(secret));
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get("Retry-After"));
    expect(refused.body).toEqual({ detail: `Too many login attempts. Retry in ${seconds} seconds.` });
    expect(seconds).toBeWithin(890, 901);
    expect((await withRecoveryCode(challenge, codes[0] ?? "")).status).toBe(429);
    const events = (await auditOf(service, user)).slice(-6);
    expect(events.slice(0, 5)).toEqual(
      [1, 2, 3, 4, 5].map((n) => `auth.second_factor_failed method=totp attempts=${n} ip=192.0.2.7`),
    );
    expect(events[5]).toStartWith("auth.login_blocked wait_seconds=");
    expect((await login(user)).status).toBe(429);
  });

  test("is a failed sign-in of the login history", async () => {
    const { user, secret } = await givenTotpUser();
    await withTotp(await challengeOf(user), wrongCodeOf(secret));
    const token = await service.tokenOf(await service.givenAdmin());
    const history = await service.call("GET /api/v1/audit/logs?category=login", { token });
    const failed = AuditLogList.parse(history.body).records.filter(
      ({ action, target }) => action === "auth.second_factor_failed" && target === `user:${user.username}`,
    );
    expect(failed).toHaveLength(1);
  });

  test("passwords and codes count together, and a right password forgets nothing", async () => {
    const { user, secret } = await givenTotpUser();
    for (let guess = 0; guess < 2; guess++) await login({ ...user, password: "not the password" });
    for (let guess = 0; guess < 3; guess++) await withTotp(await challengeOf(user), wrongCodeOf(secret));
    expect((await login(user)).status).toBe(429);
  });

  test("a completed sign-in forgets the failures", async () => {
    const { user, secret } = await givenTotpUser();
    for (let guess = 0; guess < 4; guess++) await withTotp(await challengeOf(user), wrongCodeOf(secret));
    expect((await withTotp(await challengeOf(user), codeOf(secret))).status).toBe(200);
    for (let guess = 0; guess < 4; guess++) await withTotp(await challengeOf(user), wrongCodeOf(secret));
    expect((await login(user)).status).toBe(200);
  });

  test("of 60 parallel guesses over many challenges and two replicas, five are looked at", async () => {
    const { user, secret } = await givenTotpUser();
    const replica = await createTestService({ database: service.database });
    const challenges = await Promise.all(Array.from({ length: 20 }, () => challengeOf(user)));
    const wrong = wrongCodeOf(secret);
    const guesses = [...challenges, ...challenges, ...challenges].map((challenge, index) =>
      withTotp(challenge, wrong, index % 2 === 0 ? service : replica),
    );
    const answers = await Promise.all(guesses);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(55);
    expect((await withTotp(challenges[0] ?? "", codeOf(secret))).status).toBe(429);
  });

  test("a right answer while locked is not used up", async () => {
    const { user, codes } = await givenTotpUser();
    const challenge = await challengeOf(user);
    const [code = ""] = codes;
    for (let guess = 0; guess < 5; guess++) await login({ ...user, password: "not the password" });
    expect((await withRecoveryCode(challenge, code)).status).toBe(429);
    await service.database.sql`DELETE FROM lockouts`;
    expect((await withRecoveryCode(challenge, code)).status).toBe(200);
  });
});
