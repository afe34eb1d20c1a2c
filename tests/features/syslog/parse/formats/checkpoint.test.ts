import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const FIELDS = {
  parser: "checkpoint",
  vendor: "checkpoint",
  srcIp: "192.0.2.1",
  srcPort: 40_000,
  dstIp: "198.51.100.2",
  dstPort: 443,
  protocol: "tcp",
  action: "drop",
  verdict: "drop",
  interface: "eth1",
  direction: "in",
  ruleId: "118",
  natSrcIp: "203.0.113.9",
};

describe("the Log Exporter's formats", () => {
  test.each([
    [
      "syslog",
      String.raw`<134>1 2026-11-21T10:50:00Z gw-1 CheckPoint 1231 - [action:"Drop"; flags:"1"; ifdir:"inbound"; ifname:"eth1"; loguid:"{0x0,0x0}"; origin:"192.0.2.254"; time:"1795258199"; ike::"Quick \"Mode\" [UDP\]; src:"; dst:"198.51.100.2"; proto:"6"; rule:"118"; rule_uid:"{EA}"; s_port:"40000"; service:"443"; src:"192.0.2.1"; xlatesrc:"203.0.113.9"]`,
    ],
    [
      "syslog without a header",
      'syslog[action:"Drop"; ifdir:"inbound"; ifname:"eth1"; loguid:"{}"; origin_sic_name:"CN=gw-1,O=mgmt"; time:"1795258199"; dst:"198.51.100.2"; proto:"6"; rule:"118"; s_port:"40000"; service:"443"; src:"192.0.2.1"; xlatesrc:"203.0.113.9"; ]',
    ],
    [
      "splunk",
      "time=1795258199|hostname=gw-1|product=Firewall|action=Drop|ifdir=inbound|ifname=eth1|loguid={0x0}|origin=192.0.2.254|src=192.0.2.1|s_port=40000|dst=198.51.100.2|service=443|proto=6|rule=118|xlatesrc=203.0.113.9",
    ],
  ])("%s", (_, line) => {
    const message = parseLine(line);
    expect(message).toMatchObject({ ...FIELDS, sourceHost: "gw-1" });
    expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.000000Z");
  });
});

test.each([['[action:"Drop"; src:"192.0.2.1"]'], ["a|b|c"], ["loguid=1"]])("%s is no record", (line) => {
  expect(parseLine(line).vendor).toBeNull();
});

describe("what older gateways and clients write", () => {
  test.each<[string, object]>([
    [
      "<134>Nov 21 10:49:59 mgmt : 21Nov2026 10:49:59 accept 10.1.1.1 >eth1 LogId: 0; src: 10.0.0.5; dst: 192.0.2.1; proto: tcp; rule: 7; product: VPN-1 & FireWall-1; service: 443; s_port: 40000; xlatesrc: 203.0.113.9; xlatesport: 1024;",
      {
        verdict: "allow",
        interface: "eth1",
        direction: "in",
        srcIp: "10.0.0.5",
        srcPort: 40_000,
        dstPort: 443,
        natSrcIp: "203.0.113.9",
        natSrcPort: 1024,
        ruleId: "7",
      },
    ],
    [
      "<13>Nov 21 10:49:59 mgmt logger: 21Nov2026  9:49:59 drop   10.1.1.1 <eth4 rule: 102; rule_uid: {0}; ICMP: Echo Request; src: 10.0.0.5; dst: 192.0.2.1; proto: icmp; product: VPN-1 & FireWall-1;",
      { verdict: "drop", interface: "eth4", interfaceOut: "eth4", direction: "out", ruleId: "102" },
    ],
    [
      "<13>Nov 21 10:49:59 mgmt logger: 21Nov2026  9:49:59 ctl    10.1.1.1 >daemon reason: started; product: VPN-1 & FireWall-1;",
      { srcIp: null, interface: null, reason: "started" },
    ],
    [
      "<134>Nov 21 10:49:59 mgmt CheckPoint: loc=1|time=2026-11-21 10:49:59|action=drop|orig=gw-1|i/f_dir=inbound|i/f_name=eth0|product=VPN-1 & FireWall-1|src=192.0.2.1|s_port=40000|dst=203.0.113.1|service=23|proto=tcp|rule=a \\| b",
      { verdict: "drop", interface: "eth0", direction: "in", dstPort: 23, ruleId: "a | b" },
    ],
    [
      '[action:"Prevent"; loguid:"{0x1}"; origin:"10.1.1.1"; product:"IPS"; src:"192.0.2.1"; protection_name:"Test Protection"]',
      { action: "prevent", verdict: "deny", reason: "Test Protection" },
    ],
  ])("%s", (line, expected) => {
    expect(parseLine(line)).toMatchObject({ parser: "checkpoint", ...expected });
  });
});

test("a time whose day, month and year are joined is read", () => {
  const pairs = "action=drop|orig=gw-1|product=VPN-1 & FireWall-1|src=192.0.2.1|dst=203.0.113.1";
  expect(isoEventTime(parseLine(`loc=1|time=21Nov2026 10:49:59|${pairs}`))).toBe(
    "2026-11-21T10:49:59.000000Z",
  );
  expect(isoEventTime(parseLine(`loc=1|time=21Xov2026 10:49:59|${pairs}`))).toBeNull();
});
