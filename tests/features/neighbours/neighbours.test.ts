import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { AuthProtocols, PrivProtocols, SecurityLevel } from "net-snmp";
import { z } from "zod";
import { givenNeighbourService, Neighbours, ScanAnswer } from "./given";
import { closeSwitches, startSwitch, type Tables } from "./switch";

const { service, viewerKey, call, givenDevice, givenAgentDevice, auditOf, scan, list } =
  await givenNeighbourService();
afterAll(closeSwitches);

const CORE_MAC = Buffer.from("00005e005301", "hex");
const core = await givenDevice({ display_name: "Core", mac_address: "00:00:5e:00:53:01" });
const printer = await givenDevice({ display_name: "Printer", ip_address: "10.5.0.9" });
const access = await givenDevice({ hostname: "access-7.example.net" });
const phone = await givenDevice({
  display_name: "Phone",
  interfaces: [{ name: "eth0", mac_address: "00:00:5e:00:53:44" }],
});
const router = await givenDevice({ hostname: "router-1" });

/** A switch with five neighbours: each found in another way, and one that nobody knows. */
const CABLES: Tables = {
  ports: [
    [1, 5, "Gi0/1", "uplink"],
    [2, 7, "2", "Port 2"],
  ],
  lldp: [
    {
      port: 1,
      chassis: [4, CORE_MAC],
      remotePort: [5, "Te1/1", "to access"],
      name: "core",
      // Of another device: the chassis counts first.
      addresses: [[1, [10, 5, 0, 9]]],
    },
    {
      port: 2,
      chassis: [5, Buffer.from([1, 10, 99, 0, 1])],
      remotePort: [3, Buffer.from("0202030405ff", "hex"), "eth0"],
      addresses: [
        [2, [0xfe, 0x80, ...Buffer.alloc(13), 9]],
        [1, [10, 5, 0, 9]],
      ],
    },
    { port: 2, index: 2, chassis: [7, "serial 77"], remotePort: [7, "513", "ge-0/0/0"], name: "ACCESS-7" },
    { port: 3, chassis: [4, Buffer.from("00005e005344", "hex")], remotePort: [7, "port 1"] },
    { port: 3, index: 2, chassis: [6, "mgmt0"], remotePort: [4, Buffer.from([1, 192, 0, 2, 1])] },
  ],
  interfaces: [[10_101, "GigabitEthernet0/5"]],
  cdp: [
    {
      port: 10_101,
      deviceId: "router-1.example.com(FOC1234)",
      address: [10, 77, 0, 1],
      remotePort: "FastEthernet0/1",
    },
  ],
};

const EXPECTED = [
  {
    protocol: "lldp",
    local_port_index: 1,
    local_port_id: "Gi0/1",
    local_port_desc: "uplink",
    local_port_name: "Gi0/1",
    remote_chassis_id: "00:00:5E:00:53:01",
    remote_port_id: "Te1/1",
    remote_port_desc: "to access",
    remote_port_name: "Te1/1",
    remote_sys_name: "core",
    remote_mgmt_addr: "10.5.0.9",
    matched_device_id: core,
    match_reason: "chassis_mac",
  },
  {
    local_port_index: 2,
    local_port_name: "Port 2",
    remote_chassis_id: "10.99.0.1",
    remote_port_id: "02:02:03:04:05:FF",
    remote_port_name: "eth0",
    remote_mgmt_addr: "10.5.0.9",
    matched_device_id: printer,
    match_reason: "management_address",
  },
  {
    local_port_index: 2,
    remote_chassis_id: "serial 77",
    remote_port_name: "ge-0/0/0",
    matched_device_id: access,
    match_reason: "host_name",
  },
  {
    local_port_index: 3,
    local_port_id: null,
    local_port_name: null,
    remote_chassis_id: "00:00:5E:00:53:44",
    remote_port_name: "port 1",
    matched_device_id: phone,
    match_reason: "chassis_mac",
  },
  {
    local_port_index: 3,
    remote_chassis_id: "mgmt0",
    remote_port_id: "192.0.2.1",
    matched_device_id: null,
    match_reason: null,
  },
  {
    protocol: "cdp",
    local_port_index: 10_101,
    local_port_name: "GigabitEthernet0/5",
    remote_chassis_id: "router-1.example.com(FOC1234)",
    remote_sys_name: "router-1.example.com",
    remote_port_name: "FastEthernet0/1",
    remote_mgmt_addr: "10.77.0.1",
    matched_device_id: router,
    match_reason: "host_name",
  },
];

const agent = await startSwitch(CABLES);
/** Each test has the switch anew, as nobody has asked it. */
let source = 0;
beforeEach(async () => {
  source = await givenAgentDevice(agent, { display_name: "Access switch" });
});

const Suggestions = z.array(z.looseObject({ source_device_id: z.int() }));

const neighboursOf = async (deviceId: number) =>
  Neighbours.parse((await list(`?source_device_id=${deviceId}`)).body);
async function idOf(chassis: string): Promise<number> {
  const found = (await neighboursOf(source)).find((row) => row.remote_chassis_id === chassis);
  if (found === undefined) throw new Error(`no neighbour ${chassis}`);
  return found.id;
}

describe("a scan", () => {
  test("finds exactly what is connected, by LLDP and CDP, and whom of the inventory it is", async () => {
    const answer = await scan(source);
    expect(answer).toMatchObject({ status: 200, body: { source_device_id: source, error: null, notes: [] } });
    expect(ScanAnswer.parse(answer.body).neighbours).toHaveLength(EXPECTED.length);
    expect(answer.body).toMatchObject({ neighbours: EXPECTED });
    expect(await auditOf(`device:${source}`, "lldp.scanned")).toMatchObject([
      { detail: `127.0.0.1 port=${agent.port}` },
    ]);
  });

  test("again finds the same rows, what moved at its new port, and says what is gone", async () => {
    await scan(source);
    const before = await neighboursOf(source);
    await agent.rewire({
      ...CABLES,
      lldp: CABLES.lldp?.map((row) => (row.port === 1 ? { ...row, port: 9 } : row)) ?? [],
    });
    const moved = ScanAnswer.parse((await scan(source)).body);
    expect(moved.neighbours).toContainEqual(
      expect.objectContaining({ local_port_index: 9, remote_chassis_id: "00:00:5E:00:53:01" }),
    );
    const now = await neighboursOf(source);
    expect(now).toHaveLength(before.length + 1);
    expect(now.filter((row) => !row.is_seen)).toMatchObject([
      { local_port_index: 1, matched_device_id: core },
    ]);
    await agent.rewire(CABLES);
    await scan(source);
    const again = await neighboursOf(source);
    expect(again.filter((row) => row.is_seen).map(({ id }) => id)).toEqual(
      expect.arrayContaining(before.map(({ id }) => id)),
    );
  });

  test("by version 3 finds the same", async () => {
    const user = {
      name: "monitor",
      level: SecurityLevel.authPriv,
      authProtocol: AuthProtocols.sha256,
      authKey: "an-auth-key-1",
      privProtocol: PrivProtocols.aes,
      privKey: "a-priv-key-1",
    };
    const profile = {
      version: "v3",
      username: "monitor",
      auth_protocol: "sha256",
      auth_key: "an-auth-key-1",
      priv_protocol: "aes",
      priv_key: "a-priv-key-1",
    };
    const secured = await startSwitch(CABLES, { users: [user] });
    const id = await givenAgentDevice(secured, { display_name: "Secured", profile });
    expect((await scan(id)).body).toMatchObject({ error: null, neighbours: EXPECTED });
    // An engine of version 3 says who it is, whatever its tables have.
    expect((await call(`GET /api/v1/topology/devices/${id}/identities`)).body).toMatchObject([
      { kind: "engine_id", value: expect.stringMatching(/^80(?::[0-9a-f]{2}){4,31}$/), source: "neighbours" },
    ]);
  });

  test("with the wrong community is an answer with the reason, and forgets nothing", async () => {
    const strict = await startSwitch(CABLES);
    const id = await givenAgentDevice(strict, { display_name: "Strict", profile: { community: "wrong" } });
    expect(await scan(id)).toMatchObject({
      status: 200,
      body: {
        neighbours: [],
        error: "no answer within 1000 ms; to a community that it does not know an agent is silent, too",
      },
    });
    expect((await call("GET /api/v1/lldp/sources")).body).toContainEqual(
      expect.objectContaining({ device_id: id, error: expect.stringContaining("no answer") }),
    );
  });

  test("of no device, without a profile, or of an address that may not be asked, is refused", async () => {
    expect(await scan(987_654_321)).toMatchObject({ status: 404, body: { detail: "Device not found." } });
    expect(await scan(core)).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            loc: ["path", "device_id"],
            msg: "Device has no SNMP credential profile assigned.",
            type: "value_error",
          },
        ],
      },
    });
    const metadata = await givenAgentDevice(agent, { display_name: "Metadata" });
    await call(`PATCH /api/v1/topology/devices/${metadata}`, { ip_address: "169.254.169.254" });
    expect((await scan(metadata)).body).toMatchObject({
      error: "Link-local, metadata and multicast addresses cannot be targets",
    });
  });

  test("is not for who may only look", async () => {
    const answer = await service.call(`POST /api/v1/lldp/scan/${source}`, { key: viewerKey });
    expect(answer).toMatchObject({
      status: 403,
      body: { detail: "Active scanning is not permitted for your role" },
    });
    expect((await service.call("GET /api/v1/lldp/neighbours", { key: viewerKey })).status).toBe(200);
  });
});

describe("a person's word", () => {
  beforeEach(() => scan(source));
  const patch = (id: number, body: object) => call(`PATCH /api/v1/lldp/neighbours/${id}`, body);

  test("on which device it is survives scans, until it is taken back", async () => {
    const id = await idOf("mgmt0");
    expect(await patch(id, { matched_device_id: phone })).toMatchObject({
      status: 200,
      body: { matched_device_id: phone, matched_device_name: "Phone", match_reason: "person" },
    });
    const other = await idOf("00:00:5E:00:53:44");
    await patch(other, { matched_device_id: printer });
    await scan(source);
    expect(await neighboursOf(source)).toContainEqual(
      expect.objectContaining({ id: other, matched_device_id: printer, match_reason: "person" }),
    );
    expect(await patch(other, { reset_match: true })).toMatchObject({
      body: { matched_device_id: phone, match_reason: "chassis_mac" },
    });
    expect(await auditOf(`lldp_neighbour:${other}`, "lldp.neighbour_updated")).toHaveLength(2);
  });

  test("that it is dismissed survives scans", async () => {
    const id = await idOf("serial 77");
    await patch(id, { dismissed: true });
    await scan(source);
    expect((await list(`?dismissed=true&source_device_id=${source}`)).body).toMatchObject([
      { id, dismissed: true },
    ]);
    expect((await list(`?dismissed=false&source_device_id=${source}`)).body).not.toContainEqual(
      expect.objectContaining({ id }),
    );
  });

  test("on what does not exist is refused, and what is null stays", async () => {
    const id = await idOf("00:00:5E:00:53:01");
    expect(await patch(id, { matched_device_id: 987_654_321 })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ["body", "matched_device_id"], msg: "Matched device not found." }] },
    });
    expect((await patch(id, { matched_device_id: source })).status).toBe(422);
    expect(await patch(987_654_321, { dismissed: true })).toMatchObject({
      status: 404,
      body: { detail: "Neighbour not found." },
    });
    expect((await patch(id, { dismissed: null, matched_device_id: null })).body).toMatchObject({
      matched_device_id: core,
      dismissed: false,
    });
  });

  test("on a device that was deleted gives way to what the next scan finds", async () => {
    const id = await idOf("00:00:5E:00:53:01");
    const doomed = await givenDevice({ display_name: "Doomed" });
    await patch(id, { matched_device_id: doomed });
    await call(`DELETE /api/v1/topology/devices/${doomed}`);
    await scan(source);
    expect(await neighboursOf(source)).toContainEqual(
      expect.objectContaining({ id, matched_device_id: core, match_reason: "chassis_mac" }),
    );
  });
});

describe("a link", () => {
  beforeEach(() => scan(source));
  const create = (id: number) => call(`POST /api/v1/lldp/neighbours/${id}/create-link`);
  const suggestions = async () => (await call("GET /api/v1/lldp/suggestions")).body;

  test("is suggested once, made once as measured with its ports, and suggested no more", async () => {
    const id = await idOf("00:00:5E:00:53:01");
    const wanted = expect.objectContaining({
      source_device_id: source,
      target_device_id: core,
      source_interface: "Gi0/1",
      target_interface: "Te1/1",
      match_reason: "chassis_mac",
    });
    expect(await suggestions()).toContainEqual(wanted);
    const made = await create(id);
    expect(made).toMatchObject({ status: 200, body: { created: true } });
    const relationshipId = Number(Object(made.body).relationship_id);
    expect((await call(`GET /api/v1/topology/relationships/${relationshipId}`)).body).toMatchObject({
      source_device_id: source,
      target_device_id: core,
      source_interface: "Gi0/1",
      target_interface: "Te1/1",
      relationship_type: "link",
      origin: "measured",
      notes: "LLDP: uplink",
    });
    expect((await create(id)).body).toEqual({ relationship_id: relationshipId, created: false });
    expect(await suggestions()).not.toContainEqual(wanted);
    expect((await list("?state=linked")).body).toContainEqual(
      expect.objectContaining({ id, relationship_id: relationshipId }),
    );
    expect(await auditOf(`relationship:${relationshipId}`, "topology.relationship_created")).toHaveLength(1);
  });

  test("that a person drew in the other direction is taken as it is, and stays manual", async () => {
    const body = { source_device_id: printer, target_device_id: source };
    const drawn = await call("POST /api/v1/topology/relationships", body);
    const relationshipId = Number(Object(drawn.body).id);
    expect(drawn.body).toMatchObject({ origin: "manual" });
    expect((await create(await idOf("10.99.0.1"))).body).toEqual({
      relationship_id: relationshipId,
      created: false,
    });
  });

  test("of two devices that hear each other is one, whichever is asked", async () => {
    const mac = Buffer.from("00005e005399", "hex");
    const farMac = Buffer.from("00005e005398", "hex");
    const near = await startSwitch({
      ports: [[1, 5, "Gi0/1", ""]],
      lldp: [{ port: 1, chassis: [4, farMac], remotePort: [5, "GigabitEthernet0/2"] }],
    });
    const far = await startSwitch({
      ports: [[2, 5, "Gi0/2", ""]],
      lldp: [{ port: 2, chassis: [4, mac], remotePort: [5, "Gi0/1"] }],
    });
    const one = await givenAgentDevice(near, { display_name: "One" });
    const other = await givenAgentDevice(far, { display_name: "Other" });
    await call(`PATCH /api/v1/topology/devices/${one}`, { mac_address: mac.toString("hex") });
    await call(`PATCH /api/v1/topology/devices/${other}`, { mac_address: farMac.toString("hex") });
    await Promise.all([scan(one), scan(other)]);
    const found = Suggestions.parse(await suggestions()).filter((suggestion) =>
      [one, other].includes(suggestion.source_device_id),
    );
    expect(found).toHaveLength(1);
    const ids = [...(await neighboursOf(one)), ...(await neighboursOf(other))].map(({ id }) => id);
    const made = await Promise.all(ids.map(create));
    expect(made.filter(({ body }) => Object(body).created === true)).toHaveLength(1);
  });

  test("needs a match, and the right to write", async () => {
    const lonely = await idOf("mgmt0");
    expect(await create(lonely)).toMatchObject({
      status: 422,
      body: { detail: [{ msg: "No matched device — assign a device before creating a link." }] },
    });
    expect((await create(987_654_321)).body).toEqual({ detail: "Neighbour not found." });
    const refused = await service.call(`POST /api/v1/lldp/neighbours/${lonely}/create-link`, {
      key: viewerKey,
    });
    expect(refused.status).toBe(403);
  });
});
