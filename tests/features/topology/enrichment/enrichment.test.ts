import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { z } from "zod";
import { givenNeighbourService } from "../../neighbours/given";
import { closeSwitches, startSwitch } from "../../neighbours/switch";
import { closePeers, startDatagramPeer } from "../../monitoring/probes/given";

const { service, viewerKey, call, scan, givenDevice, givenAgentDevice, auditOf } =
  await givenNeighbourService();
afterAll(() => {
  closeSwitches();
  closePeers();
});

const APPLE = "f0-18-98-00-00-01";
const agent = await startSwitch(
  {
    parts: [[1, 3, " FOX1234X1YZ"]],
    arp: [
      { address: "10.0.0.7", mac: "00005e005301" },
      { address: "10.0.0.8", mac: "f01898000001" },
      { address: "10.0.0.9", mac: "00005e005309" },
      // Not in use, nobody's, a group's: nothing to go by.
      { address: "10.0.0.10", mac: "00005e005310", type: 2 },
      { address: "10.0.0.11", mac: "000000000000" },
      { address: "10.0.0.12", mac: "01005e000001" },
      { address: "10.0.0.13", mac: "00005e005313" },
    ],
    physical: [
      { octets: [10, 0, 0, 7], mac: "00005e005301" },
      { octets: [0x20, 0x01, 0x0d, 0xb8, ...Buffer.alloc(11), 7], mac: "0202030405ff" },
      // The other table says another.
      { octets: [10, 0, 0, 13], mac: "00005e005314" },
    ],
  },
  { sysName: "SW-Enriched", sysDescr: "ExampleOS 7.1" },
);

const bare = await givenDevice({ display_name: "Bare", ip_address: "10.0.0.7" });
const typed = await givenDevice({
  display_name: "Typed",
  ip_address: "10.0.0.8",
  mac_address: APPLE,
  vendor: "Somebody",
});
const shared = [
  await givenDevice({ display_name: "Pair 1", ip_address: "10.0.0.9" }),
  await givenDevice({ display_name: "Pair 2", ip_address: "10.0.0.9" }),
];
for (const last of [10, 11, 12, 13])
  await givenDevice({ display_name: `No ${last}`, ip_address: `10.0.0.${last}` });
const six = await givenDevice({ display_name: "Six", ip_address: "2001:db8::7" });
const source = await givenAgentDevice(agent, { display_name: "Source" });

const PATH = (id: number) => `/api/v1/topology/devices/${id}/snmp/arp-enrichment`;
const preview = (id: number) => call(`GET ${PATH(id)}`);
const apply = (id: number, body: object) => call(`POST ${PATH(id)}/apply`, body);
const deviceOf = async (id: number) => (await call(`GET /api/v1/topology/devices/${id}`)).body;
const Preview = z.looseObject({
  changes: z.array(z.looseObject({ device_id: z.int(), field: z.string(), suggested: z.string() })),
});

beforeEach(async () => {
  const nothing = { mac_address: null, vendor: null, os: null, hostname: null, serial_number: null };
  for (const id of [bare, six, source]) await call(`PATCH /api/v1/topology/devices/${id}`, nothing);
  await call(`PATCH /api/v1/topology/devices/${typed}`, { vendor: "Somebody" });
});

describe("reading a device by SNMP", () => {
  test("says what would change, beside what there is, and writes nothing", async () => {
    const before = await deviceOf(bare);
    const { status, body } = await preview(source);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { source_device_id: source, source_profile_id: expect.any(Number), notes: [] },
    });
    const changes = Preview.parse(body).changes.map(
      ({ device_id: id, field, current, suggested, source: from }) => {
        return [id, field, current, suggested, from];
      },
    );
    const vendorOfTyped = changes.find(([id, field]) => id === typed && field === "vendor")?.[3];
    expect(vendorOfTyped).toMatch(/apple/i);
    const vendorOfBare = changes.find(([id, field]) => id === bare && field === "vendor")?.[3];
    expect(changes).toEqual([
      [bare, "mac_address", null, "00:00:5e:00:53:01", "snmp:127.0.0.1"],
      ...(vendorOfBare === undefined ? [] : [[bare, "vendor", null, vendorOfBare, "snmp:127.0.0.1"]]),
      [typed, "vendor", "Somebody", vendorOfTyped, "snmp:127.0.0.1"],
      [six, "mac_address", null, "02:02:03:04:05:ff", "snmp:127.0.0.1"],
      [source, "os", null, "ExampleOS 7.1", "snmp:sysDescr"],
      [source, "hostname", null, "sw-enriched", "snmp:sysName"],
      [source, "serial_number", null, "FOX1234X1YZ", "snmp:entPhysicalSerialNum"],
    ]);
    expect(changes.some(([id]) => shared.includes(Number(id)))).toBe(false);
    expect(await deviceOf(bare)).toEqual(before);
  });

  test("writes what was chosen and nothing else, and says so in the audit log", async () => {
    const changes = [
      { device_id: source, field: "os", suggested: "ExampleOS 7.1" },
      // The agent says another by now.
      { device_id: source, field: "hostname", suggested: "sw-earlier" },
    ];
    expect((await apply(source, { apply_all: false, changes })).body).toEqual({ updated: 1 });
    expect(await deviceOf(source)).toMatchObject({ os: "ExampleOS 7.1", hostname: null });
    expect((await apply(source, { apply_all: false, device_ids: [bare] })).body).toEqual({ updated: 1 });
    expect(await deviceOf(bare)).toMatchObject({ mac_address: "00:00:5e:00:53:01" });
    expect(await deviceOf(typed)).toMatchObject({ vendor: "Somebody" });
    const applied = await auditOf(`device:${source}`, "topology.device_snmp_enrichment_applied");
    expect(applied.slice(0, 2)).toMatchObject([{ detail: "updated=1" }, { detail: "updated=1" }]);
    const [written] = await auditOf(`device:${bare}`, "topology.device_updated");
    expect(written).toMatchObject({
      before: { mac_address: null },
      after: { mac_address: "00:00:5e:00:53:01" },
    });
  });

  test("writes everything where it is told to, after which there is nothing left", async () => {
    expect((await apply(source, {})).body).toEqual({ updated: 4 });
    expect(await deviceOf(typed)).toMatchObject({ vendor: expect.stringMatching(/apple/i) });
    expect(await deviceOf(six)).toMatchObject({ mac_address: "02:02:03:04:05:ff" });
    expect((await preview(source)).body).toMatchObject({ changes: [] });
    expect((await apply(source, {})).body).toEqual({ updated: 0 });
  });

  test("does not offer another serial number than a person has typed", async () => {
    await call(`PATCH /api/v1/topology/devices/${source}`, { serial_number: "On the label" });
    const fields = Preview.parse((await preview(source)).body).changes.map(({ field }) => field);
    expect(fields).toContain("os");
    expect(fields).not.toContain("serial_number");
  });

  test("keeps what the device is told by, as a look for neighbours does", async () => {
    const identities = async () => (await call(`GET /api/v1/topology/devices/${source}/identities`)).body;
    const key = { kind: "serial_number", value: "fox1234x1yz", shared_with: [] };
    await apply(source, { apply_all: false });
    expect(await identities()).toMatchObject([{ ...key, source: "enrichment" }]);
    expect((await scan(source)).body).toMatchObject({ error: null });
    expect(await identities()).toMatchObject([{ ...key, source: "neighbours" }]);
  });

  test("is refused with the reason", async () => {
    expect(await preview(987_654_321)).toMatchObject({ status: 404, body: { detail: "Device not found" } });
    expect(await preview(bare)).toMatchObject({
      status: 400,
      body: { detail: "Device has no SNMP profile assigned" },
    });
    const silent = await givenAgentDevice(await startDatagramPeer(() => []), { display_name: "Silent" });
    for (const answer of [await preview(silent), await apply(silent, {})])
      expect(answer).toMatchObject({
        status: 504,
        body: { detail: "SNMP request to 127.0.0.1 timed out" },
      });
    const viewer = await service.call(`GET ${PATH(source)}`, { key: viewerKey });
    expect(viewer.status).toBe(403);
  });
});
