import { afterEach, describe, expect, test } from "bun:test";
import {
  instantOf,
  momentFault,
  momentOf,
  onDay,
  shownMoment,
  timeFault,
  toMomentValue,
  toTimeValue,
} from "../../../../src/web/components/moment-input/moment";

describe("a moment that is typed", () => {
  test.each([
    ["2026-11-20 17:12", "2026-11-20T17:12"],
    [" 2026-11-20T17:12:05 ", "2026-11-20T17:12:05"],
    ["2026-1-2 7:05", "2026-01-02T07:05"],
    ["2026-11-20", "2026-11-20T00:00"],
    ["2026-10-25 2:30 +01:00", "2026-10-25T02:30+01:00"],
    ["tomorrow", "tomorrow"],
  ])("%p is %p", (text, value) => expect(toMomentValue(text)).toBe(value));

  test("is shown without the letter between day and time", () => {
    expect(shownMoment("2026-11-20T17:12")).toBe("2026-11-20 17:12");
    expect(shownMoment("2026-10-25T02:30+01:00")).toBe("2026-10-25 02:30 +01:00");
    expect(shownMoment("Tomorrow")).toBe("Tomorrow");
  });

  test.each(["", "2026-11-20T23:59", "2028-02-29T00:00", "2026-10-25T02:30+01:00"])(
    "%p is none too many",
    (value) => {
      expect(momentFault(value)).toBeNull();
    },
  );

  test.each([
    "tomorrow",
    "2026-02-30T10:00",
    "2026-02-30T10:00+01:00",
    "2026-02-20T10:00+25:00",
    "2026-11-20T24:00",
    "2026-11-20T17:60",
    "5:12 PM",
    "20.11.2026",
  ])("%p is refused, and the form is said that is wanted", (value) =>
    expect(momentFault(value)).toEndWith("is no moment, such as 2026-11-20 17:12"),
  );
});

describe("an instant in a field", () => {
  const ZONE = process.env["TZ"];
  afterEach(() => {
    process.env["TZ"] = ZONE ?? "UTC";
  });

  test.each([
    ["Europe/Berlin", "2026-10-25T00:30:00.000Z", "2026-10-25T02:30"],
    ["Europe/Berlin", "2026-10-25T01:30:00.000Z", "2026-10-25T02:30+01:00"],
    ["Europe/Berlin", "2026-10-25T02:00:00.000Z", "2026-10-25T03:00"],
    ["Europe/Berlin", "2026-03-29T01:00:00.000Z", "2026-03-29T03:00"],
    ["America/New_York", "2026-11-01T06:15:00.000Z", "2026-11-01T01:15-05:00"],
    ["America/St_Johns", "2026-11-01T04:15:00.000Z", "2026-11-01T01:45"],
    ["Australia/Lord_Howe", "2026-04-04T15:15:00.000Z", "2026-04-05T01:45+10:30"],
    ["Asia/Kathmandu", "2026-04-04T15:15:00.000Z", "2026-04-04T21:00"],
  ])("of %s at %s is %s, and is the same when it is read", (zone, instant, value) => {
    process.env["TZ"] = zone;
    expect(momentOf(new Date(instant))).toBe(value);
    expect(instantOf(toMomentValue(shownMoment(value)))).toBe(instant);
    expect(momentFault(value)).toBeNull();
  });

  test("has its seconds where they are wanted, and none where nothing is chosen", () => {
    process.env["TZ"] = "Europe/Berlin";
    expect(momentOf(new Date("2026-10-25T01:30:59Z"), "second")).toBe("2026-10-25T02:30:59+01:00");
    expect([instantOf(""), instantOf("soon")]).toEqual([null, null]);
  });

  test.each([
    ["2026-10-25 02:30 +01:00", "2026-10-26 02:30"],
    ["2026-10-25T02:30:15", "2026-10-26 02:30:15"],
    ["", "2026-10-26 00:00"],
  ])("%p on another day is %p", (value, other) => expect(onDay(value, "2026-10-26")).toBe(other));
});

describe("a time of day that is typed", () => {
  test.each([
    ["7:05", "07:05"],
    ["1730", "17:30"],
    ["25:00", "25:00"],
    ["noon", "noon"],
  ])("%p is %p", (text, value) => expect(toTimeValue(text)).toBe(value));

  test.each([
    ["23:59", null],
    ["24:00", "“24:00” is no time of day, such as 17:30"],
    ["5 PM", "“5 PM” is no time of day, such as 17:30"],
  ])("the fault of %p is %p", (value, fault) => expect(timeFault(value)).toBe(fault));
});
