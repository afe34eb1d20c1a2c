import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { AuditLogList, AuditVerification } from "../../../src/features/audit/models";
import { createIpamService } from "../ipam/ipam-service";

/** What a deletion's audit row says of what went with the thing: enough to make it again. */
const service = await createIpamService();
afterAll(service.close);
const { send, auditOf } = service;
const { sql } = service.database;

const API = "/api/v1";
const Created = z.looseObject({ id: z.int() });

async function post(path: string, body: unknown): Promise<z.infer<typeof Created>> {
  const answer = await send(`POST ${API}${path}`, body);
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return Created.parse(answer.body);
}

const remove = async (path: string) => expect((await send(`DELETE ${API}${path}`)).status).toBe(204);

const Kept = z.object({
  count: z.int(),
  rows: z.array(z.unknown()).optional(),
  entries: z.string().optional(),
});
const Before = z.looseObject({
  removed: z.record(z.string(), Kept).optional(),
  unassigned: z.record(z.string(), Kept).optional(),
});

async function beforeOf(target: string, action: string) {
  const [row] = await auditOf(target, action);
  return Before.parse(row?.before);
}

const Part = z.object({ kind: z.string(), rows: z.array(z.looseObject({ id: z.int() })) });

async function partsOf(target: string, action: string) {
  const { body } = await send(`GET ${API}/audit/logs?limit=500&target=${target}&action=${action}.rows`);
  return AuditLogList.parse(body)
    .records.reverse()
    .map(({ detail, before }) => ({ detail, ...Part.parse(before) }));
}

async function expectVerified(): Promise<void> {
  const answer = await send(`GET ${API}/audit/verify`);
  expect(AuditVerification.parse(answer.body)).toMatchObject({ ok: true, faults: [] });
}

test("a device's row has its links with all fields, its places on maps, and whose favourite it was", async () => {
  const core = await post("/topology/devices", { name: "core", interfaces: [{ name: "eth0" }] });
  const edge = await post("/topology/devices", { name: "edge" });
  const link = await post("/topology/relationships", {
    source_device_id: core.id,
    target_device_id: edge.id,
    source_interface: "eth0",
    notes: "under the floor",
    link_speed_mbps: 10_000,
  });
  const layout = await post("/topology/layouts", {
    name: "map",
    positions: { [`device-${core.id}`]: { x: 1, y: 2 }, [`device-${edge.id}`]: { x: 3, y: 4 } },
  });
  await send(`PATCH ${API}/topology/devices/${core.id}/favourite`);
  await remove(`/topology/devices/${core.id}`);

  const before = await beforeOf(`device:${core.id}`, "topology.device_deleted");
  expect(before).toMatchObject({ display_name: "core", interfaces: [{ name: "eth0" }] });
  expect(before.removed).toEqual({
    relationships: { count: 1, rows: [link] },
    layout_positions: {
      count: 1,
      rows: [
        {
          layout_id: layout.id,
          owner_user_id: service.admin.id,
          layout: "map",
          node: `device-${core.id}`,
          position: { x: 1, y: 2 },
        },
      ],
    },
    favourites: { count: 1, rows: [{ user_id: service.admin.id, device_id: core.id }] },
  });

  // What the row says makes the link again.
  const again = await post("/topology/devices", { name: "core", interfaces: [{ name: "eth0" }] });
  const { id: _, created_at: _made, updated_at: _changed, ...fields } = link;
  const relinked = await post("/topology/relationships", { ...fields, source_device_id: again.id });
  expect(relinked).toMatchObject({ ...fields, source_device_id: again.id });
});

test("many devices at once have a row each, with a link between two of them in both", async () => {
  const [one, two] = [
    await post("/topology/devices", { name: "one" }),
    await post("/topology/devices", { name: "two" }),
  ];
  const link = await post("/topology/relationships", { source_device_id: one.id, target_device_id: two.id });
  const answer = await send(`POST ${API}/topology/devices/bulk-delete`, { device_ids: [one.id, two.id] });
  expect(answer.body).toEqual({ deleted: 2, preview: null });
  for (const { id } of [one, two]) {
    const { removed } = await beforeOf(`device:${id}`, "topology.device_deleted");
    expect(removed).toEqual({ relationships: { count: 1, rows: [link] } });
  }
});

test("links that are too many for one row are in entries of 250, and none is left out", async () => {
  const hub = await post("/topology/devices", { name: "hub" });
  await sql`WITH leaf AS (
      INSERT INTO devices (display_name, status, lifecycle, monitoring_paused, expected_status, icon)
      SELECT 'leaf ' || i, 'unknown', 'active', false, 'online', 'device' FROM generate_series(1, 601) AS i RETURNING id)
    INSERT INTO relationships (source_device_id, target_device_id, relationship_type, allow_outbound, allow_inbound)
    SELECT ${hub.id}, id, 'link', true, true FROM leaf`;
  await remove(`/topology/devices/${hub.id}`);
  const { removed } = await beforeOf(`device:${hub.id}`, "topology.device_deleted");
  expect(removed).toEqual({ relationships: { count: 601, entries: "topology.device_deleted.rows" } });
  const parts = await partsOf(`device:${hub.id}`, "topology.device_deleted");
  expect(parts.map(({ detail }) => detail)).toEqual([
    "relationships 1 to 250 of 601",
    "relationships 251 to 500 of 601",
    "relationships 501 to 601 of 601",
  ]);
  const rows = parts.flatMap((part) => part.rows);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(601);
  expect(rows[0]).toMatchObject({
    source_device_id: hub.id,
    relationship_type: "link",
    allow_outbound: true,
  });
  await expectVerified();
});

test("what stays without a site, a group or a subnet is named", async () => {
  const site = await post("/topology/sites", { name: "house" });
  const room = await post("/topology/sites", { name: "room", parent_id: site.id });
  const group = await post("/topology/groups", { name: "users", site_id: site.id });
  const nested = await post("/topology/groups", { name: "guests", parent_id: group.id });
  const device = await post("/topology/devices", {
    name: "pc",
    site_id: site.id,
    topology_group_id: group.id,
  });
  const subnet = await post("/ipam/subnets", { name: "lan", cidr: "172.16.5.0/24", site_id: site.id });
  const held = await post("/ipam/reservations", { ip_address: "172.16.5.5", label: "printer" });
  await sql`UPDATE ip_reservations SET subnet_id = ${subnet.id} WHERE id = ${held.id}`;

  await remove(`/topology/sites/${site.id}`);
  expect(await beforeOf("site:house", "topology.site_deleted")).toMatchObject({
    device_ids: [device.id],
    unassigned: {
      subnets: { count: 1, rows: [{ id: subnet.id, name: "lan" }] },
      groups: { count: 1, rows: [{ id: group.id, name: "users" }] },
      sites: { count: 1, rows: [{ id: room.id, name: "room" }] },
    },
  });
  await remove(`/topology/groups/${group.id}`);
  expect(await beforeOf("group:users", "topology.group_deleted")).toMatchObject({
    device_ids: [device.id],
    unassigned: { groups: { count: 1, rows: [{ id: nested.id, name: "guests" }] } },
  });
  await remove(`/ipam/subnets/${subnet.id}`);
  expect(await beforeOf(`subnet:${subnet.id}`, "ipam.subnet_deleted")).toMatchObject({
    cidr: "172.16.5.0/24",
    unassigned: {
      reservations: { count: 1, rows: [{ id: held.id, ip_address: "172.16.5.5", label: "printer" }] },
    },
  });
});

test("a pool's row has its assignments with all fields", async () => {
  const pool = await post("/ipam/external/pools", { name: "uplink", cidr: "8.8.4.0/24" });
  const assignment = await post("/ipam/external/assignments", {
    pool_id: pool.id,
    ip_address: "8.8.4.4",
    label: "mail",
    owner: "ops",
    notes: "MX",
  });
  await remove(`/ipam/external/pools/${pool.id}`);
  const { removed } = await beforeOf(`external_pool:${pool.id}`, "ipam.external_pool_deleted");
  const fields = { id: assignment.id, address: "8.8.4.4", label: "mail", owner: "ops", notes: "MX" };
  expect(removed).toMatchObject({ external_assignments: { count: 1, rows: [fields] } });
});

test("20,000 leases are all kept, in entries of 250, and the chain holds", async () => {
  await sql`INSERT INTO lease_sources (name, format) VALUES ('big', 'isc')`;
  await sql`INSERT INTO dhcp_leases (source_id, address, mac_address, hostname, is_active)
    SELECT s.id, '10.32.0.0'::inet + i, '00:00:5e:00:53:01', 'host-' || i, true
    FROM lease_sources s, generate_series(1, 20000) AS i WHERE s.name = 'big'`;
  await remove("/ipam/dhcp-leases?source=big");
  const list = AuditLogList.parse((await send(`GET ${API}/audit/logs?action=ipam.dhcp_leases`)).body);
  expect(list.records.map(({ action }) => action)).toEqual(["ipam.dhcp_leases_deleted"]);
  const [main] = await sql`SELECT before FROM audit_log WHERE action = 'ipam.dhcp_leases_deleted'`;
  expect(main?.before).toMatchObject({
    sources: ["big"],
    removed: { dhcp_leases: { count: 20_000, entries: "ipam.dhcp_leases_deleted.rows" } },
  });
  const [kept] = await sql`
    SELECT count(DISTINCT part.id)::int AS entries, count(DISTINCT row ->> 'address')::int AS leases,
      max(jsonb_array_length(before -> 'rows')) AS longest, min(row ->> 'source') AS source,
      min(row ->> 'mac_address') AS mac_address
    FROM audit_log AS part, jsonb_array_elements(part.before -> 'rows') AS row
    WHERE action = 'ipam.dhcp_leases_deleted.rows'`;
  expect(kept).toEqual({
    entries: 80,
    leases: 20_000,
    longest: 250,
    source: "big",
    mac_address: "00:00:5e:00:53:01",
  });
  await expectVerified();
});

test("expired reservations are all kept, those that another has replaced too", async () => {
  await sql`INSERT INTO ip_reservations (address, label, expires_at, released_at)
    SELECT '10.64.0.0'::inet + i, 'r' || i, now() - interval '1 day', CASE WHEN i <= 3 THEN now() END
    FROM generate_series(1, 1203) AS i`;
  const answer = await send(`DELETE ${API}/ipam/reservations/expired`);
  expect(answer.body).toMatchObject({ deleted: 1200 });
  const { removed } = await beforeOf("reservations", "ipam.expired_reservations_deleted");
  expect(removed).toMatchObject({
    reservations: { count: 1200, entries: "ipam.expired_reservations_deleted.rows" },
    former_reservations: { count: 3, rows: [{ address: "10.64.0.1" }, {}, {}] },
  });
  const parts = await partsOf("reservations", "ipam.expired_reservations_deleted");
  expect(parts.flatMap(({ rows }) => rows)).toHaveLength(1200);
});

test("a layout's row has its places, a profile's its configuration without secrets", async () => {
  const layout = await post("/topology/layouts", {
    name: "floor",
    positions: { "device-1": { x: 1, y: 2 } },
  });
  await remove(`/topology/layouts/${layout.id}`);
  expect((await beforeOf("layout:floor", "topology.layout_deleted")).removed).toEqual({
    layout_positions: { count: 1, rows: [{ node: "device-1", position: { x: 1, y: 2 } }] },
  });
  const profile = await post("/admin/notification-profiles", {
    name: "phones",
    provider: "ntfy",
    config: { ntfy_server: "https://ntfy.example.net", ntfy_topic: "alerts", ntfy_token: "tk_secret" },
  });
  await remove(`/admin/notification-profiles/${profile.id}`);
  const [row] = await auditOf(`notification_profile:${profile.id}`, "admin.notification_profile_deleted");
  expect(JSON.stringify(row?.before)).toContain("ntfy.example.net");
  expect(JSON.stringify(row)).not.toContain("tk_secret");
});
