import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine, SENDER } from "../parse-line";

/** What a header tells: its time to the second, its host unless that is the sender, its program and its process. */
function headOf(line: string): string {
  const message = parseLine(line);
  const host = message.sourceHost === SENDER ? "-" : message.sourceHost;
  const second = isoEventTime(message)?.slice(11, 19) ?? "-";
  return [second, host, message.app ?? "-", message.procid ?? "-"].join(" ");
}

describe("what stands where the host does is none", () => {
  test.each([
    ["2026-11-21T10:49:59Z INF node.go:12 > peer 192.0.2.1:4711 left", "a short level"],
    ["2026-11-21T10:49:59Z W! [inputs.net] peer 192.0.2.1 left", "a level with its mark"],
    ["2026-11-21T10:49:59.123Z info [net] peer 192.0.2.1 left", "a level in small letters"],
    [
      "2026-11-21T10:49:59.123+0000 I NETWORK  [conn7] end connection 192.0.2.1:4711",
      "a level of one letter",
    ],
    ["2026-11-21T10:49:59.123456Z 7 [Note] Access denied for user 'a'@'192.0.2.1'", "a thread's number"],
    ["2026-11-21T10:49:59.123456789Z stdout F peer 192.0.2.1:4711 left", "a container's stream"],
    ["2026-11-21T10:49:59.123456789Z connection from 192.0.2.1:4711 refused", "the first word of a sentence"],
    ["Nov 21 10:49:59 peer 192.0.2.1:4711 left", "the first word of one behind a time of syslog"],
    ["Nov 21 10:49:59 INFO: peer 192.0.2.1:4711 left", "a level that looks like a program"],
    ["2026-11-21T10:49:59+00:00 NOTICE (5): peer 192.0.2.1 left", "a level that its number follows"],
    ["2026-11-21T10:49:59Z VERBOSE peer 192.0.2.1:4711 left", "a level that syslog does not know"],
    ["2026-11-21T10:49:59Z SEVERE: peer 192.0.2.1:4711 left", "such a level that looks like a program"],
    ["2026-11-21T10:49:59Z #7 peer 192.0.2.1:4711 left", "a worker"],
    ["2026-11-21T10:49:59Z INFO(7) [net] peer 192.0.2.1:4711 left", "a level with its number"],
    ["2026-11-21T10:49:59Z net.c(12): peer 192.0.2.1:4711 left", "a place in a source"],
    ["2026-11-21T10:49:59Z Thread-7: peer 192.0.2.1:4711 left", "a thread by its name"],
    ["2026-11-21 10:49:59 info: App.Net[14] peer 192.0.2.1 left", "a level before a category of events"],
  ])("%s: %s", (line) => {
    expect(headOf(line)).toBe("10:49:59 - - -");
  });

  test.each([
    ["Nov 21 10:49:59 client dhclient[7]: bound", "10:49:59 client dhclient 7"],
    ["Nov 21 10:49:59 peer charon: up", "10:49:59 peer charon -"],
    ["Nov 21 10:49:59 7 app[7]: up", "10:49:59 7 app 7"],
    ["Nov 21 10:49:59 server up since today", "10:49:59 server - -"],
    ["Nov 21 10:49:59 fw1 connection closed", "10:49:59 fw1 - -"],
    ["Nov 21 10:49:59 fw1 info-service: up", "10:49:59 fw1 info-service -"],
    ["Nov 21 10:49:59 fw1 dyndns.py: up", "10:49:59 fw1 dyndns.py -"],
    ["Nov 21 10:49:59 fw1 logger: up", "10:49:59 fw1 logger -"],
    ["Nov 21 10:49:59 fw1 (udev-worker)[7]: up", "10:49:59 fw1 (udev-worker) 7"],
  ])("%s has a host and what follows it", (line, said) => {
    expect(headOf(line)).toBe(said);
  });
});

describe("a program stands behind", () => {
  test.each([
    ["2026-11-21T10:49:59.123Z info hostd[7] [Originator@6876 sub=Net] up", "10:49:59 - hostd 7", "a level"],
    ["2026-11-21T10:49:59.123Z In(166) hostd[7]: up", "10:49:59 - hostd 7", "a level with its number"],
    ["Nov 21 10:49:59 fw1 [info] app[7]: up", "10:49:59 fw1 app 7", "a level in brackets"],
    ["Nov 21 10:49:59 fw1 <warn> app: up", "10:49:59 fw1 app -", "a level in other brackets"],
    ["<30>Nov 21 2026 10:49:59: fw1: app[7]: up", "10:49:59 fw1 app 7", "a host with a colon"],
    ["<30>Nov 21 10:49:59 fw1: app[7]: up", "10:49:59 fw1 app 7", "such a host without a year before it"],
    ["Nov 21 10:49:59 Error: app[7]: up", "10:49:59 - app 7", "a level that looks like a host"],
    ["2026-11-21 10:49:59 I app[7]: up", "10:49:59 - app 7", "a level of one letter"],
    ["Nov 21 10:49:59 AM fw1 app[7]: up", "10:49:59 fw1 app 7", "the half of the day"],
    ["Nov 21 12:49:59 AM fw1 app[7]: up", "00:49:59 fw1 app 7", "the first hour of the day"],
    ["<30>Nov 21 09:49:59 PM fw1 app: up", "21:49:59 fw1 app -", "its other half"],
    ["Nov 21 10:49:59 fw1(192.0.2.9) app[7]: up", "10:49:59 fw1 app 7", "a host with its address"],
    ["Nov 21 10:49:59 fw1 <daemon.info> app[7]: up", "10:49:59 fw1 app 7", "a priority by its name"],
    ["Nov 21 10:49:59 fw1 ovpn@site[7]: up", "10:49:59 fw1 ovpn@site 7", "one of several of a service"],
    ["2026.11.21 10:49:59 fw1 app[7]: up", "10:49:59 fw1 app 7", "a date with dots"],
    ["Sat 2026-11-21 10:49:59 UTC fw1 app[7]: up", "10:49:59 fw1 app 7", "the whole time of the journal"],
    ["1795258199.123456 fw1 app[7]: up", "10:49:59 fw1 app 7", "the journal's seconds"],
    ["Sat Nov 21 10:49:59 2026 [1795258199.123] daemon.notice app[7]: up", "10:49:59 - app 7", "two times"],
    ["2026-11-21 11:49:59 CET app[7]: up", "10:49:59 - app 7", "a zone's name"],
    ["2026-11-21 11:49:59 CET fw1 app[7]: up", "10:49:59 fw1 app 7", "a zone's name and a host"],
  ])("%s", (line, said) => {
    expect(headOf(line)).toBe(said);
  });

  test.each([
    [
      "<4>Nov 21 10:49:59 kernel: app[7]: segfault at 0",
      "10:49:59 - kernel -",
      "the kernel tells of a program",
    ],
    ["Nov 21 10:49:59 fw1 bob@ws1: up", "10:49:59 fw1 - -", "who is logged in somewhere is no program"],
    ["Nov 21 22:49:59 PM fw1: up", "22:49:59 - fw1 -", "hours beyond noon have their half already"],
    ["Nov 21 10:49:59 PM: up", "10:49:59 - PM -", "a program may be called as a half of the day"],
    [
      "<30>Nov 21 10:49:59 U7,788a2056b182,v4.0.66.10832: app[7]: up",
      "10:49:59 - app 7",
      "a device's version is no host",
    ],
    ["Nov 21 10:49:59 fw1 [net] app[7]: up", "10:49:59 fw1 - -", "a bracket is no level"],
  ])("%s has none: %s", (line, said) => {
    expect(headOf(line)).toBe(said);
  });

  test("the exacter of two times of one moment counts", () => {
    const line = "Sat Nov 21 10:49:59 2026 [1795258199.123] daemon.notice app[7]: up";
    expect(isoEventTime(parseLine(line))).toBe("2026-11-21T10:49:59.123000Z");
  });

  test("of two times that do not agree the readable one counts", () => {
    const line = "Sat Nov 21 10:49:59 2026 [1795200000.123] daemon.notice app[7]: up";
    expect(isoEventTime(parseLine(line))).toBe("2026-11-21T10:49:59.000000Z");
  });
});
