import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { DiscoveryScanRead } from "../../../src/features/discovery/scans/models";
import { createTestService } from "../../support/app";
import { closeSwitches, startSwitch } from "../neighbours/switch";
import { find, ScriptedNetwork } from "./given";

// The first MAC address waits for the registry of vendors to be read.
setDefaultTimeout(20_000);

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
