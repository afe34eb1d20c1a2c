import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const A = "198.51.100.9";
const B = "203.0.113.4";
const HEAD = "<134>Nov 21 10:49:59 gw-1 acme: ";

const read = (object: object) => parseLine(JSON.stringify(object));
const readCef = (pairs: string) => parseLine(`CEF:0|Acme|GW|1|100|Event|2|${pairs}`);

describe("the address of a record of what people did", () => {
  test.each<[object]>([
    [{ event: { actor: { id: "7" }, ip_address: A } }],
    [{ performed_by: { name: "bob" }, ip_address: A }],
    [{ performedBy: "bob@example.com", ipAddress: A }],
    [{ actor_name: "bob", action: "update", ip_address: A }],
    [{ details: { author_name: "bob", ip_address: A } }],
    [{ origin: { geo_location: { city: "Austin", ip_address: A } } }],
    [{ client: { geoLocation: { ip: A } } }],
    [{ ip_address: A, type: "sso_login_failed" }],
    [{ ipAddress: A, event: "user.login.failed" }],
    [{ ip: A, operation_name: "Sign-In" }],
    [{ ip: A, eventName: "authentication_failure" }],
  ])("is where these were: %j", (object) => {
    expect(read(object)).toMatchObject({ srcIp: A, dstIp: null });
  });

  test.each<[object]>([
    [{ node: { ip_address: A } }],
    [{ event: { actor: { id: "7" } }, device: { ip: A } }],
    [{ geo_location: { ip_address: A } }],
    [{ created_by: "bob", ip: A }],
    [{ ip: A, type: "login_server" }],
    [{ ip: A, title: "login" }],
    [{ ip: A, event: "heartbeat" }],
  ])("is nobody's where nothing says so: %j", (object) => {
    expect(read(object)).toMatchObject({ srcIp: null, dstIp: null });
  });

  test.each<[object, number | null, number | null]>([
    [{ email: "bob@example.com", ipaddress: A, requestport: "443" }, null, 443],
    [{ user: "bob", ip: A, port: 22 }, null, 22],
    [{ user: "bob", ip: A, port: 50_122 }, 50_122, null],
    [{ client: { ip: A }, upstream: { port: 443 } }, null, null],
  ])("has a port of its own or one that was asked for: %j", (object, srcPort, dstPort) => {
    expect(read(object)).toMatchObject({ srcIp: A, srcPort, dstPort });
  });
});

describe("names of objects", () => {
  const ends = { SourceIP: A, DestinationIP: B };

  test("are ports where numbers stand beside addresses of the same sides", () => {
    const ports = { srcPort: 50_122, dstPort: 443 };
    expect(read({ Source: "50122", Destination: "443", ...ends })).toMatchObject(ports);
    expect(read({ src: 50_122, dst: 443, src_ip: A, dst_ip: B })).toMatchObject(ports);
    expect(read({ Source: "fw1", Destination: "443", ...ends })).toMatchObject({ dstPort: null });
    expect(read({ Source: 70_000, Destination: 443, ...ends })).toMatchObject({ dstPort: null });
    expect(read({ Source: 3, Destination: 4 })).toMatchObject({ srcPort: null, dstPort: null });
  });

  test("may have letters of types behind them, all of them", () => {
    const row = {
      Destination_s: B,
      SourceClient_s: A,
      Port_d: 443,
      Status_s: "blocked",
      Reason_s: "not listed",
    };
    const said = { srcIp: A, dstIp: B, dstPort: 443, verdict: "deny", reason: "not listed" };
    expect(read(row)).toMatchObject(said);
    expect(read({ ...row, TenantId: "t", Type: "Log_CL" })).toMatchObject(said);
  });

  test("have sides behind them where each has two", () => {
    expect(read({ ip_s: A, ip_d: B, port_s: 50_122, port_d: 443 })).toMatchObject({
      srcPort: null,
      dstPort: null,
    });
  });

  test.each([
    ["2026-11-21 10:49:59 (UTC)", "2026-11-21T10:49:59.000000Z"],
    ["2026-11-21 10:49:59 (+0100)", "2026-11-21T09:49:59.000000Z"],
    ["Nov 21 2026 10:49:59 (GMT)", "2026-11-21T10:49:59.000000Z"],
    ["2026-11-21 10:49:59 (maybe)", null],
  ])("tell a time whose zone stands in brackets: %s", (time, iso) => {
    expect(isoEventTime(read({ SourceIP: A, Timestamp: time }))).toBe(iso);
  });

  test("are read before the end of a line as rsyslog writes it", () => {
    expect(parseLine(`${HEAD}Info {"SourceIP":"${A}","DestinationIP":"${B}"}#015`)).toMatchObject({
      srcIp: A,
      dstIp: B,
    });
  });
});

describe("pairs of CEF", () => {
  test.each([
    ["ACMEuri=smtp://203.0.113.4:25 ACMEid=1", B, 25],
    ["ACMErelay=smtps://[2001:db8::4]:465", "2001:db8::4", 465],
    ["ACMEserver=ldaps://203.0.113.4 x=1", B, null],
    ["ACMEurl=https://203.0.113.4:8443/console", null, null],
    ["ACMEid=smtp://203.0.113.4:25", null, null],
  ])("tell by the URL of a service whom somebody called: %s", (pairs, dstIp, dstPort) => {
    expect(readCef(pairs)).toMatchObject({ srcIp: null, dstIp, dstPort });
  });

  test.each([
    ["cs1Label=Action cs1=Blocked", "deny", null],
    ["cs2Label=Verdict cs2=allowed", "allow", null],
    ["cs2Label=Policy Action cs2=Dropped", "drop", null],
    ["cs3Label=Block Reason cs3=bad site", null, "bad site"],
    ["cs3Label=Reason cs3=N/A", null, null],
    ["cs1Label=Action cs1=Created", null, null],
    ["cs1Label=User Actions cs1=blocked", null, null],
    ["reason=known cs3Label=Reason cs3=other", null, "known"],
    ["act=allowed cs1Label=Action cs1=Blocked", "allow", null],
  ])("say by their label what was done, and why: %s", (pairs, verdict, reason) => {
    expect(readCef(`src=${A} ${pairs}`)).toMatchObject({ verdict, reason });
  });

  test.each([
    ["webProtection.blocked", "deny"],
    ["URL Filtering Blocked", "deny"],
    ["webContentControl.blocked", "deny"],
    ["Web Protection not blocked", null],
    ["Web Filter rule blocked list updated", null],
    ["user.blocked", null],
  ])("have the verdict of a filter as the event's name: %s", (name, verdict) => {
    expect(parseLine(`CEF:0|Acme|GW|1|${name}|Event|2|src=${A}`)).toMatchObject({ verdict });
  });

  test("tell when it occurred where no key of the dictionary does", () => {
    const event = readCef(`RemoteIpAddress=${A} EventOccurredOnServer=11/21/2026 12:08:58 PM x=1`);
    expect(isoEventTime(event)).toBe("2026-11-21T12:08:58.000000Z");
  });
});

describe("rows of columns", () => {
  const id = "00000000-0000-0000-0000-000000000001";
  const start = `"${id}",OpsManager,"2026-11-21T10:49:59.000Z",,Acme,GW,1,0`;

  test("of the table of what devices send in CEF have the destination before the source", () => {
    const row = `${start},,Block,Block,,,,443,"${B}",10.1.1.1,gw,"a, b",6,50122,"${A}",,,,CommonSecurityLog,,`;
    expect(parseLine(row)).toMatchObject({
      srcIp: A,
      srcPort: 50_122,
      dstIp: B,
      dstPort: 443,
      protocol: "tcp",
      verdict: "deny",
      vendor: "acme",
    });
    const lone = `${id},OpsManager,2026-11-21T10:49:59.000Z,,Acme,GW,1,0,,Allow,Allow,,,,null,${B},10.1.1.1,,,null,,,,CommonSecurityLog`;
    expect(parseLine(lone)).toMatchObject({ srcIp: null, dstIp: B, verdict: "allow" });
  });

  test.each([
    [`"x",deny,443,"${B}","why",50122,"${A}",,`, A, 50_122],
    [`"x",allow,50122,"${A}","why",443,"${B}",,`, A, 50_122],
    [`"x",allow,443,"${B}",50122,"${A}",,a,b`, null, null],
    [`"x",allow,7,"${B}",a,b,9,"${A}",,a,b`, null, null],
    [`"x",start,443,"${B}","why",50122,"${A}",,`, null, null],
  ])("may have each port before its address: %s", (row, srcIp, srcPort) => {
    expect(parseLine(row)).toMatchObject({ srcIp, srcPort });
  });

  test("tell by the site before an address, and its URL behind it, who was asked", () => {
    const row = (site: string, url: string) =>
      parseLine(`2026-11-21T10:49:59Z,12,${site},${B},bob,x,${url},y`);
    expect(row("www.example.com", "www.example.com/a")).toMatchObject({ srcIp: null, dstIp: B });
    expect(row('"www.example.com"', '"https://www.example.com/a"')).toMatchObject({ dstIp: B });
    expect(row("pc9.example.com", "www.example.com/a")).toMatchObject({ dstIp: null });
    expect(row("example.com", "www.example.com/a")).toMatchObject({ dstIp: null });
  });
});

describe("an attack", () => {
  test.each([
    "SYN flood attack against 203.0.113.4",
    "UDP flood detected affecting prefix 203.0.113.4/32",
    "DDoS attack targeting the host 203.0.113.4 started",
    "ICMP flood detected on host 203.0.113.4",
    "DNS amplification attack aimed at 203.0.113.4",
    "X was detected affecting the prefixes 203.0.113.4/32 with the signature Flood",
  ])("goes to whom it is told to: %s", (sentence) => {
    expect(parseLine(HEAD + sentence)).toMatchObject({ srcIp: null, dstIp: B });
  });

  test.each([
    "outage affecting host 203.0.113.4",
    "UDP flood detected affecting prefix 203.0.113.0/24",
    "incident was detected affecting host 203.0.113.4",
    "protection against 203.0.113.4 enabled",
  ])("is none: %s", (sentence) => {
    expect(parseLine(HEAD + sentence)).toMatchObject({ dstIp: null });
  });

  test("of which no program tells goes from one to the other", () => {
    expect(
      parseLine(`<134>Nov 21 10:49:59 ids-1 "Exploit from ${A} to ${B} port 445/TCP. CVE"`),
    ).toMatchObject({
      srcIp: A,
      srcPort: null,
      dstIp: B,
      dstPort: 445,
      protocol: "tcp",
    });
  });
});
