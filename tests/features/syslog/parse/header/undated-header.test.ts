import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine, SENDER } from "../parse-line";

const said = "Late hello from 192.0.2.9";

describe("a header without a date names its program", () => {
  test.each<[head: string, host: string, app: string, procid: string | null]>([
    ["daemon.err babeld[1443]: ", SENDER, "babeld", "1443"],
    ["daemon.err: odhcp6c[3345]: ", SENDER, "odhcp6c", "3345"],
    ["user.notice firewall: ", SENDER, "firewall", null],
    ["local0.info edge-1 charon[7]: ", "edge-1", "charon", "7"],
    ["<30>daemon.err babeld[1443]: ", SENDER, "babeld", "1443"],
    ["mail.info postfix/smtpd[22]: ", SENDER, "postfix/smtpd", "22"],
    ["10:49:59+01:00 lb-1 bird: ", "lb-1", "bird", null],
    ["10:49:59.991775Z lb-1 bird[9]: ", "lb-1", "bird", "9"],
    ["10:49:59 lb-1 bird[9]: ", "lb-1", "bird", "9"],
    ["10:49:59 sshd[3]: ", SENDER, "sshd", "3"],
    ["10:49:59] daemon.err: odhcp6c[3345]: ", SENDER, "odhcp6c", "3345"],
    ["[10:49:59] daemon.info dnsmasq[3]: ", SENDER, "dnsmasq", "3"],
    ["10:49:59 INFO client[12]: ", SENDER, "client", "12"],
    ["10:49:59 fw-1 kernel: ", "fw-1", "kernel", null],
    ["igmpproxy[312]: ", SENDER, "igmpproxy", "312"],
    ["kernel: [ 1499.654001] ", SENDER, "kernel", null],
  ])("%s", (head, sourceHost, app, procid) => {
    expect(parseLine(head + said)).toMatchObject({ sourceHost, app, procid, eventTimeMicros: null });
  });

  test("a priority by its name is the line's", () => {
    expect(parseLine(`daemon.err babeld[1443]: ${said}`)).toMatchObject({ facility: 3, severity: 3 });
  });

  test.each([
    `example.com nginx[9]: ${said}`,
    `x[0]: ${said}`,
    `kernel: ${said}`,
    `10:49:59 main: ${said}`,
    `10:49:59 worker sender: ${said}`,
    `10:49:59+01:00 main: ${said}`,
    `25:49:59+01:00 lb-1 bird: ${said}`,
    `list[3] = ${said}`,
  ])("none is in %s", (line) => {
    expect(parseLine(line)).toMatchObject({ sourceHost: SENDER, app: null, procid: null });
  });
});

test.each(["local7.notice Nov 21 10:49:59 fw-1 app[3]: ", "local7.notice: Nov 21 10:49:59 fw-1 app[3]: "])(
  "a priority by its name may stand before a usual header: %s",
  (head) => {
    const message = parseLine(head + said);
    expect(message).toMatchObject({ sourceHost: "fw-1", app: "app", procid: "3", facility: 23, severity: 5 });
    expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.000000Z");
  },
);

describe("a year behind the clock counts before a comma, too", () => {
  test.each([
    "Tue Oct 12 21:25:39 UTC 2021, method=auth, clientip=192.0.2.9",
    "Tue Oct 12 21:25:39 2021, method=auth, clientip=192.0.2.9",
    "Oct 12 21:25:39 2021, method=auth, clientip=192.0.2.9",
  ])("%s", (line) => {
    expect(isoEventTime(parseLine(line))).toBe("2021-10-12T21:25:39.000000Z");
  });
});

describe("the time of a server's line without a header is the event's", () => {
  test.each([
    "2026/11/21 10:00:00 Connection from 192.0.2.9 port 50122",
    "[2026/11/21 10:00:00] Failed password for root from 192.0.2.9 port 50122 ssh2",
    "squid: 2026/11/21 10:00:00| client 192.0.2.9 denied",
    "[   88.442538] NAT64 gw: 2026/11/21 10:00:00 (GMT) - Mapped 2001:db8::1#57320 to 198.51.100.51#11898 (TCP)",
    "gw[7]: 2026-11-21T11:00:00+01:00, connection from 192.0.2.9:50122",
  ])("%s", (line) => {
    expect(isoEventTime(parseLine(line))).toBe("2026-11-21T10:00:00.000000Z");
  });

  test.each([
    "lease of 192.0.2.9 expires: 2026-11-21 10:00:00",
    "valid until: 2026-11-21 10:00:00 for 192.0.2.9",
    "Last login: 2026/11/21 10:00:00 from 192.0.2.9",
  ])("not in %s", (line) => {
    expect(parseLine(line).eventTimeMicros).toBeNull();
  });
});

test("a date with dots has its day first, also with a year of two digits", () => {
  const line = "21.11.26 10:49:59 Anmeldung des Benutzers bob von IP-Adresse 192.168.178.20.";
  expect(isoEventTime(parseLine(line))).toBe("2026-11-21T10:49:59.000000Z");
  expect(parseLine(line).srcIp).toBe("192.168.178.20");
  expect(parseLine("11.21.26 10:49:59 login from 192.0.2.9").eventTimeMicros).toBeNull();
});

test.each([
  "Sat, 21 Nov 2026 10:49:59 +0000 login from 192.0.2.9",
  "Saturday, 21 November 2026 10:49:59 login from 192.0.2.9",
  "nov/21/2026 10:49:59 system,info login from 192.0.2.9",
])("days and months by their words, whichever is first: %s", (line) => {
  expect(isoEventTime(parseLine(line))).toBe("2026-11-21T10:49:59.000000Z");
});

describe("a process in a bracket of its own, before its place in the source, is the line's", () => {
  test.each<[line: string, procid: string | null]>([
    ["[6][Sat Nov 21 10:49:59 2026][3680](http.c:118) Captured 192.0.2.9 requesting [x]", "3680"],
    ["[error] [2026-11-21 10:49:59] [77] [main.c:12] connection from 192.0.2.9", "77"],
    ["[6][Sat Nov 21 10:49:59 2026][3680] Captured 192.0.2.9 requesting [x]", null],
  ])("%s", (line, procid) => {
    expect(parseLine(line).procid).toBe(procid);
  });
});
