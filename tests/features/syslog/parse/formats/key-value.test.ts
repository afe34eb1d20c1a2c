import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const PACKET =
  "IN=eth0 OUT= MAC=02:00:5e:00:00:01:02:00:5e:00:00:02:08:00 SRC=198.51.100.16 DST=203.0.113.5 LEN=40 TOS=0x00 PREC=0x00 TTL=242 ID=4711 DF PROTO=TCP SPT=40123 DPT=445 WINDOW=1024 RES=0x00 SYN URGP=0";
const kernel = (text: string) => `<4>Nov 21 10:50:00 gw kernel: ${text}`;

test("netfilter's packet gives addresses, ports, protocol and interface", () => {
  expect(parseLine(kernel(`[16571.459695] ${PACKET}`))).toMatchObject({
    parser: "key-value",
    vendor: "netfilter",
    sourceHost: "gw",
    app: "kernel",
    srcIp: "198.51.100.16",
    dstIp: "203.0.113.5",
    srcPort: 40_123,
    dstPort: 445,
    protocol: "tcp",
    interface: "eth0",
    interfaceOut: null,
    direction: "in",
    action: null,
    verdict: null,
  });
});

describe("what a rule puts before the packet", () => {
  test.each<[string, object]>([
    ["[UFW BLOCK] ", { action: "block", actionRaw: "BLOCK", verdict: "deny", vendor: "ufw" }],
    ["[1234.5] [UFW ALLOW] ", { action: "allow", verdict: "allow", vendor: "ufw" }],
    ["[UFW AUDIT] ", { action: null, vendor: "ufw" }],
    ["DROP wan in: ", { action: "drop", verdict: "drop" }],
    ["reject wan out: ", { action: "reject", actionRaw: "reject", verdict: "reject" }],
    ["iptables DROP_INPUT: ", { action: "drop", actionRaw: "DROP_INPUT", verdict: "drop" }],
    ["FW-REJECT: ", { action: "reject", actionRaw: "REJECT", verdict: "reject" }],
    [
      "[WAN_LOCAL-default-D]",
      { action: "drop", actionRaw: "D", verdict: "drop", ruleId: "WAN_LOCAL-default", vendor: "ubiquiti" },
    ],
    ["[WAN_OUT-2000-A]", { action: "accept", actionRaw: "A", verdict: "allow", ruleId: "WAN_OUT-2000" }],
    ["[LAN_IN-3001-R]", { action: "reject", verdict: "reject", ruleId: "LAN_IN-3001" }],
    [
      '[LAN_WAN-A-10001] DESCR="[LAN_WAN]Allow all" ',
      { action: "accept", ruleId: "LAN_WAN-A-10001", reason: "[LAN_WAN]Allow all" },
    ],
    [
      "banIP/inp-wan/drp/feodo.v4: ",
      { action: "drop", actionRaw: "drp", trackerId: "banIP", ruleId: "feodo.v4", reason: "banIP/inp-wan" },
    ],
    ["banIP/inbound/reject/doh/v6: ", { action: "reject", ruleId: "doh/v6", vendor: "openwrt" }],
    ["fw-in-1-77 act=REJECT ", { action: "reject", actionRaw: "REJECT", verdict: "reject" }],
    ["DROPPED act=0 ", { action: "dropped", verdict: "drop" }],
    ["Inbound denied: ", { action: "denied", verdict: "deny" }],
    ["DROPPED ", { action: "dropped", actionRaw: "DROPPED", verdict: "drop" }],
    ["[ipv4-NAM-WAN_IN-default-D]", { action: "drop", ruleId: "ipv4-NAM-WAN_IN-default", vendor: "vyos" }],
    ["[bypass-all] passing ", { action: null, ruleId: null }],
  ])("%s", (prefix, expected) => {
    expect(parseLine(kernel(prefix + PACKET))).toMatchObject({
      parser: "key-value",
      srcIp: "198.51.100.16",
      ...expected,
    });
  });

  test("may stand where the program's name does", () => {
    expect(parseLine(`Nov 21 10:50:00 DENY: ${PACKET}`)).toMatchObject({
      action: "deny",
      actionRaw: "DENY",
      verdict: "deny",
    });
  });
});

describe("keys", () => {
  test.each<[string, object]>([
    [
      "src=192.0.2.1 dst=192.0.2.2 spt=1 dpt=2 proto=udp",
      { srcIp: "192.0.2.1", dstIp: "192.0.2.2", srcPort: 1, dstPort: 2, protocol: "udp" },
    ],
    ['SRC="192.0.2.1" ACTION="Reject"', { srcIp: "192.0.2.1", action: "reject", actionRaw: "Reject" }],
    ["SRC='192.0.2.1',DST='192.0.2.2';PROTO=47", { srcIp: "192.0.2.1", dstIp: "192.0.2.2", protocol: "gre" }],
    ["SRC=2001:0DB8::0001 PROTO=ICMPv6", { srcIp: "2001:db8::1", protocol: "ipv6-icmp" }],
    ["IN= OUT=lo SRC=::1", { interface: "lo", interfaceOut: "lo", direction: "out" }],
    ["IN=eth0 OUT=eth2 SRC=192.0.2.1", { interface: "eth0", interfaceOut: "eth2", direction: "in" }],
    ["SRC=192.0.2.1 SRC=192.0.2.9", { srcIp: "192.0.2.1" }],
    ["ACTION=acc SRC=192.0.2.1 DROP", { action: "accept", verdict: "allow" }],
    ["SRC=192.0.2.1 USER=pass verdict: DENY", { action: "deny" }],
    ["SRC=192.0.2.1 drop-count=7 block_size=512", { action: null, verdict: null }],
    ["SRC=192.0.2.1 drop-count=7 DROP_INPUT", { action: "drop", actionRaw: "DROP_INPUT" }],
    ['msg="SRC=192.0.2.9 is bad" SRC=192.0.2.1', { srcIp: "192.0.2.1" }],
    ["url=/x?SRC=192.0.2.9 SRC=192.0.2.1", { srcIp: "192.0.2.1" }],
    ["nat_src=192.0.2.9 src=192.0.2.1", { srcIp: "192.0.2.1" }],
    [
      "PROTO=ICMP TYPE=3 SRC=192.0.2.1 [SRC=192.0.2.9 PROTO=UDP SPT=53 DPT=99 ]",
      { srcIp: "192.0.2.1", srcPort: null, protocol: "icmp" },
    ],
  ])("%s", (body, expected) => {
    expect(parseLine(body)).toMatchObject({
      parser: "key-value",
      facility: 1,
      severity: 5,
      message: body,
      ...expected,
    });
  });
});

describe("malformed values", () => {
  test.each<[string, object]>([
    ["SRC=999.1.1.1 DST=host.example", { srcIp: null, dstIp: null }],
    ["SPT=70000 DPT=-1 PROTO=", { srcPort: null, dstPort: null, protocol: null }],
    ['SRC="192.0.2.1 DST=192.0.2.2', { srcIp: "192.0.2.1", dstIp: "192.0.2.2" }],
    ["ACTION= SRC=192.0.2.1", { action: null }],
    ["IN=", { interface: null, direction: null }],
  ])("%s", (body, expected) => {
    expect(parseLine(body)).toMatchObject({ parser: "key-value", ...expected });
  });

  test.each([
    ["a=b c=d"],
    ["=SRC"],
    ["==="],
    ["SRC 192.0.2.1"],
    ["RSRC=192.0.2.1"],
    ["S2C=192.0.2.1"],
    ["x=1 drop it"],
  ])("%s has none of the keys", (body) => {
    expect(parseLine(body)).toMatchObject({ parser: "generic", action: null, facility: null });
  });
});
