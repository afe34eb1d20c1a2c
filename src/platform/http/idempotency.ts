import { z } from "@hono/zod-openapi";
import { ApiError, conflict, invalid } from "../errors";
import type { Logger } from "../log";
import { isTrial } from "./dry-run";
import type { Access, Caller } from "./guard";
import type { Incoming, Route } from "./route";
import { AlreadyThere } from "./upsert";

/**
 * Idempotency-Key: a write that is sent again with its key is carried out once. A second answer is
 * made from the object as it is now, so no secret is given twice; where there is no object, the route may say that its
 * answer is kept.
 */

export const IDEMPOTENCY_KEY = "Idempotency-Key";
/** Set on an answer to a request that had been carried out before. */
export const REPLAYED = "Idempotent-Replayed";

/** One request with a key. `path` has its query; `bodyHash` is SHA-256 in hex. */
export type KeyedWrite = {
  userId: number;
  key: string;
  method: string;
  path: string;
  bodyHash: string;
  requestId: string;
};

/** What a write led to. `answer` only of routes that say that it is kept. */
export type Outcome = { status: number; objectId: string | null; answer: unknown };

export type Claim =
  /** This request carries the write out; nobody else does meanwhile. */
  | { kind: "mine" }
  /** Another request with the key is at it. */
  | { kind: "running"; retryAfterSeconds: number }
  /** The key came with another method, path or body. */
  | { kind: "different" }
  | ({ kind: "done" } & Outcome);

/** Where keys are kept, shared by all replicas. */
export type IdempotencyStore = {
  /** `status` is that of success, for a write whose process died before it could say so. */
  claim(write: KeyedWrite, status: number): Promise<Claim>;
  /** Says that the write is still being carried out. */
  renew(write: KeyedWrite): Promise<void>;
  finish(write: KeyedWrite, outcome: Outcome): Promise<void>;
  /** Nothing was written: the key is free again. */
  release(write: KeyedWrite): Promise<void>;
  /** Nobody knows whether something was written: the next request with the key finds out. */
  abandon(write: KeyedWrite): Promise<void>;
};

const RENEWAL_MS = 20_000;
const MAX_KEPT_LENGTH = 65_536;

/** True where the route heeds the header. */
export function takesIdempotencyKey({ replay }: Pick<Route, "replay">): boolean {
  return replay !== undefined && !(typeof replay === "object" && "unkeyed" in replay);
}

type Request = {
  route: Route;
  /** Gives the object of the route's answer again. */
  reader: Reader | undefined;
  incoming: Incoming<unknown, unknown, unknown>;
  /** SHA-256 of the body in hex. */
  bodyHash: string;
  caller: Caller | undefined;
  store: IdempotencyStore | undefined;
  log: Logger;
};

type Answered = {
  /** Undefined: no body. */
  value: unknown;
  /** Of an answer with a body. */
  status: 200 | 201 | 204;
};

/**
 * Gives the route's answer; with an Idempotency-Key that of the first request with the key, made anew from the object.
 * Throws 422 for a key that is none or came with another request, 409 while the first one runs or where its answer
 * cannot be made.
 */
export async function answerOnce(request: Request): Promise<Answered> {
  const { route, incoming, caller, store } = request;
  const status = route.status ?? 200;
  const write = keyedWriteOf(request);
  if (write === undefined || store === undefined)
    return answered(await route.handle(incoming, caller), status);
  const claim = await store.claim(write, statusOf(route));
  switch (claim.kind) {
    case "mine":
      return answered(await carryOut({ ...request, store, write }), status);
    case "different":
      throw invalidKey("it came with another request before", "value_error");
    case "running":
      throw new ApiError(409, "A request with this Idempotency-Key is still being carried out", {
        headers: { "Retry-After": String(claim.retryAfterSeconds) },
      });
    case "done": {
      const answered = await answerAgain(request, claim);
      incoming.context.header(REPLAYED, "true");
      return answered;
    }
  }
}

function answered(answer: unknown, status: Answered["status"]): Answered {
  return answer instanceof AlreadyThere ? { value: answer.object, status: 200 } : { value: answer, status };
}

function keyedWriteOf({ route, incoming, caller, bodyHash }: Request): KeyedWrite | undefined {
  const { req } = incoming.context;
  const key = req.header(IDEMPOTENCY_KEY);
  // What only tries writes nothing, and may be tried again.
  if (key === undefined || caller === undefined || isTrial(incoming.query) || !takesIdempotencyKey(route))
    return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalidKey("1 to 255 visible ASCII characters are one", "string_pattern_mismatch");
  const url = new URL(req.url);
  return {
    userId: caller.userId,
    key,
    method: route.method.toUpperCase(),
    path: url.pathname + url.search,
    bodyHash,
    requestId: incoming.client.requestId,
  };
}

function invalidKey(reason: string, type: string): ApiError {
  return invalid([{ loc: ["header", IDEMPOTENCY_KEY], msg: `Invalid ${IDEMPOTENCY_KEY}: ${reason}`, type }]);
}

function statusOf(route: Route): number {
  return route.response === undefined && route.produces === undefined ? 204 : (route.status ?? 200);
}

async function carryOut(request: Request & { store: IdempotencyStore; write: KeyedWrite }): Promise<unknown> {
  const { route, incoming, caller, store, write, log } = request;
  const noted = (error: unknown) =>
    log.warn({ err: error, path: write.path }, "cannot note an idempotency key");
  const renewal = setInterval(() => void store.renew(write).catch(noted), RENEWAL_MS);
  try {
    const answer = await route.handle(incoming, caller);
    await store.finish(write, outcomeOf(route, answer)).catch(noted);
    return answer;
  } catch (error) {
    const isRefusal = error instanceof ApiError && error.status < 500;
    await (isRefusal ? store.release(write) : store.abandon(write)).catch(noted);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

const WithId = z.looseObject({ id: z.union([z.string(), z.number()]) });

function idOf(value: unknown): string | null {
  const object = WithId.safeParse(value);
  return object.success ? String(object.data.id) : null;
}

function keepsAnswer({ replay }: Route): boolean {
  return replay === "kept" || (typeof replay === "object" && "isKept" in replay);
}

function outcomeOf(route: Route, answer: unknown): Outcome {
  if (answer instanceof Response) return { status: answer.status, objectId: null, answer: null };
  if (answer instanceof AlreadyThere) return { ...outcomeOf(route, answer.object), status: 200 };
  const isKept = keepsAnswer(route) && (JSON.stringify(answer) ?? "").length <= MAX_KEPT_LENGTH;
  return { status: statusOf(route), objectId: idOf(answer), answer: isKept ? answer : null };
}

async function answerAgain(request: Request, outcome: Outcome): Promise<Answered> {
  const { route, reader } = request;
  const { objectId, answer } = outcome;
  const status = outcome.status === 200 ? 200 : (route.status ?? 200);
  if (outcome.status === 204) return { value: undefined, status };
  if (answer !== null) return { value: answer, status };
  if (reader === undefined) throw alreadyDone("its answer is not kept");
  const value = await readAgain(request, reader, objectId);
  return { value, status: reader.model === route.response ? status : 200 };
}

function alreadyDone(reason: string): ApiError {
  return conflict(`The request with this Idempotency-Key was carried out before; ${reason}`);
}

async function readAgain(request: Request, reader: Reader, objectId: string | null): Promise<unknown> {
  const own = request.incoming.context.req.param();
  if (reader.kind === "whole") return read(request, reader.route, own);
  if (objectId === null) throw alreadyDone("its answer is not known");
  if (reader.kind === "byId") return read(request, reader.route, { ...own, [reader.parameter]: objectId });
  const list = await read(request, reader.route, own);
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  const found = items.find((item) => idOf(item) === objectId);
  if (found === undefined) throw alreadyDone(GONE);
  return found;
}

const GONE = "its object has gone since";

async function read(request: Request, reader: Route, params: Record<string, string>): Promise<unknown> {
  const { incoming, caller } = request;
  try {
    return await reader.handle(
      {
        ...incoming,
        params: reader.params?.parse(params) ?? {},
        query: reader.query?.parse({}) ?? {},
        body: undefined,
        ifMatch: undefined,
      },
      caller,
    );
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw alreadyDone(GONE);
    throw error;
  }
}

/** How the object of a write's answer is read: `whole`, by its id, or out of a list. */
export type Reader = {
  route: Route;
  /** Of the object. */
  model: z.ZodType;
} & ({ kind: "whole" } | { kind: "byId"; parameter: string } | { kind: "inList" });

/**
 * The route by which a write's answer is read again, as the write declares it; undefined: it is not read. Throws where
 * the declaration does not fit the routes that there are.
 */
export function findReader(route: Route, routes: readonly Route[]): Reader | undefined {
  const { replay } = route;
  if (replay === "empty" && (route.response !== undefined || route.produces !== undefined))
    throw new Error(`our bug: ${route.method} ${route.path} says that its answer is empty`);
  if (typeof replay !== "object" || "unkeyed" in replay) return undefined;
  const [kind, path] =
    "whole" in replay
      ? (["whole", replay.whole] as const)
      : "byId" in replay
        ? (["byId", replay.byId] as const)
        : (["inList", replay.inList] as const);
  const reader = routes.find((one) => one.method === "get" && one.path === path);
  const fault = (text: string) =>
    new Error(`our bug: ${route.method} ${route.path} is to be answered again by GET ${path}, ${text}`);
  if (reader?.response === undefined) throw fault("which gives no object");
  if (!asksNoMore(reader.access, route.access)) throw fault("which asks for another right");
  if (reader.query?.safeParse({}).success === false) throw fault("which asks for a query");
  if (kind === "whole") return { kind, route: reader, model: reader.response };
  if (kind === "byId") {
    const [, parameter] = /\/\{(\w+)\}$/.exec(path) ?? [];
    if (parameter === undefined) throw fault("whose path ends in no id");
    return { kind, route: reader, model: reader.response, parameter };
  }
  const element = reader.response instanceof z.ZodArray ? reader.response.element : undefined;
  if (!(element instanceof z.ZodType)) throw fault("which is no list");
  return { kind, route: reader, model: element };
}

function asksNoMore(reader: Access, writer: Access): boolean {
  if (reader === "authenticated" || reader === writer) return true;
  // A SuperAdmin has every permission.
  if (writer === "superadmin" && typeof reader === "object") return true;
  return typeof reader === "object" && typeof writer === "object" && reader.permission === writer.permission;
}
