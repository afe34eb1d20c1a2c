import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const head = "<134>1 2026-11-21T10:49:59Z gw1 app1 - - - ";
const names = "src_ip=192.0.2.9 dst_ip=203.0.113.5";

describe("what stands apart from the names of the ends", () => {
  test.each<[string, object]>([
    [
      "ACCEPT in:vlan2 out:vlan1 len:52 s-ip:192.0.2.9 d-ip:203.0.113.5 TCP:50122->102",
      {
        srcPort: 50_122,
        dstPort: 102,
        protocol: "tcp",
        verdict: "allow",
        interface: "vlan2",
        interfaceOut: "vlan1",
      },
    ],
    [
      `${names} udp 5060 -> 5060 on eth1`,
      { srcPort: 5060, dstPort: 5060, protocol: "udp", interface: "eth1" },
    ],
    [`${names} ports 50122 => 443`, { srcPort: 50_122, dstPort: 443 }],
    [`${names} moved from ports 5 -> 6`, { srcPort: null, dstPort: null }],
    [`${names} version 3 -> 4 port 5 -> 6`, { srcPort: null, dstPort: null }],
    [`${names} vlan 10 -> 20`, { srcPort: null, dstPort: null }],
    [`${names} tcp 70000 -> 443`, { srcPort: null, dstPort: null }],
    [
      'acl_log(ovn)|INFO|name="web-deny", verdict=drop, severity=info: udp,nw_src=192.0.2.9,nw_dst=203.0.113.5,tp_src=5,tp_dst=53',
      { ruleId: "web-deny", verdict: "drop" },
    ],
    [
      "rule hit: name=web-in, action=deny nw_src=192.0.2.9,nw_dst=203.0.113.5,tp_src=5,tp_dst=53",
      { ruleId: "web-in" },
    ],
    ['name="fw1", action=deny src=192.0.2.9 dst=203.0.113.5 sport=5 dport=53', { ruleId: null }],
    ["[Block][LAN->WAN, 25:10:22 ][@S:R=2:2, 192.0.2.9:50312->203.0.113.5:6881][UDP]", { ruleId: "2:2" }],
    [
      'Intrusions "HTTP" TCP 192.0.2.9 44120 203.0.113.5 80 3 Regular "dmz" occur 1 38 high drop F',
      { ruleId: "dmz" },
    ],
    [
      "WF ALER SQL_IN 192.0.2.9 52012 203.0.113.5 443 shop:deny_sqli LOCAL DENY NONE [x]",
      { ruleId: "shop:deny_sqli" },
    ],
    ["WF ALER SQL_IN 192.0.2.9 52012 203.0.113.5 443 shop:deny_sqli REMOTE DENY NONE [x]", { ruleId: null }],
    [
      '{"flow":{"verdict":"DROPPED","drop_reason":133,"IP":{"source":"192.0.2.9","destination":"203.0.113.5"},"drop_reason_desc":"POLICY_DENIED"}}',
      { reason: "POLICY_DENIED" },
    ],
  ])("%s", (text, expected) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.9", dstIp: "203.0.113.5", ...expected });
  });

  test.each([
    ['147 192.0.2.9 jo - DENIED "Games" - 403 TCP_DENIED GET - http www.example.com 8443 / - -'],
    ["55 192.0.2.9 - - 200 TCP_TUNNELED CONNECT tcp www.example.com 8443 / -"],
  ])("the port that a proxy was asked for: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.9", dstIp: null, dstPort: 8443 });
  });
});

describe("what HAProxy sent", () => {
  test.each<[string, number | null]>([
    ["fe_tcp be/srv1 0/0/5007 212 -- 4/3/3/3/0 0/0", 212],
    ['fe~ fe/<NOSRV> 0/-1/-1/-1/0 403 192 - - PR-- 41/38/0/0/0 0/0 "GET / HTTP/1.1"', 192],
    ['fe be/s 0/0/1/2/+3 200 +192 - - ---- 1/1/0/0/0 0/0 "GET / HTTP/1.1"', 192],
    ["fe/1: SSL handshake failure", null],
  ])("%s", (text, bytes) => {
    const line = `<134>Nov 21 10:49:59 lb1 haproxy[1]: 192.0.2.9:49822 [21/Nov/2026:10:49:59.118] ${text}`;
    expect(parseLine(line)).toMatchObject({ parser: "haproxy", srcPort: 49_822, bytes });
  });
});
