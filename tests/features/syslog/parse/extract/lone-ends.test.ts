import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const head = "<134>Nov 21 10:49:59 fw-1 app: ";

describe("a lone address is of who began, where words tell what somebody did", () => {
  test.each([
    ["Login failure attempt via SSH. IP Addr: 192.0.2.10"],
    ["Failed authentication with /192.0.2.10 (handshake failed)"],
    ["Too many failed attempts, locking out 192.0.2.10 for 600 seconds"],
    ["IP 192.0.2.10 added to blacklist"],
    ["192.0.2.10 - admin login failed"],
    ["Web session for admin (ip 192.0.2.10) timed out"],
    ["Host 192.0.2.10 is not allowed to talk to us!"],
    ['Blocking "192.0.2.10/32" for 120 secs (3 attacks)'],
    ["reject: RCPT from mx.example.com[192.0.2.10]: 554 refused"],
    ["Anmeldung fehlgeschlagen für Benutzer admin von 192.0.2.10"],
    ["20261121 10:49:59,db1,alice,192.0.2.10,12,0,CONNECT,app,,0"],
    ["(?@192.0.2.10) [WARNING] Authentication failed for user [root]"],
    ["(198.51.100.9 is elsewhere) client 192.0.2.10 was refused"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: "192.0.2.10", dstIp: null });
  });

  test("its port tells it, too, where only clients have such", () => {
    expect(parseLine(`${head}update_pk 12 [192.0.2.10]:50123 b"x"`)).toMatchObject({
      srcIp: "192.0.2.10",
      srcPort: 50_123,
    });
    expect(parseLine(`${head}update_pk 12 [192.0.2.10]:443 b"x"`).srcIp).toBeNull();
  });
});

describe("a lone address is of whom this host called", () => {
  test.each([
    ["TCP connection to [203.0.113.5]:tcp:443 failed."],
    ["dial tcp 203.0.113.5:443: i/o timeout"],
    ["connect to mx.example.com[203.0.113.5]:443: No route to host"],
    ["Reconnecting to endpoint 'a' via host '203.0.113.5' and port '443'"],
    ["connect error: Connection refused - backend 203.0.113.5:443"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: null, dstIp: "203.0.113.5", dstPort: 443 });
  });
});

describe("a lone address is nobody's", () => {
  test.each([
    ["ospfd: neighbor 192.0.2.10 state changed to Down after a failed session"],
    ["user alice connected, assigned address 192.0.2.10"],
    ["DNS query for example.com answered 192.0.2.10"],
    ["RADIUS server 192.0.2.10 failed to respond"],
    ["health check 192.0.2.10:80 failed"],
    ["Listening on 192.0.2.10:50123 for connections"],
    ["login with client version 4.5.6.7 rejected"],
    ["GET /login?ip=192.0.2.10 denied"],
    ["Backup to 192.0.2.10 completed"],
    ["duplicate address 192.0.2.10 detected"],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject({ srcIp: null, dstIp: null });
  });

  test("where a program speaks with machines only", () => {
    const text = "session with 192.0.2.10 established";
    expect(parseLine(`<134>Nov 21 10:49:59 r1 ldpd: ${text}`).srcIp).toBeNull();
    expect(parseLine(`<134>Nov 21 10:49:59 r1 sshx: ${text}`).srcIp).toBe("192.0.2.10");
  });
});

describe("rows of columns", () => {
  const ENDS = { srcIp: "192.0.2.10", srcPort: 50_123, dstIp: "203.0.113.5", dstPort: 443 };

  test.each<[string, object]>([
    ["1 5f67 1d51 192.0.2.10 203.0.113.5 50123 443 6 1 96 1784010645 1784011245 ACCEPT OK", { bytes: 96 }],
    ["HTTPS.3128 00000 alice 192.0.2.10:50123 203.0.113.5:443 1024 4096 0", {}],
    ["192.0.2.10 50123 203.0.113.5 443 HTTP/1.1 GET /x", {}],
    ['"deny";"TCP";"192.0.2.10:50123";"203.0.113.5:443";"rule-5"', { protocol: "tcp", verdict: "deny" }],
    ["mx.example.com:203.0.113.5:443 mx.example.net:192.0.2.10::50123", {}],
  ])("%s", (text, more) => {
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, ...more });
  });

  test("of a query with its type", () => {
    expect(
      parseLine("1795258199.123456||192.0.2.10||203.0.113.5||IN||www.example.com.||A||198.51.100.9||60||1"),
    ).toMatchObject({ srcIp: "192.0.2.10", dstIp: "203.0.113.5" });
  });
});

describe("more ways to say two ends", () => {
  const ENDS = { srcIp: "192.0.2.10", srcPort: 50_123, dstIp: "203.0.113.5", dstPort: 443 };

  test.each<[string, object]>([
    ["src 192.0.2.10 sport 50123 dst 203.0.113.5 dport 443 proto tcp action deny", { protocol: "tcp" }],
    ["SRC 192.0.2.10 50123 DST 203.0.113.5 443 TCP DENY", { verdict: "deny" }],
    ["zone a->b 192.0.2.10 50123 -> 203.0.113.5 443 proto TCP", { protocol: "tcp" }],
    ["192.0.2.10 → 203.0.113.5 TCP 74 50123 → 443 [SYN]", { protocol: "tcp" }],
    ["Verbindung von 192.0.2.10:50123 nach 203.0.113.5:443 abgelehnt", { verdict: "deny" }],
    ["tcp 192.0.2.10.50123 192.0.2.1.1080 -> 198.51.100.7.49153 203.0.113.5.443", { protocol: "tcp" }],
    ["blocked inside:192.0.2.10/50123 to outside:203.0.113.5/443 tcp", { interface: "inside" }],
    ["ip_origen=192.0.2.10 ip_destino=203.0.113.5 puerto_origen=50123 puerto_destino=443", {}],
    ["cli=192.0.2.10/50123|srv=203.0.113.5/443|subj=cli", {}],
  ])("%s", (text, more) => {
    expect(parseLine(head + text)).toMatchObject({ ...ENDS, ...more });
  });

  test.each<[object]>([
    [{ principal: { ip: ["192.0.2.10"], port: 50_123 }, target: { ip: ["203.0.113.5"], port: 443 } }],
    [{ clientConnIpv4: "192.0.2.10:50123", targetVMIPAddress: "203.0.113.5", targetVMPort: 443 }],
    [
      {
        rows: [
          { name: "SrcIP", value: "192.0.2.10:50123" },
          { name: "DstIP", value: "203.0.113.5:443" },
        ],
      },
    ],
    [
      {
        ends: [
          { role: "source", ip: "192.0.2.10", port: 50_123 },
          { role: "target", ip: "203.0.113.5", port: 443 },
        ],
      },
    ],
    [{ log: '{"src_ip":"192.0.2.10","src_port":50123,"dst_ip":"203.0.113.5","dst_port":443}' }],
    [{ message: "src=192.0.2.10 spt=50123 dst=203.0.113.5 dpt=443" }],
  ])("JSON %j", (object) => {
    expect(parseLine(JSON.stringify(object))).toMatchObject(ENDS);
  });

  test.each<[object]>([
    [{ client: { gatewayIp: "192.0.2.10" }, server: { dnsIp: "203.0.113.5" } }],
    [{ leader: "192.0.2.10:2380", peers: ["203.0.113.5:2380"] }],
  ])("a hop, a name server or a cluster is no end: %j", (object) => {
    expect(parseLine(JSON.stringify(object))).toMatchObject({ srcIp: null, dstIp: null });
  });
});

test("the time in brackets among the first words is the event's where there is no header", () => {
  const line = 'a1b2 bucket-1 [21/Nov/2026:10:49:59 +0000] 192.0.2.10 "GET /x HTTP/1.1" 200';
  expect(parseLine(line)).toMatchObject({ eventTimeMicros: Date.UTC(2026, 10, 21, 10, 49, 59) * 1000 });
  expect(parseLine("runs again at 2027-01-01 10:00:00").eventTimeMicros).toBeNull();
});
