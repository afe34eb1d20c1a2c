import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const asa = (text: string) => `<166>Nov 21 2026 10:49:59 fw-1 : %ASA-${text}`;

describe("where the message's name may stand", () => {
  test.each([
    ["<166>Nov 21 2026 10:49:59: %ASA-4-106023: Deny"],
    ["<166>Nov 21 2026 10:49:59 fw-1 : %ASA-4-106023: Deny"],
    ["<166>Nov 21 10:49:59 fw-1 CiscoASA[999]: %ASA-4-106023: Deny"],
    ["<166>1 2026-11-21T10:49:59Z fw-1 - - - - %ASA-4-106023: Deny"],
    ["%ASA-4-106023: Deny"],
    ["<166>:Nov 21 10:49:59 UTC: %ASA-session-4-106023: Deny"],
    ["<166>2026-11-21T10:49:59.123+01:00 relay fw-1 : %ASA-4-106023: Deny"],
  ])("%s", (head) => {
    expect(
      parseLine(
        `${head} tcp src outside:192.0.2.1/40000 dst inside:198.51.100.2/443 by access-group "in" [0x0, 0x0]`,
      ),
    ).toMatchObject({
      parser: "cisco-asa",
      vendor: "cisco",
      msgid: "106023",
      srcIp: "192.0.2.1",
      ruleId: "in",
    });
  });

  test("its digit is the severity where there is no priority", () => {
    expect(parseLine("%ASA-4-106023: Deny x").severity).toBe(4);
    expect(parseLine("<189>%ASA-4-106023: Deny x").severity).toBe(5);
  });

  test.each([["%ASA"], ["%ASA-9-106023: x"], ["100%-sure"], ["%-1-x: y"]])("%s is no name", (line) => {
    expect(parseLine(line).vendor).toBeNull();
  });
});

describe("messages of ASA by their number", () => {
  const built = {
    direction: "out",
    protocol: "tcp",
    action: "built",
    verdict: "allow",
    srcIp: "192.0.2.1",
    srcPort: 443,
    interface: "outside",
    dstIp: "10.0.0.5",
    dstPort: 40_000,
    interfaceOut: "inside",
  };
  test.each<[string, object]>([
    [
      "6-302013: Built outbound TCP connection 7 for outside:192.0.2.1/443 (192.0.2.1/443) to inside:10.0.0.5/40000 (203.0.113.9/1024)",
      { ...built, natSrcIp: null, natDstIp: "203.0.113.9", natDstPort: 1024 },
    ],
    [
      "6-302013: Built outbound TCP connection 7 for outside:192.0.2.1/443 (192.0.2.1/443)(LOCAL\\a b, 12) to inside:10.0.0.5/40000 (10.0.0.5/40000) (a b)",
      { ...built, natDstIp: null },
    ],
    [
      "6-302015: Built inbound UDP connection 7 for outside:192.0.2.1/40000 (192.0.2.1/40000) to dmz:10.0.0.5/53 (203.0.113.9/53)",
      {
        direction: "in",
        protocol: "udp",
        verdict: "allow",
        srcIp: "192.0.2.1",
        srcPort: 40_000,
        interface: "outside",
        dstIp: "10.0.0.5",
        dstPort: 53,
        interfaceOut: "dmz",
        natSrcIp: null,
        natDstIp: "203.0.113.9",
        natDstPort: 53,
      },
    ],
    [
      "6-302017: Built outbound GRE connection 7 from outside:192.0.2.1 (192.0.2.1) to inside:10.0.0.5/1234 (203.0.113.9/1234)",
      { verdict: "allow", protocol: "gre", srcIp: "192.0.2.1", dstIp: "10.0.0.5", natDstIp: "203.0.113.9" },
    ],
    [
      "6-302018: Teardown GRE connection 7 from outside:192.0.2.1 (192.0.2.1) to inside:10.0.0.5/1234 (203.0.113.9/1234) duration 0:01:00 bytes 777",
      { verdict: "other", srcIp: "192.0.2.1", dstIp: "10.0.0.5", natDstIp: "203.0.113.9", bytes: 777 },
    ],
    [
      "6-302023: Teardown stub TCP connection for outside:192.0.2.1/443 to inside:10.0.0.5/40000 duration 0:00:02 forwarded bytes 99 Cluster flow with CLU removed",
      { srcIp: "192.0.2.1", dstPort: 40_000, bytes: 99, reason: "Cluster flow with CLU removed" },
    ],
    [
      "6-302033: Pre-allocated H323 GUP Connection for faddr 192.0.2.1 to laddr 10.0.0.5/1719",
      { srcIp: "10.0.0.5", srcPort: 1719, dstIp: "192.0.2.1" },
    ],
    [
      "6-302020: Built outbound ICMP connection for faddr 192.0.2.1/0 gaddr 203.0.113.9/512 laddr 10.0.0.5/512",
      { srcIp: "10.0.0.5", srcPort: null, dstIp: "192.0.2.1", natSrcIp: "203.0.113.9", verdict: "allow" },
    ],
    [
      '4-106023: Deny tcp src outside:192.0.2.1/40000 dst inside:10.0.0.5/443 by access-group "from the outside" [0x0, 0x0]',
      { verdict: "deny", ruleId: "from the outside" },
    ],
    [
      "5-106100: access-list acl permitted icmp inside/10.0.0.5(8) -> outside/192.0.2.1(0) hit-cnt 1 first hit [0x1, 0x2]",
      { verdict: "allow", protocol: "icmp", srcIp: "10.0.0.5" },
    ],
    [
      "6-113004: AAA user authentication Successful : server =  10.0.0.9 : user = joe",
      { srcIp: null, dstIp: "10.0.0.9" },
    ],
    [
      "6-113005: AAA user authentication Rejected : reason = AAA failure : server = 10.0.0.9 : user = joe : user IP = 192.0.2.1",
      { srcIp: "192.0.2.1", dstIp: "10.0.0.9" },
    ],
    [
      "4-113019: Group = RA, Username = joe, IP = 192.0.2.1, Session disconnected. Session Type: SSL, Duration: 0h:05m:06s, Bytes xmt: 1000, Bytes rcv: 2000, Reason: User Requested",
      { dstIp: "192.0.2.1", bytes: 3000, reason: "User Requested" },
    ],
    [
      "4-400010: IPS:2000 ICMP Echo Reply from 192.0.2.1 to 10.0.0.5 on interface outside",
      { srcIp: "192.0.2.1", dstIp: "10.0.0.5", protocol: "icmp", interface: "outside", ruleId: "2000" },
    ],
    [
      "4-400024: IDS:2151 Large ICMP traffic from 192.0.2.1 to 10.0.0.5 on interface dmz",
      { srcIp: "192.0.2.1", dstIp: "10.0.0.5", protocol: "icmp", interface: "dmz", ruleId: "2151" },
    ],
    [
      "4-400001: IPS:1000 IP options-Bad Option List from 192.0.2.1 to 10.0.0.5 on interface dmz",
      { srcIp: "192.0.2.1", protocol: null, interface: "dmz", ruleId: "1000" },
    ],
    [
      "4-401004: Shunned packet: 192.0.2.1 ==> 203.0.113.1 on interface outside",
      { action: "shunned", verdict: "drop", interface: "outside" },
    ],
    [
      '6-605004: Login denied from 192.0.2.1/40000 to outside:203.0.113.1/https for user "x"',
      { verdict: "deny", srcPort: 40_000, dstPort: 443 },
    ],
    [
      "6-710001: TCP access requested from 192.0.2.1/40000 to outside:203.0.113.1/22",
      { protocol: "tcp", verdict: "other", dstPort: 22 },
    ],
    [
      "4-710004: TCP connection limit exceeded from 192.0.2.1/40000 to outside:203.0.113.1/22 (current connections/connection limit = 5/5)",
      { protocol: "tcp", action: null, dstPort: 22 },
    ],
    [
      "6-302014: Teardown TCP connection 7 for outside:192.0.2.1/443 to inside:10.0.0.5/40000 duration 0:00:30 bytes 7652 TCP Reset-I",
      { srcIp: "192.0.2.1", dstPort: 40_000, bytes: 7652, reason: "TCP Reset-I" },
    ],
    [
      "6-302020: Built inbound ICMP connection for faddr 192.0.2.1/0 gaddr 203.0.113.9/512 laddr 10.0.0.5/512",
      {
        protocol: "icmp",
        direction: "in",
        srcIp: "10.0.0.5",
        srcPort: null,
        dstIp: "192.0.2.1",
        natSrcIp: "203.0.113.9",
        natDstIp: null,
      },
    ],
    [
      "6-305011: Built dynamic TCP translation from inside:10.0.0.5/4954 to outside:203.0.113.9/1024",
      { protocol: "tcp", srcIp: "10.0.0.5", dstIp: "203.0.113.9", natSrcIp: "203.0.113.9", natSrcPort: 1024 },
    ],
    [
      '4-106023: Deny protocol 47 src outside:192.0.2.1 dst inside:10.0.0.5 by access-group "acl" [0x0, 0x0]',
      { verdict: "deny", protocol: "gre", srcIp: "192.0.2.1", ruleId: "acl" },
    ],
    [
      '4-106023: Deny icmp src outside:2001:db8::1 dst inside:2001:db8::2 (type 128, code 0) by access-group "acl"',
      { protocol: "icmp", srcIp: "2001:db8::1", dstIp: "2001:db8::2", interface: "outside" },
    ],
    [
      "6-106100: access-list acl est-allowed tcp inside/10.0.0.5(40000) -> outside/192.0.2.1(443) hit-cnt 1 first hit [0x0, 0x0]",
      {
        action: "allowed",
        verdict: "allow",
        ruleId: "acl",
        interface: "inside",
        srcPort: 40_000,
        dstPort: 443,
      },
    ],
    [
      "6-106102: access-list acl permitted udp for user joe outside/192.0.2.1(1) -> inside/10.0.0.5(53) hit-cnt 1",
      { verdict: "allow", protocol: "udp", srcIp: "192.0.2.1", dstPort: 53 },
    ],
    [
      "2-106001: Inbound TCP connection denied from 192.0.2.1/40000 to 10.0.0.5/443 flags SYN  on interface outside",
      { direction: "in", verdict: "deny", interface: "outside", interfaceOut: null },
    ],
    [
      "2-106016: Deny IP spoof from (0.0.0.0) to 10.0.0.5 on interface lan",
      { srcIp: "0.0.0.0", dstIp: "10.0.0.5", interface: "lan" },
    ],
    [
      "4-313005: No matching connection for ICMP error message: icmp src outside:192.0.2.1 dst inside:10.0.0.5 (type 3, code 3) on outside interface.  Original IP payload: udp src 10.0.0.5/53 dst 192.0.2.1/1.",
      { protocol: "icmp", srcIp: "192.0.2.1", dstIp: "10.0.0.5", interface: "outside" },
    ],
    [
      "4-338008: Dynamic Filter dropped blacklisted TCP traffic from inside:10.0.0.5/1 (203.0.113.9/2) to outside:192.0.2.1/80 (192.0.2.1/80), destination 192.0.2.1 resolved from dynamic list: x",
      { verdict: "drop", ruleId: "dynamic", natSrcIp: "203.0.113.9", dstPort: 80 },
    ],
    [
      "5-304001: a@10.0.0.5(LOCAL\\a) Accessed URL 192.0.2.1:http://example.org/",
      { srcIp: "10.0.0.5", dstIp: "192.0.2.1" },
    ],
    [
      "6-725002: Device completed SSL handshake with client out:192.0.2.1/65531",
      { srcIp: "192.0.2.1", srcPort: 65_531, interface: "out" },
    ],
    [
      "5-750002: Local:192.0.2.1:500 Remote:198.51.100.2:4500 Username:x Received a IKE_INIT_SA request",
      { srcPort: 500, dstPort: 4500 },
    ],
    [
      "6-302013: Built outbound TCP connection 7 for outside:192.0.2.1/443 (192.0.2.1/443) to dmz:SERVER/5678 (SERVER/5678)",
      { srcIp: "192.0.2.1", dstPort: 5678, interface: "outside", dstIp: null, interfaceOut: "dmz" },
    ],
  ])("%s", (text, expected) => {
    const message = parseLine(asa(text));
    expect(message).toMatchObject({ parser: "cisco-asa", sourceHost: "fw-1", ...expected });
    expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.000000Z");
  });
});

describe("messages of ASA with a number that is not known", () => {
  test.each<[string, object]>([
    [
      "4-999001: Deny tcp src outside:192.0.2.1/1 dst inside:10.0.0.5/2",
      { verdict: "deny", srcIp: "192.0.2.1", dstPort: 2 },
    ],
    [
      "4-999002: Something odd from 192.0.2.1/1 to 10.0.0.5/2",
      { action: null, srcIp: "192.0.2.1", dstIp: "10.0.0.5" },
    ],
    [
      "6-722023: Group <g> User <u> IP <192.0.2.1> TCP SVC connection terminated",
      { srcIp: "192.0.2.1", dstIp: null },
    ],
    [
      "5-111010: User 'admin', running 'CLI' from IP 192.0.2.1, executed 'ping 198.51.100.2'",
      { srcIp: "192.0.2.1" },
    ],
    ["5-199001: Reload command executed", { srcIp: null, action: null }],
  ])("%s", (text, expected) => {
    expect(parseLine(asa(text))).toMatchObject({ parser: "cisco-asa", ...expected });
  });
});

test("Firepower's events are read by their keys", () => {
  expect(
    parseLine(
      "2026-11-21T10:49:59Z ftd-1  %FTD-1-430003: AccessControlRuleAction: Block with reset, AccessControlRuleReason: IP Block, SrcIP: 192.0.2.1, DstIP: 198.51.100.2, SrcPort: 40000, DstPort: 443, Protocol: tcp, IngressInterface: inside, EgressInterface: outside, AccessControlRuleName: Rule 1, the first, User: a, InitiatorPackets: 2, ResponderPackets: 1, InitiatorBytes: 140, ResponderBytes: 74, NAT_InitiatorIP: 203.0.113.9",
    ),
  ).toMatchObject({
    parser: "cisco-ftd",
    sourceHost: "ftd-1",
    action: "block with reset",
    verdict: "deny",
    reason: "IP Block",
    srcIp: "192.0.2.1",
    dstPort: 443,
    protocol: "tcp",
    interface: "inside",
    interfaceOut: "outside",
    ruleId: "Rule 1, the first",
    packets: 3,
    bytes: 214,
    natSrcIp: "203.0.113.9",
  });
});

test.each<[string, object]>([
  [
    '%FTD-1-430001: SrcIP: 192.0.2.1, DstIP: 10.0.0.5, Protocol: tcp, SID: 2000001, Message: "SERVER test, attempt", InlineResult: Blocked',
    { parser: "cisco-ftd", verdict: "deny", trackerId: "2000001", reason: "SERVER test, attempt" },
  ],
  [
    "%FTD-1-430005: SrcIP: 10.0.0.5, DstIP: 192.0.2.1, FileAction: Malware Block, ThreatName: W32.Test",
    { verdict: "deny", action: "malware block", reason: "W32.Test" },
  ],
  [
    "<113>Nov 21 10:49:59 ftd-1 SFIMS: Protocol: TCP, SrcIP: 10.0.0.5, DstIP: 192.0.2.1, SrcPort: 40000, DstPort: 80, AccessControlRuleName: r1, AccessControlRuleAction: Block, InitiatorBytes: 66",
    { parser: "cisco-ftd", verdict: "deny", srcPort: 40_000, ruleId: "r1", bytes: 66 },
  ],
])("%s", (line, expected) => {
  expect(parseLine(line)).toMatchObject(expected);
});

describe("IOS", () => {
  test.each<[string, object]>([
    [
      "%SEC-6-IPACCESSLOGP: list 177 denied udp 192.0.2.1(53) -> 198.51.100.2(1600), 3 packets",
      { ruleId: "177", verdict: "deny", protocol: "udp", srcPort: 53, dstPort: 1600, packets: 3 },
    ],
    [
      "%SEC-6-IPACCESSLOGP: list in permitted tcp 192.0.2.1(1) (GigabitEthernet0/1 0000.5e00.5301) -> 198.51.100.2(22), 1 packet",
      { verdict: "allow", interface: "GigabitEthernet0/1", dstPort: 22, packets: 1 },
    ],
    [
      "%SEC-6-IPACCESSLOGDP: list 151 denied icmp 192.0.2.1 -> 198.51.100.2 (3/4), 1 packet",
      { protocol: "icmp", dstIp: "198.51.100.2", dstPort: null, packets: 1 },
    ],
    [
      "%SEC-6-IPACCESSLOGS: list 10 denied 192.0.2.1 7 packets",
      { ruleId: "10", srcIp: "192.0.2.1", packets: 7 },
    ],
    [
      "%IPV6_ACL-6-ACCESSLOGP: list v6/10 permitted tcp 2001:db8::1(1024) -> 2001:db8::2(22), 2 packets",
      { ruleId: "v6/10", srcIp: "2001:db8::1", srcPort: 1024, dstPort: 22, packets: 2 },
    ],
    [
      "%FW-6-DROP_PKT: Dropping tcp session 192.0.2.1:80 198.51.100.2:1024 on zone-pair in-out class c due to policy",
      { verdict: "drop", srcPort: 80, dstPort: 1024, ruleId: "in-out" },
    ],
    [
      "%SEC_LOGIN-4-LOGIN_FAILED: Login failed [user: a] [Source: 192.0.2.1] [localport: 22]",
      { srcIp: "192.0.2.1" },
    ],
    [
      "%SYS-5-CONFIG_I: Configured from console by a on vty0 (192.0.2.1)",
      { srcIp: "192.0.2.1", msgid: "CONFIG_I" },
    ],
    [
      "%FW-6-SESS_AUDIT_TRAIL: (target:class)-(in-out:web):Stop tcp session: initiator (10.0.0.5:40000) sent 300 bytes -- responder (192.0.2.1:80) sent 500 bytes",
      { protocol: "tcp", srcIp: "10.0.0.5", srcPort: 40_000, dstIp: "192.0.2.1", dstPort: 80, bytes: 800 },
    ],
    [
      "%FW-6-DROP_PKT: Dropping tcp session 192.0.2.1:80 10.0.0.5:22 on zone-pair out-in class c due to  DROP action found in policy-map",
      { verdict: "drop", ruleId: "out-in", reason: "DROP action found in policy-map" },
    ],
    [
      "%IOSXE-6-PLATFORM: SIP0: cpp_cp: QFP:0.0 Thread:001 TS:0001 %FW-6-DROP_PKT: Dropping tcp pkt from GigabitEthernet1 192.0.2.1:40000 => 10.0.0.5:22(target:class)-(out-in:class-default) due to Policy drop:classify result with ip ident 1",
      {
        msgid: "DROP_PKT",
        verdict: "drop",
        protocol: "tcp",
        interface: "GigabitEthernet1",
        srcPort: 40_000,
        dstIp: "10.0.0.5",
        dstPort: 22,
        reason: "Policy drop:classify result with ip ident 1",
      },
    ],
    ["%LINK-3-UPDOWN: Interface Gi0/1, changed state to up", { srcIp: null }],
  ])("%s", (text, expected) => {
    const message = parseLine(`<190>29: *Nov 21 10:49:59.123 UTC: ${text}`);
    expect(message).toMatchObject({ parser: "cisco-ios", vendor: "cisco", clockUnset: true, ...expected });
  });
});

test("NX-OS's access lists are read by their keys", () => {
  expect(
    parseLine(
      '<189>: 2026 Nov 21 10:49:59 UTC: %ACLLOG-6-ACLLOG_NEW_FLOW: Src IP: 192.0.2.1, Dst IP: 198.51.100.2, Src Port: 40000, Dst Port: 443, Src Intf: Ethernet4/5, Protocol: "TCP"(6), ACL Name: in, ACL Action: Deny, Appl Intf: Ethernet4/5, Hit-count: 3',
    ),
  ).toMatchObject({
    parser: "cisco-ios",
    srcIp: "192.0.2.1",
    srcPort: 40_000,
    dstIp: "198.51.100.2",
    dstPort: 443,
    interface: "Ethernet4/5",
    protocol: "tcp",
    ruleId: "in",
    verdict: "deny",
    packets: 3,
  });
});

test("NX-OS's last key may have an equals sign", () => {
  expect(
    parseLine(
      "<189>: 2026 Nov 21 10:49:59 UTC: %ACLLOG-5-ACLLOG_FLOW_INTERVAL: Source IP: 192.0.2.1, Destination IP: 198.51.100.2, Source Port: 40000, Destination Port: 443, Source Interface: Ethernet1/1, Protocol: tcp, Hit-count = 5",
    ),
  ).toMatchObject({ protocol: "tcp", interface: "Ethernet1/1", packets: 5 });
});

test.each([
  ["<189>4237: r1 RP/0/RP0/CPU0:Nov 21 10:49:59.000 UTC: ipv4_acl_mgr[317]: ", "r1"],
  ["RP/0/RSP0/CPU0:Nov 21 10:49:59.000 : ipv4_acl_mgr[317]: ", "198.51.100.200"],
])("IOS XR puts the node before the time: %s", (head, sourceHost) => {
  const message = parseLine(
    `${head}%ACL-IPV4_ACL-6-IPACCESSLOGP : access-list in (10) deny tcp 192.0.2.1(40000) -> 198.51.100.2(22), 1 packet`,
  );
  expect(message).toMatchObject({
    parser: "cisco-ios",
    sourceHost,
    msgid: "IPACCESSLOGP",
    verdict: "deny",
    ruleId: "in",
    srcPort: 40_000,
    dstPort: 22,
    packets: 1,
  });
  expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.000000Z");
});

test("the device's own count behind the server's is no host", () => {
  expect(
    parseLine(
      "<190>1234: 001235: Nov 21 2026 10:49:59.123 UTC: %SYS-6-LOGGINGHOST_STARTSTOP: Logging to host",
    ),
  ).toMatchObject({ parser: "cisco-ios", sourceHost: "198.51.100.200" });
});
