import { describe, expect, test } from "bun:test";
import {
  epochMicros,
  readBsdTime,
  readIsoTime,
} from "../../../../../src/features/syslog/parse/header/timestamp";
import { ARRIVAL_MICROS, isoEventTime } from "../parse-line";

const reference = { receivedAtMicros: ARRIVAL_MICROS, timeZone: "UTC" };
const iso = (micros: number | null | undefined) => isoEventTime({ eventTimeMicros: micros ?? null });

describe("ISO times", () => {
  test.each([
    ["2026-11-21T10:50:00Z", "2026-11-21T10:50:00.000000Z"],
    ["2026-11-21t10:50:00z", "2026-11-21T10:50:00.000000Z"],
    ["2026-11-21 10:50:00", "2026-11-21T10:50:00.000000Z"],
    ["2026-11-21T10:50:00.1Z", "2026-11-21T10:50:00.100000Z"],
    ["2026-11-21T10:50:00,123Z", "2026-11-21T10:50:00.123000Z"],
    ["2026-11-21T10:50:00.123456789Z", "2026-11-21T10:50:00.123456Z"],
    ["2003-08-24T05:14:15.000003-07:00", "2003-08-24T12:14:15.000003Z"],
    ["2026-11-21T10:50:00+0530", "2026-11-21T05:20:00.000000Z"],
    ["2026-11-21T10:50:00+01", "2026-11-21T09:50:00.000000Z"],
    ["2018-12-31T23:59:59.999999-23:59", "2019-01-01T23:58:59.999999Z"],
    ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000000Z"],
    ["2017-01-01T05:29:60.5+05:30", "2017-01-01T00:00:00.500000Z"],
    ["2024-02-29T12:00:00Z", "2024-02-29T12:00:00.000000Z"],
    ["1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.500000Z"],
    ["2038-01-19T03:14:08Z", "2038-01-19T03:14:08.000000Z"],
    ["9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.000000Z"],
  ])("%s is %s", (text, expected) => {
    const time = readIsoTime(text, 0, reference);
    expect(iso(time?.micros)).toBe(expected);
    expect(time?.end).toBe(text.length);
  });

  test.each([
    ["2018-02-29T22:14:16+01:00"],
    ["2003-09-31T22:14:15.003Z"],
    ["2026-13-01T00:00:00Z"],
    ["2026-00-10T00:00:00Z"],
    ["0000-01-01T00:00:00Z"],
    ["2026-11-21T24:00:00Z"],
    ["2026-11-21T22:99:16Z"],
    ["2026-11-21T22:09:99Z"],
    ["2026-11-21T22:09:60Z"],
    ["2026-11-21T22:09:01."],
    ["2026-11-21T22:09:01-24:00"],
    ["2026-11-21T22:09:01-07:61"],
    ["9999-12-31T23:59:59-01:00"],
  ])("%s has the shape but is no moment", (text) => {
    expect(readIsoTime(text, 0, reference)?.micros).toBeNull();
  });

  test.each([
    ["2026-11-21"],
    ["2026/11/21 10:50:00"],
    ["201-11-22T10:50:00Z"],
    ["aaaa-11-22T10:50:00Z"],
    [""],
    ["-"],
  ])("%j has not the shape", (text) => {
    expect(readIsoTime(text, 0, reference)).toBeNull();
  });
});

describe("RFC 3164 times", () => {
  test.each([
    ["Nov 21 10:50:00", "2026-11-21T10:50:00.000000Z"],
    ["Nov  1 10:50:00", "2026-11-01T10:50:00.000000Z"],
    ["Nov 1 10:50:00", "2026-11-01T10:50:00.000000Z"],
    ["NOV 01 10:50:00.123", "2026-11-01T10:50:00.123000Z"],
    ["Apr 15 2007 21:28:13", "2007-04-15T21:28:13.000000Z"],
    ["Aug 11 23:19:25 2010", "2010-08-11T23:19:25.000000Z"],
    ["2017 Mar  6 12:53:10", "2017-03-06T12:53:10.000000Z"],
    ["2018 Apr 07 10:23:35 CET: x", "2018-04-07T09:23:35.000000Z"],
    ["Oct 19 15:34:54.471 EDT: x", "2026-10-19T19:34:54.471000Z"],
    ["Aug 24 05:34:00 CST 1987 x", "1987-08-24T11:34:00.000000Z"],
    ["Dec 31 23:59:60", "2027-01-01T00:00:00.000000Z"],
  ])("%s is %s", (text, expected) => {
    expect(iso(readBsdTime(text, 0, reference)?.micros)).toBe(expected);
  });

  test.each([
    ["Feb 30 10:00:00"],
    ["Nov 31 10:00:00"],
    ["Nov 0 10:00:00"],
    ["Nov 21 25:00:00"],
    ["Nov 21 10:61:00"],
    ["Feb 29 2023 10:00:00"],
  ])("%s has the shape but is no moment", (text) => {
    expect(readBsdTime(text, 0, reference)?.micros).toBeNull();
  });

  test.each([
    ["Nov 21 10:50"],
    ["Nov 123 10:50:00"],
    ["Nox 21 10:50:00"],
    ["November 21 10:50:00"],
    ["Nov 21 1x:50:00"],
    ["21 Nov 10:50:00"],
    [""],
  ])("%j has not the shape", (text) => {
    expect(readBsdTime(text, 0, reference)).toBeNull();
  });

  test("a word behind the time that is no zone and no year is left alone", () => {
    expect(readBsdTime("Nov 21 10:50:00 UTC", 0, reference)?.end).toBe(15);
    expect(readBsdTime("Nov 21 10:50:00 SUDO: x", 0, reference)?.end).toBe(15);
    expect(readBsdTime("Nov 21 10:50:00 4711 x", 0, reference)?.end).toBe(15);
  });
});

describe("the year of a time without one is the nearest to its arrival", () => {
  test.each([
    ["Dec 31 23:59:59", "2027-01-01T00:00:05Z", 2026],
    ["Jan  1 00:00:05", "2026-12-31T23:59:58Z", 2027],
    ["Jan  1 00:00:05", "2027-01-01T00:00:06Z", 2027],
    ["Dec 31 23:59:59", "2026-12-31T23:59:59Z", 2026],
    ["Jul  5 12:00:00", "2026-12-30T12:00:00Z", 2026],
    ["Jun 25 12:00:00", "2026-12-30T12:00:00Z", 2027],
    ["Jul  5 12:00:00", "2027-01-01T12:00:00Z", 2026],
    ["Feb 29 08:00:00", "2024-02-29T08:00:01Z", 2024],
    ["Feb 29 08:00:00", "2024-03-01T08:00:01Z", 2024],
    ["Feb 29 08:00:00", "2026-11-21T08:00:00Z", 2028],
    ["Feb 29 08:00:00", "2025-01-21T08:00:00Z", 2024],
    ["Feb 29 08:00:00", "2099-12-31T08:00:00Z", 2096],
  ])("%s at %s is of %i", (text, arrival, year) => {
    const receivedAtMicros = Date.parse(arrival) * 1000;
    expect(iso(readBsdTime(text, 0, { receivedAtMicros, timeZone: "UTC" })?.micros)?.slice(0, 4)).toBe(
      String(year),
    );
  });

  test("holds for every stamp, zone and arrival around a New Year", () => {
    const zones = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland"];
    const arrivals = [
      "2026-12-31T23:59:59Z",
      "2027-01-01T00:00:01Z",
      "2026-07-01T00:00:00Z",
      "2027-03-01T12:00:00Z",
    ];
    for (const arrival of arrivals) {
      for (const timeZone of zones) {
        const format = new Intl.DateTimeFormat("en-US", {
          timeZone,
          hourCycle: "h23",
          month: "short",
          day: "2-digit",
          hour: "2-digit",
          minute: "2-digit",
          second: "2-digit",
        });
        for (let hours = -90 * 24; hours <= 90 * 24; hours += 108) {
          const sentMs = Date.parse(arrival) + hours * 3_600_000;
          const part = new Map(format.formatToParts(sentMs).map(({ type, value }) => [type, value]));
          const stamp = `${part.get("month")} ${part.get("day")} ${part.get("hour")}:${part.get("minute")}:${part.get("second")}`;
          const time = readBsdTime(stamp, 0, { receivedAtMicros: Date.parse(arrival) * 1000, timeZone });
          expect(iso(time?.micros)).toBe(iso(sentMs * 1000));
        }
      }
    }
  });
});

describe("a zone that a time does not name", () => {
  const at = (text: string, timeZone: string, arrival: string) =>
    iso(readIsoTime(text, 0, { receivedAtMicros: Date.parse(arrival) * 1000, timeZone })?.micros);

  test.each([
    ["2026-01-15T12:00:00", "Europe/Berlin", "2026-01-15T11:00:00.000000Z"],
    ["2026-07-15T12:00:00", "Europe/Berlin", "2026-07-15T10:00:00.000000Z"],
    ["2026-07-15T12:00:00", "America/St_Johns", "2026-07-15T14:30:00.000000Z"],
    ["2026-07-15T12:00:00", "Asia/Kathmandu", "2026-07-15T06:15:00.000000Z"],
    ["2026-07-15T12:00:00", "Nowhere/Land", "2026-07-15T12:00:00.000000Z"],
  ])("%s in %s is %s", (text, zone, expected) => {
    expect(at(text, zone, "2026-07-15T12:00:00Z")).toBe(expected);
  });

  test("an hour that the autumn repeats is the one nearer to the arrival", () => {
    expect(at("2026-10-25T02:30:00", "Europe/Berlin", "2026-10-25T00:30:01Z")).toBe(
      "2026-10-25T00:30:00.000000Z",
    );
    expect(at("2026-10-25T02:30:00", "Europe/Berlin", "2026-10-25T01:30:01Z")).toBe(
      "2026-10-25T01:30:00.000000Z",
    );
  });

  test("an hour that the spring skips moves ahead", () => {
    expect(at("2026-03-29T02:30:00", "Europe/Berlin", "2026-03-29T01:30:00Z")).toBe(
      "2026-03-29T01:30:00.000000Z",
    );
  });

  test("counts for nothing where the time names one", () => {
    expect(at("2026-07-15T12:00:00Z", "Europe/Berlin", "2026-07-15T12:00:00Z")).toBe(
      "2026-07-15T12:00:00.000000Z",
    );
  });
});

test.each<[number, string | null]>([
  [1_748_073_209, "2025-05-24T07:53:29.000000Z"],
  [1_748_073_209.25, "2025-05-24T07:53:29.250000Z"],
  [1_748_073_209_123, "2025-05-24T07:53:29.123000Z"],
  [1_748_073_209_123_456, "2025-05-24T07:53:29.123456Z"],
  [1_748_073_209_123_456_768, "2025-05-24T07:53:29.123456Z"],
  [0, null],
  [-5, null],
  [Number.NaN, null],
  [Infinity, null],
])("the epoch number %d is %s", (value, expected) => {
  expect(iso(epochMicros(value))?.slice(0, 25) ?? null).toBe(expected?.slice(0, 25) ?? null);
});
