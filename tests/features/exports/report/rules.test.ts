import { describe, expect, test } from "bun:test";
import { niceTicks } from "../../../../src/features/exports/report/charts/axis";
import { toRuns } from "../../../../src/features/exports/report/fonts/runs";
import {
  createClock,
  formatDuration,
  formatUptime,
  shorten,
} from "../../../../src/features/exports/report/format";
import { periodOf } from "../../../../src/features/exports/report/period";
import { sentences } from "../../../../src/features/exports/report/sections/summary";
import { ApiError } from "#platform/errors";
import { emptyReport, sampleReport } from "./sample";

describe("the period of a report", () => {
  const now = new Date("2026-11-25T12:00:00Z");
  const day = 86_400_000;

  test("is the last days before its end, which is now at the latest", () => {
    const last = { from: new Date(now.getTime() - 30 * day), to: now };
    expect(periodOf({ days: 30 }, now)).toEqual(last);
    expect(periodOf({ days: 30, to: new Date(now.getTime() + day) }, now)).toEqual(last);
    const to = new Date("2026-06-01T00:00:00Z");
    expect(periodOf({ days: 7, to }, now).from).toEqual(new Date("2026-05-25T00:00:00Z"));
  });

  test.each([
    ["that ends before it begins", { from: new Date("2026-11-02"), to: new Date("2026-11-01") }],
    ["of the future", { from: new Date("2027-01-01") }],
    ["of more than a year", { from: new Date("2020-01-01") }],
  ])("%s is refused", (_, asked) => {
    const refused = () => periodOf({ days: 30, ...asked }, now);
    expect(refused).toThrow(ApiError);
    expect(refused).toThrow(expect.objectContaining({ status: 422 }));
  });
});

describe("figures", () => {
  test("uptime is cut, never rounded up", () => {
    expect([1, 0.99999, 0.5, undefined].map(formatUptime)).toEqual([
      "100 %",
      "99.99 %",
      "50.00 %",
      "unknown",
    ]);
  });

  test("durations have two units at most", () => {
    const second = 1000;
    const durations = [59, 3599, 7500, 90_000, 172_800].map((seconds) => formatDuration(seconds * second));
    expect(durations).toEqual(["59 s", "59 min", "2 h 5 min", "1 d 1 h", "2 d"]);
  });

  test("times are on the clock that was asked for", () => {
    expect(createClock("Asia/Tokyo").time(Date.UTC(2026, 10, 25, 16, 5))).toBe("26 Nov 2026 01:05");
  });

  test("texts are cut between characters", () => {
    expect(shorten("🚀🚀🚀🚀", 3)).toBe("🚀🚀…");
    expect(shorten("x".repeat(240))).toHaveLength(240);
  });

  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [7, [0, 2, 4, 6, 8]],
    [1_000_000, [0, 500_000, 1_000_000]],
  ])("an axis to %p has whole steps", (most, ticks) => {
    expect(niceTicks(most)).toEqual(ticks);
  });
});

describe("fonts", () => {
  const fontsOf = (text: string) => toRuns(text).map(({ font, text: part }) => `${font}: ${part}`);

  test("change where the script does", () => {
    expect(fontsOf("sw-Αθήνα 1")).toEqual([
      "noto-sans-latin: sw-",
      "noto-sans-greek: Αθήνα",
      "noto-sans-latin:  1",
    ]);
  });

  test("of Han characters are Japanese beside kana, Korean beside hangul, else Chinese", () => {
    const familyOf = (text: string) => toRuns(text)[0]?.font.replace(/-\d+$/, "");
    expect(familyOf("東の")).toBe("noto-sans-jp");
    expect(familyOf("東서")).toBe("noto-sans-kr");
    expect(familyOf("東")).toBe("noto-sans-sc");
  });

  test("that lack a character leave it to the next one, or it is seen to be missing", () => {
    const missing = new Map([["noto-sans-greek", new Set("Α")]]);
    expect(toRuns("Α", missing)[0]?.font).not.toBe("noto-sans-greek");
    expect(toRuns("ก")).toMatchObject([{ font: "noto-sans-latin", text: "\ufffd" }]);
  });

  test("may end a line where they change in a long word, not in a short one", () => {
    expect(toRuns("Αθήνα-1")).toHaveLength(2);
    expect(toRuns("Αθήνα-server").map(({ text }) => text)).toEqual(["Αθήνα", "\u200b", "-server"]);
    expect(toRuns("Αθήνα server").map(({ text }) => text)).toEqual(["Αθήνα", " server"]);
  });

  test("have neither controls nor what turns the order of a line", () => {
    expect(toRuns("a\u202egpj.exe\u0007\r\nb")).toMatchObject([{ text: "agpj.exe b" }]);
  });
});

describe("the summary", () => {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

  test("of nothing is short", () => {
    expect(sentences(emptyReport(), day)).toEqual([
      "The inventory is empty.",
      "Nothing was watched for a whole hour of this period, so that nothing can be said about availability.",
      "No alert was raised.",
    ]);
  });

  test("of one of each speaks of one", () => {
    const one = sampleReport({
      inventory: { ...sampleReport().inventory, devices: 1, sites: 1, links: 1, states: { up: 1 } },
      outages: { open: 1, lostMs: 60_000, total: 1, rows: [] },
      alerts: { open: 1, total: 1, rows: [] },
    });
    const said = sentences(one, day);
    expect(said).toContain(
      "The network has 1 device at 1 site and 1 link between them. When this was made, none was down.",
    );
    expect(said).toContain("There was one outage, which lasts. It took 1 min.");
    expect(said).toContain("Alert rules told of 1 incident, of which one is open.");
  });

  test("says why events could not be counted", () => {
    const { events } = sampleReport();
    const failed = sampleReport({
      events: events && { ...events, failure: "Search timed out after 10 seconds" },
    });
    expect(sentences(failed, day)).toContain(
      "Events could not be counted: Search timed out after 10 seconds.",
    );
  });
});
