import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const TRAFFIC =
  'date=2026-11-21 time=11:49:59 devname="fgt-1" devid="FGT0" eventtime=1795258199123456789 tz="+0100" logid="0000000013" type="traffic" subtype="forward" level="notice" vd="root" srcip=192.0.2.1 srcport=40000 srcintf="port1" dstip=198.51.100.2 dstport=443 dstintf="wan1" sessionid=1 proto=6 action="close" policyid=7 policytype="policy" service="HTTPS" trandisp="snat" transip=203.0.113.9 transport=1024 duration=5 sentbyte=100 rcvdbyte=200 sentpkt=3 rcvdpkt=4';

test("a traffic log gives all its fields", () => {
  const message = parseLine(`<189>${TRAFFIC}`);
  expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.123456Z");
  expect(message).toMatchObject({
    parser: "fortinet",
    vendor: "fortinet",
    severity: 5,
    sourceHost: "fgt-1",
    srcIp: "192.0.2.1",
    srcPort: 40_000,
    dstIp: "198.51.100.2",
    dstPort: 443,
    natSrcIp: "203.0.113.9",
    natSrcPort: 1024,
    protocol: "tcp",
    action: "close",
    verdict: "other",
    interface: "port1",
    interfaceOut: "wan1",
    ruleId: "7",
    bytes: 300,
    packets: 7,
  });
});

test("the csv format is the same with commas", () => {
  expect(parseLine(TRAFFIC.replaceAll(" ", ","))).toMatchObject({
    parser: "fortinet",
    srcIp: "192.0.2.1",
    dstPort: 443,
    ruleId: "7",
    sourceHost: "fgt-1",
  });
});

describe("other logs", () => {
  test.each<[string, object]>([
    [
      'logid="0419016384" type="utm" subtype="ips" level="alert" srcip=192.0.2.1 dstip=2001:db8::2 action="dropped" proto=58 direction="incoming" attack="Some.Attack"',
      {
        verdict: "drop",
        direction: "in",
        reason: "Some.Attack",
        protocol: "ipv6-icmp",
        dstIp: "2001:db8::2",
        severity: 1,
      },
    ],
    [
      'logid="0101037127" type="event" subtype="vpn" level="notice" action="negotiate" locip=192.0.2.1 locport=500 remip=198.51.100.2 remport=4500 outintf="wan1" dir="outbound"',
      {
        srcIp: "192.0.2.1",
        srcPort: 500,
        dstIp: "198.51.100.2",
        dstPort: 4500,
        direction: "out",
        interfaceOut: "wan1",
      },
    ],
    [
      'logid="0101039426" type="event" subtype="vpn" action="ssl-login-fail" remip=192.0.2.1 user="a b"',
      { srcIp: "192.0.2.1", dstIp: null },
    ],
    [
      'logid="0100032001" type="event" subtype="system" user="admin" ui="https(192.0.2.1)" action="login"',
      { srcIp: "192.0.2.1", action: "login" },
    ],
    [
      'date=2026-11-21 log_id=1 pri=information user=admin ui=GUI action=login msg="User admin login successfully from GUI(192.0.2.1)"',
      { srcIp: "192.0.2.1", action: "login" },
    ],
    [
      'date=2026-11-21 log_id=1 pri=information user=admin ui=console action=edit msg="User admin changed pool (192.0.2.1)"',
      { srcIp: null, action: "edit" },
    ],
    [
      'time=09:59:32 device_id=FEVM0 log_id=0300 type=spam subtype=default pri=information client_ip="192.0.2.1" dst_ip="198.51.100.2" subject="a \\"b\\" c=d"',
      { srcIp: "192.0.2.1", dstIp: "198.51.100.2", sourceHost: "FEVM0", severity: 6 },
    ],
    [
      'date=2026-11-21 time=10:11:05 device_id=FEVM0 log_id=02 type=statistics pri=information  client_ip="192.0.2.1" dst_ip="198.51.100.2" polid="2:2:5:SYSTEM" direction="out" disposition="Accept"',
      { srcIp: "192.0.2.1", verdict: "allow", ruleId: "2:2:5:SYSTEM", direction: "out" },
    ],
    [
      'time=10:11:05 devname=fwb device_id=1 log_id=2 type=traffic pri=information proto=6 src="192.0.2.1" src_port=52412 dst="198.51.100.2" dst_port=443 trans_src="203.0.113.9" trans_src_port=56484 policy="web"',
      { srcPort: 52_412, dstPort: 443, natSrcIp: "203.0.113.9", natSrcPort: 56_484, ruleId: "web" },
    ],
  ])("%.50s", (body, expected) => {
    expect(parseLine(body)).toMatchObject({ parser: "fortinet", vendor: "fortinet", ...expected });
  });
});

describe("the time", () => {
  test.each([
    ['date=2026-11-21 time=11:49:59 tz="+0100" eventtime=1795258201999999999', "2026-11-21T10:49:59.000000Z"],
    ["date=2026-11-21 time=11:49:59 eventtime=1795258199", "2026-11-21T10:49:59.000000Z"],
    ["date=2026-11-21 time=10:49:59", "2026-11-21T10:49:59.000000Z"],
    ['time=11:49:59 tz="UTC+1" timestamp=1795258199', "2026-11-21T10:49:59.000000Z"],
    ["date=2026-02-30 time=11:49:59", null],
    ["eventtime=0", null],
  ])("of %s is %s", (keys, time) => {
    expect(isoEventTime(parseLine(`${keys} logid="1" type="event"`))).toBe(time);
  });
});

test("a counter that is called as its number is another vendor's", () => {
  const pairs = "srcip=192.0.2.1,srcport=40000,dstip=198.51.100.2,dstport=1080,protocol=6,interface=em1";
  const line = `<130>Nov 21 10:49:59 sw-1 auditd: date="2026-11-21 10:49:59 +0000",pri=p_minor,pid=0,logid=0,${pairs}`;
  expect(parseLine(line)).toMatchObject({ parser: "key-value", protocol: "tcp", interface: "em1" });
  expect(parseLine(line.replace("logid=0", "logid=0000000013")).parser).toBe("fortinet");
});
