import { setImmediate as otherWork } from "node:timers/promises";
import { OpenAPIHono, z, type RouteConfig } from "@hono/zod-openapi";
import { queryOf, takesDryRun, trialAnswer } from "./dry-run";
import type { Access } from "./guard";
import { findReader, IDEMPOTENCY_KEY, takesIdempotencyKey } from "./idempotency";
import { ANONYMOUS_BODY_BYTES, BODY_TOO_LARGE, DEFAULT_BODY_BYTES, type Route } from "./route";

type Registry = OpenAPIHono["openAPIRegistry"];
type Responses = RouteConfig["responses"];

/** Of which registering takes a few milliseconds. */
const ROUTES_AT_ONCE = 20;

const ApplicationError = z.object({ detail: z.string() }).openapi("Error");

const ValidationIssue = z
  .object({
    loc: z.array(z.union([z.string(), z.int()])).openapi({ example: ["body", "name"] }),
    msg: z.string().openapi({ example: "Field required" }),
    type: z.string().openapi({ example: "missing" }),
  })
  .openapi("ValidationIssue");

const ValidationError = z.object({ detail: z.array(ValidationIssue) }).openapi("ValidationError");

/**
 * Enters a route into the OpenAPI document with every status that it can give. `objectModel` is that of the object that
 * a second request with the same Idempotency-Key is answered with.
 */
function registerRoute(registry: Registry, route: Route, objectModel?: z.ZodType): void {
  const query = queryOf(route);
  const unread = route.upload ?? route.stream;
  registry.registerPath({
    method: route.method,
    path: route.path,
    operationId: operationIdOf(route),
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, describeAccess(route.access)].filter(Boolean).join("\n\n"),
    security: securityOf(route.access),
    ...(typeof route.access === "object" ? { "x-permission": route.access.permission } : {}),
    ...(route.access === "superadmin" ? { "x-role": "SuperAdmin" } : {}),
    ...safetyOf(route),
    request: {
      ...(route.params && { params: route.params }),
      ...(query && { query }),
      ...headersOf(route),
      ...(route.body && {
        body: { required: true, content: { "application/json": { schema: route.body } } },
      }),
      ...(unread && { body: { required: true, content: contentOf(unread) } }),
    },
    responses: { ...successOf(route, objectModel), ...refusalsOf(route) },
  });
}

function contentOf(schemas: Readonly<Record<string, z.ZodType>>) {
  return Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }]));
}

const HEADERS = {
  "If-Match": z
    .string()
    .optional()
    .openapi({ description: "entity tag of the object as it was read; 412 if it has changed" }),
  "If-None-Match": z
    .string()
    .optional()
    .openapi({ description: "entity tag that the caller has; 304 if it is still that" }),
  Prefer: z
    .string()
    .optional()
    .openapi({ description: "`respond-async`: 202 at once, with what the work is; else the answer waits" }),
  [IDEMPOTENCY_KEY]: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .openapi({
      description:
        "a text of the caller's choice: sent again with the same key within 24 h the request is not carried out again, and " +
        "its answer is made from the object as it is then",
    }),
};

function headersOf(route: Route): { headers?: z.ZodObject } {
  const taken = {
    "If-Match": takesIfMatch(route),
    "If-None-Match": takesIfNoneMatch(route),
    Prefer: route.accepted !== undefined,
    [IDEMPOTENCY_KEY]: takesIdempotencyKey(route),
  };
  const fields = Object.fromEntries(Object.entries(HEADERS).filter(([name]) => Object(taken)[name]));
  return Object.keys(fields).length === 0 ? {} : { headers: z.object(fields) };
}

export function takesIfMatch({ versioned, method, upsert }: Route): boolean {
  return versioned !== undefined && (["put", "patch", "delete"].includes(method) || upsert !== undefined);
}

export function takesIfNoneMatch({ versioned, method }: Route): boolean {
  return versioned !== undefined && method === "get";
}

/** Why a write lacks what makes writes safe, and by which key it finds what is there. */
function safetyOf({ upsert, noTrial, outside, replay, unversioned }: Route): Record<string, string> {
  return {
    ...(upsert && { "x-natural-key": upsert.key }),
    ...(noTrial !== undefined && { "x-no-dry-run": noTrial }),
    ...(outside !== undefined && { "x-acts-outside": outside }),
    ...(typeof replay === "object" && "unkeyed" in replay && { "x-no-idempotency-key": replay.unkeyed }),
    ...(unversioned !== undefined && { "x-no-if-match": unversioned }),
  };
}

function operationIdOf({ method, path }: Route): string {
  const words = path.replace(/^\/api\/v1/, "").split(/[^a-zA-Z0-9]+/);
  return [method, ...words.filter(Boolean)].join("_");
}

function describeAccess(access: Access): string {
  if (typeof access === "object") return `Needs the permission \`${access.permission}\`.`;
  return ACCESS_TEXTS[access];
}

const ACCESS_TEXTS = {
  public: "Public: no authentication.",
  optional: "Public; authenticated callers are told more.",
  superadmin: "Needs the role SuperAdmin.",
  authenticated: "Needs any active user.",
};

function securityOf(access: Access): Record<string, string[]>[] {
  const schemes: Record<string, string[]>[] = [{ apiKey: [] }, { bearer: [] }, { cookie: [] }];
  if (access === "public") return [];
  return access === "optional" ? [{}, ...schemes] : schemes;
}

function successOf(route: Route, objectModel?: z.ZodType): Responses {
  if (route.redirect !== undefined) return { 302: { description: `Redirect: ${route.redirect}` } };
  const status = String(
    route.response === undefined && route.produces === undefined ? 204 : (route.status ?? 200),
  );
  if (status === "204")
    return {
      ...previewOf(route),
      ...triedOf(route),
      ...acceptedOf(route),
      204: { description: "Done; no body" },
    };
  const isOther = objectModel !== undefined && objectModel !== route.response;
  const others = [
    ...(isOther ? [{ schema: objectModel, description: REPLAYED_OBJECT }] : []),
    ...(route.isTryable ? [{ schema: trialAnswer(route), description: "`dry_run`: what would be" }] : []),
    ...(route.upsert && route.response ? [{ schema: route.response, description: THERE_ALREADY }] : []),
  ];
  const own = route.response === undefined ? [] : [{ schema: route.response, description: "Success" }];
  const files = filesOf(route.produces);
  const main = {
    ...answerHeadersOf(route),
    ...answerOf([...own, ...(status === "200" ? others : [])], files),
  };
  return {
    ...(status === "200" || others.length === 0
      ? {}
      : { 200: { ...(route.upsert && answerHeadersOf(route)), ...answerOf(others, {}) } }),
    [status]: { ...main, description: "Success" },
    ...(takesIfNoneMatch(route) ? { 304: unchangedOf(route) } : {}),
    ...acceptedOf(route),
  };
}

/** Of work that goes on behind the answer. */
function acceptedOf({ accepted }: Route): Responses {
  if (accepted === undefined) return {};
  const headers = {
    Location: { schema: TEXT, description: "where the work can be watched" },
    "Preference-Applied": { schema: TEXT, description: "`respond-async`" },
  };
  return { 202: { headers, ...answerOf([{ schema: accepted, description: ACCEPTED }], {}) } };
}

const ACCEPTED = "`Prefer: respond-async`: the work goes on";

const THERE_ALREADY = "`mode`: the object that has the natural key, as it is now";

const REPLAYED_OBJECT =
  "The request with this Idempotency-Key was carried out before: its object as it is now";

type Alternative = { schema: z.ZodType; description: string };

function answerOf(alternatives: readonly Alternative[], files: Record<string, { schema: z.ZodType }>) {
  const [first, ...rest] = alternatives.map(({ schema }) => schema);
  const schema = first === undefined || rest.length === 0 ? first : z.union([first, ...rest]);
  return {
    description: alternatives.map(({ description }) => description).join("; or "),
    content: { ...(schema && { "application/json": { schema } }), ...files },
  };
}

/** Content types of answers that are not JSON. */
function filesOf(types: readonly string[] = []): Record<string, { schema: z.ZodType }> {
  return Object.fromEntries(types.map((type) => [type, { schema: z.string() }]));
}

function unchangedOf(route: Route) {
  return { description: "The caller's copy is still right; no body", ...answerHeadersOf(route) };
}

function previewOf({ preview }: Route): Responses {
  if (preview === undefined) return {};
  const content = { "application/json": { schema: preview } };
  return { 200: { description: "`dry_run`: what would go", content } };
}

/** Of a write whose success has no body. */
function triedOf(route: Route): Responses {
  if (!route.isTryable) return {};
  return { 200: answerOf([{ schema: trialAnswer(route), description: "`dry_run`: what would be" }], {}) };
}

const TEXT = { type: "string" } as const;

function answerHeadersOf({ versioned, isPaged }: Route) {
  const headers = {
    ...(versioned && { ETag: { schema: TEXT, description: "entity tag of the object" } }),
    ...(isPaged && {
      Link: {
        schema: TEXT,
        description: '`<…>; rel="next"`: the next page, where there is one',
      },
      "X-Total-Count": { schema: { type: "integer" as const }, description: "rows of the whole list" },
    }),
  };
  return Object.keys(headers).length === 0 ? {} : { headers };
}

function refusalsOf(route: Route): Responses {
  const { access } = route;
  const isGuarded = access !== "public";
  const isWrite = route.method !== "get";
  const needsRight = typeof access === "object" || access === "superadmin";
  const descriptions = new Map<number, string[]>();
  const add = (status: number, description: string) => {
    descriptions.set(status, [...(descriptions.get(status) ?? []), description]);
  };
  add(400, "The Host header is not trusted");
  if (isGuarded) add(401, "Not authenticated");
  if (isGuarded && needsRight) add(403, "The caller's role does not permit this");
  if (isGuarded && access !== "optional" && !route.isOpenBeforeEnrolment)
    add(403, "The caller's role requires a second factor that is not enrolled yet");
  if (isGuarded && access !== "optional") add(403, "The API key has another permission, and that alone");
  if (route.keyRefusal !== undefined) add(403, route.keyRefusal);
  if (isWrite && !route.isCsrfExempt) add(403, "A cookie caller sent no CSRF token");
  if (isGuarded) add(429, "The API key's calls are used up, or the address is locked out");
  const unread = route.upload ?? route.stream;
  const bodyTypes = unread === undefined ? ["application/json"] : Object.keys(unread);
  const hasBody = route.body !== undefined || unread !== undefined;
  if (hasBody) {
    add(408, "The body came too slowly");
    add(413, `${route.bodyLimitText ?? BODY_TOO_LARGE}: ${limitsOf(route)}`);
    add(415, `The body is not ${bodyTypes.join(" or ")}`);
  }
  if (route.params !== undefined || route.query !== undefined || hasBody) {
    add(422, "A missing or invalid field, path or query value");
  }
  if (!takesDryRun(route)) add(422, "A `dry_run`, which there is none of");
  if (takesIdempotencyKey(route)) {
    add(409, "The request with this Idempotency-Key is still being carried out, or cannot be answered again");
    add(422, "The Idempotency-Key is none, or came with another request");
  }
  if (route.upsert !== undefined) {
    add(404, "`mode=update`: nothing has the natural key");
    add(409, "`mode`: several have the natural key, or one with `create`");
  }
  if (takesIfMatch(route)) add(412, "The object is not the one of If-Match any more");
  for (const [status, when] of Object.entries(route.refusals ?? {})) add(Number(status), when);
  add(500, "Unexpected failure");
  if (!route.worksWithoutDatabase)
    add(503, "The database is not available; try again after Retry-After seconds");
  if (hasBody) add(503, "Too many request bodies are being received; try again after Retry-After seconds");
  return Object.fromEntries(
    [...descriptions].map(([status, texts]) => [
      status,
      {
        description: texts.join("; "),
        content: {
          "application/json": { schema: envelopeOf(status, route) },
          ...filesOf(route.refusalsProduce?.[status]),
        },
      },
    ]),
  );
}

function limitsOf({ access, bodyLimitBytes = DEFAULT_BODY_BYTES }: Route): string {
  const anonymous = `${formatBytes(Math.min(bodyLimitBytes, ANONYMOUS_BODY_BYTES))} at most`;
  if (access === "public") return anonymous;
  const known = `${formatBytes(bodyLimitBytes)} at most`;
  return access === "optional" ? `${known}, without credentials ${anonymous}` : known;
}

function formatBytes(bytes: number): string {
  const kibibytes = bytes / 1024;
  return kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`;
}

function envelopeOf(status: number, { refusalModels }: Route): z.ZodType {
  const envelope = status === 422 ? ValidationError : ApplicationError;
  const own = refusalModels?.[status];
  return own === undefined ? envelope : z.union([own, envelope]);
}

/**
 * The whole document of the routes. `info.version` is the API's, not the program's. What it is made of is there while it
 * is made alone: for all routes it takes 5 MiB. Other requests come in between.
 */
export async function openApiDocument(routes: readonly Route[]) {
  const app = new OpenAPIHono();
  for (const [index, route] of routes.entries()) {
    if (index % ROUTES_AT_ONCE === 0) await otherWork();
    registerRoute(app.openAPIRegistry, route, findReader(route, routes)?.model);
  }
  const schemes = {
    apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
    bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
    cookie: { type: "apiKey", in: "cookie", name: "svc_access" },
  } as const;
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Netatlas API",
      version: "0.1.0",
      description:
        "Network inventory, topology, monitoring, IPAM and firewall/syslog search.\n\n" +
        "Answers to API-key calls carry `X-RateLimit-Limit`, `X-RateLimit-Remaining` and `X-RateLimit-Reset` (seconds " +
        "until the key's window ends).\n\n" +
        "Query parameters that an operation does not know are ignored. With `Prefer: handling=strict` (RFC 7240) they are " +
        "refused (422), and so is one that is given twice.",
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: "/" }],
  });
  return { ...document, components: { ...document.components, securitySchemes: schemes } };
}
