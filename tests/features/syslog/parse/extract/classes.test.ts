import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const head = "<134>Nov 21 10:49:59 fw-1 app: ";
const ENDS = { srcIp: "192.0.2.10", srcPort: 50_123, dstIp: "203.0.113.5", dstPort: 443 };

describe("words between two ends tell who began", () => {
  test.each([
    ["192.0.2.10 port 50123 tried to reach 203.0.113.5 port 443 (tcp), blocked"],
    ["192.0.2.10:50123 is trying to connect with host 203.0.113.5:443"],
    ["[192.0.2.10:50123] server connect www.example.com:443 (203.0.113.5:443)"],
    ["Blocked connection to 203.0.113.5:443 from 192.0.2.10:50123"],
    ["Packet to 203.0.113.5:443 from source 192.0.2.10:50123 dropped"],
    ["TCP 192.0.2.10:50123-203.0.113.5:443 blocked"],
    ["192.0.2.10, 50123->> 203.0.113.5, 443 (from ATM1 Inbound)"],
    ["[192.0.2.10]:50123 > [203.0.113.5]:443 REJECT"],
    ["Port scan from 192.0.2.10 TCP Port:50123 to 203.0.113.5 TCP Port:443"],
    ["Local address,service is (203.0.113.5,443). Remote address,service is (192.0.2.10,50123)"],
    ["Deny 192.0.2.10 203.0.113.5 https/tcp 50123 443"],
    ["192.0.2.10\t00-00-5e-00-53-01\t50123\t203.0.113.5\t00-00-5e-00-53-02\t443\tTCP"],
    ["proxying 192.0.2.10:50123 <-> 203.0.113.5:443"],
    ["relay 203.0.113.5:443 <--> 192.0.2.10:50123 closed"],
    ["web1 192.0.2.10 50123 203.0.113.5:443 10.0.0.9:8080"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject(ENDS);
  });

  test("without a port of one of them beside words of traffic only", () => {
    const ends = { srcIp: "192.0.2.10", srcPort: null, dstIp: "203.0.113.5" };
    expect(parseLine(`${head}access to 203.0.113.5 port 443 from 192.0.2.10 denied`)).toMatchObject({
      ...ends,
      dstPort: 443,
    });
    expect(parseLine(`${head}backup of 203.0.113.5 by 192.0.2.10 done`).srcIp).toBeNull();
  });

  test("of the kernel's martians the first address is the packet's destination", () => {
    expect(
      parseLine(
        "<4>Nov 21 10:49:59 gw kernel: IPv4: martian source 203.0.113.5 from 192.0.2.10, on dev eth0",
      ),
    ).toMatchObject({ srcIp: "192.0.2.10", dstIp: "203.0.113.5", interface: "eth0" });
  });

  test.each([
    ["cluster peers 192.0.2.10:2380 and 203.0.113.5:2380 agree"],
    ["listening on 192.0.2.10:443 and 203.0.113.5:443"],
    ["node 192.0.2.10:7000 now master for 203.0.113.5:7000"],
    ["primary server 192.0.2.10:3306 with replica 203.0.113.5:3306"],
    ["using proxy 192.0.2.10:3128 for 203.0.113.5:443"],
    ["range 192.0.2.10-192.0.2.19 added"],
    ["cluster link 192.0.2.10:7000 <-> 203.0.113.5:7000 up"],
    ["mapped 192.0.2.10:50123 <-> 203.0.113.5:443"],
  ])("services beside each other are no flow: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: null, dstIp: null });
  });
});

describe("what an end is seen as from the other side is its translation", () => {
  test.each<[string, object]>([
    [
      "192.0.2.10:50123 [198.51.100.7:1025] -> 203.0.113.5:443",
      { natSrcIp: "198.51.100.7", natSrcPort: 1025 },
    ],
    ["in:192.0.2.10/50123 (192.0.2.10/50123) to out:203.0.113.5/443 (203.0.113.5/443)", { natSrcIp: null }],
    ['LSN_ADD: "192.0.2.10:50123" "198.51.100.7:1025" "203.0.113.5:443"', { natSrcIp: "198.51.100.7" }],
    ["DNAT 192.0.2.10:50123 -> 203.0.113.5:443 => 10.0.0.5:8443", { natDstIp: "10.0.0.5", natDstPort: 8443 }],
    [
      "src=192.0.2.10:50123 dst=203.0.113.5:443 nat=198.51.100.7:1025",
      { natSrcIp: "198.51.100.7", natSrcPort: 1025 },
    ],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, ...expected });
  });
});

describe("a value tells what its key is, where no name does", () => {
  const ends = { src_ip: "192.0.2.10", src_port: 50_123, dst_ip: "203.0.113.5", dst_port: 443 };
  const read = (more: object) => parseLine(JSON.stringify({ ...ends, ...more }));

  test("a protocol, a verdict, and what was switched", () => {
    expect(read({ l4kind: "tcp", block_status: "blocked" })).toMatchObject({
      ...ENDS,
      protocol: "tcp",
      verdict: "deny",
    });
    expect(read({ isBlocked: true }).verdict).toBe("deny");
    expect(read({ blocked: false }).verdict).toBe("allow");
    expect(read({ allowed: false }).verdict).toBe("deny");
    expect(read({ spf: "pass", state: "accepted", enabled: true, name: "drops" }).verdict).toBeNull();
  });

  test("of pairs likewise, a verdict in the place of a rule, and a service", () => {
    const pairs = "sa=192.0.2.10 sport=50123 da=203.0.113.5 dport=443";
    expect(parseLine(`${head}${pairs} kind=udp fwd=deny`)).toMatchObject({
      ...ENDS,
      protocol: "udp",
      verdict: "deny",
    });
    expect(parseLine(`${head}${pairs} rule_name=r7 policy=deny`)).toMatchObject({
      ruleId: "r7",
      verdict: "deny",
    });
    expect(parseLine(`${head}attacker=192.0.2.10 victim=203.0.113.5 protocol=tcp/22`)).toMatchObject({
      protocol: "tcp",
      dstPort: 22,
    });
  });

  test("an address under the name of a port is the end's, with its port", () => {
    expect(
      parseLine('{"sourceIpPort":"192.0.2.10:50123","targetIpPort":"203.0.113.5:443","requestMethod":"GET"}'),
    ).toMatchObject(ENDS);
  });
});

describe("a vendor's own words before a name do no harm", () => {
  test("to places, protocols, verdicts and counts", () => {
    const pairs =
      'xyz_src_ip="192.0.2.10" xyz_src_port="50123" xyz_dst_ip="203.0.113.5" xyz_dst_port="443" xyz_proto="TCP" ' +
      'xyz_action="BLOCK" xyz_in_if="eth0" xyz_out_if="eth1" xyz_tx_pkts=3 xyz_rx_pkts=4';
    expect(parseLine(head + pairs)).toMatchObject({
      ...ENDS,
      protocol: "tcp",
      verdict: "deny",
      interface: "eth0",
      interfaceOut: "eth1",
      packets: 7,
    });
  });

  test("but a hop, a device and a resolver are no end", () => {
    expect(parseLine(`${head}gateway_server_ip=192.0.2.1 dns_server_ip=192.0.2.53`)).toMatchObject({
      srcIp: null,
      dstIp: null,
    });
  });
});

describe("beside the ends", () => {
  const flow = "192.0.2.10:50123 -> 203.0.113.5:443";

  test("counts are spoken, where one number of them is", () => {
    expect(parseLine(`${head}closed ${flow}, 10 packets, 1024 bytes`)).toMatchObject({
      packets: 10,
      bytes: 1024,
    });
    expect(parseLine(`${head}closed ${flow}, 10 packets in, 12 packets out`).packets).toBeNull();
    expect(
      parseLine(
        `2 a b ${flow.replace(" -> ", " ").replaceAll(":", " ")} TCP 10 1024 1795258100 1795258160 OK`,
      ),
    ).toMatchObject({ ...ENDS, packets: 10, bytes: 1024 });
  });

  test.each<[string, object]>([
    [`drop tcp inbound eth0 ${flow}`, { interface: "eth0", direction: "in" }],
    [`drop tcp ${flow} on device eth0`, { interface: "eth0" }],
    [`drop src=192.0.2.10:50123:WAN dst=203.0.113.5:443:LAN`, { interface: "WAN", interfaceOut: "LAN" }],
    [
      `bge0 @0:12 b 192.0.2.10,50123 -> 203.0.113.5,443 PR tcp len 20 48 -S IN`,
      { interface: "bge0", verdict: "deny", direction: "in" },
    ],
    [`tcp ${flow} logged on server1`, { interface: null }],
    [`tcp ${flow}|rule12`, { interface: null }],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject(expected);
  });

  test("what pairs are labelled with may be the verdict", () => {
    const pairs = "SRC=192.0.2.10 DST=203.0.113.5 PROTO=TCP SPORT=50123 DPORT=443";
    expect(parseLine(`<134>Nov 21 10:49:59 fw-1 DENY: ${pairs}`).verdict).toBe("deny");
    expect(parseLine(`<134>Nov 21 10:49:59 fw-1 app: IN_UNTRUSTED_DROP ${pairs}`).verdict).toBe("drop");
  });
});

describe("one end", () => {
  test.each<[string, object]>([
    ["new denied hosts: ['192.0.2.10']", { srcIp: "192.0.2.10" }],
    ["admin (192.0.2.10) changed configuration of object web1", { srcIp: "192.0.2.10" }],
    [
      "Enable password authentication failed on vty1 ( 192.0.2.10 )",
      { srcIp: "192.0.2.10", interface: null },
    ],
    ["192.0.2.10,10.0.0.4 /login.jsp The user has FAILED authentication", { srcIp: "192.0.2.10" }],
    ["Request(default/-) http://www.example.net/ 192.0.2.10/- alice GET REDIRECT", { srcIp: "192.0.2.10" }],
    ["UDP flood from 192.0.2.10, source port 50123, dropped", { srcIp: "192.0.2.10", srcPort: 50_123 }],
    ["localPort = 25, remoteIp = 192.0.2.10, remotePort = 50123", { srcPort: 50_123, dstPort: 25 }],
    ["192.0.2.10 50123 443 TLSv1.3 - Success", { srcIp: "192.0.2.10", srcPort: 50_123, dstPort: 443 }],
    [
      "Trying to connect to branch9 (192.0.2.10 port 655)",
      { srcIp: null, dstIp: "192.0.2.10", dstPort: 655 },
    ],
    ["Outbound connection to an unexpected IP: 192.0.2.10", { srcIp: null, dstIp: "192.0.2.10" }],
    ["outbound connection pool resized to 20 for 192.0.2.10", { srcIp: null, dstIp: null }],
    ["Unknown client from ('192.0.2.10', 50123), packet dropped", { srcIp: "192.0.2.10", srcPort: 50_123 }],
    ["request from ('2001:db8::9', 50123, 0, 0)", { srcIp: "2001:db8::9", srcPort: 50_123 }],
    ["route from ('192.0.2.0', 24) added", { srcPort: null }],
    ["Connection from 192.0.2.10:50123 to port 8443 opened", { srcPort: 50_123, dstPort: 8443 }],
    [
      "connect to address 203.0.113.5 and port 443: Connection refused",
      { srcIp: null, dstIp: "203.0.113.5", dstPort: 443 },
    ],
    ["H=(mx.example.org) [192.0.2.10] F=<a@example.org> rejected RCPT", { srcIp: "192.0.2.10" }],
    ["1795258198 192.0.2.10 bob BLOCKED http www.example.com", { srcIp: "192.0.2.10", verdict: "deny" }],
    ["401 GET /api/servers 192.0.2.10 unauthorized", { srcIp: "192.0.2.10" }],
    ["failed to connect to replica 'db2' on port 5432 (192.0.2.10)", { srcIp: null }],
    ["connect to service data as user bob from pc9 (192.0.2.10)", { srcIp: "192.0.2.10" }],
    ["Rogue AP detected by sensor [192.0.2.10] on channel 6", { srcIp: null }],
    ["New connection from 192.0.2.10 on port 8883.", { srcIp: "192.0.2.10", dstPort: 8883 }],
    ["New connection from 192.0.2.10 on port 3.", { srcIp: "192.0.2.10", dstPort: null }],
    ["NOTE CLI:192.0.2.10:administrator:User  logged in", { srcIp: "192.0.2.10" }],
    ["Client ID: sensor-7, IP: 192.0.2.10 disconnected", { srcIp: "192.0.2.10" }],
    [
      "58,112::WARNING::[interface:280] Unsuccessful login from 192.0.2.10",
      { srcIp: "192.0.2.10", interface: null },
    ],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject(expected);
  });
});

test.each([
  ["group 233.252.0.1 joined on vlan 10"],
  ["object web1 created with address 192.0.2.10"],
  ["VM web1 migrated from host 192.0.2.10 to host 192.0.2.11"],
  ["Host 192.0.2.10 scanned, 3 vulnerabilities found"],
  ["shutdown notice sent to clients 192.0.2.10, 192.0.2.11"],
  ["peer 192.0.2.10 became active, local 192.0.2.11 standby"],
  ["DHCPv4 address 192.0.2.66/24, acquired from 192.0.2.1"],
])("nobody did something there: %s", (text) => {
  expect(parseLine(head + text)).toMatchObject({ srcIp: null, dstIp: null });
});

test("a host that scans, and both sides of a tunnel, did", () => {
  expect(parseLine(`${head}Host 192.0.2.10 scanned 30 ports`).srcIp).toBe("192.0.2.10");
  expect(parseLine(`${head}tunnel local 203.0.113.5:443 remote 192.0.2.10:50123 up`)).toMatchObject(ENDS);
});

describe("beside the names of structured data", () => {
  const data = 'SourceAddress="192.0.2.10" SourcePort="50123" DestAddress="203.0.113.5" DestPort="443"';
  const line = `<14>1 2026-11-21T10:49:59Z dc1 audit 4 - [pairs@32473 ${data}] `;

  test("the sentence tells the verdict, where it tells one", () => {
    expect(parseLine(`${line}The platform has blocked a connection.`)).toMatchObject({
      ...ENDS,
      verdict: "deny",
    });
    expect(parseLine(`${line}3 blocked, 2 allowed so far.`).verdict).toBeNull();
  });
});

describe("names of any product", () => {
  test.each<[string, object]>([
    [
      "CEF:0|Acme|Box|1|400|x|1|ACMEclientIp=192.0.2.10 ACMEdeviceIp=10.0.0.2",
      { srcIp: "192.0.2.10", dstIp: null },
    ],
    ["CEF:0|Acme|Box|1|400|x|1|DNSserverIp=192.0.2.53", { srcIp: null, dstIp: null }],
    [
      "Source IP: 192.0.2.10; Destination IP: 203.0.113.5; Destination port: 443; Action: drop.",
      { dstPort: 443, verdict: "drop" },
    ],
    [
      '{"IpAddress":"192.0.2.10","IpPort":"50123","AccountName":"bob"}',
      { ...ENDS, dstIp: null, dstPort: null },
    ],
    [
      "flow_src_ip=192.0.2.10 flow_dst_ip=203.0.113.5 flow_src_ifc=lan flow_dst_ifc=wan",
      { interface: "lan", interfaceOut: "wan" },
    ],
    [
      '{"User":"bob","Description":"bob asked for a token from 192.0.2.10, which failed"}',
      { srcIp: "192.0.2.10" },
    ],
    [
      "addr=192.0.2.10 src_port=50123 dst_port=443 protocol=6",
      { srcIp: "192.0.2.10", srcPort: 50_123, dstPort: 443 },
    ],
    ["from_ip=192.0.2.10 from_port=50123 to_ip=203.0.113.5 to_port=443", ENDS],
    ["c-ip=192.0.2.10 c-port=50123 s-ip=203.0.113.5 s-port=443", ENDS],
    ["c-ip=192.0.2.10 s-ip=203.0.113.5 s-port=443", { ...ENDS, srcPort: null }],
    ["laddr=192.0.2.10 lport=50123 faddr=203.0.113.5 fport=443", ENDS],
    ['<src ip="192.0.2.10" port="50123"/><dst ip="203.0.113.5" port="443"/>', ENDS],
    ["client_ip=192.0.2.10 client_port=50123 host_ip=203.0.113.5 host_port=443", ENDS],
    ["from=192.0.2.10:50123(lan) to=203.0.113.5:443(wan) accept", ENDS],
    ["vendor=Acme src_host=192.0.2.10 src_port=50123 dst_ip=203.0.113.5 dst_port=443", ENDS],
    [
      "pre_nat_src=192.0.2.10 pre_nat_sport=50123 post_nat_src=198.51.100.7 post_nat_sport=1025 dst=203.0.113.5 dport=443",
      { ...ENDS, natSrcIp: "198.51.100.7", natSrcPort: 1025 },
    ],
    [
      "src=192.0.2.10 sport=50123 nsrc=198.51.100.7 nsport=1025 dst=203.0.113.5 dport=443",
      { ...ENDS, natSrcIp: "198.51.100.7", natSrcPort: 1025 },
    ],
    ["remoteAddr=192.0.2.10 remotePort=50123 reason=invalid password", { reason: "invalid password" }],
    ["The connection (IP address: 192.0.2.10, Port number: 50123) was opened", { srcPort: 50_123 }],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.10", ...expected });
  });

  test("a port of a service beside an address is not the client's, and a host without a port no server", () => {
    expect(
      parseLine(`${head}The listener (IP address: 192.0.2.10, Port number: 8080) is up`).srcIp,
    ).toBeNull();
    expect(parseLine(`${head}client_ip=192.0.2.10 host_ip=203.0.113.5`).dstIp).toBeNull();
  });
});

describe("ports stand where a product puts them", () => {
  test.each([
    ["Blocked 192.0.2.10 (50123) -> 203.0.113.5 (443)"],
    ["192.0.2.10->203.0.113.5 TCP 50123->443 blocked"],
    ["TCP 50123 -> 443, 192.0.2.10 -> 203.0.113.5 REJECT"],
    ["192.0.2.10:50123/203.0.113.5:443 tcp blocked"],
    ['"fw1","192.0.2.10","203.0.113.5","tcp","50123","443","allow"'],
    ["203.0.113.5:443 <-- 192.0.2.10:50123 (tcp) blocked"],
    ["Connection attempt to TCP 203.0.113.5:443 from 192.0.2.10:50123 flags:0x02"],
    ["user [bob] remote host [ipv4:192.0.2.10:50123] mapped. local host [ipv4:203.0.113.5:443]"],
    ["caller 192.0.2.10:50123 callee 203.0.113.5:443"],
    ["(000031) Connected to 192.0.2.10:50123 (local address 203.0.113.5, port 443)"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject(ENDS);
  });

  test("of a service that stands alone, the port is what was asked for", () => {
    const asked = { srcIp: "192.0.2.10", dstIp: "203.0.113.5", dstPort: 22, protocol: "tcp" };
    expect(parseLine(`${head}DENY tcp/22 from 192.0.2.10 to 203.0.113.5`)).toMatchObject(asked);
    expect(parseLine(`${head}DENY tcp/22 tcp/80 from 192.0.2.10 to 203.0.113.5`).dstPort).toBeNull();
  });

  test("whom a line begins with is not called later in it", () => {
    const line = `${head}bob/192.0.2.10:50123 MULTI: Learn: 10.8.0.6 -> bob/192.0.2.10:50123`;
    expect(parseLine(line)).toMatchObject({ srcIp: "192.0.2.10", srcPort: 50_123, dstIp: null });
  });
});

describe("what went either way, and by what", () => {
  const flow = "192.0.2.10:50123 -> 203.0.113.5:443";

  test.each<[string, object]>([
    [`${flow} closed, sent 1024 bytes, received 2048 bytes`, { bytes: 3072 }],
    [`tcp ${flow} pkts 10 bytes 2048`, { bytes: 2048, packets: 10 }],
    [`${flow} established via ge-0/0/1`, { interface: "ge-0/0/1" }],
    [
      `IP filter GigabitEthernet0/0 in: drop tcp ${flow}`,
      { interface: "GigabitEthernet0/0", direction: "in" },
    ],
    [`list acl-in Ethernet1 denied tcp ${flow}`, { interface: "Ethernet1" }],
    [`ACL web on 1/1/3 (interface) in: Deny tcp ${flow}`, { interface: "1/1/3" }],
    ["192.0.2.10|50123|203.0.113.5|443|6|drop|eth0|eth1", { interface: "eth0", interfaceOut: "eth1" }],
    [`Blocked from 192.0.2.10:50123 to 203.0.113.5:443 by rule "block all"`, { ruleId: "block all" }],
    [`on 11/21/26 tcp ${flow}`, { interface: null }],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject(expected);
  });
});

describe("who gave mail, and who is on the telephone", () => {
  test.each([
    ["1abc: from=<a@example.com>, size=100, relay=mx.example.net [192.0.2.10]"],
    ["ruleset=check_relay, arg1=[192.0.2.10], relay=[192.0.2.10], reject=550 5.7.1 Access denied"],
    ["Contact: <sip:100@192.0.2.10:5060> registered"],
    ["4XyZ: mx.example.net [192.0.2.10] not internal"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.10", dstIp: null });
  });
});

describe("translations", () => {
  const translated = { srcIp: "10.0.0.9", srcPort: 50_123, natSrcIp: "198.51.100.7", natSrcPort: 1025 };

  test.each<[string, object]>([
    [
      "NAT:Created tcp 10.0.0.9:50123 198.51.100.7:1025 203.0.113.5:443 203.0.113.5:443",
      { dstIp: "203.0.113.5" },
    ],
    ["NAT44 [ user1 - 10.0.0.9 TCP 10.0.0.9:50123 -> 198.51.100.7:1025 203.0.113.5:443 ]", { dstPort: 443 }],
    ["NAT: mapping TCP 10.0.0.9:50123 <-> 198.51.100.7:1025 -> 203.0.113.5:443", { dstIp: "203.0.113.5" }],
    ["NAT44: Mapped 10.0.0.9#50123 to 198.51.100.7#1025 (TCP)", { dstIp: null, protocol: "tcp" }],
    ["NAT: TCP; 10.0.0.9:50123--->198.51.100.7:1025; 203.0.113.5:443; done", { dstIp: "203.0.113.5" }],
    [
      'ISADDR="10.0.0.9" ISPORT="50123" XSADDR="198.51.100.7" XSPORT="1025" XDADDR="203.0.113.5"',
      { natDstIp: null },
    ],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject({ ...translated, ...expected });
  });

  test("a rule that sends one private address to another maps nobody", () => {
    expect(parseLine(`${head}NAT44: 10.0.0.9:50123 -> 10.0.0.10:8080 added`).natSrcIp).toBeNull();
  });
});

describe("which end a call has", () => {
  test.each<[string, object]>([
    ['{"inbound_remote_addr":"192.0.2.10:50123","outbound_remote_addr":"203.0.113.5:443"}', ENDS],
    ["[id: 0x1, L:/203.0.113.5:443 - R:/192.0.2.10:50123] READ COMPLETE", ENDS],
    ["accept: 192.0.2.10:50123 on 203.0.113.5:443", ENDS],
    ["bob@192.0.2.10:50123 -> root@203.0.113.5:443 denied", ENDS],
    ["192.0.2.10 > 203.0.113.5 tcp 50123 > 443 drop", ENDS],
    ["client=opc.tcp://192.0.2.10:50123 rejected", { srcIp: "192.0.2.10", dstIp: null }],
    ["kprobe=tcp_connect remoteip=203.0.113.5 port=443", { srcIp: null, dstIp: "203.0.113.5", dstPort: 443 }],
    ["[203.0.113.5:443 OUT] Sync data returned", { srcIp: null, dstIp: "203.0.113.5" }],
    ["Trying to establish SCTP connection... (203.0.113.5:38412)", { srcIp: null, dstIp: "203.0.113.5" }],
    ["Transport: tcp:///192.0.2.10:50123@61616", { srcIp: "192.0.2.10", srcPort: 50_123, dstPort: 61_616 }],
    ["grey: new: 192.0.2.10(192.0.2.10), a@example.net", { srcIp: "192.0.2.10", dstIp: null }],
    [
      "Access rejected for bob, NAS-IP-Address=203.0.113.5, Calling-Station-Id=192.0.2.10",
      { srcIp: "192.0.2.10" },
    ],
    ["api::generic_server: 192.0.2.10 (via [::1]:50123) GET /x", { dstIp: null }],
    ['{"x-forwarded-for":"192.0.2.10,198.51.100.1","method":"GET"}', { srcIp: "192.0.2.10" }],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject(expected);
  });
});

test("a verdict within a word, one that was granted, and what a drop is because of", () => {
  const read = (verdict: string) => parseLine(JSON.stringify({ saddr: "192.0.2.10", verdict }));
  expect(read("NF_DROP").verdict).toBe("drop");
  expect(read("not_drop").verdict).toBe("other");
  expect(parseLine('{"client_ip":"192.0.2.10","granted":false}').verdict).toBe("deny");
  expect(parseLine(`${head}xx drop (Policy denied) 192.0.2.10:50123 -> 203.0.113.5:443 tcp`)).toMatchObject({
    verdict: "drop",
    reason: "Policy denied",
  });
});
