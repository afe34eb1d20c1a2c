import {
  allowInsecureRequests,
  clientCredentialsGrant,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  type CustomFetch,
} from "openid-client";
import { codeOf } from "#platform/error-code";
import { RecentMap } from "#platform/recent-map";
import type { Way } from "./connection";
import { exchange } from "./exchange";
import type { OAuthClient } from "./options";
import type { HttpRequest } from "./redirect";
import type { ProbeRun } from "./run";
import { HttpTrouble } from "./trouble";

type Token = { value: string; isFresh: boolean };

type Asking = { way: Way; run: ProbeRun };

/**
 * Access tokens of clients that speak for themselves (RFC 6749 section 4.4), each kept until shortly before it ends.
 */
export type AccessTokens = {
  /** @throws HttpTrouble, `unknown`. */
  get(client: OAuthClient, asking: Asking): Promise<Token>;
  /** It was not taken. */
  forget(client: OAuthClient): void;
};

const MAX_TOKENS = 1000;
const MAX_ANSWER_BYTES = 256 * 1024;
/** So that it does not end on its way. */
const MARGIN_MS = 10_000;
/** Of one whose end the server does not say. */
const UNSAID_SECONDS = 60;

export function createAccessTokens(): AccessTokens {
  const kept = new RecentMap<string, { value: string; until: number }>(MAX_TOKENS);
  const keyOf = (client: OAuthClient) => JSON.stringify(client, Object.keys(client).sort());
  return {
    async get(client, asking) {
      const key = keyOf(client);
      const known = kept.get(key);
      if (known !== undefined && performance.now() < known.until) {
        return { value: known.value, isFresh: false };
      }
      const { access_token: value, expires_in: seconds = UNSAID_SECONDS } = await asking.run.forOther(
        "the access token",
        () => request(client, asking),
      );
      kept.set(key, { value, until: performance.now() + seconds * 1000 - MARGIN_MS });
      return { value, isFresh: true };
    },
    forget(client) {
      kept.delete(keyOf(client));
    },
  };
}

async function request(client: OAuthClient, asking: Asking) {
  const url = new URL(client.tokenUrl);
  const authentication = client.method === "client_secret_basic" ? ClientSecretBasic : ClientSecretPost;
  const configuration = new Configuration(
    { issuer: url.origin, token_endpoint: url.href },
    client.clientId,
    undefined,
    authentication(client.clientSecret),
  );
  let failure: unknown;
  configuration[customFetch] = async (address, options) => {
    try {
      return await fetchFrom(address, options, asking);
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  if (url.protocol === "http:") allowInsecureRequests(configuration);
  try {
    return await clientCredentialsGrant(configuration, {
      ...(client.scopes !== null && { scope: client.scopes }),
      ...(client.audience !== null && { audience: client.audience }),
    });
  } catch (error) {
    asking.run.signal.throwIfAborted();
    if (failure !== undefined) throw failure;
    throw new HttpTrouble(reasonOf(error), "unknown", error);
  }
}

/** What the server said (RFC 6749 section 5.2), or what was wrong with what it said. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("error" in error && typeof error.error === "string") {
    const text = "error_description" in error ? error.error_description : undefined;
    return typeof text === "string" ? `${error.error}: ${text}` : error.error;
  }
  return `the answer of its server cannot be used: ${codeOf(error) ?? error.message}`;
}

async function fetchFrom(
  address: string,
  { method, headers, body }: Parameters<CustomFetch>[1],
  { way, run }: Asking,
): Promise<Response> {
  const text = body instanceof URLSearchParams ? body.toString() : "";
  const sent: HttpRequest = {
    url: new URL(address),
    method,
    body: { text, contentType: "application/x-www-form-urlencoded" },
    isOwn: true,
  };
  const answer = await exchange(sent, {
    way: { ...way, clientCertificate: undefined },
    run,
    headers: {
      Host: sent.url.host,
      Connection: "close",
      "Content-Length": String(Buffer.byteLength(text)),
      ...Object.fromEntries(new Headers(headers)),
    },
    readBytes: MAX_ANSWER_BYTES,
    keepBytes: MAX_ANSWER_BYTES,
  });
  const mayHaveBody = answer.body.kept.length > 0;
  return new Response(mayHaveBody ? new Uint8Array(answer.body.kept) : null, {
    status: answer.statusCode,
    headers: { "Content-Type": answer.headers["content-type"] ?? "" },
  });
}
