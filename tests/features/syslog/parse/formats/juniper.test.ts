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
