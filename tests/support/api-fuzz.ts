import * as fc from "fast-check";
import { z } from "zod";
import { uniqueAddress, type CallOptions, type TestService } from "./app";
import { routesOf, type Document, type DocumentedRoute } from "./conformance";
import { nameOf } from "./route-requests";
import { createSchemaValues, hostileValue, nearlyValid, type SchemaValues } from "./schema-values";

type Options = { seed: number; runs: number; credentials: () => Promise<CallOptions> };

type Sent = {
  path: string;
  headers: Record<string, string | undefined>;
  body: unknown;
  mediaType: string | undefined;
};

const Bodies = z.object({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })) });

/**
 * Credentials of a user with this role, out of the reach of the ids and passwords that values hit by chance: it must
 * stay able to call.
 */
export async function givenFuzzCaller(service: TestService, role: string): Promise<Options["credentials"]> {
  await service.database.sql`
    SELECT setval(pg_get_serial_sequence('users', 'id'), nextval(pg_get_serial_sequence('users', 'id')) + 1000000)`;
  const user = await service.givenUser({ role, password: "only the caller of the fuzz has it" });
  return async () => {
    // Wrong passwords were sent to routes that ask for the caller's own.
    await service.database.sql`DELETE FROM lockouts`;
    return { token: await service.tokenOf(user) };
  };
}

/** What a route may answer beside refusals: the document names it where it may. */
const UNUSUAL = [501, 503, 504];

export type Finding = { route: string; sent: string; answer: string };

/**
 * Calls each route of the document `runs` times with values made from its schemas: valid ones, ones with one thing
 * wrong, and hostile ones; the same seed sends the same. Gives the answers that are failures of the server or not as
 * documented.
 */
export async function fuzzApi(service: TestService, document: Document, options: Options) {
  const values = createSchemaValues(document);
  const findings: Finding[] = [];
  const statuses = new Map<number, number>();
  let how = await options.credentials();
  for (const route of inFruitfulOrder(routesOf(document))) {
    // The route before may have ended the session.
    if (rankOf(route) === LAST) how = await options.credentials();
    const sample = fc.sample(requestsOf(route, values), { seed: options.seed, numRuns: options.runs });
    for (const sent of sample) {
      const outcome = await send(service, route, { sent, how });
      if (typeof outcome === "number") statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
      else findings.push({ route: nameOf(route), sent: JSON.stringify(sent), answer: outcome });
    }
  }
  return { findings, statuses };
}

const LAST = 3;

/** What makes objects comes first, so that the others find some; what may end the session, last. */
export function inFruitfulOrder(routes: readonly DocumentedRoute[]): DocumentedRoute[] {
  return routes.toSorted((left, right) => rankOf(left) - rankOf(right));
}

function rankOf({ method, path }: DocumentedRoute): number {
  if (/\/admin\/|second-factor|totp|passkey|logout|password|sessions|auth\/users/.test(path)) return LAST;
  if (method === "DELETE" || path.includes("bulk-delete")) return 2;
  return method === "POST" && !path.includes("{") ? 0 : 1;
}

/** The status, or what is wrong with the answer. */
async function send(
  service: TestService,
  route: DocumentedRoute,
  { sent, how }: { sent: Sent; how: CallOptions },
): Promise<number | string> {
  const { path, headers, body, mediaType } = sent;
  const json = mediaType === "application/json";
  const text = json ? JSON.stringify(body) : typeof body === "string" ? body : undefined;
  const call = {
    ...how,
    peer: uniqueAddress(),
    headers: { ...(mediaType !== undefined && { "Content-Type": mediaType }), ...present(headers) },
    ...(text !== undefined && { text }),
  };
  try {
    const { status, text: answered } = await service.call(`${route.method} ${path}`, call);
    const isPermitted = UNUSUAL.includes(status) && route.operation.responses[String(status)] !== undefined;
    return status < 500 || isPermitted ? status : `${status} ${answered}`;
  } catch (error) {
    return String(error);
  }
}

function present(headers: Sent["headers"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function requestsOf({ path, operation }: DocumentedRoute, values: SchemaValues): fc.Arbitrary<Sent> {
  const parameters = operation.parameters ?? [];
  const inPath = parameters.filter((one) => one.in === "path");
  const inQuery = parameters.filter((one) => one.in === "query");
  const inHeader = parameters.filter((one) => one.in === "header");
  const texts = (schema: unknown, name: string) =>
    fc.oneof(
      { weight: 4, arbitrary: values.valid(schema, name).map(String) },
      { weight: 1, arbitrary: hostileValue.map(asText) },
    );
  const pathValues = fc.record(
    Object.fromEntries(inPath.map(({ name, schema }) => [name, texts(schema, name)])),
  );
  const queryValues = fc.record(
    Object.fromEntries(inQuery.map(({ name, schema }) => [name, texts(schema, name)])),
    { requiredKeys: inQuery.filter(({ required }) => required === true).map(({ name }) => name) },
  );
  const headerValues = fc.record(
    Object.fromEntries(inHeader.map(({ name, schema }) => [name, texts(schema, name).map(asHeader)])),
    { requiredKeys: [] },
  );
  return fc
    .record({ pathValues, queryValues, headers: headerValues, body: bodies(operation.requestBody, values) })
    .map(({ pathValues, queryValues, headers, body }) => ({
      path: withValues(path, pathValues) + queryOf(queryValues),
      headers,
      ...body,
    }));
}

type Body = Pick<Sent, "body" | "mediaType">;

function bodies(requestBody: unknown, values: SchemaValues): fc.Arbitrary<Body> {
  const parsed = Bodies.safeParse(requestBody);
  if (!parsed.success) return fc.constant({ body: undefined, mediaType: undefined });
  return fc.oneof(
    ...Object.entries(parsed.data.content).map(([mediaType, { schema }]) => {
      const valid = values.valid(schema);
      const files = fc.oneof(fc.string({ unit: "binary" }), fc.string().map(asTable));
      const body =
        mediaType === "application/json"
          ? fc.oneof(
              { weight: 3, arbitrary: valid },
              { weight: 3, arbitrary: nearlyValid(valid) },
              { weight: 1, arbitrary: hostileValue },
            )
          : files;
      return body.map((body) => ({ body, mediaType }));
    }),
  );
}

/** A CSV file whose second row is anything. */
function asTable(text: string): string {
  return `display_name,ip_address,tags\n${text},127.0.0.1,"${text}\n`;
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined");
}

/** What a client can send in a header at all. */
function asHeader(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?").trim();
}

export function withValues(path: string, values: Record<string, string>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(values[name] ?? ""));
}

function queryOf(values: Record<string, string>): string {
  const pairs = Object.entries(values).map(([name, value]) => `${name}=${encode(value)}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** Half of a surrogate pair has no encoding; dots and nothing at all would be another path. */
function encode(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed());
  return /^\.{0,2}$/.test(encoded) ? `${encoded}x` : encoded;
}
