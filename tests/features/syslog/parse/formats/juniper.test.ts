import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const HEADER = "<14>1 2026-11-21T10:49:59.123Z srx-1 ";
const FIELDS = { parser: "juniper", vendor: "juniper", srcIp: "192.0.2.1", dstIp: "198.51.100.2" };

describe("structured data", () => {
  test.each<[string, object]>([
    [
      'RT_FLOW - RT_FLOW_SESSION_CLOSE [junos@2636.1.1.1.2.40 reason="TCP FIN" source-address="192.0.2.1" source-port="40000" destination-address="198.51.100.2" destination-port="443" nat-source-address="203.0.113.9" nat-source-port="1024" nat-destination-address="198.51.100.2" nat-destination-port="443" protocol-id="6" policy-name="out" packets-from-client="2" bytes-from-client="100" packets-from-server="3" bytes-from-server="200" packet-incoming-interface="ge-0/0/1.0"]',
      {
        srcPort: 40_000,
        dstPort: 443,
        natSrcIp: "203.0.113.9",
        natSrcPort: 1024,
        natDstIp: null,
        protocol: "tcp",
        ruleId: "out",
        bytes: 300,
        packets: 5,
        interface: "ge-0/0/1.0",
        reason: "TCP FIN",
        action: null,
      },
    ],
    [
      'RT_FLOW - RT_FLOW_SESSION_DENY [junos@2636.1.1.1.2.40 source-address="192.0.2.1" destination-address="198.51.100.2" protocol-id="17" policy-name="N/A"]',
      { action: "deny", actionRaw: "RT_FLOW_SESSION_DENY", verdict: "deny", protocol: "udp", ruleId: null },
    ],
    [
      'RT_IDS - RT_SCREEN_TCP [junos@2636.1.1.1.2.40 attack-name="SYN flood!" source-address="192.0.2.1" destination-address="198.51.100.2" interface-name="ge-0/0/1.0" action="drop"]',
      { verdict: "drop", reason: "SYN flood!", interface: "ge-0/0/1.0" },
    ],
    [
      'RT_IDP - IDP_ATTACK_LOG_EVENT [junos@2636.1.1.1.2.28 source-address="192.0.2.1" destination-address="198.51.100.2" rule-name="3" policy-name="Recommended" action="DROP" source-interface-name="reth1.1" destination-interface-name="reth2.2"] text',
      { actionRaw: "DROP", ruleId: "3", interface: "reth1.1", interfaceOut: "reth2.2" },
    ],
    [
      'RT_FLOW - RT_FLOW_SESSION_CREATE [junos@2636.1.1.1.2.40 source-address="192.0.2.1" destination-address="198.51.100.2" name=”broken”]',
      { verdict: "allow" },
    ],
  ])("%.40s", (text, expected) => {
    expect(parseLine(HEADER + text)).toMatchObject({ ...FIELDS, sourceHost: "srx-1", ...expected });
  });
});

describe("sentences", () => {
  test.each<[string, object]>([
    [
      "RT_FLOW: RT_FLOW_SESSION_CREATE: session created 192.0.2.1/40000->198.51.100.2/443 junos-https 203.0.113.9/1024->198.51.100.2/443 snat None 6 out trust untrust 7 N/A(N/A) ge-0/0/1.0",
      {
        verdict: "allow",
        natSrcIp: "203.0.113.9",
        protocol: "tcp",
        ruleId: "out",
        interface: "ge-0/0/1.0",
        dstPort: 443,
      },
    ],
    [
      "RT_FLOW: RT_FLOW_SESSION_CREATE: session created 192.0.2.1/40000->198.51.100.2/443 0x0 junos-https 192.0.2.1/40000->198.51.100.2/443 0x0 N/A N/A N/A N/A 6 out trust untrust 7 N/A(N/A) reth0.0 UNKNOWN",
      { natSrcIp: null, protocol: "tcp", ruleId: "out", interface: "reth0.0" },
    ],
    [
      "RT_FLOW: RT_FLOW_SESSION_CLOSE: session closed TCP FIN: 192.0.2.1/40000->198.51.100.2/443 junos-https 192.0.2.1/40000->198.51.100.2/443 None None 6 out trust untrust 7 2(100) 3(200) 4 UNKNOWN UNKNOWN N/A(N/A) ge-0/0/1.0",
      { action: null, reason: "TCP FIN", bytes: 300, packets: 5 },
    ],
    [
      "RT_FLOW: RT_FLOW_SESSION_DENY: session denied 192.0.2.1/40000->198.51.100.2/161 None 17(0) cleanup trust untrust UNKNOWN UNKNOWN N/A(N/A) ge-0/0/1.0",
      { verdict: "deny", protocol: "udp", ruleId: "cleanup", bytes: null },
    ],
    [
      "PFE_FW_SYSLOG_IP: FW: ge-0/0/0.0   D  tcp 192.0.2.1 198.51.100.2 40000 443 (2 packets)",
      {
        action: "discard",
        actionRaw: "D",
        verdict: "drop",
        protocol: "tcp",
        packets: 2,
        interface: "ge-0/0/0.0",
      },
    ],
  ])("%.60s", (text, expected) => {
    expect(parseLine(`<14>Nov 21 10:49:59 srx-1 ${text}`)).toMatchObject({
      ...FIELDS,
      sourceHost: "srx-1",
      ...expected,
    });
  });
});

test.each([
  ["RT_FLOW: something else"],
  ["RT_FLOW: RT_FLOW_SESSION_CREATE: session created"],
  ["PFE_FW_SYSLOG_IP: FW: x"],
])("%s is not recognised", (text) => {
  expect(parseLine(`<14>Nov 21 10:49:59 srx-1 ${text}`)).toMatchObject({ parser: "generic", action: null });
});

describe("sentences", () => {
  test.each<[string, object]>([
    [
      "RT_FLOW: %USER-6-RT_FLOW_SESSION_CREATE: session created 10.0.0.5/40000->192.0.2.1/443 junos-https 203.0.113.9/1024->192.0.2.1/443 None None 6 out trust untrust 1",
      { msgid: "RT_FLOW_SESSION_CREATE", verdict: "allow", natSrcPort: 1024, ruleId: "out", dstPort: 443 },
    ],
    [
      "RT_FLOW: APPTRACK_SESSION_CLOSE: AppTrack session closed TCP FIN: 10.0.0.5/40000->192.0.2.1/443 junos-https SSL UNKNOWN 203.0.113.9/1024->192.0.2.1/443 r1 N/A 6 out trust untrust 1 5(500) 6(600) 3 N/A N/A No default ge-0/0/0.0",
      {
        srcPort: 40_000,
        natSrcIp: "203.0.113.9",
        reason: "TCP FIN",
        bytes: 1100,
        packets: 11,
        ruleId: "out",
      },
    ],
    [
      "RT_IDS: RT_SCREEN_TCP: TCP port scan! source: 192.0.2.1:40000, destination: 203.0.113.1:23, zone name: untrust, interface name: ge-0/0/0.0, action: drop",
      {
        msgid: "RT_SCREEN_TCP",
        srcIp: "192.0.2.1",
        srcPort: 40_000,
        dstPort: 23,
        interface: "ge-0/0/0.0",
        verdict: "drop",
        reason: "TCP port scan",
      },
    ],
    [
      'RT_UTM: WEBFILTER_URL_BLOCKED: WebFilter: ACTION="URL Blocked" 10.0.0.5(40000)->192.0.2.1(80) CATEGORY="c" REASON="BY_BLACK_LIST" PROFILE="p" URL=example.org',
      { srcIp: "10.0.0.5", srcPort: 40_000, dstPort: 80, verdict: "deny", reason: "BY_BLACK_LIST" },
    ],
    [
      "RT_IDP: IDP_ATTACK_LOG_EVENT: IDP: at 1795258199, SIG Attack log <192.0.2.1/40000->10.0.0.9/80> for TCP protocol and service SERVICE_IDP application HTTP by rule 3 of rulebase IPS in policy Recommended. attack: id=1, repeat=0, action=DROP, threat-severity=HIGH, name=HTTP:TEST, NAT <0.0.0.0:0->0.0.0.0:0>, intf:untrust:ge-0/0/0.0->trust:ge-0/0/1.0, packet-log-id: 0",
      {
        srcIp: "192.0.2.1",
        dstIp: "10.0.0.9",
        dstPort: 80,
        protocol: "tcp",
        verdict: "drop",
        ruleId: "3",
        reason: "HTTP:TEST",
        interface: "ge-0/0/0.0",
      },
    ],
    [
      "fpc0 PFE_FW_SYSLOG_IP6_GEN: FW: ge-0/0/0.0    R  tcp 2001:db8::1 2001:db8::2 40000    22 (3 packets)",
      { verdict: "reject", srcIp: "2001:db8::1", dstPort: 22, packets: 3, interface: "ge-0/0/0.0" },
    ],
  ])("%s", (text, expected) => {
    expect(parseLine(`<14>Nov 21 10:49:59 srx-1 ${text}`)).toMatchObject({
      parser: "juniper",
      vendor: "juniper",
      sourceHost: "srx-1",
      ...expected,
    });
  });

  test.each([["RT_IDS: no sentence -> at all"], ["RT_UTM: AV_UPDATED: pattern file updated"]])(
    "%s names no ends",
    (text) => {
      expect(parseLine(`<14>Nov 21 10:49:59 srx-1 ${text}`)).toMatchObject({
        parser: "generic",
        srcIp: null,
      });
    },
  );
});

test("a screen's name tells the protocol", () => {
  const said =
    "source: 192.0.2.1:40000, destination: 198.51.100.2:445, interface name: ge-0/0/0.0, action: drop";
  expect(parseLine(`<11>Nov 21 10:49:59 srx-1 RT_IDS: RT_SCREEN_TCP: TCP port scan! ${said}`)).toMatchObject({
    ...FIELDS,
    protocol: "tcp",
    verdict: "drop",
  });
  expect(
    parseLine(`<11>Nov 21 10:49:59 srx-1 RT_IDS: RT_SCREEN_IP: IP spoofing! ${said}`).protocol,
  ).toBeNull();
});

test("an attack tells both interfaces, and how its source is seen", () => {
  const attack =
    "IDP_ATTACK_LOG_EVENT: IDP: at 1, ANOMALY Attack log <192.0.2.1/40000->198.51.100.2/445> for TCP protocol and service SMB application NONE by rule 3 of rulebase IPS in policy P. attack: repeat=0, action=DROP, threat-severity=HIGH, name=SMB:X, NAT <203.0.113.9:5587->0.0.0.0:0>, intf:trust:fe-0/0/2.0->untrust:fe-0/0/3.0, packet-log-id: 0";
  expect(parseLine(`<11>Nov 21 10:49:59 srx-1 RT_IDP: ${attack}`)).toMatchObject({
    ...FIELDS,
    verdict: "drop",
    interface: "fe-0/0/2.0",
    interfaceOut: "fe-0/0/3.0",
    natSrcIp: "203.0.113.9",
    natSrcPort: 5587,
    natDstIp: null,
  });
});

describe("a packet filter behind its card's name", () => {
  const read = (text: string) => parseLine(`<165>Nov 21 10:49:59 mx-1 tfeb0: ${text}`);

  test.each<[string, object]>([
    ["PFE_FW_SYSLOG_IP: FW: xe-0/0/3.0 A tcp 192.0.2.1 198.51.100.2 40000 445 (1 packets)", FIELDS],
    [
      "PFE_FW_SYSLOG_ETH_IP: FW: xe-0/0/3.0   A 0800 40:00:3d:06:f6:1d -> 45:00:00:28:2e:05  tcp 192.0.2.1 198.51.100.2 40000  445 (1 packets)",
      FIELDS,
    ],
    [
      "PFE_FW_SYSLOG_IP6_TCP_UDP: FW: xe-0/0/3.0 A tcp SA 2001:db8::7 -> DA 2001:db8::1 sport 40000 dport 445 (1 packets)",
      { srcIp: "2001:db8::7", srcPort: 40_000, dstIp: "2001:db8::1", dstPort: 445 },
    ],
    [
      "PFE_FW_SYSLOG_IP: FW: xe-0/0/3.0 A icmp 192.0.2.1 198.51.100.2 8 0 (1 packets)",
      { srcIp: "192.0.2.1", srcPort: null, dstPort: null, protocol: "icmp" },
    ],
    [
      "PFE_FW_SYSLOG_ETH: FW: xe-0/0/3.0 A 0806 40:00:3d:06:f6:1d -> 45:00:00:28:2e:05 (1 packets)",
      { srcIp: null, protocol: null },
    ],
  ])("%s", (text, expected) => {
    expect(read(text)).toMatchObject({
      parser: "juniper",
      verdict: "allow",
      interface: "xe-0/0/3.0",
      packets: 1,
      ...expected,
    });
  });
});
