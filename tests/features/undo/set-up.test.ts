import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { createEncryption } from "#platform/encryption";
import { MASTER_KEY } from "../../support/app";
import { API, Created, createUndoService, settled } from "./undo-service";

/** What is set up, rather than found: what comes back of it with an undo, and what cannot. */
const service = await createUndoService();
afterAll(service.close);
const { post, get, write, undo, refusal, send, entryOf } = service;
const { sql } = service.database;

const List = z.array(z.record(z.string(), z.unknown()));
const lost = ({ lost: found }: { lost: { kind: string; count: number; reason: string }[] }) =>
  found.map(({ kind, count }) => `${count} ${kind}`);

test("a monitor that was deleted is back with its rules, windows, groups and history", async () => {
  const monitor = await post("/monitors", { name: "shop", url: "http://192.0.2.1/" });
  const thing = { kind: "monitor", id: monitor.id };
  const group = await post("/monitors", { kind: "group", name: "all", members: [thing] });
  const rule = await post("/alerts/rules", {
    name: "shop",
    event_type: "monitor_down",
    monitor_id: monitor.id,
  });
  const window = await post("/maintenance", {
    title: "works",
    scope: { monitor_ids: [monitor.id] },
    schedule: { kind: "recurring", cron: "0 3 * * 1", time_zone: "UTC", duration_minutes: 60 },
  });
  const page = await post("/admin/status-pages", {
    slug: "shop",
    title: "Shop",
    published: true,
    groups: [{ name: "Web", components: [{ ...thing, name: "Shop" }] }],
  });
  const [target] =
    await sql`INSERT INTO check_targets (kind, monitor_id, subject, interval_seconds, retry_seconds,
      failures_to_down, successes_to_up, state) VALUES ('monitor', ${monitor.id}, '', 60, 20, 1, 1, 'down') RETURNING id`;
  const targetId = Number(target?.["id"]);
  await sql`INSERT INTO incidents (target_id, started_at) VALUES (${targetId}, now() - interval '1 hour')`;
  const all = [
    `/monitors/${group.id}`,
    `/alerts/rules/${rule.id}`,
    `/maintenance/${window.id}`,
    `/admin/status-pages/${page.id}`,
  ];
  const read = async () =>
    Promise.all(
      all.map(async (path) => {
        const { member_states: _states, ...object } = settled(await get(path));
        return object;
      }),
    );
  const before = await read();

  const entry = await write(`DELETE /monitors/${monitor.id}`);
  expect(await send(`GET ${API}/alerts/rules/${rule.id}`)).toMatchObject({ status: 404 });
  const { objects } = await undo(entry);
  expect(objects).toMatchObject([
    {
      target: `monitor:${monitor.id}`,
      outcome: "restored",
      with: {
        histories: 1,
        group_members: 1,
        alert_rules: 1,
        maintenance_scopes: 1,
        status_page_components: 1,
      },
    },
  ]);
  expect(await read()).toEqual(before);
  // Nobody watched it while it was gone: it neither was down then, nor is known to be now.
  expect([...(await sql`SELECT state FROM check_targets WHERE id = ${targetId}`)]).toMatchObject([
    { state: "paused" },
  ]);
  expect([
    ...(await sql`SELECT ended_at IS NOT NULL AS "isEnded" FROM incidents WHERE target_id = ${targetId}`),
  ]).toMatchObject([{ isEnded: true }]);
});

test("a monitor comes back paused where it lacks a secret, and the undo names which", async () => {
  const monitor = await post("/monitors", {
    name: "secret",
    url: "http://192.0.2.1/",
    auth_type: "basic",
    auth_username: "probe",
    auth_password: "a secret of the monitor",
  });
  const entry = await write(`DELETE /monitors/${monitor.id}`);
  const preview = await undo(entry, "?dry_run=true");
  expect(preview.lost).toMatchObject([
    { kind: "secrets", count: 1, reason: expect.stringContaining("auth_password") },
  ]);
  await undo(entry);
  expect(await get(`/monitors/${monitor.id}`)).toMatchObject({ enabled: false, has_auth_password: false });
});

test("a push monitor comes back with another token, and the undo says so", async () => {
  const monitor = await post("/monitors", { kind: "push", name: "backup job" });
  const entry = await write(`DELETE /monitors/${monitor.id}`);
  expect(lost(await undo(entry))).toEqual(["1 push_token"]);
});

test("a service check comes back with the rules that named it, unless its device is gone", async () => {
  const device = await post("/topology/devices", { name: "checked" });
  const check = await post("/monitoring/service-checks", {
    device_id: device.id,
    check_type: "tcp",
    port: 22,
    label: "ssh",
  });
  const rule = await post("/alerts/rules", {
    name: "ssh",
    event_type: "service_down",
    port_target_id: check.id,
  });
  const before = settled(await get(`/monitoring/service-checks/${check.id}`));
  const entry = await write(`DELETE /monitoring/service-checks/${check.id}`);
  const removal = await write(`DELETE /topology/devices/${device.id}`);
  expect(await refusal(entry)).toMatchObject([{ code: "reference_gone", field: "device_id" }]);
  await undo(removal);
  await undo(entry);
  expect(settled(await get(`/monitoring/service-checks/${check.id}`))).toEqual(before);
  expect(await get(`/alerts/rules/${rule.id}`)).toMatchObject({ port_target_id: check.id });
});

test("checks that were added to many devices at once go at once", async () => {
  const devices = [
    await post("/topology/devices", { name: "one" }),
    await post("/topology/devices", { name: "two" }),
  ];
  const answer = await send(`POST ${API}/monitoring/service-checks/bulk`, {
    device_ids: devices.map(({ id }) => id),
    check: { check_type: "tcp", port: 8443, label: "portal" },
  });
  const entry = Number(answer.headers.get("X-Audit-Id"));
  expect((await undo(entry)).objects).toHaveLength(2);
  const left = List.parse(await get("/monitoring/service-checks"));
  expect(left.filter(({ label }) => label === "portal")).toEqual([]);
});

test("a maintenance window that was ended runs again, and one that is gone leaves out what is", async () => {
  const device = await post("/topology/devices", { name: "maintained" });
  const window = await post("/maintenance", {
    title: "now",
    scope: { device_ids: [device.id], tags: ["core"] },
    schedule: { kind: "once", duration_minutes: 60 },
  });
  const ended = await send(`POST ${API}/maintenance/${window.id}/end`);
  await undo(Number(ended.headers.get("X-Audit-Id")));
  expect(await get(`/maintenance/${window.id}`)).toMatchObject({ state: "running" });
  const entry = await write(`DELETE /maintenance/${window.id}`);
  await write(`DELETE /topology/devices/${device.id}`);
  expect(lost(await undo(entry))).toEqual(["1 maintenance_scopes"]);
  expect(await get(`/maintenance/${window.id}`)).toMatchObject({ scope: { device_ids: [], tags: ["core"] } });
});

test("a silence comes back while its end is to come", async () => {
  const endsAt = new Date(Date.now() + 3_600_000).toISOString();
  const silence = await post("/alerts/silences", { reason: "works", ends_at: endsAt });
  const entry = await write(`DELETE /alerts/silences/${silence.id}`);
  await undo(entry);
  const again = await write(`DELETE /alerts/silences/${silence.id}`);
  expect((await undo(again, "?dry_run=true")).is_possible).toBe(true);
});

test("an acknowledgement is taken back while the incident lasts", async () => {
  const [row] = await sql`INSERT INTO alert_incidents (subject, severity, title, opened_at)
    VALUES ('device:1', 'warning', 'down', now()) RETURNING id`;
  const id = Number(row?.["id"]);
  const answer = await send(`POST ${API}/alerts/incidents/${id}/acknowledge`, { note: "on it" });
  const entry = Number(answer.headers.get("X-Audit-Id"));
  await undo(entry);
  expect(await get(`/alerts/incidents/${id}`)).toMatchObject({ acknowledged_by: null, note: null });
  await sql`UPDATE alert_incidents SET resolved_at = now() WHERE id = ${id}`;
  expect(await refusal(entry)).toMatchObject([{ code: "already_undone" }]);
});

test("a notification profile comes back off and without its secrets, which the undo names", async () => {
  const profile = await post("/admin/notification-profiles", {
    name: "chat",
    provider: "webhook",
    config: { webhook_url: "https://hooks.example.com/a", webhook_token: "a secret token" },
  });
  const renamed = await write(`PATCH /admin/notification-profiles/${profile.id}`, {
    name: "other",
    config: { webhook_url: "https://hooks.example.com/b" },
  });
  await undo(renamed);
  const [kept] = List.parse(await get("/admin/notification-profiles")).filter(({ id }) => id === profile.id);
  expect(kept).toMatchObject({
    name: "chat",
    config: { webhook_url: "https://hooks.example.com/a", webhook_token: "__redacted__" },
  });
  const entry = await write(`DELETE /admin/notification-profiles/${profile.id}`);
  expect((await undo(entry)).lost).toMatchObject([
    { kind: "secrets", reason: expect.stringContaining("webhook_token") },
  ]);
  const [back] = List.parse(await get("/admin/notification-profiles")).filter(({ id }) => id === profile.id);
  expect(back).toMatchObject({ enabled: false, config: { webhook_url: "https://hooks.example.com/a" } });
});

test("an SNMP profile comes back to the devices that have none by now, without its community", async () => {
  const profile = await post("/tools/snmp/profiles", { name: "core", community: "a secret community" });
  const devices = [
    await post("/topology/devices", { name: "asked", snmp_profile_id: profile.id }),
    await post("/topology/devices", { name: "moved", snmp_profile_id: profile.id }),
  ];
  const entry = await write(`DELETE /tools/snmp/profiles/${profile.id}`);
  const other = await post("/tools/snmp/profiles", { name: "other", community: "another community" });
  await write(`PATCH /topology/devices/${devices[1]?.id}`, { snmp_profile_id: other.id });
  const done = await undo(entry);
  expect(lost(done)).toEqual(["1 secrets", "1 devices"]);
  expect(await get(`/topology/devices/${devices[0]?.id}`)).toMatchObject({ snmp_profile_id: profile.id });
  expect(await get(`/topology/devices/${devices[1]?.id}`)).toMatchObject({ snmp_profile_id: other.id });
  const secret = await write(`PATCH /tools/snmp/profiles/${profile.id}`, { community: "yet another one" });
  expect(await refusal(secret)).toMatchObject([{ code: "not_undoable" }]);
  expect(await entryOf(secret)).toMatchObject({ is_undoable: false });
});

test("a role that was deleted is its users' again, unless they have another by now", async () => {
  await write("POST /admin/roles", { name: "operators" });
  await write("PUT /admin/role-permissions", { roles: { operators: ["ipam_write"] } });
  const user = await service.givenUser({ role: "operators" });
  const entry = await write("DELETE /admin/roles/operators");
  const [{ role } = { role: "" }] = await sql<
    { role: string }[]
  >`SELECT role FROM users WHERE id = ${user.id}`;
  expect(role).toBe("Viewer");
  const { undo_audit_id: undoId } = await undo(entry);
  const roleOf = async () =>
    (await sql<{ role: string }[]>`SELECT role FROM users WHERE id = ${user.id}`)[0]?.role;
  expect(await roleOf()).toBe("operators");
  expect(await get("/admin/role-permissions")).toMatchObject({ roles: { operators: ["ipam_write"] } });
  await undo(undoId ?? 0);
  expect(await roleOf()).toBe("Viewer");
});

test("mail settings go back but for a secret, which stays and is named", async () => {
  await write("PUT /admin/notification-settings", {
    smtp_host: "one.example.com",
    smtp_password: "a password",
  });
  const entry = await write("PUT /admin/notification-settings", {
    smtp_host: "two.example.com",
    smtp_password: "another",
  });
  expect((await undo(entry)).lost).toMatchObject([
    { kind: "secrets", reason: expect.stringContaining("smtp_password") },
  ]);
  expect(await get("/admin/notification-settings")).toMatchObject({
    smtp_host: "one.example.com",
    smtp_password: "__redacted__",
  });
});

test("a secret of mail that was set where there was none goes again, unless somebody has typed another since", async () => {
  const passwordNow = async () =>
    z.looseObject({ smtp_password: z.string() }).parse(await get("/admin/notification-settings"))
      .smtp_password;
  await write("PUT /admin/notification-settings", { smtp_host: "one.example.com", smtp_password: "" });
  const set = { smtp_host: "two.example.com", smtp_password: "of two" };
  const first = await write("PUT /admin/notification-settings", set);
  expect(await undo(first)).toMatchObject({ is_possible: true, lost: [] });
  expect(await passwordNow()).toBe("");
  const second = await write("PUT /admin/notification-settings", set);
  await write("PUT /admin/notification-settings", { smtp_password: "typed since" });
  expect((await undo(second)).lost).toMatchObject([
    { kind: "secrets", reason: expect.stringContaining("somebody has typed them since: smtp_password") },
  ]);
  expect(await passwordNow()).toBe("__redacted__");
});

test("single sign-on, the place of backups and the rhythm of LLDP go back", async () => {
  const sso = await write("PUT /admin/oidc-settings", { provider_name: "Corp" });
  const target = await write("PUT /exports/backup-target", { region: "eu-central-1" });
  const rhythm = await write("PUT /lldp/schedule", { interval_minutes: 60 });
  for (const entry of [sso, target, rhythm]) await undo(entry);
  expect(await get("/admin/oidc-settings")).toMatchObject({ provider_name: "SSO" });
  expect(await get("/exports/backup-target")).toMatchObject({ region: "us-east-1" });
  expect(await get("/lldp/schedule")).toEqual({ interval_minutes: null });
});

test("a device type that was renamed, painted and deleted is as it was", async () => {
  const before = await get("/admin/device-types");
  const made = await write("POST /admin/device-types", { value: "ups", label: "UPS", icon: "device" });
  const painted = await write("PUT /admin/device-type-colors", { colors: { ups: "#112233" } });
  const renamed = await write("PATCH /admin/device-types/ups", { value: "power", label: "Power" });
  const deleted = await write("DELETE /admin/device-types/power");
  await undo(deleted);
  await undo(renamed);
  expect(List.parse(await get("/admin/device-types")).find(({ value }) => value === "ups")).toMatchObject({
    label: "UPS",
    color: "#112233",
  });
  await undo(painted);
  await undo(made);
  expect(await get("/admin/device-types")).toEqual(before);
});

test("a sensor comes back to its device, and a saved search to its owner", async () => {
  const device = await post("/topology/devices", { name: "measured" });
  const path = `/topology/devices/${device.id}/sensors`;
  const sensor = await post(path, { name: "rack", category: "temperature", oid: "1.3.6.1.4.1.9.1" });
  const entry = await write(`DELETE ${path}/${sensor.id}`);
  await undo(entry);
  expect(List.parse(await get(path))).toMatchObject([{ id: sensor.id, name: "rack" }]);

  const search = await post("/syslog/searches", { name: "denied", filters: { q: "denied" } });
  const deleted = await write(`DELETE /syslog/searches/${search.id}`);
  const other = await service.tokenOf(await service.givenAdmin());
  expect((await service.undoRaw(deleted, "", other)).status).toBe(403);
  await undo(deleted);
  expect(List.parse(await get("/syslog/searches")).map(({ id }) => id)).toEqual([search.id]);
});

test("what is final says why before anybody tries", async () => {
  const key = await send(`POST ${API}/api-keys`, { name: "robot" });
  const entry = await entryOf(Number(key.headers.get("X-Audit-Id")));
  expect(entry).toMatchObject({ is_undoable: false, why_not_undoable: expect.stringContaining("key") });
  expect(await refusal(entry?.id ?? 0)).toMatchObject([{ code: "not_undoable" }]);
  expect(Created.safeParse(key.body).success).toBe(true);
});

test("an address of the notification settings that would be refused by now is put back as it was", async () => {
  const path = "/admin/notification-settings";
  await write(`PUT ${path}`, { signal_number: "+15550100" });
  await sql`INSERT INTO notification_settings (name, value) VALUES ('ntfy_url', 'my network'), ('smtp_to', 'root')`;
  const old = { ntfy_url: "my network", smtp_to: "root" };
  expect(await get(path)).toMatchObject(old);
  const changed = await write(`PUT ${path}`, { ntfy_url: "https://ntfy.example.com/a", smtp_to: "" });
  await undo(changed);
  expect(await get(path)).toMatchObject(old);
});

test("an address of a profile that would be refused by now is put back as it was", async () => {
  const profile = { name: "old", provider: "matrix", config: { matrix_room: "!a:m.test" } };
  const { id } = await post("/admin/notification-profiles", profile);
  const stored = createEncryption(MASTER_KEY).encrypt(JSON.stringify({ matrix_room: "#old:m.test" }));
  await sql`UPDATE notification_profiles SET config = ${stored} WHERE id = ${id}`;
  const path = `/admin/notification-profiles/${id}`;
  const changed = await write(`PATCH ${path}`, { config: { matrix_room: "!b:m.test" } });
  await undo(changed);
  expect(await get(path)).toMatchObject({ config: { matrix_room: "#old:m.test" } });
  await undo(await write(`DELETE ${path}`));
  expect(await get(path)).toMatchObject({ config: { matrix_room: "#old:m.test" } });
});
