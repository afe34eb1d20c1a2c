import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { TopologyGroupRead } from "../../../src/features/topology/groups/models";
import { createAuditReader } from "../../support/audit";
import { createTestService, uniqueName } from "../../support/app";
import { givenDevice, givenDevices, givenSite, statusesOf, storedDevice } from "./given";

/** Groups are what others call VLANs. */
const service = await createTestService();
const token = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
const auditOf = await createAuditReader(service);
afterAll(service.close);

const PATH = "/api/v1/topology/groups";

const create = (body: unknown) => service.call(`POST ${PATH}`, { token, body });
const change = (id: number, body: unknown, headers = {}) =>
  service.call(`PATCH ${PATH}/${id}`, { token, body, headers });
const remove = (id: number, query = "", headers = {}) =>
  service.call(`DELETE ${PATH}/${id}${query}`, { token, headers });
const read = (id: number) => service.call(`GET ${PATH}/${id}`, { token });
const list = async () =>
  z.array(TopologyGroupRead).parse((await service.call(`GET ${PATH}`, { token })).body);

async function givenGroup(fields: object = {}): Promise<TopologyGroupRead> {
  const answer = await create({ name: uniqueName("group"), ...fields });
  expect(answer.status).toBe(201);
  return TopologyGroupRead.parse(answer.body);
}

const NETWORK = { ip_range: "10.1.2.0/24", dhcp_start: "10.1.2.10", dhcp_end: "10.1.2.20" };

describe("GET /topology/groups", () => {
  test("lists all groups by name, vlan2 before vlan10, to any user", async () => {
    await create({ name: "order vlan10" });
    await create({ name: "Order vlan2" });
    const viewer = await service.tokenOf(await service.givenUser());
    const { body } = await service.call(`GET ${PATH}`, { token: viewer });
    const names = z
      .array(TopologyGroupRead)
      .parse(body)
      .map(({ name }) => name);
    expect(names.filter((name) => /order/i.test(name))).toEqual(["Order vlan2", "order vlan10"]);
  });

  test("gives one group with its entity tag, and 304 to a caller who has it", async () => {
    const { id } = await givenGroup();
    const answer = await read(id);
    expect(answer).toMatchObject({ status: 200, body: { id } });
    const headers = { "If-None-Match": answer.headers.get("ETag") ?? "" };
    expect((await service.call(`GET ${PATH}/${id}`, { token, headers })).status).toBe(304);
    expect(await read(987_654_321)).toMatchObject({ status: 404, body: { detail: "Group not found" } });
  });
});

describe("POST /topology/groups", () => {
  test("gives every field as stored: trimmed, blank as null, the range in network form", async () => {
    const answer = await create({
      name: "  Every field ",
      display_name: " Office ",
      vlan_id: "12",
      ip_range: "10.12.0.77/24",
      gateway: " 10.12.0.1 ",
      dhcp_start: "10.12.0.100",
      dhcp_end: "10.12.0.100",
      dns_servers: " ",
      description: "",
      color: "#A1b2C3",
    });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        name: "Every field",
        display_name: "Office",
        vlan_id: "12",
        ip_range: "10.12.0.0/24",
        gateway: "10.12.0.1",
        dhcp_start: "10.12.0.100",
        dhcp_end: "10.12.0.100",
        dns_servers: null,
        description: null,
        color: "#A1b2C3",
        parent_id: null,
        site_id: null,
      },
    });
  });

  test("needs no more than a name", async () => {
    expect(await givenGroup({ name: "Only a name" })).toMatchObject({ vlan_id: null, ip_range: null });
  });

  test("refuses a name that a group has, with one winner of twenty at once", async () => {
    const name = uniqueName("wanted");
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 409, body: { detail: "Group name already exists" } });
  });

  test.each([
    ["name", {}],
    ["name", { name: "   " }],
    ["name", { name: "x".repeat(121) }],
    ["display_name", { display_name: "x".repeat(121) }],
    ["vlan_id", { vlan_id: "x".repeat(17) }],
    ["ip_range", { ip_range: "10.0.0.0/33" }],
    ["gateway", { gateway: "x".repeat(65) }],
    ["dhcp_start", { dhcp_start: "x".repeat(65) }],
    ["dhcp_end", { dhcp_end: "x".repeat(65) }],
    ["dns_servers", { dns_servers: "x".repeat(256) }],
    ["description", { description: "x".repeat(2001) }],
    ["color", { color: "red" }],
    ["parent_id", { parent_id: "one" }],
    ["site_id", { site_id: 1.5 }],
  ])("refuses a wrong %s: %j", async (field, wrong) => {
    const valid = field === "name" ? {} : { name: uniqueName("group") };
    const answer = await create({ ...valid, ...wrong });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", field] }] } });
    if (field === "name") return;
    const { id } = await givenGroup();
    const changed = await change(id, wrong);
    expect(changed).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", field] }] } });
  });

  test("says that a blank name is required", async () => {
    expect((await create({ name: " " })).body).toMatchObject({
      detail: [{ msg: "Value error, Group name is required", type: "value_error" }],
    });
  });

  test("refuses a parent or a site that does not exist", async () => {
    const unknown = 987_654_321;
    expect(await create({ name: uniqueName("group"), parent_id: unknown })).toMatchObject({
      status: 404,
      body: { detail: "Parent group not found" },
    });
    expect(await create({ name: uniqueName("group"), site_id: unknown })).toMatchObject({
      status: 404,
      body: { detail: "Site not found" },
    });
  });
});

describe("the DHCP range of a group", () => {
  const RULES = [
    ["DHCP range requires both start and end IPs", { dhcp_end: null }],
    ["DHCP range requires both start and end IPs", { dhcp_start: " " }],
    ["DHCP range requires a subnet CIDR", { ip_range: null }],
    ["Invalid DHCP range", { dhcp_start: "10.1.2.300" }],
    ["DHCP range IP version must match subnet", { dhcp_end: "2001:db8::1" }],
    ["DHCP range must be inside the subnet", { dhcp_end: "10.1.3.1" }],
    ["DHCP range start must be before the end", { dhcp_start: "10.1.2.21" }],
  ] as const;

  test.each(RULES)("at creation: %s (%j)", async (text, wrong) => {
    const answer = await create({ name: uniqueName("group"), ...NETWORK, ...wrong });
    expect(answer).toMatchObject({
      status: 422,
      body: { detail: [{ msg: `Value error, ${text}`, type: "value_error" }] },
    });
  });

  test.each(RULES)("at a change, with what is stored: %s (%j)", async (text, wrong) => {
    const { id } = await givenGroup(NETWORK);
    const answer = await change(id, wrong);
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ msg: text, type: "value_error" }] } });
    expect((await read(id)).body).toMatchObject(NETWORK);
  });
});

describe("a group's gateway", () => {
  const outside = { status: 422, body: { detail: [{ loc: ["body", "gateway"] }] } };

  test("lies in its network, when it is added and when either is changed; words are no address", async () => {
    const name = uniqueName("group");
    expect(await create({ name, ip_range: "10.1.2.0/24", gateway: "10.1.3.1" })).toMatchObject(outside);
    const { id } = await givenGroup({ ip_range: "10.1.2.0/24", gateway: "10.1.2.1" });
    expect(await change(id, { gateway: "10.1.3.1" })).toMatchObject(outside);
    expect(await change(id, { ip_range: "10.1.3.0/24" })).toMatchObject(outside);
    expect((await change(id, { gateway: "the router" })).status).toBe(200);
  });
});

describe("PATCH /topology/groups/{group_id}", () => {
  test("changes what is given, clears what is null and keeps the rest", async () => {
    const { id } = await givenGroup({ vlan_id: "7", description: "old", color: "#112233" });
    expect(await change(id, { description: "new", color: null })).toMatchObject({
      status: 200,
      body: { vlan_id: "7", description: "new", color: null },
    });
  });

  test("writes a new name to the group's devices", async () => {
    const group = await givenGroup();
    const place = { topologyGroupId: group.id, topologyGroup: group.name };
    const [inside, outside] = await givenDevices(service, place, { topologyGroup: "elsewhere" });
    await change(group.id, { name: `${group.name} renamed` });
    expect(await storedDevice(service, inside ?? 0)).toMatchObject({
      group_id: group.id,
      group_name: `${group.name} renamed`,
    });
    expect(await storedDevice(service, outside ?? 0)).toMatchObject({ group_name: "elsewhere" });
  });

  test("refuses an unknown group and a name that another one has", async () => {
    const [one, other] = [await givenGroup(), await givenGroup()];
    expect(await change(one.id, { name: other.name })).toMatchObject({
      status: 409,
      body: { detail: "Group name already exists" },
    });
    expect(await change(987_654_321, {})).toMatchObject({
      status: 404,
      body: { detail: "Group not found" },
    });
  });

  test("fault 58: of two changes of what was read, one is done and one is 412", async () => {
    const { id } = await givenGroup();
    const headers = { "If-Match": (await read(id)).headers.get("ETag") ?? "" };
    const answers = await Promise.all([
      change(id, { description: "one" }, headers),
      change(id, { description: "two" }, headers),
    ]);
    expect(statusesOf(answers)).toEqual([200, 412]);
  });
});

describe("groups in groups and sites", () => {
  test("a group lies in another one and at a site", async () => {
    const [parent, site] = [await givenGroup(), await givenSite(service)];
    const child = await givenGroup({ parent_id: parent.id, site_id: site.id });
    expect((await read(child.id)).body).toMatchObject({ parent_id: parent.id, site_id: site.id });
  });

  test("no group lies in itself, nor in one that lies in it", async () => {
    const top = await givenGroup();
    const middle = await givenGroup({ parent_id: top.id });
    const bottom = await givenGroup({ parent_id: middle.id });
    for (const parent of [top, middle, bottom]) {
      expect(await change(top.id, { parent_id: parent.id })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ["body", "parent_id"], msg: "A group cannot lie inside itself" }] },
      });
    }
    expect((await change(bottom.id, { parent_id: top.id })).status).toBe(200);
  });

  test("two changes at once cannot make a circle", async () => {
    const [one, other] = [await givenGroup(), await givenGroup()];
    const answers = await Promise.all([
      change(one.id, { parent_id: other.id }),
      change(other.id, { parent_id: one.id }),
    ]);
    expect(statusesOf(answers)).toEqual([200, 422]);
  });
});

describe("DELETE /topology/groups/{group_id}", () => {
  test("takes its devices out of it; the groups in it become top-level ones", async () => {
    const group = await givenGroup();
    const child = await givenGroup({ parent_id: group.id });
    const device = await givenDevice(service, { topologyGroupId: group.id, topologyGroup: group.name });
    expect((await remove(group.id)).status).toBe(204);
    expect(await storedDevice(service, device)).toMatchObject({ group_id: null, group_name: null });
    expect((await read(child.id)).body).toMatchObject({ parent_id: null });
    expect(await remove(group.id)).toMatchObject({ status: 404, body: { detail: "Group not found" } });
  });

  test("says in a dry run what it touches, and removes nothing", async () => {
    const group = await givenGroup();
    const child = await givenGroup({ parent_id: group.id });
    await givenDevices(
      service,
      { displayName: "sw10", topologyGroupId: group.id },
      { displayName: null, hostname: "sw2", topologyGroupId: group.id },
    );
    expect(await remove(group.id, "?dry_run=true")).toMatchObject({
      status: 200,
      body: {
        would_delete: { groups: { count: 1, names: [group.name] } },
        would_unassign: {
          devices: { count: 2, names: ["sw2", "sw10"] },
          groups: { count: 1, names: [child.name] },
        },
      },
    });
    expect((await read(group.id)).status).toBe(200);
  });

  test("refuses what has changed since it was read", async () => {
    const { id } = await givenGroup();
    const headers = { "If-Match": (await read(id)).headers.get("ETag") ?? "" };
    await change(id, { description: "changed" });
    expect((await remove(id, "", headers)).status).toBe(412);
    expect((await read(id)).status).toBe(200);
  });
});

test("POST /topology/groups/reset-device-assignments takes every device out of its group", async () => {
  const [one, other] = [await givenGroup(), await givenGroup()];
  const ids = await givenDevices(
    service,
    { topologyGroupId: one.id, topologyGroup: one.name },
    { topologyGroupId: other.id, topologyGroup: other.name },
    { topologyGroup: null },
  );
  const [before] = await service.database.sql`
    SELECT count(*)::int AS devices FROM devices WHERE topology_group IS NOT NULL OR topology_group_id IS NOT NULL`;
  const answer = await service.call(`POST ${PATH}/reset-device-assignments`, { token });
  expect(answer).toMatchObject({ status: 200, body: { updated: before?.devices } });
  for (const id of ids)
    expect(await storedDevice(service, id)).toMatchObject({ group_id: null, group_name: null });
  const [row] = await auditOf(`count:${before?.devices}`, "topology.groups_assignments_reset");
  expect(row?.before).toMatchObject({ device_ids: { [one.id]: [ids[0]], [other.id]: [ids[1]] } });
});

describe("the subnet that belongs to a group", () => {
  const subnetOf = async (network: string) => {
    const [row] = await service.database.sql`
      SELECT network::text, vlan_id, host(gateway) AS gateway, host(dhcp_start) AS dhcp_start FROM subnets
      WHERE network = ${network}`;
    return row;
  };

  test("gets the group's values when the group is saved, and follows it to another network", async () => {
    const body = { name: uniqueName("subnet"), cidr: "10.77.1.0/24" };
    const admin = await service.tokenOf(await service.givenAdmin());
    expect((await service.call("POST /api/v1/ipam/subnets", { token: admin, body })).status).toBe(201);
    const { id } = await givenGroup({ ip_range: "10.77.1.0/24", vlan_id: "771", gateway: "10.77.1.1" });
    expect(await subnetOf("10.77.1.0/24")).toMatchObject({ vlan_id: "771", gateway: "10.77.1.1" });
    const moved = { ip_range: "10.77.2.0/24", dhcp_start: "10.77.2.10", dhcp_end: "10.77.2.20" };
    expect((await change(id, { ...moved, gateway: null })).status).toBe(200);
    expect(await subnetOf("10.77.1.0/24")).toBeUndefined();
    expect(await subnetOf("10.77.2.0/24")).toMatchObject({ gateway: null, dhcp_start: "10.77.2.10" });
  });

  test("is not made by a group: without one nothing happens", async () => {
    await givenGroup({ ip_range: "10.78.1.0/24" });
    expect(await subnetOf("10.78.1.0/24")).toBeUndefined();
  });
});

test("each change leaves an audit row with before and after", async () => {
  const { id, name } = await givenGroup({ description: "first" });
  await change(id, { description: "second" });
  await remove(id);
  expect(await auditOf(`group:${name}`)).toMatchObject([
    { action: "topology.group_deleted", before: { id, description: "second" } },
    { action: "topology.group_updated", before: { description: "first" }, after: { description: "second" } },
    { action: "topology.group_created", after: { id, description: "first" } },
  ]);
  expect((await list()).some((group) => group.id === id)).toBe(false);
});

test("a Viewer may not write", async () => {
  const viewer = await service.tokenOf(await service.givenUser());
  const answer = await service.call(`POST ${PATH}`, { token: viewer, body: { name: "mine" } });
  expect(answer).toMatchObject({
    status: 403,
    body: { detail: "Topology write access is not permitted for your role" },
  });
});
