import { describe, expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const head = "<134>Nov 21 10:49:59 fw-1 app: ";
const CALLED = { srcIp: null, srcPort: null, dstIp: "203.0.113.5" };
const CALLER = { srcIp: "192.0.2.10", dstIp: null };
const BOTH = { srcIp: "192.0.2.10", dstIp: "203.0.113.5" };

describe("whom this host could not reach was called", () => {
  test.each<[string, number | null]>([
    ["Handler returned 2 (IOStreamSock: Connect(203.0.113.5:814): Connection refused)", 814],
    ["Connect(203.0.113.5:50814): Connection timed out", 50_814],
    ["connect_to(203.0.113.5:443) failed: Connection refused", 443],
    ["ConnectEx(203.0.113.5:443) failed with 10061", 443],
    ["socket.connect('203.0.113.5', 443): timed out", 443],
    ["could not connect (203.0.113.5:443)", 443],
    ["Connect failed [203.0.113.5:443]", 443],
    ["connect failed: Operation timed out. No response from server. (203.0.113.5:22)", 22],
    ["no reply from upstream (203.0.113.5:443)", 443],
    ["No response from RADIUS server 203.0.113.5:1812", 1812],
    ["initiating IKE_SA site-a_203_0_113_5[47266] to 203.0.113.5", null],
    ["initiating Aggressive Mode IKE_SA vpn1[3] to 203.0.113.5", null],
    ["initiating phase 1 negotiation with 203.0.113.5[500]", 500],
    ["IKE: starting negotiation with peer 203.0.113.5", null],
    ["initiated handshake with 203.0.113.5:51820", 51_820],
  ])("%s", (text, dstPort) => {
    expect(parseLine(head + text)).toMatchObject({ ...CALLED, dstPort });
  });

  test.each([
    ["client connect(192.0.2.10:50123)"],
    ["onConnect(192.0.2.10:50123) failed"],
    ["Connect(192.0.2.10:50123) ok"],
    ["192.0.2.10 is initiating a Main Mode IKE_SA"],
  ])("but of who came a server says the same: %s", (text) => {
    expect(parseLine(head + text)).toMatchObject(CALLER);
  });

  test.each([
    ["no response from 203.0.113.5"],
    ["no answer from 203.0.113.5:443"],
    ["login: no response from client (203.0.113.5)"],
    ["Server 203.0.113.5:1812 did not respond"],
  ])("and who is silent did not begin: %s", (text) => {
    expect(parseLine(head + text).srcIp).toBeNull();
  });
});

describe("for whom something was opened stands behind the user's name", () => {
  test.each<[string, number | null]>([
    ["Shell (/bin/bash) opened for user root@192.0.2.10:57129 (uid=0)", 57_129],
    ["notice: Shell (/bin/sh) closed for user root@192.0.2.10:57129 (uid=0)", 57_129],
    ["Session started for admin@192.0.2.10:50123", 50_123],
    ["session closed by bob@192.0.2.10", null],
    ["CLI session opened for user 'bob'@192.0.2.10", null],
    ["sftp subsystem opened for user root@192.0.2.10", null],
    ["pty allocated for root@192.0.2.10:50123", 50_123],
  ])("%s", (text, srcPort) => {
    expect(parseLine(head + text)).toMatchObject({ ...CALLER, srcPort });
  });

  test("not behind a program's version or a mailbox", () => {
    expect(parseLine(`${head}package opened for app@1.2.3`).srcIp).toBeNull();
    expect(parseLine(`${head}message opened for bob@192.0.2.10.example.org`).srcIp).toBeNull();
  });
});

describe("what a gateway asked a server for tells both", () => {
  test.each<[string, number | null]>([
    ["WebRequest completed, GET to [http://203.0.113.5:8080//test] from [192.0.2.10] result=[200]", 8080],
    ["POST to http://203.0.113.5:8080/test from 192.0.2.10", 8080],
    ["GET request for http://203.0.113.5/x from client 192.0.2.10", null],
    ["POST to <https://203.0.113.5/login> by user 192.0.2.10", null],
    ["access to http://203.0.113.5:8080/x denied for user bob from 192.0.2.10", 8080],
  ])("%s", (text, dstPort) => {
    expect(parseLine(head + text)).toMatchObject({ ...BOTH, dstPort });
  });

  test("also in an object's sentence, and the port alone of whom a name tells", () => {
    const read = (raw_message: string) =>
      parseLine(JSON.stringify({ source_ip: "192.0.2.10", user: "kim", raw_message }));
    expect(read("GET to [http://203.0.113.5:8080/t] from [192.0.2.10] result=[200]")).toMatchObject({
      ...BOTH,
      dstPort: 8080,
    });
    expect(read("Closed connection to ts1.example.com port 3389 after 7 seconds")).toMatchObject({
      ...CALLER,
      dstPort: 3389,
    });
    expect(read("Connected to 203.0.113.5 port 16500")).toMatchObject({ ...BOTH, dstPort: 16_500 });
    expect(read("assigned session to 10.1.1.5").dstIp).toBeNull();
    expect(read("session to db1.example.com:5432 ended").dstPort).toBe(5432);
    expect(read("link to switch1 port 7 down").dstPort).toBeNull();
  });

  test("and in a server's", () => {
    expect(
      parseLine(`${head}Opened session to ts1.example.com, port 3389 from 192.0.2.10:50123`),
    ).toMatchObject({ ...CALLER, srcPort: 50_123, dstPort: 3389 });
  });
});

describe("a gateway of mail tells by whom it was brought what it received", () => {
  const mail = "1795254343-03f828647122cb90001-hUkLV9 1795254343 1795254344";

  test.each([
    [`user[192.0.2.10] ${mail} RECV a@example.com x7ZYJv5u 2 8 No such user (x7ZYJv5u)`],
    [`mx.example.org[192.0.2.10] ${mail} SCAN - a@example.com b@example.org - 0 0 - SZ:100`],
  ])("%s", (text) => {
    expect(parseLine(head + text)).toMatchObject(CALLER);
  });

  test("not whom it gave it to", () => {
    expect(parseLine(`${head}host[192.0.2.10] ${mail} DROP a@example.com`).srcIp).toBeNull();
  });
});

describe("the port of a device that asks a directory", () => {
  test("is the source's where the form tells the device to be it", () => {
    const pairs = "Device IP Address=192.0.2.10, Device Port=30402, DestinationIPAddress=203.0.113.5";
    expect(
      parseLine(`${head}NOTICE Failed-Attempt: TACACS+ Request dropped, ${pairs}, DestinationPort=49`),
    ).toMatchObject({ ...BOTH, srcPort: 30_402, dstPort: 49, verdict: "drop" });
  });
});

describe("rarer keys of carriers", () => {
  const leef = (pairs: string) => parseLine(`Nov 21 10:49:59 h LEEF:1.0|Acme|Gate|1|E1|${pairs}`);

  test("an end before its translation, and whom the sentence tells that it could not reach", () => {
    const said =
      'msg=Error for \\"CONNECT\\": Code=1 Msg=connect failed: timed out. No response from server.';
    expect(
      leef(`laddr=127.0.0.1\tlport=1\t${said} (203.0.113.5:22)\tsrcPreNAT=192.0.2.10\tsrcPreNATPort=38070`),
    ).toMatchObject({ ...BOTH, srcPort: 38_070, dstPort: 22 });
    expect(leef("src=192.0.2.10\tsrcPreNAT=10.0.0.1\tdst=203.0.113.5")).toMatchObject(BOTH);
  });

  test("ends by names of other carriers", () => {
    const pairs = "srcip=192.0.2.10\tspt=50123\tdest=203.0.113.5\tdpt=443";
    expect(leef(pairs)).toMatchObject({ ...BOTH, srcPort: 50_123, dstPort: 443 });
  });

  test("a rule by its label, and what was let through by a switch", () => {
    expect(leef("src=192.0.2.10\tcs2=web-in\tcs2Label=Rule Name\tcs1=7\tcs1Label=group").ruleId).toBe(
      "web-in",
    );
    expect(leef("src=192.0.2.10\tAction_allowed=1").verdict).toBe("allow");
    expect(leef("src=192.0.2.10\taccess_allowed=no").verdict).toBe("deny");
    expect(leef("src=192.0.2.10\tisBlocked=true").verdict).toBe("deny");
    expect(leef("src=192.0.2.10\tisBlocked=no").verdict).toBeNull();
    expect(leef("src=192.0.2.10\tact=alert\tAction_allowed=1").verdict).toBe("other");
  });

  test("a firewall of the web passes what it did not block", () => {
    const cef = (act: string) =>
      parseLine(`<134>Nov 21 10:49:59 ns CEF:0|Acme|Waf|1|A|x|6|src=192.0.2.10 spt=718 act=${act}`).verdict;
    expect([cef("not blocked"), cef("blocked"), cef("not sent")]).toEqual(["allow", "deny", "other"]);
  });

  test("a switch's event of packets, by its name", () => {
    const read = (name: string) =>
      parseLine(`<187>Nov 21 10:49:59 sw %%01SECE/3/${name}(l): Bad address.(SourceIP=192.0.2.10)`).verdict;
    expect([read("ARPS_DROP_PACKET_SRC_MAC"), read("PKT_DISCARD"), read("DROP_PACKETS_ALARM_CLEAR")]).toEqual(
      ["drop", "drop", null],
    );
  });

  test("an administrator's address behind two ways", () => {
    const read = (way: string) =>
      parseLine(`<190>date=2026-11-21 time=10:49:59 log_id=1 pri=information ui=GUI msg="in from ${way}"`)
        .srcIp;
    const disabled = "date=2026-11-21 time=10:49:59 logid=0100032021 ui=192.0.2.10 action=login";
    expect(parseLine(`<190>${disabled}`).srcIp).toBe("192.0.2.10");
    expect([read("GUI->HTTPS(192.0.2.10)"), read("CLI/SSH(192.0.2.10)"), read("GUI")]).toEqual([
      "192.0.2.10",
      "192.0.2.10",
      null,
    ]);
  });
});

describe("whom a gateway of mail calls its client", () => {
  test.each<[string, string | null]>([
    ["192.0.2.10", "192.0.2.10"],
    ["mx.example.org [192.0.2.10]", "192.0.2.10"],
    ["[192.0.2.10]", "192.0.2.10"],
    ["mx.example.org", null],
  ])("client_name=%s", (name, srcIp) => {
    const line = `<190>date=2026-11-21 time=10:49:59 log_id=02 type=statistics pri=information client_name="${name}"`;
    expect(parseLine(`${line} dst_ip="203.0.113.5"`)).toMatchObject({ srcIp, dstIp: "203.0.113.5" });
  });
});

describe("headers that are not quite one", () => {
  const flow = "deny tcp 192.0.2.10:50123 -> 203.0.113.5:443";
  const timeOf = (micros: number | null) => new Date((micros ?? 0) / 1000).toISOString();

  test.each<[string, string, string | null, string]>([
    [`<134>Nov 21 2026 10:49:59.062 CDT edge.a.example.net ${flow}`, "edge.a.example.net", null, "15:49:59"],
    [`<134>Nov 21 2026 10:49:59 CET fw-1 CEF:0|A|B|1|2|x|3|src=192.0.2.10`, "fw-1", null, "09:49:59"],
    [`<134>2026 11 21 10:49:59 +01:00 fw-1 app: ${flow}`, "fw-1", "app", "09:49:59"],
    [
      `2026-11-21 10:49:59.642 fw1.example.net app-server: ${flow}`,
      "fw1.example.net",
      "app-server",
      "10:49:59",
    ],
    [`2026-11-21T10:49:59Z fw1.example.net app: ${flow}`, "fw1.example.net", "app", "10:49:59"],
    [`11/21/2026 10:49:59 fw1.example.net app: ${flow}`, "fw1.example.net", "app", "10:49:59"],
  ])("%s", (line, sourceHost, app, clock) => {
    const message = parseLine(line);
    expect(message).toMatchObject({ sourceHost, app, srcIp: "192.0.2.10" });
    expect(timeOf(message.eventTimeMicros)).toContain(`2026-11-21T${clock}`);
  });

  test.each([
    [`2026-11-21 10:49:59 www.example.com blocked: ${flow}`],
    [`2026-11-21 10:49:59 www.example.com error: ${flow}`],
    [`2026-11-21 10:49:59 www.example.com client: ${flow}`],
    [`2026-11-21 10:49:59 fw-1 app: ${flow}`],
  ])("nothing proves a host there: %s", (line) => {
    expect(parseLine(line)).toMatchObject({ sourceHost: "198.51.100.200", app: null });
  });

  test.each([
    [`2026 11 21 10:49:59 +00:00 Info     app: ${flow}`],
    [`<10>2026/11/21-10:49:59.784868 UTC [**] Drop [**] {TCP} 192.0.2.10:50123 -> 203.0.113.5:443`],
    ["CEF:0|A|B|1|2|x|1|rt=Nov 21 2026 10:49:59.900 +0000 dst=203.0.113.5"],
    ["LEEF:1.0|A|B|1|2|devTime=2026-11-21-10.49.59.000\tdst=203.0.113.5"],
  ])("the time that stands there is the event's: %s", (line) => {
    expect(timeOf(parseLine(line).eventTimeMicros)).toContain("2026-11-21T10:49:59");
  });
});
