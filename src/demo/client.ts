import { z } from "zod";

/** The API of the demo's own service, as its administrator. */
export type DemoClient = {
  get<Shape extends z.ZodType>(path: string, shape: Shape): Promise<z.output<Shape>>;
  /** Gives what was made. */
  post<Shape extends z.ZodType>(path: string, body: unknown, shape: Shape): Promise<z.output<Shape>>;
  put(path: string, body: unknown): Promise<void>;
};

export const Named = z.object({ id: z.int(), name: z.string() });

type Credentials = { username: string; password: string };

const SetupStatus = z.object({ needs_setup: z.boolean() });
const TokenPair = z.object({ access_token: z.string() });

/** What the service answered in place of a success. */
export class DemoRefusal extends Error {
  readonly status: number;

  constructor(path: string, { status, text }: { status: number; text: string }) {
    super(`${path} answered ${status}: ${text}`);
    this.status = status;
  }
}

/** Makes the administrator where there is none, and signs in. @throws DemoRefusal with what the service answered. */
export async function signInToDemo(url: string, who: Credentials): Promise<DemoClient> {
  const anonymous = createClient(url, {});
  const { needs_setup: needsSetup } = await anonymous.get("/api/v1/setup/status", SetupStatus);
  if (needsSetup) await anonymous.post("/api/v1/setup/admin", who, z.unknown());
  const { access_token: token } = await anonymous.post("/api/v1/auth/login", who, TokenPair);
  return createClient(url, { Authorization: `Bearer ${token}` });
}

function createClient(url: string, credential: Record<string, string>): DemoClient {
  const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = { ...credential, "Content-Type": "application/json" };
    const response = await fetch(`${url}${path}`, { ...init, headers });
    if (!response.ok) throw new DemoRefusal(path, { status: response.status, text: await response.text() });
    return response.json();
  };
  return {
    get: async (path, shape) => shape.parse(await call(path)),
    post: async (path, body, shape) =>
      shape.parse(await call(path, { method: "POST", body: JSON.stringify(body) })),
    async put(path, body) {
      await call(path, { method: "PUT", body: JSON.stringify(body) });
    },
  };
}

/** Ids by name of what is wanted and of all else at `path`; what is not there yet is made. */
export async function addMissing(
  client: DemoClient,
  { path, wanted }: { path: string; wanted: readonly { name: string }[] },
): Promise<Map<string, number>> {
  const ids = new Map((await client.get(path, z.array(Named))).map(({ id, name }) => [name, id]));
  for (const one of wanted) {
    if (!ids.has(one.name)) ids.set(one.name, (await client.post(path, one, Named)).id);
  }
  return ids;
}

const AT_ONCE = 8;

/** Does something for each, some of them at a time. Throws what the first that fails throws. */
export async function eachAtOnce<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += AT_ONCE)
    await Promise.all(items.slice(start, start + AT_ONCE).map(work));
}
