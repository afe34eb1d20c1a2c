import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

describe("the time that a line without a header begins with is the event's", () => {
  test.each([
    ["2026-11-21 10:49:59 started", "2026-11-21T10:49:59.000000Z"],
    ["2026-11-21 10:49:59,123 started", "2026-11-21T10:49:59.123000Z"],
    ["2026-11-21 10:49:59.123456 started", "2026-11-21T10:49:59.123456Z"],
    ["2026-11-21 11:49:59 +0100 started", "2026-11-21T10:49:59.000000Z"],
    ["2026-11-21 11:49:59+01:00 started", "2026-11-21T10:49:59.000000Z"],
    ["2026-11-21 10:49:59 UTC started", "2026-11-21T10:49:59.000000Z"],
    ["2026/11/21 10:49:59 started", "2026-11-21T10:49:59.000000Z"],
    ["[2026-11-21 10:49:59] started", "2026-11-21T10:49:59.000000Z"],
    ["21/Nov/2026 10:49:59 started", "2026-11-21T10:49:59.000000Z"],
    ["21/Nov/2026:11:49:59 +0100 started", "2026-11-21T10:49:59.000000Z"],
    ["11/21/2026:10:49:59 GMT started", "2026-11-21T10:49:59.000000Z"],
    ["21/11/2026:10:49:59 GMT started", "2026-11-21T10:49:59.000000Z"],
    ['time="2026-11-21T10:49:59Z" level=info', "2026-11-21T10:49:59.000000Z"],
    ["ts=2026-11-21T10:49:59.5Z level=info", "2026-11-21T10:49:59.500000Z"],
    ["date=2026-11-21 time=10:49:59 type=x", "2026-11-21T10:49:59.000000Z"],
    ["20261121T104959Z started", "2026-11-21T10:49:59.000000Z"],
    ["20261121-10:49:59.123 started", "2026-11-21T10:49:59.123000Z"],
    ["[20261121 10:49:59] started", "2026-11-21T10:49:59.000000Z"],
    ["Sat Nov 21 10:49:59 UTC 2026 started", "2026-11-21T10:49:59.000000Z"],
    ["Nov 21, 2026 10:49:59.123 started", "2026-11-21T10:49:59.123000Z"],
    ["[WARN] 2026-11-21T10:49:59Z started", "2026-11-21T10:49:59.000000Z"],
    ["INFO  2026-11-21 10:49:59,123 started", "2026-11-21T10:49:59.123000Z"],
    ["DETECT|2026-11-21 10:49:59|v4|x", "2026-11-21T10:49:59.000000Z"],
    ["www-1 [Sat Nov 21 10:49:59 2026] [notice] started", "2026-11-21T10:49:59.000000Z"],
    ["1795258199 started", "2026-11-21T10:49:59.000000Z"],
    ["1795258199.123456 started", "2026-11-21T10:49:59.123456Z"],
    ["1795258199123 started", "2026-11-21T10:49:59.123000Z"],
  ])("%s", (line, time) => {
    const message = parseLine(line);
    expect(isoEventTime(message)).toBe(time);
    expect(message).toMatchObject({ parser: "generic", message: line, facility: null });
  });

  test("a number or a date that is none is left alone", () => {
    for (const line of [
      "2026-13-21 10:49:59 x",
      "2026-11-21 10:49:59x",
      "2026-11-21 x",
      "1795258199x",
      "179525819 x",
      "9999999999999 x",
      "1.2.3.4 x",
      "12/2026 x",
    ])
      expect(parseLine(line).eventTimeMicros).toBeNull();
  });

  test("the sender's zone holds where the text names none", () => {
    expect(isoEventTime(parseLine("2026-11-21 11:49:59 x", { timeZone: "Europe/Berlin" }))).toBe(
      "2026-11-21T10:49:59.000000Z",
    );
  });

  test("a header's time wins, and behind a priority alone it is read", () => {
    expect(isoEventTime(parseLine("<13>Nov 21 10:49:59 h 1795258000 x"))).toBe("2026-11-21T10:49:59.000000Z");
    expect(
      parseLine(
        "<134> 11/21/2026:10:49:59 GMT ns-1 0-PPE-1 : default TCP X 1 0 : Source 192.0.2.1:1 - Destination 192.0.2.2:2",
      ),
    ).toMatchObject({ sourceHost: "ns-1", srcIp: "192.0.2.1", dstIp: "192.0.2.2", facility: 16 });
  });
});

test("a level in capitals is no host, and the program's name behind it is read", () => {
  expect(parseLine("<174>Nov 21 10:49:59 INFO  uvm[7]: started")).toMatchObject({
    sourceHost: "198.51.100.200",
    app: "uvm",
    procid: "7",
    message: "started",
  });
  expect(parseLine("2026-11-21T10:49:59Z WARN disk is full")).toMatchObject({
    sourceHost: "198.51.100.200",
    message: "WARN disk is full",
  });
});

test.each(["2026-11-21 10:49", "2026/11/21 10:49", "date=2026-11-21 time=10:49"])(
  "a clock without seconds: %s",
  (time) => {
    expect(parseLine(`${time} initiatorip=192.0.2.10 responderip=203.0.113.5`).eventTimeMicros).toBe(
      Date.UTC(2026, 10, 21, 10, 49) * 1000,
    );
  },
);

test("a clock that goes on without being one is no time", () => {
  expect(
    parseLine("2026-11-21 10:49:5 initiatorip=192.0.2.10 responderip=203.0.113.5").eventTimeMicros,
  ).toBeNull();
});

test("a header whose fields all stand in brackets with their names", () => {
  const line = parseLine(
    "[Time 2006.11.02 11:41:44 UTC] [Facility auth] [Sender sshd] [PID 800] [Message refused connect from 192.0.2.9] [Level 4] [UID -2] [GID -2] [Host mac2]",
  );
  expect(line).toMatchObject({ srcIp: "192.0.2.9", sourceHost: "mac2", app: "sshd", procid: "800" });
  expect(line.eventTimeMicros).toBe(Date.UTC(2006, 10, 2, 11, 41, 44) * 1000);
});

test.each<[string, number | null]>([
  ["[timestamp: 2026-11-21 10:49:58] [host: fw1]", Date.UTC(2026, 10, 21, 10, 49, 58) * 1000],
  ["[Time: 2026/11/21 10:49:58]", Date.UTC(2026, 10, 21, 10, 49, 58) * 1000],
  ["[Time 1.2.3.4 11:41:44]", null],
  ["[Time 2026.11-21 11:41:44]", null],
])("a time that is called one in brackets: %s", (time, micros) => {
  expect(parseLine(`${time} refused connect from 192.0.2.9`).eventTimeMicros).toBe(micros);
});
