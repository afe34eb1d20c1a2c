import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { DiscoveryImportResult, DiscoveryScanRead } from "../../../src/features/discovery/scans/models";
import { createTestService } from "../../support/app";
import { closeSwitches, startSwitch } from "../neighbours/switch";
import { givenDevices } from "../topology/given";
import { find, ScriptedNetwork } from "./given";
import { patient } from "../../support/patience";

// The first MAC address waits for the registry of vendors to be read.
setDefaultTimeout(patient(20_000));

const network = new ScriptedNetwork();
const service = await createTestService({
  sweep: network.sweep,
  settings: { DISCOVERY_RATE_LIMIT_SECONDS: "0" },
});
afterAll(async () => {
  closeSwitches();
  await service.close();
});
const token = await service.tokenOf(await service.givenUser({ role: "NetworkAdmin" }));
const MAC = "00:00:5E:00:53:01";

async function scan(target: string, more: object = {}): Promise<DiscoveryScanRead> {
  const body = { target, ...more };
  const answer = await service.call("POST /api/v1/discovery/scans", { token, body });
  expect({ status: answer.status, text: answer.text.slice(0, 200) }).toMatchObject({ status: 201 });
  return DiscoveryScanRead.parse(answer.body);
}

test("a scan is a sign of who had an address, where the hardware address is known", async () => {
  network.hosts = [
    find("10.1.7.9", { macAddress: MAC, hostname: "edge" }),
    find("10.1.7.8", { hostname: "only-a-name" }),
  ];
  await scan("10.1.7.0/28");
  const { body } = await service.call("GET /api/v1/bindings/at?address=10.1.7.9,10.1.7.8", { token });
  expect(body).toMatchObject([
    {
      ip_address: "10.1.7.9",
      holders: [{ mac_address: MAC.toLowerCase(), hostname: "edge", source: "scan" }],
    },
    { ip_address: "10.1.7.8", holders: [] },
  ]);
});

test("a host that moved without showing its hardware is known by the serial number that its agent said", async () => {
  const agent = await startSwitch(
    {
      parts: [
        [1, 11, "none"],
        [2, 3, "FOX1234X1YZ"],
        [3, 3, "FOX9999"],
      ],
    },
    { engineId: Buffer.from("80001f88805e2a11c3", "hex") },
  );
  network.hosts = [find("127.0.0.1")];
  const asked = { snmp_community: "public", snmp_port: agent.port };
  const first = await scan("127.0.0.1", asked);
  const engineId = "80:00:1f:88:80:5e:2a:11:c3";
  expect(first.results).toMatchObject([
    { serial_number: "FOX1234X1YZ", engine_id: engineId, match_reason: null, match_text: null },
  ]);
  const imported = await service.call("POST /api/v1/discovery/import", {
    token,
    body: { scan_id: first.id },
  });
  const { rows } = DiscoveryImportResult.parse(imported.body);
  const id = rows[0]?.device_id ?? 0;
  const device = await service.call(`PATCH /api/v1/topology/devices/${id}`, {
    token,
    body: { display_name: "sw3", ip_address: "10.1.9.9" },
  });
  expect(device.body).toMatchObject({ serial_number: "FOX1234X1YZ" });
  const identities = await service.call(`GET /api/v1/topology/devices/${id}/identities`, { token });
  expect(identities.body).toMatchObject([
    { kind: "engine_id", value: engineId, source: "scan", shared_with: [] },
    { kind: "serial_number", value: "fox1234x1yz", source: "scan", shared_with: [] },
  ]);
  expect((await scan("127.0.0.1", asked)).results).toMatchObject([
    {
      existing_device_id: id,
      match_reason: "serial_number",
      match_text: "serial number fox1234x1yz is that of sw3",
      proposed_values: { ip_address: "127.0.0.1" },
    },
  ]);
  // A second device that shows the same at this time: then it tells neither.
  const [twin = 0] = await givenDevices(service, { ipAddress: "127.0.0.1", displayName: "sw4" });
  await service.database.sql`
    INSERT INTO device_identities (device_id, kind, value, source)
    SELECT ${twin}, kind, value, 'scan' FROM device_identities WHERE device_id = ${id}`;
  expect((await scan("127.0.0.1", asked)).results).toMatchObject([
    { existing_device_id: twin, match_reason: "address", ignored_keys: [expect.stringContaining("sw3")] },
  ]);
  // One that has not shown it for a week has lost it.
  await service.database.sql`
    UPDATE device_identities SET last_seen_at = now() - interval '8 days' WHERE device_id = ${id}`;
  await service.database.sql`UPDATE devices SET serial_number = NULL WHERE id = ${id}`;
  expect((await scan("127.0.0.1", asked)).results).toMatchObject([
    { existing_device_id: twin, match_reason: "serial_number", ignored_keys: [] },
  ]);
});

test("a scan has MAC addresses out of a router's ARP table, and what hosts say of their systems", async () => {
  const router = await startSwitch(
    { arp: [{ address: "127.0.0.7", mac: "00005e005307" }] },
    { sysName: "router", sysDescr: "ExampleOS 7.1" },
  );
  network.hosts = [find("127.0.0.1"), find("127.0.0.7")];
  const ended = await scan("127.0.0.0/29", {
    snmp_community: "public",
    snmp_targets: ["127.0.0.1"],
    snmp_port: router.port,
  });
  expect(ended.results).toMatchObject([
    { ip_address: "127.0.0.1", mac_address: null, os: "ExampleOS 7.1" },
    { ip_address: "127.0.0.7", mac_address: "00:00:5E:00:53:07", os: null },
  ]);
});
