import { heapStats } from "bun:jsc";
import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const head = "<134>Nov 21 10:49:59 fw-1 ";
const ENDS = { srcIp: "192.0.2.10", srcPort: 50_123, dstIp: "203.0.113.5", dstPort: 443 };

describe("names that many devices share, in pairs", () => {
  test.each<[string, string, object]>([
    [
      "NetStructure-like keys of its own",
      "CONN: event=conn_open rule=allow_std connipproto=TCP connrecvif=lan connsrcip=192.0.2.10 connsrcport=50123 conndestif=wan conndestip=203.0.113.5 conndestport=443",
      { protocol: "tcp", interface: "lan", interfaceOut: "wan", ruleId: "allow_std" },
    ],
    [
      "words with blanks and colons",
      "fwlog: Log Type: Control, Source IP: 192.0.2.10, Source Port: 50123, Destination IP: 203.0.113.5, Destination Port: 443, Protocol: TCP, Policy: deny all, Action: Deny",
      { protocol: "tcp", verdict: "deny", ruleId: "deny all" },
    ],
    [
      "bars",
      "alert|Attacker IP=192.0.2.10|Attacker Port=50123|Target IP=203.0.113.5|Target Port=443|Protocol Name=udp|Result=Blocked|",
      { protocol: "udp", verdict: "deny" },
    ],
    [
      "quotes and colons",
      'sg: src_addr: "192.0.2.10", src_port: "50123", dst_addr: "203.0.113.5", dst_port: "443", verdict: "reject"',
      { verdict: "reject" },
    ],
    [
      "IPFIX",
      "flow sourceIPv4Address:192.0.2.10 sourceTransportPort:50123 destinationIPv4Address:203.0.113.5 destinationTransportPort:443 protocolIdentifier:17 ingressInterface:3 octetDeltaCount:120",
      { protocol: "udp", interface: "3", bytes: 120 },
    ],
    [
      "this host's own end beside the other's, of which each has a port",
      'sip: Action="Received" Src-ip="192.0.2.10" Src-port="50123" Local-ip="203.0.113.5" Local-port="443"',
      {},
    ],
    [
      "somebody before nobody, and a protocol with its kind",
      '"server_ip":"0.0.0.0","vs_ip":"203.0.113.5","client_ip":"192.0.2.10","client_src_port":50123,"client_dest_port":443,"protocol":"PROTOCOL_UDP"',
      { protocol: "udp" },
    ],
    [
      "segments of which one is in quotes",
      'VPN LOGIN 107 0 : Context bob@192.0.2.10 - User bob - Client_ip 192.0.2.10 - Client_port 50123 - Nat_ip "Mapped Ip" - Vserver 203.0.113.5:443 - Type "x"',
      {},
    ],
    [
      "a protocol that is known by its number alone",
      "fw: PROTO=Unknown(TCP) SRC=192.0.2.10:50123 DST=203.0.113.5:443",
      { protocol: "tcp" },
    ],
    [
      "counts of CEF, which are no interfaces",
      "fw: deviceInboundInterface=lan deviceOutboundInterface=wan src=192.0.2.10 spt=50123 dst=203.0.113.5 dpt=443 in=120 out=80",
      { interface: "lan", interfaceOut: "wan", direction: null },
    ],
    [
      "ports of three letters",
      "vpn: srcip=192.0.2.10 dstip=203.0.113.5 proto=17 srcpt=50123 dstpt=443",
      { protocol: "udp" },
    ],
    [
      "a direction that is counted",
      "flow: sourceIPv4Address=192.0.2.10 sourceTransportPort=50123 destinationIPv4Address=203.0.113.5 destinationTransportPort=443 flowDirection=1",
      { direction: "out" },
    ],
    [
      "a verdict behind another word",
      "waf: src=192.0.2.10 src_port=50123 dst=203.0.113.5 dst_port=443 action=alert_deny",
      { verdict: "deny" },
    ],
    [
      "an end in one value, and what is read of `src` beside `dst`",
      "SRC : 192.0.2.10:50123 DST : 203.0.113.5:443 note:x",
      {},
    ],
    [
      "the web log's names",
      "px: c-ip: 192.0.2.10 c-port: 50123 dst-ip: 203.0.113.5 dst-port: 443 sc-action: DENIED",
      { verdict: "deny" },
    ],
  ])("%s", (_, text, expected) => {
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, ...expected });
  });

  test("what is inside and outside of a translation, where its port is told", () => {
    const inner = "INTIP=192.0.2.10 INTPRT=50123 PROTO=6 EXTIP=198.51.100.9";
    expect(parseLine(`${head}SESADD ${inner} EXTPRT=6083`)).toMatchObject({
      srcIp: "192.0.2.10",
      srcPort: 50_123,
      natSrcIp: "198.51.100.9",
      natSrcPort: 6083,
    });
    expect(parseLine(`${head}SENSOR ${inner}`).natSrcIp).toBeNull();
  });

  test("beside a bare time, with date and time apart", () => {
    expect(parseLine("2026-11-21 10:49:59 initiatorip=192.0.2.10 responderip=203.0.113.5")).toMatchObject({
      parser: "extracted",
      srcIp: "192.0.2.10",
      dstIp: "203.0.113.5",
      eventTimeMicros: Date.UTC(2026, 10, 21, 10, 49, 59) * 1000,
      facility: 1,
      severity: 5,
    });
    expect(
      parseLine("date=2026-11-21 time=10:49:59 initiatorip=192.0.2.10 responderip=203.0.113.5")
        .eventTimeMicros,
    ).toBe(Date.UTC(2026, 10, 21, 10, 49, 59) * 1000);
  });

  test("a first name that looks like a program's is one of the names", () => {
    expect(
      parseLine(`${head}src_addr: "192.0.2.10", src_port: "50123", dst_addr: "203.0.113.5", dst_port: "443"`),
    ).toMatchObject({ parser: "extracted", app: null, ...ENDS });
  });

  test("keys of a URL that somebody asked for are no names", () => {
    const line = `${head}px: GET /a?initiatorip=192.0.2.10&responderip=203.0.113.5 answered`;
    expect(parseLine(line)).toMatchObject({ srcIp: null, dstIp: null, dstPort: null });
  });

  test("columns of a table in a statement are no names", () => {
    const line = `${head}db[1]: SELECT a FROM events WHERE initiator_ip = '192.0.2.10'`;
    expect(parseLine(line)).toMatchObject({ parser: "generic", srcIp: null });
  });

  test("a name within a quoted value is none, and unknown keys, empty and strange values say nothing", () => {
    for (const text of [
      'app: msg="initiatorip=192.0.2.10 responderip=203.0.113.5"',
      "app: source=192.0.2.10.7 destination=3",
      "app: source: 1.2.3.4",
      "app: initiatorip= responderip=-",
      "app: initiatorip=host-1 responderip=203.0.113",
      "app: initiatorip=192.0.2.0/24",
      "app: action=login user=bob protocol=http status=ok",
      "app: port=8080 protocol=http listening",
    ])
      expect(parseLine(head + text)).toMatchObject({ srcIp: null, dstIp: null });
  });
});

function heapUsed(): number {
  Bun.gc(true);
  return heapStats().heapSize + heapStats().extraMemorySize;
}

describe("names of JSON, flat, dotted and nested", () => {
  const json = (value: object) => parseLine(JSON.stringify(value));

  test("OCSF", () => {
    expect(
      json({
        class_uid: 4001,
        time: 1_795_258_199_123,
        activity_name: "Traffic",
        disposition: "Blocked",
        src_endpoint: { ip: "192.0.2.10", port: 50_123 },
        dst_endpoint: { ip: "203.0.113.5", port: 443 },
        connection_info: { protocol_num: 6, direction: "Inbound" },
        firewall_rule: { uid: "r-1" },
      }),
    ).toMatchObject({
      parser: "json",
      ...ENDS,
      protocol: "tcp",
      verdict: "deny",
      direction: "in",
      ruleId: "r-1",
    });
  });

  test("IPFIX and NetFlow collectors", () => {
    expect(
      json({
        ipfix: {
          sourceIPv4Address: "192.0.2.10",
          destinationIPv4Address: "203.0.113.5",
          sourceTransportPort: 50_123,
          destinationTransportPort: 443,
          protocolIdentifier: 6,
          ingressInterface: 1,
          egressInterface: 2,
        },
      }),
    ).toMatchObject({ ...ENDS, protocol: "tcp", interface: "1", interfaceOut: "2" });
    expect(
      json({
        IPV4_SRC_ADDR: "192.0.2.10",
        L4_SRC_PORT: 50_123,
        IPV4_DST_ADDR: "203.0.113.5",
        L4_DST_PORT: 443,
        PROTOCOL: 17,
      }),
    ).toMatchObject({ ...ENDS, protocol: "udp" });
  });

  test("ECS below other keys, CEF's names, and those of clouds and programs", () => {
    for (const ends of [
      { log: { source: { ip: "192.0.2.10", port: 50_123 }, destination: { ip: "203.0.113.5", port: 443 } } },
      {
        data: {
          sourceAddress: "192.0.2.10",
          sourcePort: 50_123,
          destinationAddress: "203.0.113.5",
          destinationPort: 443,
        },
      },
      { "id.orig_h": "192.0.2.10", "id.orig_p": 50_123, "id.resp_h": "203.0.113.5", "id.resp_p": 443 },
      {
        flow: {
          ip: { source: "192.0.2.10", destination: "203.0.113.5" },
          l4: { TCP: { source_port: 50_123, destination_port: 443 } },
        },
      },
      { event: { src_ip: "192.0.2.10", src_port: 50_123, dest_ip: "203.0.113.5", dest_port: 443 } },
      { downstream_remote_address: "192.0.2.10:50123", server_ip: "203.0.113.5", server_port: 443 },
    ])
      expect(json(ends)).toMatchObject({ parser: "json", ...ENDS });
  });

  test("behind a text, it is `extracted`", () => {
    expect(
      parseLine(
        `1795258199123 {"src_ip":"192.0.2.10","src_port":50123,"dest_ip":"203.0.113.5","dest_port":443}`,
      ),
    ).toMatchObject({ parser: "extracted", ...ENDS, eventTimeMicros: 1_795_258_199_123_000 });
  });

  test("a sentence in it is read where no name says the ends", () => {
    expect(
      json({ msg: "TCP request from 192.0.2.10:50123 to 203.0.113.5:443. Action: Deny. Rule: r1" }),
    ).toMatchObject({
      parser: "json",
      ...ENDS,
      verdict: "deny",
      ruleId: "r1",
    });
  });

  test("of `local` and `remote` only the direction tells the source", () => {
    const sides = { localAddress: "192.0.2.10", localPort: 1, remoteAddress: "203.0.113.5", remotePort: 2 };
    expect(json({ side: sides, direction: "outbound" })).toMatchObject({
      srcIp: "192.0.2.10",
      dstIp: "203.0.113.5",
    });
    expect(json({ side: sides, direction: "inbound" })).toMatchObject({
      srcIp: "203.0.113.5",
      dstIp: "192.0.2.10",
    });
    expect(json({ side: sides })).toMatchObject({ srcIp: null, dstIp: null });
    expect(json({ request: { remote_ip: "192.0.2.10" } }).srcIp).toBe("192.0.2.10");
  });

  test.each([
    [{ version: "1.2.3.4", source: "cron", destination: "s3", protocol: "v2" }],
    [{ source: "1.2.3.4", host: "h" }],
    [{ message: "from 1.2.3.4 to 1.2.3.5", rule: "none" }],
    [{ dns: { answers: ["192.0.2.55"] }, query: "example.org" }],
    [{ peers: [{ ip: "192.0.2.1" }, { ip: "192.0.2.2" }] }],
  ])("%j names no end", (object) => {
    const { dstIp, dstPort } = json(object);
    expect([dstIp, dstPort]).toEqual([null, null]);
  });

  test("below a key that is longer than any name they are read, and the key is not kept in memory", () => {
    const lineWith = (key: string) =>
      JSON.stringify({ [key]: { src_ip: "192.0.2.10", dst_ip: "203.0.113.5" } });
    const long = "k".repeat(60_000);
    expect(parseLine(lineWith(long))).toMatchObject({ srcIp: "192.0.2.10", dstIp: "203.0.113.5" });
    const before = heapUsed();
    for (let line = 0; line < 400; line++) parseLine(lineWith(`${long}${line}`));
    expect(heapUsed() - before).toBeLessThan(8_000_000);
  });

  test("keys that an object has by nature, deep and wide objects do no harm", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(50)}1${"}".repeat(50)}`);
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, index]));
    for (const value of [deep, wide, { constructor: "x", __proto__: null, toString: "192.0.2.1" }])
      expect(json(value).srcIp).toBeNull();
  });
});

test("digits of a count stand in groups of three, and only these", () => {
  const ends = "initiatorip=192.0.2.10 responderip=203.0.113.5";
  expect(parseLine(`${head}${ends} packets=1,000 bytes=12,345,678`)).toMatchObject({
    packets: 1000,
    bytes: 12_345_678,
  });
  expect(parseLine(`${head}${ends.replace(" ", ",")},packets=1,bytes=12`)).toMatchObject({
    packets: 1,
    bytes: 12,
  });
});
