import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

const HEADER = { sourceHost: "ws-1", app: "guard", procid: "7" };

describe("a month of another language", () => {
  test.each([
    ["févr. 06", "2027-02-06T10:49:59.000000Z"],
    ["Mär 06", "2027-03-06T10:49:59.000000Z"],
    ["dic 06", "2026-12-06T10:49:59.000000Z"],
    ["sie 06", "2026-08-06T10:49:59.000000Z"],
    ["авг 06", "2026-08-06T10:49:59.000000Z"],
    ["8月 06", "2026-08-06T10:49:59.000000Z"],
    ["12월  6", "2026-12-06T10:49:59.000000Z"],
  ])("%s is one", (date, time) => {
    const message = parseLine(`${date} 10:49:59 ws-1 guard[7]: started`);
    expect(message).toMatchObject(HEADER);
    expect(isoEventTime(message)).toBe(time);
  });

  test("what two languages call different months by leaves the time open", () => {
    const message = parseLine("srp 06 10:49:59 ws-1 guard[7]: started");
    expect(message).toMatchObject(HEADER);
    expect(isoEventTime(message)).toBeNull();
  });

  test.each([["round 06 10:49:59 ws-1 guard[7]: started"], ["dic 06 10:49:59 all is well"]])(
    "none is in %s",
    (text) => {
      expect(parseLine(text)).toMatchObject({ app: null, procid: null });
    },
  );
});

describe("a host behind a time with a zone", () => {
  test.each([
    ["2026-11-21 10:49:59.841+00 tap0.example.com CEF:0|V|P|1|1|n|7|src=192.0.2.7", "tap0.example.com"],
    ["2026-11-21 10:49:59 +0000 UTC fw-1 guard[7]: started", "fw-1"],
    ["2026-11-21 13:49:59 +0300 +03 fw-1 guard[7]: started", "fw-1"],
    ["2026-11-21 10:49:59 +0000 UTC worker-2 \tipv4 src addr 192.0.2.7 dst addr 203.0.113.9", "worker-2"],
  ])("%s", (text, host) => {
    const message = parseLine(text);
    expect(message.sourceHost).toBe(host);
    expect(isoEventTime(message)?.slice(0, 19)).toBe("2026-11-21T10:49:59");
  });

  test.each([
    ["2026-11-21 10:49:59 +0000 UTC re-connecting to 203.0.113.9:443"],
    ["2026-11-21 10:49:59 +0100 WARN guard is down"],
    ["2026-11-21T10:49:59.123Z CLOSE host=192.0.2.7 port=50122 fd=4"],
  ])("none is in %s", (text) => {
    expect(parseLine(text).sourceHost).toBe("198.51.100.200");
  });
});

describe("a date with the day first", () => {
  test.each([["21.11.2026 10:49:59 ERROR x"], ["[21-11-2026 - 10:49:59] x"], ["[11-21-2026 - 10:49:59] x"]])(
    "%s",
    (text) => {
      expect(isoEventTime(parseLine(text))).toBe("2026-11-21T10:49:59.000000Z");
    },
  );
});

describe("the year of a header that has none", () => {
  test.each([
    ["21.11.2024 10:49:59 ERROR x"],
    ["[2024-11-21 10:49:59] x"],
    ["2024-11-21T10:49:59Z INFO x"],
    ["21/Nov/2024 10:49:59 x"],
  ])("is that of %s", (body) => {
    expect(isoEventTime(parseLine(`Nov 21 10:49:59 ws-1 guard[7]: ${body}`))).toBe(
      "2024-11-21T10:49:59.000000Z",
    );
  });

  test.each([["2024-03-02 10:49:59 is when the licence ends"], ["1234567 packets"], ["2024 was long ago"]])(
    "is the nearest before %s",
    (body) => {
      expect(isoEventTime(parseLine(`Nov 21 10:49:59 ws-1 guard[7]: ${body}`))).toBe(
        "2026-11-21T10:49:59.000000Z",
      );
    },
  );

  test("is its own where it has one", () => {
    expect(isoEventTime(parseLine("2026-11-21T10:49:59Z ws-1 guard[7]: 2024-11-21 10:49:59 x"))).toBe(
      "2026-11-21T10:49:59.000000Z",
    );
  });
});
