import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { checkTargets, incidents } from "#tables/monitoring";
import { lldpNeighbours, lldpSources } from "#tables/neighbours";
import { formOf } from "../features/imports/given";
import { createTestService, uniqueName } from "../support/app";
import { addRelay } from "../support/relay-row";
import { readDocument, routesOf, type DocumentedRoute } from "../support/conformance";
import { BOUNDED } from "./bounded-lists";

/** Walks the OpenAPI document: each list that can grow comes in pages too, and without parameters as a whole. */
const service = await createTestService();
afterAll(service.close);
const routes = routesOf(await readDocument(service.app));
const admin = await service.givenAdmin();
const session = await service.sessionOf(admin);
const { token } = session;

const Success = z.looseObject({
  headers: z.record(z.string(), z.unknown()).optional(),
  content: z
    .looseObject({
      "application/json": z
        .looseObject({ schema: z.looseObject({ type: z.unknown().optional() }) })
        .optional(),
    })
    .optional(),
});

const successOf = ({ operation }: DocumentedRoute) => Success.parse(operation.responses["200"] ?? {});
const isList = (route: DocumentedRoute) =>
  route.method === "GET" && successOf(route).content?.["application/json"]?.schema.type === "array";

const lists = routes.filter((route) => isList(route) && BOUNDED[route.path] === undefined);

const call = (what: string, body?: unknown) =>
  service.call(what, { token, ...(body === undefined ? {} : { body }) });

const API = "/api/v1";

async function post(path: string, body: unknown): Promise<number> {
  const answer = await call(`POST ${API}${path}`, body);
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return z.looseObject({ id: z.int() }).parse(answer.body).id;
}

const counts = new Map<string, number>();
/** Counts by itself what addresses are made of, so that none goes beyond its octet, however many lists there are. */
function next(what = "number"): number {
  const number = (counts.get(what) ?? 0) + 1;
  counts.set(what, number);
  return number;
}

const devices: number[] = [];
const addDevice = async () => {
  const number = next();
  const address = `10.1.${number >> 8}.${number & 0xff}`;
  const id = await post("/topology/devices", { name: uniqueName("sw"), ip_address: address });
  devices.push(id);
  await call(`PATCH ${API}/topology/devices/${id}/favourite`);
  return id;
};
const pool = await post("/ipam/external/pools", { name: "uplink", cidr: "8.8.8.0/24" });
const addLease = async () => {
  const line = `1990000000 00:00:5e:00:53:01 10.2.0.${next("lease")} host *`;
  const path = `${API}/ipam/dhcp-leases/import?source=dnsmasq&close_missing=false`;
  expect((await call(`POST ${path}`, { content: line })).status).toBe(200);
};
const addMonitor = async () => {
  const id = await post("/monitors", { name: uniqueName("Page"), url: "https://www.example.com" });
  await call(`PATCH ${API}/monitors/${id}/favourite`);
};
const hub = await addDevice();
const addIncident = async () => {
  const { db } = service.database;
  const [target] = await db
    .insert(checkTargets)
    .values({
      kind: "device",
      deviceId: await addDevice(),
      subject: "",
      intervalSeconds: 60,
      retrySeconds: 20,
      failuresToDown: 2,
      successesToUp: 1,
    })
    .returning({ id: checkTargets.id });
  // Every other one has ended.
  const endedAt = next() % 2 === 0 ? new Date() : null;
  await db.insert(incidents).values({ targetId: target?.id ?? 0, startedAt: new Date(), endedAt });
};

const addNeighbour = async () => {
  const [sourceDeviceId, matchedDeviceId] = [await addDevice(), await addDevice()];
  await service.database.db.insert(lldpSources).values({ id: sourceDeviceId });
  await service.database.db.insert(lldpNeighbours).values({
    sourceDeviceId,
    matchedDeviceId,
    matchReason: "person",
    protocol: "lldp",
    localPortIndex: next(),
    remoteChassisId: "x",
  });
};

/** What adds a row to each list. */
const ADD: Record<string, () => Promise<unknown>> = {
  "/discovery/schedules": () =>
    post("/discovery/schedules", { name: uniqueName("Watch"), target: "192.168.10.0/24" }),
  "/exports/report-schedules": () =>
    post("/exports/report-schedules", {
      name: uniqueName("Report"),
      cadence: "weekly",
      recipient_addresses: ["boss@example.com"],
    }),
  "/auth/users": () => service.givenUser(),
  "/auth/me/sessions": () => service.sessionOf(admin),
  "/api-keys": () => service.createKey({ token }),
  "/api-keys/admin/all": () => service.createKey({ token }),
  "/admin/notification-profiles": () =>
    post("/admin/notification-profiles", {
      name: uniqueName("Profile"),
      provider: "webhook",
      config: { webhook_url: "https://hooks.example.net/x" },
    }),
  "/tools/snmp/profiles": () =>
    post("/tools/snmp/profiles", { name: uniqueName("Profile"), community: "public" }),
  "/admin/device-types": () => {
    const value = uniqueName("kind");
    return call(`POST ${API}/admin/device-types`, { value, label: value });
  },
  "/ipam/vlan-suggestions": () =>
    post("/topology/groups", { name: uniqueName("vlan"), ip_range: `10.3.${next("VLAN")}.0/24` }),
  "/ipam/subnets": () =>
    post("/ipam/subnets", { name: uniqueName("Net"), cidr: `10.4.${next("subnet")}.0/24` }),
  "/ipam/reservations": () =>
    post("/ipam/reservations", { ip_address: `10.5.0.${next("reservation")}`, label: "x" }),
  "/ipam/dhcp-leases": addLease,
  "/ipam/dhcp-leases/history": addLease,
  "/bindings": addLease,
  "/ipam/conflicts": async () => {
    const ip = `10.6.0.${next("conflict")}`;
    await post("/topology/devices", { name: uniqueName("twin"), ip_address: ip });
    await post("/topology/devices", { name: uniqueName("twin"), ip_address: ip });
  },
  "/ipam/external/pools": () =>
    post("/ipam/external/pools", { name: uniqueName("Pool"), cidr: `9.9.${next("pool")}.0/24` }),
  "/ipam/external/assignments": () =>
    post("/ipam/external/assignments", {
      pool_id: pool,
      ip_address: `8.8.8.${next("assignment")}`,
      label: "x",
    }),
  "/topology/devices": addDevice,
  "/topology/devices/favourites": addDevice,
  "/topology/groups": () => post("/topology/groups", { name: uniqueName("Group") }),
  "/topology/sites": () => post("/topology/sites", { name: uniqueName("Site") }),
  "/topology/relationships": async () =>
    post("/topology/relationships", { source_device_id: hub, target_device_id: await addDevice() }),
  "/topology/layouts": () => post("/topology/layouts", { name: uniqueName("map"), positions: {} }),
  "/monitoring/service-checks": () =>
    post("/monitoring/service-checks", { device_id: hub, port: 22, label: uniqueName("Check") }),
  "/monitoring/port-targets": () =>
    post("/monitoring/port-targets", { port: 22, label: uniqueName("check") }),
  "/monitoring/incidents": addIncident,
  "/monitors": addMonitor,
  "/monitors/favourites": addMonitor,
  "/maintenance": () =>
    post("/maintenance", {
      title: uniqueName("Upgrade"),
      scope: { everything: true },
      schedule: { kind: "once", duration_minutes: 5 },
    }),
  "/admin/status-pages": () => {
    const slug = `page-${next()}`;
    return call(`POST ${API}/admin/status-pages`, { slug, title: slug });
  },
  "/alerts/rules": () => post("/alerts/rules", { name: uniqueName("rule"), event_type: "device_offline" }),
  "/alerts/silences": () =>
    post("/alerts/silences", { reason: "works", ends_at: new Date(Date.now() + 3_600_000).toISOString() }),
  "/alerts/channels": () =>
    post("/admin/notification-profiles", { name: uniqueName("Hook"), provider: "webhook" }),
  "/lldp/neighbours": addNeighbour,
  "/lldp/sources": addNeighbour,
  "/lldp/suggestions": addNeighbour,
  "/operations": () =>
    call(`POST ${API}/topology/devices/import?dry_run=true`, { devices: [{ hostname: "x" }] }),
  "/imports": async () => {
    const form = await formOf([{ name: "plan.csv", content: "cidr,name\n10.99.0.0/24,x" }]);
    return service.call(`POST ${API}/imports?source=csv&dry_run=true`, { token, ...form });
  },
  "/syslog/formats": () =>
    post("/syslog/formats", { name: uniqueName("gate"), pattern: "from %{ip:src_ip}" }),
  "/syslog/relays": () => addRelay(service.database.db),
  "/syslog/searches": () => post("/syslog/searches", { name: uniqueName("search"), filters: {} }),
};

/** Whole they are sorted by what changes all the time, so pages of them have another order. */
const OTHER_ORDER = ["/auth/me/sessions", "/topology/layouts", "/ipam/conflicts"];
/** Without parameters it is a page already. */
const ALWAYS_PAGED = ["/ipam/dhcp-leases/history", "/bindings", "/imports", "/operations"];

const Rows = z.array(z.unknown());
const textsOf = (body: unknown) => Rows.parse(body).map((row) => identify(row));

/** Rows without what changes while they are read. */
function identify(row: unknown): string {
  const known = z.looseObject({ id: z.union([z.int(), z.string()]).nullable() }).safeParse(row);
  return known.success && known.data.id !== null ? String(known.data.id) : JSON.stringify(row);
}

const nextOf = (link: string | null) => /<([^>]+)>; rel="next"/.exec(link ?? "")?.[1];

/** All pages of a list; `between` runs after each but the last. */
async function walk(path: string, limit: number, between?: () => Promise<unknown>): Promise<string[]> {
  const found: string[] = [];
  let url: string | undefined = `${path}?limit=${limit}`;
  while (url !== undefined) {
    const answer = await call(`GET ${url}`);
    expect({ url, status: answer.status }).toEqual({ url, status: 200 });
    const rows = textsOf(answer.body);
    expect(rows.length).toBeLessThanOrEqual(limit);
    found.push(...rows);
    url = nextOf(answer.headers.get("Link"));
    if (url !== undefined) await between?.();
  }
  return found;
}

/** As the service makes them, whose checksum keeps nobody from making one. */
function forged(order: string, keys: unknown): string {
  const text = JSON.stringify(keys);
  const checksum = new Bun.CryptoHasher("sha256")
    .update(`${order}\n${text}`)
    .digest("base64url")
    .slice(0, 12);
  return Buffer.from(checksum + text).toString("base64url");
}

test("every list that can grow says how it comes in pages", () => {
  expect(lists.map(({ path }) => path.replace(API, "")).sort()).toEqual(Object.keys(ADD).sort());
  for (const route of lists) {
    const { path } = route;
    const query = route.operation.parameters?.map(({ name }) => name) ?? [];
    expect({ path, query }).toMatchObject({ query: expect.arrayContaining(["limit", "cursor"]) });
    expect({ path, headers: Object.keys(successOf(route).headers ?? {}) }).toEqual({
      path,
      headers: ["Link", "X-Total-Count"],
    });
  }
});

describe.each(lists.map(({ path }) => path.replace(API, "")))("GET %s", (name) => {
  const path = API + name;
  const add = ADD[name] ?? (() => Promise.reject(new Error(`nothing adds to ${name}`)));

  beforeAll(async () => {
    for (let index = 0; index < 5; index++) await add();
  });

  test("is whole without parameters, and its pages are the same rows in the same order", async () => {
    const whole = await call(`GET ${path}`);
    const rows = textsOf(whole.body);
    expect(rows.length).toBeGreaterThanOrEqual(5);
    expect(whole.headers.get("X-Total-Count")).toBe(String(rows.length));
    if (!ALWAYS_PAGED.includes(name)) expect(whole.headers.get("Link")).toBeNull();
    const walked = await walk(path, 2);
    expect(OTHER_ORDER.includes(name) ? walked.sort() : walked).toEqual(
      OTHER_ORDER.includes(name) ? rows.sort() : rows,
    );
    expect(await walk(path, 1000)).toHaveLength(rows.length);
  });

  test("says with each page how many rows there are, and where the next page is", async () => {
    const first = await call(`GET ${path}?limit=2`);
    const total = first.headers.get("X-Total-Count");
    expect(Number(total)).toBeGreaterThanOrEqual(5);
    const second = await call(`GET ${nextOf(first.headers.get("Link"))}`);
    expect(second.headers.get("X-Total-Count")).toBe(total);
    expect((await call(`GET ${path}?limit=1000`)).headers.get("Link")).toBeNull();
  });

  test("a cursor without a limit gives all that follows its place, and never the list from its beginning", async () => {
    const { headers } = await call(`GET ${path}?limit=2`);
    const place = new URL(nextOf(headers.get("Link")) ?? "", "http://x");
    const pages = await walk(path, 1000);
    const rest = await call(`GET ${path}?cursor=${place.searchParams.get("cursor")}`);
    expect(textsOf(rest.body)).toEqual(pages.slice(2));
    expect(rest.headers.get("X-Total-Count")).toBe(headers.get("X-Total-Count"));
  });

  test("a walk while others add rows skips none and gives none twice", async () => {
    const before = textsOf((await call(`GET ${path}?limit=1000`)).body);
    const walked = await walk(path, 3, add);
    expect(new Set(walked).size).toBe(walked.length);
    expect(walked).toEqual(expect.arrayContaining(before));
  });

  test("refuses a limit that is none and a cursor of another list", async () => {
    const foreign = forged("another list", [1]);
    for (const query of [
      "limit=0",
      "limit=-1",
      "limit=1000000000",
      "limit=2&cursor=x",
      `limit=2&cursor=${foreign}`,
      `cursor=${foreign}`,
    ]) {
      expect({ query, status: (await call(`GET ${path}?${query}`)).status }).toEqual({ query, status: 422 });
    }
  });

  test("refuses a cursor that was forged for it", async () => {
    const cursor = new URL(nextOf((await call(`GET ${path}?limit=2`)).headers.get("Link")) ?? "", "http://x");
    const text = Buffer.from(cursor.searchParams.get("cursor") ?? "", "base64url").toString();
    const keys = z.array(z.unknown()).parse(JSON.parse(text.slice(12)));
    const order = ORDERS[name] ?? "";
    expect(forged(order, keys)).toBe(cursor.searchParams.get("cursor") ?? "");
    for (const bad of [
      keys.map(() => "\0"),
      keys.map(() => "x'--"),
      keys.map(() => 1.5),
      keys.map(() => ({})),
      [],
      [...keys, 1],
    ]) {
      const answer = await call(`GET ${path}?limit=2&cursor=${forged(order, bad)}`);
      // A text is a place in a list that is sorted by text.
      const mayBe = bad.every((key) => key === "x'--") && typeof keys[0] === "string" ? [200, 422] : [422];
      expect(mayBe).toContain(answer.status);
    }
  });
});

/** What each list's cursors are made for. */
const ORDERS: Record<string, string> = {
  "/discovery/schedules": "discovery schedules",
  "/exports/report-schedules": "report schedules",
  "/maintenance": "maintenance",
  "/alerts/rules": "alert rules",
  "/alerts/silences": "alert silences",
  "/alerts/channels": "alert channels",
  "/auth/users": "users",
  "/imports": "imports",
  "/auth/me/sessions": "sessions",
  "/api-keys": "api keys",
  "/api-keys/admin/all": "api keys",
  "/admin/notification-profiles": "notification profiles",
  "/admin/device-types": "device types",
  "/tools/snmp/profiles": "SNMP profiles",
  "/admin/status-pages": "status pages",
  "/ipam/vlan-suggestions": "vlan suggestions",
  "/ipam/subnets": "subnets",
  "/ipam/reservations": "ipam-reservations text",
  "/ipam/dhcp-leases": "ipam-dhcp-leases text",
  "/ipam/dhcp-leases/history": "ipam-dhcp-lease-history",
  "/bindings": "address-bindings",
  "/ipam/conflicts": "conflicts",
  "/ipam/external/pools": "external pools",
  "/ipam/external/assignments": "external assignments",
  "/topology/devices": "devices hostname",
  "/topology/devices/favourites": "favourite devices",
  "/topology/groups": "groups",
  "/topology/sites": "sites",
  "/topology/relationships": "relationships",
  "/topology/layouts": "layouts",
  "/monitoring/service-checks": "service checks",
  "/monitoring/port-targets": "service checks",
  "/monitoring/incidents": "incidents",
  "/monitors": "monitors",
  "/monitors/favourites": "favourite monitors",
  "/lldp/neighbours": "LLDP neighbours",
  "/lldp/sources": "LLDP sources",
  "/lldp/suggestions": "LLDP suggestions",
  "/operations": "operations",
  "/syslog/formats": "log formats",
  "/syslog/relays": "relays",
  "/syslog/searches": "saved searches",
};

test("the audit log says the same in headers as in its body", async () => {
  for (let made = 0; made < 4; made++) await addDevice();
  const first = await call(`GET ${API}/audit/logs?limit=2&offset=1`);
  const { total, next_cursor: cursor } = z
    .object({ total: z.int(), next_cursor: z.string() })
    .parse(first.body);
  expect(first.headers.get("X-Total-Count")).toBe(String(total));
  const link = nextOf(first.headers.get("Link")) ?? "";
  expect(new URL(link, "http://x").searchParams.get("cursor")).toBe(cursor);
  expect(link).not.toContain("offset");
  const [expected, walked] = await Promise.all([
    call(`GET ${API}/audit/logs?limit=2&cursor=${cursor}`),
    call(`GET ${link}`),
  ]);
  expect(walked.body).toEqual(expected.body);
});

test("a page of subnets knows the subnets around each, and what is nested in it", async () => {
  const outer = await post("/ipam/subnets", { name: "AA outer", cidr: "10.77.0.0/16" });
  await post("/ipam/subnets", { name: "zz inner", cidr: "10.77.7.0/24" });
  await post("/ipam/reservations", { ip_address: "10.77.7.7", label: "nested" });
  const whole = z.array(z.looseObject({ id: z.int() })).parse((await call(`GET ${API}/ipam/subnets`)).body);
  let url: string | undefined = `${API}/ipam/subnets?limit=1`;
  const rows: unknown[] = [];
  while (url !== undefined) {
    const answer = await call(`GET ${url}`);
    rows.push(...Rows.parse(answer.body));
    url = nextOf(answer.headers.get("Link"));
  }
  expect(rows).toEqual(whole);
  expect(whole.find(({ id }) => id === outer)).toMatchObject({ used: 1 });
});
