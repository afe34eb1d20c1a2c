import type { z } from "@hono/zod-openapi";
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { HTTPException } from "hono/http-exception";
import { asUnavailable, type Db } from "../database";
import { ApiError, badRequest, forbidden, invalid } from "../errors";
import type { Network } from "../ip";
import type { Logger } from "../log";
import { createBodyBudgets, type BodyBudgets } from "./body-budget";
import { isLocalProgram, resolveClient } from "./client-address";
import { createFailureLog, type FailureLog } from "./failure-log";
import { answerOnce, findReader, IDEMPOTENCY_KEY, REPLAYED, type IdempotencyStore } from "./idempotency";
import { admit, enrolled, isForeign, refuseKey, requireCsrfToken, type GuardRules } from "./guard";
import { secureHeaders, type SecureHeaders } from "./secure-headers";
import { budgetOf, NO_UPLOAD, ownerOf, readJsonObject, readUpload, receive } from "./incoming-body";
import { toValidationIssues } from "./issues";
import { answerJson, answerUnchanged } from "./json-answer";
import {
  actOutside,
  isTrial,
  queryOf,
  requireKnownDryRunAndMode,
  tryOut,
  type Outside,
  type Trials,
} from "./dry-run";
import { requireKnownIfStrict } from "./prefer";
import { entityTagOf, matchesWeakly, parseEntityTags } from "./conditional";
import { takesIfNoneMatch } from "./openapi";
import type { Client, Route } from "./route";
import { trustedHosts } from "./trusted-hosts";
import { askedByKey } from "./upsert";
import type { WebSocketPeer, WebSocketRoute } from "./web-socket";

/** What the listener tells of a connection. */
export type ServerEnvironment = {
  peer: string;
  /** Makes a WebSocket of the request; false where it is none. */
  upgrade?: (peer: WebSocketPeer) => boolean;
  /** Lets the answer be silent for any time. */
  keepOpen?: () => void;
  /** Says that the request makes progress. */
  renew?: () => void;
  /** Seconds that a body may take however slow it is; absent: 30. */
  receiveSeconds?: number;
};

type Variables = {
  requestId: string;
  routePath: string;
  callerHeaders?: Record<string, string>;
  /** Of the last audit row that the request has added. */
  auditId?: number;
};

export type Env = { Bindings: ServerEnvironment; Variables: Variables };

export type ServerApp = Hono<Env>;

export type ServerOptions = {
  log: Logger;
  /** Not in the OpenAPI document, which knows no WebSockets. */
  sockets?: readonly WebSocketRoute[];
  rules: GuardRules;
  corsOrigins: readonly string[];
  /** Origins from which cookie callers may write, beside that of the host that was asked. Absent: those of CORS. */
  ownOrigins?: readonly string[];
  trustedHosts: readonly string[];
  trustedProxies: readonly Network[];
  headers: SecureHeaders;
  /** Absent: Idempotency-Key is not heeded. */
  idempotency?: IdempotencyStore;
  /** What tryable routes write with; not needed where there is none. */
  trials?: Trials;
  /** Throws the 503 while the database is not there to be asked. */
  requireDatabase: () => void;
  /** Memory for bodies; absent: that of one process. */
  bodies?: BodyBudgets;
  /** Whether connections end with the answer that they carry, so that the next request goes elsewhere. */
  isStopping?: () => boolean;
  /** Told of every answer, for the metrics. */
  onAnswer?: (answer: { method: string; route: string; status: number; seconds: number }) => void;
};

/** Of the entry that the audit log has of a write: what `POST /audit/{audit_id}/undo` asks for. */
const AUDIT_ID = "X-Audit-Id";

const UNTRUSTED_FORWARDER = "X-Forwarded-For from a peer that is not in TRUSTED_PROXY_IPS is ignored";

/** The Hono app with every route mounted: headers, hosts, CORS, guard, validation, and all errors in one envelope. */
export function createServerApp(routes: readonly Route[], options: ServerOptions): ServerApp {
  const app = new Hono<Env>({ strict: true });
  app.use(async (context, next) => {
    const started = performance.now();
    context.set("requestId", crypto.randomUUID());
    await next();
    const { headers } = context.res;
    headers.set("X-Request-Id", context.get("requestId"));
    for (const [name, value] of Object.entries(context.get("callerHeaders") ?? {})) headers.set(name, value);
    const auditId = context.get("auditId");
    if (auditId !== undefined && context.res.ok) headers.set(AUDIT_ID, String(auditId));
    if (options.isStopping?.() === true) headers.set("Connection", "close");
    options.onAnswer?.({
      method: context.req.method,
      route: context.get("routePath") ?? "other",
      status: context.res.status,
      seconds: (performance.now() - started) / 1000,
    });
  });
  app.use(secureHeaders(options.headers, (context) => clientOf(context, options).isHttps));
  app.use(trustedHosts(options.trustedHosts));
  app.use(crossOrigin(options.corsOrigins));
  for (const socket of options.sockets ?? []) mountSocket(app, socket, options);
  const mounted = { ...options, routes, bodies: options.bodies ?? createBodyBudgets() };
  for (const route of routes) mount(app, route, mounted);
  mountMethodRefusals(app, routes);
  app.notFound((context) => redirectTrailingSlash(context) ?? context.json({ detail: "Not Found" }, 404));
  const failures = { log: options.log, tell: createFailureLog(options.log) };
  app.onError((error, context) => answerError(error, context, failures));
  return app;
}

/**
 * CORS. An OPTIONS request that is no browser's preflight goes on to its route's own answer, which names the methods.
 */
function crossOrigin(origins: readonly string[]): MiddlewareHandler<Env> {
  const answer = cors({
    origin: origins.filter((origin) => origin !== "*"),
    credentials: true,
    allowMethods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    allowHeaders: [
      "Authorization",
      "Content-Type",
      "X-CSRF-Token",
      "X-API-Key",
      "If-Match",
      "If-None-Match",
      "Prefer",
      IDEMPOTENCY_KEY,
    ],
    exposeHeaders: [
      "X-Request-Id",
      AUDIT_ID,
      "Location",
      "Preference-Applied",
      "Retry-After",
      "Content-Disposition",
      "ETag",
      "Link",
      "X-Total-Count",
      "X-Thinned",
      REPLAYED,
      "X-RateLimit-Limit",
      "X-RateLimit-Remaining",
      "X-RateLimit-Reset",
    ],
  });
  return (context, next) => {
    const { method } = context.req;
    const isPreflight = context.req.header("Access-Control-Request-Method") !== undefined;
    return method === "OPTIONS" && !isPreflight ? next() : answer(context, next);
  };
}

type MountOptions = ServerOptions & { routes: readonly Route[]; bodies: BodyBudgets };

function mount(app: ServerApp, route: Route, options: MountOptions): void {
  const reader = findReader(route, options.routes);
  const trials = route.isTryable === true ? options.trials : undefined;
  if (route.isTryable === true && trials === undefined)
    throw new Error(`our bug: ${route.path} has no database to write with`);
  app.on(route.method.toUpperCase(), toHonoPath(route.path), async (context) => {
    context.set("routePath", route.path);
    const client = clientOf(context, options);
    if (!route.worksWithoutDatabase) options.requireDatabase();
    if (!route.isCsrfExempt) requireCsrfToken(context, options.ownOrigins ?? options.corsOrigins);
    const admitted =
      route.access === "public"
        ? undefined
        : await admit(context, route.access, { rules: options.rules, client });
    const caller = enrolled(admitted, route);
    refuseKey(caller, route);
    requireKnownDryRunAndMode(route, (name) => context.req.queries(name));
    requireKnownIfStrict(context, route);
    const params = validate(route.params, context.req.param(), "path");
    const query = validate(queryOf(route), context.req.query(), "query");
    // Strangers can take nothing back, and do not learn by it whether what they asked for was noted.
    if (caller !== undefined && !isTrial(query)) client.noteAudit = (id) => context.set("auditId", id);
    const claim = budgetOf(route, caller, options.bodies).claim(ownerOf(route, caller));
    try {
      // Nothing of a body is read before its sender is known.
      const received = await receive(context, { route, caller, claim });
      const sent = route.body === undefined ? undefined : readJsonObject(context, received);
      const asked = askedByKey(route.upsert, { query, body: sent });
      const incoming = {
        params,
        query,
        body: validate(route.body, sent, "body"),
        byKey: asked && { mode: asked.mode, changes: validate(route.upsert?.changes, asked.named, "body") },
        upload:
          route.upload === undefined ? NO_UPLOAD : readUpload(context, received, Object.keys(route.upload)),
        client,
        db: trials?.db,
        outside: actOutside,
        ifMatch: parseEntityTags(context.req.header("If-Match")),
        signal: context.req.raw.signal,
        context,
      };
      if (trials !== undefined && isTrial(query)) {
        const write = async (db: Db, outside: Outside) => route.handle({ ...incoming, db, outside }, caller);
        const tried = await tryOut(
          trials,
          { ...route, requestId: client.requestId, userId: caller?.userId },
          write,
        );
        return answerJson(context, { status: 200, value: tried });
      }
      const { idempotency: store, log } = options;
      const request = { route, reader, incoming, bodyHash: received.hash, caller, store, log };
      const { value: answer, status } = await answerOnce(request);
      if (answer instanceof Response) return answer;
      if (answer === undefined) return context.body(null, 204);
      const entityTag = setEntityTag(context, route, answer);
      if (entityTag !== undefined && isKnown(context, route, entityTag))
        return answerUnchanged(context, entityTag);
      // A write may answer with a secret, once, beside what was sent.
      return answerJson(context, {
        status,
        value: answer,
        mayBeCompressed: route.method === "get",
        entityTag,
      });
    } finally {
      claim.release();
    }
  });
}

/** Undefined: the answer has none. */
function setEntityTag(context: Context<Env>, route: Route, answer: unknown): string | undefined {
  if (route.versioned === undefined || route.method === "delete") return undefined;
  if (typeof answer !== "object" || answer === null) return undefined;
  const tag = entityTagOf(answer, route.versioned);
  context.header("ETag", tag);
  return tag;
}

/** Whether the caller has that very object already. */
function isKnown({ req }: Context<Env>, route: Route, tag: string): boolean {
  return takesIfNoneMatch(route) && matchesWeakly(parseEntityTags(req.header("If-None-Match")), tag);
}

/**
 * Browsers let any page open a WebSocket, so the Origin is checked here; and what stands in an address ends up in logs.
 */
function mountSocket(app: ServerApp, socket: WebSocketRoute, options: ServerOptions): void {
  app.get(socket.path, (context) => {
    context.set("routePath", socket.path);
    options.requireDatabase();
    if (isForeign(context, options.ownOrigins ?? options.corsOrigins)) throw forbidden("Origin not allowed");
    if (new URL(context.req.url).search !== "") throw badRequest("This WebSocket takes no query parameters");
    if (context.req.header("Upgrade")?.toLowerCase() !== "websocket") throw upgradeRequired();
    const peer = socket.accept(clientOf(context, options));
    if (context.env.upgrade?.(peer) === true) return new Response(null);
    peer.close();
    throw upgradeRequired();
  });
}

function upgradeRequired(): ApiError {
  return new ApiError(426, "Upgrade Required: this is a WebSocket", { headers: { Upgrade: "websocket" } });
}

function toHonoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

const warned = new WeakSet<Logger>();

function clientOf(context: Context<Env>, options: ServerOptions): Client {
  const { req } = context;
  const forwardedFor = req.header("X-Forwarded-For");
  const peer = context.env.peer;
  const resolved = resolveClient(
    {
      peer,
      forwardedFor,
      forwardedProto: req.header("X-Forwarded-Proto"),
      isTls: req.url.startsWith("https:"),
    },
    options.trustedProxies,
  );
  if (forwardedFor !== undefined && options.trustedProxies.length === 0 && !warned.has(options.log)) {
    warned.add(options.log);
    options.log.warn({ peer }, UNTRUSTED_FORWARDER);
  }
  const isLocal = isLocalProgram({ peer, headers: req.raw.headers }, options.trustedProxies);
  return { ...resolved, isLocal, requestId: context.get("requestId") };
}

function validate(
  schema: z.ZodType | undefined,
  input: unknown,
  location: "path" | "query" | "body",
): unknown {
  if (schema === undefined) return undefined;
  if (location !== "body") refuseNul(input, location);
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw invalid(toValidationIssues(result.error, location, input));
}

function refuseNul(input: unknown, location: "path" | "query"): void {
  const issues = Object.entries(input ?? {}).flatMap(([name, value]) =>
    typeof value === "string" && value.includes("\0")
      ? [{ loc: [location, name], msg: "Value error, text must not contain NUL", type: "value_error" }]
      : [],
  );
  if (issues.length > 0) throw invalid(issues);
}

/**
 * 405 with Allow for a known path with another method, 204 with Allow for OPTIONS. Belongs behind the routes
 * themselves.
 */
export function mountMethodRefusals(app: ServerApp, routes: readonly Pick<Route, "path" | "method">[]): void {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of routes) {
    const allowed = methods.get(path) ?? new Set(["OPTIONS"]);
    allowed.add(method.toUpperCase());
    if (method === "get") allowed.add("HEAD");
    methods.set(path, allowed);
  }
  for (const [path, allowed] of methods) {
    const headers = { Allow: [...allowed].sort().join(", ") };
    app.all(toHonoPath(path), (context) =>
      context.req.method === "OPTIONS"
        ? context.body(null, 204, headers)
        : context.json({ detail: "Method Not Allowed" }, 405, headers),
    );
  }
}

function redirectTrailingSlash(context: Context<Env>): Response | undefined {
  const { pathname, search } = new URL(context.req.url);
  if (!pathname.startsWith("/api/") || !pathname.endsWith("/")) return undefined;
  let end = pathname.length;
  while (pathname[end - 1] === "/") end--;
  return context.redirect(pathname.slice(0, end) + search, 307);
}

type Failures = { log: Logger; tell: FailureLog };

/** The one place that turns an error into an answer. */
function answerError(error: Error, context: Context<Env>, { log, tell }: Failures): Response {
  const known = error instanceof ApiError ? error : (fromFramework(error) ?? asUnavailable(error));
  if (known !== undefined) {
    if (known.status >= 500) tell(known, context.get("requestId"));
    for (const [name, value] of Object.entries(known.headers)) context.header(name, value);
    return answerJson(context, { status: known.status, value: { detail: known.detail } });
  }
  if (context.req.raw.signal.aborted) {
    log.debug({ err: error, requestId: context.get("requestId") }, "the client left before its answer");
    return context.json({ detail: "The request was not completed" }, 400);
  }
  log.error(
    {
      err: error,
      requestId: context.get("requestId"), // Not the path itself: it may hold a token.
      path: context.get("routePath") ?? "other",
    },
    "unexpected failure of a request",
  );
  return context.json({ detail: "Internal Server Error" }, 500);
}

function fromFramework(error: Error): ApiError | undefined {
  if (!(error instanceof HTTPException) || error.status >= 500) return undefined;
  return new ApiError(400, error.message || "Bad Request", { cause: error });
}
