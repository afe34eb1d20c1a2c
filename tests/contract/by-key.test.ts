import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { createTestService, type Answer } from "../support/app";
import { readDocument, routesOf, type DocumentedRoute } from "../support/conformance";

/** Walks the OpenAPI document: each POST that knows a natural key writes what is there, whoever comes at the same time. */
const service = await createTestService();
afterAll(service.close);
const routes = routesOf(await readDocument(service.app));
const token = await service.tokenOf(await service.givenAdmin());
const API = "/api/v1";

const call = (what: string, body?: unknown, headers: Record<string, string> = {}) =>
  service.call(what, { token, headers, ...(body === undefined ? {} : { body }) });

const Thing = z.looseObject({ id: z.int() });

async function given(path: string, body: unknown): Promise<number> {
  const answer = await call(`POST ${API}${path}`, body);
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return Thing.parse(answer.body).id;
}

const device = await given("/topology/devices", { name: "core" });
const other = await given("/topology/devices", { name: "edge" });
const pool = await given("/ipam/external/pools", { name: "uplink", cidr: "8.8.8.0/24" });

type Example = {
  path?: string;
  /** The n-th of its kind: another key for each. */
  body: (n: number) => Record<string, unknown>;
  /** A field besides the key. */
  change: [name: string, value: unknown];
  /** What the body of the key alone leaves as it is. */
  kept: [name: string, value: unknown];
  /** It has fields that are observed, and in its tag only behind the version. */
  isObserved?: boolean;
};

const hourly = { kind: "recurring", cron: "0 * * * *", time_zone: "UTC", duration_minutes: 60 };
const check: Example = {
  body: (n) => ({ device_id: device, port: 443, label: `web ${n}` }),
  change: ["port", 8443],
  kept: ["interval_seconds", 120],
};

const EXAMPLES: Record<string, Example> = {
  "/topology/devices": {
    body: (n) => ({ name: `switch ${n}`, mac_address: `02:00:5e:00:53:${10 + n}` }),
    change: ["notes", "second"],
    kept: ["vendor", "Example"],
  },
  "/syslog/formats": {
    body: (n) => ({ name: `gate-${n}`, pattern: "from %{ip:src_ip}" }),
    change: ["enabled", false],
    kept: ["description", "first"],
    isObserved: true,
  },
  "/topology/sites": {
    body: (n) => ({ name: `site ${n}` }),
    change: ["address", "1 Main Street"],
    kept: ["description", "first"],
  },
  "/topology/groups": {
    body: (n) => ({ name: `group ${n}` }),
    change: ["vlan_id", "7"],
    kept: ["color", "#123456"],
  },
  "/topology/relationships": {
    body: (n) => ({ source_device_id: device, target_device_id: other, source_interface: `eth${n}` }),
    change: ["notes", "second"],
    kept: ["link_speed_mbps", 1000],
  },
  "/ipam/subnets": {
    body: (n) => ({ cidr: `192.0.${n}.0/24`, name: "office" }),
    change: ["vlan_id", "7"],
    kept: ["description", "first"],
  },
  "/ipam/reservations": {
    body: (n) => ({ ip_address: `192.0.2.${100 + n}`, label: "printer" }),
    change: ["mac_address", "02:00:5e:00:53:99"],
    kept: ["notes", "first"],
  },
  "/ipam/external/pools": {
    body: (n) => ({ name: `pool ${n}`, cidr: `9.9.${n}.0/24` }),
    change: ["provider", "Example"],
    kept: ["description", "first"],
  },
  "/ipam/external/assignments": {
    body: (n) => ({ pool_id: pool, ip_address: `8.8.8.${10 + n}`, label: "mail" }),
    change: ["owner", "team"],
    kept: ["service", "smtp"],
  },
  "/monitoring/service-checks": check,
  "/monitoring/port-targets": { ...check, body: (n) => ({ ...check.body(n), label: `port ${n}` }) },
  "/monitors": {
    body: (n) => ({ name: `portal ${n}`, url: "https://portal.example.com" }),
    change: ["url", "https://shop.example.com/"],
    kept: ["description", "first"],
  },
  "/alerts/rules": {
    body: (n) => ({ name: `rule ${n}`, event_type: "device_offline" }),
    change: ["enabled", false],
    kept: ["cooldown_minutes", 7],
  },
  "/maintenance": {
    body: (n) => ({ title: `upgrade ${n}`, scope: { everything: true }, schedule: hourly }),
    change: ["enabled", false],
    kept: ["description", "first"],
  },
  "/admin/status-pages": {
    body: (n) => ({ slug: `page-${n}`, title: "Page" }),
    change: ["published", true],
    kept: ["description", "first"],
  },
  "/topology/devices/{device_id}/sensors": {
    path: `/topology/devices/${device}/sensors`,
    body: (n) => ({ name: `inlet ${n}`, oid: "1.3.6.1.2" }),
    change: ["oid", "1.3.6.1.3"],
    kept: ["unit", "°C"],
  },
  "/tools/snmp/profiles": {
    body: (n) => ({ name: `profile ${n}`, community: "public" }),
    change: ["retries", 0],
    kept: ["timeout_seconds", 7],
  },
  "/admin/notification-profiles": {
    body: (n) => ({ name: `way ${n}`, provider: "ntfy" }),
    change: ["enabled", false],
    kept: ["config", { topic: "alerts" }],
  },
  "/admin/device-types": {
    body: (n) => ({ value: `periscope-${n}`, label: "Periscope" }),
    change: ["label", "Scope"],
    kept: ["icon", "camera"],
  },
  "/discovery/schedules": {
    body: (n) => ({ name: `office ${n}`, target: "192.168.10.0/24" }),
    change: ["target", "192.168.11.0/24"],
    kept: ["interval_minutes", 600],
  },
  "/exports/report-schedules": {
    body: (n) => ({ name: `weekly ${n}`, cadence: "weekly", recipient_addresses: ["boss@example.com"] }),
    change: ["time", "09:00"],
    kept: ["weekday", 3],
  },
};

const byKey = routes.filter(({ operation }) => operation["x-natural-key"] !== undefined);
const pathOf = ({ path }: DocumentedRoute) => path.replace(API, "");

test("what has a natural key can be written by it", () => {
  expect(byKey.map(pathOf).sort()).toEqual(Object.keys(EXAMPLES).sort());
});

test.each(byKey.map((route) => [pathOf(route), route] as const))(
  "%s by its key takes the right that the change of one takes",
  (_, { path, operation }) => {
    const change = routes.find(
      (route) => route.method === "PATCH" && /^\/\{\w+\}$/.test(route.path.replace(path, "")),
    );
    expect([operation["x-permission"], operation["x-role"]]).toEqual([
      change?.operation["x-permission"],
      change?.operation["x-role"],
    ]);
  },
);

const changesNoted = async () => {
  const [row] = await service.database.sql<{ count: number }[]>`SELECT count(*)::int AS count FROM audit_log`;
  return row?.count;
};

describe.each(byKey.map((route) => [pathOf(route), route] as const))("POST %s", (path) => {
  const example = EXAMPLES[path];
  if (example === undefined) throw new Error(`no example of ${path}`);
  const address = `POST ${API}${example.path ?? path}`;
  const { body, kept, isObserved = false } = example;
  const [field, value] = example.change;
  const first = (n: number) => ({ ...body(n), [kept[0]]: kept[1] });

  test("adds one with `mode=upsert`, and then changes what is named", async () => {
    const made = await call(`${address}?mode=upsert`, first(1));
    expect({ status: made.status, text: made.text }).toMatchObject({ status: 201 });
    const changed = await call(`${address}?mode=upsert`, { ...body(1), [field]: value });
    expect({ status: changed.status, text: changed.text }).toMatchObject({ status: 200 });
    expect(changed.body).toMatchObject({ id: Thing.parse(made.body).id, [field]: value, [kept[0]]: kept[1] });
    expect(Boolean(changed.headers.get("ETag"))).toBe(Boolean(made.headers.get("ETag")));
  });

  const tagOf = ({ headers }: Answer) => {
    const tag = headers.get("ETag");
    return isObserved ? tag?.split(".")[0] : tag;
  };

  test("writes nothing where nothing differs", async () => {
    const made = await call(address, first(2));
    const before = await changesNoted();
    const again = await call(`${address}?mode=upsert`, first(2));
    expect(again.status).toBe(200);
    if (path === "/tools/snmp/profiles") return; // It holds a secret, of which nobody can say whether it is another.
    expect(await changesNoted()).toBe(before);
    expect(tagOf(again)).toBe(tagOf(made));
    expect(again.headers.get("X-Audit-Id")).toBeNull();
  });

  test("adds one where many send the same at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call(`${address}?mode=upsert`, first(3))),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      ...Array.from({ length: 7 }, () => 200),
      201,
    ]);
    expect(new Set(answers.map((answer) => Thing.parse(answer.body).id)).size).toBe(1);
  });

  test("refuses one that is there with `create`, leaves it alone with `skip`, and finds none with `update`", async () => {
    const made = await call(`${address}?mode=create`, first(4));
    expect(made.status).toBe(201);
    const twice = await call(`${address}?mode=create`, first(4));
    expect(twice).toMatchObject({ status: 409, body: { detail: expect.stringMatching(/exists already/i) } });
    const skipped = await call(`${address}?mode=skip`, { ...first(4), [field]: value });
    expect(skipped.status).toBe(200);
    expect(tagOf(skipped)).toBe(tagOf(made));
    const absent = await call(`${address}?mode=update`, first(5));
    expect(absent).toMatchObject({ status: 404, body: { detail: expect.stringMatching(/^Not found: /) } });
  });

  test("is tried by `dry_run`", async () => {
    await call(`${address}?mode=upsert`, first(6));
    const before = await changesNoted();
    const tried = await call(`${address}?mode=upsert&dry_run=true`, { ...body(6), [field]: value });
    expect(tried).toMatchObject({ status: 200, body: { would_answer: { [field]: value } } });
    expect(z.looseObject({ would_change: z.array(z.unknown()) }).parse(tried.body).would_change).toHaveLength(
      1,
    );
    const missing = await call(`${address}?mode=upsert&dry_run=true`, first(7));
    expect(missing.status).toBe(200);
    expect(await changesNoted()).toBe(before);
  });

  test("answers a second request with its Idempotency-Key as the first, and once", async () => {
    const key = { "Idempotency-Key": `by-key${path}` };
    await call(`${address}?mode=upsert`, first(8));
    const changed = { ...body(8), [field]: value };
    const done = await call(`${address}?mode=upsert`, changed, key);
    const before = await changesNoted();
    const again = await call(`${address}?mode=upsert`, changed, key);
    expect(await changesNoted()).toBe(before);
    if (again.status === 409) return; // The answer of an SNMP profile is not given again.
    expect([done.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    // What only a write says, such as a device's warnings, is not said again.
    expect(done.body).toMatchObject(Thing.parse(again.body));
  });

  test("heeds If-Match", async () => {
    const made = await call(`${address}?mode=upsert`, first(9));
    const tag = made.headers.get("ETag") ?? "";
    expect(tag).not.toBe("");
    const stale = await call(
      `${address}?mode=upsert`,
      { ...body(9), [field]: value },
      { "If-Match": '"old"' },
    );
    expect(stale.status).toBe(412);
    const right = await call(`${address}?mode=upsert`, { ...body(9), [field]: value }, { "If-Match": tag });
    expect({ status: right.status, text: right.text }).toMatchObject({ status: 200 });
    const nothing = await call(`${address}?mode=upsert`, first(0), { "If-Match": "*" });
    expect(nothing.status).toBe(412);
  });
});

describe("a device", () => {
  test("that could be several is none of them: 409 names them", async () => {
    const ids = [
      await given("/topology/devices", { name: "twin" }),
      await given("/topology/devices", { name: "Twin" }),
    ];
    const answer = await call(`POST ${API}/topology/devices?mode=upsert`, { name: "twin", notes: "which?" });
    expect(answer).toMatchObject({
      status: 409,
      body: { detail: `More than one: device named twin (ids ${ids.join(", ")})` },
    });
  });

  test("without a key cannot be written by it", async () => {
    const answer = await call(`POST ${API}/topology/devices?mode=upsert`, { notes: "which?" });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", "mac_address"] }] } });
  });

  test("is known by its MAC address, whatever it is called by now", async () => {
    const mac = "02:00:5e:00:53:77";
    const made = await given("/topology/devices", { name: "old name", mac_address: mac });
    const answer = await call(`POST ${API}/topology/devices?mode=upsert`, {
      name: "new name",
      mac_address: mac,
    });
    expect(answer).toMatchObject({ status: 200, body: { id: made, display_name: "new name" } });
  });

  test("that was entered by its name alone gets its MAC address", async () => {
    const made = await given("/topology/devices", { name: "printer" });
    const body = { name: "Printer", mac_address: "02:00:5e:00:53:78" };
    const answer = await call(`POST ${API}/topology/devices?mode=upsert`, body);
    expect(answer).toMatchObject({ status: 200, body: { id: made, mac_address: body.mac_address } });
  });
});

test("a link is the same from either end", async () => {
  const body = {
    source_device_id: device,
    target_device_id: other,
    source_interface: "Gi1",
    target_interface: "Gi2",
  };
  const made = await given("/topology/relationships", body);
  const turned = {
    source_device_id: other,
    target_device_id: device,
    source_interface: "gi2",
    target_interface: "GI1",
  };
  const answer = await call(`POST ${API}/topology/relationships?mode=upsert`, { ...turned, notes: "turned" });
  expect(answer).toMatchObject({ status: 200, body: { id: made, notes: "turned" } });
});

test("what was changed by key is undone like any other change", async () => {
  const id = await given("/topology/sites", { name: "undone", address: "1 First Street" });
  const changed = await call(`POST ${API}/topology/sites?mode=upsert`, {
    name: "undone",
    address: "2 Second Street",
  });
  const undone = await call(`POST ${API}/audit/${changed.headers.get("X-Audit-Id")}/undo`);
  expect({ status: undone.status, text: undone.text }).toMatchObject({ status: 200 });
  expect((await call(`GET ${API}/topology/sites/${id}`)).body).toMatchObject({ address: "1 First Street" });
});

test("one that a writer without turns adds meanwhile is changed, not refused", async () => {
  const path = `POST ${API}/topology/sites`;
  const names = Array.from({ length: 12 }, (_, index) => `raced ${index}`);
  const answers = await Promise.all(
    names.flatMap((name) => [
      call(path, { name }),
      call(`${path}?mode=upsert`, { name, address: "x" }),
      call(path, { name }),
    ]),
  );
  const upserted = answers.filter((_, index) => index % 3 === 1);
  expect(upserted.every(({ status }) => status === 200 || status === 201)).toBe(true);
});

describe("what is named", () => {
  const post = (path: string, body: unknown) => call(`POST ${API}${path}?mode=upsert`, body);
  const isWritten = (answer: { headers: Headers }) => answer.headers.get("X-Audit-Id") !== null;

  test("replaces an object that a change replaces, also by less of it", async () => {
    const body = { check_type: "dns", port: 53, label: "names", device_id: device };
    const whole = { ...body, options: { name: "www.example.com", record_type: "AAAA" } };
    await post("/monitoring/service-checks", whole);
    expect(isWritten(await post("/monitoring/service-checks", whole))).toBe(false);
    const less = { ...body, options: { name: "www.example.com" } };
    expect(isWritten(await post("/monitoring/service-checks", less))).toBe(true);
    expect(isWritten(await post("/monitoring/service-checks", less))).toBe(false);
  });

  test("is added to attributes, which a change merges", async () => {
    const body = { name: "merged", custom_attributes: { rack: "4", unit: 7 } };
    await post("/topology/devices", body);
    expect(isWritten(await post("/topology/devices", { ...body, custom_attributes: { rack: "4" } }))).toBe(
      false,
    );
    const answer = await post("/topology/devices", { ...body, custom_attributes: { row: "B" } });
    expect(answer.body).toMatchObject({ custom_attributes: { rack: "4", unit: 7, row: "B" } });
  });

  test("is the same list where only the service's ids are more", async () => {
    const body = {
      name: "with ports",
      interfaces: [{ name: "eth0" }, { name: "eth1", mac_address: "02:00:5e:00:53:40" }],
    };
    await post("/topology/devices", body);
    expect(isWritten(await post("/topology/devices", body))).toBe(false);
    expect(isWritten(await post("/topology/devices", { ...body, interfaces: [{ name: "eth0" }] }))).toBe(
      true,
    );
  });
});

test("a mode that is none is refused", async () => {
  const answer = await call(`POST ${API}/topology/sites?mode=replace`, { name: "x" });
  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["query", "mode"] }] } });
});

test("who may not write may not write by key", async () => {
  const viewer = await service.tokenOf(await service.givenUser());
  for (const route of byKey) {
    const example = EXAMPLES[pathOf(route)];
    const path = `${API}${example?.path ?? pathOf(route)}`;
    const answer = await service.call(`POST ${path}?mode=skip`, { token: viewer, body: example?.body(1) });
    expect({ path, status: answer.status }).toEqual({ path, status: 403 });
  }
});

const unaware = routes.filter(
  ({ method, operation }) =>
    method !== "GET" && operation.parameters?.some(({ name }) => name === "mode") !== true,
);

test("a write that knows no natural key refuses `mode`, lest an object be added that was to be found", async () => {
  expect(unaware.length).toBeGreaterThan(100);
  for (const { method, path } of unaware) {
    const answer = await call(`${method} ${path.replaceAll(/\{\w+\}/g, "987654321")}?mode=upsert`);
    expect({ method, path, ...answer }).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["query", "mode"], type: "extra_forbidden" }] },
    });
  }
});

test("a `mode` that is given twice is refused, as readers disagree about which one counts", async () => {
  const answer = await call(`POST ${API}/topology/sites?mode=create&mode=upsert`, { name: "twice" });
  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["query", "mode"] }] } });
});

test("a name is one in any case, whatever its script", async () => {
  for (const status of [201, 200]) {
    const answer = await call(`POST ${API}/topology/devices?mode=upsert`, { name: "İstanbul" });
    expect(answer.status).toBe(status);
  }
});
