import { expect, test } from "bun:test";
import { type Evidence, guessDeviceType } from "../../../../src/features/discovery/sweep/device-type";

const NOTHING: Evidence = { vendor: null, hostname: null, openPorts: [], services: [], isGateway: false };

test.each<[Partial<Evidence>, string, string]>([
  [{ isGateway: true, openPorts: [22] }, "router", "this machine's gateway"],
  [{ openPorts: [80, 9100] }, "printer", "port 9100 is open"],
  [
    { vendor: "Hangzhou Hikvision Digital Technology" },
    "camera",
    "made by Hangzhou Hikvision Digital Technology",
  ],
  [
    { openPorts: [443], services: [{ port: 443, kind: "http_title", text: "Synology DiskStation" }] },
    "nas",
    'its web page says "Synology DiskStation"',
  ],
  [
    { isGateway: true, services: [{ port: 443, kind: "http_title", text: "OPNsense | Login" }] },
    "firewall",
    'its web page says "OPNsense | Login"',
  ],
  [{ vendor: "VMware, Inc.", openPorts: [443] }, "hypervisor", "made by VMware, Inc.; port 443 is open"],
  [{ vendor: "VMware, Inc.", openPorts: [22] }, "server", "port 22 is open"],
  [{ hostname: "desktop-4711", openPorts: [445] }, "workstation", "is called desktop-4711"],
])("%p is a %s: %s", (evidence, type, reason) => {
  expect(guessDeviceType({ ...NOTHING, ...evidence })).toEqual({ type, reason });
});

test("nothing known is no guess", () => {
  expect(guessDeviceType({ ...NOTHING, openPorts: [80], vendor: "Intel Corporate" })).toBeNull();
});
