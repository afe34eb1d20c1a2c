import createClient from "openapi-fetch";
import { csrfHeaders } from "./csrf";
import { askHeard, NotAnsweredError } from "./hearing";
import { renewSession } from "./renewal";
import { failureOf, noConnection, notAnswered } from "./request-failure";
import type { components, paths } from "./schema";
import { sessionGate } from "./session-gate";

/** A model of the API by its name in the document. */
export type Model<Name extends keyof components["schemas"]> = components["schemas"][Name];

/** Texts of the 401 that say that there is no session (any more); other 401s are wrong passwords and codes. */
const NO_SESSION = new Set([
  "Authentication required",
  "Invalid or expired token",
  "Invalid or inactive user",
]);
/** The text of the 403 that meets everything before the second factor that the role requires is enrolled. */
const MUST_ENROL = "Your role requires a second factor: enrol one first";
/** Routes that make a session: their 401 is theirs. */
const SIGN_IN = /^\/api\/v1\/auth\/(?:login|passkey|refresh|logout|forgot-password|reset-password)(?:\/|$)/;

/**
 * The API, typed by its own document. A request that meets an ended session renews it, or waits until the person has
 * signed in again over the page, and is sent once more. Every failure is a RequestFailure.
 */
export const api = createClient<paths>({ fetch: (request) => fetchInSession(request) });

async function fetchInSession(request: Request): Promise<Response> {
  const again = request.clone();
  const sentAt = Date.now();
  const response = await send(request);
  if (response.ok) return response;
  const failure = await failureOf(response);
  if (failure.status === 403 && failure.message === MUST_ENROL) sessionGate.askToEnrol();
  const mayRenew =
    response.status === 401 &&
    NO_SESSION.has(failure.message) &&
    !SIGN_IN.test(new URL(request.url).pathname);
  if (!mayRenew || !(await hasSessionAgain(sentAt))) throw failure;
  const second = await send(again);
  if (second.ok) return second;
  throw await failureOf(second);
}

async function hasSessionAgain(since: number): Promise<boolean> {
  try {
    if (await renewSession(since)) return true;
  } catch (error) {
    throw noConnection(error);
  }
  return sessionGate.askToSignIn();
}

async function send(request: Request): Promise<Response> {
  for (const [name, value] of Object.entries(csrfHeaders())) request.headers.set(name, value);
  try {
    return await askHeard(request, request.method === "GET");
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw error instanceof NotAnsweredError ? notAnswered(error) : noConnection(error);
  }
}

type Success<Answer> = Extract<Answer, { error?: undefined }>;

/** What a write answers to `dry_run`. */
type Trial = { would_answer: unknown };

/** The result of a request: `await answerOf(api.GET("/api/v1/api-keys", { signal }))`. Throws RequestFailure. */
export async function answerOf<Answer extends { data?: unknown; error?: unknown }>(
  call: Promise<Answer>,
): Promise<Exclude<Success<Answer>["data"], Trial>> {
  const answer = await call;
  // Unreachable: whatever is no success was thrown by the client's fetch.
  if (!isSuccess(answer)) throw new Error("our bug: a failure that nobody threw");
  const data: Success<Answer>["data"] = answer.data;
  if (!isDone(data)) throw new Error("our bug: a write that was only tried");
  return data;
}

type TriedAnswer<Tried> = { would_answer: Tried; would_change: unknown };

/**
 * What a write would answer: `await triedOf(api.POST("/api/v1/…", { params: { query: { dry_run: true } } }))`. Throws
 * RequestFailure.
 */
export async function triedOf<Tried>(
  call: Promise<{ data?: TriedAnswer<Tried> | object; error?: unknown }>,
): Promise<Tried> {
  const { data } = await call;
  // Unreachable: whatever is no success was thrown by the client's fetch.
  if (data === undefined) throw new Error("our bug: a failure that nobody threw");
  if (!isTried(data)) throw new Error("our bug: a dry run that was carried out");
  return data.would_answer;
}

function isTried<Tried>(data: TriedAnswer<Tried> | object): data is TriedAnswer<Tried> {
  return "would_answer" in data;
}

/** False for the answer to a dry run. */
export function isDone<Data>(data: Data): data is Exclude<Data, Trial> {
  return typeof data !== "object" || data === null || !("would_answer" in data);
}

function isSuccess<Answer extends { error?: unknown }>(answer: Answer): answer is Success<Answer> {
  return answer.error === undefined;
}
