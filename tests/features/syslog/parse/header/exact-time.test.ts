import { describe, expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

function timeOf(line: string, timeZone = "UTC"): string {
  return isoEventTime(parseLine(line, { timeZone }))?.slice(0, 23) ?? "-";
}

describe("of a header's time and a program's own", () => {
  test.each([
    ["Nov 21 10:49:59 fw1 app[7]: 2026-11-21T10:49:59.123Z\tINFO\tup", "the fraction counts"],
    ["Nov 21 10:49:59 fw1 app[7]: [2026-11-21 10:49:59,123] up", "the fraction in a bracket"],
    [
      "Nov 21 10:50:00 fw1 app[7]: 2026/11/21 10:49:59.123 up",
      "what was stamped a second later is the same moment",
    ],
    ["2026-11-21T10:49:59+00:00 fw1 app[7]: 2026-11-21 10:49:59.123 up", "a zone holds for both"],
    ["2026-11-21T12:49:59+02:00 fw1 app[7]: 2026-11-21 12:49:59.123 up", "another zone, too"],
    ["Nov 21 18:49:59 fw1 app: 2026-11-21T10:49:59.123Z#011info#011up", "the zone that is named counts"],
    ["Nov 21 05:19:59 fw1 app[7]: 2026-11-21T10:49:59.123+00:00 up", "whatever the other's is"],
    ["<30>Nov 21 10:49:59 fw1 app[7]: [2026-11-21 12:49:59.123 (UTC+0200)] up", "a zone in brackets"],
  ])("%s: %s", (line) => {
    expect(timeOf(line)).toBe("2026-11-21T10:49:59.123");
  });

  test.each([
    ["Nov 21 10:49:59 fw1 app[7]: 2026-11-21 09:49:59.123 up", "another hour of no zone"],
    ["2026-11-21T10:49:59Z fw1 app[7]: 2026-11-21T08:49:59.123Z up", "another moment where both have a zone"],
    ["Nov 21 10:49:59 fw1 app[7]: 2026-11-21T08:41:12Z is when it ends", "another moment"],
    ["Nov 21 10:49:59 fw1 app[7]: 2026-11-21T10:49:58Z up", "no fraction"],
    [
      "Nov 21 10:49:59 fw1 app[7]: up since 2026-11-21 10:49:59.123",
      "a time that the text does not begin with",
    ],
  ])("the header's holds: %s has %s", (line) => {
    expect(timeOf(line)).toBe("2026-11-21T10:49:59.000");
  });

  test("the sender's zone holds for both", () => {
    const line = "Nov 21 11:49:59 fw1 app[7]: 2026-11-21 11:49:59.123 up";
    expect(timeOf(line, "Europe/Berlin")).toBe("2026-11-21T10:49:59.123");
  });

  test("a header's own fraction is not replaced", () => {
    const line = "2026-11-21T10:49:59.500Z fw1 app[7]: 2026-11-21T10:49:59.123Z up";
    expect(timeOf(line)).toBe("2026-11-21T10:49:59.500");
  });
});
