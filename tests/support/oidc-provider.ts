import { once } from "node:events";
import { Provider, type Configuration } from "oidc-provider";
import { freePort } from "./free-port";
import { atRunEnd } from "./run-end";

/** What the provider says of a person; `sub` is the login name. */
export type Person = Record<string, unknown>;

export type TestProvider = {
  issuer: string;
  client: { client_id: string; client_secret: string };
  /** Who can log in, by login name; any password is right. */
  people: Map<string, Person>;
  /** Stops listening, as a provider that is down. */
  stop(): Promise<void>;
};

const CLIENT = { client_id: "netatlas-test", client_secret: "a-client-secret-of-the-tests-0123456789" };
const REDIRECT_URL = "http://localhost:8080/api/v1/auth/oidc/callback";

/** A real OpenID Connect provider on a loopback port. */
export async function startTestProvider(
  options: {
    /** Claims stand in the ID token too, not only behind the user info endpoint. */
    claimsInIdToken?: boolean;
    client?: Record<string, unknown>;
    configuration?: Configuration;
  } = {},
): Promise<TestProvider> {
  const port = freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, Person>();
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [REDIRECT_URL], ...options.client }],
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name"],
      groups: ["groups"],
    },
    conformIdTokenClaims: options.claimsInIdToken !== true,
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ ...people.get(id), sub: id }),
    }),
    cookies: { keys: ["a key of the tests"] },
    features: { devInteractions: { enabled: true } },
    ttl: {
      Interaction: 600,
      Session: 600,
      Grant: 600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
    ...options.configuration,
  });
  const server = provider.listen(port, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  atRunEnd(stop);
  return { issuer, client: CLIENT, people, stop };
}

/**
 * A person at a browser: follows the provider's pages, types the login name, agrees, or cancels. Gives the address that
 * the provider sends the browser back to, unvisited.
 */
export async function visitProvider(
  location: string,
  { login, isCancelled = false }: { login: string; isCancelled?: boolean },
): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(location);
  const home = url.origin;
  let form: Record<string, string> | undefined;
  for (let step = 0; step < 12; step += 1) {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) }),
    });
    form = undefined;
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const next = response.headers.get("Location");
    const page = await response.text();
    if (next !== null) {
      url = new URL(next, url);
      if (url.origin !== home) return url;
      continue;
    }
    if (response.status !== 200) throw new Error(`the provider answered ${response.status}: ${page}`);
    const match = (pattern: RegExp) => pattern.exec(page)?.[1] ?? "";
    if (isCancelled) {
      url = new URL(match(/href="([^"]*abort)"/), url);
      continue;
    }
    url = new URL(match(/action="([^"]+)"/), url);
    form = { prompt: match(/name="prompt" value="([^"]+)"/), login, password: "any" };
  }
  throw new Error("the provider leads nowhere");
}
