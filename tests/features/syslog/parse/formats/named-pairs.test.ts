import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const head = "<134>Nov 21 10:49:59 fw-1 ";

describe("firewalls without a parser of their own", () => {
  test.each<[string, string, object]>([
    [
      "F5 AFM",
      'info tmm[1]: acl_rule_name="rule1",action="Drop",dest_ip="203.0.113.1",dest_port="23",device_vendor="F5",drop_reason="Policy",ip_protocol="TCP",source_ip="192.0.2.1",source_port="40000",translated_dest_ip="10.0.0.9",translated_dest_port="23"',
      {
        vendor: "f5",
        srcIp: "192.0.2.1",
        dstPort: 23,
        natDstIp: "10.0.0.9",
        verdict: "drop",
        ruleId: "rule1",
        reason: "Policy",
        protocol: "tcp",
      },
    ],
    [
      "F5 ASM",
      'ASM:unit_hostname="b",policy_name="/Common/p",violations="Illegal URL, x",request_status="blocked",ip_client="192.0.2.1",src_port="40000",dest_ip="203.0.113.1",dest_port="443",method="GET",protocol="HTTPS"',
      { vendor: "f5", verdict: "deny", srcIp: "192.0.2.1", dstPort: 443, reason: "Illegal URL, x" },
    ],
    [
      "Huawei",
      "%%01POLICY/6/POLICYDENY(l)[12]:vsys=public, protocol=17, source-ip=192.0.2.1, source-port=40000, destination-ip=203.0.113.1, destination-port=53, time=2026/11/21 10:49:59, source-zone=untrust, rule-name=default.",
      { vendor: "huawei", verdict: "deny", protocol: "udp", srcPort: 40_000, ruleId: "default" },
    ],
    [
      "Huawei's rules of several words",
      "%%01POLICY/6/POLICYPERMIT(l):vsys=public, protocol=17, source-ip=192.0.2.1, source-port=40000, destination-ip=203.0.113.1, destination-port=53, rule-name=Guests to the web.",
      { vendor: "huawei", verdict: "allow", ruleId: "Guests to the web" },
    ],
    [
      "H3C's rules of several words",
      "%%10FILTER/6/X: Protocol(1001)=TCP;SrcIPAddr(1003)=192.0.2.1;DstIPAddr(1007)=203.0.113.1;SrcPort(1004)=40000;DstPort(1008)=443;RuleName(1080)=Guests to the web;Action(1053)=Permit;",
      { vendor: "h3c", verdict: "allow", ruleId: "Guests to the web" },
    ],
    [
      "Huawei's rule before another word",
      "%%01POLICY/6/POLICYPERMIT(l):source-ip=192.0.2.1 source-port=40000 destination-ip=203.0.113.1 destination-port=53 rule-name=out and more=1",
      { vendor: "huawei", ruleId: "out" },
    ],
    [
      "Huawei's pairs in brackets",
      '%%01IPS/4/DETECT(l): An intrusion was detected. (SyslogId=1, Policy="in out", SrcIp=192.0.2.1, DstIp=203.0.113.1, SrcPort=40000, DstPort=80, Protocol=TCP, Action=Block)',
      { vendor: "huawei", verdict: "deny", ruleId: "in out" },
    ],
    [
      "Huawei's sessions",
      "%%01SECLOG/6/SESSION_TEARDOWN(l):IPVer=4,Protocol=tcp,SourceIP=10.0.0.5,DestinationIP=192.0.2.1,SourcePort=40000,DestinationPort=443,SourceNatIP=203.0.113.9,SourceNatPort=1024,SendPkts=5,SendBytes=500,RcvPkts=6,RcvBytes=600,PolicyName=out,CloseReason=aged-out.",
      {
        action: null,
        natSrcIp: "203.0.113.9",
        natSrcPort: 1024,
        bytes: 1100,
        packets: 11,
        reason: "aged-out",
      },
    ],
    [
      "H3C",
      "%%10FILTER/6/FILTER_ZONE_IPV4_EXECUTION: -Context=1; RuleID(1078)=7;Protocol(1001)=TCP;SrcIPAddr(1003)=192.0.2.1;SrcPort(1004)=40000;DstIPAddr(1007)=10.0.0.9;DstPort(1008)=22;MatchCount(1069)=1;Event(1048)=Deny;",
      { vendor: "h3c", verdict: "deny", srcIp: "192.0.2.1", dstPort: 22, ruleId: "7" },
    ],
    [
      "Stormshield",
      'asqd: id=firewall time="2026-11-21 10:49:59" fw="SNS-1" tz=+0100 pri=5 ruleid=7 srcif="Ethernet0" srcifname="out" ipproto=tcp dstif="Ethernet1" dstifname="in" proto=ssh src=192.0.2.1 srcport=40000 dst=10.0.0.9 dstport=22 sent=60 rcvd=0 action=block logtype="filter"',
      {
        vendor: "stormshield",
        verdict: "deny",
        protocol: "tcp",
        interface: "out",
        interfaceOut: "in",
        bytes: 60,
      },
    ],
    [
      "Zyxel",
      'src="192.0.2.1:40000" dst="203.0.113.1:23" msg="Match default rule, DROP" note="ACCESS BLOCK" user="unknown" devID="001122" cat="Security Policy Control" dir="wan:ZyWALL" protoID=6 proto="others"',
      { vendor: "zyxel", verdict: "drop", srcPort: 40_000, dstPort: 23, protocol: "tcp", direction: null },
    ],
    [
      "Zscaler's web feed, with tabs and blanks in values",
      "2026-11-21 10:49:59\treason=Not allowed\tprotocol=HTTPS\taction=Blocked\ttransactionsize=1000\tserverip=192.0.2.1\tproduct=NSS\tlocation=Road Warrior\tClientIP=10.0.0.5\tvendor=Zscaler\thostname=example.org",
      {
        vendor: "zscaler",
        verdict: "deny",
        srcIp: "10.0.0.5",
        dstIp: "192.0.2.1",
        reason: "Not allowed",
        bytes: 1000,
      },
    ],
    [
      "WatchGuard",
      'disp="Deny" pri=6 policy="Unhandled-00" protocol="tcp" src_ip="192.0.2.1" dst_ip="203.0.113.1" src_port="40000" dst_port="23" src_intf="0-External" dst_intf="Firebox" msg="denied"',
      { verdict: "deny", interface: "0-External", interfaceOut: "Firebox", ruleId: "Unhandled-00" },
    ],
  ])("%s", (_, text, expected) => {
    expect(parseLine(head + text)).toMatchObject({ parser: "key-value", ...expected });
  });
});

test("the order of the keys, keys that nobody knows and empty values do not matter", () => {
  expect(
    parseLine(
      "x=1 dst_port=22 proto= action=deny dst_ip=10.0.0.9 y='z' src_port=1 protocol=tcp src_ip=2001:db8::1",
    ),
  ).toMatchObject({ srcIp: "2001:db8::1", srcPort: 1, dstIp: "10.0.0.9", dstPort: 22, protocol: "tcp" });
});

test.each([
  ["app started src_ip= dst_port=22"],
  ["src_ip=host.example dst_ip=other.example"],
  ["gateway=192.0.2.1 user=a"],
  ["(((((=192.0.2.1"],
])("%s is no firewall's", (text) => {
  expect(parseLine(head + text)).toMatchObject({ srcIp: null, dstIp: null });
});

test("the length of a network is no port, and a network no host", () => {
  const line = (ends: string) => parseLine(`<134>Nov 21 10:49:59 fw-1 ${ends} packets=1,000`);
  expect(line("src_ip=10.0.0.0/24 dst_ip=192.0.2.2")).toMatchObject({
    srcIp: null,
    srcPort: null,
    dstIp: "192.0.2.2",
    packets: 1000,
  });
  expect(line("src_ip=10.0.0.7/24 dst_ip=192.0.2.2")).toMatchObject({ srcIp: "10.0.0.7", srcPort: null });
  expect(line("src_ip=10.0.0.7/50123 dst_ip=192.0.2.2/22")).toMatchObject({ srcPort: 50_123, dstPort: 22 });
});
