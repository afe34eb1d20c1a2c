import createFetchClient, { type Client } from "openapi-fetch";
import { NetatlasError } from "./error";
import { readEvents, type StreamEvent, type StreamOptions } from "./events";
import type { components, paths } from "./schema";

/** A model of the API by its name in the document: `Model<"DeviceRead">`. */
export type Model<Name extends keyof components["schemas"]> = components["schemas"][Name];

export type NetatlasOptions = {
  /** `https://netatlas.example.net` */
  url: string;
  /** What a program signs in by. */
  apiKey?: string | undefined;
  /** An access token in its place (`signIn`), or what gives one that is still good. */
  token?: string | (() => string | Promise<string>) | undefined;
  /** In place of the global one. */
  fetch?: (request: Request) => Promise<Response>;
};

/**
 * Every route of the API as `GET`, `POST`, `PUT`, `PATCH` and `DELETE`, typed by its document. What the service refuses
 * rejects with a `NetatlasError`, so an answer always has its `data`: `dataOf` gives it.
 */
export type Netatlas = Client<paths> & {
  /** Server-sent events of a path, such as `/api/v1/syslog/events/stream`, until the service ends them. */
  stream: (path: string, options?: StreamOptions) => AsyncGenerator<StreamEvent, void, undefined>;
};

/** A client of one service. Nothing is sent before it is asked something. */
export function createNetatlas(options: NetatlasOptions): Netatlas {
  const baseUrl = options.url.replace(/\/+$/, "");
  const send = (request: Request) => sendAs(options, request);
  const client = createFetchClient<paths>({ baseUrl, fetch: send });
  return Object.assign(client, {
    stream: (path: string, how: StreamOptions = {}) => readEvents({ url: baseUrl + path, send }, how),
  });
}

async function sendAs(
  { apiKey, token, fetch = globalThis.fetch }: NetatlasOptions,
  request: Request,
): Promise<Response> {
  if (apiKey !== undefined) request.headers.set("X-API-Key", apiKey);
  if (token !== undefined) {
    const current = typeof token === "string" ? token : await token();
    request.headers.set("Authorization", `Bearer ${current}`);
  }
  const response = await fetch(request);
  if (response.ok || response.status === 304) return response;
  throw await NetatlasError.of(response);
}

/**
 * Signs a user in and gives the access token, which is good for some minutes; programs are better off with an API key.
 * Rejects where the user has a second factor.
 */
export async function signIn({
  username,
  password,
  ...options
}: Pick<NetatlasOptions, "url" | "fetch"> & { username: string; password: string }): Promise<string> {
  const netatlas = createNetatlas(options);
  const answer = await dataOf(netatlas.POST("/api/v1/auth/login", { body: { username, password } }));
  if ("access_token" in answer) return answer.access_token;
  throw new Error("This user signs in with a second factor: give the program an API key");
}

type Success<Answer> = Extract<Answer, { error?: undefined }>;

/** What a write answers to `dry_run`. */
type Trial = { would_answer: unknown };

/** The data of an answer: `await dataOf(netatlas.GET("/api/v1/topology/sites"))`. */
export async function dataOf<Answer extends { data?: unknown; error?: unknown }>(
  call: Promise<Answer>,
): Promise<Exclude<Success<Answer>["data"], Trial>> {
  const answer = await call;
  if (!isSuccess(answer)) throw new Error("a refusal that was not thrown: is `fetch` one of your own?");
  const data: Success<Answer>["data"] = answer.data;
  if (!isDone(data)) throw new Error("the write was only tried (dry_run): trialOf gives what would be");
  return data;
}

/** What a write would do: `await trialOf(netatlas.POST(…, { params: { query: { dry_run: true } } }))`. */
export async function trialOf<Answer extends { data?: unknown; error?: unknown }>(
  call: Promise<Answer>,
): Promise<Extract<Success<Answer>["data"], Trial>> {
  const { data } = await call;
  if (!isTrial<Success<Answer>["data"]>(data))
    throw new Error("the write was carried out: it had no dry_run");
  return data;
}

function isTrial<Data>(data: unknown): data is Extract<Data, Trial> {
  return typeof data === "object" && data !== null && "would_answer" in data;
}

function isDone<Data>(data: Data): data is Exclude<Data, Trial> {
  return !isTrial(data);
}

function isSuccess<Answer extends { error?: unknown }>(answer: Answer): answer is Success<Answer> {
  return answer.error === undefined;
}
