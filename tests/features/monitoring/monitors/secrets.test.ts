import { afterAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { createEncryption } from "#platform/encryption";
import { MonitorRead } from "../../../../src/features/monitoring/monitors/models";
import { openSecrets } from "../../../../src/features/monitoring/monitors/monitor-rows";
import { monitors } from "../../../../src/features/monitoring/tables";
import { MASTER_KEY } from "../../../support/app";
import { createMonitoringService, MONITORS } from "../monitoring-service";

/** Secrets of monitors: kept encrypted, used, never shown. */
const service = await createMonitoringService();
const { send, givenMonitor, auditOf } = service;
afterAll(service.close);

const PEM = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";

const create = (body: object) => send(`POST ${MONITORS}`, { name: "m", url: "https://example.com", ...body });
const change = (id: number, body: object) => send(`PATCH ${MONITORS}/${id}`, body);

async function storedSecrets(id: number) {
  const [row] = await service.database.db.select().from(monitors).where(eq(monitors.id, id));
  if (row === undefined) throw new Error("no monitor");
  return { row, secrets: openSecrets(createEncryption(MASTER_KEY), row) };
}

const SECRETS = {
  request_headers: { Accept: "application/json", "X-Token": "header secret" },
  request_body: '{"a": "body secret"}',
  auth_password: "password secret",
  bearer_token: "bearer secret",
  oauth_client_secret: "client secret",
  proxy_url: "http://user:proxy-secret@proxy.example.com:3128",
  tls_ca: `${PEM}ca`,
  tls_cert: `${PEM}cert`,
  tls_key: "-----BEGIN PRIVATE KEY-----\nkey secret\n-----END PRIVATE KEY-----\n",
};

test("secrets are kept encrypted, and no answer and no audit row has them", async () => {
  const made = await create({ ...SECRETS, auth_type: "mtls" });
  expect(made.status).toBe(201);
  const monitor = MonitorRead.parse(made.body);
  const names = Object.keys(SECRETS);
  expect(made.body).toMatchObject(Object.fromEntries(names.map((name) => [`has_${name}`, true])));
  for (const name of names) expect(made.body).not.toHaveProperty(name);
  const { row, secrets } = await storedSecrets(monitor.id);
  expect(secrets).toEqual(SECRETS);
  await change(monitor.id, { bearer_token: "another bearer secret" });
  const seen = [
    made.text,
    (await send(`GET ${MONITORS}`)).text,
    (await send(`GET ${MONITORS}/${monitor.id}`)).text,
    JSON.stringify(await auditOf(`monitor:${monitor.id}`)),
    JSON.stringify(row),
  ].join("\n");
  for (const text of [
    "secret@",
    "password secret",
    "client secret",
    "body secret",
    "header secret",
    "bearer secret",
    "key secret",
    "MIIB",
  ])
    expect(seen).not.toContain(text);
});

test("a secret that is absent or null stays; another takes its place; an empty one is removed", async () => {
  const { id } = await givenMonitor({ ...SECRETS, auth_type: "bearer" });
  const nulls = Object.fromEntries(Object.keys(SECRETS).map((name) => [name, null]));
  expect((await change(id, { name: "renamed", ...nulls })).body).toMatchObject({ has_bearer_token: true });
  expect((await storedSecrets(id)).secrets).toEqual(SECRETS);
  expect(
    (await change(id, { bearer_token: "new", auth_password: "", request_headers: {} })).body,
  ).toMatchObject({
    has_bearer_token: true,
    has_auth_password: false,
    has_request_headers: false,
    has_tls_key: true,
  });
  expect((await storedSecrets(id)).secrets).toEqual({
    ...SECRETS,
    bearer_token: "new",
    auth_password: null,
    request_headers: null,
  });
  const [row] = await auditOf(`monitor:${id}`, "monitor.updated");
  expect(row).toMatchObject({
    before: { has_auth_password: true },
    after: {
      has_auth_password: false,
      secrets_set_or_removed: ["request_headers", "auth_password", "bearer_token"],
    },
  });
});

test("a stored secret counts when the whole is held against the rules", async () => {
  const oauth = { oauth_token_url: "https://a.example/token", oauth_client_id: "id" };
  const { id } = await givenMonitor({ ...oauth, oauth_client_secret: "stored" });
  expect((await change(id, { auth_type: "oauth2" })).status).toBe(200);
  for (const taken of [{ oauth_client_secret: "" }, { oauth_client_id: null }, { oauth_token_url: null }]) {
    expect(await change(id, taken)).toMatchObject({
      status: 422,
      body: {
        detail: [{ msg: "Value error, OAuth2 monitors require token URL, client ID, and client secret" }],
      },
    });
  }
  expect((await change(id, { auth_type: "mtls" })).status).toBe(422);
});

test("secrets that were stored under another master key are as good as none, and can be set anew", async () => {
  const { id } = await givenMonitor({ bearer_token: "old" });
  await service.database.sql`UPDATE monitors SET bearer_token = 'gAAAA' WHERE id = ${id}`;
  expect((await send(`GET ${MONITORS}/${id}`)).status).toBe(200);
  expect((await change(id, { bearer_token: "anew" })).status).toBe(200);
  expect((await storedSecrets(id)).secrets.bearer_token).toBe("anew");
});
