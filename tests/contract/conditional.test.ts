import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { createTestService } from "../support/app";
import { readDocument, routesOf, type DocumentedRoute } from "../support/conformance";

/**
 * Walks the OpenAPI document: each object that has an entity tag answers 304 to who has it (RFC 9110 13.1.2, 15.4.5).
 */
// Its tags tell of the process, too: of its folder, and of what it has read.
const service = await createTestService({ isOne: true });
afterAll(service.close);
const routes = routesOf(await readDocument(service.app));
const token = await service.tokenOf(await service.givenAdmin());

const Headers = z.looseObject({ headers: z.record(z.string(), z.unknown()).optional() });
const Created = z.looseObject({ id: z.int() });

async function post(path: string, body: unknown): Promise<number> {
  const answer = await service.call(`POST ${path}`, { token, body });
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return Created.parse(answer.body).id;
}

const API = "/api/v1";
const device = await post(`${API}/topology/devices`, { name: "core", ip_address: "192.0.2.1" });
const other = await post(`${API}/topology/devices`, { name: "edge" });
const layout = await post(`${API}/topology/layouts`, { name: "map", positions: {} });
const share = await service.call(`POST ${API}/topology/layouts/${layout}/share`, { token });
const subnet = await post(`${API}/ipam/subnets`, { name: "office", cidr: "192.0.2.0/24" });
const pool = await post(`${API}/ipam/external/pools`, { name: "uplink", cidr: "8.8.8.0/28" });

/** One object for each path. */
const OBJECTS: Record<string, string | number> = {
  device_id: device,
  group_id: await post(`${API}/topology/groups`, { name: "office" }),
  site_id: await post(`${API}/topology/sites`, { name: "attic" }),
  relationship_id: await post(`${API}/topology/relationships`, {
    source_device_id: device,
    target_device_id: other,
  }),
  layout_id: layout,
  code: z.object({ share_code: z.string() }).parse(share.body).share_code,
  subnet_id: subnet,
  reservation_id: await post(`${API}/ipam/reservations`, { ip_address: "192.0.2.9", label: "printer" }),
  profile_id: await post(`${API}/tools/snmp/profiles`, { name: "core", community: "public" }),
  format_id: await post(`${API}/syslog/formats`, { name: "gate", pattern: "from %{ip:src_ip}" }),
  pool_id: pool,
  target_id: await post(`${API}/monitoring/service-checks`, { port: 443, label: "web" }),
  sensor_id: await post(`${API}/topology/devices/${device}/sensors`, { name: "Inlet", oid: "1.3.6.1" }),
  monitor_id: await post(`${API}/monitors`, { name: "portal", url: "https://portal.example.com" }),
  assignment_id: await post(`${API}/ipam/external/assignments`, {
    pool_id: pool,
    ip_address: "8.8.8.1",
    label: "mail",
  }),
  maintenance_id: await post(`${API}/maintenance`, {
    title: "Upgrade",
    scope: { everything: true },
    schedule: { kind: "once", duration_minutes: 5 },
  }),
  page_id: await post(`${API}/admin/status-pages`, { slug: "example", title: "Example", published: true }),
  slug: "example",
  rule_id: await post(`${API}/alerts/rules`, { name: "Core", event_type: "device_offline" }),
  report_schedule_id: await post(`${API}/exports/report-schedules`, {
    name: "Weekly",
    cadence: "weekly",
    recipient_addresses: ["boss@example.com"],
  }),
  user_id: (await service.givenUser()).id,
  value: "router",
  schedule_id: await post(`${API}/discovery/schedules`, { name: "Office", target: "192.168.10.0/24" }),
};

/** Of kinds whose paths name their id as those of another kind do. */
const OTHER_OBJECTS: Record<string, number> = {
  [`${API}/admin/notification-profiles/{profile_id}`]: await post(`${API}/admin/notification-profiles`, {
    name: "phones",
    provider: "ntfy",
  }),
};

const pathOf = ({ path }: DocumentedRoute) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(OTHER_OBJECTS[path] ?? OBJECTS[name] ?? "no object"),
  );

const hasTag = ({ operation }: DocumentedRoute) =>
  Headers.parse(operation.responses["200"] ?? {}).headers?.ETag !== undefined;

const tagged = routes.filter((route) => route.method === "GET" && hasTag(route));
const get = (path: string, headers: Record<string, string> = {}) =>
  service.call(`GET ${path}`, { token, headers });

test("every object that is written under If-Match has its entity tag from a GET", () => {
  const isConditional = ({ operation, method }: DocumentedRoute) =>
    method !== "POST" && operation.parameters?.some(({ name }) => name === "If-Match") === true;
  const paths = routes
    .filter(isConditional)
    .map(({ path }) => path.replace("by-mac/{mac_address}", "{device_id}"));
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !tagged.some((route) => route.path === path))).toEqual([]);
});

describe.each(tagged.map((route) => [route.path, route] as const))("GET %s", (_, route) => {
  const path = pathOf(route);

  test("documents 304, its header and If-None-Match", () => {
    expect(Headers.parse(route.operation.responses["304"]).headers).toHaveProperty("ETag");
    expect(route.operation.parameters?.map(({ name }) => name)).toContain("If-None-Match");
  });

  test("answers 304 without a body to who has the object, with its tag", async () => {
    const tag = (await get(path)).headers.get("ETag") ?? "";
    expect(tag).toMatch(/^"[\w.-]+"$/);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const answer = await get(path, { "If-None-Match": known });
      expect({ known, status: answer.status, text: answer.text }).toEqual({ known, status: 304, text: "" });
      expect(answer.headers.get("ETag")).toBe(tag);
    }
    const headers = { "If-None-Match": tag };
    expect((await service.call(`HEAD ${path}`, { token, headers })).status).toBe(304);
  });

  test("answers 200 to who has another one", async () => {
    for (const known of ['"other"', 'W/"other"', "", "no list"]) {
      expect((await get(path, { "If-None-Match": known })).status).toBe(200);
    }
  });

  const isPublic = route.operation.security?.length === 0;
  test.skipIf(isPublic)("says nothing to who may not read it", async () => {
    const answer = await service.call(`GET ${path}`, { headers: { "If-None-Match": "*" } });
    expect(answer).toMatchObject({ status: 401, body: { detail: "Authentication required" } });
    expect(answer.headers.get("ETag")).toBeNull();
  });
});

test("pages of other origins may read the tag", async () => {
  const origin = "https://ui.example.net";
  const exposing = await createTestService({ settings: { CORS_ORIGINS: JSON.stringify([origin]) } });
  const answer = await exposing.call("GET /api/health", { headers: { Origin: origin } });
  expect(answer.headers.get("Access-Control-Expose-Headers")?.split(",")).toContain("ETag");
  await exposing.close();
});

test("what is only observed makes a copy stale, and stops no write", async () => {
  const path = `${API}/topology/devices/${device}`;
  const tag = (await get(path)).headers.get("ETag") ?? "";
  await service.database.sql`UPDATE devices SET monitor_status = 'down' WHERE id = ${device}`;
  expect((await get(path, { "If-None-Match": tag })).status).toBe(200);
  const write = { token, body: { notes: "seen" }, headers: { "If-Match": tag } };
  const written = await service.call(`PATCH ${path}`, write);
  expect(written.status).toBe(200);
  expect((await get(path)).headers.get("ETag")).toBe(written.headers.get("ETag"));
  expect((await service.call(`PATCH ${path}`, write)).status).toBe(412);
});

test("a subnet that fills up is a stale copy", async () => {
  const path = `${API}/ipam/subnets/${subnet}`;
  const tag = (await get(path)).headers.get("ETag") ?? "";
  await post(`${API}/ipam/reservations`, { ip_address: "192.0.2.77", label: "scanner" });
  expect((await get(path, { "If-None-Match": tag })).status).toBe(200);
});
