import { afterAll, expect, test } from "bun:test";
import * as fc from "fast-check";
import { z } from "zod";
import { givenFuzzCaller, inFruitfulOrder, withValues } from "../support/api-fuzz";
import { createTestService, type CallOptions } from "../support/app";
import { readDocument, routesOf, type DocumentedRoute } from "../support/conformance";
import { nameOf, requestOf } from "../support/route-requests";
import { createSchemaValues } from "../support/schema-values";

/**
 * Every body of the OpenAPI document, made from its schema, with fields that no caller may set in each of its objects.
 */
const service = await createTestService();
const { sql } = service.database;
const document = await readDocument(service.app);
const routes = routesOf(document);
const values = createSchemaValues(document);
afterAll(service.close);

const SEED = 31;
/** Bodies per route; the first that is taken is enough. */
const TRIES = 6;

const FORGED_ID = 424_242_424;
const FORGED_TIME = "2001-02-03T04:05:06.789Z";
const FORGED = {
  id: FORGED_ID,
  user_id: FORGED_ID,
  owner_id: FORGED_ID,
  owner: "FORGED",
  created_by: "FORGED",
  actor_user_id: FORGED_ID,
  role: "SuperAdmin",
  is_active: false,
  is_superadmin: true,
  is_builtin: true,
  permissions: ["FORGED"],
  password_hash: "$argon2id$FORGED",
  passwordHash: "$argon2id$FORGED",
  has_local_password: false,
  auth_source: "FORGED",
  sso_issuer: "FORGED",
  digest: "FORGED",
  prefix: "FORGED",
  key: "FORGED",
  secret: "FORGED",
  created_at: FORGED_TIME,
  createdAt: FORGED_TIME,
  updated_at: FORGED_TIME,
  revoked_at: FORGED_TIME,
  last_used_at: FORGED_TIME,
  last_used_ip: "203.0.113.42",
};
const MARKS = `FORGED|${FORGED_ID}|2001-02-03 |203\\.0\\.113\\.42`;

const JsonBody = z.object({
  content: z.object({ "application/json": z.looseObject({ schema: z.unknown() }) }),
});

/** Sends bodies with the forged fields until one is taken, and tells whether one was. */
async function isTaken(route: DocumentedRoute, credentials: CallOptions): Promise<boolean> {
  const { schema } = JsonBody.parse(route.operation.requestBody).content["application/json"];
  const parameters = (route.operation.parameters ?? []).filter(
    (one) => one.in === "path" || (one.in === "query" && one.required === true),
  );
  const sample = fc.sample(
    fc.record({
      body: values.valid(schema).map((body) => values.withExtra(schema, body, FORGED)),
      at: fc.record(
        Object.fromEntries(
          parameters.map((one) => [one.name, values.valid(one.schema, one.name).map(String)]),
        ),
      ),
    }),
    { seed: SEED, numRuns: TRIES },
  );
  for (const { body, at } of sample) {
    const { status } = await service.call(`${route.method} ${withValues(route.path, at)}`, {
      ...credentials,
      body,
    });
    if (status < 300) return true;
  }
  return false;
}

/** `table: row` for each row of the database that a forged value has got into. */
async function forgedRows(): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await sql`SELECT t::text AS row FROM ${sql(name)} AS t WHERE t::text ~ ${MARKS}`;
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

const withBody = inFruitfulOrder(routes).filter(
  ({ operation }) => JsonBody.safeParse(operation.requestBody).success,
);

test("fault 31: a forged value that was applied would be found", async () => {
  const before = await forgedRows();
  await sql`INSERT INTO roles (name) VALUES ('FORGED')`;
  expect(before).toEqual([]);
  expect(await forgedRows()).toEqual([expect.stringContaining("roles: (FORGED")]);
  await sql`DELETE FROM roles WHERE name = 'FORGED'`;
});

test.each([
  ["SuperAdmin", 20],
  ["Viewer", 4],
])("fault 31: as %s, role, id, owner, hash and times in any body are never applied", async (role, least) => {
  const credentials = await givenFuzzCaller(service, role);
  const [caller] = await sql`SELECT max(id) AS id FROM users`;
  const stateOf = async () => [
    ...(await sql`SELECT id, role, is_active, auth_source FROM users WHERE id = ${caller?.["id"]}`),
  ];
  const before = await stateOf();
  const taken: string[] = [];
  for (const route of withBody) if (await isTaken(route, await credentials())) taken.push(nameOf(route));
  expect(taken.length).toBeGreaterThanOrEqual(least);
  expect(await forgedRows()).toEqual([]);
  expect(await stateOf()).toEqual(before);
});

test("fault 31: no answer of any operation holds a password, its hash or a secret that was given", async () => {
  const user = await service.givenAdmin();
  const credentials = { token: await service.tokenOf(user) };
  const put = async (path: string, body: object) => {
    const answer = await service.call(path, { ...credentials, body });
    expect(answer.status).toBeOneOf([200, 201]);
    expect(answer.text).not.toContain("SECRET-");
  };
  await put("PUT /api/v1/admin/notification-settings", {
    smtp_host: "127.0.0.1",
    smtp_password: "SECRET-mail",
    smtp_username: "netatlas",
  });
  await put("PUT /api/v1/admin/oidc-settings", { client_secret: "SECRET-oidc" });
  const { key } = await service.apiKeyOf(user);
  const secret = key.split("_")[2] ?? "none";
  const leaks: string[] = [];
  for (const route of routes.filter(({ method }) => method === "GET")) {
    const { text } = await service.call(requestOf(route).replaceAll("987654321", "1"), credentials);
    if (/argon2|SECRET-|password_hash|"digest"|"community"/.test(text) || text.includes(secret))
      leaks.push(`${nameOf(route)}: ${text}`);
  }
  expect(leaks).toEqual([]);
});
