import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const head = "<134>Nov 21 10:49:59 gw-1 app: ";
const ENDS = { src_ip: "192.0.2.10", src_port: 50_123, dst_ip: "203.0.113.5", dst_port: 443 };

const read = (object: object) => parseLine(JSON.stringify(object));
const beside = (more: object) => read({ ...ENDS, ...more });

describe("a letter says what the key tells that it may say", () => {
  test.each([
    [{ "traffic_a/d": "D" }, "deny"],
    [{ "traffic_a/d": "A" }, "allow"],
    [{ "p/d": "p" }, "allow"],
    [{ "rule_p/b": "B" }, "deny"],
    [{ traffic_decision: "D" }, "deny"],
    [{ flowDecision: "A" }, "allow"],
    [{ "a/d": "X" }, null],
    [{ "m/d": "D" }, null],
    [{ grade: "D" }, null],
    [{ traffic_class: "A" }, null],
  ])("a verdict: %p is %s", (more, verdict) => {
    expect(String(beside(more).verdict)).toBe(String(verdict));
  });

  test.each([
    [{ traffic_destination: "I" }, "in"],
    [{ flow_direction: "O" }, "out"],
    [{ trafficDirection: "I" }, "in"],
    [{ "i/o": "O" }, "out"],
    [{ "in/out": "i" }, "in"],
    [{ traffic_destination: "D" }, null],
    [{ destination_class: "I" }, null],
  ])("a way: %p is %s", (more, way) => {
    expect(beside(more).direction).toBe(way);
  });

  test("a protocol of ports where an end has one", () => {
    expect(beside({ protocol: "T" }).protocol).toBe("tcp");
    expect(beside({ proto: "U" }).protocol).toBe("udp");
    expect(read({ src_ip: "192.0.2.10", dst_ip: "203.0.113.5", protocol: "T" }).protocol).not.toBe("tcp");
  });
});

describe("a letter of its type stands behind a name of several words", () => {
  test("as tables of a cloud have it", () => {
    const flow = { SrcIP_s: "10.0.0.4", DestIP_s: "203.0.113.9", DestPort_d: 443, L4Protocol_s: "T" };
    expect(read({ ...flow, FlowDirection_s: "I", FlowStatus_s: "D", NSGRule_s: "deny-all" })).toMatchObject({
      srcIp: "10.0.0.4",
      dstIp: "203.0.113.9",
      dstPort: 443,
      protocol: "tcp",
      verdict: "deny",
      direction: "in",
      ruleId: "deny-all",
    });
    expect(read({ client_ip_s: "10.0.0.4", client_port_d: 50_123, actionTaken_s: "Blocked" })).toMatchObject({
      srcIp: "10.0.0.4",
      srcPort: 50_123,
      verdict: "deny",
    });
  });

  test("and behind a single word it is something else", () => {
    const object = { src: "192.0.2.10", dst: "203.0.113.5", rule_x: "a", port_d: "no", action_q: "deny" };
    expect(read(object)).toMatchObject({
      srcIp: "192.0.2.10",
      dstIp: "203.0.113.5",
      dstPort: null,
      ruleId: null,
    });
  });
});

describe("a way is what goes one way", () => {
  test.each([
    [{ route: "inbound" }, "in"],
    [{ mailFlow: "outbound" }, "out"],
    [{ traffic_type: "Incoming" }, "in"],
    [{ connectionType: "egress" }, "out"],
    [{ policy_scope: "inbound" }, null],
    [{ chain: "outbound" }, null],
    [{ route: "default" }, null],
  ])("%p is %s", (more, way) => {
    expect(beside(more).direction).toBe(way);
  });
});

describe("the private address of whoever is seen by a public one began", () => {
  const seen = { internal_ip: "10.1.22.14", external_ip: "198.51.100.88", domain: "www.example.com" };
  test.each(["blocked", "Allowed", "proxied", "sinkholed"])("where it is told that it was %s", (verdict) => {
    expect(read({ ...seen, verdict })).toMatchObject({ srcIp: "10.1.22.14", natSrcIp: "198.51.100.88" });
  });

  test("and where nothing was done with what he asked for, nobody did", () => {
    expect(read(seen)).toMatchObject({ srcIp: null });
    expect(read({ ...seen, action: "instance.create" })).toMatchObject({ srcIp: null });
    expect(read({ ...seen, external_ip: "192.168.1.1", verdict: "blocked" })).toMatchObject({ srcIp: null });
  });
});

test.each([
  ["blockedByCategory", "deny"],
  ["allowedOnNoPolicyMatch", "allow"],
  ["overrideForSafeSearch", "other"],
])("what a resolver decided is a verdict where its first word is: %s", (decision, verdict) => {
  expect(String(read({ SrcIP: "192.0.2.10", ResolverDecision: decision }).verdict)).toBe(verdict);
});

describe("whose address an object tells", () => {
  test("is that of whoever greeted a mail server", () => {
    const mail = { fromAddress: "a@example.org", ipAddress: "192.0.2.10" };
    for (const key of ["remoteEhlo", "helo", "ehlo_host", "smtp_helo"])
      expect(read({ ...mail, [key]: "mx.example.org" })).toMatchObject({ srcIp: "192.0.2.10" });
    expect(read({ ...mail, server: "mx.example.org" })).toMatchObject({ srcIp: null });
  });

  test("is that of the computer that an agent saw ask for a URL", () => {
    const event = { computer_ip: "10.10.1.20", url: "http://example.com/", status: "aph_blocked" };
    const seen = { srcIp: "10.10.1.20", verdict: "deny" };
    expect(read(event)).toMatchObject(seen);
    expect(read({ method: "addEvents", params: { events: [event, event] } })).toMatchObject(seen);
    expect(read({ computer_ip: "10.10.1.20", status: "updated" })).toMatchObject({ srcIp: null });
    expect(read({ computer_ip: "10.10.1.20", url: "/login", status: "updated" })).toMatchObject({
      srcIp: null,
    });
  });

  test.each([
    "Report download, Date: 2026-11-21, Time: 10:49:59+0000, IP: 192.0.2.10, Application: Console",
    "Settings saved, IP: 192.0.2.10, User Agent: curl",
    "Logs viewed, time=10:49:59, ip=192.0.2.10",
    "Policy saved (IP: 192.0.2.10, Browser: Firefox)",
  ])("is that of the user who a text says did something from there: %s", (eventInfo) => {
    expect(read({ eventInfo, user: "alice@example.com" })).toMatchObject({ srcIp: "192.0.2.10" });
  });

  test.each([
    "Device added, Name: fw-1, IP: 192.0.2.10",
    "Server added, IP: 192.0.2.10, Port: 443",
    "Pool changed, Server IP: 192.0.2.10, Weight: 1",
  ])("is nobody's where it is what something was done to: %s", (eventInfo) => {
    expect(read({ eventInfo, user: "alice@example.com" })).toMatchObject({ srcIp: null });
  });
});

describe("an object that names no end", () => {
  test.each([
    { LogTimestamp: "2026-11-21T10:49:59Z", PublicIP: "198.51.100.1" },
    { eventTime: "2026-11-21T10:49:59+0000", info: "saved" },
    { created: "2026-11-21T10:49:59+0000" },
    { date: "2026-11-21", time: "10:49:59" },
    { time_start: "2026-11-21T10:49:59UTC" },
    { StartUTC: "2026-11-21T10:49:59.123Z", StartLocal: "2026-11-21T11:49:59.123+01:00" },
    { received_gmt: "2026-11-21 10:49:59" },
    { logged: "2026-11-21 10:49:59GMT" },
  ])("has its time all the same: %p", (object) => {
    expect(isoEventTime(read(object))).toStartWith("2026-11-21T10:49:59");
  });

  test("has none where a time is of something else", () => {
    expect(isoEventTime(read({ expires: "2026-11-21T10:49:59Z", name: "x" }))).toBeNull();
    expect(isoEventTime(read({ licenseValidUntil: "2026-11-21T10:49:59UTC" }))).toBeNull();
  });
});

describe("a reason stands in an object's sentence", () => {
  test.each([
    ["raw_message", "Login failed for 'Primary' (Local).  Reason: 'Failed'", "Failed"],
    ["message", "Login failed using auth server Admin. Reason: Invalid Credentials", "Invalid Credentials"],
    ["details", "Session closed, reason: idle timeout", "idle timeout"],
    ["message", "Nobody knows the reason why it did", null],
  ])("%s: %s", (key, text, reason) => {
    expect(read({ source_ip: "192.0.2.10", [key]: text }).reason).toBe(reason);
  });
});

describe("a server of VPNs", () => {
  const peer = "Peer Connection Initiated with [AF_INET]192.0.2.10:50540";
  test.each([
    ["ovpn: 192.0.2.10:50540 [alice]", "(via [AF_INET]203.0.113.20%ens32)", "203.0.113.20", "ens32"],
    ["ovpn: 192.0.2.10:50540 [alice]", "(via 203.0.113.20%eth0.10)", "203.0.113.20", "eth0.10"],
    ["ovpn: 192.0.2.10:50540 [alice]", "(via [AF_INET]203.0.113.20)", "203.0.113.20", null],
    ["ovpn: 192.0.2.10:50540 [alice]", "(via office)", null, null],
  ])("tells by which of its addresses somebody came: %s … %s", (before, via, dstIp, place) => {
    expect(parseLine(`<14>Nov 21 10:49:59 vpn-1 ${before} ${peer} ${via}`)).toMatchObject({
      srcIp: "192.0.2.10",
      srcPort: 50_540,
      dstIp,
      interface: place,
    });
  });

  test.each([
    ["[-] [OVPN 2] OUT: '2026-11-21 10:49:59 ", "'"],
    ["[main] STDOUT: '", "'"],
    ['[w1] [vpn] [2] stderr: "2026-11-21T10:49:59Z ', '"'],
  ])("may stand within what another program tells of it: %s", (before, after) => {
    const said = "alice/192.0.2.10:51820 MULTI: primary virtual IP for alice/192.0.2.10:51820: 172.27.232.5";
    expect(parseLine(`<14>Nov 21 10:49:59 vpn-1 vpnd: ${before}${said}${after}`)).toMatchObject({
      srcIp: "192.0.2.10",
      srcPort: 51_820,
      dstIp: null,
    });
  });

  test("has its time from what was printed, where the line has none", () => {
    const said = "2026-11-21 10:49:59 192.0.2.10:50540 [alice] Peer Connection Initiated";
    const line = parseLine(`[-] [OVPN 2] OUT: '${said} with [AF_INET]192.0.2.10:50540'`);
    expect(line).toMatchObject({ srcIp: "192.0.2.10" });
    expect(isoEventTime(line)).toStartWith("2026-11-21T10:49:59");
  });

  test.each([
    ["AUTH_FAILED,TOTP code is incorrect", "TOTP code is incorrect"],
    ["AUTH_FAILED,SESSION: Session Expired", "Session Expired"],
    ["AUTH_FAILED,TEMP[backoff 42]:server overloaded", "server overloaded"],
    ["AUTH_FAILED,CRV1:R,E:aWQ=:dXNlcg==:Enter code", null],
    ["AUTH_FAILED", null],
  ])("says why it let nobody in: %s", (said, reason) => {
    const line = `<14>Nov 21 10:49:59 vpn-1 ovpn: 192.0.2.10:8080 SENT CONTROL [alice]: '${said}' (status=1)`;
    expect(parseLine(line)).toMatchObject({ srcIp: "192.0.2.10", reason });
  });
});

describe("a directory or a database that a URL names is nobody who came", () => {
  test.each([
    "Web login authentication failed: Cannot reach ldap://192.0.2.10: no route (facility 'initialize [192.0.2.10]')",
    "login failed for alice: ldaps://192.0.2.10:636/ did not answer (bind [192.0.2.10])",
    "user query failed, mysql://app@192.0.2.10:3306/db, error of [192.0.2.10]",
  ])("%s", (text) => {
    expect(parseLine(`${head}${text}`)).toMatchObject({ srcIp: null });
  });

  test("another address beside it may be", () => {
    const text = "login failed for alice from 192.0.2.77 (checked by ldap://192.0.2.10)";
    expect(parseLine(`${head}${text}`)).toMatchObject({ srcIp: "192.0.2.77" });
  });
});

describe("a row tells who did something, and from where", () => {
  test.each([
    '"4271","2026-11-21 10:49:59","a@example.com","Alice","exports","update","192.0.2.10","version: 4","version: 5"',
    "77,2026-11-21 10:49:59,a@example.com,delete,policy web-in,192.0.2.10,ok",
    "e-9|2026-11-21T10:49:59Z|a@example.com|users|created|192.0.2.10|none",
    "e-9;2026-11-21T10:49:59+00:00;a@example.com;roles;Edit;192.0.2.10;none",
  ])("%s", (row) => {
    const line = parseLine(row);
    expect(line).toMatchObject({ srcIp: "192.0.2.10", dstIp: null });
    expect(isoEventTime(line)).toStartWith("2026-11-21T10:49:59");
  });

  test.each([
    "77,2026-11-21 10:49:59,a@example.com,delete,192.0.2.10,ok",
    "77,2026-11-21 10:49:59,a@example.com,b@example.com,mails,view,192.0.2.10,ok",
    "77,2026-11-21 10:49:59,web-1,devices,update,192.0.2.10,ok",
    "77,2026-11-21 10:49:59,a@example.com,networkdevices,update,192.0.2.10,ok",
    "77|2026-11-21 10:49:59|a@example.com|addresses|add|192.0.2.10|ok",
    "77,2026-11-21 10:49:59,a@example.com,delete,host,192.0.2.10,ok",
  ])("or of what, and then it is nobody's: %s", (row) => {
    expect(parseLine(row)).toMatchObject({ srcIp: null, dstIp: null });
  });
});

describe("a balancer's row begins with its protocol", () => {
  test.each(["https", "h2", "wss", "tls 2.0", "grpcs"])("%s and the time", (first) => {
    const row = `${first} 2026-11-21T10:49:59 web-lb 192.0.2.10:41148 10.0.0.5:8080 0.1 200 "GET / HTTP/1.1"`;
    expect(isoEventTime(parseLine(row))).toStartWith("2026-11-21T10:49:59");
  });
});

describe("CEF's custom texts", () => {
  const cef = "CEF:0|Vendor|Product|1|100|Event|3|src=192.0.2.10 ";
  test.each([
    ["cs2Label=Policy cs2=N/A cs5Label=Rule cs5=web in", "web in"],
    ["cs2Label=Policy cs2=- cs5Label=Rule cs5=web", "web"],
    ["cs2Label=Policy cs2=none", null],
    ["cs2Label=Policy cs2=nonesuch", "nonesuch"],
  ])("name no rule where they say that there is none: %s", (more, rule) => {
    expect(parseLine(`<134>Nov 21 10:49:59 gw-1 ${cef}${more}`).ruleId).toBe(rule);
    // A backslash in a value that is wanted is read by texts.
    expect(parseLine(`<134>Nov 21 10:49:59 gw-1 ${cef}act=a\\\\b ${more}`).ruleId).toBe(rule);
  });
});

test("a tunnel of Zscaler's feed has its ends and why it went down", () => {
  const event = {
    sourceip: "192.0.2.10",
    sourceport: "500",
    destinationip: "203.0.113.93",
    eventreason: "Dead peer detection",
  };
  expect(read({ sourcetype: "zscalernss-tunnel", event })).toMatchObject({
    srcIp: "192.0.2.10",
    srcPort: 500,
    dstIp: "203.0.113.93",
    reason: "Dead peer detection",
  });
});
