import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

test("a connection gives all its fields", () => {
  const message = parseLine(
    '<134>  id=firewall sn=0017C5000000 time="2026-11-21 10:49:59 UTC" fw=192.0.2.254 pri=6 c=1024 m=537 msg="Connection Closed" n=7 src=192.0.2.1:40000:X0 dst=198.51.100.2:443:X1:web.example.org natSrc=203.0.113.9:1024 natDst=198.51.100.2:443 proto=tcp/https sent=100 rcvd=200 spkt=1 rpkt=2 rule="LAN->WAN" fw_action="forward"',
  );
  expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.000000Z");
  expect(message).toMatchObject({
    parser: "sonicwall",
    vendor: "sonicwall",
    sourceHost: "192.0.2.254",
    srcIp: "192.0.2.1",
    srcPort: 40_000,
    interface: "X0",
    dstIp: "198.51.100.2",
    dstPort: 443,
    interfaceOut: "X1",
    natSrcIp: "203.0.113.9",
    natSrcPort: 1024,
    natDstIp: null,
    protocol: "tcp",
    action: "forward",
    ruleId: "LAN->WAN",
    trackerId: "537",
    bytes: 300,
    packets: 3,
  });
});

describe("ends", () => {
  test.each<[string, object]>([
    ["src=192.0.2.1", { srcIp: "192.0.2.1", srcPort: null, interface: null }],
    ["src=192.0.2.1::X0", { srcIp: "192.0.2.1", srcPort: null, interface: "X0" }],
    ["src=2001:db8:0:0:0:0:0:1:443:X2", { srcIp: "2001:db8::1", srcPort: 443, interface: "X2" }],
    ["src=name:1:X0", { srcIp: null, srcPort: null }],
  ])("%s", (key, expected) => {
    expect(parseLine(`id=firewall sn=1 ${key}`)).toMatchObject({ parser: "sonicwall", ...expected });
  });
});

test("the header's time counts where the device's names no zone", () => {
  const line = 'Nov 21 10:49:00 fw-1 id=firewall sn=1 time="2026-11-21 05:00:00" m=98 src=192.0.2.1:1:LAN';
  expect(isoEventTime(parseLine(line))).toBe("2026-11-21T10:49:00.000000Z");
});

test("an IPv6 address may be in brackets", () => {
  expect(
    parseLine(
      '<134>id=firewall sn=0017C5 time="2026-11-21 10:49:59" fw=203.0.113.1 pri=6 m=98 msg="Connection Opened" src=[2001:db8::5]:40000:X0 dst=[2001:db8::9]:443:X1 proto=tcp/https',
    ),
  ).toMatchObject({
    srcIp: "2001:db8::5",
    srcPort: 40_000,
    interface: "X0",
    dstIp: "2001:db8::9",
    dstPort: 443,
    interfaceOut: "X1",
  });
});

test("without a rule's action its sentence says what was refused", () => {
  const line = (message: string) =>
    parseLine(
      `<129>id=firewall sn=1 time="2026-11-21 10:49:59 UTC" m=23 msg="${message}" src=192.0.2.1:138:X1 dst=192.0.2.255:138:X0`,
    );
  expect(line("IP spoof dropped").verdict).toBe("drop");
  expect(line("Web site access denied").verdict).toBe("deny");
  expect(line("Connection Closed").action).toBeNull();
  expect(line("Possible port scan detected").action).toBeNull();
});
