import { sign } from "hono/jwt";
import { atRunEnd } from "./run-end";

type Json = Record<string, unknown>;
type Answered = Response | Json;

/** What the provider does wrong; absent: right. */
export type Crookedness = {
  metadata?: (honest: Json) => Answered;
  jwks?: (honest: Json) => Answered;
  /** The claims of the ID token. */
  claims?: (honest: Json) => Json;
  /** The whole answer of the token endpoint. */
  tokens?: (honest: Json) => Answered | Promise<Answered>;
  userInfo?: (honest: Json) => Answered;
  /** Signs with a key that is not in the key set. */
  isForged?: boolean;
};

export type CrookedProvider = {
  issuer: string;
  client: { client_id: string; client_secret: string };
  /** From now on. */
  behave(how: Crookedness): void;
  /** What the token endpoint was sent, newest last. */
  exchanges: { body: URLSearchParams; authorization: string | null }[];
  /** The nonce of the sign-in that comes next: a test reads it off the authorization request. */
  expectNonce(nonce: string): void;
};

const CLIENT = { client_id: "client:1", client_secret: "a secret+with/odd&signs" };

/** An OpenID Connect provider whose answers a test can bend: honest ones cannot be made to break their own rules. */
export async function startCrookedProvider(): Promise<CrookedProvider> {
  const [key, foreignKey] = await Promise.all([makeKey(), makeKey()]);
  let how: Crookedness = {};
  let nonce = "";
  const exchanges: CrookedProvider["exchanges"] = [];
  let issuer = "";
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    routes: {
      "/.well-known/openid-configuration": () => answer((how.metadata ?? same)(metadataOf(issuer))),
      "/jwks": () => answer((how.jwks ?? same)({ keys: [key.publicKey] })),
      "/userinfo": () => answer((how.userInfo ?? same)({ sub: "subject-1" })),
      "/token": async (request) => {
        const body = new URLSearchParams(await request.text());
        exchanges.push({ body, authorization: request.headers.get("Authorization") });
        const claims = (how.claims ?? same)(claimsOf(issuer, nonce));
        const { privateKey } = how.isForged === true ? foreignKey : key;
        const tokens = {
          access_token: "an access token",
          token_type: "Bearer",
          id_token: await sign(claims, privateKey, "RS256"),
        };
        return answer(await (how.tokens ?? same)(tokens));
      },
    },
  });
  issuer = `http://127.0.0.1:${server.port}`;
  atRunEnd(() => server.stop(true));
  return {
    issuer,
    client: CLIENT,
    exchanges,
    behave: (next) => (how = next),
    expectNonce: (next) => (nonce = next),
  };
}

/** Leaves fields out. */
export function without(...names: string[]): (honest: Json) => Json {
  return (honest) => Object.fromEntries(Object.entries(honest).filter(([name]) => !names.includes(name)));
}

function same<T>(honest: T): T {
  return honest;
}

function answer(body: Answered): Response {
  return body instanceof Response ? body : Response.json(body);
}

function metadataOf(issuer: string): Json {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    code_challenge_methods_supported: ["S256"],
    id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
  };
}

function claimsOf(issuer: string, nonce: string): Json {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: issuer,
    sub: "subject-1",
    aud: CLIENT.client_id,
    iat: now,
    exp: now + 300,
    nonce,
    email: "subject-1@example.com",
    email_verified: true,
  };
}

async function makeKey() {
  const algorithm = {
    name: "RSASSA-PKCS1-v1_5",
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: "SHA-256",
  };
  const pair = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  return { publicKey: await crypto.subtle.exportKey("jwk", pair.publicKey), privateKey: pair.privateKey };
}
