import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { LIST_EXPORTS } from "../../../src/features/exports/lists/lists";
import { createTestService } from "../../support/app";

const service = await createTestService();
const { sql } = service.database;
afterAll(service.close);

const Rows = z.array(z.record(z.string(), z.unknown()));
const admin = await service.givenUser({ role: "NetworkAdmin" });
const token = await service.tokenOf(admin);
const API = "/api/v1";

async function post(path: string, body: unknown): Promise<number> {
  const answer = await service.call(`POST ${API}${path}`, { token, body });
  expect(answer.status).toBe(201);
  return z.looseObject({ id: z.int() }).parse(answer.body).id;
}

async function exported(name: string): Promise<Record<string, unknown>[]> {
  const answer = await service.call(`GET ${API}/exports/${name}?format=json`, { token });
  expect(answer.status).toBe(200);
  return Rows.parse(answer.body);
}

beforeAll(async () => {
  const core = await post("/topology/devices", { name: "core", ip_address: "192.0.2.1" });
  const edge = await post("/topology/devices", { name: "=edge", ip_address: "192.0.2.2" });
  await post("/topology/relationships", { source_device_id: core, target_device_id: edge });
  await post("/ipam/subnets", { name: "office", cidr: "192.0.2.0/24" });
  await post("/ipam/reservations", { ip_address: "192.0.2.9", label: '=HYPERLINK("x")\u001b[31m' });
  const check = await post("/monitoring/service-checks", { port: 443, label: "web" });
  await sql`INSERT INTO check_targets (kind, device_id, service_check_id, subject, interval_seconds, retry_seconds,
      failures_to_down, successes_to_up, state)
    VALUES ('service', ${core}, ${check}, 'x', 60, 20, 2, 1, 'up'), ('service', ${edge}, ${check}, 'y', 60, 20, 2, 1, 'down')`;
  await post("/monitoring/service-checks", { port: 22, label: "shell", device_id: core });
  await post("/monitors", { name: "portal", url: "https://portal.example.com", tags: ["a", "b"] });
  await sql`INSERT INTO lease_sources (name, format) VALUES ('dhcp1', 'dnsmasq')`;
  await sql`INSERT INTO dhcp_leases (source_id, address, hostname, is_active)
    SELECT id, '192.0.2.77', 'printer', true FROM lease_sources`;
  await sql`INSERT INTO alert_incidents (title, subject, severity, opened_at)
    VALUES ('core is down', 'device:1', 'critical', now())`;
  await sql`INSERT INTO alert_events (rule_name, event_type, message, severity, status, subject, fired_at, notice)
    SELECT 'Core', 'device_offline', 'no. ' || number, 'critical', 'firing', 'device:1', now(), 'none' FROM generate_series(1, 1203) number`;
});

describe.each(LIST_EXPORTS.map((list) => [list.name, list] as const))("the export of %s", (name, list) => {
  test("is for those with inventory_export, and in the audit log with its rows", async () => {
    const viewer = await service.tokenOf(await service.givenUser({ role: "Viewer" }));
    expect((await service.call(`GET ${API}/exports/${name}`, { token: viewer })).status).toBe(403);
    const { length: rows } = await exported(name);
    expect(rows).toBeGreaterThan(0);
    const action = `export.${name.replaceAll("-", "_")}`;
    const [entry] = await sql`SELECT detail FROM audit_log WHERE action = ${action} ORDER BY id DESC LIMIT 1`;
    expect(entry?.["detail"]).toBe(`format=json rows=${rows}`);
  });

  test("has the same rows as CSV, under the names of their fields", async () => {
    const answer = await service.call(`GET ${API}/exports/${name}`, { token });
    expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(answer.headers.get("Content-Disposition")).toMatch(
      new RegExp(`^attachment; filename="netatlas-${name}-\\d{8}-\\d{6}\\.csv"$`),
    );
    const [header, ...rows] = z.array(z.array(z.string())).parse(parse(answer.text));
    const objects = await exported(name);
    expect(header).toEqual(Object.keys(list.row.shape));
    expect(header).toEqual(Object.keys(objects[0] ?? {}));
    expect(rows).toHaveLength(objects.length);
    expect(answer.text.endsWith("\r\n")).toBe(true);
  });
});

test("the rows are those of the API's list", async () => {
  for (const [name, path] of [
    ["subnets", "/ipam/subnets"],
    ["reservations", "/ipam/reservations?sort=address"],
    ["leases", "/ipam/dhcp-leases?sort=address"],
  ]) {
    const { body } = await service.call(`GET ${API}${path}`, { token });
    expect(await exported(name ?? "")).toEqual(Rows.parse(body));
  }
});

test("fault 49, 22: formulas and terminal codes in texts are made harmless", async () => {
  const { text } = await service.call(`GET ${API}/exports/reservations`, { token });
  expect(text).toContain(`"'=HYPERLINK(""x"")\\u001b[31m"`);
  expect((await service.call(`GET ${API}/exports/links`, { token })).text).toContain("core,'=edge");
});

test("a list of more than one page is whole, each row once", async () => {
  const events = await exported("alert-events");
  expect(new Set(events.map(({ id }) => id)).size).toBe(1203);
  expect(events).toHaveLength(1203);
});

test("a check stands once for each of its devices, with its state there, and once where it has none", async () => {
  const checks = await exported("service-checks");
  expect(checks.map(({ label, device, state }) => [label, device, state])).toEqual([
    ["web", "core", "up"],
    ["web", "=edge", "down"],
    ["shell", null, null],
  ]);
});

test("the summary names the last of them", async () => {
  await service.call(`GET ${API}/exports/service-checks`, { token });
  const { body } = await service.call(`GET ${API}/exports/summary`, { token });
  expect(body).toMatchObject({ last_export_type: "Service checks", last_export_detail: "format=csv rows=3" });
});
