import { describe, expect, test } from "bun:test";
import { parseMessage } from "../../../../../src/features/syslog/parse/message";
import { createZoneFinder } from "../../../../../src/features/syslog/parse/header/sender-zones";

const zoneOf = createZoneFinder({
  fallback: "UTC",
  senders: [
    ["192.0.2.0/24", "Europe/Berlin"],
    ["192.0.2.7/32", "America/New_York"],
    ["0.0.0.0/0", "Asia/Tokyo"],
    ["2001:db8::/32", "Australia/Lord_Howe"],
    ["2001:db8:0:1::/64", "Asia/Kathmandu"],
  ],
});

test.each([
  ["192.0.2.7", "America/New_York"],
  ["192.0.2.8", "Europe/Berlin"],
  ["::ffff:192.0.2.8", "Europe/Berlin"],
  ["198.51.100.1", "Asia/Tokyo"],
  ["2001:db8:0:1::5", "Asia/Kathmandu"],
  ["2001:db8::5", "Australia/Lord_Howe"],
  ["2001:db9::5", "UTC"],
  ["no address", "UTC"],
])("of the networks that hold %s the longest prefix gives its zone: %s", (sender, zone) => {
  expect([zoneOf(sender), zoneOf(sender)]).toEqual([zone, zone]);
});

const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"];

/** When lines are read: in winter, around both ends of a year, and in summer. */
const CLOCKS = [
  "2026-12-31T23:30:00Z",
  "2027-01-01T00:30:00Z",
  "2026-03-29T12:00:00Z",
  "2026-10-25T12:00:00Z",
];

/**
 * Wall clocks without a year: both ends of the year, both changes of the clock in all five zones (the hours that are
 * skipped or repeated are tried beside it), both halves of the year, and the seldom day.
 */
const STAMPS: readonly [month: number, day: number, hour: number, minute: number][] = [
  ...([0, 5, 12, 18, 23] as const).flatMap(
    (hour) =>
      [
        [12, 31, hour, 15],
        [1, 1, hour, 45],
      ] as [number, number, number, number][],
  ),
  ...([0, 4, 9, 14, 19, 23] as const).flatMap(
    (hour) =>
      [
        [3, 29, hour, 10],
        [10, 25, hour, 20],
        [3, 8, hour, 30],
        [11, 1, hour, 40],
      ] as [number, number, number, number][],
  ),
  [12, 30, 11, 0],
  [1, 2, 11, 0],
  [2, 28, 23, 59],
  [3, 1, 0, 0],
  [6, 1, 12, 0],
  [9, 30, 12, 0],
];

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * What a wall clock in a zone shows at an instant, by the platform's own calendar and not by the code that is tested.
 */
function wallClock(instantMs: number, zone: string): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    month: "short",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const parts = new Map(format.formatToParts(instantMs).map(({ type, value }) => [type, value]));
  const month = MONTHS.find((name) => parts.get("month")?.startsWith(name)) ?? "";
  return `${month} ${parts.get("day")} ${parts.get("hour")}:${parts.get("minute")}`;
}

describe("40 times without year and zone, in 5 zones, read at 4 dates,", () => {
  test("there are as many", () => {
    expect([STAMPS.length, new Set(STAMPS.map(String)).size, ZONES.length, CLOCKS.length]).toEqual([
      40, 40, 5, 4,
    ]);
  });

  for (const zone of ZONES) {
    for (const clock of CLOCKS) {
      test(`${zone} at ${clock}: each shows the printed clock there and lies within half a year`, () => {
        const arrivalMs = Date.parse(clock);
        for (const [month, day, hour, minute] of STAMPS) {
          const two = (value: number): string => String(value).padStart(2, "0");
          const stamp = `${MONTHS[month - 1]} ${two(day)} ${two(hour)}:${two(minute)}`;
          const {
            fields: { eventTimeMicros },
          } = parseMessage(Buffer.from(`<13>${stamp}:00 fw app: x`), {
            receivedAtMicros: arrivalMs * 1000,
            sender: "192.0.2.1",
            timeZone: zone,
          });
          const eventMs = (eventTimeMicros ?? Number.NaN) / 1000;
          expect([stamp, wallClock(eventMs, zone)]).toEqual([stamp, stamp]);
          // A day more than half a leap year: the nearest year is chosen before the zone is known.
          expect([stamp, Math.abs(eventMs - arrivalMs) < 184 * 86_400_000]).toEqual([stamp, true]);
        }
      });
    }
  }

  test.each([
    ["Dec 31 23:59:59", "2027-01-01T00:00:10Z", "UTC", "2026-12-31T23:59:59.000Z"],
    ["Jan  1 00:00:05", "2026-12-31T23:59:58Z", "UTC", "2027-01-01T00:00:05.000Z"],
    ["Jan  1 00:10:00", "2026-12-31T23:10:02Z", "Europe/Berlin", "2026-12-31T23:10:00.000Z"],
    ["Dec 31 19:10:00", "2027-01-01T00:10:01Z", "America/New_York", "2027-01-01T00:10:00.000Z"],
    ["Oct 25 02:30:00", "2026-10-25T00:30:01Z", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
    ["Oct 25 02:30:00", "2026-10-25T01:30:01Z", "Europe/Berlin", "2026-10-25T01:30:00.000Z"],
    ["Apr  5 01:45:00", "2026-04-04T14:45:01Z", "Australia/Lord_Howe", "2026-04-04T14:45:00.000Z"],
    ["Apr  5 01:45:00", "2026-04-04T15:15:01Z", "Australia/Lord_Howe", "2026-04-04T15:15:00.000Z"],
  ])("%s read at %s in %s is %s", (stamp, clock, timeZone, expected) => {
    const {
      fields: { eventTimeMicros },
    } = parseMessage(Buffer.from(`<13>${stamp} fw app: x`), {
      receivedAtMicros: Date.parse(clock) * 1000,
      sender: "192.0.2.1",
      timeZone,
    });
    expect(new Date((eventTimeMicros ?? 0) / 1000).toISOString()).toBe(expected);
  });
});
