import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { AuditLogList } from "../../../../src/features/audit/models";
import { DeviceRead, DeviceWritten } from "../../../../src/features/topology/devices/models";
import { createTestService, uniqueName } from "../../../support/app";

const service = await createTestService();
const { sql } = service.database;
const admin = await service.givenAdmin();
const token = await service.tokenOf(admin);
afterAll(service.close);

const create = (body: object) => service.call("POST /api/v1/topology/devices", { token, body });

async function givenDevice(body: object) {
  return DeviceWritten.parse((await create(body)).body);
}

async function listDevices(on = service, as = token) {
  return z.array(DeviceRead).parse((await on.call("GET /api/v1/topology/devices", { token: as })).body);
}

describe("POST /topology/devices", () => {
  test("an empty object is a device with defaults", async () => {
    const answer = await create({});
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      display_name: null,
      hostname: null,
      ip_address: "",
      mac_address: null,
      mac_is_local: null,
      vendor: null,
      os: null,
      serial_number: null,
      device_type: null,
      status: "unknown",
      lifecycle: "active",
      monitoring_paused: false,
      expected_status: "online",
      icon: "device",
      color: null,
      vlan_id: null,
      subnet: null,
      topology_group_id: null,
      topology_group: "Ungrouped",
      site_id: null,
      snmp_profile_id: null,
      tags: [],
      notes: null,
      custom_attributes: {},
      interfaces: [],
      additional_addresses: [],
      monitor_status: null,
      last_monitored_at: null,
      is_favourite: false,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      warnings: [],
    });
  });

  test("`name` is used as `display_name` where that is absent", async () => {
    expect(await givenDevice({ name: " Core " })).toMatchObject({ display_name: "Core" });
    expect(await givenDevice({ name: "Core", display_name: "Shown" })).toMatchObject({
      display_name: "Shown",
    });
    expect(await givenDevice({ name: "Core", display_name: "" })).toMatchObject({ display_name: "Core" });
    expect(await givenDevice({ name: "" })).toMatchObject({ display_name: null });
  });

  test("the same address twice is allowed, with a warning that names the other device", async () => {
    const first = await givenDevice({ ip_address: "192.0.2.77" });
    expect(first.warnings).toEqual([]);
    const second = await givenDevice({ hostname: "nas", ip_address: "::ffff:192.0.2.77" });
    expect(second.warnings).toEqual([`IP address 192.0.2.77 is in use by device ${first.id}`]);
    const third = await givenDevice({ ip_address: "192.0.2.77" });
    expect(third.warnings).toEqual([
      `IP address 192.0.2.77 is in use by device ${first.id}, ${second.id} (nas)`,
    ]);
  });

  test("is recorded with the device and its address", async () => {
    const { id } = await givenDevice({ hostname: "audited", ip_address: "192.0.2.78" });
    const { body } = await service.call("GET /api/v1/audit/logs?limit=1", { token });
    expect(AuditLogList.parse(body).records).toMatchObject([
      {
        action: "topology.device_created",
        target: `device:${id}`,
        detail: "192.0.2.78",
        actor_user_id: admin.id,
        after: { id, hostname: "audited" },
      },
    ]);
  });

  test.each([
    ["topology_group_id", "Group not found"],
    ["site_id", "Site not found"],
    ["snmp_profile_id", "SNMP profile not found"],
  ])("%s of nothing is 404 `%s`", async (field, detail) => {
    for (const value of [999_999, 0, -1, "999999"]) {
      expect(await create({ [field]: value })).toMatchObject({ status: 404, body: { detail } });
    }
  });

  test("a site that exists is set", async () => {
    const [site] = await sql`INSERT INTO sites (name) VALUES (${uniqueName("site")}) RETURNING id::int`;
    expect(await givenDevice({ site_id: site?.id })).toMatchObject({ site_id: site?.id });
  });
});

describe("groups", () => {
  const givenGroup = async (name: string, displayName: string | null = null) => {
    const [group] = await sql<{ id: number }[]>`
      INSERT INTO topology_groups (name, display_name) VALUES (${name}, ${displayName}) RETURNING id::int`;
    return group?.id ?? 0;
  };

  test("a group given by an unknown name is created, once", async () => {
    const name = uniqueName("group");
    const [first, second] = [
      await givenDevice({ topology_group: ` ${name} ` }),
      await givenDevice({ topology_group: name }),
    ];
    expect(first.topology_group).toBe(name);
    expect(first.topology_group_id).toBePositive();
    expect(second.topology_group_id).toBe(first.topology_group_id);
  });

  test("of ten parallel devices with a new group's name all are in the same group", async () => {
    const topology_group = uniqueName("raced");
    const devices = await Promise.all(Array.from({ length: 10 }, () => givenDevice({ topology_group })));
    expect(new Set(devices.map((device) => device.topology_group_id)).size).toBe(1);
  });

  test("a group given by id wins over the name", async () => {
    const name = uniqueName("by-id");
    const id = await givenGroup(name);
    const unused = uniqueName("unused");
    expect(await givenDevice({ topology_group_id: id, topology_group: unused })).toMatchObject({
      topology_group_id: id,
      topology_group: name,
    });
    const made = await sql`SELECT 1 FROM topology_groups WHERE name = ${unused}`;
    expect(made.count).toBe(0);
  });

  test("the label is the group's display name, else its name", async () => {
    const id = await givenGroup(uniqueName("plain"), "Shown");
    expect(await givenDevice({ topology_group_id: id })).toMatchObject({ topology_group: "Shown" });
    await sql`UPDATE topology_groups SET display_name = 'Renamed' WHERE id = ${id}`;
    expect((await listDevices()).find((device) => device.topology_group_id === id)).toMatchObject({
      topology_group: "Renamed",
    });
  });

  test("a group that is gone leaves its name as text", async () => {
    const name = uniqueName("gone");
    const { id } = await givenDevice({ topology_group: name });
    await sql`DELETE FROM topology_groups WHERE name = ${name}`;
    expect((await listDevices()).find((device) => device.id === id)).toMatchObject({
      topology_group: name,
      topology_group_id: null,
    });
  });

  test.each([
    [{ vlan_id: "10" }, "VLAN 10"],
    [{ vlan_id: "10", subnet: "10.0.10.0/24" }, "VLAN 10 · 10.0.10.0/24"],
    [{ vlan_id: "10", ip_address: "10.0.10.5" }, "VLAN 10"],
    [{ subnet: "10.0.10.7/23" }, "10.0.10.0/23"],
    [{ subnet: "10.0.10.0/23", ip_address: "192.0.2.5" }, "10.0.10.0/23"],
    [{ ip_address: "192.0.2.130" }, "192.0.2.0/24"],
    [{ ip_address: "2001:db8:0:7:1:2:3:4" }, "2001:db8:0:7::/64"],
    [{ hostname: "nothing known" }, "Ungrouped"],
  ])("without group %j belongs to %s", async (body, label) => {
    expect(await givenDevice(body)).toMatchObject({ topology_group: label, topology_group_id: null });
  });
});

describe("GET /topology/devices", () => {
  test("is sorted by host name, sw2 before sw10, whatever the case, then by address as a number", async () => {
    const own = await createTestService();
    const ownToken = await own.tokenOf(await own.givenAdmin());
    const given = [
      { hostname: "sw10" },
      { hostname: "SW2" },
      { hostname: "sw1", ip_address: "192.0.2.100" },
      { hostname: "sw1", ip_address: "192.0.2.20" },
      { hostname: "sw1", ip_address: "2001:db8::1" },
      { hostname: "sw1" },
      { hostname: "ap-1" },
      { ip_address: "10.0.0.10" },
      { ip_address: "9.255.0.1" },
      { ip_address: "10.0.0.9" },
    ];
    for (const body of given) await own.call("POST /api/v1/topology/devices", { token: ownToken, body });
    const shown = (await listDevices(own, ownToken)).map(({ hostname, ip_address }) =>
      `${hostname ?? ""} ${ip_address}`.trim(),
    );
    expect(shown).toEqual([
      "9.255.0.1",
      "10.0.0.9",
      "10.0.0.10",
      "ap-1",
      "sw1",
      "sw1 192.0.2.20",
      "sw1 192.0.2.100",
      "sw1 2001:db8::1",
      "sw2",
      "sw10",
    ]);
    await own.close();
  });

  test("is a complete array for any authenticated user, a Viewer too", async () => {
    for (let made = 0; made < 30; made++) await givenDevice({ hostname: `many-${made}` });
    const viewer = await service.tokenOf(await service.givenUser({ role: "Viewer" }));
    const many = (await listDevices(service, viewer)).filter(({ hostname }) => hostname?.startsWith("many-"));
    expect(many.map(({ hostname }) => hostname)).toEqual(
      Array.from({ length: 30 }, (_, index) => `many-${index}`),
    );
  });

  test("`is_favourite` is the caller's own", async () => {
    const { id } = await givenDevice({ hostname: "favourite" });
    const other = await service.givenUser();
    await sql`INSERT INTO favourite_devices (user_id, device_id) VALUES (${other.id}, ${id})`;
    const isFavourite = async (as: string) =>
      (await listDevices(service, as)).find((device) => device.id === id)?.is_favourite;
    expect(await isFavourite(token)).toBe(false);
    expect(await isFavourite(await service.tokenOf(other))).toBe(true);
  });

  test("hostile text comes back as it was sent", async () => {
    const notes = "<img src=x onerror=alert(1)> '; DROP TABLE devices; -- \u202e \u0007 😀";
    const { id } = await givenDevice({ notes, tags: ["=cmd|'/C calc'!A0"] });
    expect((await listDevices()).find((device) => device.id === id)).toMatchObject({
      notes,
      tags: ["=cmd|'/C calc'!A0"],
    });
  });
});
