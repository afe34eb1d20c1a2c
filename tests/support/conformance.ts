import Ajv, { type AnySchema, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { z } from "zod";
import type { ServerEnvironment } from "#platform/http/server-app";

const Operation = z.looseObject({
  operationId: z.string().optional(),
  tags: z.array(z.string()).optional(),
  summary: z.string().optional(),
  description: z.string().optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  "x-permission": z.string().optional(),
  "x-role": z.string().optional(),
  "x-natural-key": z.string().optional(),
  "x-acts-outside": z.string().optional(),
  "x-no-dry-run": z.string().optional(),
  "x-no-idempotency-key": z.string().optional(),
  "x-no-if-match": z.string().optional(),
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        in: z.string(),
        required: z.boolean().optional(),
        schema: z.unknown(),
      }),
    )
    .optional(),
  requestBody: z.looseObject({ required: z.boolean().optional() }).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({
      description: z.string(),
      content: z.record(z.string(), z.looseObject({ schema: z.unknown() })).optional(),
    }),
  ),
});

export type Operation = z.infer<typeof Operation>;

const Document = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({
    schemas: z.record(z.string(), z.unknown()),
    securitySchemes: z.record(z.string(), z.unknown()),
  }),
});

export type Document = z.infer<typeof Document>;

export type DocumentedRoute = { method: string; path: string; operation: Operation };

export async function readDocument(app: {
  request(path: string, init?: RequestInit, environment?: ServerEnvironment): Response | Promise<Response>;
}): Promise<Document> {
  const response = await app.request("/api/openapi.json", {}, { peer: "192.0.2.7" });
  return parseDocument(await response.json());
}

export function parseDocument(document: unknown): Document {
  return Document.parse(document);
}

export function routesOf(document: Document): DocumentedRoute[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

type Seen = { method: string; path: string; status: number; headers: Headers; text: string; body: unknown };

export type Conformance = {
  /** Throws where the document has the route but not this status, content type or JSON. */
  check(seen: Seen): void;
};

/** Holds answers against the OpenAPI document of their app. */
export function createConformance(document: Document): Conformance {
  const routes = routesOf(document);
  const compile = createCompiler(document);
  return {
    check(seen) {
      const method = seen.method === "HEAD" ? "GET" : seen.method;
      const route = routes.find((known) => known.method === method && matches(known.path, seen.path));
      if (route !== undefined) checkAnswer(seen, route, compile);
    },
  };
}

function matches(template: string, path: string): boolean {
  const [wanted, given] = [template.split("/"), path.split("/")];
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) =>
      segment.startsWith("{") ? given[index] !== "" : segment === given[index],
    )
  );
}

type Compile = (route: DocumentedRoute, status: string) => ValidateFunction | undefined;

function checkAnswer(seen: Seen, { method, path, operation }: DocumentedRoute, compile: Compile): void {
  const where = `${method} ${path} -> ${seen.status}`;
  const response = operation.responses[String(seen.status)];
  if (response === undefined)
    throw new Error(`${where}: the document does not name this status: ${seen.text}`);
  if (seen.method === "HEAD") return;
  const type = seen.headers.get("Content-Type")?.split(";")[0] ?? "";
  if (response.content === undefined) {
    if (seen.text !== "") throw new Error(`${where}: a body where the document has none: ${seen.text}`);
    return;
  }
  if (response.content[type] === undefined)
    throw new Error(`${where}: content type ${type} is not documented`);
  const validate =
    type === "application/json" ? compile({ method, path, operation }, String(seen.status)) : undefined;
  if (validate !== undefined && !validate(seen.body)) {
    throw new Error(`${where}: ${JSON.stringify(validate.errors)} in ${seen.text}`);
  }
}

/** Gives the check of a JSON answer: the document's schema, and no field beside those that it names. */
function createCompiler(document: Document): Compile {
  const ajv = new Ajv({ strict: true, strictTypes: false, allowUnionTypes: true, allErrors: true });
  addFormats(ajv);
  // Narrower than RFC 3339: all times of all answers have one form.
  ajv.addFormat("date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  // What a discriminator tells, the constants of its branches tell as well.
  ajv.addVocabulary(["example", "components", "discriminator"]);
  ajv.addSchema(
    { $id: "document:/", components: { schemas: document.components.schemas } },
    undefined,
    undefined,
    false,
  );
  const compiled = new Map<string, ValidateFunction>();
  return ({ method, path, operation }, status) => {
    const schema = operation.responses[status]?.content?.["application/json"]?.schema;
    if (schema === undefined) return undefined;
    const name = `${method} ${path} ${status}`;
    const known = compiled.get(name) ?? ajv.compile(closed(schema));
    compiled.set(name, known);
    return known;
  };
}

const ArraySchema = z.looseObject({ type: z.literal("array"), items: z.unknown() });

function closed(schema: unknown): AnySchema {
  const array = ArraySchema.safeParse(schema);
  if (array.success) return { type: "array", items: closed(array.data.items) };
  const reference: unknown = JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components/', '"document:/#/components/'),
  );
  return { allOf: [reference], unevaluatedProperties: false };
}
