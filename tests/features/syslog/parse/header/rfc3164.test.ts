import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine, SENDER } from "../parse-line";

test("the RFC's own example is read", () => {
  const message = parseLine("<34>Oct 11 22:14:15 mymachine su: 'su root' failed for lonvick on /dev/pts/8");
  expect(isoEventTime(message)).toBe("2026-10-11T22:14:15.000000Z");
  expect(message).toMatchObject({
    facility: 4,
    severity: 2,
    sourceHost: "mymachine",
    app: "su",
    procid: null,
    message: "'su root' failed for lonvick on /dev/pts/8",
  });
});

describe("the priority", () => {
  test.each([
    ["<0>", 0, 0],
    ["<13>", 1, 5],
    ["<191>", 23, 7],
    ["", 1, 5],
  ])("%j is facility %i and severity %i", (priority, facility, severity) => {
    expect(parseLine(`${priority}Nov 21 10:49:00 host app: x`)).toMatchObject({
      facility,
      severity,
      sourceHost: "host",
    });
  });

  test.each([["<192>"], ["<999>"], ["<-1>"], ["<1"], ["<>"], ["<013>"], ["<1a>"], ["<1234>"]])(
    "%s is none, and nothing is guessed",
    (priority) => {
      const line = `${priority}Nov 21 10:49:00 host app: x`;
      expect(parseLine(line)).toMatchObject({
        facility: null,
        severity: null,
        sourceHost: SENDER,
        message: line,
      });
    },
  );

  test("counts without a timestamp, as RFC 3164 4.3.3 has it", () => {
    expect(parseLine("<27>Use the BFG!")).toMatchObject({
      facility: 3,
      severity: 3,
      app: null,
      message: "Use the BFG!",
    });
    expect(parseLine("<27>xapi: died")).toMatchObject({ app: "xapi", sourceHost: SENDER, message: "died" });
    expect(parseLine("<27>cron[42]: ran")).toMatchObject({ app: "cron", procid: "42", message: "ran" });
  });
});

describe("time", () => {
  test.each([
    ["<7>2007-12-11T11:44:22.157+02:00 gw-7 vpnd[321]: up", "2007-12-11T09:44:22.157000Z"],
    ["2020-07-15T14:02:16.513+01:30 gw-7 vpnd[321]: up", "2020-07-15T12:32:16.513000Z"],
    ["<7>2026-11-12 08:15:30 gw-7 vpnd[321]: up", "2026-11-12T08:15:30.000000Z"],
    ["<38>Mar 8 2009 20:07:54: gw-7 vpnd[321]: up", "2009-03-08T20:07:54.000000Z"],
    ["<38>Mar 8 20:07:54: gw-7 vpnd[321]: up", "2027-03-08T20:07:54.000000Z"],
    ["<6>AUG 11 23:19:25 2010 gw-7 vpnd[321]: up", "2010-08-11T23:19:25.000000Z"],
    ["<6> Aug 11 23:19:25 gw-7 vpnd[321]: up", "2026-08-11T23:19:25.000000Z"],
  ])("%s", (line, time) => {
    const message = parseLine(line);
    expect(isoEventTime(message)).toBe(time);
    expect(message).toMatchObject({ sourceHost: "gw-7", app: "vpnd", procid: "321", message: "up" });
  });

  test("December 31 read on January 1 is last year's", () => {
    const receivedAtMicros = Date.UTC(2027, 0, 1, 0, 0, 1) * 1000;
    expect(isoEventTime(parseLine("<13>Dec 31 23:59:59 host app: x", { receivedAtMicros }))).toBe(
      "2026-12-31T23:59:59.000000Z",
    );
  });

  test("is local in the zone of the context", () => {
    const message = parseLine("<13>Jul  1 12:00:00 host app: x", { timeZone: "America/New_York" });
    expect(isoEventTime(message)).toBe("2026-07-01T16:00:00.000000Z");
  });

  test("that cannot be is null, and the rest is read", () => {
    expect(parseLine("<13>Feb 30 12:00:00 host app: x")).toMatchObject({
      eventTimeMicros: null,
      sourceHost: "host",
      app: "app",
      message: "x",
    });
  });
});

describe("host", () => {
  test("is no key that its value follows behind a sign between blanks", () => {
    expect(parseLine("Nov 21 10:49:00 type = mitigation, reason = filtered")).toMatchObject({
      sourceHost: SENDER,
      message: "type = mitigation, reason = filtered",
    });
  });

  test.each<[string, ...(string | null)[]]>([
    ["<13>Nov 21 10:49:00 haproxy[73411]: Proxy started", SENDER, "haproxy", "Proxy started"],
    ["<13>Nov 21 10:49:00 filterd: started", SENDER, "filterd", "started"],
    ["<13>Nov 21 10:49:00 2001:DB8::BAB0 prg: x", "2001:DB8::BAB0", "prg", "x"],
    ["<13>Nov 21 10:49:00 192.0.2.8 prg: x", "192.0.2.8", "prg", "x"],
    ["<13>Nov 21 10:49:00 fw-1: %ASA-6-106015: Deny", "fw-1", "%ASA-6-106015", "Deny"],
    ["<13>Nov 21 10:49:00 %ASA-6-106015: Deny", SENDER, "%ASA-6-106015", "Deny"],
    ["<13>Nov 21 10:49:00 last message repeated 3 times", SENDER, null, "last message repeated 3 times"],
    ["<13>Nov 21 10:49:00 Message forwarded from aix6: sshd[67]: Accepted", "aix6", "sshd", "Accepted"],
    ["<13>Nov 21 10:49:00 [UFW BLOCK] x", SENDER, null, "[UFW BLOCK] x"],
    ["<13>Nov 21 10:49:00 1,2026/11/21,TRAFFIC", SENDER, null, "1,2026/11/21,TRAFFIC"],
    ["<13>Nov 21 10:49:00 X4711", "X4711", null, null],
    ["<13>Nov 21 10:49:00 store-1(id3) audit[7]: x", "store-1(id3)", "audit", "x"],
    ["<13>Nov 21 10:49:00 su(pam_unix)[7]: x", SENDER, "su(pam_unix)", "x"],
    ["<13>Nov 21 10:49:00 X4711 ", "X4711", null, null],
    ["<13>Nov 21 10:49:00 ", SENDER, null, null],
    ["<13>Nov 21 10:49:00", SENDER, null, null],
  ])("%s", (line, ...expected) => {
    const { sourceHost, app, message } = parseLine(line);
    expect([sourceHost, app, message]).toEqual(expected);
  });
});

describe("tag", () => {
  test.each<[string, ...(string | null)[]]>([
    ["sshd(pam_unix)[12750]: opened", "sshd(pam_unix)", "12750", "opened"],
    ["ctld/snmpd[2499]: x", "ctld/snmpd", "2499", "x"],
    ["ctld/snmpd[2499]:", "ctld/snmpd", "2499", null],
    ["Google Chrome[85294]: objc", "Google Chrome", "85294", "objc"],
    [
      "com.apple.xpc.launchd[1] (com.apple.quicklook[21556]): done",
      "com.apple.xpc.launchd[1] (com.apple.quicklook[21556])",
      null,
      "done",
    ],
    ["vectra_cef -: x", "vectra_cef", null, "x"],
    ["info -: x", null, null, "info -: x"],
    ["warning tmm[23068]: x", "tmm", "23068", "x"],
    ["info httpd(pam_audit)[7]: x", "httpd(pam_audit)", "7", "x"],
    ["Error handler[7]: x", "Error handler", "7", "x"],
    ["[358]: x", null, "358", "x"],
    ["[358] x", null, null, "[358] x"],
    ["[a358]: x", null, null, "[a358]: x"],
    ["apache_error [Tue Jun 08] x", "apache_error", null, "[Tue Jun 08] x"],
    ["prg0", "prg0", null, null],
    ["kernel:[12.5] x", "kernel", null, "[12.5] x"],
    ["sudo:   vagrant : x", "sudo", null, "vagrant : x"],
    ["daemon.info dnsmasq[9]: query", "dnsmasq", "9", "query"],
    ["-- MARK --", null, null, "-- MARK --"],
    ["some free text: here", null, null, "some free text: here"],
    ["2001:db8::1 is up", null, null, "2001:db8::1 is up"],
    ["http://example.org/ is up", null, null, "http://example.org/ is up"],
    ['05",result_code=200,b', null, null, '05",result_code=200,b'],
    [' { "a": 1', null, null, ' { "a": 1'],
    ["foo[bar baz: x", null, null, "foo[bar baz: x"],
  ])("%s", (content, ...expected) => {
    const { sourceHost, app, procid, message } = parseLine(`<13>Nov 21 10:49:00 host ${content}`);
    expect(sourceHost).toBe("host");
    expect([app, procid, message]).toEqual(expected);
  });

  test("a named priority behind the host counts only where the line has no other", () => {
    expect(parseLine("Nov 21 10:49:00 gw daemon.warn odhcpd: x")).toMatchObject({
      facility: 3,
      severity: 4,
      app: "odhcpd",
    });
    expect(parseLine("<13>Nov 21 10:49:00 gw daemon.warn odhcpd: x")).toMatchObject({
      facility: 1,
      severity: 5,
    });
  });
});

describe("Cisco's clock", () => {
  test.each<[string, ...(string | boolean)[]]>([
    [
      "<189>29: *Mar  1 00:00:00.123 UTC: %SYS-5-CONFIG_I: x",
      "2027-03-01T00:00:00.123000Z",
      true,
      SENDER,
      "%SYS-5-CONFIG_I",
    ],
    [
      "<186>1541800: Feb 27 06:08:59.485: %HW-2-FAN: x",
      "2027-02-27T06:08:59.485000Z",
      false,
      SENDER,
      "%HW-2-FAN",
    ],
    [
      "<186>000123: .Nov 20 06:08:59: %HW-2-FAN: x",
      "2026-11-20T06:08:59.000000Z",
      false,
      SENDER,
      "%HW-2-FAN",
    ],
    [
      "<0>91: *Oct 07 03:10:04: my.example %CR-4-INV: x",
      "2026-10-07T03:10:04.000000Z",
      true,
      "my.example",
      "%CR-4-INV",
    ],
    [
      "<189>29: core-1: *Mar  1 18:48:50.483 UTC: %SYS-5-C: x",
      "2027-03-01T18:48:50.483000Z",
      true,
      "core-1",
      "%SYS-5-C",
    ],
    [
      "core-1: Oct 19 15:34:54.471 EDT: %SSH-5-CLOSE: x",
      "2026-10-19T19:34:54.471000Z",
      false,
      "core-1",
      "%SSH-5-CLOSE",
    ],
    [
      "<190>: 2018 Apr 07 10:23:35 CET: %AUTH-6-MSG: x",
      "2018-04-07T09:23:35.000000Z",
      false,
      SENDER,
      "%AUTH-6-MSG",
    ],
    [
      "Jun 20 02:43:04 192.0.2.2 1663320: *Jun 20 02:43:03.346: %SEC-6-P: x",
      "2026-06-20T02:43:04.000000Z",
      true,
      "192.0.2.2",
      "%SEC-6-P",
    ],
  ])("%s", (line, ...expected) => {
    const message = parseLine(line);
    expect([isoEventTime(message), message.clockUnset, message.sourceHost, message.app]).toEqual(expected);
    expect(message.message).toBe("x");
  });

  test("an uptime is no clock, and the line is kept", () => {
    expect(parseLine("<189>29: 00:00:46: %LINK-3-UPDOWN: x")).toMatchObject({
      eventTimeMicros: null,
      facility: 23,
      message: "29: 00:00:46: %LINK-3-UPDOWN: x",
    });
  });
});

describe("lines without any header", () => {
  test.each([
    ["complete and utter gobbledegook"],
    ["I am an invalid syslog message, but I do like cheese"],
    ["name: looks like a tag"],
    ["2026-11-21,comma,separated"],
    ["Nov 21 10:49"],
    [" leading blank"],
  ])("%j is kept whole, with nothing guessed", (line) => {
    expect(parseLine(line)).toMatchObject({
      facility: null,
      severity: null,
      eventTimeMicros: null,
      sourceHost: SENDER,
      app: null,
      parser: "generic",
      message: line,
      rawLog: line,
    });
  });
});
