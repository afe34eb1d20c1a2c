import { afterAll, expect, test } from "bun:test";
import { retentionOf } from "../../../src/features/diagnostics/growing-tables";
import { SystemDiagnostics } from "../../../src/features/diagnostics/models";
import { createTestService } from "../../support/app";

const METRICS_TOKEN = "settings-metrics-token";
const OIDC_SECRET = "settings-oidc-secret";
const service = await createTestService({
  settings: {
    METRICS_TOKEN,
    OIDC_CLIENT_SECRET: OIDC_SECRET,
    HEARTBEAT_URL: "http://127.0.0.1:9/settings-heartbeat-path",
    RELEASE_FEED_URL: "http://settings-feed-user:word@127.0.0.1:9/",
  },
});
const { sql } = service.database;
afterAll(service.close);
const token = await service.tokenOf(await service.givenAdmin());

const PATH = "GET /api/v1/system/diagnostics";

async function read(): Promise<SystemDiagnostics> {
  const answer = await service.call(PATH, { token });
  expect(answer.status).toBe(200);
  return SystemDiagnostics.parse(answer.body);
}

test("says how big the database and each of its tables is, and how long rows are kept", async () => {
  await sql`ANALYZE audit_log`;
  const { database } = await read();
  expect(database.main.exists).toBe(true);
  expect(database.main.total_bytes).toBe(database.main.bytes + database.main.wal_bytes);
  expect(database.main.bytes).toBeGreaterThan(1_000_000);
  const table = (name: string) => database.tables.find((one) => one.name === name);
  expect(table("audit_log")).toMatchObject({ retention: "for good" });
  expect(table("audit_log")?.rows).toBeGreaterThan(0);
  expect(table("event_segments")?.retention).toBe("7 days (FIREWALL_LOG_RETENTION_DAYS)");
  expect(table("devices")?.retention).toBeNull();
});

test("every table whose retention it tells is there", async () => {
  const { database } = await read();
  const told = Object.keys(
    retentionOf({ events: 1, bindings: 1, forwarding: 1, neighbours: 1, toolResults: 1 }),
  );
  const names = new Set(database.tables.map(({ name }) => name));
  expect(told.filter((name) => !names.has(name))).toEqual([]);
});

test("tells of devices by state, of periodic work and of why it failed", async () => {
  const { body } = await service.call("POST /api/v1/topology/devices", { token, body: { name: "core" } });
  const { id } = Object(body);
  await sql`INSERT INTO check_targets (kind, device_id, subject, interval_seconds, retry_seconds,
      failures_to_down, successes_to_up, state, checked_at)
    VALUES ('device', ${id}, 'x', 60, 20, 2, 1, 'down', '2026-11-01T10:00:00Z')`;
  await sql`INSERT INTO job_leases (name, owner, token, leased_until, started_at, ended_at, failure)
    VALUES ('a.b', 'x', 1, now(), '2026-11-01T10:00:00Z', '2026-11-01T10:00:01Z', 'no room')`;
  const { monitoring, jobs } = await read();
  expect(monitoring).toMatchObject({
    device_status_counts: { down: 1 },
    last_checked_at: "2026-11-01T10:00:00.000Z",
    cache: { ttl_seconds: 10 },
  });
  expect(jobs).toContainEqual({
    name: "a.b",
    started_at: "2026-11-01T10:00:00.000Z",
    ended_at: "2026-11-01T10:00:01.000Z",
    is_running: false,
    failure: "no room",
  });
});

test("has a verdict on each feature and the reasons of readiness", async () => {
  const { doctor, process: own } = await read();
  expect(doctor.map(({ feature }) => feature)).toContain("Ping");
  expect(doctor.find(({ feature }) => feature === "Syslog UDP")).toMatchObject({ verdict: "off" });
  expect(own.pid).toBe(process.pid);
});

test("a database or role that is allowed few connections is told, with how many more are needed", async () => {
  const verdict = async () =>
    (await read()).doctor.find(({ feature }) => feature === "Connections to the database")?.verdict;
  expect(await verdict()).toBe("works");
  const [{ name }] = await sql<[{ name: string }]>`SELECT current_database() AS name`;
  await sql.unsafe(`ALTER DATABASE "${name}" CONNECTION LIMIT 11`);
  expect(await verdict()).toBe("limited");
  await sql.unsafe(`ALTER DATABASE "${name}" CONNECTION LIMIT -1`);
});

test("is for SuperAdmins alone, as is the bundle", async () => {
  const other = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
  for (const what of [PATH, `${PATH}/bundle`])
    expect((await service.call(what, { token: other })).status).toBe(403);
});

test("the bundle has the diagnostics and the settings, and no secret of settings or database", async () => {
  await service.call("PUT /api/v1/admin/notification-settings", {
    token,
    body: { smtp_host: "mail.example.com", smtp_password: "database-smtp-password" },
  });
  await service.call("POST /api/v1/tools/snmp/profiles", {
    token,
    body: { name: "core", community: "database-snmp-community" },
  });
  await service.call("POST /api/v1/monitors", {
    token,
    body: {
      name: "portal",
      url: "https://portal.example.com",
      auth_type: "bearer",
      bearer_token: "database-bearer",
    },
  });
  const { key } = await service.apiKeyOf(await service.givenAdmin());
  const files = await readBundle();
  expect([...files.keys()].sort()).toEqual(
    ["changelog.md", "diagnostics.json", "metrics.txt", "settings.json"].map(
      (name) => `netatlas-support/${name}`,
    ),
  );
  const all = [...files.values()].join("\n");
  const stored = await storedSecrets();
  expect(stored.length).toBeGreaterThan(5);
  for (const secret of [
    METRICS_TOKEN,
    OIDC_SECRET,
    "settings-heartbeat-path",
    "settings-feed-user",
    "database-smtp-password",
    "database-snmp-community",
    "database-bearer",
    key,
    token,
    ...stored,
  ])
    expect(all.includes(secret)).toBe(false);
  const settings: unknown = JSON.parse(files.get("netatlas-support/settings.json") ?? "");
  expect(settings).toMatchObject({ METRICS_TOKEN: "(set)", SECRET_KEY: "(not set)", APP_PORT: 8080 });
  const [entry] = await sql`SELECT action FROM audit_log WHERE action = 'system.support_bundle'`;
  expect(entry).toBeDefined();
});

async function readBundle(): Promise<Map<string, string>> {
  const answer = await service.app.request(
    "/api/v1/system/diagnostics/bundle",
    {
      headers: { Authorization: `Bearer ${token}` },
    },
    { peer: "127.0.0.1" },
  );
  expect(answer.headers.get("Content-Disposition")).toMatch(
    /filename="netatlas-support-\d{8}-\d{6}\.tar\.gz"$/,
  );
  const files = await new Bun.Archive(await answer.arrayBuffer()).files();
  return new Map(
    await Promise.all([...files].map(async ([name, file]) => [name, await file.text()] as const)),
  );
}

/** Whatever lies in a column with a secret's name, and every hash of a password. */
async function storedSecrets(): Promise<string[]> {
  const columns = await sql`SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = current_schema() AND column_name ~ '(password|secret|token|hash|community|sealed|encrypted)'
      AND data_type IN ('text', 'character varying')`;
  const values = await Promise.all(
    columns.map(({ table_name: table, column_name: column }) =>
      sql.unsafe(
        `SELECT DISTINCT "${String(column)}"::text AS value FROM "${String(table)}" WHERE length("${String(column)}") >= 16`,
      ),
    ),
  );
  return values.flat().map(({ value }) => String(value));
}
