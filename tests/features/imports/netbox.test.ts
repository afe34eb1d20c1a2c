import { afterAll, beforeEach, expect, test } from "bun:test";
import { z } from "zod";
import { createTestService } from "../../support/app";
import { importer } from "./given";
import { NETBOX_FILES } from "./netbox-files";

const service = await createTestService();
afterAll(service.close);
const token = await service.tokenOf(await service.givenAdmin());
const { take, get } = importer(service, token);
const { sql } = service.database;

beforeEach(async () => {
  await sql`TRUNCATE sites, topology_groups, devices, subnets, ip_reservations RESTART IDENTITY CASCADE`;
});

const COUNTS = { created: 13, updated: 1, unchanged: 0, conflict: 0, refused: 1, not_taken: 1 };

const LISTS = [
  "topology/sites",
  "topology/groups",
  "topology/devices",
  "topology/relationships",
  "ipam/subnets",
  "ipam/reservations",
];
const inventory = () => Promise.all(LISTS.map(get));

test("a dry run says what the import says, and leaves nothing", async () => {
  const tried = await take("netbox", { files: NETBOX_FILES, query: "&dry_run=true" });
  expect(tried).toMatchObject({ counts: COUNTS, rows: 16, audit_id: null, dry_run: true });
  expect(tried.verdicts.filter(({ target }) => target !== null)).toEqual([]);
  expect(await inventory()).toEqual(LISTS.map(() => []));
});

test("a NetBox comes along with its sites, VLANs, prefixes, addresses, devices, interfaces and cables", async () => {
  const taken = await take("netbox", { files: NETBOX_FILES });
  expect(taken.counts).toEqual(COUNTS);
  const [sites, groups, devices, links, subnets, reservations] = await inventory();
  expect(sites).toMatchObject([
    { name: "Harbour", address: "1 Quay Street" },
    { name: "Mill", description: "the old mill" },
  ]);
  const [harbour = 0, mill = 0] = z
    .array(z.looseObject({ id: z.int() }))
    .parse(sites)
    .map(({ id }) => id);
  expect(groups).toMatchObject([
    { name: "Users", vlan_id: "10", site_id: harbour },
    { name: "Users (Mill)", vlan_id: "10", site_id: mill },
    { name: "Voice", vlan_id: "20", site_id: harbour },
  ]);
  expect(subnets).toMatchObject([
    { name: "2001:db8:10::/64", is_pool: true, site_id: mill, vlan_id: null },
    { name: "Desks", cidr: "192.0.2.0/24", is_pool: false, site_id: harbour, vlan_id: "10" },
  ]);
  expect(reservations).toMatchObject([{ ip_address: "192.0.2.50", label: "printer.example.net" }]);
  expect(devices).toMatchObject([
    {
      hostname: "hb-sw1",
      ip_address: "192.0.2.2",
      vendor: "Juniper",
      os: "Junos",
      serial_number: "JN0001",
      device_type: "Switch",
      site_id: harbour,
      tags: ["core", "access"],
      custom_attributes: { model: "EX2300", rack: "R1" },
      interfaces: [{ name: "ge-0/0/0", mac_address: "00:00:5e:00:53:01", ip_addresses: ["192.0.2.2"] }],
    },
    { hostname: "hb-sw2", lifecycle: "retired", interfaces: [{ name: "ge-0/0/0" }] },
  ]);
  expect(links).toMatchObject([{ source_interface: "ge-0/0/0", target_interface: "ge-0/0/0", notes: "C-1" }]);
});

test("the same again changes nothing, and every row has a verdict that says why it was not taken", async () => {
  await take("netbox", { files: NETBOX_FILES });
  const { verdicts, audit_id: auditId } = await take("netbox", { files: NETBOX_FILES });
  expect(auditId).toBeNull();
  expect(verdicts.map(({ place }) => place)).toEqual([...Array(16).keys()]);
  expect(verdicts.filter(({ action }) => action !== "unchanged")).toMatchObject([
    {
      file: "interfaces.json",
      row: 2,
      action: "refused",
      errors: [{ field: "device", msg: "There is no device 'nowhere'" }],
    },
    {
      file: "ip-addresses.json",
      row: 2,
      action: "not_taken",
      errors: [{ msg: expect.stringMatching("virtual") }],
    },
  ]);
});

test("what is left out is counted by table and column", async () => {
  const { left_out: left } = await take("netbox", { files: NETBOX_FILES, query: "&dry_run=true" });
  expect(left).toContainEqual({ table: "vlans", column: "tenant.name", rows: 1 });
  expect(left).toContainEqual({ table: "devices", column: "custom_fields.warranty", rows: 1 });
  expect(left).toContainEqual({ table: "ip_addresses", column: "dns_name", rows: 1 });
});

test("a changed mapping takes another column, and leaves one out", async () => {
  await take("netbox", { files: NETBOX_FILES });
  const mapping = {
    devices: { "custom_attributes.warranty": "custom_fields.warranty", "custom_attributes.rack": null },
  };
  const { left_out: left, verdicts } = await take("netbox", {
    files: NETBOX_FILES.filter(({ name }) => name === "devices.json"),
    mapping,
  });
  expect(verdicts).toMatchObject([
    { action: "updated", fields: ["custom_attributes"] },
    { action: "unchanged" },
  ]);
  expect(left).toContainEqual({ table: "devices", column: "rack.name", rows: 1 });
  expect(left.map(({ column }) => column)).not.toContain("custom_fields.warranty");
});

test("one undo takes all of an import back, and nothing beside", async () => {
  const call = (what: string, body: unknown) => service.call(`POST /api/v1/${what}`, { token, body });
  await call("topology/sites", { name: "Mill" });
  await call("topology/devices", { hostname: "hb-sw1", ip_address: "192.0.2.2", tags: ["own"] });
  await call("ipam/subnets", { name: "kept", cidr: "192.0.2.0/24" });
  const withoutTimes = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (name, given: unknown) => (name === "updated_at" ? undefined : given)));
  const before = withoutTimes(await inventory());
  const { id } = await take("netbox", { files: NETBOX_FILES });
  const path = `POST /api/v1/imports/${id}/undo`;
  expect(await service.call(`${path}?dry_run=true`, { token })).toMatchObject({
    status: 200,
    body: { is_possible: true, undo_audit_id: null, conflicts: [] },
  });
  expect(withoutTimes(await inventory())).not.toEqual(before);
  expect(await service.call(path, { token })).toMatchObject({ status: 200, body: { is_possible: true } });
  expect(withoutTimes(await inventory())).toEqual(before);
  expect(await get(`imports/${id}`)).toMatchObject({ undone_by: expect.any(Number) });
  expect((await service.call(path, { token })).status).toBe(409);
});

test("an undo tells what was changed since, and keeps it where it is asked to", async () => {
  const { id, verdicts } = await take("netbox", { files: NETBOX_FILES });
  const target = verdicts.find(({ kind, action }) => kind === "group" && action === "created")?.target;
  const group = Number(target?.slice("group:".length));
  await service.call(`PATCH /api/v1/topology/groups/${group}`, { token, body: { description: "mine" } });
  const path = `POST /api/v1/imports/${id}/undo`;
  const refused = await service.call(path, { token });
  expect(refused).toMatchObject({
    status: 409,
    body: { conflicts: [{ code: "changed_since", field: "description" }] },
  });
  expect((await service.call(`${path}?on_conflict=keep`, { token })).status).toBe(200);
  expect(await get("topology/groups")).toMatchObject([{ id: group, description: "mine" }]);
});
