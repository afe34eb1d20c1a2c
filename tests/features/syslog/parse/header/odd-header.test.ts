import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine, SENDER } from "../parse-line";

const REST = "fw-1 app[7]: hello";
const FIELDS = { sourceHost: "fw-1", app: "app", procid: "7", message: "hello", parser: "generic" };
const NOW = "2026-11-21T10:49:59.000000Z";

describe("a header's time in a form of its own, before a host and a program", () => {
  test.each([
    ["2026/11/21 10:49:59"],
    ["[2026-11-21 10:49:59]"],
    ["Sat Nov 21 10:49:59 2026"],
    ["Sat Nov 21 10:49:59"],
    ["21 Nov 2026 10:49:59"],
    ["21-Nov-2026 10:49:59"],
    ["11/21/2026 10:49:59"],
    ["48213 Nov 21 10:49:59"],
    ["[S=48213] Nov 21 10:49:59"],
    ["[48213] Nov 21 10:49:59"],
    ["[048213] 2026-11-21T10:49:59Z"],
    ["21 Nov 10:49:59"],
  ])("<134>%s", (time) => {
    const message = parseLine(`<134>${time} ${REST}`);
    expect(message).toMatchObject({ ...FIELDS, facility: 16, severity: 6 });
    expect(isoEventTime(message)).toBe(NOW);
  });

  test("without a priority too, where the program has its process", () => {
    for (const time of ["2026-11-21 10:49:59", "Sat Nov 21 10:49:59 2026"]) {
      const message = parseLine(`${time} ${REST}`);
      expect(message).toMatchObject({ ...FIELDS, facility: 1, severity: 5 });
      expect(isoEventTime(message)).toBe(NOW);
    }
    expect(parseLine("2026-11-21 10:49:59 Starting server: done")).toMatchObject({
      app: null,
      facility: null,
    });
  });

  test("without a host and a priority, where the program has its process", () => {
    const message = parseLine("2026-11-21 10:49:59 app[7]: hello");
    expect(message).toMatchObject({ ...FIELDS, sourceHost: SENDER });
    expect(isoEventTime(message)).toBe(NOW);
  });

  test("a priority by its name proves the host behind it", () => {
    const message = parseLine("11-21-2026 10:49:59 Local5.Info 192.0.2.1 FW 192.0.2.10 -> 203.0.113.5");
    expect(message).toMatchObject({ sourceHost: "192.0.2.1", app: null, facility: 21, severity: 6 });
    expect(isoEventTime(message)).toBe(NOW);
  });

  test("behind a priority by its name, what ends as a program does is one and no host", () => {
    const file = "Sat Nov 21 10:49:59 2026 kern.debug";
    expect(parseLine(`${file} kernel: DROP IN=wan SRC=192.0.2.10 DST=203.0.113.5`)).toMatchObject({
      sourceHost: SENDER,
      app: "kernel",
      facility: 0,
      severity: 7,
    });
    expect(parseLine(`${file} dropbear[77]: Exit before auth`)).toMatchObject({
      sourceHost: SENDER,
      app: "dropbear",
      procid: "77",
    });
    expect(parseLine(`${file} gw1 kernel: up`)).toMatchObject({ sourceHost: "gw1", app: "kernel" });
  });

  test("a message's name with two signs proves the host before it", () => {
    const message = parseLine("2026-11-21 10:49:59 fw-1 %%01SECLOG/6/CLOSE(l):IPVer=4,Protocol=tcp");
    expect(message).toMatchObject({ sourceHost: "fw-1", app: "%%01SECLOG/6/CLOSE(l)" });
    expect(isoEventTime(message)).toBe(NOW);
  });

  test.each(["TCP", "DENY"])("%s in the place of the host is none", (word) => {
    expect(parseLine(`2026 Nov 21 10:49:59 ${word} 192.0.2.10:50123=>203.0.113.5:443`)).toMatchObject({
      sourceHost: SENDER,
      srcIp: "192.0.2.10",
    });
  });

  test.each([
    "Accepted connection from 203.0.113.9:50122",
    "Login failed for user admin from 203.0.113.9",
    "Connection closed: 203.0.113.9",
    "blocked udp from 203.0.113.9",
  ])("a sentence has no host before it: %s", (message) => {
    for (const time of ["Nov 21 10:49:59", "2026-11-21T10:49:59Z", "2026-11-21 10:49:59"])
      expect(parseLine(`<134>${time} ${message}`)).toMatchObject({ sourceHost: SENDER, app: null, message });
    expect(parseLine(`<134>Nov 21 10:49:59 Connection app[7]: hello`).sourceHost).toBe("Connection");
  });

  test("the level of a program that logs to a file is no host", () => {
    const message = parseLine("2026-11-21 10:49:59,123 INFO app[7]: hello");
    expect(message).toMatchObject({ ...FIELDS, sourceHost: SENDER });
    expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.123000Z");
  });

  test("without a time, where the program has its process", () => {
    expect(parseLine(`<134>${REST}`)).toMatchObject({ ...FIELDS, eventTimeMicros: null });
    expect(parseLine("<134>user app: hello").sourceHost).not.toBe("user");
  });
});

describe("what stands between the time and the host is no host", () => {
  test.each([
    ["Nov 21 11:49:59 +0100", NOW],
    ["Nov 21 10:49:59 GMT", NOW],
    ["Nov 21 11:49:59 CET", NOW],
    ["Nov 21 10:49:59 2026 UTC", NOW],
    ["2026-11-21 11:49:59 +01:00", NOW],
    ["Nov 21 11:00:00 2026-11-21T10:49:59Z", NOW],
    ["Nov 21 11:00:00 2026-11-21 10:49:59,5", "2026-11-21T10:49:59.500000Z"],
    ["Nov 21 11:00:00 Nov 21 10:49:59", NOW],
    ["Nov 21 10:49:59 [12345]", NOW],
    ["Nov 21 10:49:59 [S=12345]", NOW],
    ["Nov 21 10:49:59 local5.info", NOW],
    ["Nov 21 10:49:59 <local5.info>", NOW],
    ["Nov 21 10:49:59 Local5.Info", NOW],
  ])("%s", (head, time) => {
    const message = parseLine(`<134>${head} ${REST}`);
    expect(message).toMatchObject(FIELDS);
    expect(isoEventTime(message)).toBe(time);
  });

  test("an offset counts from the clock as it is printed, whatever the sender's zone is", () => {
    const message = parseLine(`<134>Nov 21 11:49:59 +0100 ${REST}`, { timeZone: "America/New_York" });
    expect(isoEventTime(message)).toBe(NOW);
  });

  test("a host that is called as a zone stays one", () => {
    expect(parseLine("<134>Nov 21 10:49:59 MSK app[7]: hello")).toMatchObject({
      sourceHost: "MSK",
      app: "app",
    });
    expect(parseLine("<134>Nov 21 10:49:59 EST app: hello").sourceHost).toBe("EST");
  });

  test.each(["[S=48213]", "[SN=AB12CD]", "[12345]", "2026-11-21 10:49:59", "[2026-11-21 10:49:59]"])(
    "%s behind the host, before a program, is skipped",
    (mark) => {
      const message = parseLine(`<134>Nov 21 10:49:59 fw-1 ${mark} app[7]: hello`);
      expect(message).toMatchObject(FIELDS);
      expect(isoEventTime(message)).toBe(NOW);
    },
  );

  test.each(["[12345] Hello: all is well", "2026-11-21 10:49:59 error: it failed", "[app] hello: there"])(
    "%s behind the host is the message",
    (message) => {
      expect(parseLine(`<134>Nov 21 10:49:59 fw-1 ${message}`)).toMatchObject({ app: null, message });
    },
  );
});

test("RFC 5424 that lost its priority and version is read behind its host", () => {
  expect(parseLine("2026-11-21T10:49:59Z gw-1 rdpproxy 4597 - - [RDP Session] opened")).toMatchObject({
    sourceHost: "gw-1",
    app: "rdpproxy",
    procid: "4597",
    msgid: null,
    message: "[RDP Session] opened",
  });
  expect(parseLine("<13>Nov 21 10:49:59 gw-1 it costs - in all - little").app).toBeNull();
});
