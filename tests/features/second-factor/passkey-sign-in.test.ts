import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { z } from "zod";
import { TokenPair } from "../../../src/features/auth/models";
import { PasskeyCreated } from "../../../src/features/second-factor/models";
import { signPasskeyToken } from "../../../src/features/second-factor/passkey-token";
import { cookiesOf, createTestService, SECRET_KEY } from "../../support/app";
import { auditOf } from "../../support/second-factor";
import { createSoftwareAuthenticator, type Passkey } from "../../support/software-authenticator";

const ORIGIN = "https://atlas.example.org";
const settings = { APP_URL: ORIGIN };
const service = await createTestService({ settings });
const browser = createSoftwareAuthenticator(ORIGIN);
afterAll(() => service.close());
// All come from one address, of which only the first failures have audit rows of their own.
beforeEach(async () => void (await service.database.sql`DELETE FROM failed_logins`));

const INVALID = { status: 401, body: { detail: "Invalid credentials" } };
const SPENT = { status: 401, body: { detail: "Invalid or expired token" } };

const Registration = z.looseObject({ challenge: z.string(), rp: z.object({ id: z.string() }) });
const Offer = z.object({
  passkey_token: z.string(),
  options: z.looseObject({
    challenge: z.string(),
    rpId: z.string(),
    userVerification: z.string(),
    allowCredentials: z.undefined().optional(),
  }),
});

async function givenPasskey(role = "Viewer") {
  const user = await service.givenUser({ role });
  const token = await service.tokenOf(user);
  const path = "POST /api/v1/auth/me/passkeys";
  const offered = await service.call(`${path}/options`, { token, body: { password: user.password } });
  const { passkey, credential } = browser.create(Registration.parse(offered.body));
  const made = await service.call(path, { token, body: { name: "laptop", credential } });
  PasskeyCreated.parse(made.body);
  return { user, passkey };
}

const offer = async () => Offer.parse((await service.call("POST /api/v1/auth/passkey/options")).body);

const answer = (passkey_token: string, credential: object, on = service) =>
  on.call("POST /api/v1/auth/passkey", { body: { passkey_token, credential } });

async function signIn(passkey: Passkey, faults?: Parameters<typeof browser.get>[2]) {
  const { passkey_token, options } = await offer();
  return answer(passkey_token, browser.get(passkey, options, faults));
}

test("the passkey alone opens its owner's session, with the cookies of a login", async () => {
  const { user, passkey } = await givenPasskey();
  const signedIn = await signIn(passkey);
  const { access_token: token } = TokenPair.parse(signedIn.body);
  expect([...cookiesOf(signedIn).keys()]).toContain("svc_refresh");
  expect((await service.call("GET /api/v1/auth/me", { token })).body).toMatchObject({ id: user.id });
  expect((await auditOf(service, user)).at(-1)).toBe("auth.login_success ip=192.0.2.7");
});

test("the offer names no user and no passkey, and asks for PIN or fingerprint", async () => {
  const { options } = await offer();
  expect(options).toMatchObject({ rpId: "atlas.example.org", userVerification: "required" });
});

test("without PIN or fingerprint it is refused: that would be one factor", async () => {
  const { user, passkey } = await givenPasskey();
  expect(await signIn(passkey, { flags: 0x01 })).toMatchObject(INVALID);
  expect((await auditOf(service, user)).at(-1)).toBe(
    "auth.second_factor_failed method=passkey attempts=1 ip=192.0.2.7",
  );
});

const faults = [
  ["for another origin", { origin: "https://evil.example.org" }],
  ["for another name", { rpId: "evil.example.org" }],
  ["of another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
  ["of a registration", { type: "webauthn.create" as const }],
] as const;
test.each(faults)("an answer %s is refused", async (_, fault) => {
  const { passkey } = await givenPasskey();
  expect(await signIn(passkey, fault)).toMatchObject(INVALID);
});

test("an unknown passkey, and another's signature are refused", async () => {
  const { passkey } = await givenPasskey();
  const { passkey: foreign } = await givenPasskey();
  expect(await signIn({ ...passkey, privateKey: foreign.privateKey })).toMatchObject(INVALID);
  expect(await signIn({ ...passkey, id: "AAAA" })).toMatchObject(INVALID);
});

test("an answer is accepted once, on all replicas together", async () => {
  const { passkey } = await givenPasskey();
  const replica = await createTestService({ database: service.database, settings });
  const { passkey_token, options } = await offer();
  const credential = browser.get(passkey, options);
  const uses = [0, 1, 2, 3].map((use) =>
    answer(passkey_token, credential, use % 2 === 0 ? service : replica),
  );
  const statuses = (await Promise.all(uses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

describe("the token of the offer", () => {
  test("of another key, expired, or of another kind is none", async () => {
    const { user, passkey } = await givenPasskey();
    const { options } = await offer();
    const credential = browser.get(passkey, options);
    const soon = new Date(Date.now() + 60_000);
    const { challenge } = options;
    const bad = [
      await signPasskeyToken({ challenge, expiresAt: soon }, "another-key-of-at-least-32-characters-x"),
      await signPasskeyToken({ challenge, expiresAt: new Date(Date.now() - 2000) }, SECRET_KEY),
      "x.y.z",
    ];
    for (const token of bad) expect(await answer(token, credential)).toMatchObject(SPENT);
    const { passkey_token: token } = await offer();
    expect((await service.call("GET /api/v1/auth/me", { token })).status).toBe(401);
    expect((await auditOf(service, user)).filter((event) => event.includes("failed"))).toEqual([]);
  });
});

test("a disabled owner and one whose name is locked are refused", async () => {
  const { user, passkey } = await givenPasskey();
  await service.database.sql`UPDATE users SET is_active = false WHERE id = ${user.id}`;
  expect((await signIn(passkey)).status).toBe(401);
  await service.database.sql`UPDATE users SET is_active = true WHERE id = ${user.id}`;
  for (let guess = 0; guess < 5; guess++) await signIn(passkey, { flags: 0 });
  expect((await signIn(passkey)).status).toBe(429);
});

test("where single sign-on is required it is 403 for all but SuperAdmins", async () => {
  const [viewer, admin] = [await givenPasskey(), await givenPasskey("SuperAdmin")];
  await service.database.sql`
    INSERT INTO oidc_settings (name, value)
    VALUES ('enabled', 'true'), ('issuer', 'https://id.example.com'), ('client_id', 'x'), ('require_sso', 'true')`;
  try {
    expect(await signIn(viewer.passkey)).toMatchObject({
      status: 403,
      body: { detail: "Local sign-in is disabled. Use single sign-on." },
    });
    expect((await auditOf(service, viewer.user)).at(-1)).toBe("auth.login_blocked_sso_required ip=192.0.2.7");
    expect(await signIn(viewer.passkey, { flags: 0x01 })).toMatchObject(INVALID);
    expect((await signIn(admin.passkey)).status).toBe(200);
  } finally {
    await service.database.sql`DELETE FROM oidc_settings`;
  }
});
