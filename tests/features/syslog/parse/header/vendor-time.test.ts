import { describe, expect, test } from "bun:test";
import { emptyMessage, type Line } from "../../../../../src/features/syslog/parse/line";
import {
  readDateAndTime,
  readEpoch,
  readVendorTime,
} from "../../../../../src/features/syslog/parse/header/vendor-time";
import { ARRIVAL_MICROS, isoEventTime } from "../parse-line";

function line(changes: Partial<Line> = {}): Line {
  return {
    text: "",
    message: emptyMessage(),
    receivedAtMicros: ARRIVAL_MICROS,
    timeZone: "UTC",
    headerOffsetSeconds: null,
    ...changes,
  };
}

const iso = (eventTimeMicros: number | null) => isoEventTime({ eventTimeMicros });

describe("shapes", () => {
  test.each<[string, string | null]>([
    ["2026-11-21T10:49:59.5Z", "2026-11-21T10:49:59.500000Z"],
    ["2026-11-21 10:49:59", "2026-11-21T10:49:59.000000Z"],
    ["2026/11/21 10:49:59", "2026-11-21T10:49:59.000000Z"],
    ["2026-11-21 10:49:59 UTC", "2026-11-21T10:49:59.000000Z"],
    ["2026-11-21 10:49:59 CET", "2026-11-21T10:49:59.000000Z"],
    ["1795258199", "2026-11-21T10:49:59.000000Z"],
    ["1795258199.123456789", "2026-11-21T10:49:59.123456Z"],
    ["1795258199123", "2026-11-21T10:49:59.123000Z"],
    ["1795258199123456789", "2026-11-21T10:49:59.123456Z"],
    ["Nov 21 2026 10:49:59", "2026-11-21T10:49:59.000000Z"],
    ["Nov 21 10:49:59", "2026-11-21T10:49:59.000000Z"],
    ["Sat Nov 21 10:49:59 2026", "2026-11-21T10:49:59.000000Z"],
    ["21/Nov/2026:11:49:59 +0100", "2026-11-21T10:49:59.000000Z"],
    ["21/Nov/2026:10:49:59.123", "2026-11-21T10:49:59.123000Z"],
    ["11/21/2026 10:49:59", "2026-11-21T10:49:59.000000Z"],
    ["11/21/2026-10:49:59.123456", "2026-11-21T10:49:59.123456Z"],
    ["2026-11-21 11:49:59.5 +0100", "2026-11-21T10:49:59.500000Z"],
    ["2026-11-21 10:49:59.0218 +0000 UTC", "2026-11-21T10:49:59.021800Z"],
    ["21-Nov-2026 10:49:59", "2026-11-21T10:49:59.000000Z"],
    ["21 Nov 2026 10:49:59 +0000", "2026-11-21T10:49:59.000000Z"],
    ["Sat, 21 Nov 2026 10:49:59 GMT", "2026-11-21T10:49:59.000000Z"],
    ["November 21, 2026 10:49:59", "2026-11-21T10:49:59.000000Z"],
    ["Nov 21, 2026 @ 10:49:59.123", "2026-11-21T10:49:59.123000Z"],
    ["Nov 21, 2026, 10:49:59 PM", "2026-11-21T22:49:59.000000Z"],
    ["11/21/2026, 10:49:59 PM", "2026-11-21T22:49:59.000000Z"],
    ["11/21/2026 12:09:59 am", "2026-11-21T00:09:59.000000Z"],
    ["1/5/2026 9:03:04 PM", "2026-01-05T21:03:04.000000Z"],
    ["21/11/2026 10:49:59", "2026-11-21T10:49:59.000000Z"],
    ["2026-11-21 10:49:59 PM", "2026-11-21T22:49:59.000000Z"],
    ["21.11.2026 10:49:59", "2026-11-21T10:49:59.000000Z"],
    ["20261121T104959Z", "2026-11-21T10:49:59.000000Z"],
    ["20261121104959", "2026-11-21T10:49:59.000000Z"],
    ["21-11-2026 10:49:59", null],
    ["31.02.2026 10:49:59", null],
    ["21-Nov 2026 10:49:59", null],
    ["2026-02-30 10:49:59", null],
    ["2026-11-21T10:49:59Z tomorrow", null],
    ["21/Xxx/2026:10:49:59", null],
    ["12345678", null],
    ["yesterday", null],
    ["", null],
  ])("%s is %s", (text, wanted) => {
    expect(iso(readVendorTime(text, line()))).toBe(wanted);
  });
});

describe("a time without an offset", () => {
  test("is in the header's zone, if that is one", () => {
    expect(iso(readVendorTime("2026/11/21 11:49:59", line({ headerOffsetSeconds: 3600 })))).toBe(
      "2026-11-21T10:49:59.000000Z",
    );
    expect(iso(readVendorTime("2026/11/21 10:49:59", line({ headerOffsetSeconds: 0 })))).toBe(
      "2026-11-21T10:49:59.000000Z",
    );
  });

  test("is in the sender's zone else", () => {
    expect(iso(readVendorTime("2026/11/21 11:49:59", line({ timeZone: "Europe/Berlin" })))).toBe(
      "2026-11-21T10:49:59.000000Z",
    );
  });
});

describe("date, time and zone apart", () => {
  test.each<[string, string | null]>([
    ["+0100", "2026-11-21T10:49:59.000000Z"],
    ["UTC+1", "2026-11-21T10:49:59.000000Z"],
    ["+01:00", "2026-11-21T10:49:59.000000Z"],
    ["-11", "2026-11-21T22:49:59.000000Z"],
    ["GMT", "2026-11-21T11:49:59.000000Z"],
    ["IST", "2026-11-21T11:49:59.000000Z"],
    ["", "2026-11-21T11:49:59.000000Z"],
    ["+99", null],
  ])("%s", (zone, wanted) => {
    expect(iso(readDateAndTime("2026-11-21", "11:49:59", { zone, line: line() }))).toBe(wanted);
  });

  test("need both", () => {
    expect(readDateAndTime("", "11:49:59", { zone: "", line: line() })).toBeNull();
  });
});

test("an epoch is exact to the microsecond", () => {
  expect(readEpoch("1587230163375121116")).toBe(1_587_230_163_375_121);
  expect(readEpoch("1587230163.000001")).toBe(1_587_230_163_000_001);
  for (const text of [
    "15872301x3",
    "1587230163.",
    "1587230163.1234567890",
    "-1587230163",
    "99999999999999999999",
  ]) {
    expect(readEpoch(text)).toBeNull();
  }
});
