import { afterAll, beforeEach, expect, test } from "bun:test";
import { z } from "zod";
import { roles } from "#tables/users";
import { createTestService, uniqueName } from "../../support/app";
import { actionsOf, importer } from "./given";
import { KUMA_BACKUP, KUMA_TABLE } from "./uptime-kuma-files";

const service = await createTestService();
afterAll(service.close);
const token = await service.tokenOf(await service.givenAdmin());
const { take, get } = importer(service, token);
beforeEach(async () => {
  await service.database.sql`TRUNCATE monitors, devices CASCADE`;
});

const backup = { name: "backup.json", content: KUMA_BACKUP };

test("monitors of a backup come along without their secrets, and pinged hosts as devices; one undo takes them back", async () => {
  const taken = await take("uptime-kuma", { files: [backup] });
  expect(taken.verdicts.map(({ kind, name, action }) => `${action} ${kind} ${name}`)).toEqual([
    "not_taken channel Team chat",
    "created monitor Shop",
    "created monitor Search",
    "created device Router",
    "created monitor Nightly",
    "created check Mail",
    "created check Resolver",
    "not_taken monitor Broker",
  ]);
  expect(await get("monitors")).toMatchObject([
    { name: "Nightly", kind: "push", check_interval_seconds: 3600, enabled: true },
    { name: "Search", keyword: "welcome", check_interval_seconds: 120, enabled: false, tags: [] },
    {
      name: "Shop",
      kind: "http",
      url: "https://shop.example.com",
      accepted_status_codes: "200-299,301",
      verify_tls: false,
      max_retries: 2,
      retry_interval_seconds: 30,
      certificate_expiry_alert: true,
      tags: ["public"],
      auth_username: null,
      has_auth_password: false,
    },
  ]);
  expect(await get("topology/devices?sort=id")).toMatchObject([
    { display_name: "Router", ip_address: "192.0.2.1" },
    { hostname: "mail.example.com" },
  ]);
  for (const column of ["basic_auth_pass", "basic_auth_user", "pushtoken"])
    expect(taken.left_out).toContainEqual({ table: "monitors", column, rows: 1 });
  expect(JSON.stringify(taken)).not.toContain("hidden");
  expect((await service.call(`POST /api/v1/imports/${taken.id}/undo`, { token })).status).toBe(200);
  const left = ["monitors", "topology/devices", "monitoring/service-checks"].map(get);
  expect(await Promise.all(left)).toEqual([[], [], []]);
});

test("TCP and DNS monitors become checks of the devices that they ask, which are made where nobody has them", async () => {
  const taken = await take("uptime-kuma", { files: [backup] });
  const devices = z
    .array(z.looseObject({ id: z.int(), hostname: z.string().nullable() }))
    .parse(await get("topology/devices"));
  const mail = devices.find(({ hostname }) => hostname === "mail.example.com");
  const router = devices.find(({ hostname }) => hostname === null);
  expect(await get("monitoring/service-checks")).toMatchObject([
    {
      device_id: router?.id,
      label: "Resolver",
      check_type: "dns",
      port: 53,
      options: { name: "www.example.com", record_type: "MX", expected: "mail.example.com" },
      interval_seconds: 300,
      failures_to_down: 1,
    },
    { device_id: mail?.id, label: "Mail", check_type: "tcp", port: 25, failures_to_down: 4, enabled: true },
  ]);
  expect(taken.made).toEqual({ sites: [], groups: [], devices: ["mail.example.com"] });
});

test("a host that is no name of DNS is refused at the device, and a port that is none at the port", async () => {
  const monitor = { id: 1, type: "port", interval: 60, active: true };
  const content = JSON.stringify({
    monitorList: [
      { ...monitor, name: "One", hostname: "no host!", port: 22 },
      { ...monitor, name: "Two", hostname: "192.0.2.9", port: 99_999 },
    ],
  });
  const { verdicts, made } = await take("uptime-kuma", { files: [{ name: "backup.json", content }] });
  expect(verdicts).toMatchObject([
    { action: "refused", errors: [{ field: "device", msg: "Invalid hostname" }] },
    { action: "refused", errors: [{ field: "port" }] },
  ]);
  expect(made.devices).toEqual([]);
});

test("monitors of other types say why nothing here is like them", async () => {
  const monitor = { id: 1, name: "One", hostname: "192.0.2.9", port: 161, interval: 60, active: true };
  const types = ["snmp", "docker", "steam", "postgres", "of tomorrow"];
  const content = JSON.stringify({ monitorList: types.map((type) => ({ ...monitor, type })) });
  const { verdicts } = await take("uptime-kuma", { files: [{ name: "backup.json", content }] });
  expect(actionsOf(verdicts)).toEqual(types.map(() => "not_taken"));
  const reasons = verdicts.flatMap(({ errors }) => errors.map(({ msg }) => msg));
  expect(reasons.slice(0, 3)).toEqual([
    expect.stringContaining("SNMP profile"),
    expect.stringContaining("push monitor"),
    expect.stringContaining("push monitor"),
  ]);
  expect(new Set(reasons.slice(3).map((text) => text.replace(/^.*?: /, ""))).size).toBe(1);
});

const monitorFile = (...monitors: object[]) => {
  const base = { type: "http", url: "https://shop.example.com", interval: 60, active: true };
  const monitorList = monitors.map((monitor, place) => ({
    id: place + 1,
    name: `m${place}`,
    ...base,
    ...monitor,
  }));
  return [{ name: "backup.json", content: JSON.stringify({ monitorList }) }];
};

test("numbers beyond what is possible here become the nearest that is, which the row says", async () => {
  const files = monitorFile(
    { interval: 300, timeout: 240, maxretries: 25, retryInterval: 1 },
    { type: "port", hostname: "192.0.2.7", port: 22, interval: 5, maxretries: 40 },
  );
  const { verdicts } = await take("uptime-kuma", { files });
  expect(verdicts).toMatchObject([
    {
      action: "created",
      errors: [
        { field: "timeout_seconds", msg: "60 is the most here, it was 240" },
        { field: "retry_interval_seconds", msg: "5 is the least here, it was 1" },
        { field: "max_retries", msg: "10 is the most here, it was 25" },
      ],
    },
    { action: "created", errors: [{ field: "interval_seconds" }, { field: "failures_to_down" }] },
  ]);
  expect(await get("monitors")).toMatchObject([
    { check_interval_seconds: 300, timeout_seconds: 60, retry_interval_seconds: 5, max_retries: 10 },
  ]);
  expect(await get("monitoring/service-checks")).toMatchObject([
    { interval_seconds: 20, failures_to_down: 20 },
  ]);
});

test("a job that reports once a week has the rest of its time as grace", async () => {
  const files = monitorFile(
    { type: "push", interval: 604_800, url: "" },
    { type: "push", interval: 9e9, url: "" },
  );
  const { verdicts } = await take("uptime-kuma", { files });
  expect(verdicts).toMatchObject([
    { action: "created", errors: [{ field: "check_interval_seconds" }] },
    { action: "created", errors: [{ field: "check_interval_seconds" }, { field: "push_grace_seconds" }] },
  ]);
  expect(await get("monitors")).toMatchObject([
    { check_interval_seconds: 86_400, push_grace_seconds: 518_400 },
    { check_interval_seconds: 86_400, push_grace_seconds: 31 * 86_400 },
  ]);
});

test("a monitor that signs in is made switched off, and stays as it is when the file comes again", async () => {
  const files = monitorFile({ auth_method: "basic", basic_auth_user: "ann", basic_auth_pass: "hidden-word" });
  const { verdicts } = await take("uptime-kuma", { files });
  expect(verdicts).toMatchObject([
    {
      action: "created",
      errors: [{ field: "enabled", msg: expect.stringContaining("it signs in (basic)") }],
    },
  ]);
  expect(await get("monitors")).toMatchObject([{ enabled: false }]);
  const id = verdicts[0]?.target?.slice("monitor:".length);
  const body = { auth_type: "basic", auth_username: "ann", auth_password: "typed anew", enabled: true };
  expect((await service.call(`PATCH /api/v1/monitors/${id}`, { token, body })).status).toBe(200);
  const again = await take("uptime-kuma", { files });
  expect(again.verdicts).toMatchObject([{ action: "unchanged", errors: [] }]);
  expect(await get(`monitors/${id}`)).toMatchObject({ enabled: true, has_auth_password: true });
});

test.each([
  ["==", "equals"],
  ["!=", "not_equals"],
  [">", "gt"],
  [">=", "gte"],
  ["<", "lt"],
  ["<=", "lte"],
  ["contains", "contains"],
])("a JSON query that compares by %s does so by %s", async (operator, known) => {
  const query = { type: "json-query", jsonPath: "queue.length", expectedValue: "5" };
  const files = monitorFile({ ...query, jsonPathOperator: operator, cacheBust: true });
  expect(actionsOf((await take("uptime-kuma", { files })).verdicts)).toEqual(["created"]);
  expect(await get("monitors")).toMatchObject([
    { json_path: "$.queue.length", json_operator: known, expected_value: "5", cache_bust: true },
  ]);
});

test("a JSON query in another language than paths, or with an operator that is not known, is refused by it", async () => {
  const query = { type: "json-query", expectedValue: "5" };
  const files = monitorFile(
    { ...query, jsonPath: "$count(items)" },
    { ...query, jsonPath: "$.a", jsonPathOperator: "~=" },
  );
  expect((await take("uptime-kuma", { files })).verdicts).toMatchObject([
    { action: "refused", errors: [{ field: "json_path" }] },
    { action: "refused", errors: [{ field: "json_operator" }] },
  ]);
});

test("what is up while nothing answers a ping is no device", async () => {
  const files = monitorFile({ type: "ping", hostname: "192.0.2.7", upsideDown: true });
  expect((await take("uptime-kuma", { files })).verdicts).toMatchObject([
    { action: "not_taken", errors: [{ msg: expect.stringContaining("up while nothing answers") }] },
  ]);
});

test("whoever may watch and not change the inventory gets checks of devices that are there, and no new device", async () => {
  await service.call("POST /api/v1/topology/devices", { token, body: { ip_address: "192.0.2.1" } });
  const role = uniqueName("watcher");
  await service.database.db.insert(roles).values({ name: role, permissions: ["monitoring_write"] });
  const watcher = importer(service, await service.tokenOf(await service.givenUser({ role })));
  const { verdicts } = await watcher.take("uptime-kuma", { files: [backup] });
  expect(verdicts.filter(({ kind }) => kind === "check")).toMatchObject([
    { name: "Mail", action: "refused", errors: [{ field: "device" }] },
    { name: "Resolver", action: "created" },
  ]);
});

test("the undo of an import is taken back as it was, with what went along, in as few entries", async () => {
  const taken = await take("uptime-kuma", { files: [backup] });
  const { sql } = service.database;
  const [shop] = await sql<[{ id: number }]>`SELECT id FROM monitors WHERE name = 'Shop'`;
  await service.call(`PATCH /api/v1/monitors/${shop.id}/favourite`, { token });
  const group = { name: "All", kind: "group", members: [{ kind: "monitor", id: shop.id }] };
  expect((await service.call("POST /api/v1/monitors", { token, body: group })).status).toBe(201);
  const before = await get("monitors");
  const undone = await service.call(`POST /api/v1/imports/${taken.id}/undo`, { token });
  const { undo_audit_id: undoId } = z.looseObject({ undo_audit_id: z.int() }).parse(undone.body);
  expect(await get("monitors")).toMatchObject([{ name: "All", members: [] }]);
  const redone = await service.call(`POST /api/v1/audit/${undoId}/undo`, { token });
  expect(redone).toMatchObject({
    status: 200,
    body: {
      objects: expect.arrayContaining([
        expect.objectContaining({
          name: "Shop",
          outcome: "restored",
          with: { favourites: 1, group_members: 1 },
        }),
        expect.objectContaining({ name: "Nightly", outcome: "restored" }),
      ]),
      lost: expect.arrayContaining([expect.objectContaining({ kind: "push_token", count: 1 })]),
    },
  });
  const fieldsOf = (rows: unknown) =>
    z
      .array(z.looseObject({}))
      .parse(rows)
      .map((row) => ({ ...row, updated_at: null }));
  expect(fieldsOf(await get("monitors"))).toEqual(fieldsOf(before));
  const written =
    await sql`SELECT action FROM audit_log WHERE request_id = ${redone.headers.get("X-Request-Id")}`;
  expect(new Set(written.map(({ action }) => action))).toEqual(
    new Set(["audit.undone", "imports.undone.rows"]),
  );
});

test("a monitor that was given a secret since is not removed unasked, and the secret is told as lost", async () => {
  const taken = await take("uptime-kuma", { files: [backup] });
  const [{ id }] = await service.database.sql<[{ id: number }]>`SELECT id FROM monitors WHERE name = 'Shop'`;
  const body = { auth_type: "basic", auth_username: "shop", auth_password: "a secret of ours" };
  expect((await service.call(`PATCH /api/v1/monitors/${id}`, { token, body })).status).toBe(200);
  const undo = async (query: string) =>
    (await service.call(`POST /api/v1/imports/${taken.id}/undo?dry_run=true${query}`, { token })).body;
  expect(await undo("")).toMatchObject({
    is_possible: false,
    conflicts: expect.arrayContaining([
      expect.objectContaining({ code: "changed_since", field: "has_auth_password" }),
    ]),
  });
  expect(await undo("&on_conflict=overwrite")).toMatchObject({
    is_possible: true,
    lost: [{ kind: "secrets", count: 1 }],
  });
});

test("the table of its database says the same as the backup, and the same again changes nothing", async () => {
  const first = await take("uptime-kuma", { files: [backup] });
  const table = { name: "monitor.json", content: KUMA_TABLE };
  const again = await take("uptime-kuma", { files: [table] });
  expect(again.verdicts.filter(({ action }) => action !== "unchanged" && action !== "not_taken")).toEqual([]);
  expect(again.rows).toBe(first.rows - 1);
  expect(JSON.stringify(again)).not.toContain("hidden");
});

test("what is changed in a monitor by hand is filled or replaced as asked", async () => {
  const { verdicts } = await take("uptime-kuma", { files: [backup] });
  const id = Number(verdicts.find(({ name }) => name === "Shop")?.target?.slice("monitor:".length));
  await service.call(`PATCH /api/v1/monitors/${id}`, { token, body: { max_retries: 7 } });
  const kept = await take("uptime-kuma", { files: [backup], query: "&existing=keep&dry_run=true" });
  expect(actionsOf(kept.verdicts)).not.toContain("updated");
  const { verdicts: changed } = await take("uptime-kuma", { files: [backup] });
  expect(changed.filter(({ action }) => action === "updated")).toMatchObject([
    { name: "Shop", fields: ["max_retries"] },
  ]);
  expect(await get(`monitors/${id}`)).toMatchObject({ max_retries: 2 });
});

test("what is changed in a check by hand is filled or replaced as asked", async () => {
  const { verdicts } = await take("uptime-kuma", { files: [backup] });
  const id = Number(verdicts.find(({ name }) => name === "Mail")?.target?.slice("service_check:".length));
  const edit = { token, body: { failures_to_down: 7, successes_to_up: 3 } };
  await service.call(`PATCH /api/v1/monitoring/service-checks/${id}`, edit);
  const kept = await take("uptime-kuma", { files: [backup], query: "&existing=keep&dry_run=true" });
  expect(actionsOf(kept.verdicts)).not.toContain("updated");
  const { verdicts: changed } = await take("uptime-kuma", { files: [backup] });
  expect(changed.filter(({ action }) => action === "updated")).toMatchObject([
    { name: "Mail", fields: ["failures_to_down"] },
  ]);
  expect(await get(`monitoring/service-checks/${id}`)).toMatchObject({
    failures_to_down: 4,
    successes_to_up: 3,
  });
});
