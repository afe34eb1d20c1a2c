import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const head = "<134>Nov 21 10:49:59 fw-1 app: ";
const ENDS = { srcIp: "192.0.2.10", srcPort: 50_123, dstIp: "203.0.113.5", dstPort: 443 };
const NOTHING = { srcIp: null, dstIp: null };

describe("a port in a column of its own is that of the end before it", () => {
  test.each([
    ["TCP Packet - Source:192.0.2.10,50123 ,WAN - Destination:203.0.113.5,443[HTTPS] ,LAN [Drop]"],
    ["TCP packet denied - Source:192.0.2.10,50123,WAN - Destination:203.0.113.5,443,LAN"],
    ["TCP packet - src:192.0.2.10,50123,LAN - dst:203.0.113.5,443,WAN - [Drop]"],
    ["blocked TCP From: 192.0.2.10, 50123, WAN To: 203.0.113.5, 443, LAN"],
    ["TCP Packet - Source: 192.0.2.10,50123 ,WAN - Destination: 203.0.113.5,443 [HTTPS] ,LAN [Drop]"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, protocol: "tcp", interface: null });
  });

  test("not what ICMP has there", () => {
    const text = "ICMP Packet - Source:192.0.2.10,8 ,LAN - Destination:203.0.113.5,0 ,WAN [Drop]";
    expect(parseLine(head + text)).toMatchObject({
      srcIp: "192.0.2.10",
      srcPort: null,
      dstPort: null,
      protocol: "icmp",
    });
  });
});

describe("what is forwarded beside the rule that matched was let through", () => {
  const ends = "TCP Packet - Source:192.0.2.10,50123 ,LAN - Destination:203.0.113.5,443 ,WAN";
  test.each([
    ["[Forward] - [Outbound Default rule match]", "allow"],
    ["[Forwarded] - [Inbound Rule(3) match]", "allow"],
    ["[Forward] - [Rule 4 matched]", "allow"],
    ["[Forward] - [No rule match]", null],
    ["[Forward]", null],
    ["[FORWARD] - [chain 2]", null],
  ])("%s: %p", (text, verdict) => {
    expect(parseLine(`${head}${ends} ${text}`)).toMatchObject({ verdict });
  });
});

test.each([
  ["[Fri, 2003-12-05 22:35:04]", "2003-12-05T22:35:04.000000Z"],
  ["[Sat, 2004/01/10 01:02:03]", "2004-01-10T01:02:03.000000Z"],
])("a time behind the day of the week is that of the line: %s", (time, wanted) => {
  expect(isoEventTime(parseLine(`<134>${time} - TCP Packet dropped`))).toBe(wanted);
});

describe("what was done stands in capitals before the packet at the end", () => {
  const ends = "192.0.2.10:50123 (world) <> 203.0.113.5:443 (host)";
  test.each<[string, string | null, string | null]>([
    ["Policy denied DROPPED (TCP Flags: SYN)", "drop", "Policy denied"],
    ["Policy denied by denylist DROPPED (UDP)", "drop", "Policy denied by denylist"],
    ["Stale or unroutable IP DROPPED (SCTP)", "drop", "Stale or unroutable IP"],
    ["policy-verdict:none EGRESS DENIED (TCP Flags: SYN)", "deny", null],
    ["policy-verdict:L3-L4 INGRESS ALLOWED (UDP)", "allow", null],
    ["to-endpoint FORWARDED (TCP Flags: ACK, PSH)", "allow", null],
    ["FORWARDED (UDP)", "allow", null],
    ["REJECTED (TCP)", "reject", null],
    ["to-proxy REDIRECTED (TCP Flags: SYN)", null, null],
    ["http-request FORWARDED (HTTP/1.1 GET http://www.example.com/)", null, null],
    ["message FORWARDED", null, null],
  ])("%s", (text, verdict, reason) => {
    expect(parseLine(`${head}${ends} ${text}`)).toMatchObject({ verdict, reason });
  });

  test("version 4 of ICMP is ICMP", () => {
    const text = "192.0.2.10 -> 203.0.113.5 Policy denied DROPPED (ICMPv4 EchoRequest)";
    expect(parseLine(head + text)).toMatchObject({ protocol: "icmp", verdict: "drop" });
  });
});

describe("a packet that a program has printed as one value", () => {
  test.each([
    ['msg="dropping inbound packet" fwPacket="&{203.0.113.5 192.0.2.10 443 50123 6 false}"'],
    ['msg="dropping outbound packet" fwPacket="&{192.0.2.10 203.0.113.5 50123 443 6 false}"'],
    [
      'msg="dropping inbound packet" fwPacket="&{LocalIP:203.0.113.5 RemoteIP:192.0.2.10 LocalPort:443 RemotePort:50123 Protocol:6 Fragment:false}"',
    ],
    [
      String.raw`msg="dropping outbound packet" fwPacket="{\"Fragment\":false,\"LocalIP\":\"192.0.2.10\",\"LocalPort\":50123,\"Protocol\":\"tcp\",\"RemoteIP\":\"203.0.113.5\",\"RemotePort\":443}"`,
    ],
    ['msg="dropping packet" pkt=&{SrcIP:192.0.2.10 DstIP:203.0.113.5 SrcPort:50123 DstPort:443 Proto:6}'],
  ])("%s", (text) => {
    expect(parseLine(`${head}level=debug ${text}`)).toMatchObject({
      ...ENDS,
      protocol: "tcp",
      verdict: "drop",
    });
  });

  test("which of two services began is what the line tells of its way", () => {
    const packet = (way: string) =>
      parseLine(
        `${head}msg="dropping ${way} packet" fwPacket="&{192.0.2.10 203.0.113.5 4242 4242 17 false}"`,
      );
    expect(packet("outbound")).toMatchObject({ srcIp: "192.0.2.10", direction: "out", protocol: "udp" });
    expect(packet("inbound")).toMatchObject({ srcIp: "203.0.113.5", direction: "in", dstIp: "192.0.2.10" });
    expect(packet("a")).toMatchObject(NOTHING);
  });

  test("another value that is printed so says nothing", () => {
    expect(parseLine(`${head}range="&{192.0.2.10 203.0.113.5 4242 4250 17 false}"`)).toMatchObject(NOTHING);
  });
});

describe("whom a program called the name of its function tells", () => {
  test.each([
    ["LOG5[0]: s_connect: connected 203.0.113.5:40443"],
    ["LOG6[0]: s_connect: connecting 203.0.113.5:40443"],
    ["LOG3[0]: s_connect: connect 203.0.113.5:40443: Connection refused (111)"],
    ["connect_blocking: connected 203.0.113.5:40443"],
    ["do_connect(): trying 203.0.113.5:40443"],
    ["tcp_connect: connected to 203.0.113.5:40443"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({
      srcIp: null,
      srcPort: null,
      dstIp: "203.0.113.5",
      dstPort: 40_443,
    });
  });

  test.each([
    ["on_connect: client connected 203.0.113.5:40443"],
    ["client_connect: connected 203.0.113.5:40443"],
    ["accepted connection from 203.0.113.5:40443"],
  ])("not of who came: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "203.0.113.5", dstIp: null });
  });
});

describe("a value that holds the family, the transport, the address and the port", () => {
  test.each([
    ["src=IPV4/TCP/192.0.2.10/50123 dst=IPV4/TCP/203.0.113.5/443 action=deny"],
    ['src="tcp/192.0.2.10:50123" dst="tcp/203.0.113.5:443" action=deny'],
    ["src=ipv4:tcp:192.0.2.10:50123 dst=ipv4:tcp:203.0.113.5:443 action=deny"],
    ["client=tcp/192.0.2.10/50123 server=tcp/203.0.113.5/443 action=deny"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, protocol: "tcp", verdict: "deny" });
  });

  const event = (local: string) =>
    parseLine(
      `<133>Nov 21 10:49:59 pbx asterisk[9]: SECURITY[7]: res_security_log.c: SecurityEvent="FailedACL",Service="SIP",AccountID="",LocalAddress="IPV4/UDP/${local}",RemoteAddress="IPV4/UDP/192.0.2.10/5066",ACLName="domain_must_match"`,
    );
  test("a telephone server's own end is the one that was called, and its list the rule", () => {
    expect(event("203.0.113.5/5060")).toMatchObject({
      srcIp: "192.0.2.10",
      srcPort: 5066,
      dstIp: "203.0.113.5",
      dstPort: 5060,
      protocol: "udp",
      ruleId: "domain_must_match",
    });
  });
});

describe("whom a guard of ports kept out", () => {
  test.each([
    ["Host: 192.0.2.10/192.0.2.10 Port: 23 TCP Blocked"],
    ["Host: scan.example.net/192.0.2.10 Port: 23 TCP Blocked"],
    ["Host: 192.0.2.10/192.0.2.10, Port: 23, Proto: TCP, Blocked"],
    ["attacker=scan.example.net/192.0.2.10 port=23 tcp denied"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({
      srcIp: "192.0.2.10",
      srcPort: null,
      dstIp: null,
      dstPort: 23,
      protocol: "tcp",
      verdict: "deny",
    });
  });

  test.each([["Host: 192.0.2.10 Port: 23 TCP Open"], ["Host: 192.0.2.10 Port: 23 TCP Blocked"]])(
    "whose host it is is open without its name: %s",
    (text) => {
      expect(parseLine(head + text)).toMatchObject(NOTHING);
    },
  );

  test("the port that a scan is of stands in brackets", () => {
    const text = "Scan from: [192.0.2.10] (192.0.2.10) protocol: [TCP] port: [23] type: [Connect]";
    expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.10", dstPort: 23, protocol: "tcp" });
  });
});

describe("the port of a site that is called by its name, or of any host", () => {
  test.each([
    ["HTTPS request from 192.0.2.10:50123 to www.example.com:443. Action: Allow."],
    ["TCP connection from 192.0.2.10:50123 to api.example.com:443 denied"],
    ["connection from 192.0.2.10:50123 to https://www.example.com:443/path"],
    ["client 192.0.2.10:50123 CONNECT www.example.com:443 denied"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.10", dstIp: null, dstPort: 443 });
  });

  test.each([
    ["Added access rule to INPUT for 192.0.2.10 -> 0.0.0.0/0 tcp/22, expires at 1786840865"],
    ["permit 192.0.2.10 -> any tcp/22"],
    ["denied 192.0.2.10 -> any (tcp/22)"],
    ["Added Rule to INPUT for 192.0.2.10, tcp/22 expires at 1786840865"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.10", dstIp: null, dstPort: 22 });
  });

  test.each([
    ["error from 192.0.2.10:50123 to handler.go:212"],
    ["traceback from 192.0.2.10:50123 to module.views.py:88"],
  ])("not a file's line: %s", (text) => {
    expect(parseLine(head + text).dstPort).toBeNull();
  });

  test("what a request became is told behind an apostrophe, too", () => {
    const text = "TCP request from 192.0.2.10:50123 to 203.0.113.5:443 was DNAT'ed to 10.1.0.9:8443";
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, natDstIp: "10.1.0.9", natDstPort: 8443 });
  });
});

describe("what a packet filter did its letter tells", () => {
  const packet = "tcp 192.0.2.10 203.0.113.5  50123 443 (2 packets)";
  test.each([
    ["fpc0 PFE_FW_SYSLOG_IP: FW: ge-1/0/1.0  A", "allow"],
    ["backup PFE_FW_SYSLOG_IP: FW: ge-1/0/1.0  D", "drop"],
    ["node0.fpc0 PFE_FW_SYSLOG_IP: FW: ge-1/0/1.0  R", "reject"],
    ["fwd: FW: ge-1/0/1.0 D", "drop"],
  ])("%s", (text, verdict) => {
    const message = parseLine(`<174>Nov 21 10:49:59 r1 ${text}  ${packet}`);
    expect(message).toMatchObject({ ...ENDS, verdict, interface: "ge-1/0/1.0", packets: 2, protocol: "tcp" });
  });

  test("not another letter", () => {
    expect(parseLine(`<174>Nov 21 10:49:59 r1 fwd: FW: ge-1/0/1.0 X ${packet}`).verdict).toBeNull();
  });
});

test.each([
  ["block(3): tcp/connect ]: 192.0.2.10.50123 203.0.113.5.443: blocked", "3"],
  ["info: pass(12): udp/udpassociate [: 192.0.2.10.50123 203.0.113.5.443", "12"],
  ["block(2): tcp/ 192.0.2.10.50123 203.0.113.5.443", null],
])("the rule of a SOCKS server stands behind what it did: %s", (text, ruleId) => {
  expect(parseLine(head + text)).toMatchObject({ ...ENDS, ruleId });
});

describe("of a SOCKS server the client called whom it went to", () => {
  const client = "192.0.2.10.50123 198.51.100.1.1080";
  const called = "198.51.100.1.40112 203.0.113.5.443";
  test.each([
    [`info: pass(2): tcp/connect [: ${client} -> ${called}`, "allow"],
    [`info: pass(2): tcp/connect [: username%bob@${client} -> ${called}`, "allow"],
    [`pass(2): tcp/connect ]: 517 -> ${client} -> 1230, 1230 -> ${called} -> 517: client closed.`, "allow"],
    [`info: block(2): tcp/connect ]: 0 -> ${client} -> 0, 0 -> ${called} -> 0: blocked by rule`, "deny"],
  ])("%s", (text, verdict) => {
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, verdict, protocol: "tcp", ruleId: "2" });
  });

  test("who is called by a name has a port", () => {
    const text = `info: pass(2): tcp/connect [: ${client} -> 198.51.100.1.40112 www.example.com.443`;
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, dstIp: null });
  });
});

describe("what a router alerts of stands behind the packet", () => {
  const packet = "Dst: 203.0.113.5:443 {}, Src: 192.0.2.10:50123 {} (TCP)";
  test.each([
    ["PACKET_ALERT", "port filter"],
    ["PACKET_ALERT", "intruder detection"],
  ])("%s: %s", (app, reason) => {
    expect(parseLine(`<132>Nov 21 10:49:59 gw ${app}: ${packet}: ${reason}`)).toMatchObject({
      ...ENDS,
      reason,
    });
  });

  test("not of what is but informed of", () => {
    expect(parseLine(`<132>Nov 21 10:49:59 gw PACKET_INFO: ${packet}: first seen`).reason).toBeNull();
  });
});

describe("what real lines of the same products tell beside", () => {
  test("what has its process behind it is a program, not the host", () => {
    const text =
      "<190>412: RP/0/RP0/CPU0:Nov 21 10:49:59.213 UTC: ipv4_acl_mgr[162]: %ACL-IPV4_ACL-6-IPACCESSLOGP : access-list acl1 (20) deny tcp 192.0.2.10(50123) -> 203.0.113.5(443), 1 packet";
    const message = parseLine(text);
    expect(message).toMatchObject({ ...ENDS, app: "ipv4_acl_mgr", ruleId: "acl1", verdict: "deny" });
    expect(message.sourceHost).not.toBe("ipv4_acl_mgr[162]");
  });

  test.each([
    ["ipfw: 100 Forward to 198.51.100.1:3128 TCP 192.0.2.10:50123 203.0.113.5:443 out via em0"],
    ["ipfw: 100 Forward to 198.51.100.1 TCP 192.0.2.10:50123 203.0.113.5:443 out via em0"],
  ])("to which machine a filter sent a packet is no end of it: %s", (text) => {
    expect(parseLine(`<5>Nov 21 10:49:59 gw kernel: ${text}`)).toMatchObject({
      ...ENDS,
      interfaceOut: "em0",
    });
  });

  test("a verdict in its participle is no rule", () => {
    const text = "SIP Peer ACL: Rejecting '192.0.2.10' due to a failure to pass ACL '(BASELINE)'";
    expect(parseLine(head + text)).toMatchObject({ verdict: "reject", reason: "a failure to pass ACL" });
    expect(parseLine(head + text).ruleId).not.toBe("Rejecting");
  });

  test("the rule stands behind the policy and the collection that it is of", () => {
    const text =
      "TCP request from 192.0.2.10:50123 to 203.0.113.5:443. Action: Deny. Policy: p1. Rule Collection: c1. Rule: web out";
    expect(parseLine(`${head}${JSON.stringify({ properties: { msg: text } })}`)).toMatchObject({
      ...ENDS,
      ruleId: "web out",
    });
  });

  test("a proxy of names tells its client behind its label", () => {
    const text = "DNS Request: 192.0.2.10:50123 - 15676 AAAA IN www.example.com. udp 104 false 1232";
    expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.10", srcPort: 50_123, protocol: "udp" });
  });

  test("a year may stand directly behind its comma", () => {
    const text =
      "[DoS Attack: SYN/ACK Scan] from source: 192.0.2.10, port 443, Saturday, Oct 10,2020 10:10:10";
    expect(isoEventTime(parseLine(`<134>${text}`))).toBe("2020-10-10T10:10:10.000000Z");
  });
});

test.each([
  ["Built an udp session, 192.0.2.10:50123 (trust) to 203.0.113.5:443 (untrust).", "allow"],
  ["Built the new inbound tcp flow from 192.0.2.10:50123 to 203.0.113.5:443", null],
  ["Built a tcp session, 192.0.2.10:50123 to 203.0.113.5:443.", "allow"],
  ["Teardown an udp session, 192.0.2.10:50123 (trust) to 203.0.113.5:443 (untrust).", null],
])("a session that was built was let through: %s", (text, verdict) => {
  expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.10", verdict });
});
