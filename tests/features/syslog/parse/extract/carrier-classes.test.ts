import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const head = "<134>1 2026-11-21T10:49:59Z gw1 app1 - - - ";
const NO_ENDS = { srcIp: null, dstIp: null, natSrcIp: null };

describe("carriers' translations", () => {
  test.each<[string, object]>([
    [
      "[SessionbasedAD 17 10.44.3.21 vrf7 - 198.51.100.9 49811 21044 - 203.0.113.53 53]",
      {
        srcIp: "10.44.3.21",
        srcPort: 49_811,
        dstIp: "203.0.113.53",
        dstPort: 53,
        protocol: "udp",
        natSrcPort: 21_044,
      },
    ],
    [
      "[UserbasedA - 10.44.3.21 VRF-A - 198.51.100.9 - 12544 12671]",
      { srcIp: "10.44.3.21", srcPort: null, natSrcIp: "198.51.100.9", natSrcPort: null },
    ],
    [
      "NAT: {2} Map  198.51.100.9 [2048-2559] MDA 1/2 -- 27 lsn-sub %3 vprn40  100.64.7.19 at 2026/11/21 10:57:01",
      { srcIp: "100.64.7.19" },
    ],
    [
      "CGNAT PORT-BATCH-ALLOC 100.64.0.9 -> 198.51.100.9:1024-1535",
      { srcIp: "100.64.0.9", natSrcPort: null },
    ],
    [
      "sub=100.64.0.9 sport=5012 xip=198.51.100.9 xport=2048 dip=203.0.113.5 dport=443 proto=6",
      { srcIp: "100.64.0.9", srcPort: 5012, dstPort: 443, natSrcPort: 2048 },
    ],
    ["lsn: subscriber 100.64.7.19 was given 198.51.100.9 ports 2048-2559", { srcIp: "100.64.7.19" }],
    ["PBA alloc: 198.51.100.9, port range 2048-2559, 100.64.7.19", { srcIp: "100.64.7.19" }],
    ["CGN port-block allocated 10.1.2.3 -> 198.51.100.9:(2048 - 2559)", { srcIp: "10.1.2.3" }],
    [
      "tcp 10.0.0.9:50122 -> 203.0.113.35:443, x ; source address and port translate to 198.51.100.9:1067",
      { srcIp: "10.0.0.9", natSrcPort: 1067 },
    ],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject({ natSrcIp: "198.51.100.9", ...expected });
  });

  test("what the destination translates to", () => {
    const text =
      "tcp 192.0.2.9:50122 -> 203.0.113.35:443; destination address and port translates to 10.0.0.5:8443";
    expect(parseLine(head + text)).toMatchObject({ natSrcIp: null, natDstIp: "10.0.0.5", natDstPort: 8443 });
  });

  test.each([
    ["[Event 6 198.51.100.7 v1 - 203.0.113.9 1 2 -]"],
    ["NAT pool 198.51.100.64 - 198.51.100.70 for 10.1.1.1"],
    ["NAT: 10.1.1.1 198.51.100.64 block 4000-3000"],
  ])("nobody is seen as another: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject(NO_ENDS);
  });

  test("a rule of who may call whom by which ports translates nothing", () => {
    expect(parseLine(`${head}nat rule 10 from 10.1.1.1 to 203.0.113.9 ports 2048-2559`).natSrcIp).toBeNull();
  });
});

describe("switches, routers and servers of names, users and mail", () => {
  const flow = "192.0.2.9:50122 -> 203.0.113.35:53";

  test.each<[string, object]>([
    [
      `list 101 denied tcp 192.0.2.9(50122)(Ethernet 1/1/4 609c.9f12.3344) -> 203.0.113.35(53)`,
      { interface: "Ethernet 1/1/4" },
    ],
    [
      `list 101 denied udp 192.0.2.9(50122) (ve 20 60:9c:9f:12:33:44) -> 203.0.113.35(53)`,
      { interface: "ve 20" },
    ],
    [`list 101 denied udp 192.0.2.9(50122) (user 20) -> 203.0.113.35(53)`, { interface: null }],
    [`ge-0/0/1.0:${flow} tcp`, { interface: "ge-0/0/1.0" }],
    [`application: dns, ge-0/0/1.0 ${flow} (UDP)`, { interface: "ge-0/0/1.0" }],
    [
      `rule deny23 matched: TCP ${flow} port 1:4 action deny`,
      { verdict: "deny", dstPort: 53, ruleId: "deny23" },
    ],
    [`Connection error: ssl_hs ${flow}: unsupported version (40)`, { srcPort: 50_122 }],
    [`from:${flow} tcp`, { interface: null }],
    [`00000000 denied:50 192.0.2.9(Eth1/3) -> 203.0.113.35, 4 packets`, { protocol: "esp", verdict: "deny" }],
    [`30 denied: 192.0.2.9 -> 203.0.113.35, 4 packets`, { verdict: null, protocol: null }],
    [`SFW_CREATE_ACCEPT_FLOW: ${flow}`, { verdict: "allow" }],
    [`SFW_RULE_DISCARD: ${flow}`, { verdict: "drop" }],
    [`FW_DENY_PACKET tcp ${flow}`, { verdict: "deny" }],
    [`SSL_ACCEPT tcp ${flow}`, { verdict: null }],
    [`NOT_ACCEPT_FLOW tcp ${flow}`, { verdict: null }],
    [
      "Ignoring request to auth address 203.0.113.35 port 1812 bound to server default from unknown client 192.0.2.9 port 50122",
      { srcPort: 50_122, dstPort: 1812 },
    ],
    [
      "Info: New SMTP ICID 8 interface Data1 (203.0.113.35) address 192.0.2.9 reverse dns host unknown",
      { interface: "Data1" },
    ],
    ["New connection on interface eth1 (203.0.113.35) from 192.0.2.9", { interface: "eth1" }],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.9", dstIp: "203.0.113.35", ...expected });
  });

  test("the way in brackets behind an interface", () => {
    const text =
      "GigabitEthernet1/0/1 (inbound): Packet-filter 3000 rule 5 deny source 192.0.2.9 0, 5 packet(s).";
    expect(parseLine(head + text)).toMatchObject({ interface: "GigabitEthernet1/0/1", direction: "in" });
  });

  test("a version of software is no end, whatever stands around it", () => {
    expect(parseLine(`${head}version 192.0.2.9:50122 -> 203.0.113.5:443 session`).srcIp).toBeNull();
  });

  test("an address that an interface was given is nobody's who came", () => {
    const text = "interface eth1 (203.0.113.35) address 192.0.2.9 added for new session";
    expect(parseLine(head + text)).toMatchObject(NO_ENDS);
  });

  test("a program's name in capitals tells the protocol", () => {
    const line = (program: string) =>
      `<134>Nov 21 10:49:59 cgn1 ${program}: 10.0.0.9:50122 -> 203.0.113.35:443 closed`;
    expect(parseLine(line("NAT-TCP-N")).protocol).toBe("tcp");
    expect(parseLine(line("CGN_UDP_D")).protocol).toBe("udp");
    expect(parseLine(line("tcp-proxy")).protocol).toBeNull();
  });
});
