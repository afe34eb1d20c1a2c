import { beforeEach, describe, expect, test } from "bun:test";
import { sign } from "hono/jwt";
import { uniqueAddress } from "../../support/app";
import { startCrookedProvider, without, type Crookedness } from "../../support/crooked-provider";
import { freePort } from "../../support/free-port";
import { beginSso, callBack, createSsoService, outcomeOf } from "../../support/sso";

/** Each `sso_error` code that an honest provider cannot be made to cause. */
const provider = await startCrookedProvider();
const { issuer, client } = provider;
const first = await createSsoService(provider, { settings: { OIDC_AUTO_PROVISION: "true" } });
const { database } = first;
beforeEach(() => provider.behave({}));

/** A service that knows nothing of the provider yet. */
const freshService = (settings: Record<string, string> = {}) =>
  createSsoService(provider, { settings: { OIDC_AUTO_PROVISION: "true", ...settings }, database });

async function signIn(how: Crookedness, service = first, extra = ""): Promise<string> {
  const { location, cookies } = await beginSso(service);
  const asked = new URL(location).searchParams;
  provider.expectNonce(asked.get("nonce") ?? "");
  provider.behave(how);
  const search = `?code=a-code&state=${asked.get("state")}${extra}`;
  return outcomeOf(await callBack(service, { search, cookies }));
}

/** The begin of a sign-in, by a service that has to ask the provider. */
async function begin(how: Crookedness, settings: Record<string, string> = {}): Promise<string> {
  provider.behave(how);
  return outcomeOf(await (await freshService(settings)).call("GET /api/v1/auth/oidc/login"));
}

const now = () => Math.floor(Date.now() / 1000);

test("the provider is honest unless a test bends it", async () => {
  expect(await signIn({})).toBe("/");
});

describe("the provider is asked for its metadata:", () => {
  test.each<[string, string, Crookedness & { settings?: Record<string, string> }]>([
    [
      "provider_unreachable",
      "nobody listens",
      { settings: { OIDC_ISSUER: `http://127.0.0.1:${freePort()}` } },
    ],
    ["provider_unreachable", "it is out of order", { metadata: () => new Response("", { status: 503 }) }],
    [
      "provider_unreachable",
      "it answers without end",
      { metadata: () => new Response("x".repeat(1_100_000)) },
    ],
    ["insecure_provider_url", "plain http", { settings: { OIDC_ISSUER: "http://id.example.com" } }],
    [
      "insecure_provider_url",
      "a name that only looks local",
      { settings: { OIDC_ISSUER: "http://localhost.example.com" } },
    ],
    [
      "insecure_provider_url",
      "one of its addresses is plain http",
      { metadata: (honest) => ({ ...honest, token_endpoint: "http://192.0.2.1/token" }) },
    ],
    [
      "insecure_provider_url",
      "one of its addresses is a script",
      { metadata: (honest) => ({ ...honest, authorization_endpoint: "javascript:alert(1)" }) },
    ],
    ["provider_metadata_invalid", "not found", { metadata: () => new Response("", { status: 404 }) }],
    ["provider_metadata_invalid", "no JSON", { metadata: () => new Response("<html>") }],
    [
      "provider_metadata_invalid",
      "it leads elsewhere",
      { metadata: () => Response.redirect("http://127.0.0.1/x") },
    ],
    ["provider_metadata_invalid", "an address is missing", { metadata: without("jwks_uri") }],
    [
      "issuer_mismatch",
      "it is another",
      { metadata: (honest) => ({ ...honest, issuer: "https://id.example.com" }) },
    ],
  ])("%s: %s", async (code, _, { settings, ...how }) => {
    expect(await begin(how, settings)).toBe(code);
  });

  test("its answer is remembered, so that a sign-in does not ask again", async () => {
    const service = await freshService();
    await beginSso(service);
    provider.behave({ metadata: () => new Response("", { status: 503 }) });
    expect((await beginSso(service)).location).toStartWith(`${issuer}/authorize`);
  });

  test("an issuer with a path and a trailing slash is asked below its path", async () => {
    const asked: string[] = [];
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch(request) {
        asked.push(new URL(request.url).pathname);
        return new Response("", { status: 404 });
      },
    });
    const OIDC_ISSUER = `http://127.0.0.1:${server.port}/realms/main`;
    await begin({}, { OIDC_ISSUER });
    expect(asked).toEqual(["/realms/main/.well-known/openid-configuration"]);
    await server.stop(true);
  });
});

describe("the provider is asked for its keys and the tokens:", () => {
  test.each<[string, string, Crookedness]>([
    ["jwks_invalid", "no keys", { jwks: () => ({ keys: [] }) }],
    ["jwks_invalid", "no key set", { jwks: () => ({}) }],
    ["jwks_invalid", "not found", { jwks: () => new Response("", { status: 404 }) }],
    ["provider_unreachable", "the keys are out of order", { jwks: () => new Response("", { status: 500 }) }],
    [
      "provider_unreachable",
      "the tokens are out of order",
      { tokens: () => new Response("", { status: 502 }) },
    ],
    [
      "token_exchange_failed",
      "the code is not good",
      { tokens: () => Response.json({ error: "invalid_grant" }, { status: 400 }) },
    ],
    ["token_exchange_failed", "no ID token", { tokens: without("id_token") }],
    ["token_exchange_failed", "a page", { tokens: () => new Response("<html>") }],
    [
      "token_exchange_failed",
      "it leads elsewhere",
      { tokens: () => Response.redirect("http://127.0.0.1/x") },
    ],
    ["id_token_invalid", "signed by somebody else", { isForged: true }],
    ["id_token_invalid", "no token at all", { tokens: (honest) => ({ ...honest, id_token: "x.y.z" }) }],
    ["id_token_invalid", "not yet valid", { claims: (honest) => ({ ...honest, nbf: now() + 120 }) }],
    ["id_token_invalid", "no subject", { claims: without("sub") }],
    ["id_token_invalid", "no end", { claims: without("exp") }],
    ["id_token_invalid", "no time of issue", { claims: without("iat") }],
    ["id_token_expired", "ended 2 minutes ago", { claims: (honest) => ({ ...honest, exp: now() - 120 }) }],
    [
      "issuer_mismatch",
      "issued by another",
      { claims: (honest) => ({ ...honest, iss: "https://id.example.com" }) },
    ],
    ["audience_mismatch", "made for another", { claims: (honest) => ({ ...honest, aud: "another" }) }],
    [
      "audience_mismatch",
      "made for two, and we are not the one who asked",
      { claims: (honest) => ({ ...honest, aud: [client.client_id, "another"], azp: "another" }) },
    ],
    [
      "audience_mismatch",
      "made for two, and nobody says who asked",
      { claims: (honest) => ({ ...honest, aud: [client.client_id, "another"] }) },
    ],
    ["nonce_mismatch", "of another sign-in", { claims: (honest) => ({ ...honest, nonce: "another" }) }],
    ["nonce_mismatch", "of no sign-in", { claims: without("nonce") }],
    ["email_missing", "no address", { claims: without("email") }],
    ["email_missing", "something else", { claims: (honest) => ({ ...honest, email: "no address" }) }],
    ["email_unverified", "not verified", { claims: (honest) => ({ ...honest, email_verified: false }) }],
    ["email_unverified", "nobody says", { claims: without("email_verified") }],
    [
      "email_unverified",
      "another address is verified",
      {
        claims: without("email_verified"),
        userInfo: (honest) => ({ ...honest, email: "other@example.com", email_verified: true }),
      },
    ],
    [
      "provider_unreachable",
      "the user info is out of order",
      { claims: without("email"), userInfo: () => new Response("", { status: 500 }) },
    ],
  ])("%s: %s", async (code, _, how) => {
    expect(await signIn(how)).toBe(code);
  });

  test.each([["none"], ["HS256"]])("id_token_invalid: signed by %s", async (alg) => {
    const tokens = async (honest: Record<string, unknown>) => {
      const [, payload] = String(honest["id_token"]).split(".");
      if (alg === "none") {
        const header = Buffer.from(JSON.stringify({ alg })).toString("base64url");
        return { ...honest, id_token: `${header}.${payload}.` };
      }
      const claims: Record<string, unknown> = JSON.parse(Buffer.from(payload ?? "", "base64url").toString());
      return { ...honest, id_token: await sign(claims, client.client_secret, "HS256") };
    };
    expect(await signIn({ tokens })).toBe("id_token_invalid");
  });

  test("issuer_mismatch: another provider's answer is mixed in (RFC 9207)", async () => {
    expect(await signIn({}, first, "&iss=https%3A%2F%2Fid.example.com")).toBe("issuer_mismatch");
    expect(await signIn({}, first, `&iss=${encodeURIComponent(issuer)}`)).toBe("/");
  });

  test("email_domain_denied: only the listed domains, in any case", async () => {
    const service = await freshService({ OIDC_ALLOWED_EMAIL_DOMAINS: '["example.net", "@Example.ORG"]' });
    const by = (email: string) => signIn({ claims: (honest) => ({ ...honest, email }) }, service);
    expect(await by("a@example.com")).toBe("email_domain_denied");
    expect(await by("a@example.net.example.com")).toBe("email_domain_denied");
    expect(await by("a@sub.example.net")).toBe("email_domain_denied");
    expect(await by("a@EXAMPLE.net")).toBe("/");
    expect(await by("a@example.org")).toBe("/");
  });
});

describe("is accepted:", () => {
  test.each<[string, Crookedness]>([
    [
      "a clock that is a little off",
      { claims: (honest) => ({ ...honest, exp: now() - 30, nbf: now() + 30 }) },
    ],
    [
      "an audience of several where we asked",
      { claims: (honest) => ({ ...honest, aud: ["x", client.client_id], azp: client.client_id }) },
    ],
    ["an address that is verified by text", { claims: (honest) => ({ ...honest, email_verified: "true" }) }],
    [
      "an address from the user info endpoint",
      {
        claims: without("email", "email_verified"),
        userInfo: (honest) => ({ ...honest, email: "subject-1@example.com", email_verified: true }),
      },
    ],
  ])("%s", async (_, how) => {
    expect(await signIn(how)).toBe("/");
  });

  test("keys that were changed since the last sign-in", async () => {
    expect(await signIn({})).toBe("/");
    expect(await signIn({ jwks: () => ({ keys: [{ kty: "RSA", kid: "old" }] }) })).toBe("id_token_invalid");
    expect(await signIn({})).toBe("/");
  });

  test("an unverified address where that is allowed", async () => {
    const service = await freshService({ OIDC_ALLOW_UNVERIFIED_EMAIL: "true" });
    const claims = (honest: Record<string, unknown>) => ({ ...honest, email_verified: false });
    expect(await signIn({ claims }, service)).toBe("/");
  });
});

test("user info of somebody else is ignored", async () => {
  const how: Crookedness = {
    claims: without("email"),
    userInfo: () => ({ sub: "subject-2", email: "subject-2@example.com", email_verified: true }),
  };
  expect(await signIn(how)).toBe("email_missing");
});

test("the client authenticates by client_secret_basic, each part url-encoded, else in the form", async () => {
  await signIn({});
  const byHeader = provider.exchanges.at(-1);
  const credentials = Buffer.from(byHeader?.authorization?.replace("Basic ", "") ?? "", "base64").toString();
  expect(credentials).toBe("client%3A1:a+secret%2Bwith%2Fodd%26signs");
  expect(byHeader?.body.has("client_secret")).toBe(false);
  expect(byHeader?.body.get("code_verifier")).toMatch(/^[\w-]{43}$/);
  provider.behave({
    metadata: (honest) => ({ ...honest, token_endpoint_auth_methods_supported: ["client_secret_post"] }),
  });
  const service = await freshService();
  await beginSso(service);
  expect(await signIn({}, service)).toBe("/");
  expect(provider.exchanges.at(-1)?.authorization).toBeNull();
  expect(provider.exchanges.at(-1)?.body.get("client_secret")).toBe(client.client_secret);
});

test("provider_unreachable: a provider that never answers is given up, others go on meanwhile", async () => {
  const silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const service = await freshService({ OIDC_ISSUER: `http://127.0.0.1:${silent.port}` });
  const peer = uniqueAddress();
  const pending = service.call("GET /api/v1/auth/oidc/login", { peer });
  expect((await service.call("GET /api/v1/auth/oidc/status")).status).toBe(200);
  expect(outcomeOf(await pending)).toBe("provider_unreachable");
  silent.stop(true);
  const [row] = await database.sql`SELECT action, detail FROM audit_log WHERE client_address = ${peer}`;
  expect(row).toEqual({
    action: "auth.oidc_login_failed",
    detail: `code=provider_unreachable ip=${peer}`,
  });
}, 15_000);
