import { expect, test } from "bun:test";
import { rounds } from "../../../../support/rounds";
import { Random } from "../mutated-lines";
import { ARRIVAL_MICROS, SENDER } from "../parse-line";
import { Comparison } from "./comparison";

const LINES = rounds(50_000);
const context = { receivedAtMicros: ARRIVAL_MICROS, sender: SENDER, timeZone: "UTC" };

/** What some of the lines must still be read by, fast. */
const PARSERS = new Set(
  (
    "access-log apache-error barracuda cef checkpoint cisco-asa cisco-ftd cisco-ios dhcpd filterlog fortinet generic " +
    "ivanti json juniper key-value leef meraki mikrotik paloalto postfix server sonicwall sophos-xg squid sshd suricata-eve " +
    "suricata-fast umbrella unbound watchguard"
  ).split(" "),
);

/** Whose fields stay octets of the line. */
const OCTET_PARSERS = new Set(
  (
    "cef checkpoint cisco-asa cisco-ftd cisco-ios filterlog fortinet juniper key-value leef meraki mikrotik named paloalto " +
    "sonicwall sophos-xg sshd watchguard"
  ).split(" "),
);

test("lines of every format, changed at random, say what the parser says of them", () => {
  const comparison = new Comparison();
  comparison.compareLines(LINES, new Random(19));
  expect(comparison.fast).toBeGreaterThan(LINES / 2);
  expect(PARSERS.difference(comparison.parsers).size).toBe(0);
  expect(OCTET_PARSERS.difference(comparison.octetParsers).size).toBe(0);
}, 120_000);

test.each([
  [
    "Check Point's bracket in the place of structured data",
    '<134>1 2026-11-21T10:50:00Z gw-1 CheckPoint 1930 - [action:"Drop"; loguid:"{0x1}"; originsicname:"cn=a,o=b"; src:"192.0.2.1"; dst:"192.0.2.2"; service:"443"]',
  ],
  [
    "Meraki's time behind a version",
    "<134>1 1795258199.123456789 MX_1 flows src=192.0.2.1 dst=198.51.100.2 protocol=tcp sport=1 dport=2 pattern: allow all",
  ],
  [
    "a body alone behind a blank",
    ' date=2026-11-21 time=10:50:00 devname="fg" logid="0000000013" type="traffic" srcip=192.0.2.1 dstip=198.51.100.2 action="deny"',
  ],
  [
    "the count and the time that Cisco sent to a relay",
    "Nov 21 10:50:00 192.0.2.9 1663307: *Nov 21 10:49:59.328 UTC: %SEC-6-IPACCESSLOGP: list 177 denied udp 192.0.2.1(53) -> 198.51.100.2(16), 3 packets",
  ],
  [
    "a program with its process before Cisco's name of a message",
    "<190>Nov 21 10:50:00 ipv4_acl_mgr[162]: %SEC-6-IPACCESSLOGP: list 177 denied udp 192.0.2.1(53) -> 198.51.100.2(16), 3 packets",
  ],
  [
    "a program behind two blanks",
    "2026-11-21T10:50:00Z ftd-1  %FTD-1-430003: SrcIP: 192.0.2.1, DstIP: 192.0.2.2, SrcPort: 1, Protocol: tcp",
  ],
  [
    "an escape in a certificate's name beside a host",
    "<134>Nov 21 10:50:00 cp-1 CEF:0|Check Point|VPN-1|1|Log|Log|1|act=Drop src=192.0.2.1 originsicname=CN\\=gw,O\\=m",
  ],
  [
    "a sentence behind Junos's data",
    '<14>1 2026-11-21T10:50:00Z srx RT_FLOW - RT_FLOW_SESSION_DENY [junos@2636.1 source-address="192.0.2.7"] session denied seq=29',
  ],
])("%s is read fast", (_, line) => {
  const comparison = new Comparison();
  comparison.compare(Buffer.from(line), context);
  expect(comparison.octetParsers.size).toBe(1);
});

test("Junos's data count wherever they stand, also within those of others", () => {
  const comparison = new Comparison();
  const body = 'device="SFW" log_component="Firewall Rule" log_subtype="Denied" src_ip=192.0.2.1';
  for (const data of ['[meta x="1"][junos@1 source-address="192.0.2.7"]', '[meta x="[junos@1 a"]'])
    comparison.compare(Buffer.from(`<14>1 2026-11-21T10:50:00Z fw-1 app - - ${data} ${body}`), context);
});

test.each([
  ["a pair of Junos", "more source-port=29"],
  ["what a parser before Junos's may know", "CEF:0|V|P|1|2|N|3|src=192.0.2.9"],
  ["nothing but blanks", "  "],
])("behind Junos's data %s is left to the parser", (_, behind) => {
  const comparison = new Comparison();
  const data = '[junos@2636.1 source-address="192.0.2.7"]';
  comparison.compare(Buffer.from(`<14>1 2026-11-21T10:50:00Z srx RT_FLOW - A ${data} ${behind}`), context);
  expect(comparison.fast).toBe(0);
});

test("a body that begins with a year of no header has the header's own, fast or not", () => {
  const comparison = new Comparison();
  for (const year of [2826, 1826, 2099])
    comparison.compare(
      Buffer.from(`<30>Nov 21 10:50:00 host-1 app[7]: ${year}-11-21 10:50:00 done`),
      context,
    );
  expect(comparison.fast).toBe(2);
});

test.each(["`", "^", ";", ",", "\t", "|"])(
  "a time in a body's first column is read behind %p, fast or not",
  (mark) => {
    const comparison = new Comparison();
    for (let line = 0; line < 3; line++)
      comparison.compare(
        Buffer.from(`${mark}2026-11-21 10:49:5${line}${mark}notice${mark}app${mark}it is up`),
        context,
      );
    expect(comparison.parsers.size).toBe(1);
  },
);
