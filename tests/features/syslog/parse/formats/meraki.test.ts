import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const HEADER = "<134>1 1795258199.123456789 MX_1 ";

describe("kinds of events", () => {
  test.each<[string, object]>([
    [
      "flows src=192.0.2.1 dst=198.51.100.2 mac=00:00:5E:00:53:01 protocol=tcp sport=61403 dport=443 pattern: allow (dst 198.51.100.0/24)",
      { srcPort: 61_403, dstPort: 443, protocol: "tcp", verdict: "allow", ruleId: "(dst 198.51.100.0/24)" },
    ],
    [
      "flows deny src=192.0.2.1 dst=198.51.100.2 protocol=icmp type=8",
      { verdict: "deny", action: "deny", protocol: "icmp" },
    ],
    [
      "firewall src=192.0.2.1 dst=198.51.100.2 protocol=udp sport=1 dport=53 pattern: 0 all",
      { verdict: "deny", ruleId: "all" },
    ],
    [
      "ip_flow_end src=192.0.2.1 dst=198.51.100.2 protocol=udp sport=56391 dport=53 translated_src_ip=203.0.113.9 translated_port=1",
      { natSrcIp: "203.0.113.9", action: null },
    ],
    [
      "urls src=192.0.2.1:64194 dst=198.51.100.2:80 mac=00:00:5E:00:53:01 request: GET http://example.org/?a=b",
      { srcPort: 64_194, dstPort: 80 },
    ],
    [
      "security_event ids_alerted signature=1:39867:3 priority=3 timestamp=1795258199.1 dhost=00 direction=ingress protocol=tcp/ip src=192.0.2.1:80 dst=198.51.100.2:53023 message: text",
      { ruleId: "1:39867:3", direction: "in", protocol: "tcp", dstPort: 53_023 },
    ],
    [
      "events type=anyconnect_vpn_auth_success msg= 'Server IP=198.51.100.2 Server port=1812 Peer IP=192.0.2.1 Peer port=56735 User=a'",
      { srcPort: 56_735, dstPort: 1812 },
    ],
    [
      "events content_filtering_block url='https://example.org/' server='198.51.100.2:443' client_mac='00' client_ip='192.0.2.1'",
      { dstPort: 443 },
    ],
  ])("%.60s", (text, expected) => {
    const message = parseLine(HEADER + text);
    expect(message).toMatchObject({
      parser: "meraki",
      vendor: "meraki",
      sourceHost: "MX_1",
      srcIp: "192.0.2.1",
      dstIp: "198.51.100.2",
      ...expected,
    });
    expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.123456Z");
  });
});

test.each([["1795258199.1 MX_1 nothing x"], ["1795258199.1 MX_1"], ["17952581xx.1 MX_1 flows x"]])(
  "%s is none",
  (line) => {
    expect(parseLine(line).parser).toBe("generic");
  },
);

describe("what some kinds say by themselves", () => {
  test.each<[string, object]>([
    [
      "ip_flow_start src=192.168.1.5 dst=192.0.2.1 protocol=udp sport=40000 dport=53 translated_src_ip=203.0.113.9 translated_port=61234",
      { natSrcIp: "203.0.113.9", natSrcPort: 61_234 },
    ],
    [
      "ip_flow_end src=192.168.1.5 dst=192.0.2.1 protocol=udp sport=40000 dport=53 translated_dst_ip=10.0.0.9 translated_port=5353",
      { natDstIp: "10.0.0.9", natDstPort: 5353, natSrcPort: null },
    ],
    [
      "security_event ids_alerted signature=1:2000001:3 priority=1 direction=ingress protocol=tcp/ip src=192.0.2.1:40000 dst=10.0.0.9:80 decision=blocked message: SERVER test attempt",
      { verdict: "deny", ruleId: "1:2000001:3", reason: "SERVER test attempt" },
    ],
    ["flows src=192.168.1.5 dst=192.0.2.1 protocol=icmp type=8 pattern: allow all", { reason: null }],
    [
      "events type=vpn_connectivity_change vpn_type='site-to-site' peer_contact='192.0.2.1:51856' connectivity='false'",
      { srcIp: "192.0.2.1", srcPort: 51_856, reason: "vpn_connectivity_change" },
    ],
  ])("%s", (text, expected) => {
    expect(parseLine(`<134>1 1795258199.123456789 MX84 ${text}`)).toMatchObject({
      parser: "meraki",
      ...expected,
    });
  });
});
