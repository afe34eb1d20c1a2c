import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { bucketOf, chooseStep, cutBuckets } from "../../../../src/features/syslog/store/buckets";

const SECOND = 1e6;
const HOUR = 3600;
const DAY = 86_400;
const at = (text: string) => Date.parse(text) * 1000;
const starts = (from: string, to: string, [step, zone]: [number, string]) =>
  cutBuckets({ startMicros: at(from), endMicros: at(to) }, step, zone).starts.map((micros) =>
    new Date(micros / 1000).toISOString(),
  );

describe("the step", () => {
  const CHOSEN: [seconds: number, step: number][] = [
    [0, 1],
    [60, 1],
    [119, 1],
    [120, 5],
    [900, 15],
    [HOUR, 60],
    [DAY, 900],
    [7 * DAY, 6 * HOUR],
    [30 * DAY, DAY],
    [119 * DAY, DAY],
    [120 * DAY, 2 * DAY],
    [3653 * DAY, 31 * DAY],
  ];
  for (const [seconds, step] of CHOSEN) {
    test(`of ${seconds} s is ${step} s`, () => {
      expect(chooseStep({ startMicros: 0, endMicros: seconds * SECOND })).toBe(step);
    });
  }
});

describe("buckets begin on the wall clock of the zone", () => {
  test("in UTC", () => {
    expect(starts("2026-06-01T10:07:00Z", "2026-06-01T12:00:00Z", [HOUR, "UTC"])).toEqual([
      "2026-06-01T10:00:00.000Z",
      "2026-06-01T11:00:00.000Z",
      "2026-06-01T12:00:00.000Z",
    ]);
  });

  test("hours where the offset has three quarters of one", () => {
    expect(starts("2026-06-01T10:07:00Z", "2026-06-01T11:20:00Z", [HOUR, "Asia/Kathmandu"])).toEqual([
      "2026-06-01T09:15:00.000Z",
      "2026-06-01T10:15:00.000Z",
      "2026-06-01T11:15:00.000Z",
    ]);
  });

  test("days over the change to summer time", () => {
    expect(starts("2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z", [DAY, "Europe/Berlin"])).toEqual([
      "2026-03-27T23:00:00.000Z",
      "2026-03-28T23:00:00.000Z",
      "2026-03-29T22:00:00.000Z",
    ]);
  });

  test("quarters of a day over the change to winter time", () => {
    expect(starts("2026-10-24T23:00:00Z", "2026-10-25T12:00:00Z", [6 * HOUR, "Europe/Berlin"])).toEqual([
      "2026-10-24T22:00:00.000Z",
      "2026-10-25T05:00:00.000Z",
      "2026-10-25T11:00:00.000Z",
    ]);
  });
});

test("every instant lies in exactly one bucket, and no chosen step needs more than 120", () => {
  const zones = ["UTC", "Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "Australia/Lord_Howe"];
  const from = fc.integer({ min: at("2015-01-01") / SECOND, max: at("2030-01-01") / SECOND });
  const length = fc.oneof(fc.nat(7200), fc.nat(400 * DAY), fc.nat(4000 * DAY));
  fc.assert(
    fc.property(
      from,
      length,
      fc.constantFrom(...zones),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (start, seconds, zone, share) => {
        const span = { startMicros: start * SECOND, endMicros: (start + seconds) * SECOND };
        const { starts: cut } = cutBuckets(span, chooseStep(span), zone);
        expect(cut.length).toBeLessThanOrEqual(120);
        expect(cut[0]).toBeLessThanOrEqual(span.startMicros);
        expect(cut).toEqual(cut.toSorted((left, right) => left - right));
        const micros = span.startMicros + Math.floor(seconds * share) * SECOND;
        const index = bucketOf(cut, micros);
        expect(cut[index]).toBeLessThanOrEqual(micros);
        expect(cut[index + 1] ?? Infinity).toBeGreaterThan(micros);
      },
    ),
    { seed: 7, numRuns: 300 },
  );
});
