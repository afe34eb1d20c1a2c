import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const head = "<134>Nov 21 10:49:59 fw-1 app: ";
const ENDS = { srcIp: "10.1.1.10", srcPort: 50_123, dstIp: "203.0.113.5", dstPort: 443 };
const read = (text: string) => parseLine(head + text);

describe("an object says by a key of itself who began", () => {
  const [near, far] = [
    { ip: "10.1.1.10", p: 50_123, if: "lan0" },
    { ip: "203.0.113.5", p: 443, if: "wan0" },
  ];
  const all = { ...ENDS, interface: "lan0", interfaceOut: "wan0", verdict: "allow", protocol: "tcp" };
  const told = { pr: "tcp", decision: "permit" };

  test.each<[string, object]>([
    ["initiator", { l: near, r: far, initiator: "l", ...told }],
    ["its place does not count", { initiator: "b", a: far, b: near, ...told }],
    ["initiated_by", { left: near, right: far, initiated_by: "left", ...told }],
    ["opener", { A: near, B: far, opener: "A", ...told }],
    ["src", { peer1: near, peer2: far, src: "peer1", ...told }],
    ["responder", { e1: near, e2: far, responder: "e2", ...told }],
    ["within another", { flow: { e1: near, e2: far, initiatedBy: "e1" }, ...told }],
    [
      "another name of an address",
      { x: { addr: "10.1.1.10", port: 50_123, if: "lan0" }, y: far, from: "x", ...told },
    ],
  ])("%s", (_, object) => {
    expect(parseLine(JSON.stringify(object))).toMatchObject(all);
  });

  test.each<[string, object]>([
    ["no such key", { l: near, r: far, initiator: "m", ...told }],
    ["three ends", { l: near, r: far, m: near, initiator: "l", ...told }],
    ["nobody says it", { l: near, r: far, ...told }],
    ["no address", { l: { id: 1 }, r: { id: 2 }, initiator: "l", ...told }],
    ["a person", { l: near, r: far, initiator: "alice", ...told }],
  ])("left open: %s", (_, object) => {
    expect(parseLine(JSON.stringify(object))).toMatchObject({ srcIp: null, dstIp: null });
  });
});

describe("who answers for whom a client called", () => {
  const answered = { ...ENDS, natDstIp: "10.9.9.21", natDstPort: 8443 };
  test.each([
    ['cli="10.1.1.10:50123" vip="203.0.113.5:443" srv="10.9.9.21:8443" l4="tcp"'],
    ["src=10.1.1.10:50123 vip=203.0.113.5:443 backend=10.9.9.21:8443"],
    ["src=10.1.1.10:50123, vip_addr=203.0.113.5:443, real_server=10.9.9.21:8443"],
    ["client=10.1.1.10:50123 vserver=203.0.113.5:443 member=10.9.9.21:8443"],
    ['{"client":"10.1.1.10:50123","vip":"203.0.113.5:443","srv":"10.9.9.21:8443"}'],
    ['{"client":"10.1.1.10:50123","vserver":"203.0.113.5:443","poolMember":"10.9.9.21:8443"}'],
  ])("%s", (text) => {
    expect(read(text)).toMatchObject(answered);
  });

  test.each<[string, object]>([
    ["src=10.1.1.10:50123 vip=203.0.113.5:443 srv=web1", { ...ENDS, natDstIp: null }],
    ["src=10.1.1.10:50123 srv=203.0.113.5:443", { ...ENDS, natDstIp: null }],
    ["src=10.1.1.10:50123 vip=203.0.113.5:443 srv=203.0.113.5:443", { ...ENDS, natDstIp: null }],
    ["src=10.1.1.10:50123 vip=203.0.113.5:443 rs=10.9.9.21:80 node=10.9.9.22:80", { natDstIp: null }],
  ])("left open: %s", (text, expected) => {
    expect(read(text)).toMatchObject(expected);
  });
});

describe("ports and marks of ends", () => {
  test.each<[string, object]>([
    [
      "verdict=REFUSED;why='geo-block';flow=10.1.1.10!50123>203.0.113.5!443/tcp;ifs=lan0>wan3;pol='Web out'",
      {
        ...ENDS,
        protocol: "tcp",
        verdict: "deny",
        reason: "geo-block",
        interface: "lan0",
        interfaceOut: "wan3",
        ruleId: "Web out",
      },
    ],
    ["deny 10.1.1.10!50123 -> 203.0.113.5!443", { ...ENDS, verdict: "deny" }],
    ["hello 10.1.1.10! 443 is nothing", { srcIp: null, srcPort: null }],
    ["auth failed; peer 10.1.1.10 (udp/50123) -> gw 203.0.113.5 (udp/443)", { ...ENDS, protocol: "udp" }],
    ["peer 10.1.1.10:50123 to gateway 203.0.113.5:443 rejected", ENDS],
    ["peer 10.1.1.10:50123 => the vpn gateway 203.0.113.5:443 rejected", ENDS],
    ["route 10.1.1.0 -> gw 203.0.113.5 allowed", { srcIp: null, dstIp: null }],
    ["default route of 10.1.1.10 to gateway 203.0.113.5 changed", { srcIp: null, dstIp: null }],
    [
      "tcp lan1:10.1.1.10/50123 => wan2:203.0.113.5/22 (xlate 198.51.100.9/61000)",
      {
        srcPort: 50_123,
        dstPort: 22,
        natSrcIp: "198.51.100.9",
        natSrcPort: 61_000,
      },
    ],
    ["net 10.1.0.0/16 -> 203.0.113.0/24 nat 198.51.100.0/24", { natSrcIp: null, srcIp: null }],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject(expected);
  });
});

describe("interfaces and rules of sentences", () => {
  const flow = "TCP 10.1.1.10:50123 > 203.0.113.5:443";
  test.each<[string, object]>([
    [
      `BLOCK ${flow}, match no-smtp, GigaEthernet0.1 out`,
      {
        ruleId: "no-smtp",
        interfaceOut: "GigaEthernet0.1",
        direction: "out",
      },
    ],
    [
      `BLOCK ${flow}, match no-smtp, GigaEthernet0.1 in`,
      {
        interface: "GigaEthernet0.1",
        interfaceOut: null,
        direction: "in",
      },
    ],
    [`permit ${flow} (matched guest_web)`, { ruleId: "guest_web" }],
    [`permit ${flow}; match: "office-vpn"`, { ruleId: "office-vpn" }],
    [`permit ${flow}, match source-ip, logged`, { ruleId: null }],
    [`permit ${flow}, matched well-known, logged`, { ruleId: null }],
    [`permit ${flow}, match found`, { ruleId: null }],
    [
      'DROP "Other" packet from WAN-Uplink, proto:TCP, len:60, 10.1.1.10:50123 -> 203.0.113.5:443',
      {
        ruleId: "Other",
        interface: "WAN-Uplink",
        interfaceOut: null,
      },
    ],
    [
      'DROP "Other" packet to Guest Wifi, proto:TCP, len:60, 10.1.1.10:50123 -> 203.0.113.5:443',
      {
        interface: "Guest Wifi",
        interfaceOut: "Guest Wifi",
      },
    ],
    ["dropped packet from host alice, proto:TCP, 10.1.1.10:50123 -> 203.0.113.5:443", { interface: null }],
    [
      "ACCEPT if(in)=ge3 if(out)=ge0 [10.1.1.10]:50123 > [203.0.113.5]:443 udp",
      {
        interface: "ge3",
        interfaceOut: "ge0",
      },
    ],
    ["ACCEPT ip(src)=10.1.1.10 port(src)=50123 ip(dst)=203.0.113.5 port(dst)=443", ENDS],
    ["ACCEPT ip[src]=10.1.1.10 port[src]=50123 ip[dst]=203.0.113.5 port[dst]=443", ENDS],
    ["IFACE: PPP 1 Source IP: 10.1.1.10 Dest IP: 203.0.113.5 PROTO: TCP", { interface: "PPP 1" }],
    ["interface=GigabitEthernet 0/1 src=10.1.1.10 dst=203.0.113.5", { interface: "GigabitEthernet 0/1" }],
    ["interface=eth0 1 src=10.1.1.10 dst=203.0.113.5", { interface: "eth0" }],
    [`ACL:  ACL 11/21/26 10:52:17 List NO-TELNET, seq#10 denied ${flow}`, { ruleId: "NO-TELNET" }],
    [`ACL: rule denied ${flow}`, { ruleId: null }],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({ ...expected });
  });
});

test("a time that is called nothing but `at` is the event's, and that of something else is not", () => {
  const ends = { src_ip: "10.1.1.10", dst_ip: "203.0.113.5" };
  const at = "2026-11-20T11:05:17Z";
  const time = Date.parse(at) * 1000;
  expect(parseLine(JSON.stringify({ ...ends, at })).eventTimeMicros).toBe(time);
  expect(parseLine(JSON.stringify({ ...ends, expires: { at } })).eventTimeMicros).toBeNull();
});
