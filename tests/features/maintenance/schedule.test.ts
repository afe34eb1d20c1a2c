import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { isTimeZone, parseCron } from "#platform/cron";
import {
  momentOf,
  occurrencesAfter,
  occurrencesOf,
  problemOf,
  type Occurrence,
  type Plan,
  type Recurring,
} from "../../../src/features/maintenance/schedule";
import { beginnings, momentOfModel, type Rule } from "./wall-clock";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const at = (text: string) => Date.parse(text);
const iso = (moment: number) => new Date(moment).toISOString();

const recurring = (fields: Partial<Recurring>): Recurring => ({
  kind: "recurring",
  cron: "30 2 * * *",
  timeZone: "Europe/Berlin",
  durationMinutes: 60,
  from: null,
  until: null,
  ...fields,
});

function firstOf(plan: Plan, { after, count }: { after: string; count: number }): string[] {
  const starts: string[] = [];
  for (const { startsAt } of occurrencesAfter(plan, at(after))) {
    if (starts.push(iso(startsAt)) === count) break;
  }
  return starts;
}

describe("daylight saving", () => {
  test.each([
    [
      "a time that a day does not have is used when the gap is over",
      { cron: "30 2 * * *" },
      "2026-03-28T12:00:00Z",
      ["2026-03-29T01:00:00.000Z", "2026-03-30T00:30:00.000Z"],
    ],
    [
      "a time that a day has twice is used once, the first time",
      { cron: "30 2 * * *" },
      "2026-10-24T12:00:00Z",
      ["2026-10-25T00:30:00.000Z", "2026-10-26T01:30:00.000Z"],
    ],
    [
      "so is one of several times of a day",
      { cron: "30 2,14 * * *" },
      "2026-10-24T22:00:00Z",
      ["2026-10-25T00:30:00.000Z", "2026-10-25T13:30:00.000Z", "2026-10-26T01:30:00.000Z"],
    ],
    [
      "what is asked of every hour comes every hour",
      { cron: "0 * * * *", durationMinutes: 10 },
      "2026-10-24T23:30:00Z",
      ["2026-10-25T00:00:00.000Z", "2026-10-25T01:00:00.000Z", "2026-10-25T02:00:00.000Z"],
    ],
    [
      "a midnight that is left out is one o'clock",
      { cron: "0 0 * * *", timeZone: "America/Havana" },
      "2026-03-07T12:00:00Z",
      ["2026-03-08T05:00:00.000Z", "2026-03-09T04:00:00.000Z"],
    ],
  ])("%s", (_, fields, after, expected) => {
    const plan = { schedule: recurring(fields), exceptions: [] };
    expect(firstOf(plan, { after, count: expected.length })).toEqual(expected);
  });

  test("an occurrence lasts as long as it says, through both changes", () => {
    for (const night of ["2026-03-28T22:00:00Z", "2026-10-24T21:00:00Z"]) {
      const plan = { schedule: recurring({ cron: "0 0 * * SUN", durationMinutes: 240 }), exceptions: [] };
      const { next } = momentOf(plan, at(night));
      expect((next?.endsAt ?? 0) - (next?.startsAt ?? 0)).toBe(240 * MINUTE_MS);
    }
  });
});

describe("bounds", () => {
  const once: Plan = {
    schedule: { kind: "once", startsAt: at("2026-11-23T10:00:00Z"), endsAt: at("2026-11-23T11:00:00Z") },
    exceptions: [],
  };
  const daily: Plan = { schedule: recurring({ cron: "0 11 * * *" }), exceptions: [] };

  test.each([
    ["once", once],
    ["recurring", daily],
  ])("%s: it runs at its beginning, to the millisecond, and no longer at its end", (_, plan) => {
    const moments = ["09:59:59.999", "10:00:00.000", "10:59:59.999", "11:00:00.000"];
    const runs = moments.map((time) => momentOf(plan, at(`2026-11-23T${time}Z`)).current !== undefined);
    expect(runs).toEqual([false, true, true, false]);
  });

  test("a window that happens once is over for good", () => {
    expect(momentOf(once, at("2026-11-23T11:00:00Z"))).toEqual({
      current: undefined,
      next: undefined,
      changesAt: undefined,
    });
  });

  test("occurrences begin at `from` or later and before `until`, and run to their end", () => {
    const schedule = recurring({
      cron: "0 11 * * *",
      from: at("2026-11-24T10:00:00Z"),
      until: at("2026-11-26T10:00:00Z"),
    });
    const plan = { schedule, exceptions: [] };
    expect(firstOf(plan, { after: "2026-11-20T00:00:00Z", count: 9 })).toEqual([
      "2026-11-24T10:00:00.000Z",
      "2026-11-25T10:00:00.000Z",
    ]);
    expect(momentOf(plan, at("2026-11-25T10:59:59Z"))).toMatchObject({
      current: { endsAt: at("2026-11-25T11:00:00Z") },
      next: undefined,
    });
  });

  test("an occurrence that was ended early or skipped says so, and the next one comes", () => {
    const [monday, tuesday] = [at("2026-11-23T10:00:00Z"), at("2026-11-24T10:00:00Z")];
    const cut = { startsAt: monday, endsAt: monday + 5 * MINUTE_MS };
    const plan = { ...daily, exceptions: [cut, { startsAt: tuesday, endsAt: tuesday }] };
    expect(momentOf(plan, monday)).toEqual({
      current: cut,
      next: { startsAt: tuesday + DAY_MS, endsAt: tuesday + DAY_MS + 60 * MINUTE_MS },
      changesAt: cut.endsAt,
    });
    expect(momentOf(plan, cut.endsAt).current).toBeUndefined();
  });

  test("an exception never makes an occurrence longer", () => {
    const startsAt = at("2026-11-23T10:00:00Z");
    const plan = { ...daily, exceptions: [{ startsAt, endsAt: startsAt + DAY_MS }] };
    expect(momentOf(plan, startsAt).current?.endsAt).toBe(startsAt + 60 * MINUTE_MS);
  });
});

/** Zones that change in the night, at midnight, by half an hour, around Ramadan, and never. */
const ZONES = [
  "Europe/Berlin",
  "America/New_York",
  "America/Havana",
  "America/St_Johns",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Africa/Casablanca",
  "Asia/Kolkata",
  "UTC",
];

/** Days around which zones change, and others. */
const DAYS = [
  "2026-02-15",
  "2026-03-08",
  "2026-03-21",
  "2026-03-29",
  "2026-04-05",
  "2026-09-27",
  "2026-10-04",
  "2026-10-25",
  "2026-11-01",
];

const someOf = (numbers: readonly number[]) =>
  fc.uniqueArray(fc.constantFrom(...numbers), { minLength: 1, maxLength: 2 });

const rule: fc.Arbitrary<Rule> = fc.record({
  minutes: someOf([0, 10, 30, 45]),
  hours: fc.oneof(someOf([0, 1, 2, 3, 14]), fc.constant("every" as const)),
});

const cronOf = ({ minutes, hours }: Rule) =>
  `${minutes.join(",")} ${hours === "every" ? "*" : hours.join(",")} * * *`;

const setting = fc.record({
  rule,
  zone: fc.constantFrom(...ZONES),
  day: fc.constantFrom(...DAYS),
  durationMinutes: fc.constantFrom(1, 5, 59, 60, 90, 300),
  /** Which occurrences end how early; 0: at their beginning. */
  cuts: fc.array(fc.record({ which: fc.nat(8), minutes: fc.constantFrom(0, 1, 30, 500) }), { maxLength: 3 }),
  /** Milliseconds from the day's begin: asked in any order, as a clock that jumps asks. */
  moments: fc.array(fc.integer({ min: -DAY_MS, max: 2 * DAY_MS }), { minLength: 5, maxLength: 20 }),
});

test("a recurring window is what the clock on the wall says, whatever is asked when", () => {
  fc.assert(
    fc.property(setting, ({ rule, zone, day, durationMinutes, cuts, moments }) => {
      const begin = at(`${day}T00:00:00Z`);
      const expected = beginnings(rule, zone, { from: begin - 2 * DAY_MS, to: begin + 4 * DAY_MS });
      const exceptions = cuts.flatMap(({ which, minutes }) => {
        const startsAt = expected[which];
        return startsAt === undefined ? [] : [{ startsAt, endsAt: startsAt + minutes * MINUTE_MS }];
      });
      const plan = {
        schedule: recurring({ cron: cronOf(rule), timeZone: zone, durationMinutes }),
        exceptions,
      };
      const occurrences = expected.flatMap((startsAt): Occurrence[] => {
        const cut = exceptions.findLast((one) => one.startsAt === startsAt)?.endsAt ?? Infinity;
        const endsAt = Math.min(cut, startsAt + durationMinutes * MINUTE_MS);
        return endsAt > startsAt ? [{ startsAt, endsAt }] : [];
      });
      for (const offset of [...moments, ...expected.map((start) => start - begin)]) {
        const instant = begin + offset;
        if (instant < begin - DAY_MS || instant > begin + 2 * DAY_MS) continue;
        expect({ instant: iso(instant), ...momentOf(plan, instant) }).toEqual({
          instant: iso(instant),
          ...momentOfModel(occurrences, instant),
        });
      }
    }),
    { numRuns: 150, seed: 20_261_123 },
  );
}, 60_000);

test("a window of many is told in the order of all, each until the end of the span", () => {
  const span = { startsAt: at("2026-11-23T00:00:00Z"), endsAt: at("2026-11-24T00:00:00Z") };
  const hourly = { schedule: recurring({ cron: "0 */6 * * *", timeZone: "UTC" }), exceptions: [] };
  const once: Plan = {
    schedule: { kind: "once", startsAt: at("2026-11-22T23:00:00Z"), endsAt: at("2026-11-23T07:00:00Z") },
    exceptions: [],
  };
  const shown = [
    ...occurrencesOf(
      [
        { key: "hourly", plan: hourly },
        { key: "once", plan: once },
      ],
      span,
    ),
  ];
  expect(shown.map(({ key, startsAt }) => `${key} ${iso(startsAt).slice(8, 13)}`)).toEqual([
    "once 22T23",
    "hourly 23T00",
    "hourly 23T06",
    "hourly 23T12",
    "hourly 23T18",
  ]);
});

test.each([
  ["0 2 * * *", "0 2 * * *"],
  ["  0  2 * * SUN#1 ", "0 2 * * SUN#1"],
  ["*/15 8-17 * * MON-FRI", "*/15 8-17 * * MON-FRI"],
  ["0 2 L * *", "0 2 L * *"],
  ["", undefined],
  ["@daily", undefined],
  ["0 2 * *", undefined],
  ["0 0 2 * * *", undefined],
  ["0 25 * * *", undefined],
  ["? 2 * * *", undefined],
  ["2026-11-23T10:00:00", undefined],
])("%j as a cron expression is %j", (text, expected) => {
  expect(parseCron(text)).toBe(expected);
});

test.each([
  ["UTC", true],
  ["America/Argentina/Ushuaia", true],
  ["Etc/GMT+5", true],
  ["Mars/Phobos", false],
  ["+02:00", false],
  ["", false],
])("%j is a zone: %j", (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});

test.each([
  [{ cron: "0 2 31 2 *" }, "No date matches the cron expression"],
  [{ durationMinutes: 24 * 60 + 1 }, "An occurrence would begin before the one before it has ended"],
  [
    { cron: "*/5 * * * *", durationMinutes: 6 },
    "An occurrence would begin before the one before it has ended",
  ],
  [{ cron: "*/5 * * * *", durationMinutes: 5 }, undefined],
  [
    { from: at("2027-01-02T00:00:00Z"), until: at("2027-01-02T01:00:00Z") },
    "No occurrence begins between from and until",
  ],
  [{ cron: "0 0 29 2 *" }, undefined],
  [{}, undefined],
])("%j: %j", (fields, expected) => {
  expect(problemOf(recurring(fields), at("2026-11-23T10:00:00Z"))).toBe(expected);
});
