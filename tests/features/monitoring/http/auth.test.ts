import { beforeAll, describe, expect, test } from "bun:test";
import { createHttpProbe } from "../../../../src/features/monitoring/http/probe";
import type { OAuthClient } from "../../../../src/features/monitoring/http/options";
import { startHttpServer } from "../../../support/http-server";
import { startTestProvider, type TestProvider } from "../../../support/oidc-provider";
import { ask, head, optionsFor, startRawServer } from "./given";

const { signal } = new AbortController();

describe("credentials", () => {
  test.each([
    [{ type: "basic", username: "jörg", password: "p:ä" }, `Basic ${btoa("jÃ¶rg:p:Ã¤")}`],
    [{ type: "bearer", token: "abc.def" }, "Bearer abc.def"],
  ] as const)("%j are sent", async (auth, authorization) => {
    const { url, received } = startHttpServer();
    expect((await ask(url, { auth, headers: { authorization: "other" } })).status).toBe("up");
    expect(received[0]?.headers["authorization"]).toBe(authorization);
  });

  test("with an own header that cannot be sent say nothing of the target", async () => {
    const { url, received } = startHttpServer();
    const found = await ask(url, { headers: { "X-A": "snow \u2603" } });
    expect(found).toMatchObject({ status: "unknown", error: expect.stringContaining("request header") });
    expect(received).toEqual([]);
  });
});

describe("OAuth2 client credentials", () => {
  const audience = "https://api.test";
  let basic: TestProvider;
  let post: TestProvider;
  beforeAll(async () => {
    const configuration = {
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        introspection: { enabled: true },
      },
      scopes: ["read", "write"],
    };
    const client = { grant_types: ["client_credentials"], redirect_uris: [], response_types: [] };
    basic = await startTestProvider({ client: { ...client, scope: "read write" }, configuration });
    post = await startTestProvider({
      client: { ...client, token_endpoint_auth_method: "client_secret_post" },
      configuration,
    });
  });

  /** A resource server that lets in whoever has a token that the provider vouches for; keeps what it says of each. */
  function startResource(provider: () => TestProvider) {
    const told: Record<string, unknown>[] = [];
    const refused = new Set<string>();
    const server = startHttpServer({
      async answer(request) {
        const token = request.headers.get("Authorization")?.replace("Bearer ", "") ?? "";
        const { issuer, client } = provider();
        const asked = await fetch(`${issuer}/token/introspection`, {
          method: "POST",
          headers: { Authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}` },
          body: new URLSearchParams({ token }),
        });
        const answer = (await asked.json()) as Record<string, unknown>;
        told.push({ ...answer, token });
        return new Response(null, { status: answer["active"] === true && !refused.has(token) ? 200 : 401 });
      },
    });
    return { ...server, told, refused };
  }

  function clientOf({ issuer, client }: TestProvider, changes: Partial<OAuthClient> = {}): OAuthClient {
    return {
      tokenUrl: `${issuer}/token`,
      clientId: client.client_id,
      clientSecret: client.client_secret,
      scopes: null,
      audience: null,
      method: "client_secret_basic",
      ...changes,
    };
  }

  test("get a token with the scopes, and keep it", async () => {
    const resource = startResource(() => basic);
    const probe = createHttpProbe();
    const client = clientOf(basic, { scopes: "read write", audience });
    const options = optionsFor(resource.url, { auth: { type: "oauth2", client } });
    expect(await probe(options, { signal })).toMatchObject({ status: "up", statusCode: 200 });
    expect((await probe(options, { signal })).status).toBe("up");
    const [first, second] = resource.told;
    expect(first).toMatchObject({ active: true, client_id: client.clientId, scope: "read write" });
    expect(second?.["token"]).toBe(first?.["token"]);
    const other = optionsFor(resource.url, {
      auth: { type: "oauth2", client: { ...client, scopes: "read" } },
    });
    expect((await probe(other, { signal })).status).toBe("up");
    expect(resource.told[2]).toMatchObject({ scope: "read" });
  });

  test("that are no longer taken are fetched again, once", async () => {
    const resource = startResource(() => basic);
    const probe = createHttpProbe();
    const options = optionsFor(resource.url, { auth: { type: "oauth2", client: clientOf(basic) } });
    await probe(options, { signal });
    resource.refused.add(String(resource.told[0]?.["token"]));
    expect((await probe(options, { signal })).status).toBe("up");
    const tokens = resource.told.map(({ token }) => token);
    expect(tokens).toHaveLength(3);
    expect(tokens[1]).toBe(tokens[0]);
    expect(tokens[2]).not.toBe(tokens[0]);
  });

  test("that are taken by nobody are the target's answer", async () => {
    const { url, received } = startHttpServer({ answer: () => new Response(null, { status: 401 }) });
    const probe = createHttpProbe();
    const options = optionsFor(url, { auth: { type: "oauth2", client: clientOf(basic) } });
    expect(await probe(options, { signal })).toMatchObject({ status: "down", statusCode: 401 });
    expect(received).toHaveLength(1);
    expect(await probe(options, { signal })).toMatchObject({ status: "down", statusCode: 401 });
    expect(received).toHaveLength(3);
  });

  test("may stand in the body of the request", async () => {
    const resource = startResource(() => post);
    const auth = { type: "oauth2", client: clientOf(post, { method: "client_secret_post" }) } as const;
    expect(await ask(resource.url, { auth })).toMatchObject({ status: "up", statusCode: 200 });
    expect(resource.told[0]).toMatchObject({ active: true, client_id: auth.client.clientId });
    const server = startHttpServer({
      answer: () => Response.json({ access_token: "a", token_type: "bearer" }),
    });
    const there = { ...auth, client: { ...auth.client, tokenUrl: server.url } };
    expect((await ask(startHttpServer().url, { auth: there })).status).toBe("up");
    const [asked] = server.received;
    expect(asked?.headers).not.toHaveProperty("authorization");
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({
      grant_type: "client_credentials",
      client_id: post.client.client_id,
      client_secret: post.client.client_secret,
    });
  });

  test("that the provider does not know are its own words", async () => {
    const auth = { type: "oauth2", client: clientOf(basic, { clientSecret: "wrong" }) } as const;
    expect(await ask(startHttpServer().url, { auth })).toMatchObject({
      status: "unknown",
      error: expect.stringMatching(/^the access token: invalid_client/),
      statusCode: null,
    });
  });

  test("send scopes and audience as they are given", async () => {
    const server = startHttpServer({
      answer: () => Response.json({ access_token: "a", token_type: "Bearer", expires_in: 600 }),
    });
    const target = startHttpServer();
    const client = {
      ...clientOf(basic, { scopes: "a b", audience }),
      tokenUrl: `${server.url}/token?x=1`,
      clientSecret: "s/ä+:",
    };
    const found = await createHttpProbe()(optionsFor(target.url, { auth: { type: "oauth2", client } }), {
      signal,
    });
    expect(found.status).toBe("up");
    const [asked] = server.received;
    expect(asked).toMatchObject({ method: "POST", path: "/token?x=1" });
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({
      grant_type: "client_credentials",
      scope: "a b",
      audience,
    });
    // RFC 6749 section 2.3.1: each half is form-encoded first.
    const login = atob(asked?.headers["authorization"]?.replace("Basic ", "") ?? "");
    expect(login).not.toContain("ä");
    expect(decodeURIComponent(login)).toBe("netatlas-test:s/ä+:");
    expect(target.received[0]?.headers["authorization"]).toBe("Bearer a");
  });

  test.each([
    ["a wrong secret", head("401 No", "Content-Length: 0"), /the access token: /],
    ["no JSON", head("200 OK", "Content-Length: 2") + "hi", /the access token: the answer of its server/],
    ["garbage", "garbage\r\n", /the access token: the answer is not HTTP/],
    ["a server that fails", head("500 No", "Content-Length: 0"), /the access token: /],
  ])("that are not to be had say nothing of the target: %s", async (_, answer, error) => {
    const target = startHttpServer();
    const { url } = await startRawServer(answer);
    const client = clientOf(basic, { tokenUrl: url });
    const found = await ask(target.url, { auth: { type: "oauth2", client } });
    expect(found).toMatchObject({ status: "unknown", error: expect.stringMatching(error), statusCode: null });
    expect(target.received).toEqual([]);
  });

  test("are asked for within the time of the probe, and at no refused address", async () => {
    const target = startHttpServer();
    const silent = await startRawServer(() => undefined);
    const late = clientOf(basic, { tokenUrl: silent.url });
    expect(await ask(target.url, { timeoutMs: 300, auth: { type: "oauth2", client: late } })).toMatchObject({
      status: "unknown",
      error: "no complete answer within 0.3 s: it ended at the access token",
    });
    const refused = clientOf(basic, { tokenUrl: "http://169.254.169.254/token" });
    expect(await ask(target.url, { auth: { type: "oauth2", client: refused } })).toMatchObject({
      status: "unknown",
      error: expect.stringContaining("Link-local"),
    });
    expect(target.received).toEqual([]);
  });
});
