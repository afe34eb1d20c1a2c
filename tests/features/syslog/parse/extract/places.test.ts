import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const head = "<134>Nov 21 10:49:59 fw-1 app[7]: ";
const ENDS = { srcIp: "192.0.2.10", srcPort: 50_123, dstIp: "203.0.113.5", dstPort: 443 };
const FLOW = "192.0.2.10:50123 -> 203.0.113.5:443";
const PAIRS = "src=192.0.2.10 sport=50123 dst=203.0.113.5 dport=443";

describe("where a packet came in and went out", () => {
  test.each<[string, string, string | null]>([
    [`deny tcp ${FLOW}, in-interface: port3 out-interface: port4`, "port3", "port4"],
    [
      `dropped tcp ${FLOW} ingress interface ethernet1/3 egress interface ethernet1/4`,
      "ethernet1/3",
      "ethernet1/4",
    ],
    [`deny tcp ${FLOW} iif xe-0/0/1 oif xe-0/0/2`, "xe-0/0/1", "xe-0/0/2"],
    [`block wan1->lan1 tcp 192.0.2.10:50123->203.0.113.5:443`, "wan1", "lan1"],
    [`[wan1 -> lan1] TCP ${FLOW} dropped`, "wan1", "lan1"],
    ["TCP 192.0.2.10:50123 (wan1) -> 203.0.113.5:443 (lan1) dropped", "wan1", "lan1"],
    ["TCP wan1 192.0.2.10:50123 -> lan1 203.0.113.5:443 drop", "wan1", "lan1"],
    ["Filter WAN-IN: drop, wan1, TCP, 192.0.2.10, 50123, 203.0.113.5, 443", "wan1", null],
    ["deny;wan1;192.0.2.10;50123;203.0.113.5;443;tcp", "wan1", null],
    [`discard packet in te-1/1/3 tcp ${FLOW}`, "te-1/1/3", null],
    [`Packet discarded: ${FLOW} proto UDP intf PKT0_V4`, "PKT0_V4", null],
    [`REJECT ${FLOW} tcp dev wan0`, "wan0", null],
    ["Packet from 192.0.2.10:50123 to 203.0.113.5:443 (TCP) entering on WAN blocked", "WAN", null],
    [`${PAIRS} rx_if=wan1 tx_if=lan1`, "wan1", "lan1"],
    [`${PAIRS} if_in=wan1 if_out=lan1`, "wan1", "lan1"],
    [`${PAIRS} in_port=Gi1/0/1 out_port=Gi1/0/2`, "Gi1/0/1", "Gi1/0/2"],
    [`${PAIRS} port=ge-0/0/3`, "ge-0/0/3", null],
  ])("%s", (text, incoming, outgoing) => {
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, interface: incoming, interfaceOut: outgoing });
  });

  test.each([
    [`${PAIRS} in_port=3`],
    [`TCP 192.0.2.10:50123 [user1] -> 203.0.113.5:443 dropped`],
    [`session ${FLOW} created on node1`],
    ["incoming port scan from 192.0.2.10:50123 detected"],
    ["user bob logged in from 192.0.2.10 on console0"],
    [`${PAIRS} Port=tty2`],
  ])("nothing but an interface is taken for one: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ interface: null, interfaceOut: null });
  });

  test("a server's sentence tells it, too", () => {
    expect(
      parseLine(`${head}rejected login from 203.0.113.9 port 50122 on wwan0: too many attempts`),
    ).toMatchObject({
      srcIp: "203.0.113.9",
      srcPort: 50_122,
      interface: "wwan0",
    });
  });
});

describe("a verdict that a value speaks", () => {
  test.each([
    [`${PAIRS} msg="connection blocked by policy"`, "deny"],
    [`${PAIRS} log="Packet dropped"`, "drop"],
    [`${PAIRS} event_name=connection-blocked`, "deny"],
    [`${PAIRS} event=Flow-Denied`, "deny"],
    [`${PAIRS} action=1 action_name=block`, "deny"],
    [`Src='192.0.2.10:50123' Dest='203.0.113.5:443' Action='allow'`, "allow"],
    [`{"source_ip":"192.0.2.10","message":"Connection blocked by policy"}`, "deny"],
    [`{"client_ip":"192.0.2.10","is_blocked":1}`, "deny"],
    ["proto tcp src 192.0.2.10/50123 dst 203.0.113.5/443 dropped by acl WAN-IN", "drop"],
  ])("%s", (text, verdict) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.10", verdict });
  });

  test.each([
    [`${PAIRS} msg="3 packets dropped"`],
    [`${PAIRS} msg="user blocked port test"`],
    [`${PAIRS} msg="Connection accepted"`],
    [`${PAIRS} dropped=1`],
    [`{"source_ip":"192.0.2.10","message":"Request allowed after retry; previous request blocked"}`],
  ])("is none where it counts, is about something else, or has two sides: %s", (text) => {
    expect(parseLine(head + text).verdict).toBeNull();
  });
});

describe("a translation by its words", () => {
  const NAT = {
    srcIp: "10.0.0.9",
    srcPort: 50_123,
    dstIp: "203.0.113.5",
    dstPort: 443,
    natSrcIp: "198.51.100.7",
    natSrcPort: 1045,
  };
  test.each([
    ["NAT44 CREATE tcp inside=10.0.0.9:50123 outside=198.51.100.7:1045 remote=203.0.113.5:443"],
    ["NAT44: in 10.0.0.9:50123 out 198.51.100.7:1045 dst 203.0.113.5:443 tcp"],
    ["CGN: subscriber 10.0.0.9 port 50123, public 198.51.100.7 port 1045, destination 203.0.113.5 port 443"],
    ["nat session: orig 10.0.0.9:50123 -> 203.0.113.5:443 xlate 198.51.100.7:1045 -> 203.0.113.5:443 tcp"],
    ["NAT: Translate TCP source 10.0.0.9:50123 to 198.51.100.7:1045 for destination 203.0.113.5:443"],
    ["nat-log add 6 10.0.0.9 50123 198.51.100.7 1045 203.0.113.5 443"],
    ["del tcp 10.0.0.9:50123 nat 198.51.100.7:1045 -> 203.0.113.5:443"],
    [
      "CGNAT: ADD proto=6 subs-addr=10.0.0.9 subs-port=50123 pub-addr=198.51.100.7 pub-port=1045 dst-addr=203.0.113.5 dst-port=443",
    ],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject(NAT);
  });

  test("of a carrier's subscriber says so without a word for it", () => {
    expect(parseLine(`${head}ALLOC inside 100.64.3.7 outside 198.51.100.9 block 4096-4607`)).toMatchObject({
      srcIp: "100.64.3.7",
      natSrcIp: "198.51.100.9",
      dstIp: null,
    });
  });

  test.each([
    ["NAT pool 198.51.100.7 to 198.51.100.20 exhausted, inside 10.0.0.9"],
    ["public ip 198.51.100.7 assigned, local ip 10.0.0.9"],
    ["DNAT inside 10.0.0.9 outside 198.51.100.7"],
  ])("is none of a pool, a machine's two addresses, or what was called: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ natSrcIp: null, dstIp: null });
  });
});

describe("names in Chinese", () => {
  test.each([
    ["访问控制 源IP=192.0.2.10 源端口=50123 目的IP=203.0.113.5 目的端口=443 协议=TCP 动作=拒绝"],
    ["源地址：192.0.2.10，目的地址：203.0.113.5，源端口：50123，目的端口：443，协议：tcp，动作：阻断"],
    ["事件/注入,服务器IP/203.0.113.5,服务器端口/443,客户端IP/192.0.2.10,客户端端口/50123,协议/TCP,动作/阻断"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, protocol: "tcp", verdict: "deny" });
  });

  test("the vendor's word for the action is kept", () => {
    expect(parseLine(`${head}源IP=192.0.2.10 目的IP=203.0.113.5 动作=丢弃`)).toMatchObject({
      actionRaw: "丢弃",
      verdict: "drop",
    });
  });
});

test.each([["cluster node 192.0.2.10:7946 joined"], ["scan of 192.0.2.0/24 found 192.0.2.66"]])(
  "a node that joins its like and whom a sweep met began nothing: %s",
  (text) => {
    expect(parseLine(head + text).srcIp).toBeNull();
  },
);

test("a list that somebody is not on is no verdict beside one", () => {
  expect(parseLine(`${head}REJECTED connection: IP 192.0.2.10 not in allow list`)).toMatchObject({
    srcIp: "192.0.2.10",
    verdict: "reject",
  });
});

describe("what stands beside an end", () => {
  test("is another end's port where its word says so", () => {
    expect(
      parseLine(`${head}Blocked host 192.0.2.10 using TCP/443 destination 203.0.113.5 source port 50123`),
    ).toMatchObject(ENDS);
  });

  test("is called by a side, of which a call that goes out tells who began", () => {
    expect(
      parseLine(
        `${head}Blocked outgoing connection: x.exe, TCP, local 192.0.2.10:50123, remote 203.0.113.5:443`,
      ),
    ).toMatchObject(ENDS);
  });

  test("may be a mark and a blank before its name", () => {
    expect(parseLine(`${head}probe # source_ip:192.0.2.10 # dst_port:8080`)).toMatchObject({
      srcIp: "192.0.2.10",
      dstPort: 8080,
    });
  });

  test("a virtual server is who was called, not who answers for it", () => {
    expect(
      parseLine(`${head}192.0.2.10:50123 -> VIP 203.0.113.5:443 -> Real Server 10.0.0.7:8443`),
    ).toMatchObject(ENDS);
  });

  test("a rule of several words is taken whole between commas", () => {
    const pairs = "client_ip=192.0.2.10, client_port=50123, server_ip=203.0.113.5, server_port=443";
    expect(parseLine(`${head}${pairs}, rule_name=SQL Injection, response=Block`).ruleId).toBe(
      "SQL Injection",
    );
  });
});
