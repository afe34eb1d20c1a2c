import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const head = "<134>Nov 21 10:49:59 fw-1 app: ";
const ENDS = { srcIp: "192.0.2.10", srcPort: 50_123, dstIp: "203.0.113.5", dstPort: 443 };
const INNER = { srcIp: "10.1.2.3", srcPort: 50_123, dstIp: "203.0.113.5", dstPort: 443 };
const SEEN = { natSrcIp: "198.51.100.7", natSrcPort: 1025 };
const NOBODY = { srcIp: null, dstIp: null };
const FLOW = "192.0.2.10:50123 -> 203.0.113.5:443";

describe("pairs of an end in brackets, or behind another sign, are the end's", () => {
  test.each([
    ["denied src:=192.0.2.10, spt:=50123, dst:=203.0.113.5, dpt:=443"],
    ["{act=drop, from={ip=192.0.2.10, port=50123}, to={ip=203.0.113.5, port=443}}"],
    ["act=drop src(ip=192.0.2.10 port=50123) dst(ip=203.0.113.5 port=443)"],
    ["deny client=[addr:192.0.2.10 port:50123] server=[addr:203.0.113.5 port:443]"],
    ["deny initiator:{address: 192.0.2.10, pt: 50123} responder:{address: 203.0.113.5, pt: 443}"],
    ["[action:deny] [client:192.0.2.10] [cport:50123] [server:203.0.113.5] [sport:443]"],
    ["Quelle=192.0.2.10; QPort=50123; Ziel=203.0.113.5; ZPort=443"],
    ["peer=192.0.2.10:50123 listener=203.0.113.5:443"],
    ["src => 192.0.2.10, sport => 50123, dst => 203.0.113.5, dport => 443"],
    ["in[eth0] src[192.0.2.10] dst[203.0.113.5] sport[50123] dport[443] act[DENY]"],
    ["src<192.0.2.10> sport<50123> dst<203.0.113.5> dport<443>"],
    [
      '<e><Param name="SourceIp" value="192.0.2.10"/><Param name="SourcePort" value="50123"/><Param name="DestIp" value="203.0.113.5"/><Param name="DestPort" value="443"/></e>',
    ],
    [
      '<e><f n="ClientAddress" v="192.0.2.10"/><f n="ClientPort" v="50123"/><f n="ServerAddress" v="203.0.113.5"/><f n="ServerPort" v="443"/></e>',
    ],
    [
      '<e><Property Name="SrcIP">192.0.2.10</Property><Property Name="SrcPort">50123</Property><Property Name="DstIP">203.0.113.5</Property><Property Name="DstPort">443</Property></e>',
    ],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject(ENDS);
  });

  test.each([
    ["pool={ip=192.0.2.10, port=8080} member={ip=203.0.113.5, port=8080} healthy"],
    ["gateway(ip=192.0.2.10 metric=5) dns(ip=203.0.113.5) set"],
  ])("but not of what is no end: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject(NOBODY);
  });
});

describe("lists of JSON hold an end or a flow", () => {
  const read = (object: object) => parseLine(JSON.stringify(object));

  test.each<[string, object]>([
    ["protocol last", { tuple: ["192.0.2.10", 50_123, "203.0.113.5", 443, "tcp"] }],
    ["protocol first", { flow: ["TCP", "192.0.2.10", 50_123, "203.0.113.5", 443] }],
    ["ports behind both", { five_tuple: ["192.0.2.10", "203.0.113.5", 50_123, 443, 6] }],
    ["a list of flows", { events: [["192.0.2.10", 50_123, "203.0.113.5", 443, "tcp"]] }],
    ["an end each", { src: ["192.0.2.10", 50_123], dst: ["203.0.113.5", 443], l4: "tcp" }],
  ])("%s", (_, object) => {
    expect(read(object)).toMatchObject({ ...ENDS, protocol: "tcp" });
  });

  test("and how it is seen", () => {
    const nat = { src: ["198.51.100.7", 1025], dst: null };
    expect(read({ tuple: ["10.1.2.3", 50_123, "203.0.113.5", 443, "tcp"], nat })).toMatchObject({
      ...INNER,
      ...SEEN,
    });
  });

  test.each<[object]>([
    [{ servers: ["192.0.2.10", 80], state: "up" }],
    [{ listeners: ["192.0.2.10", 80, "203.0.113.5", 81] }],
    [{ versions: ["192.0.2.10", 1, "203.0.113.5", 2, "stable"] }],
  ])("but no other list: %j", (object) => {
    expect(read(object)).toMatchObject(NOBODY);
  });

  test("a port that is called by a way is the end's whose address is beside it", () => {
    const actor = { upn: "alice", egressAddr: "192.0.2.10", egressPort: 50_123 };
    expect(
      read({ actor, resource: { endpoint: "203.0.113.5:443" }, outcome: { access: "denied" } }),
    ).toMatchObject({
      ...ENDS,
      interfaceOut: null,
    });
  });
});

describe("words and signs between two ends tell who began", () => {
  test.each([
    ["blocked 192.0.2.10:50123 !> 203.0.113.5:443 tcp"],
    ["blocked 192.0.2.10:50123 -x-> 203.0.113.5:443 tcp"],
    ["192.0.2.10:50123 -tcp-> 203.0.113.5:443 deny"],
    ["192.0.2.10:50123 --[tcp]--> 203.0.113.5:443 deny"],
    ["192.0.2.10:50123 tcp 203.0.113.5:443 deny"],
    ["203.0.113.5:443 <= 192.0.2.10:50123 tcp denied"],
    ["203.0.113.5:443 was contacted by 192.0.2.10:50123 tcp, blocked"],
    ["203.0.113.5:443 reached by client 192.0.2.10:50123 (tcp) - rejected"],
    ["192.0.2.10:50123 >>> 203.0.113.5:443 tcp allowed"],
    ["192.0.2.10:50123 ==>> 203.0.113.5:443 udp allowed"],
    ["pass web/cart-1 (192.0.2.10:50123) => db/pg-0 (203.0.113.5:443) TCP"],
    [
      "Attempt by 192.0.2.10, port 50123, to open a TCP connection to 203.0.113.5, port 443, was refused by rule 12",
    ],
    ["192.0.2.10:50123 wants to talk to 203.0.113.5:443: blocked"],
    ["192.0.2.10:50123 asked to open a tunnel to host 203.0.113.5:443"],
    [
      "A TCP packet sent by 192.0.2.10 (source port 50123) and destined for 203.0.113.5 (destination port 443) has been rejected",
    ],
    ["packet of 192.0.2.10:50123 addressed to 203.0.113.5:443 was dropped"],
    ["192.0.2.10/50123 CONNECT/DENIED/403 203.0.113.5:443"],
    ["Firewall refused TCP: source endpoint 192.0.2.10:50123, destination endpoint 203.0.113.5:443"],
    ["Sender 192.0.2.10 port 50123, Receiver 203.0.113.5 port 443, udp, dropped"],
    ["Paket von 192.0.2.10:50123 an 203.0.113.5:443 verworfen"],
    ["pacchetto bloccato da 192.0.2.10:50123 a 203.0.113.5:443"],
    ["TCP SYN 192.0.2.10:50123 refused at 203.0.113.5:443 (backlog full)"],
    ["(192.0.2.10, 50123) -> (203.0.113.5, 443) proto 6 drop"],
    ['192.0.2.10:50123 "CONNECT 203.0.113.5:443 HTTP/1.1" 403'],
    ["192.0.2.10:50123 accepted by listener 203.0.113.5:443"],
    ["closed: client 192.0.2.10 (tcp/50123) server 203.0.113.5 (tcp/443)"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject(ENDS);
  });

  test.each([
    ["192.0.2.10 > 203.0.113.5 preferred"],
    ["version 1.2.3.4 !> 2.3.4.5"],
    ["version 1.2.3.4 <= 2.3.4.5"],
    ["driver 192.0.2.10 called by 203.0.113.5"],
    ["node 192.0.2.10:7000 failed to connect to 203.0.113.5:7000"],
    ["route 192.0.2.10 bound to 203.0.113.5"],
    ["address 192.0.2.10 assigned to user 203.0.113.5"],
    ["mail sender 192.0.2.10, receiver bob@example.com"],
  ])("no traffic: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject(NOBODY);
  });

  test("the port of another end is none of this one", () => {
    expect(parseLine(`${head}packet from 192.0.2.10 (destination port 22) dropped`)).toMatchObject({
      srcIp: "192.0.2.10",
      srcPort: null,
    });
  });

  test("of an ARP who sent it", () => {
    const arp =
      "Dropped ARP reply on port eth1/0/23 vlan 40: sender 192.0.2.10 (02:00:5e:10:00:42) claims 192.0.2.1";
    expect(parseLine(head + arp)).toMatchObject({
      srcIp: "192.0.2.10",
      dstIp: null,
      verdict: "drop",
      interface: "eth1/0/23",
    });
    expect(parseLine(`${head}mail sender 192.0.2.10 relayed`)).toMatchObject(NOBODY);
  });
});

describe("a third or fourth end is how one of two is seen", () => {
  test("a subscriber is who he is, not who he is seen as", () => {
    const given = "allocated 198.51.100.7:1025 to subscriber 100.64.1.2:50123 for 203.0.113.5:443 proto 6";
    expect(parseLine(head + given)).toMatchObject({ ...INNER, srcIp: "100.64.1.2", ...SEEN });
  });

  test.each<[string, object]>([
    ["tcp 10.1.2.3:50123 {198.51.100.7:1025} --> 203.0.113.5:443, translation added, snat pool POOL-B", SEEN],
    ["TCP built, ifc lan5 10.1.2.3/50123 to ifc wan1 203.0.113.5/443, mapped 198.51.100.7/1025", SEEN],
    ["NEW tcp orig 10.1.2.3:50123 203.0.113.5:443 reply 203.0.113.5:443 198.51.100.7:1025 mark 0x10", SEEN],
    ["x,fw2,ALLOW,tcp,10.1.2.3,50123,203.0.113.5,443,198.51.100.7,1025,web", SEEN],
    ["initiator=10.1.2.3:50123 responder=203.0.113.5:443 nat-initiator=198.51.100.7:1025", SEEN],
    ["tcp 10.1.2.3:50123 > 198.51.100.7:1025 > 203.0.113.5:443 nat", SEEN],
    ["nat: 10.1.2.3:50123 becomes 198.51.100.7:1025 toward 203.0.113.5:443 tcp", SEEN],
    ["10.1.2.3:50123 ~ 198.51.100.7:1025 -> 203.0.113.5:443 nat tcp", SEEN],
    ["src=10.1.2.3:50123 dst=203.0.113.5:443 snat-to=198.51.100.7:1025", SEEN],
    ["src=10.1.2.3:50123 xsrc=198.51.100.7:1025 dst=203.0.113.5:443", SEEN],
    [
      "DNAT tcp 10.1.2.3:50123 -> 203.0.113.5:443 (to 10.9.9.9:8443)",
      { natDstIp: "10.9.9.9", natDstPort: 8443 },
    ],
    ["vs=203.0.113.5:443 cl=10.1.2.3:50123 rs=10.9.9.9:8443", { natDstIp: "10.9.9.9", natDstPort: 8443 }],
    [
      "NEW tcp orig 10.1.2.3:50123 203.0.113.5:443 reply 10.9.9.9:8443 10.1.2.3:50123",
      { natSrcIp: null, natDstIp: "10.9.9.9", natDstPort: 8443 },
    ],
    [
      "Client 10.1.2.3:50123 accepted at VIP 203.0.113.5:443, forwarded to pool member 10.9.9.9:8443",
      { natDstIp: "10.9.9.9", natDstPort: 8443 },
    ],
    [
      "DROP; remote=10.1.2.3/50123; public=203.0.113.5/443; private=10.9.9.9/8443; direction=inbound",
      { natDstIp: "10.9.9.9", natDstPort: 8443 },
    ],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject({ ...INNER, ...expected });
  });

  test("beside the names of a subscriber's inside and outside stands whom he called", () => {
    const names = {
      inside_addr: "10.1.2.3",
      inside_port: 50_123,
      remote_addr: "203.0.113.5",
      remote_port: 443,
    };
    const line = JSON.stringify({ ...names, outside_addr: "198.51.100.7", outside_port: 1025 });
    expect(parseLine(line)).toMatchObject({ ...INNER, ...SEEN });
  });

  test.each([
    ["x,fw2,DENY,tcp,10.1.2.3,50123,203.0.113.5,443,198.51.100.7,1025,web"],
    ["x,fw2,ALLOW,tcp,10.1.2.3,50123,203.0.113.5,443,10.9.9.9,8443,web"],
    ["192.0.2.10:50123 -> 203.0.113.5:443 tcp allowed, collector 198.51.100.7:1025"],
  ])("but not beyond doubt: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ natSrcIp: null, natDstIp: null });
  });
});

describe("where a packet came in and went out", () => {
  test.each([
    ["blocked, received by eth1: tcp 192.0.2.10:50123 => 203.0.113.5:443"],
    [`list MGMT-IN, entry denies TCP ${FLOW}, port eth1 ingress, 3 packets`],
    [
      `Source: 192.0.2.10, Source port: 50123, Destination: 203.0.113.5, Destination port: 443, Received on: eth1`,
    ],
    [`deny tcp ${FLOW} rx=eth1`],
    ["Quelle=192.0.2.10 QPort=50123 Ziel=203.0.113.5 ZPort=443 Eingang=eth1"],
    [`deny tcp ${FLOW}, entered through eth1`],
    ["Paket von 192.0.2.10:50123 an 203.0.113.5:443 verworfen (Schnittstelle eth1)"],
    ["Paquet rejeté de 192.0.2.10:50123 vers 203.0.113.5:443 sur eth1"],
  ])("in by eth1: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, interface: "eth1", interfaceOut: null });
  });

  test.each([
    [`permit tcp ${FLOW} rx:eth1 tx:ppp0`],
    ["permit 17 192.0.2.10,50123 203.0.113.5,443 rx:eth1 tx:ppp0 rid:301"],
    ['1,"deny","tcp","192.0.2.10","50123","203.0.113.5","443","eth1","ppp0",9'],
    ["src=192.0.2.10 sport=50123 dst=203.0.113.5 dport=443 entrada=eth1 salida=ppp0"],
    ["TCP built, ifc eth1 192.0.2.10/50123 to ifc ppp0 203.0.113.5/443"],
  ])("in by eth1 and out by ppp0: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, interface: "eth1", interfaceOut: "ppp0" });
  });

  test("a hop is reached by the way out", () => {
    expect(parseLine(`${head}deny tcp ${FLOW} next-hop 192.0.2.254 via ae2.300`).interfaceOut).toBe(
      "ae2.300",
    );
  });

  test("what has no interface's name is none", () => {
    expect(parseLine(`${head}deny tcp ${FLOW} rx=1200 tx=300, entered on node3`)).toMatchObject({
      ...ENDS,
      interface: null,
      interfaceOut: null,
    });
  });
});

describe("what was done, by which rule, and why", () => {
  test.each<[string, string]>([
    ["list IN, entry denies TCP 192.0.2.10:50123 towards 203.0.113.5:443", "deny"],
    ["policy 7 drops UDP packet from 192.0.2.10:50123 to 203.0.113.5:443", "drop"],
    ["192.0.2.10:50123 -> 203.0.113.5:443 turned away (filtered) by ACL iot-deny-all", "deny"],
    ["192.0.2.10:50123 -> 203.0.113.5:443 let through by rule 7", "allow"],
    ["192.0.2.10/50123 CONNECT/DENIED/403 203.0.113.5:443", "deny"],
    ["TCP built, 192.0.2.10/50123 to 203.0.113.5/443", "allow"],
    ["act=RST src=192.0.2.10 sport=50123 dst=203.0.113.5 dport=443", "reject"],
    ['Policy "web out" permits 192.0.2.10:50123 to 203.0.113.5:443 tcp', "allow"],
    ["Traffic not permitted: udp 192.0.2.10:50123 -> 203.0.113.5:443", "deny"],
    ["tcp 192.0.2.10:50123 -> 203.0.113.5:443 vetoed by rule r-7", "deny"],
    ["Packet thrown away: udp 192.0.2.10:50123 -> 203.0.113.5:443", "drop"],
    ["tcp 192.0.2.10:50123 -> 203.0.113.5:443 disposition: silently dropped", "drop"],
  ])("%s: %s", (text, verdict) => {
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, verdict });
  });

  test.each([
    [`tcp ${FLOW} drops 3, retransmits 4`],
    [`tcp ${FLOW} image built`],
    [`tcp ${FLOW} stopped by operator`],
  ])("no verdict: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, verdict: null });
  });

  test.each<[string, string]>([
    [`Connexion refusée tcp ${FLOW}, règle « Interdire IRC »`, "Interdire IRC"],
    [`verworfen tcp ${FLOW} Regel „Gast Sperre“`, "Gast Sperre"],
    [`deny tcp ${FLOW} policy=web/allow-api`, "web/allow-api"],
    ["1;deny;tcp;192.0.2.10;50123;203.0.113.5;443;Block SMTP;9", "Block SMTP"],
    ["src=192.0.2.10 sport=50123 dst=203.0.113.5 dport=443 act=deny ruleRef=4471", "4471"],
    ["SRC=192.0.2.10|SPT=50123|DST=203.0.113.5|DPT=443|PRT=6|POL=printers|ACT=PASS", "printers"],
  ])("%s: rule %s", (text, ruleId) => {
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, ruleId });
  });

  test("a column that says what was done once more is no rule", () => {
    expect(parseLine(`${head}1;drop;tcp;192.0.2.10;50123;203.0.113.5;443;Drop packet;9`)).toMatchObject({
      ...ENDS,
      ruleId: null,
    });
  });

  test.each<[string, string]>([
    [`${FLOW} failed: no acceptable proposal (spi 7f11a0c2)`, "no acceptable proposal"],
    [`${FLOW} tcp SYN: no policy matched, discarded`, "no policy matched"],
    [
      `tcp ${FLOW}, blocked, reason: newly registered domain; answered NXDOMAIN in 0.2 ms`,
      "newly registered domain",
    ],
    ["src=192.0.2.10 sport=50123 dst=203.0.113.5 dport=443 Grund=Zeitlimit", "Zeitlimit"],
  ])("%s: because of %s", (text, reason) => {
    expect(parseLine(head + text).reason).toBe(reason);
  });

  test("a number between a verdict and the first end is the protocol, with its counts", () => {
    const row = "v3\tACCEPT\t6\t192.0.2.10\t50123\t203.0.113.5\t443\teni-7\t12pkt\t9921B";
    expect(parseLine(head + row)).toMatchObject({ ...ENDS, protocol: "tcp", packets: 12, bytes: 9921 });
    expect(parseLine(`${head}v3\t7\t9\t192.0.2.10\t50123\t203.0.113.5\t443\tx`).protocol).toBeNull();
  });
});

describe("the port of an end stands in another place", () => {
  test.each([
    ["permit tcp from 192.0.2.10 tcp/50123 to 203.0.113.5 tcp/443"],
    ["allowed 192.0.2.10 TCP/50123 -> 203.0.113.5 TCP/443"],
    [
      "session 7 denied: host 192.0.2.10 udp/50123 of zone guest (interface eth3) to server 203.0.113.5 udp/443",
    ],
    ["Source IP: 192.0.2.10 Dest IP: 203.0.113.5 Src Port: 50123 Dst Port: WEB (443) block"],
    ["src=192.0.2.10 dst=203.0.113.5 sport=50123 dport=https(443) act=deny"],
    ["action discard sa 192.0.2.10 sp 50123 da 203.0.113.5 dp 443"],
    ["@in 192.0.2.10 50123 203.0.113.5 443."],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject(ENDS);
  });

  test("behind a slash, where the other end's number is none of a network", () => {
    const text = "verdict=ACCEPT origin=192.0.2.10/50123 target=203.0.113.5/22 transport=tcp";
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, dstPort: 22 });
  });

  test.each([
    ["origin=192.0.2.10/24 target=203.0.113.0/24 transport=tcp"],
    ["esp sa 192.0.2.10 established"],
  ])("but not: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject(NOBODY);
  });

  test("a proxy names its client by name and address", () => {
    const text = "connect host=news.example.net/192.0.2.10 destination=203.0.113.5/119";
    expect(parseLine(head + text)).toMatchObject({
      srcIp: "192.0.2.10",
      dstIp: "203.0.113.5",
      dstPort: 119,
    });
  });
});

describe("interfaces by the place or the words around them", () => {
  test.each<[string, string, string | null]>([
    [`deny tcp ${FLOW} in:port7`, "port7", null],
    [`deny tcp ${FLOW} egress:wan2`, "wan2", "wan2"],
    [`deny tcp ${FLOW}, match guest-out, eth3 out`, "eth3", "eth3"],
    [`deny tcp ${FLOW} in br-lan hop 255`, "br-lan", null],
    ["permitted: host 192.0.2.10:50123 (port ge3) to host 203.0.113.5:443 (port ge1)", "ge3", "ge1"],
    [
      "permitted: host 192.0.2.10:50123 in zone a (port ge3) towards host 203.0.113.5:443 in zone b (port ge1)",
      "ge3",
      "ge1",
    ],
    ["IFACE: PPP 1 Source IP: 192.0.2.10 Dest IP: 203.0.113.5 Src Port: 50123 Dst Port: 443", "PPP 1", null],
    [`PERMIT "x" packet to Uplink-VDSL, proto:TCP, len:52, ${FLOW}`, "Uplink-VDSL", "Uplink-VDSL"],
  ])("%s: in by %s, out by %s", (text, incoming, interfaceOut) => {
    const found = parseLine(head + text);
    expect(found).toMatchObject({ ...ENDS, interfaceOut });
    expect(found.interface).toBe(incoming);
  });

  test.each([
    ["initiator", "responder"],
    ["from", "to"],
    ["origin", "target"],
  ])("of objects %s and %s", (first, second) => {
    const object = {
      [first]: { ip: "192.0.2.10", port: 50_123, iface: "lan3" },
      [second]: { ip: "203.0.113.5", port: 443, iface: "wan1" },
    };
    expect(parseLine(JSON.stringify(object))).toMatchObject({
      ...ENDS,
      interface: "lan3",
      interfaceOut: "wan1",
    });
  });
});

describe("how an end is seen, in names and words of its own", () => {
  test("a balancer's own address and who answers", () => {
    const text = "client=192.0.2.10:50123 vip=203.0.113.5:443 snip=10.5.0.2:21044 real=10.5.0.31:8443";
    expect(parseLine(head + text)).toMatchObject({
      ...ENDS,
      natSrcIp: "10.5.0.2",
      natSrcPort: 21_044,
      natDstIp: "10.5.0.31",
      natDstPort: 8443,
    });
  });

  test.each([["client=192.0.2.10:50123 real=10.5.0.31:8443"], ["client=192.0.2.10:50123 real=1.7s"]])(
    "who answers nobody is none: %s",
    (text) => {
      expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.10", natDstIp: null });
    },
  );

  test.each<[string, string | null]>([
    ["100.64.3.7", "100.64.3.7"],
    ["10.1.2.3", null],
  ])("a carrier's subscriber alone is told by a pair: %s", (sub, srcIp) => {
    const line = `<134>1 2026-11-21T08:50:41Z cgx-3 pba 77 ALLOC [pba@48211 sub="${sub}" ext="198.51.100.7"] block`;
    const natSrcIp = srcIp === null ? null : "198.51.100.7";
    expect(parseLine(line)).toMatchObject({ srcIp, natSrcIp });
  });

  test("where a line has its verb in place of a host, and the way out behind it", () => {
    const line =
      "<134>2026-11-21 09:38:01 TRANSLATE udp 10.1.2.3:50123 => 198.51.100.7:1025 to 203.0.113.5:443 via pppoe1";
    expect(parseLine(line)).toMatchObject({ ...INNER, ...SEEN, interfaceOut: "pppoe1" });
  });

  test("behind zones and interfaces of either end", () => {
    const text =
      "permitted: host 10.1.2.3 tcp/50123 in zone a (port ge3) towards host 203.0.113.5 tcp/443 in zone b (port ge1), source translated to 198.51.100.7 tcp/1025";
    expect(parseLine(head + text)).toMatchObject({ ...INNER, ...SEEN, protocol: "tcp" });
  });
});
