import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { createTestService } from "../support/app";
import { readDocument, routesOf, type DocumentedRoute } from "../support/conformance";

/** Walks the OpenAPI document: what knows `dry_run` changes nothing by it, and what does not know it refuses it. */
const service = await createTestService();
afterAll(service.close);
const { sql } = service.database;
const routes = routesOf(await readDocument(service.app));
const token = await service.tokenOf(await service.givenAdmin());

const API = "/api/v1";
const nameOf = ({ method, path }: DocumentedRoute) => `${method} ${path}`;
const knowsDryRun = ({ operation }: DocumentedRoute) =>
  operation.parameters?.some((given) => given.in === "query" && given.name === "dry_run") === true;

/** They answer a question and write nothing, or have a preview that is a route of its own. */
const QUESTIONS = [
  "POST /api/v1/topology/devices/{device_id}/snmp/arp-enrichment/apply",
  "POST /api/v1/topology/devices/live-status",
  "POST /api/v1/topology/devices/{device_id}/poll",
  "POST /api/v1/ipam/plan",
  "POST /api/v1/monitoring/suggestions",
  "POST /api/v1/monitors/test",
  "POST /api/v1/topology/devices/{device_id}/sensors/read",
  "POST /api/v1/syslog/formats/test",
];
/** A job tells of itself: there is nothing to be tried. */
const REPORTS = ["POST /api/v1/monitors/push/{token}"];
const AREAS = [
  "/topology/",
  "/ipam/",
  "/admin/device-type",
  "/monitor",
  "/maintenance",
  "/admin/status-pages",
  "/tools/snmp/profiles",
  "/syslog/formats",
];

const writes = routes.filter(
  (route) =>
    ["POST", "PUT", "PATCH"].includes(route.method) &&
    AREAS.some((area) => route.path.startsWith(API + area)) &&
    ![...QUESTIONS, ...REPORTS].includes(nameOf(route)),
);

const call = (what: string, body?: unknown, headers: Record<string, string> = {}) =>
  service.call(what, { token, headers, ...(body === undefined ? {} : { body }) });

async function given(path: string, body: unknown): Promise<number> {
  const answer = await call(`POST ${API}${path}`, body);
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return z.looseObject({ id: z.int() }).parse(answer.body).id;
}

const MAC = "02:00:5e:00:53:01";
const device = await given("/topology/devices", {
  name: "core",
  ip_address: "192.0.2.1",
  mac_address: MAC,
  interfaces: [{ name: "eth0" }],
});
const other = await given("/topology/devices", { name: "edge", topology_group: "office" });
const merging = { other_device_id: other };
const group = await given("/topology/groups", { name: "lab", ip_range: "198.51.100.0/25", vlan_id: "7" });
const site = await given("/topology/sites", { name: "attic" });
const link = await given("/topology/relationships", { source_device_id: device, target_device_id: other });
const layout = await given("/topology/layouts", {
  name: "map",
  positions: { [`device-${device}`]: { x: 1, y: 2 } },
});
const shared = await call(`POST ${API}/topology/layouts/${layout}/share`);
const code = z.object({ share_code: z.string() }).parse(shared.body).share_code;
const unshared = await given("/topology/layouts", { name: "unshared", positions: {} });
const subnet = await given("/ipam/subnets", { name: "office", cidr: "192.0.2.0/24" });
const reservation = await given("/ipam/reservations", { ip_address: "192.0.2.9", label: "printer" });
const profile = await given("/tools/snmp/profiles", { name: "core", community: "public" });
const format = await given("/syslog/formats", { name: "gate", pattern: "from %{ip:src_ip}" });
const otherFormat = await given("/syslog/formats", { name: "door", pattern: "from %{ip:src_ip}" });
const pool = await given("/ipam/external/pools", { name: "uplink", cidr: "8.8.8.0/28" });
const assignment = await given("/ipam/external/assignments", {
  pool_id: pool,
  ip_address: "8.8.8.1",
  label: "mail",
});
const monitor = await given("/monitors", { name: "portal", url: "https://portal.example.com" });
const pushMonitor = await given("/monitors", { name: "backup", kind: "push" });
const check = await given("/monitoring/service-checks", { port: 443, label: "web" });
await call(`POST ${API}/admin/device-types`, { value: "periscope", label: "Periscope" });
const hourly = { kind: "recurring", cron: "0 * * * *", time_zone: "UTC", duration_minutes: 60 };
const maintenance = await given("/maintenance", {
  title: "Upgrade",
  scope: { everything: true },
  schedule: hourly,
});

const sensor = await given(`/topology/devices/${device}/sensors`, { name: "Inlet", oid: "1.3.6.1" });

const ping = await call(`POST ${API}/tools/ping`, { host: "127.0.0.1", count: 1 });
const kept = z.looseObject({ result_id: z.int() }).parse(ping.body);
const keeping = { path: `/topology/devices/${device}/tool-results`, body: { result_id: kept.result_id } };
const page = await given("/admin/status-pages", { slug: "example", title: "Example" });

type Write = {
  /** With the ids that the path asks for. */
  path: string;
  body?: unknown;
};

/** A write that would succeed, for each route. */
const WRITES: Record<string, Write> = {
  "POST /topology/devices": { path: "/topology/devices", body: { name: "new", topology_group: "new group" } },
  "PUT /topology/devices/by-mac/{mac_address}": {
    path: `/topology/devices/by-mac/${MAC}`,
    body: { name: "put", tags: ["a"] },
  },
  "PATCH /topology/devices/{device_id}": {
    path: `/topology/devices/${device}`,
    body: { display_name: "renamed", interfaces: [{ name: "eth1" }], additional_addresses: ["192.0.2.77"] },
  },
  "PATCH /topology/devices/{device_id}/favourite": { path: `/topology/devices/${device}/favourite` },
  "POST /topology/devices/{device_id}/tool-results": keeping,
  "POST /topology/devices/import": {
    path: "/topology/devices/import",
    body: { devices: [{ name: "imported" }] },
  },
  "POST /topology/devices/{device_id}/merge": { path: `/topology/devices/${device}/merge`, body: merging },
  "POST /topology/devices/bulk-update": {
    path: "/topology/devices/bulk-update",
    body: { device_ids: [device, other], site_id: site, add_tags: ["x"] },
  },
  "POST /topology/devices/bulk-delete": {
    path: "/topology/devices/bulk-delete",
    body: { device_ids: [device] },
  },
  "PUT /monitoring/devices/{device_id}/dependencies": {
    path: `/monitoring/devices/${device}/dependencies`,
    body: { mode: "chosen", parent_ids: [other] },
  },
  "POST /admin/status-pages": { path: "/admin/status-pages", body: { slug: "other", title: "Other" } },
  "PATCH /admin/status-pages/{page_id}": { path: `/admin/status-pages/${page}`, body: { published: true } },
  "POST /topology/devices/{device_id}/sensors": {
    path: `/topology/devices/${device}/sensors`,
    body: { name: "Outlet", oid: "1.3.6.2" },
  },
  "PATCH /topology/devices/{device_id}/sensors/{sensor_id}": {
    path: `/topology/devices/${device}/sensors/${sensor}`,
    body: { name: "Front", warn_above: 40 },
  },
  "POST /topology/groups": { path: "/topology/groups", body: { name: "guests", ip_range: "203.0.113.0/24" } },
  "POST /topology/groups/reset-device-assignments": { path: "/topology/groups/reset-device-assignments" },
  "PATCH /topology/groups/{group_id}": {
    path: `/topology/groups/${group}`,
    body: { name: "laboratory", ip_range: "198.51.100.128/25" },
  },
  "POST /topology/sites": { path: "/topology/sites", body: { name: "cellar" } },
  "PATCH /topology/sites/{site_id}": { path: `/topology/sites/${site}`, body: { name: "roof" } },
  "POST /topology/relationships": {
    path: "/topology/relationships",
    body: { source_device_id: device, target_device_id: other, relationship_type: "second" },
  },
  "PATCH /topology/relationships/{relationship_id}": {
    path: `/topology/relationships/${link}`,
    body: { notes: "patched" },
  },
  "POST /topology/layouts": { path: "/topology/layouts", body: { name: "other", positions: {} } },
  "POST /topology/layouts/import": { path: "/topology/layouts/import", body: { code, name: "copy" } },
  "POST /topology/layouts/{layout_id}/share": { path: `/topology/layouts/${unshared}/share` },
  "POST /admin/device-types": { path: "/admin/device-types", body: { value: "drone", label: "Drone" } },
  "PUT /admin/device-types/{value}": {
    path: "/admin/device-types/periscope",
    body: { value: "webcam", label: "Webcam" },
  },
  "PATCH /admin/device-types/{value}": { path: "/admin/device-types/periscope", body: { label: "Cam" } },
  "PUT /admin/device-type-colors": {
    path: "/admin/device-type-colors",
    body: { colors: { periscope: "#123456" } },
  },
  "POST /ipam/subnets": { path: "/ipam/subnets", body: { name: "new", cidr: "10.0.0.0/24" } },
  "PATCH /ipam/subnets/{subnet_id}": { path: `/ipam/subnets/${subnet}`, body: { name: "renamed" } },
  "POST /ipam/subnets/import-from-vlans": {
    path: "/ipam/subnets/import-from-vlans",
    body: { group_ids: [group] },
  },
  "POST /ipam/subnets/{subnet_id}/allocate": {
    path: `/ipam/subnets/${subnet}/allocate`,
    body: { label: "allocated", count: 3 },
  },
  "POST /ipam/subnets/{subnet_id}/next-subnet": {
    path: `/ipam/subnets/${subnet}/next-subnet?prefix=28`,
    body: { name: "next" },
  },
  "POST /tools/snmp/profiles": { path: "/tools/snmp/profiles", body: { name: "edge", community: "public" } },
  "PATCH /tools/snmp/profiles/{profile_id}": {
    path: `/tools/snmp/profiles/${profile}`,
    body: { retries: 0 },
  },
  "POST /syslog/formats": {
    path: "/syslog/formats",
    body: { name: "third", pattern: "from %{ip:src_ip}" },
  },
  "PATCH /syslog/formats/{format_id}": { path: `/syslog/formats/${format}`, body: { enabled: false } },
  "PUT /syslog/formats/order": { path: "/syslog/formats/order", body: { ids: [otherFormat, format] } },
  "POST /syslog/formats/import": {
    path: "/syslog/formats/import",
    body: { formats: [{ name: "fourth", pattern: "from %{ip:src_ip}" }] },
  },
  "POST /ipam/reservations": {
    path: "/ipam/reservations",
    body: { ip_address: "192.0.2.10", label: "scanner" },
  },
  "PATCH /ipam/reservations/{reservation_id}": {
    path: `/ipam/reservations/${reservation}`,
    body: { label: "plotter" },
  },
  "POST /ipam/dhcp-leases/import": {
    path: "/ipam/dhcp-leases/import?source=dnsmasq",
    body: { content: "1990000000 00:00:5e:00:53:05 192.0.2.55 host *" },
  },
  "POST /ipam/external/pools": { path: "/ipam/external/pools", body: { name: "two", cidr: "9.9.9.0/28" } },
  "PATCH /ipam/external/pools/{pool_id}": { path: `/ipam/external/pools/${pool}`, body: { name: "main" } },
  "POST /ipam/external/assignments": {
    path: "/ipam/external/assignments",
    body: { pool_id: pool, ip_address: "8.8.8.2", label: "web" },
  },
  "PATCH /ipam/external/assignments/{assignment_id}": {
    path: `/ipam/external/assignments/${assignment}`,
    body: { label: "relay" },
  },
  ...Object.fromEntries(
    ["service-checks", "port-targets"].flatMap((name): [string, Write][] => [
      [
        `POST /monitoring/${name}`,
        { path: `/monitoring/${name}`, body: { device_id: device, port: 22, label: "ssh" } },
      ],
      [
        `PATCH /monitoring/${name}/{target_id}`,
        { path: `/monitoring/${name}/${check}`, body: { label: "https" } },
      ],
    ]),
  ),
  "POST /monitors": { path: "/monitors", body: { name: "shop", url: "https://shop.example.com" } },
  "PATCH /monitors/{monitor_id}": { path: `/monitors/${monitor}`, body: { bearer_token: "t" } },
  "POST /monitors/{monitor_id}/push-token": { path: `/monitors/${pushMonitor}/push-token` },
  "PATCH /monitors/{monitor_id}/favourite": { path: `/monitors/${monitor}/favourite` },
  "POST /monitoring/service-checks/bulk": {
    path: "/monitoring/service-checks/bulk",
    body: { device_ids: [device, other], check: { port: 22, label: "ssh" } },
  },
  "POST /maintenance": {
    path: "/maintenance",
    body: { title: "Second", scope: { device_ids: [device] }, schedule: hourly },
  },
  "PATCH /maintenance/{maintenance_id}": {
    path: `/maintenance/${maintenance}`,
    body: { title: "Third", scope: { site_ids: [site] } },
  },
  "POST /maintenance/{maintenance_id}/end": { path: `/maintenance/${maintenance}/end` },
  "POST /maintenance/{maintenance_id}/skip": { path: `/maintenance/${maintenance}/skip`, body: {} },
};

/** Imports and deletions have shapes of their own. */
const OWN_SHAPE = ["POST /topology/devices/import", "POST /topology/devices/bulk-delete"];

function writeOf(route: DocumentedRoute): { name: string; method: string; write: Write } {
  const name = nameOf(route).replace(API, "");
  const write = WRITES[name];
  if (write === undefined) throw new Error(`no example of ${name}`);
  return { name, method: route.method, write };
}

function withQuery(path: string, query: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

/** A hash of every table's rows, but for the list of what was run, where a tried import stands as well. */
async function contents(): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND tablename <> 'operations' ORDER BY 1`;
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql.unsafe<{ hash: string }[]>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS hash FROM ${name} t`,
    );
    hashes[name] = row?.hash ?? "";
  }
  return hashes;
}

const Tried = z.strictObject({
  would_answer: z.unknown(),
  would_change: z.array(
    z.strictObject({
      action: z.string(),
      target: z.string().nullable(),
      detail: z.string().nullable(),
      before: z.unknown(),
      after: z.unknown(),
    }),
  ),
});

test("every write of inventory, IPAM, monitoring and maintenance knows dry_run", () => {
  expect(writes.length).toBeGreaterThan(30);
  expect(writes.filter((route) => !knowsDryRun(route)).map(nameOf)).toEqual([]);
});

describe.each(writes.map((route) => [nameOf(route), route] as const))("%s", (_, route) => {
  test("dry_run=true says what would be, and leaves every table as it was", async () => {
    const { name, method, write } = writeOf(route);
    const before = await contents();
    const headers = { "Idempotency-Key": `dry-${name.replaceAll(/[^a-z]/g, "")}` };
    const answer = await call(
      `${method} ${API}${withQuery(write.path, "dry_run=true")}`,
      write.body,
      headers,
    );
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    expect(answer.headers.get("ETag")).toBeNull();
    if (!OWN_SHAPE.includes(name)) {
      const { would_change: changes } = Tried.parse(answer.body);
      if (!name.includes("favourite")) expect(changes.length).toBeGreaterThan(0);
    }
    expect(await contents()).toEqual(before);
  });

  test("a dry_run that is no boolean, or comes twice, is refused", async () => {
    const { method, write } = writeOf(route);
    for (const query of ["dry_run=perhaps", "dry_run=false&dry_run=true"]) {
      const answer = await call(`${method} ${API}${withQuery(write.path, query)}`, write.body);
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["query", "dry_run"] }] } });
    }
  });
});

describe("a dry run", () => {
  test("shows the object as it would be, and what it was", async () => {
    const answer = await call(`PATCH ${API}/topology/sites/${site}?dry_run=true`, { name: "roof" });
    const shown = {
      would_answer: { id: site, name: "roof" },
      would_change: [{ action: "topology.site_updated", before: { name: "attic" }, after: { name: "roof" } }],
    };
    expect(answer.body).toMatchObject(shown);
    expect((await call(`GET ${API}/topology/sites/${site}`)).body).toMatchObject({ name: "attic" });
  });

  test("shows changes of other things too", async () => {
    const answer = await call(`POST ${API}/topology/groups?dry_run=true`, {
      name: "branch",
      ip_range: "192.0.2.0/24",
      vlan_id: "99",
    });
    const { would_change: changes } = Tried.parse(answer.body);
    expect(changes.map(({ action }) => action).sort()).toEqual([
      "ipam.subnet_updated",
      "topology.group_created",
    ]);
  });

  test.each([
    ["404", `PATCH ${API}/topology/sites/987654321`, { name: "x" }, 404],
    ["404 of a reference", `POST ${API}/topology/devices`, { name: "x", site_id: 987654321 }, 404],
    ["409", `POST ${API}/topology/sites`, { name: "attic" }, 409],
    ["409 of an address", `POST ${API}/ipam/reservations`, { ip_address: "192.0.2.9", label: "x" }, 409],
    ["409 of an overlap", `POST ${API}/ipam/external/pools`, { name: "x", cidr: "8.8.8.0/29" }, 409],
    ["422", `POST ${API}/ipam/subnets`, { name: "x", cidr: "nonsense" }, 422],
    ["422 of the whole", `PATCH ${API}/ipam/subnets/${subnet}`, { dhcp_start: "192.0.2.9" }, 422],
  ] as const)("is refused as the write is: %s", async (_, what, body, status) => {
    const real = await call(what, body);
    const tried = await call(`${what}?dry_run=true`, body);
    expect(real.status).toBe(status);
    expect({ status: tried.status, body: tried.body }).toEqual({ status: real.status, body: real.body });
  });

  test("is refused as the write is: 412", async () => {
    const headers = { "If-Match": '"old"' };
    const path = `${API}/topology/sites/${site}`;
    const tried = await call(`PATCH ${path}?dry_run=true`, { name: "x" }, headers);
    expect(tried.status).toBe(412);
    expect(tried.body).toEqual((await call(`PATCH ${path}`, { name: "x" }, headers)).body);
  });

  test("needs the right to write", async () => {
    const viewer = await service.tokenOf(await service.givenUser());
    const answer = await service.call(`POST ${API}/topology/sites?dry_run=true`, {
      token: viewer,
      body: { name: "x" },
    });
    expect(answer.status).toBe(403);
  });

  test("leaves an Idempotency-Key unused", async () => {
    const headers = { "Idempotency-Key": "first-tried" };
    const body = { name: "tried, then made" };
    await call(`POST ${API}/topology/sites?dry_run=true`, body, headers);
    const made = await call(`POST ${API}/topology/sites`, body, headers);
    expect([made.status, made.headers.get("Idempotent-Replayed")]).toEqual([201, null]);
  });

  test("of many at once gives each its own changes, and none is left", async () => {
    const before = await contents();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        call(`POST ${API}/topology/sites?dry_run=true`, { name: `parallel ${index}` }),
      ),
    );
    for (const [index, answer] of answers.entries()) {
      const targets = Tried.parse(answer.body).would_change.map(({ target }) => target);
      expect(targets).toEqual([`site:parallel ${index}`]);
    }
    expect(await contents()).toEqual(before);
  });
});

const unaware = routes.filter((route) => !knowsDryRun(route));

test.each(unaware.map((route) => [nameOf(route), route] as const))(
  "%s knows no dry run: 422, and nothing is done",
  async (_, route) => {
    const path = route.path.replaceAll(/\{\w+\}/g, "987654321");
    const before = await contents();
    for (const value of ["true", "false", ""]) {
      const body = route.operation.requestBody === undefined ? undefined : {};
      const { status, body: refusal } = await call(`${route.method} ${path}?dry_run=${value}`, body);
      const detail = [{ loc: ["query", "dry_run"], type: "extra_forbidden" }];
      expect({ path, status, refusal }).toMatchObject({ status: 422, refusal: { detail } });
    }
    expect(await contents()).toEqual(before);
  },
);
