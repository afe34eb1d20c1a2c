import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine, SENDER } from "../parse-line";

test("the dictionary's keys give the fields", () => {
  const message = parseLine(
    "<134>Nov 21 10:50:00 relay CEF:0|Acme, Inc.|Wall\\|er|1.0|4711|Blocked by rule|5|rt=1795258199123 dvchost=fw-1 src=192.0.2.1 spt=40000 " +
      "dst=198.51.100.2 dpt=443 proto=TCP act=Blocked deviceInboundInterface=eth0 deviceOutboundInterface=eth1 deviceDirection=1 " +
      "sourceTranslatedAddress=203.0.113.9 sourceTranslatedPort=1024 destinationTranslatedAddress=0.0.0.0 in=20 out=100 " +
      "cs1Label=Rule Name cs1=Deny all \\= nothing reason=no match msg=two words",
  );
  expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.123000Z");
  expect(message).toMatchObject({
    parser: "cef",
    vendor: "acmeinc",
    sourceHost: "relay",
    msgid: "4711",
    srcIp: "192.0.2.1",
    srcPort: 40_000,
    dstIp: "198.51.100.2",
    dstPort: 443,
    protocol: "tcp",
    action: "blocked",
    actionRaw: "Blocked",
    verdict: "deny",
    interface: "eth0",
    interfaceOut: "eth1",
    direction: "out",
    natSrcIp: "203.0.113.9",
    natSrcPort: 1024,
    natDstIp: null,
    bytes: 120,
    ruleId: "Deny all = nothing",
    reason: "no match",
  });
});

describe("vendors' own keys", () => {
  test.each<[string, object]>([
    [
      "CEF:0|Fortinet|Fortigate|v7.2.0|00013|traffic:forward accept|3|FTNTFGTeventtime=1795258199123456789 act=accept src=192.0.2.1 dst=198.51.100.2 proto=17 FTNTFGTpolicyid=7 FTNTFGTsentpkt=2 FTNTFGTrcvdpkt=3",
      {
        vendor: "fortinet",
        ruleId: "7",
        packets: 5,
        protocol: "udp",
        verdict: "allow",
        eventTimeMicros: 1_795_258_199_123_456,
      },
    ],
    [
      "CEF:0|Check Point|VPN-1 & FireWall-1|Check Point|Log|https|Unknown|act=Drop src=192.0.2.1 dst=198.51.100.2 proto=6 ifname=eth1 origin=192.0.2.254 originsicname=CN\\=gw-1,O\\=mgmt..abc rule_uid=1fde-807b",
      { vendor: "checkpoint", sourceHost: "gw-1", ruleId: "1fde-807b", interface: "eth1", verdict: "drop" },
    ],
    [
      'CEF:0|SonicWall|TZ 370|7.0.1|537|Connection Closed|4|src=192.0.2.1 spt=1234 dst=198.51.100.2 dpt=53 proto=udp/dns cs1="LAN -> WAN" fw_action="NA"',
      { vendor: "sonicwall", ruleId: "LAN -> WAN", protocol: "udp", action: null },
    ],
    [
      "CEF:0|Trend Micro|Deep Security Agent|20.0|1000|Rule|6|src=192.0.2.1 dst=198.51.100.2 proto=TCP act=IDS:Reset",
      { vendor: "trendmicro", action: "reset", actionRaw: "IDS:Reset", verdict: "reject" },
    ],
    [
      "CEF:0|Palo Alto Networks|LF|2.0|TRAFFIC|end|3|dtz=UTC rt=Nov 21 2026 10:49:00 src=192.0.2.1 dst=198.51.100.2 act=allow cs1Label=Rule cs1=out",
      { vendor: "paloalto", ruleId: "out", eventTimeMicros: Date.UTC(2026, 10, 21, 10, 49) * 1000 },
    ],
    [
      "CEF:0|FORCEPOINT|Firewall|6.6|70018|Connection_Discarded|0|dvchost=192.0.2.254 src=192.0.2.1 dst=198.51.100.2 act=Discard cs1Label=RuleID cs1=605.0",
      { vendor: "forcepoint", sourceHost: "192.0.2.254", ruleId: "605.0", verdict: "drop" },
    ],
  ])("%.60s", (line, expected) => {
    expect(parseLine(line)).toMatchObject({
      parser: "cef",
      srcIp: "192.0.2.1",
      dstIp: "198.51.100.2",
      ...expected,
    });
  });
});

describe("the header", () => {
  test("may have a blank behind the mark, or have lost the mark", () => {
    for (const mark of ["CEF: 0", "CEF:0", "0"]) {
      expect(parseLine(`${mark}|V|P|1|2|N|3|src=192.0.2.1`)).toMatchObject({
        parser: "cef",
        srcIp: "192.0.2.1",
      });
    }
  });

  test.each([["CEF:0|V|P|1|2|N"], ["CEF:x|V|P|1|2|N|3|src=192.0.2.1"], ["0|a|b"], ["CEF:"]])(
    "%s is none",
    (line) => {
      expect(parseLine(line)).toMatchObject({ parser: expect.not.stringContaining("cef"), vendor: null });
    },
  );
});

test("values that cannot be are left out", () => {
  expect(
    parseLine("CEF:0|V|P|1|2|N|3|src=example.org dst=999.1.1.1 spt=70000 dpt= rt=yesterday proto= act="),
  ).toMatchObject({
    parser: "cef",
    sourceHost: SENDER,
    srcIp: null,
    dstIp: null,
    srcPort: null,
    dstPort: null,
    protocol: null,
    action: null,
    eventTimeMicros: null,
  });
});

test("UniFi Network names the rule in a key of its own", () => {
  expect(
    parseLine(
      "CEF:0|Ubiquiti|UniFi Network|9.3.33|203|Blocked by Firewall|4|UNIFIcategory=Security src=192.0.2.1 spt=40000 dst=203.0.113.1 dpt=23 proto=TCP act=blocked UNIFIpolicyName=Block All msg=x",
    ),
  ).toMatchObject({ vendor: "ubiquiti", verdict: "deny", ruleId: "Block All", dstPort: 23 });
});

test.each([
  "cs5Label=Rule cs5=allow-web",
  "cs2Label=Firewall Rule cs2=allow-web",
  "cs1Label=policy_name cs1=allow-web",
  "cs1Label=rule cs1= cs6Label=Security Policy Name cs6=allow-web",
  "cn1Label=Rule ID cn1=allow-web",
])("a labelled custom value names the rule: %s", (pairs) => {
  expect(parseLine(`<134>Nov 21 10:50:00 relay CEF:0|A|B|1|7|n|5|src=192.0.2.1 ${pairs}`).ruleId).toBe(
    "allow-web",
  );
});

test("a label of another thing names no rule", () => {
  const text = "CEF:0|A|B|1|7|n|5|src=192.0.2.1 cs1Label=Rule Category cs1=web cs2Label=Zone cs2=dmz";
  expect(parseLine(`<134>Nov 21 10:50:00 relay ${text}`).ruleId).toBeNull();
});

test("of Imperva's cloud `spt` is the server's port, `cpt` the client's and `sip` the server", () => {
  const head = "CEF:0|Incapsula|SIEMintegration|1|1|n|3|src=192.0.2.1 act=REQ_BLOCKED_SECURITY ";
  expect(parseLine(`${head}sip=198.51.100.2 spt=443 cpt=50123`)).toMatchObject({
    srcIp: "192.0.2.1",
    srcPort: 50_123,
    dstIp: "198.51.100.2",
    dstPort: 443,
    verdict: "deny",
  });
  expect(parseLine(`${head}spt=443`)).toMatchObject({ srcPort: 443, dstPort: null });
});

test("a row of numbers that begins as CEF does without its mark is none", () => {
  const row = "1|2026-11-21 10:49:59|TCP|192.0.2.1|50123|198.51.100.2|443|DENY";
  expect(parseLine(`<134>Nov 21 10:50:00 fw-1 app: ${row}`)).toMatchObject({
    parser: "extracted",
    srcIp: "192.0.2.1",
    srcPort: 50_123,
    dstIp: "198.51.100.2",
    dstPort: 443,
    protocol: "tcp",
    verdict: "deny",
  });
});

test("a time may have an offset behind its zone's name", () => {
  const time = "rt=Nov 21 2026 12:49:59 GMT+02:00";
  const message = parseLine(
    `<134>Nov 21 10:50:00 relay CEF:0|A|B|1|7|n|5|src=192.0.2.1 ${time} dst=198.51.100.2`,
  );
  expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.000000Z");
});

test.each([
  ["CEF:0|V|P|1|deny|Traffic|3|src=192.0.2.1", "deny"],
  ["CEF:0|V|P|1|29|Accepted|3|src=192.0.2.1", "allow"],
  ["CEF:0|V|P|1|deny|Traffic|3|act=allow src=192.0.2.1", "allow"],
  ["CEF:0|V|P|1|29|Connection denied|3|src=192.0.2.1", "deny"],
  ["CEF:0|V|P|1|29|Threat Detected and Blocked|3|src=192.0.2.1", "deny"],
  ["CEF:0|V|P|1|Packet_Discarded|x|3|src=192.0.2.1", "drop"],
  ["CEF:0|V|P|1|29|traffic|3|src=192.0.2.1 outcome=blocked", "deny"],
  ["CEF:0|V|P|1|29|traffic|3|src=192.0.2.1 outcome=success", null],
  ["CEF:0|V|P|1|29|Account blocked|3|src=192.0.2.1", null],
  ["CEF:0|V|P|1|29|Certificate rejected|3|src=192.0.2.1", null],
  ["CEF:0|V|P|1|29|Failed connection, not blocked|3|src=192.0.2.1", null],
  ["CEF:0|V|P|1|29|Connection blocked list changed|3|src=192.0.2.1", null],
])("where no key says the action, the signature's id or name may be it: %s", (line, verdict) => {
  expect(parseLine(line)).toMatchObject({ parser: "cef", srcIp: "192.0.2.1", verdict });
});
