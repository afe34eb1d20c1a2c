import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { z } from "zod";
import { SecondFactorRequired, TokenPair } from "../../../src/features/auth/models";
import { PasskeyCreated, PasskeyRead } from "../../../src/features/second-factor/models";
import { cookiesOf, createTestService, type TestUser } from "../../support/app";
import { auditOf, codeOf, secondFactorUsers } from "../../support/second-factor";
import { createSoftwareAuthenticator, type Passkey } from "../../support/software-authenticator";

const ORIGIN = "https://atlas.example.org";
const service = await createTestService({ settings: { APP_URL: ORIGIN } });
const { challengeOf, enrolTotp, givenTotpUser } = secondFactorUsers(service);
const browser = createSoftwareAuthenticator(ORIGIN);
afterAll(() => service.close());
// All come from one address, of which only the first failures have audit rows of their own.
beforeEach(async () => void (await service.database.sql`DELETE FROM failed_logins`));

const INVALID = { status: 401, body: { detail: "Invalid credentials" } };
const PASSKEYS = "/api/v1/auth/me/passkeys";

const CreationOptions = z.looseObject({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  attestation: z.string().optional(),
  excludeCredentials: z.array(z.looseObject({ id: z.string() })),
});

const RequestOptions = z.looseObject({
  challenge: z.string(),
  rpId: z.string(),
  allowCredentials: z.array(z.looseObject({ id: z.string(), transports: z.array(z.string()) })),
});

type Owner = { user: TestUser; token: string };

async function givenOwner(): Promise<Owner> {
  const user = await service.givenUser();
  return { user, token: await service.tokenOf(user) };
}

async function creationOptions({ user, token }: Owner) {
  const body = { password: user.password };
  const answer = await service.call(`POST ${PASSKEYS}/options`, { token, body });
  return CreationOptions.parse(answer.body);
}

const register = ({ token }: Owner, credential: object, name = "laptop") =>
  service.call(`POST ${PASSKEYS}`, { token, body: { name, credential } });

async function givenPasskey(owner: Owner, name = "laptop", counter = 0) {
  const made = browser.create(await creationOptions(owner), { counter });
  const answer = await register(owner, made.credential, name);
  const { passkey: stored, recovery_codes: codes } = PasskeyCreated.parse(answer.body);
  return { passkey: made.passkey, id: stored.id, codes };
}

async function requestOptions(challenge_token: string) {
  const answer = await service.call("POST /api/v1/auth/login/passkey/options", { body: { challenge_token } });
  return RequestOptions.parse(answer.body);
}

const answerWith = (challenge_token: string, credential: object) =>
  service.call("POST /api/v1/auth/login/passkey", { body: { challenge_token, credential } });

type Faults = Parameters<typeof browser.get>[2];

/** The whole second step with a passkey. */
async function signIn(user: TestUser, passkey: Passkey, faults?: Faults) {
  const challenge = await challengeOf(user);
  return answerWith(challenge, browser.get(passkey, await requestOptions(challenge), faults));
}

describe("registering a passkey", () => {
  test("as the first factor comes with ten recovery codes, and the login asks for it then", async () => {
    const owner = await givenOwner();
    const { id, codes } = await givenPasskey(owner);
    expect(codes).toHaveLength(10);
    const listed = await service.call(`GET ${PASSKEYS}`, { token: owner.token });
    const [stored] = z.array(PasskeyRead).parse(listed.body);
    expect(stored).toMatchObject({ id, name: "laptop", is_backed_up: false, last_used_at: null });
    const { username, password } = owner.user;
    const login = await service.call("POST /api/v1/auth/login", { body: { username, password } });
    expect(SecondFactorRequired.parse(login.body).methods).toEqual(["passkey", "recovery_code"]);
    expect((await auditOf(service, owner.user)).at(-1)).toBe(
      `auth.second_factor_enabled method=passkey passkey=${id} name=laptop`,
    );
  });

  test("as a further factor leaves the recovery codes as they are", async () => {
    const { user, token } = await givenTotpUser();
    const { codes } = await givenPasskey({ user, token });
    expect(codes).toBeNull();
  });

  test("asks the browser for this service's name, no attestation, and no passkey that is there", async () => {
    const owner = await givenOwner();
    const { passkey } = await givenPasskey(owner);
    const options = await creationOptions(owner);
    expect(options).toMatchObject({
      rp: { id: "atlas.example.org", name: "Netatlas" },
      attestation: "none",
      excludeCredentials: [{ id: passkey.id }],
    });
    expect(options.user.name).toBe(owner.user.username);
    expect(Buffer.from(options.user.id, "base64url")).toHaveLength(32);
    expect(options.user.id).toBe((await creationOptions(owner)).user.id);
    expect(options.user.id).not.toBe((await creationOptions(await givenOwner())).user.id);
  });

  const faults = [
    ["for another origin", { origin: "https://evil.example.org" }],
    ["for http in place of https", { origin: "http://atlas.example.org" }],
    ["for another name", { rpId: "evil.example.org" }],
    ["of another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["of a sign-in", { type: "webauthn.get" as const }],
  ] as const;
  test.each(faults)("made %s is refused, and its options are used up", async (_, fault) => {
    const owner = await givenOwner();
    const options = await creationOptions(owner);
    const refused = await register(owner, browser.create(options, fault).credential);
    expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", "credential"] }] } });
    expect((await register(owner, browser.create(options).credential)).status).toBe(409);
  });

  test("answers its options once, within five minutes, by their own user", async () => {
    const owner = await givenOwner();
    const options = await creationOptions(owner);
    expect((await register(await givenOwner(), browser.create(options).credential)).status).toBe(409);
    expect((await register(owner, browser.create(options).credential)).status).toBe(201);
    expect((await register(owner, browser.create(options).credential)).status).toBe(409);
    const late = await creationOptions(owner);
    await service.database.sql`
      UPDATE passkey_registrations SET expires_at = date_trunc('milliseconds', now()) WHERE user_id = ${owner.user.id}`;
    expect((await register(owner, browser.create(late).credential)).status).toBe(409);
  });

  test("that is registered already is 409, for any user", async () => {
    const owner = await givenOwner();
    const { credential, passkey } = browser.create(await creationOptions(owner));
    expect((await register(owner, credential)).status).toBe(201);
    const other = await givenOwner();
    const again = browser.create(await creationOptions(other), {});
    await service.database.sql`
      UPDATE passkeys SET credential_id = ${again.passkey.id} WHERE credential_id = ${passkey.id}`;
    expect(await register(other, again.credential)).toMatchObject({
      status: 409,
      body: { detail: "This passkey is registered already" },
    });
  });

  test("ends at twenty", async () => {
    const owner = await givenOwner();
    await service.database.sql`
      INSERT INTO passkeys (user_id, name, credential_id, public_key, counter, transports, is_backed_up)
      SELECT ${owner.user.id}, 'x', ${owner.user.username} || n, '', 0, '{}', false FROM generate_series(1, 20) n`;
    const refused = await register(owner, browser.create(await creationOptions(owner)).credential);
    expect(refused).toMatchObject({ status: 409, body: { detail: "At most 20 passkeys" } });
  });

  test.each([{}, "x", { id: "a", rawId: "a", type: "public-key", response: {} }, { id: "%" }])(
    "%j is no credential: 422",
    async (credential) => {
      const owner = await givenOwner();
      const answer = await service.call(`POST ${PASSKEYS}`, {
        token: owner.token,
        body: { name: "x", credential },
      });
      expect(answer.status).toBe(422);
    },
  );
});

describe("signing in with a passkey", () => {
  test("gives the session of a login, and notes when it was used", async () => {
    const owner = await givenOwner();
    const { passkey } = await givenPasskey(owner);
    const answer = await signIn(owner.user, passkey);
    const { access_token: token } = TokenPair.parse(answer.body);
    expect(cookiesOf(answer).has("svc_refresh")).toBe(true);
    expect((await service.call("GET /api/v1/auth/me", { token })).body).toMatchObject({ id: owner.user.id });
    const listed = await service.call(`GET ${PASSKEYS}`, { token });
    const [stored] = z.array(PasskeyRead).parse(listed.body);
    expect(Date.now() - Date.parse(stored?.last_used_at ?? "")).toBeWithin(-1000, 10_000);
  });

  test("offers all passkeys of the user, and takes any of them", async () => {
    const owner = await givenOwner();
    const laptop = await givenPasskey(owner, "laptop");
    const phone = await givenPasskey(owner, "phone");
    const options = await requestOptions(await challengeOf(owner.user));
    expect(options.rpId).toBe("atlas.example.org");
    expect(options.allowCredentials).toMatchObject([
      { id: laptop.passkey.id, transports: ["internal"] },
      { id: phone.passkey.id },
    ]);
    for (const { passkey } of [laptop, phone]) expect((await signIn(owner.user, passkey)).status).toBe(200);
  });

  test("a counting authenticator is accepted as long as it counts on", async () => {
    const owner = await givenOwner();
    const { passkey } = await givenPasskey(owner, "key", 5);
    for (let use = 0; use < 3; use++) expect((await signIn(owner.user, passkey)).status).toBe(200);
  });

  test.each([0, -1, -3])(
    "a counter that moved by %d is refused: there is a copy of the key",
    async (moved) => {
      const owner = await givenOwner();
      const { passkey } = await givenPasskey(owner, "key", 5);
      expect((await signIn(owner.user, passkey)).status).toBe(200);
      passkey.counter += moved - 1;
      expect(await signIn(owner.user, passkey)).toMatchObject(INVALID);
      expect((await auditOf(service, owner.user)).at(-1)).toBe(
        "auth.second_factor_failed method=passkey attempts=1 ip=192.0.2.7",
      );
    },
  );

  const faults = [
    ["for another origin", { origin: "https://evil.example.org" }],
    ["for a name below ours", { origin: "https://x.atlas.example.org" }],
    ["for another name", { rpId: "evil.example.org" }],
    ["of another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["of a registration", { type: "webauthn.create" as const }],
    ["without the user being present", { flags: 0 }],
  ] as const;
  test.each(faults)("an answer %s is refused", async (_, fault) => {
    const owner = await givenOwner();
    const { passkey } = await givenPasskey(owner);
    expect(await signIn(owner.user, passkey, fault)).toMatchObject(INVALID);
    expect((await signIn(owner.user, passkey)).status).toBe(200);
  });

  test("another key's signature, a changed one, and another user's passkey are refused", async () => {
    const owner = await givenOwner();
    const { passkey } = await givenPasskey(owner);
    const other = await givenOwner();
    const { passkey: foreign } = await givenPasskey(other);
    expect(await signIn(owner.user, { ...passkey, privateKey: foreign.privateKey })).toMatchObject(INVALID);
    expect(await signIn(owner.user, foreign)).toMatchObject(INVALID);
    const challenge = await challengeOf(owner.user);
    const credential = browser.get(passkey, await requestOptions(challenge));
    const signature = Buffer.from(credential.response.signature, "base64url");
    signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
    const changed = { ...credential.response, signature: signature.toString("base64url") };
    expect(await answerWith(challenge, { ...credential, response: changed })).toMatchObject(INVALID);
  });

  test("options are answered once, and not by a sign-in that has none", async () => {
    const owner = await givenOwner();
    const { passkey } = await givenPasskey(owner);
    const challenge = await challengeOf(owner.user);
    const options = await requestOptions(challenge);
    const wrong = browser.get(passkey, options, { origin: "https://evil.example.org" });
    expect(await answerWith(challenge, wrong)).toMatchObject(INVALID);
    expect(await answerWith(challenge, browser.get(passkey, options))).toMatchObject(INVALID);
    const another = await challengeOf(owner.user);
    expect(await answerWith(another, browser.get(passkey, options))).toMatchObject(INVALID);
    const right = browser.get(passkey, await requestOptions(challenge));
    expect((await answerWith(challenge, right)).status).toBe(200);
    expect(await answerWith(challenge, right)).toMatchObject({
      status: 401,
      body: { detail: "Invalid or expired token" },
    });
  });

  test("of ten parallel uses of one answer one wins", async () => {
    const owner = await givenOwner();
    const { passkey } = await givenPasskey(owner);
    const challenge = await challengeOf(owner.user);
    const credential = browser.get(passkey, await requestOptions(challenge));
    const answers = await Promise.all(Array.from({ length: 10 }, () => answerWith(challenge, credential)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("wrong answers lock the name as wrong passwords do", async () => {
    const owner = await givenOwner();
    const { passkey } = await givenPasskey(owner);
    const fault = { origin: "https://evil.example.org" };
    for (let guess = 0; guess < 5; guess++)
      expect(await signIn(owner.user, passkey, fault)).toMatchObject(INVALID);
    const { username, password } = owner.user;
    expect((await service.call("POST /api/v1/auth/login", { body: { username, password } })).status).toBe(
      429,
    );
  });

  test("options without a good challenge are 401", async () => {
    const answer = await service.call("POST /api/v1/auth/login/passkey/options", {
      body: { challenge_token: "x.y.z" },
    });
    expect(answer).toMatchObject({ status: 401, body: { detail: "Invalid or expired token" } });
  });
});

describe("without APP_URL", () => {
  test("a passkey belongs to the host that was asked", async () => {
    const own = await createTestService({
      database: service.database,
      settings: { TRUSTED_PROXY_IPS: '["192.0.2.7"]' },
    });
    const { user, token } = await givenOwner();
    const headers = { Host: "atlas.example.net", "X-Forwarded-Proto": "https" };
    const body = { password: user.password };
    const offered = await own.call(`POST ${PASSKEYS}/options`, { token, headers, body });
    const options = CreationOptions.parse(offered.body);
    expect(options.rp.id).toBe("atlas.example.net");
    const page = createSoftwareAuthenticator("https://atlas.example.net");
    const { credential } = page.create(options);
    const made = await own.call(`POST ${PASSKEYS}`, { token, headers, body: { name: "x", credential } });
    expect(made.status).toBe(201);
  });

  test("a host without a name is 409", async () => {
    const own = await createTestService({ database: service.database });
    const { user, token } = await givenOwner();
    const answer = await own.call(`POST ${PASSKEYS}/options`, {
      token,
      headers: { Host: "192.0.2.1:8080" },
      body: { password: user.password },
    });
    expect(answer.status).toBe(409);
  });
});

describe("own passkeys", () => {
  test("are renamed and removed, by their owner only", async () => {
    const owner = await givenOwner();
    const { id, passkey } = await givenPasskey(owner);
    const other = await givenOwner();
    const missing = { status: 404, body: { detail: "Passkey not found" } };
    const rename = ({ token }: Owner, name: string) =>
      service.call(`PATCH ${PASSKEYS}/${id}`, { token, body: { name } });
    const remove = ({ token, user }: Owner) =>
      service.call(`DELETE ${PASSKEYS}/${id}`, { token, body: { password: user.password } });
    expect(await rename(other, "mine")).toMatchObject(missing);
    expect(await remove(other)).toMatchObject(missing);
    expect((await rename(owner, "  old laptop ")).body).toMatchObject({ id, name: "old laptop" });
    expect((await rename(owner, " ")).status).toBe(422);
    const challenge = await challengeOf(owner.user);
    const credential = browser.get(passkey, await requestOptions(challenge));
    expect((await remove(owner)).status).toBe(204);
    expect(await answerWith(challenge, credential)).toMatchObject(INVALID);
    expect(await remove(owner)).toMatchObject(missing);
    expect((await auditOf(service, owner.user)).slice(-3)).toEqual([
      `auth.passkey_renamed passkey=${id}`,
      `auth.second_factor_disabled method=passkey passkey=${id} name=old laptop`,
      "auth.second_factor_failed method=passkey attempts=1 ip=192.0.2.7",
    ]);
    expect((await service.sessionOf(owner.user)).token).not.toBe("");
  });

  test("recovery codes stay as long as one factor is left", async () => {
    const { user, token, secret } = await givenTotpUser();
    const { id } = await givenPasskey({ user, token });
    const body = { code: codeOf(secret) };
    expect((await service.call(`DELETE ${PASSKEYS}/${id}`, { token, body })).status).toBe(204);
    const status = await service.call("GET /api/v1/auth/me/second-factor", { token });
    expect(status.body).toMatchObject({ passkeys: [], recovery_codes_left: 10 });
  });

  test("satisfy a role's rule, and the last factor of such a role cannot be removed", async () => {
    const { sql } = service.database;
    await sql`INSERT INTO roles (name) VALUES ('guarded')`;
    await sql`INSERT INTO second_factor_roles (name, role) VALUES ('guarded', 'guarded')`;
    const user = await service.givenUser({ role: "guarded" });
    const owner = { user, token: await service.tokenOf(user) };
    const { id } = await givenPasskey(owner);
    expect((await service.call("GET /api/v1/topology/devices", owner)).status).toBe(200);
    const remove = () =>
      service.call(`DELETE ${PASSKEYS}/${id}`, { token: owner.token, body: { password: user.password } });
    expect((await remove()).status).toBe(409);
    await enrolTotp(user, owner.token);
    expect((await remove()).status).toBe(204);
  });

  test("never show a key or a credential", async () => {
    const owner = await givenOwner();
    const { passkey } = await givenPasskey(owner);
    const { text } = await service.call(`GET ${PASSKEYS}`, { token: owner.token });
    expect(text).not.toContain(passkey.id);
    expect(text).not.toContain("public_key");
  });
});
