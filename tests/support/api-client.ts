import { waitFor } from "./wait-for";

/** Talks to a started service as a script of its users would. */
export type ApiClient = {
  get<T = unknown>(path: string): Promise<T>;
  send<T = unknown>(method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: unknown): Promise<T>;
  /** The bare answer, whatever its status. */
  fetch(path: string, init?: BunFetchRequestInit): Promise<Response>;
  credential: Record<string, string>;
};

export const ADMIN = { username: "admin", password: "correct horse battery staple" };

export function createApiClient(url: string, credential: Record<string, string> = {}): ApiClient {
  const call = (path: string, init: BunFetchRequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, headers: { ...credential, "Content-Type": "application/json" } });
  async function parsed<T>(response: Response): Promise<T> {
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${response.url}: ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }
  return {
    credential,
    fetch: call,
    get: async <T>(path: string) => parsed<T>(await call(path)),
    send: async <T>(method: string, path: string, body?: unknown) =>
      parsed<T>(await call(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })),
  };
}

const DATABASE_PATIENCE_MS = 60_000;

/** A service answers before its database does, which on a busy machine comes a little later. */
export async function waitForDatabase(url: string): Promise<void> {
  await waitFor(
    "the database",
    async () => (await fetch(`${url}/api/v1/setup/status`)).ok,
    DATABASE_PATIENCE_MS,
  );
}

/** The first administrator of a fresh service, by an API key. */
export async function setUpAdmin(url: string): Promise<ApiClient & { key: string }> {
  const anonymous = createApiClient(url);
  await waitForDatabase(url);
  await anonymous.send("POST", "/api/v1/setup/admin", ADMIN);
  const bearer = await signIn(url);
  const { key } = await bearer.send<{ key: string }>("POST", "/api/v1/api-keys", { name: "test" });
  return { ...createApiClient(url, { "X-API-Key": key }), key };
}

export async function signIn(url: string, who = ADMIN): Promise<ApiClient> {
  const { access_token } = await createApiClient(url).send<{ access_token: string }>(
    "POST",
    "/api/v1/auth/login",
    who,
  );
  return createApiClient(url, { Authorization: `Bearer ${access_token}` });
}
