import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const head = "<134>Nov 21 10:49:59 fw-1 ";
const ENDS = { srcIp: "192.0.2.10", srcPort: 50_123, dstIp: "203.0.113.5", dstPort: 443 };

describe("two ends with a sign or a word between them are a flow", () => {
  test.each([
    ["192.0.2.10:50123 -> 203.0.113.5:443"],
    ["192.0.2.10:50123->203.0.113.5:443"],
    ["192.0.2.10:50123 => 203.0.113.5:443"],
    ["192.0.2.10:50123 --> 203.0.113.5:443"],
    ["192.0.2.10,50123 -> 203.0.113.5,443"],
    ["192.0.2.10(50123) -> 203.0.113.5(443)"],
    ["192.0.2.10(50123)(Ethernet 1/1/1 0200.5e10.0001) -> 203.0.113.5(443)"],
    ["192.0.2.10@50123 -> 203.0.113.5@443"],
    ["192.0.2.10/50123->203.0.113.5/443"],
    ["192.0.2.10/50123 to 203.0.113.5/443"],
    ["inside:192.0.2.10/50123 to outside:203.0.113.5/443"],
    ["from 192.0.2.10:50123 to 203.0.113.5:443"],
    ["from 192.0.2.10, port 50123 to 203.0.113.5, port 443"],
    ["received packet: from 192.0.2.10[50123] to 203.0.113.5[443] (464 bytes)"],
    ["src 192.0.2.10:50123 dst 203.0.113.5:443"],
    ["192.0.2.10\t50123\t203.0.113.5\t443\ttcp"],
    ["alert SRC: 192.0.2.10:50123 DST: 203.0.113.5:443"],
    ["session 1: source 192.0.2.10:50123, destination 203.0.113.5:443"],
    ["Source 192.0.2.10:50123 - Destination 203.0.113.5:443 - Total_bytes 0"],
    ["192.0.2.10.50123 > 203.0.113.5.443: Flags [S]"],
    ["tcp 192.0.2.10:50123 203.0.113.5:443"],
    ["D tcp 192.0.2.10 203.0.113.5 50123 443 (1 packets)"],
    ["tcp 203.0.113.5:443 <- 192.0.2.10:50123 denied"],
    ["NAT (192.0.2.10:50123->203.0.113.5:443)->198.51.100.7:443"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ parser: "extracted", ...ENDS, vendor: null });
  });

  test("IPv6 stands in brackets, or has the port as tcpdump writes it", () => {
    const ends = { srcIp: "2001:db8::10", srcPort: 50_123, dstIp: "2001:db8::5", dstPort: 443 };
    for (const text of [
      "[2001:db8::10]:50123 -> [2001:DB8::5]:443",
      "from [2001:db8::10]:50123 to [2001:db8::5]:443",
      "2001:db8::10.50123 > 2001:db8::5.443: S",
    ])
      expect(parseLine(head + text)).toMatchObject({ parser: "extracted", ...ends });
  });

  test("two ends without a port count beside a protocol or a verdict", () => {
    const ends = { srcIp: "192.0.2.10", srcPort: null, dstIp: "203.0.113.5", dstPort: null };
    expect(parseLine(`${head}ICMP 192.0.2.10 -> 203.0.113.5 dropped`)).toMatchObject({
      parser: "extracted",
      ...ends,
      protocol: "icmp",
      verdict: "drop",
    });
    expect(parseLine(`${head}hop 192.0.2.10 -> 203.0.113.5`)).toMatchObject({
      parser: "generic",
      srcIp: null,
    });
  });

  test("one end that a word calls the source needs its port, or something that somebody does", () => {
    expect(parseLine(`${head}[attack] from source: 192.0.2.10, port 443, Saturday`)).toMatchObject({
      parser: "extracted",
      srcIp: "192.0.2.10",
      srcPort: 443,
      dstIp: null,
    });
    expect(parseLine(`${head}[attack] from source: 192.0.2.10, twice`).srcIp).toBe("192.0.2.10");
    expect(parseLine(`${head}taken from source: 192.0.2.10, twice`).srcIp).toBeNull();
  });
});

describe("words beside a flow", () => {
  test.each<[string, object]>([
    [
      "Deny TCP 192.0.2.10:50123 203.0.113.5:443 in via em0",
      { verdict: "deny", protocol: "tcp", interface: "em0", direction: "in" },
    ],
    [
      "block in on vio0: 192.0.2.10.50123 > 203.0.113.5.443: S",
      { verdict: "deny", interface: "vio0", direction: "in" },
    ],
    ["[Block][LAN->WAN][192.0.2.10:50123->203.0.113.5:443][TCP]", { verdict: "deny", protocol: "tcp" }],
    [
      "Rule 10 drop udp src 192.0.2.10:50123 dst 203.0.113.5:443 in vlan1 out eth1",
      { verdict: "drop", protocol: "udp", interface: "vlan1", interfaceOut: "eth1", ruleId: "10" },
    ],
    [
      "rule 7 dropped packet proto tcp 192.0.2.10:50123->203.0.113.5:443",
      { verdict: "drop", protocol: "tcp", ruleId: "7" },
    ],
    [
      "192.0.2.10:50123->203.0.113.5:443(TCP), interface ethernet0/1, policy 17",
      { action: null, protocol: "tcp", interface: "ethernet0/1", ruleId: "17" },
    ],
    [
      "match DROP 1003 IN 60 UDP 192.0.2.10/50123->203.0.113.5/443",
      { verdict: "drop", actionRaw: "DROP", direction: "in", protocol: "udp" },
    ],
    [
      "Packet proto 6 192.0.2.10:50123 -> 203.0.113.5:443 dropped by handler",
      { protocol: "tcp", verdict: "drop" },
    ],
    ["inbound session 192.0.2.10:50123 -> 203.0.113.5:443 permitted", { direction: "in", verdict: "allow" }],
    [
      'PERMIT "Block nothing" packet from LAN, proto:TCP, 192.0.2.10:50123 -> 203.0.113.5:443',
      { verdict: "allow", ruleId: "Block nothing" },
    ],
    ["action permit, 192.0.2.10:50123 -> 203.0.113.5:443, drop list empty", { verdict: "allow" }],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject({ parser: "extracted", ...ENDS, ...expected });
  });

  test("what is said twice in different words, counted or denied is not taken", () => {
    for (const text of ["pass or drop", "3 dropped", "not allowed", "drop-count", "/drop", "pass="])
      expect(parseLine(`${head}192.0.2.10:50123 -> 203.0.113.5:443 ${text}`).action).toBeNull();
    expect(parseLine(`${head}TCP or UDP, 192.0.2.10:50123 -> 203.0.113.5:443`).protocol).toBeNull();
  });
});

test.each([
  ["192.0.2.10 -> 203.0.113.5 TCP 74 99999 -> 443"],
  ["192.0.2.10 > 203.0.113.5 tcp 50123 > 65536 drop"],
  ["Blocked 192.0.2.10 (99999) -> 203.0.113.5 (443)"],
  ["TCP 70000 -> 443, 192.0.2.10 -> 203.0.113.5 REJECT"],
])("numbers beyond 65535 apart from the ends are no ports: %s", (text) => {
  const ends = { srcIp: "192.0.2.10", srcPort: null, dstIp: "203.0.113.5", dstPort: null };
  expect(parseLine(head + text)).toMatchObject(ends);
});

describe("no flow is made of", () => {
  test.each([
    ["versions", "upgraded libfoo from 1.2.3.4 to 1.2.3.5"],
    ["versions with an arrow", "pkg: foo 7.6.5.4 => 7.6.5.5"],
    ["a version's part", "foo-10.0.0.1 -> foo-10.0.0.2 tcp"],
    ["firmware beside ports", "firmware: from 8.1.0.4 port A to 8.1.0.5 port B"],
    ["versions of five numbers", "1.2.3.4.5 > 1.2.3.4.6 tcp"],
    ["networks", "route: 192.0.2.0/24 -> 198.51.100.0/24 tcp moved"],
    ["a network and an address", "acl: permit tcp 192.0.2.0/24 -> 198.51.100.7"],
    [
      "an address that takes another's place",
      "address changed to 192.0.2.11 from 192.0.2.10 to 192.0.2.11 for tcp",
    ],
    ["a mapping", "mapping tcp 192.0.2.10:80 -> 10.0.0.9:8080 added"],
    ["a range", "pool 192.0.2.10 - 192.0.2.20 allowed"],
    ["a range in words", "allowed range 192.0.2.10 to 192.0.2.20"],
    ["e-mail addresses", "user@192.0.2.10 -> bob@203.0.113.5 accepted"],
    ["URLs", "http://192.0.2.10:80 -> http://203.0.113.5:80 tcp"],
    ["MAC addresses", "tcp 02:00:5e:10:00:01 -> 02:00:5e:10:00:02"],
    ["world wide names", "deny 50:06:01:60:3b:20:11:22 -> 50:06:01:60:3b:20:11:23"],
    ["times", "allowed 10:49:59 -> 10:50:01"],
    ["an object identifier", "tcp 1.3.6.1.4.1 -> 1.3.6.1.4.2"],
    ["a list", "servers 192.0.2.10 203.0.113.5 tcp"],
    ["octets beyond 255", "tcp 192.0.2.300:1 -> 203.0.113.5:2"],
    ["ports beyond 65535", "tcp 192.0.2.10:70000 -> 203.0.113.5:443"],
    ["an answer of DNS", "reply example.org is 192.0.2.55"],
  ])("%s", (_, text) => {
    const { srcIp, dstIp, srcPort, dstPort, parser } = parseLine(head + text);
    expect({ srcIp, dstIp, srcPort, dstPort, parser }).toEqual({
      srcIp: null,
      dstIp: null,
      srcPort: null,
      dstPort: null,
      parser: "generic",
    });
  });
});

test("what the parser of servers found stays, and the other end is added where both are of one flow", () => {
  expect(parseLine(`${head}appd: Block UDP packet from 192.0.2.10:50123 to 203.0.113.5:443`)).toMatchObject({
    parser: "server",
    ...ENDS,
    protocol: "udp",
    verdict: "deny",
  });
  expect(
    parseLine(`${head}appd: login from 198.51.100.9; flow 192.0.2.10:50123 -> 203.0.113.5:443`),
  ).toMatchObject({ parser: "server", srcIp: "198.51.100.9", dstIp: null });
});

describe("columns that hold both ends beside a protocol", () => {
  test.each([
    ['"192.0.2.10","50123","203.0.113.5","443","tcp","deny"'],
    ["tcp,192.0.2.10,50123,203.0.113.5,443,deny"],
    ["deny,192.0.2.10,203.0.113.5,50123,443,tcp"],
    ["DROP TCP 192.0.2.10 203.0.113.5 50123 443 52 S"],
    ["high TCP 192.0.2.10 50123 203.0.113.5 443 1 Regular drop"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ parser: "extracted", ...ENDS, protocol: "tcp" });
  });

  test("a list of addresses and numbers without one is no flow", () => {
    expect(parseLine(`${head}192.0.2.10,203.0.113.5,50123,443,up`).srcIp).toBeNull();
  });
});

test("who logs in without a program's name is the source, a mere address in a sentence is not", () => {
  expect(parseLine(`${head}user admin logged in from 192.0.2.10 via https`).srcIp).toBe("192.0.2.10");
  expect(parseLine(`${head}user admin logged in via ssh 192.0.2.10`).srcIp).toBe("192.0.2.10");
  expect(parseLine(`${head}AAA LOGIN_FAILED : User x - Client_ip 192.0.2.10 - y`).srcIp).toBe("192.0.2.10");
  expect(parseLine(`${head}host 192.0.2.10 blocked`).srcIp).toBe("192.0.2.10");
  for (const text of ["image loaded from 192.0.2.10", "host 192.0.2.10 ready", "logged in from 192.0.2.0/24"])
    expect(parseLine(head + text).srcIp).toBeNull();
});

test("what a tunnel's peer answers has no source; what comes unasked has", () => {
  const peer = "peer 3 (192.0.2.10:51820)";
  for (const answer of ["Receiving handshake response from", "Receiving keepalive packet from"])
    expect(parseLine(`${head}kernel: wireguard: wg0: ${answer} ${peer}`).srcIp).toBeNull();
  expect(
    parseLine(`${head}kernel: wireguard: wg0: Receiving handshake initiation from ${peer}`),
  ).toMatchObject({ srcIp: "192.0.2.10", srcPort: 51_820 });
});

test.each(["192.0.2.10, port 50123", "192.0.2.10 (port 50123)", "192.0.2.10 port: 50123"])(
  "the port of a server's client: %s",
  (client) => {
    expect(parseLine(`${head}appd: connection from ${client}`)).toMatchObject({
      srcIp: "192.0.2.10",
      srcPort: 50_123,
    });
  },
);

test("a name that goes on behind a slash is not taken for a rule", () => {
  expect(
    parseLine(`${head}allow ACL: #app_tunnel_/site/acl1@0 packet: tcp 192.0.2.10:50123 -> 203.0.113.5:443`),
  ).toMatchObject({ ...ENDS, ruleId: null });
});
