import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const A = "192.0.2.1";
const B = "203.0.113.5";

const read = (object: object) => parseLine(JSON.stringify(object));
const NOBODY = { srcIp: null, dstIp: null };

describe("the lone address of a record of what somebody did", () => {
  test.each<[object]>([
    [{ event: "board_opened", createdBy: { type: "user", id: "7" }, context: { team: {}, ip: A } }],
    [{ eventType: "Backup", acmeUserName: "Alice", ip: A }],
    [{ activityAction: "READ", systemAccount: "wd-env", ipAddress: A }],
    [{ Signon: "alice", Workplace_Account: "alice", Session_IP_Address: A }],
    [{ attributes: { action: "issue_viewed", actor: { id: "7" }, location: { ip: A, city: "Kyiv" } } }],
    [{ event: "document.shared", metadata: { request: { ip_address: A } } }],
    [{ operation: "FileDownloaded", ip: A }],
    [{ event_type: "page.viewed", details: { ip: A } }],
    [{ event: "x", employeeNumber: "77", session: { ip: A } }],
    [{ action_type: "FILE_SHARE", changed_by: "bob", ip_addr: A }],
    [{ type: "audit", ip: A }],
    [{ who: "bob", activity: "Deleted record", ip: A }],
    [{ event: "x", userAgent: "Mozilla/5.0", web: { ip: A } }],
    [{ event: "x", performer: { name: "bob", ip: A } }],
    [{ event: "x", invoker_ip: A }],
    [{ operator_ip: A, event: "x" }],
    [{ req_ip: A, event: "x" }],
    [{ visitorId: "x", ip: A }],
    [{ loginId: "bob", ipv4Address: A }],
    [{ op: "delete", userinfo: { name: "bob", ip: A } }],
    [{ body: JSON.stringify({ performedBy: "bob", ip: A }) }],
  ])("is his: %j", (object) => {
    expect(read(object)).toMatchObject({ srcIp: A, dstIp: null });
  });

  test.each<[object]>([
    [{ event: "host_discovered", ip: A }],
    [{ action: "lease_assigned", ip: A, hostname: "pc" }],
    [{ event: "node joined", nodeName: "n1", ip: A }],
    [{ event: "backup downloaded", ip: A }],
    [{ event: "image_exported", ip: A }],
    [{ accountId: "123", instanceId: "i-1", details: { ip: A } }],
    [{ serviceAccount: "sa", metadata: { ip: A } }],
    [{ created_by: "bob", name: "server", ip: A }],
    [{ event: "x", createdBy: "bob", object: { name: "server", ip: A } }],
    [{ actor: "bob", changes: { ip: A } }],
    [{ targetUser: "bob", ip: A }],
    [{ userAgent: "", ip: A }],
    [{ hostname: "pc9", ipv4Address: A }],
    [{ admin: "up", ip: A }],
    [{ isAdmin: true, ip: A }],
    [{ actor: "bob", resource: { attributes: { ip: A } } }],
  ])("is nobody's where a machine or a thing is told of: %j", (object) => {
    expect(read(object)).toMatchObject(NOBODY);
  });

  test.each<[string]>([
    [`action=export acmeUserName=bob ip=${A}`],
    [`event=page_viewed ip=${A} path=/x`],
    [`performed_by=bob; ip_address=${A}; what=export`],
    [`userAgent="Mozilla/5.0" ip=${A}`],
  ])("is his in pairs, too: %s", (line) => {
    expect(parseLine(line)).toMatchObject({ srcIp: A, dstIp: null });
  });

  test.each<[string]>([
    [`created_by=bob ip=${A} name=server`],
    [`event=host_added ip=${A}`],
    [`userName=- ip=${A} node=x`],
    [`level=info msg="pod updated" ip=${A} serviceAccount=default`],
  ])("is nobody's in pairs of a machine: %s", (line) => {
    expect(parseLine(line)).toMatchObject(NOBODY);
  });

  test("is not the source where another name tells that", () => {
    expect(read({ actorName: "bob", ip: B, src_ip: A })).toMatchObject({ srcIp: A });
  });

  test.each<[string]>([
    ["http_x_forwarded_for"],
    ["x-original-forwarded-for"],
    ["cf-connecting-ip"],
    ["http_true_client_ip"],
  ])("is whom proxies forward for, by %s", (name) => {
    expect(read({ event: "x", [name]: `${A}, ${B}` })).toMatchObject({ srcIp: A });
    expect(read({ event: "x", [name]: "-" })).toMatchObject(NOBODY);
  });

  test("may stand with its port under a name of the port", () => {
    expect(read({ method: "GET", ipPort: `${A}:50122` })).toMatchObject({ srcIp: A, srcPort: 50122 });
  });

  test.each<[object]>([[{ address: [A, 50122], user: "bob" }], [{ addr: `('${A}', 50122)`, user: "bob" }]])(
    "may stand with its port in a list: %j",
    (object) => {
      expect(read(object)).toMatchObject({ srcIp: A, srcPort: 50122 });
    },
  );

  test("is who clicked, not who wrote the mail", () => {
    expect(read({ clickIP: A, senderIP: B })).toMatchObject({ srcIp: A, dstIp: null });
  });
});

describe("what was done with a call, in words of its own", () => {
  test.each<[string, string]>([
    ["Deny Connection", "deny"],
    ["block request", "deny"],
    ["Allow Traffic", "allow"],
    ["denied access", "deny"],
  ])("%s is of the lone address beside it", (Action, verdict) => {
    expect(read({ IPAddress: A, Action, Reason: "not in a subnet" })).toMatchObject({
      srcIp: A,
      verdict,
      reason: "not in a subnet",
    });
  });

  test.each(["Delete Connection", "Configure Access", "Deny List Updated"])("%s is no verdict", (Action) => {
    expect(read({ IPAddress: A, Action })).toMatchObject({ ...NOBODY, verdict: null });
  });
});

describe("the time of a record", () => {
  test.each<[string, string | number, string]>([
    ["effective_at", 1795254599, "09:49:59"],
    ["event_time_msec", 1795254599000, "09:49:59"],
    ["EventTimeString", "11/21/2026 8:40:06 PM +00:00", "20:40:06"],
    ["eventTime", "11/21/2026 8:40:06 PM -01:00", "21:40:06"],
    ["happened_at", "2026-11-21 10:49:59Z", "10:49:59"],
    ["executedAt", "2026-11-21T10:49:59Z", "10:49:59"],
    ["epochSeconds", 1795254599, "09:49:59"],
    ["t", 1795254599, "09:49:59"],
    ["clickTime", "2026-11-21T10:49:59Z", "10:49:59"],
    ["TIMESTAMP", "20261121104959.123", "10:49:59"],
    ["op_time", "2026-11-21 10:49:59Z", "10:49:59"],
    ["stamp_inserted", "2026-11-21 10:49:59Z", "10:49:59"],
  ])("is told by %s", (name, value, clock) => {
    const message = read({ user: "bob", ip: A, [name]: value });
    expect(isoEventTime(message)).toStartWith(`2026-11-21T${clock}`);
  });

  test.each<[string, string | number]>([
    ["expires_at", 1795254599],
    ["t", 21.5],
    ["insertTime", "2026-11-21T10:49:59Z"],
  ])("is not told by %s: %p", (name, value) => {
    expect(isoEventTime(read({ user: "bob", ip: A, [name]: value }))).toBeNull();
  });

  test.each<[string]>([
    ["when=1795254599;who=bob;who_ip=192.0.2.1"],
    ["x=1 event_time_ms=1795254599000 user=a ip=192.0.2.1"],
  ])("may be told by a pair that counts from 1970: %s", (line) => {
    expect(isoEventTime(parseLine(line))).toStartWith("2026-11-21T09:49:59");
  });

  test("is what the text begins with that the record encloses", () => {
    const text = "[2026-11-21 10:49:59,633] [INFO] request: http://192.0.2.9/ returned status: 200";
    expect(isoEventTime(read({ log: text, stream: "stderr" }))).toStartWith("2026-11-21T10:49:59.633");
    expect(isoEventTime(read({ title: text }))).toBeNull();
  });
});

describe("what a record of a request or a call does not tell", () => {
  test("is the host that a request was for", () => {
    expect(read({ remote_ip: A, host: `${B}:8080`, method: "GET" })).toMatchObject({
      srcIp: A,
      sourceHost: "198.51.100.200",
    });
    expect(read({ remote_ip: A, host: "gw1", method: "GET" })).toMatchObject({ sourceHost: "gw1" });
  });

  test("is a verdict of whoever came alone", () => {
    expect(read({ peer: { host: A, port: 50122 }, event: "accepted" })).toMatchObject({
      srcIp: A,
      verdict: null,
    });
    expect(read({ src: A, dst: B, event: "accepted" })).toMatchObject({ verdict: "allow" });
  });
});

describe("an entry of the journal as JSON", () => {
  test("tells the host, the time and what its message says", () => {
    const message = read({
      __REALTIME_TIMESTAMP: "1795254599123456",
      _HOSTNAME: "pc9",
      SYSLOG_IDENTIFIER: "sshd",
      MESSAGE: `Failed password for bob from ${A} port 50122 ssh2`,
    });
    expect(message).toMatchObject({ sourceHost: "pc9", srcIp: A, srcPort: 50122 });
    expect(isoEventTime(message)).toStartWith("2026-11-21T09:49:59.123456");
  });
});

describe("a sentence that a record encloses", () => {
  const said = `Failed password for bob from ${A} port 50122 ssh2`;

  test.each<[object]>([
    [{ textPayload: said }],
    [{ "@message": said }],
    [{ event: { original: said }, host: { name: "pc9" } }],
    [{ result: { _raw: said } }],
    [{ short_message: said }],
  ])("tells who came: %j", (object) => {
    expect(read(object)).toMatchObject({ srcIp: A, srcPort: 50122 });
  });

  test("is none under another name", () => {
    expect(read({ subject: `Mail of ${A}`, title: `Report from ${A}` })).toMatchObject(NOBODY);
  });
});

describe("a day and a month in a column", () => {
  const row = (time: string) => `a-1,${A},50122,${B},443,6,"${time}",3,2,0`;

  test.each<[string, string]>([
    ["11/21/2026 3:30", "2026-11-21T03:30:00"],
    ["21/11/2026 3:30:05 PM", "2026-11-21T15:30:05"],
    ["7/7/2026 13:30", "2026-07-07T13:30:00"],
  ])("are a time where neither may be the other: %s", (time, iso) => {
    expect(isoEventTime(parseLine(row(time)))).toStartWith(iso);
  });

  test("are none where either may be", () => {
    expect(isoEventTime(parseLine(row("5/7/2026 3:30")))).toBeNull();
  });
});

describe("why something took place that names nobody", () => {
  test.each<[object]>([
    [{ Event: { MAC: "00:00:5e:00:53:b3", Reason: "noentry" }, Title: "WiFi Auth Failure" }],
    [{ Reason: "noentry", Topic: "auth" }],
  ])("is told by its own name: %j", (object) => {
    expect(read(object)).toMatchObject({ ...NOBODY, reason: "noentry" });
  });

  test.each<[object]>([
    [{ Event: { Reason: "none" } }],
    [{ config: { Reason: "noentry" } }],
    [{ Reason: "" }],
  ])("is not told where nothing says so: %j", (object) => {
    expect(read(object)).toMatchObject({ reason: null });
  });
});
