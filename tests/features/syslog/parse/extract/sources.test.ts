import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const head = "<134>Nov 21 10:49:59 fw-1 ";
const ENDS = { srcIp: "192.0.2.10", srcPort: 50_123, dstIp: "203.0.113.5", dstPort: 443 };
const json = (value: object) => parseLine(JSON.stringify(value));

describe("two ends in forms that only some devices have", () => {
  test.each<[string, string, object]>([
    [
      "blanks before the ports",
      "FW 192.0.2.10 :50123 ->203.0.113.5 :443 |TCP|default|B",
      { protocol: "tcp" },
    ],
    [
      "whom a connection was accepted from",
      "WEBMAIL: [203.0.113.5:443] connection accepted from [192.0.2.10:50123]",
      {},
    ],
    [
      "bytes before packets, behind an interface",
      "192.0.2.10/50123 => 203.0.113.5/443 proto 6 in ge0/1 out ge0/0 bytes 1200 pkts 9",
      { protocol: "tcp", bytes: 1200, packets: 9 },
    ],
    [
      "a verdict at the end of an event's name",
      "RESOURCE_ACCESS_DENIED: Source 192.0.2.10:50123 - Destination 203.0.113.5:443",
      { verdict: "deny" },
    ],
    [
      "more blanks around the sign",
      "TCP        192.0.2.10:50123 ->      203.0.113.5:443  10",
      { protocol: "tcp" },
    ],
    [
      "bars and a hardware address",
      "Deny: LIN|TCP|p1|192.0.2.10|50123|00:00:5e:00:53:01|203.0.113.5|443|ssh",
      {},
    ],
    [
      "a protocol by its number",
      "192.0.2.10|203.0.113.5|50123|443|6|allow",
      { protocol: "tcp", verdict: "allow" },
    ],
    [
      "interfaces in the next columns",
      "permit,tcp,192.0.2.10,50123,203.0.113.5,443,eth0,eth1",
      { interface: "eth0", interfaceOut: "eth1" },
    ],
    [
      "IPv6 in brackets, in columns",
      "kernel: ipfw: 200 Reject UDP [2001:db8::a]:50123 [2001:db8::5]:443 in via em0",
      { srcIp: "2001:db8::a", dstIp: "2001:db8::5", ruleId: "200" },
    ],
    [
      "the port of the other end in words",
      "Outbound connection from host 192.0.2.10 port 50123 to malicious ip 203.0.113.5 (port 443/tcp) was blocked",
      { verdict: "deny" },
    ],
    ["where it arrived", "packet from 192.0.2.10:50123: initial message received on 203.0.113.5:443", {}],
    [
      "dashes between pairs",
      "-Protocol=tcp-SourceIP=192.0.2.10-DestinationIP=203.0.113.5-SourcePort=50123-DestinationPort=443; opened",
      { protocol: "tcp" },
    ],
    [
      "elements",
      "<src>192.0.2.10</src><spt>50123</spt><dst>203.0.113.5</dst><dpt>443</dpt><action>deny</action>",
      { verdict: "deny" },
    ],
    [
      "both sides by name",
      "Local Host IP: 203.0.113.5,Local Port: 443,Remote Host IP: 192.0.2.10,Remote Port: 50123",
      {},
    ],
  ])("%s", (_, text, more) => {
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, ...more });
  });

  test("a protocol without ports, of a sniffer or in columns", () => {
    const ends = {
      srcIp: "192.0.2.10",
      srcPort: null,
      dstIp: "203.0.113.5",
      dstPort: null,
      protocol: "icmp",
    };
    for (const text of [
      "block in on em0: 192.0.2.10 > 203.0.113.5: icmp: echo request",
      "DROP ICMP 192.0.2.10 203.0.113.5 - - 60",
    ])
      expect(parseLine(head + text)).toMatchObject(ends);
    expect(parseLine(`${head}load 192.0.2.10 > 203.0.113.5: high`).srcIp).toBeNull();
  });

  test("what the source became is its translation", () => {
    const translated = { ...ENDS, natSrcIp: "198.51.100.7", natSrcPort: 2000 };
    for (const text of [
      "NAT: 192.0.2.10:50123->203.0.113.5:443(TCP), snat to 198.51.100.7:2000, rule 3",
      "NATLOG: 192.0.2.10:50123 (via: 198.51.100.7:2000) to 203.0.113.5:443",
      "NAT: mapped 192.0.2.10:50123 -> 198.51.100.7:2000 dest 203.0.113.5:443 proto tcp",
    ])
      expect(parseLine(head + text)).toMatchObject(translated);
  });

  test.each([
    "10.8.0.4@50123 198.51.100.7@61002 203.0.113.5@443",
    "10.8.0.4:50123 203.0.113.5:443 198.51.100.7:61002",
  ])("of a translation's row the port of a service tells who was called: %s", (row) => {
    expect(parseLine(`${head}nat: create tcp ${row}`)).toMatchObject({
      srcIp: "10.8.0.4",
      dstIp: "203.0.113.5",
      dstPort: 443,
      natSrcIp: "198.51.100.7",
      natSrcPort: 61_002,
    });
  });

  test("a server's record in the fields of W3C has its client last", () => {
    expect(
      parseLine("2026-11-21 10:49:59 203.0.113.5 GET /a.htm - 443 - 192.0.2.10 Mozilla/5.0 - 200 0 0 15"),
    ).toMatchObject({
      srcIp: "192.0.2.10",
      dstIp: "203.0.113.5",
      dstPort: 443,
    });
  });

  test("structured data of a line that no parser knows", () => {
    const data =
      '[flow@64500 srcAddr="192.0.2.10" srcPort="50123" dstAddr="203.0.113.5" dstPort="443" action="DENY"]';
    expect(parseLine(`<134>1 2026-11-21T10:49:59Z fw-1 gate - FLOW ${data} denied`)).toMatchObject({
      parser: "extracted",
      ...ENDS,
      verdict: "deny",
    });
  });
});

describe("who began, where no other end is named", () => {
  test.each([
    ["IKE: 192.0.2.10 is initiating an IKE_SA"],
    ["Ip 192.0.2.10 performed 'ssh-bf' (6 events)"],
    ["[sshd] 192.0.2.10 already banned"],
    ["TCP SYN scan attack from 192.0.2.10 and more"],
    ["User root@192.0.2.10 logged in as Mozilla/5.0"],
    ["Configuration changed by admin@192.0.2.10"],
    ["Access denied for user 'root'@'192.0.2.10' (using password: YES)"],
    ["Administrator admin logged in on https(192.0.2.10)"],
    ["Successful login through SSH (Username: admin, IP: 192.0.2.10)"],
    ["dropped variable 'x', configured limit exceeded (attacker '192.0.2.10', file 'y.php')"],
    ["AUTH/5 RPT=124 192.0.2.10 Authentication rejected: Reason = Unspecified"],
    ["vchkpw-pop3: password fail bob@example.net:192.0.2.10"],
    ["alice/192.0.2.10:50123 MULTI: pool returned IPv4=198.51.100.130"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.10", dstIp: null });
  });

  test.each([
    ["radmon: authentication server [192.0.2.10] does not respond"],
    ["VIP moved from 192.0.2.10 to 192.0.2.11"],
    ["upgraded from 192.0.2.10 to 192.0.2.11 successfully"],
    ["agent: ip=192.0.2.10 version=1"],
    ["Remote IP: 192.0.2.10 is up"],
    ["mail to bob@192.0.2.10 is queued"],
  ])("not %s", (text) => {
    expect(parseLine(head + text).srcIp).toBeNull();
  });

  test("the port that it asked for is the other end's", () => {
    expect(parseLine(`${head}Deny connecting from 192.0.2.10:50123 to port 22`)).toMatchObject({
      srcIp: "192.0.2.10",
      srcPort: 50_123,
      dstIp: null,
      dstPort: 22,
    });
  });

  test("a lone goal of an arrow is the other end", () => {
    expect(parseLine(`${head}connection denied: curl (99) -> 203.0.113.5:443 tcp`)).toMatchObject({
      srcIp: null,
      dstIp: "203.0.113.5",
      dstPort: 443,
      verdict: "deny",
    });
  });
});

test("a login names whose it is in brackets, and whom it was to in braces", () => {
  expect(parseLine(`${head}Login success for bob [192.0.2.10] to {203.0.113.5:143}`)).toMatchObject({
    srcIp: "192.0.2.10",
    dstIp: "203.0.113.5",
    dstPort: 143,
  });
});

test("a quoted path tells nothing of an address that takes another's place", () => {
  const text = 'Login success for bob [192.0.2.10] to 203.0.113.5:143 in "/mail/redirect.php"';
  expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.10", dstIp: "203.0.113.5" });
});

test("of a message of IOS the address of a server is not who sent something", () => {
  const text = "%RADIUS-3-DEAD: RADIUS server 192.0.2.10 failed to respond";
  expect(parseLine(`<187>Nov 21 10:49:59 r1: ${text}`).srcIp).toBeNull();
});

describe("JSON", () => {
  test("of several types of an event the one that judges is the verdict", () => {
    const ends = { "source.ip": "192.0.2.10", "destination.ip": "203.0.113.5" };
    expect(json({ ...ends, "event.type": ["connection", "denied"] }).verdict).toBe("deny");
    expect(json({ ...ends, "event.type": ["connection", "start"] }).verdict).toBeNull();
  });

  test("CEF's keys are read by what CEF means by them", () => {
    expect(
      json({
        spt: 50_123,
        src: "192.0.2.10",
        dst: "203.0.113.5",
        deviceInboundInterface: "lan",
        deviceDirection: 0,
        in: 100,
        rt: 1_795_258_199_123,
      }),
    ).toMatchObject({ interface: "lan", direction: "in", eventTimeMicros: 1_795_258_199_123_000 });
  });

  test("of a list of addresses the first counts, of a list of objects the first is read", () => {
    expect(json({ sourceIPs: ["192.0.2.10", "198.51.100.1"], verb: "get" }).srcIp).toBe("192.0.2.10");
    expect(json({ traffic: [{ proto: 6, src: "192.0.2.10:50123", dst: "203.0.113.5:443" }] })).toMatchObject({
      ...ENDS,
      protocol: "tcp",
    });
  });

  test("a cloud's record within it is read, with protocol, way and verdict by their letters", () => {
    const flows = [{ rule: "ssh", flowTuples: ["1795258140,192.0.2.10,203.0.113.5,50123,443,T,I,D,B,,,,"] }];
    expect(json({ category: "FlowEvent", properties: { flows } })).toMatchObject({
      ...ENDS,
      protocol: "tcp",
      direction: "in",
      verdict: "deny",
    });
  });

  test("of two sides that are only called local and remote, the one with a client's port began", () => {
    const sides = { local: "203.0.113.5:443", remote: "192.0.2.10:50123" };
    expect(json({ conn: sides })).toMatchObject(ENDS);
    expect(json({ conn: { local: sides.remote, remote: sides.local } })).toMatchObject(ENDS);
  });

  test("a verdict far down counts beside the ends", () => {
    const data = { sourceAddress: "192.0.2.10", destinationAddress: "203.0.113.5", action: "REJECT" };
    expect(json({ log: { content: { data } } }).verdict).toBe("reject");
    expect(json({ src_ip: "192.0.2.10", a: { b: { c: { action: "REJECT" } } } }).verdict).toBeNull();
  });
});
