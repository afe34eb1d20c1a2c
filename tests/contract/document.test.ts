import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { createTestService } from "../support/app";
import { readDocument, routesOf, type DocumentedRoute, type Operation } from "../support/conformance";

/** The OpenAPI document lints clean. */
const service = await createTestService();
const document = await readDocument(service.app);
const routes = routesOf(document);
afterAll(service.close);

/** Clients sort by them: the list is fixed. */
const TAGS =
  "health system setup auth oidc api-keys admin audit dashboard topology discovery monitoring monitors alerts ipam syslog tools lldp exports";

const nameOf = ({ method, path }: DocumentedRoute) => `${method} ${path}`;
const each = routes.map((route) => [nameOf(route), route.operation, route] as const);

test("operation ids are unique words", () => {
  const ids = routes.map(({ operation }) => operation.operationId ?? "");
  expect(ids.filter((id) => !/^[a-z][a-zA-Z0-9_]*$/.test(id))).toEqual([]);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test.each(each)("%s has one tag of the list", (_, operation) => {
  expect(operation.tags).toHaveLength(1);
  expect(TAGS.split(" ")).toContain(operation.tags?.[0] ?? "");
});

test.each(each)("%s has a summary, security and described answers", (_, operation) => {
  expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
  expect(operation.security).toBeArray();
  for (const { description } of Object.values(operation.responses)) expect(description).not.toBe("");
  for (const scheme of operation.security ?? []) {
    for (const name of Object.keys(scheme)) expect(document.components.securitySchemes).toHaveProperty(name);
  }
});

/** What a trial, a request that does not wait, or a second one with the same Idempotency-Key, is answered with. */
const OTHER_SUCCESS =
  /^`dry_run`: |^`Prefer: respond-async`: |^The request with this Idempotency-Key was carried out before: /;

/** No text of a conditional header is invalid. */
const takesInput = ({ parameters = [], requestBody }: Operation) =>
  requestBody !== undefined || parameters.some(({ name }) => !/^If-(?:None-)?Match$/.test(name));

test.each(each)(
  "%s names one success and the errors that follow from its access, parameters and body",
  (_, operation, { method }) => {
    const statuses = Object.keys(operation.responses);
    const isUsual = (status: string) => !OTHER_SUCCESS.test(operation.responses[status]?.description ?? "");
    expect(statuses.filter((status) => /^(?:2|302$)/.test(status) && isUsual(status))).toHaveLength(1);
    const isGuarded = operation.security?.some((scheme) => Object.keys(scheme).length > 0) ?? false;
    const needsRight = operation["x-permission"] !== undefined || operation["x-role"] !== undefined;
    const expected = [
      "500",
      ...(isGuarded ? ["401", "429"] : []),
      ...(needsRight || (isGuarded && method !== "GET") ? ["403"] : []),
      ...(takesInput(operation) ? ["422"] : []),
      ...(operation.requestBody === undefined ? [] : ["413", "415"]),
    ];
    expect(expected.filter((status) => !statuses.includes(status))).toEqual([]);
  },
);

test.each(each)("%s answers errors with one of the two envelopes", (name, operation) => {
  for (const [status, { content }] of Object.entries(operation.responses)) {
    if (Number(status) < 400 || content === undefined) continue;
    if (name === "GET /api/v1/health/ready" && status === "503") continue; // says what is not ready
    if (/\/(?:undo|trash\/restore)$/.test(name) && status === "409") continue; // says what stands against it
    if (name === "POST /api/v1/configuration/apply" && status === "409") continue; // has the plan of now
    const component = status === "422" ? "ValidationError" : "Error";
    expect(content["application/json"]?.schema).toEqual({ $ref: `#/components/schemas/${component}` });
  }
});

test.each(each)("%s declares each name of its path as a required parameter", (_, operation, { path }) => {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
  expect(declared.map(({ name }) => name)).toEqual(named);
  expect(declared.every(({ required }) => required === true)).toBe(true);
});

const BACKUP = ["application/octet-stream", "multipart/form-data"];

/** They take files, which their handlers read off the main thread, or onto the disk. */
const BODIES: Readonly<Record<string, readonly string[]>> = {
  "POST /api/v1/ipam/dhcp-leases/import": ["application/json", "text/plain"],
  "POST /api/v1/topology/devices/import": ["application/json", "text/csv"],
  "POST /api/v1/imports": ["multipart/form-data"],
  "POST /api/v1/configuration/plan": ["application/yaml", "application/json"],
  "POST /api/v1/configuration/apply": ["application/yaml", "application/json"],
  "POST /api/v1/syslog/relay": ["application/vnd.netatlas.relay+zstd"],
  "POST /api/v1/exports/restore": BACKUP,
  "POST /api/v1/exports/restore/validate": BACKUP,
};

test("request bodies are required, and JSON but for files", () => {
  for (const { method, path, operation } of routes) {
    if (operation.requestBody === undefined) continue;
    const types = BODIES[`${method} ${path}`] ?? ["application/json"];
    const Body = z.looseObject({
      required: z.literal(true),
      content: z.strictObject(Object.fromEntries(types.map((type) => [type, z.unknown()]))),
    });
    Body.parse(operation.requestBody);
  }
});

test("every component is used, and every reference leads to one", () => {
  const used = new Set(
    [...JSON.stringify(document).matchAll(/#\/components\/schemas\/([^"]+)/g)].map((match) => match[1] ?? ""),
  );
  expect([...used].sort()).toEqual(Object.keys(document.components.schemas).sort());
});

test("components have the names that clients generate types from", () => {
  const names = Object.keys(document.components.schemas);
  for (const name of [
    "AdminCreate",
    "ApiKeyAdminRead",
    "ApiKeyCreateRequest",
    "ApiKeyCreateResponse",
    "ApiKeyRead",
    "AuditLogList",
    "AuditLogRead",
    "DeviceCreate",
    "DeviceRead",
    "LoginRequest",
    "LogoutRequest",
    "SetupStatus",
    "TokenPair",
    "UserCreateRequest",
    "UserRead",
    "UserUpdateRequest",
    "VersionInfo",
  ]) {
    expect(names).toContain(name);
  }
});

test("security schemes are key, bearer token and cookie", () => {
  expect(document.components.securitySchemes).toEqual({
    apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
    bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
    cookie: { type: "apiKey", in: "cookie", name: "svc_access" },
  });
});

test("the document holds no live secret in its examples", () => {
  expect(JSON.stringify(document)).not.toMatch(
    /svc_[A-Za-z0-9]{12}_[A-Za-z0-9]{43}|eyJ[A-Za-z0-9_-]{10,}\.|\$argon2/,
  );
});

test("a reference that null clears is documented as one that takes null", async () => {
  const { components } = z
    .object({ components: z.object({ schemas: z.record(z.string(), z.unknown()) }) })
    .parse(await (await service.app.request("/api/openapi.json")).json());
  const References = z.object({ properties: z.object({ site_id: z.object({ type: z.array(z.string()) }) }) });
  for (const name of ["DeviceUpdate", "DeviceBulkUpdateRequest", "TopologyGroupUpdate", "SubnetUpdate"]) {
    expect(References.parse(components.schemas[name]).properties.site_id.type).toEqual(["integer", "null"]);
  }
});

/** Every named property of what a schema describes, with its own schema. */
function propertiesOf(schema: unknown): [name: string, schema: unknown][] {
  if (Array.isArray(schema)) return schema.flatMap(propertiesOf);
  if (typeof schema !== "object" || schema === null) return [];
  const own = "properties" in schema ? Object.entries(Object(schema.properties)) : [];
  return [...own, ...Object.values(schema).flatMap(propertiesOf)];
}

test("what is named as a time is a date-time wherever it is a text, so that its form is checked in every answer", () => {
  const answers = routes.flatMap(({ operation }) => Object.values(operation.responses));
  const named = propertiesOf([answers, document.components.schemas]).filter(([name]) =>
    /_(?:at|time|since|until)$|^(?:from|to|start|end|valid_until)$/.test(name),
  );
  const Text = z.looseObject({
    type: z.union([z.literal("string"), z.array(z.string())]),
    format: z.string().optional(),
  });
  const texts = named.flatMap(([name, schema]) => {
    const { data } = Text.safeParse(schema);
    return data?.type.includes("string") ? [{ name, format: data.format }] : [];
  });
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.filter(({ format }) => format !== "date-time")).toEqual([]);
});

test("every pattern is a regular expression alone, without the slash and the flags of JavaScript", () => {
  const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\\\]|\\\\.)*")/g)].map(
    ([, text = '""']) => z.string().parse(JSON.parse(text)),
  );
  expect(patterns.length).toBeGreaterThan(5);
  expect(patterns.filter((pattern) => /\/[a-z]+$/.test(pattern))).toEqual([]);
});
