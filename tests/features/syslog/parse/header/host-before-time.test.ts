import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine, SENDER } from "../parse-line";

const SAID = "deny tcp 192.0.2.10:50123 -> 203.0.113.5:443";

describe("a host before its own time in brackets", () => {
  test.each([
    [`fw-1 (2026-11-21T10:49:58) ipfw[7]: ${SAID}`, { app: "ipfw", procid: "7" }],
    [`fw-1 80DE03E5C4D97 (2026-11-21T10:49:58) ipfw[7]: ${SAID}`, { app: "ipfw", procid: "7" }],
    [`<134>fw-1 [2026-11-21 10:49:58] ipfw[7]: ${SAID}`, { app: "ipfw", procid: "7" }],
    [`fw-1: [2026/11/21 10:49:58] kernel: ${SAID}`, { app: "kernel" }],
    ["fw-1 (2026-11-21T10:49:58) filter: src=192.0.2.10 dst=203.0.113.5 act=deny", { app: "filter" }],
  ])("%s", (line, expected) => {
    const message = parseLine(line);
    expect(message).toMatchObject({ sourceHost: "fw-1", srcIp: "192.0.2.10", ...expected });
    expect(isoEventTime(message)).toStartWith("2026-11-21T10:49:58");
  });

  test.each([
    [`backup (2026-11-21 10:49:58) status: ${SAID}`],
    [`worker [2026-11-21 10:49:58] status: ${SAID}`],
    [`Login (2026-11-21 10:49:58) app[7]: ${SAID}`],
    [`ERROR [2026-11-21 10:49:58] app[7]: ${SAID}`],
    [`fw-1 (2026-11-21 10:49:58] app[7]: ${SAID}`],
  ])("no host in %s", (line) => {
    expect(parseLine(line).sourceHost).toBe(SENDER);
  });

  test("behind a header that has the time it is skipped", () => {
    const message = parseLine(
      "<140>Nov 21 10:49:59 fw-1 (2026-11-21T09:49:59) dhcpd[1701]: DHCPACK on 192.0.2.7",
    );
    expect(message).toMatchObject({ sourceHost: "fw-1", app: "dhcpd", procid: "1701" });
    expect(isoEventTime(message)).toStartWith("2026-11-21T10:49:59");
  });
});

describe("what stands around a host", () => {
  test.each([
    ['Nov 21 2026 10:49:58 "fw-1" %%01SSH/5/LOGIN(s):CID=1;SSH user logged in (IP=192.0.2.9)', "10:49:58"],
    ['<134>Nov 21 10:49:58 "fw-1" sshd[7]: Connection from 192.0.2.9 port 50123', "10:49:58"],
    [
      "Nov 21 2026 10:49:58+01:00 DST fw-1 %%01SSH/4/BLOCK(s):CID=1;SSH client logged in (UserName=a, IpAddress=192.0.2.9)",
      "09:49:58",
    ],
    [
      'Nov 21 2026 10:49:58+01:00 DST "fw-1" %%01SSH/4/BLOCK(l)[3]:SSH client logged in (UserName=a, IpAddress=192.0.2.9)',
      "09:49:58",
    ],
    ["2026-11-21 10:49:58\tLocal7.Debug\tfw-1\tdenied a request from 192.0.2.9", "10:49:58"],
    ["2026-11-21\t10:49:58\tAuth.Info\tfw-1\tsshd[7]: Connection from 192.0.2.9 port 50123", "10:49:58"],
    ["11-21-2026 10:49:58\tuser.notice\tfw-1\tsrc=192.0.2.9 dst=203.0.113.5 act=deny", "10:49:58"],
  ])("%s", (line, time) => {
    const message = parseLine(line);
    expect(message).toMatchObject({ sourceHost: "fw-1", srcIp: "192.0.2.9" });
    expect(isoEventTime(message)).toStartWith(`2026-11-21T${time}`);
  });

  test("a host may be called as the summer's hour is", () => {
    expect(parseLine("Nov 21 10:49:58 DST sshd[7]: Connection from 192.0.2.9 port 1").sourceHost).toBe("DST");
  });

  test.each([
    ['Nov 21 10:49:58 "fw-1" was asked by 192.0.2.9'],
    ["2026-11-21 10:49:58\tfw-1\t192.0.2.9\tdenied"],
    ["2026-11-21 10:49:58\tlocal9.debug\tfw-1\tdenied 192.0.2.9"],
  ])("no host in %s", (line) => {
    expect(parseLine(line).sourceHost).toBe(SENDER);
  });
});

describe("a sentence directly behind a program's number", () => {
  test("the program is told, and the number is none of a process", () => {
    expect(parseLine("<165>Nov 21 10:49:59 sw-1 CLI[5]User alice logged in from 192.0.2.9")).toMatchObject({
      sourceHost: "sw-1",
      app: "CLI",
      procid: null,
      srcIp: "192.0.2.9",
    });
  });

  test("what stands in brackets is a number", () => {
    expect(parseLine("<165>Nov 21 10:49:59 sw-1 list[one]user from 192.0.2.9").app).toBeNull();
  });
});

describe("the time that a sentence ends with", () => {
  const timeOf = (line: string) => isoEventTime(parseLine(line));

  test("tells the year and the moment by the device's own clock", () => {
    const said = "fw: Port scan! From 198.51.100.5:22034 to 192.0.2.200:80, proto TCP";
    expect(timeOf(`Nov 21 10:49:59 fw-1 ${said}. (2021-11-21 10:49:58)`)).toStartWith("2021-11-21T10:49:58");
    expect(timeOf(`Nov 21 10:49:59 fw-1 ${said}. [2021-11-21 10:49:58]`)).toStartWith("2021-11-21T10:49:58");
  });

  test("tells the year alone where the header's clock is exacter", () => {
    const line = "Nov 21 10:49:59.123 fw-1 app: it was seen (2026-11-21 10:49:58)";
    expect(timeOf(line)).toBe("2026-11-21T10:49:59.123000Z");
  });

  test("tells the year alone where the clocks differ by more", () => {
    expect(timeOf("Nov 21 10:49:59 fw-1 app: it was seen (2021-11-21 09:49:58)")).toStartWith(
      "2021-11-21T10:49:59",
    );
  });

  test("is another where the day is, or the header has its year", () => {
    expect(timeOf("Nov 21 10:49:59 fw-1 app: valid until (2027-03-01 09:49:58)")).toStartWith(
      "2026-11-21T10",
    );
    expect(timeOf("2026-11-21T10:49:59Z fw-1 app: it was seen (2021-11-21 10:49:58)")).toStartWith(
      "2026-11-21T10",
    );
  });
});
