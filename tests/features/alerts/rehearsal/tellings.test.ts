import { describe, expect, test } from "bun:test";
import { stepsOf } from "../../../../src/features/alerts/past/log-lines";
import { play, type Alert } from "../../../../src/features/alerts/rehearsal/course";
import { noticesOf } from "../../../../src/features/alerts/rehearsal/notices";
import { tellingsOf } from "../../../../src/features/alerts/rehearsal/tellings";
import { AlertRuleCreate, toRuleColumns } from "../../../../src/features/alerts/rules/models";

const at = (text: string) => Date.parse(`2026-11-${text}:00Z`);
const WEEK = { fromMs: at("18T00:00"), toMs: at("25T00:00") };
const EVERY_DAY = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const NIGHT = { time_zone: "UTC", windows: [{ days: EVERY_DAY, begins: "22:00", ends: "07:00" }] };

const rule = (fields: Record<string, unknown>) =>
  toRuleColumns(
    AlertRuleCreate.parse({ name: "r", event_type: "device_offline", channels: ["ntfy"], ...fields }),
  );

const lasted = (from: string, to: string | null): Alert => ({
  kind: "lasted",
  sentence: "down",
  startedAtMs: at(from),
  firedAtMs: at(from),
  endedAtMs: to === null ? null : at(to),
  endToldAtMs: to === null ? null : at(to),
});
const happened = (when: string): Alert => ({ kind: "happened", sentence: "up", firedAtMs: at(when) });

/** When messages go out, and of how many alerts each is. */
const messages = (fields: Record<string, unknown>, alerts: readonly Alert[]) =>
  noticesOf(rule(fields), tellingsOf(rule(fields), alerts, WEEK)).map(
    ({ atMs, alerts: count }) => [new Date(atMs).toISOString().slice(8, 16), count] as const,
  );

describe("what quiet hours keep back", () => {
  const quiet = { quiet_hours: { ...NIGHT, except_critical: true } };

  test("is told together when they are over, where it still lasts", () => {
    const alerts = [lasted("19T23:00", null), lasted("20T01:00", "20T09:00"), happened("20T02:00")];
    expect(messages(quiet, alerts)).toEqual([
      ["20T07:00", 3],
      ["20T09:00", 1],
    ]);
  });

  test("is not told where it is over by then, nor is its end", () => {
    expect(messages(quiet, [lasted("19T23:00", "20T03:00")])).toEqual([]);
  });

  test("is told at once where it is critical", () => {
    expect(messages({ ...quiet, severity: "critical" }, [lasted("19T23:00", null)])).toEqual([
      ["19T23:00", 1],
    ]);
  });

  test("is the end of what was told before, until they are over", () => {
    expect(messages(quiet, [lasted("19T20:00", "19T23:00")])).toEqual([
      ["19T20:00", 1],
      ["20T07:00", 1],
    ]);
  });
});

test("a rule that rests tells what lasts when its hours begin, the end of what it has told at once, and nothing that just happened", () => {
  const schedule = {
    time_zone: "UTC",
    windows: [{ days: EVERY_DAY, begins: "08:00", ends: "18:00" }],
  };
  const alerts = [lasted("19T20:00", null), lasted("20T17:00", "20T19:00"), happened("20T20:00")];
  expect(messages({ schedule }, alerts)).toEqual([
    ["20T08:00", 1],
    ["20T17:00", 1],
    ["20T19:00", 1],
  ]);
});

test("what is bundled is one message, so long after the first", () => {
  const alerts = [happened("19T10:00"), happened("19T10:04"), happened("19T10:11")];
  expect(messages({ bundle_minutes: 10 }, alerts)).toEqual([
    ["19T10:10", 2],
    ["19T10:21", 1],
  ]);
});

describe("of log lines", () => {
  const minutes = (...lines: (number | null)[]) =>
    lines.map((count, index) => ({ startMs: at("19T10:00") + index * 60_000, lines: count }));
  const alertsOf = (fields: Record<string, unknown>, lines: (number | null)[]) => {
    const own = rule({ log_query: "failed", log_window_minutes: 3, ...fields });
    return play(own, stepsOf(own, minutes(...lines)), at("19T12:00")).map((alert) => [
      new Date(alert.firedAtMs).toISOString().slice(11, 16),
      alert.sentence,
    ]);
  };

  test("enough within the window are told, and not again within the pause", () => {
    const pattern = { event_type: "log_pattern", log_lines: 5, cooldown_minutes: 4 };
    expect(alertsOf(pattern, [2, 0, 2, 1, 0, 4, 1, 0, 5])).toEqual([
      ["10:06", "5 log lines matched within 3 min"],
    ]);
  });

  test("too many last as long as they are", () => {
    const rate = { event_type: "log_rate", log_lines: 5 };
    expect(alertsOf(rate, [1, 1, 1, 4, 4, 0, 0, 0])).toEqual([
      ["10:04", "6 log lines within 3 min match: 5 or more"],
    ]);
  });

  test("too few are told of whole windows alone, and never of a time of which nothing is stored", () => {
    const rate = { event_type: "log_rate", log_lines: 3, log_comparison: "fewer_than" };
    expect(alertsOf(rate, [0, 0, 5, 5, 5, null, 0, 0, 0, 5])).toEqual([
      ["10:09", "0 log lines within 3 min match: fewer than 3"],
    ]);
  });
});
