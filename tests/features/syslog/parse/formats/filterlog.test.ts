import { describe, expect, test } from "bun:test";
import { parseLine, SENDER } from "../parse-line";

const HEADER = "<134>1 2026-11-21T10:50:00Z fw-1 filterlog 48211 - - ";
const TCP =
  "5,,,1000000103,igb1.20,match,block,in,4,0x0,,63,51234,0,DF,6,tcp,60,10.1.2.3,203.0.113.44,44321,443,0,S,3123456789,,64240,,mss;sackOK";
const common = { parser: "filterlog", vendor: "pfsense", reason: "match", message: TCP };

test("an IPv4 TCP record gives all its fields", () => {
  expect(parseLine(HEADER + TCP)).toMatchObject({
    ...common,
    facility: 16,
    severity: 6,
    sourceHost: "fw-1",
    app: "filterlog",
    procid: "48211",
    ruleId: "5",
    trackerId: "1000000103",
    interface: "igb1.20",
    action: "block",
    actionRaw: "block",
    verdict: "deny",
    direction: "in",
    protocol: "tcp",
    srcIp: "10.1.2.3",
    dstIp: "203.0.113.44",
    srcPort: 44_321,
    dstPort: 443,
  });
});

describe("the other kinds of record", () => {
  test.each<[string, string, object]>([
    [
      "IPv4 UDP",
      "9,,,1000000107,em0,match,pass,out,4,0x0,,64,0,0,none,17,udp,76,192.0.2.1,192.0.2.53,5353,53,56",
      { verdict: "allow", direction: "out", protocol: "udp", srcIp: "192.0.2.1", srcPort: 5353, dstPort: 53 },
    ],
    [
      "IPv4 ICMP, whose columns behind the addresses are no ports",
      "9,,,1000000107,em0,match,pass,in,4,0x0,,64,0,0,none,1,icmp,84,192.0.2.1,192.0.2.2,request,540,12",
      { protocol: "icmp", dstIp: "192.0.2.2", srcPort: null, dstPort: null },
    ],
    [
      "IPv4 CARP",
      "4,,,1000000101,em0,match,pass,in,4,0x10,,255,0,0,none,112,carp,56,192.0.2.3,224.0.0.18,advertise,255,7,2,0,1",
      { protocol: "carp", dstIp: "224.0.0.18", srcPort: null },
    ],
    [
      "IPv6 TCP",
      "6,,,1000000105,igb0,match,pass,in,6,0x00,0x9a3f1,64,tcp,6,40,2001:db8:0::a,2001:DB8::B,50123,22,0,S,1,,65535,,mss",
      { protocol: "tcp", srcIp: "2001:db8::a", dstIp: "2001:db8::b", srcPort: 50_123, dstPort: 22 },
    ],
    [
      "IPv6 UDP",
      "6,,,1000000105,igb0,match,block,out,6,0x00,0x00000,1,udp,17,50,fe80::1,ff02::1:2,546,547,50",
      { protocol: "udp", verdict: "deny", srcIp: "fe80::1", dstIp: "ff02::1:2", srcPort: 546, dstPort: 547 },
    ],
    [
      "IPv6 ICMP",
      "6,,,1000000105,igb0,match,block,in,6,0x00,0x00000,255,ICMPv6,58,32,fe80::1,ff02::1,unknown,1",
      { protocol: "ipv6-icmp", srcIp: "fe80::1", srcPort: null },
    ],
    [
      "a label for the tracker, as OPNsense writes it",
      "10,,,0123456789abcdef0123456789abcdef,re0,match,block,in,4,0x0,,47,59064,0,DF,6,tcp,60,192.0.2.7,192.0.2.8,48473,13680,0",
      { trackerId: "0123456789abcdef0123456789abcdef", dstPort: 13_680 },
    ],
  ])("%s", (_, record, expected) => {
    expect(parseLine(HEADER + record)).toMatchObject({ parser: "filterlog", ...expected });
  });
});

describe("the program's name and header are not needed", () => {
  test("behind an RFC 3164 header with a host", () => {
    expect(parseLine(`<134>Nov 21 10:50:00 fw-1 filterlog[97530]: ${TCP}`)).toMatchObject({
      ...common,
      sourceHost: "fw-1",
      procid: "97530",
    });
  });

  test("behind one without", () => {
    expect(parseLine(`<134>Nov 21 10:50:00 filterlog: ${TCP}`)).toMatchObject({
      ...common,
      sourceHost: SENDER,
    });
  });

  test("behind the name alone", () => {
    expect(parseLine(`filterlog[4711]: ${TCP}`)).toMatchObject({
      ...common,
      app: "filterlog",
      procid: "4711",
      facility: 1,
      severity: 5,
    });
  });

  test("as bare CSV", () => {
    expect(parseLine(TCP)).toMatchObject({
      ...common,
      app: null,
      facility: 1,
      severity: 5,
      srcIp: "10.1.2.3",
    });
  });
});

describe("malformed records", () => {
  test("one cut short gives what it still has", () => {
    const columns = TCP.split(",");
    expect(parseLine(HEADER + columns.slice(0, 21).join(","))).toMatchObject({
      dstIp: "203.0.113.44",
      srcPort: 44_321,
      dstPort: null,
    });
    expect(parseLine(HEADER + columns.slice(0, 17).join(","))).toMatchObject({
      protocol: "tcp",
      srcIp: null,
    });
    expect(parseLine(HEADER + columns.slice(0, 8).join(","))).toMatchObject({
      parser: "filterlog",
      verdict: "deny",
      protocol: null,
    });
    expect(parseLine(HEADER + columns.slice(0, 7).join(","))).toMatchObject({
      parser: "generic",
      action: null,
      app: "filterlog",
    });
  });

  test.each([
    ["an address", TCP.replace("10.1.2.3", "10.1.2.300"), { srcIp: null, dstIp: "203.0.113.44" }],
    ["a port", TCP.replace("44321", "99999"), { srcPort: null, dstPort: 443 }],
    ["an empty action", TCP.replace("block", ""), { action: null, actionRaw: null, verdict: null }],
    ["an unknown action", TCP.replace("block", "Rdr"), { action: "rdr", actionRaw: "Rdr", verdict: "other" }],
  ])("%s that cannot be is null, and the rest stays", (_, record, expected) => {
    expect(parseLine(HEADER + record)).toMatchObject({
      parser: "filterlog",
      interface: "igb1.20",
      ...expected,
    });
  });

  test.each([
    ["too few columns for bare CSV", TCP.split(",").slice(0, 18).join(",")],
    ["another direction", TCP.replace(",in,", ",sideways,")],
    ["another IP version", TCP.replace(",4,0x0", ",5,0x0")],
    [
      "another CSV",
      "1,2026/11/21 10:50:00,01606001116,OTHER,url,1,2026/11/21,192.0.2.2,192.0.2.3,0.0.0.0,,,,,,,,,,,",
    ],
  ])("%s is no filterlog", (_, line) => {
    const { parser, message } = parseLine(line);
    // Two addresses with their ports in a row are read as those of any product.
    expect(parser).toBeOneOf(["generic", "extracted"]);
    expect(message).toBe(line);
  });
});
