import { describe, expect, test } from "bun:test";
import { assert, constantFrom, integer, pre, property, record } from "fast-check";
import {
  isWithinHours,
  spansOfHours,
  WEEKDAYS,
  type Hours,
  type Weekday,
} from "../../../../src/features/alerts/timing/hours";

const hours = (zone: string, from: string, to: string, days: readonly Weekday[] = WEEKDAYS): Hours => ({
  time_zone: zone,
  windows: [{ days: [...days], begins: from, ends: to }],
});

const spansOf = (given: Hours, now: string) =>
  spansOfHours(given, new Date(now)).map(({ startsAt, endsAt }) => [
    new Date(startsAt).toISOString().replace(":00.000Z", "Z"),
    (endsAt - startsAt) / 60_000,
  ]);

/** From noon on, so that the night before the day is over. */
const nightOf = (given: Hours, day: string) => spansOf(given, `${day}T12:00:00Z`)[0];

describe("the night from 22:00 to 07:00", () => {
  test.each([
    ["Europe/Berlin", "2026-03-28", "2026-03-28T21:00Z", 8 * 60],
    ["Europe/Berlin", "2026-03-29", "2026-03-29T20:00Z", 9 * 60],
    ["Europe/Berlin", "2026-10-24", "2026-10-24T20:00Z", 10 * 60],
    ["America/New_York", "2026-03-07", "2026-03-08T03:00Z", 8 * 60],
    ["America/New_York", "2026-10-31", "2026-11-01T02:00Z", 10 * 60],
    ["Australia/Lord_Howe", "2026-10-03", "2026-10-03T11:30Z", 8.5 * 60],
    ["Australia/Lord_Howe", "2026-04-04", "2026-04-04T11:00Z", 9.5 * 60],
  ])(
    "in %s on %s begins at %s and is as long as the clock on the wall says",
    (zone, day, begins, minutes) => {
      expect(nightOf(hours(zone, "22:00", "07:00"), day)).toEqual([begins, minutes]);
    },
  );
});

describe("a time that a day does not have", () => {
  test.each([
    // 02:00 to 03:00 is left out in Berlin, 02:00 to 02:30 on Lord Howe.
    ["Europe/Berlin", "02:30", "04:00", "2026-03-28", "2026-03-29T01:00Z", 60],
    ["Europe/Berlin", "01:00", "02:30", "2026-03-28", "2026-03-29T00:00Z", 60],
    ["America/New_York", "02:30", "04:00", "2026-03-07", "2026-03-08T07:00Z", 60],
    ["Australia/Lord_Howe", "02:15", "03:00", "2026-10-03", "2026-10-03T15:30Z", 30],
  ])("is the end of the gap: %s, %s to %s", (zone, from, to, day, begins, minutes) => {
    expect(nightOf(hours(zone, from, to), day)).toEqual([begins, minutes]);
  });

  test("lets a window within the gap be left out on that day, and no other", () => {
    const given = hours("Europe/Berlin", "02:10", "02:50");
    expect(spansOf(given, "2026-03-27T12:00:00Z").slice(0, 2)).toEqual([
      ["2026-03-28T01:10Z", 40],
      ["2026-03-30T00:10Z", 40],
    ]);
  });
});

describe("a time that a day has twice", () => {
  test.each([
    ["Europe/Berlin", "02:30", "04:00", "2026-10-24", "2026-10-25T00:30Z", 150],
    ["Europe/Berlin", "02:10", "02:50", "2026-10-24", "2026-10-25T00:10Z", 40],
    ["America/New_York", "00:00", "01:30", "2026-10-31", "2026-11-01T04:00Z", 90],
    ["Australia/Lord_Howe", "01:45", "03:00", "2026-04-04", "2026-04-04T14:45Z", 105],
  ])("counts once, the first time: %s, %s to %s", (zone, from, to, day, begins, minutes) => {
    expect(nightOf(hours(zone, from, to), day)).toEqual([begins, minutes]);
    const begun = spansOf(hours(zone, from, to), `${day}T06:00:00Z`).map(([at]) => String(at).slice(0, 10));
    expect(new Set(begun).size).toBe(begun.length);
  });

  test("over midnight lets the next day's window begin at its first midnight", () => {
    // In 2010 the clock of St John's was put back from 00:01 to 23:01.
    const given = hours("America/St_Johns", "00:00", "06:00", ["sun"]);
    expect(nightOf(given, "2010-11-06")).toEqual(["2010-11-07T02:30Z", 420]);
    expect(isWithinHours(given, new Date("2010-11-07T03:00:00Z"))).toBe(true);
  });
});

describe("windows", () => {
  test("that touch or overlap are one", () => {
    const [evening, night] = [hours("UTC", "22:00", "24:00"), hours("UTC", "00:00", "07:00")];
    const both = { time_zone: "UTC", windows: [...night.windows, ...evening.windows] };
    expect(nightOf(both, "2026-06-01")).toEqual(["2026-06-01T22:00Z", 540]);
  });

  test("begin on their days, and reach into the next", () => {
    const given = hours("Europe/Berlin", "22:00", "07:00", ["fri"]);
    // 5 June 2026 is a Friday.
    expect(spansOf(given, "2026-06-01T12:00:00Z")[0]).toEqual(["2026-06-05T20:00Z", 540]);
    expect(isWithinHours(given, new Date("2026-06-06T04:59:59Z"))).toBe(true);
    expect(isWithinHours(given, new Date("2026-06-06T05:00:00Z"))).toBe(false);
    expect(isWithinHours(given, new Date("2026-06-05T04:00:00Z"))).toBe(false);
  });

  test("are so many minutes as the model that reads the clock on the wall finds, on every day of a year", () => {
    const zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Havana", "UTC"];
    const time = integer({ min: 0, max: 47 }).map((half) => clockText(half * 30));
    const given = record({
      zone: constantFrom(...zones),
      from: time,
      to: time,
      at: integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
    });
    assert(
      property(given, ({ zone, from, to, at }) => {
        pre(from !== to);
        const own = hours(zone, from, to);
        const now = new Date(Math.floor(at / 60_000) * 60_000);
        const isWithin = isWithinHours(own, now);
        expect(spansOfHours(own, now).some(({ startsAt }) => startsAt <= now.getTime())).toBe(isWithin);
        if (!isClockChanged(zone, now)) expect(isWithin).toBe(isWithinByTheWall({ zone, from, to }, now));
      }),
      { numRuns: 300 },
    );
  });
});

function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

const HOUR_MS = 3_600_000;

function wall(zone: string, at: number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" }).format(
    at,
  );
}

/** Within a day of it the model would have to know what the rule says of gaps. */
function isClockChanged(zone: string, now: Date): boolean {
  const at = now.getTime();
  return (
    wall(zone, at - 25 * HOUR_MS).slice(11) !== wall(zone, at - HOUR_MS).slice(11) ||
    wall(zone, at).slice(11) !== wall(zone, at + 24 * HOUR_MS).slice(11)
  );
}

function isWithinByTheWall(
  { zone, from, to }: { zone: string; from: string; to: string },
  now: Date,
): boolean {
  const time = wall(zone, now.getTime()).slice(11);
  return from < to ? from <= time && time < to : time >= from || time < to;
}
