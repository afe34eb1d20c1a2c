import { describe, expect, test } from "bun:test";
import { timingWords } from "../../../../src/web/components/alert-rule/timing-words";

type Timing = Parameters<typeof timingWords>[0];

type Days = NonNullable<Timing["schedule"]>["windows"][number]["days"];

const DAYS: Days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
const rule = (fields: Partial<Timing>): Timing => ({
  event_type: "device_offline",
  severity: "warning",
  schedule: null,
  quiet_hours: null,
  bundle_minutes: 0,
  escalation: [],
  ...fields,
});
const zone = { time_zone: "Europe/Berlin" };
const night = { ...zone, windows: [{ days: DAYS, begins: "22:00", ends: "07:00" }], except_critical: true };

describe("when a rule tells whom", () => {
  test.each<[Partial<Timing>, string]>([
    [{}, ""],
    [{ quiet_hours: night }, "Not told between 22:00 and 07:00 (Europe/Berlin): what lasts is told then."],
    [
      { quiet_hours: night, event_type: "log_pattern" },
      "Not told between 22:00 and 07:00 (Europe/Berlin): what happens is told afterwards.",
    ],
    [
      { quiet_hours: night, severity: "critical" },
      "Not told between 22:00 and 07:00 (Europe/Berlin), but for critical rules such as this.",
    ],
    [
      { schedule: { ...zone, windows: [{ days: DAYS.slice(0, 5), begins: "08:00", ends: "18:00" }] } },
      "It works Mon to Fri between 08:00 and 18:00 (Europe/Berlin).",
    ],
    [
      { schedule: { ...zone, windows: [{ days: ["sat", "sun"], begins: "00:00", ends: "24:00" }] } },
      "It works Sat and Sun all day (Europe/Berlin).",
    ],
    [{ bundle_minutes: 5 }, "What is found within 5 min is told together."],
    [
      {
        escalation: [
          { after_minutes: 15, channels: ["smtp"] },
          { after_minutes: 90, channels: ["smtp", "ntfy"] },
        ],
      },
      "While nobody acknowledges it, SMTP is told after 15 min and SMTP and NTFY are told after 1 h 30 min.",
    ],
    [{ event_type: "log_pattern", escalation: [{ after_minutes: 15, channels: ["smtp"] }] }, ""],
    [
      { escalation: [{ after_minutes: Number.NaN, channels: [] }] },
      "While nobody acknowledges it, … is told after ….",
    ],
  ])("%j", (fields, words) => {
    expect(timingWords(rule(fields), (target) => target.toUpperCase())).toBe(words);
  });
});
