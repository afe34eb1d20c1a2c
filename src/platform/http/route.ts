import type { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Db } from "../database";
import type { EntityTags, Versioned } from "./conditional";
import type { Outside } from "./dry-run";
import type { Access, Caller } from "./guard";
import type { AlreadyThere, ByKey, Upsert } from "./upsert";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Where a request came from, for limits and the audit log. */
export type Client = {
  address: string;
  isHttps: boolean;
  /** A program of this machine, which does not say that it passes on another's request. */
  isLocal: boolean;
  requestId: string;
  /** Told the id of each audit row that the request adds; a success names the last one. */
  noteAudit?: (id: number) => void;
};

/**
 * A body that nobody has read yet, its media type (lower case, without parameters), and its charset where it names one.
 * A task that takes it off the main thread may take the octets' buffer with it.
 */
export type Upload = { mediaType: string; charset: string | undefined; octets: Uint8Array<ArrayBuffer> };

export type Incoming<Params, Query, Body> = {
  params: Params;
  query: Query;
  body: Body;
  client: Client;
  /** The body of an `upload` route. */
  upload: Upload;
  /** The If-Match header of a `versioned` route. */
  ifMatch: EntityTags;
  /** Of a tryable route. */
  db: Db | undefined;
  /** By what a write acts outside of the database, on a route that says so (`outside`). */
  outside: Outside;
  /** What a request of an `upsert` route asks for; undefined: to add an object, whatever is there. */
  byKey: ByKey<unknown> | undefined;
  /** Fires when the client has left. */
  signal: AbortSignal;
  /** For cookies and headers only. */
  context: Context;
};

/** What a tryable route writes with: the database or, in a dry run, a transaction that is taken back. */
type Writing<Shape> = (Shape extends { isTryable: true } ? { db: Db } : unknown) &
  (Shape extends { upsert: { changes: infer Changes extends z.ZodType } }
    ? { byKey: ByKey<z.output<Changes>> | undefined }
    : unknown);

export type Guarded<Params, Query, Body> = Incoming<Params, Query, Body> & { caller: Caller };

/** What an ordinary form with a long text fits into many times. */
export const DEFAULT_BODY_BYTES = 256 * 1024;
/** Of a body with a list of things, or with texts of any length. */
export const LIST_BODY_BYTES = 1024 * 1024;
/** Of a caller that nobody knows: a sign-in, a new password. */
export const ANONYMOUS_BODY_BYTES = 64 * 1024;
/** Text of the 413, but for routes that have their own. */
export const BODY_TOO_LARGE = "Request body too large";

type None = Readonly<Record<string, never>>;
type Output<Schema> = Schema extends z.ZodType ? z.output<Schema> : None;
type Answer<Schema, Preview> =
  | (Schema extends z.ZodType ? z.input<Schema> : void)
  | (Preview extends z.ZodType ? z.input<Preview> : never)
  | AlreadyThere
  | Response;

/**
 * How a second request with the same Idempotency-Key gets the answer of a write that was carried out.
 *
 * - `empty`: there is nothing in it.
 * - `kept`: it is nothing that a GET gives again and holds no secret, so it is kept for 24 h (up to 64 KiB).
 * - `refused`: it is not given again, but by a 409; the write is done once all the same.
 * - `unkeyed`: the write does not heed the header, for the reason that is given.
 * - The path of the GET that gives its object: the `whole` answer of that GET, for the parameters of the write's own
 *   path; one object `byId`, which is the `id` in the answer and the last parameter of that path; or the one with the
 *   `id` out of a list (`inList`). The GET asks for no other right than the write, and for no query. `isKept`: the answer
 *   is kept as well, and read again only where it is too long.
 */
export type Replay =
  | "empty"
  | "kept"
  | "refused"
  | { unkeyed: string }
  | (({ whole: string } | { byId: string } | { inList: string }) & { isKept?: true });

export type RouteShape = {
  method: Method;
  /** Full path in OpenAPI form: `/api/v1/topology/devices/{device_id}`. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  access: Access;
  /** Answers while the database is away, as health does. */
  worksWithoutDatabase?: boolean;
  /** Login and the like: reachable with session cookies but without a CSRF token. */
  isCsrfExempt?: boolean;
  /** Open to a user whose role requires a second factor and who has none yet. */
  isOpenBeforeEnrolment?: boolean;
  /** Text of the 403 for a caller by API key: only a session may call it. */
  keyRefusal?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /**
   * A body that the handler reads itself, off the main thread: media type -> what the document says of it. Not with
   * `body`. The handler throws the 422 of what it finds.
   */
  upload?: Readonly<Record<string, z.ZodType>>;
  /**
   * A body that the handler takes itself as it comes (`receiveToFile`), for files that are too large for memory: media
   * type -> what the document says of it. Not with `body` or `upload`; nothing of it is read before.
   */
  stream?: Readonly<Record<string, z.ZodType>>;
  /** Absent: `DEFAULT_BODY_BYTES`. Callers without a session or key may send `ANONYMOUS_BODY_BYTES` at most. */
  bodyLimitBytes?: number;
  /** The memory that bodies of this route share, where it is not that of all bodies of their size. */
  bodyBudget?: "relays";
  /** Text of the 413 for a longer body; absent: the usual one. */
  bodyLimitText?: string;
  /** Status of success. */
  status?: 200 | 201 | 204;
  /** JSON model of the answer; absent: the answer has no body, or is what `produces` says. */
  response?: z.ZodType;
  /** Content types of an answer that is not JSON. */
  produces?: string[];
  /**
   * What a 202 answers: where the client prefers it (`prefersAsync`) the work goes on behind the answer, which the
   * handler makes by `acceptedAnswer`.
   */
  accepted?: z.ZodType;
  /** Where a success leads to: it is a 302 without a body. */
  redirect?: string;
  /** Refusals beside those that follow from access, parameters and body: status -> when. */
  refusals?: Record<number, string>;
  /**
   * The answered object has an entity tag: GET, POST, PUT and PATCH send it, GET takes If-None-Match, and PUT, PATCH
   * and DELETE get If-Match, to be checked in their transaction (`requireUnchanged`).
   */
  versioned?: Versioned;
  /** Why a PUT, PATCH or DELETE heeds no If-Match. One that has neither this nor a tag keeps the service from starting. */
  unversioned?: string;
  /** The list takes `pagingFields` or the like in its query and answers with `answerPage` or `describePage`. */
  isPaged?: boolean;
  /**
   * The write may be tried by `dry_run`: the handler does all its reading and writing in the request's `db` and leaves
   * no trace elsewhere.
   */
  isTryable?: boolean;
  /**
   * Why the write cannot be tried: there is nothing that a trial would show. A write that has neither this nor a `dry_run`
   * keeps the service from starting.
   */
  noTrial?: string;
  /** What a tryable write does outside of the database, by `request.outside`: a dry run says it and does not do it. */
  outside?: string;
  /** Fields of the answer that are made for it and told once: a dry run shows nothing of them. */
  secrets?: readonly string[];
  /** The POST knows the natural key of what it adds: with `mode` it writes that which is there (`writeByKey`). */
  upsert?: Upsert;
  /** What a DELETE answers (200) when `dryRunFields` of its query say that nothing is to be removed. */
  preview?: z.ZodType;
  /** Of a write by a known caller: how its answer is given again. */
  replay?: Replay;
  /** Models of refusals that may have another body than the error envelope. */
  refusalModels?: Record<number, z.ZodType>;
  /** Content types in which a refusal may come beside JSON. */
  refusalsProduce?: Record<number, string[]>;
};

/** A route as plain data: what the OpenAPI document says and what the server runs are the same object. */
export type Route = RouteShape & {
  handle(incoming: Incoming<unknown, unknown, unknown>, caller: Caller | undefined): unknown;
};

/** Of a route whose caller is known; a write of it says how its answer is given again. */
type GuardedShape = RouteShape & { access: Exclude<Access, "public" | "optional"> } & (
    { method: "get"; replay?: undefined } | { method: Exclude<Method, "get">; replay: Replay }
  );

/** Declares a route whose caller is known: the guard has authenticated it and checked its access. */
export function route<const Shape extends GuardedShape>(
  shape: Shape,
  handle: (
    incoming: Guarded<Output<Shape["params"]>, Output<Shape["query"]>, Output<Shape["body"]>> &
      Writing<Shape>,
  ) => Answer<Shape["response"], Shape["preview"]> | Promise<Answer<Shape["response"], Shape["preview"]>>,
): Route {
  return {
    ...shape,
    handle(incoming, caller) {
      if (caller === undefined) throw new Error(`our bug: ${shape.path} ran without a caller`);
      return handle({ ...validated<Shape>(incoming), caller });
    },
  };
}

/** Declares a route that anyone may call. */
export function publicRoute<const Shape extends RouteShape & { access: "public" | "optional" }>(
  shape: Shape,
  handle: (
    incoming: Incoming<Output<Shape["params"]>, Output<Shape["query"]>, Output<Shape["body"]>> & {
      caller?: Caller;
    },
  ) => Answer<Shape["response"], Shape["preview"]> | Promise<Answer<Shape["response"], Shape["preview"]>>,
): Route {
  return {
    ...shape,
    handle: (incoming, caller) => handle({ ...validated<Shape>(incoming), ...(caller && { caller }) }),
  };
}

/**
 * The server hands a handler only what the shape's own schemas gave and asked for, so the outputs have the schemas'
 * types.
 */
function validated<Shape extends RouteShape>(incoming: Incoming<unknown, unknown, unknown>) {
  return incoming as Incoming<Output<Shape["params"]>, Output<Shape["query"]>, Output<Shape["body"]>> &
    Writing<Shape>;
}
