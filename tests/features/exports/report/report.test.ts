import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Operation } from "#features/operations";
import { collectReport } from "../../../../src/features/exports/report/collect/report";
import { createTestService } from "../../../support/app";
import { createTestDatabase } from "../../../support/database";
import { compact, compactText, readPdf } from "../../../support/pdf-text";
import { givenEngineEvents } from "../../../support/test-store";
import { waitFor } from "../../../support/wait-for";

const service = await createTestService();
const { sql, db } = service.database;
afterAll(service.close);

const PATH = "/api/v1/exports/report.pdf";
const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();

const admin = await service.givenUser({ role: "NetworkAdmin" });
const token = await service.tokenOf(admin);
/** Who may not see events. */
const CALLER = {
  userId: admin.id,
  username: admin.username,
  role: admin.role,
  isSuperAdmin: false,
  permissions: ["report_export"],
  apiKeyId: null,
  sessionId: null,
  mustEnrol: false,
};
const tokenOf = async (role: string) => service.tokenOf(await service.givenUser({ role }));

await sql`INSERT INTO roles (name, permissions) VALUES ('Reader', '{report_export}')`;

async function fetchFile(path: string, token: string): Promise<Response> {
  return service.app.request(path, { headers: { Authorization: `Bearer ${token}` } }, { peer: "192.0.2.7" });
}

async function printedFor(token: string, query = ""): Promise<string> {
  const answer = await fetchFile(`${PATH}${query}`, token);
  expect(answer.status).toBe(200);
  return compactText(readPdf(new Uint8Array(await answer.arrayBuffer())));
}

async function givenNetwork(): Promise<void> {
  const [site] = await sql<{ id: number }[]>`
    INSERT INTO sites (name) VALUES ('hamburg') RETURNING id::int`;
  const [one, two] = await sql<{ id: number }[]>`
    INSERT INTO devices (hostname, ip_address, status, lifecycle, monitoring_paused, expected_status, icon, device_type, site_id)
    SELECT name, address, 'active', 'active', false, 'any', 'server', 'switch', ${site?.id ?? 0}
    FROM (VALUES ('sw-harbour', '192.0.2.1'), ('sw-airport', '192.0.2.2')) AS device (name, address) RETURNING id::int`;
  const [target] = await sql<{ id: number }[]>`
    INSERT INTO check_targets (kind, device_id, subject, interval_seconds, retry_seconds, failures_to_down, successes_to_up, state, result)
    VALUES ('device', ${one?.id ?? 0}, 'one', 60, 60, 2, 1, 'down',
      ${JSON.stringify({ certificateExpiresAt: ago(-240) })}::jsonb) RETURNING id::int`;
  const targetId = target?.id ?? 0;
  const day = `${ago(48).slice(0, 10)}T00:00:00Z`;
  await sql`INSERT INTO check_rollups (target_id, starts_at, up_ms, down_ms, unknown_ms, unreachable_ms, maintenance_ms, paused_ms,
      checks, up, down, healthy, latency_count, latency_sum_ms)
    VALUES (${targetId}, ${day}, ${18 * HOUR}, ${6 * HOUR}, 0, 0, 0, 0, 1440, 1080, 360, 1080, 0, 0)`;
  await sql`INSERT INTO incidents (target_id, started_at, ended_at, error)
    VALUES (${targetId}, ${ago(50)}, ${ago(44)}, 'the cable was cut'), (${targetId}, ${ago(1000)}, ${ago(990)}, 'long ago')`;
  await sql`INSERT INTO alert_incidents (subject, severity, title, opened_at, acknowledged_by)
    VALUES ('device:1', 'critical', 'sw-harbour is now OFFLINE', ${ago(50)}, 'kim')`;
  await sql`INSERT INTO subnets (name, network) VALUES ('harbour office', '192.0.2.0/24')`;
  await sql`INSERT INTO relationships (source_device_id, target_device_id, relationship_type, allow_outbound, allow_inbound)
    VALUES (${one?.id ?? 0}, ${two?.id ?? 0}, 'link', true, true)`;
  const positions = {
    [`device-${one?.id}`]: { x: 0, y: 0 },
    [`device-${two?.id}`]: { x: 100, y: 20 },
    "device-999999": { x: 5, y: 5 },
    "group-office": { x: 1, y: 1 },
  };
  await sql`INSERT INTO topology_layouts (owner_user_id, name, positions) VALUES (${admin.id}, 'Harbour view', ${JSON.stringify(positions)}::jsonb)`;
  await sql`INSERT INTO collectors (id) VALUES ('0123456789ab') ON CONFLICT DO NOTHING`;
  const { eventTable: table, syslog } = service;
  await givenEngineEvents(
    { db, folders: syslog.options.folders, table },
    Array.from({ length: 40 }, (_, row) => ({
      receivedAtMicros: Date.parse(ago(30)) * 1000 + row,
      rawLog: `n=${row}`,
      verdict: row < 30 ? "deny" : "allow",
      srcIp: row < 30 ? "203.0.113.66" : "198.51.100.9",
      dstIp: "192.0.2.1",
    })),
  );
}

test("an empty database has a report that says so", async () => {
  const empty = await createTestDatabase();
  const now = new Date();
  const data = await collectReport(
    { db: empty.db, engine: service.syslog, caller: CALLER, now, product: "Netatlas", version: "1.0.0" },
    {
      period: { from: new Date(now.getTime() - HOUR), to: now },
      query: { days: 1, paper: "A4", time_zone: "UTC" },
    },
    new AbortController().signal,
  );
  await empty.drop();
  expect(data).toMatchObject({
    inventory: { devices: 0, states: {}, list: { rows: [], total: 0 } },
    availability: { targets: 0, days: [] },
    outages: { total: 0, lostMs: 0 },
    events: null,
    addresses: { subnets: 0 },
    certificates: { total: 0 },
    map: null,
  });
});

describe("a report of a network", () => {
  beforeAll(givenNetwork);

  test("says what there is and what happened, under its name, and audits itself", async () => {
    const { headers } = await fetchFile(PATH, token);
    expect(headers.get("Content-Type")).toBe("application/pdf");
    expect(headers.get("Content-Disposition")).toBe('attachment; filename="netatlas-network-report.pdf"');
    const printed = await printedFor(token, "?days=7");
    const said = [
      "The network has 2 devices at 1 site and 1 link between them. When this was made, there were 1 down.",
      "uptime of 75.00 %",
      "There was one outage, which is over. It took 6 h.",
      "the cable was cut",
      "sw-harbour is now OFFLINE",
      "open, seen to by kim",
      "40 events were received. Firewalls blocked 30 of 40 decided events (75 %).",
      "203.0.113.66",
      "harbour office",
      "2 of 254",
      "Checks have seen 1 certificate",
      "The layout Harbour view",
      "2 devices and 1 link.",
    ];
    for (const sentence of said) expect(printed).toContain(compact(sentence));
    expect(printed).not.toContain(compact("long ago"));
    const [entry] = await sql`
      SELECT detail FROM audit_log WHERE action = 'export.report_pdf' AND actor_user_id = ${admin.id} ORDER BY id DESC LIMIT 1`;
    expect(String(entry?.["detail"])).toMatch(/^from=\S+ to=\S+ paper=A4 bytes=\d+$/);
  });

  test("has events only for who may see them, and no layout of another's", async () => {
    const printed = await printedFor(await tokenOf("Reader"));
    expect(printed).toContain(compact("sw-harbour"));
    expect(printed).not.toContain("203.0.113.66");
    expect(printed).not.toContain("Harbourview");
  });

  test("is made behind a 202 where that is preferred, and only its owner gets it", async () => {
    const headers = { Prefer: "respond-async" };
    const answer = await service.call(`GET ${PATH}?paper=Letter`, { token, headers });
    expect(answer.status).toBe(202);
    const { id } = Operation.parse(answer.body);
    const done = await waitFor("the report", async () => {
      const now = Operation.parse((await service.call(`GET /api/v1/operations/${id}`, { token })).body);
      return now.state !== "running" && now;
    });
    expect(done).toMatchObject({
      kind: "report",
      state: "done",
      result_link: `/api/v1/exports/reports/${id}`,
    });
    const kept = await fetchFile(done.result_link ?? "", token);
    const [page] = readPdf(new Uint8Array(await kept.arrayBuffer()));
    expect(page).toMatchObject({ width: 612, height: 792 });
    const stranger = await tokenOf("NetworkAdmin");
    expect(await service.call(`GET ${done.result_link}`, { token: stranger })).toMatchObject({
      status: 404,
      body: { detail: "Report not found" },
    });
  });

  test("that is cancelled before its turn is not made", async () => {
    const own = await tokenOf("NetworkAdmin");
    const before = [fetchFile(PATH, own), fetchFile(PATH, own)];
    const headers = { Prefer: "respond-async" };
    const { id } = Operation.parse((await service.call(`GET ${PATH}`, { token: own, headers })).body);
    await service.call(`DELETE /api/v1/operations/${id}`, { token: own });
    await Promise.all(before);
    const ended = await waitFor("its end", async () => {
      const now = Operation.parse((await service.call(`GET /api/v1/operations/${id}`, { token: own })).body);
      return now.state !== "running" && now;
    });
    expect(ended).toMatchObject({ state: "cancelled", result_link: null });
    expect(await sql`SELECT 1 FROM kept_reports WHERE operation_id = ${id}`).toHaveLength(0);
  });

  test("whose client has left is not made", async () => {
    const leaving = new AbortController();
    const audited = async () =>
      (await sql`SELECT 1 FROM audit_log WHERE action = 'export.report_pdf'`).length;
    const before = await audited();
    const request = service.app.request(
      PATH,
      { headers: { Authorization: `Bearer ${token}` }, signal: leaving.signal },
      { peer: "192.0.2.7" },
    );
    leaving.abort();
    await Promise.allSettled([request]);
    // The next one of the same user comes behind it.
    await printedFor(token);
    expect(await audited()).toBe(before + 1);
  });
});

test("who waits with too many reports is sent away for a while", async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => fetchFile(PATH, token)));
  const statuses = answers.map(({ status }) => status).sort((one, other) => one - other);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect(answers.find(({ status }) => status === 429)?.headers.get("Retry-After")).toBe("5");
});
