import { describe, expect, test } from "bun:test";
import { array, assert, double, integer, oneof, property, tuple } from "fast-check";
import { packHours, rollUpHours, unpackHours } from "../../../src/features/sensors/history/packed-hours";
import {
  mergeReadings,
  packReadings,
  unpackReadings,
  type StoredReading,
} from "../../../src/features/sensors/history/packed-readings";
import { foldPoints } from "../../../src/features/sensors/history/points";

const START = Date.parse("2026-03-01T00:00:00.000Z");

const Value = oneof(
  integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((number) => number / 10),
  integer({ min: -100, max: 100 }),
  double({ min: -1e18, max: 1e18, noNaN: true }),
);
const Readings = array(tuple(integer({ min: 1, max: 700_000 }), Value), { maxLength: 120 }).map((list) => {
  let at = START;
  return list.map(([gap, value]): StoredReading => ({ at: (at += gap), value: value === 0 ? 0 : value }));
});

test("packed values are read exactly, whatever numbers they are", () => {
  assert(
    property(Readings, (readings) => expect(unpackReadings(packReadings(readings))).toEqual(readings)),
    { numRuns: 200, seed: 11 },
  );
});

test("packed hours are read exactly", () => {
  assert(
    property(Readings, (readings) => {
      const hours = rollUpHours(readings.filter(({ at }) => at < START + 86_400_000));
      expect(unpackHours(packHours(hours))).toEqual(hours);
    }),
    { numRuns: 100, seed: 12 },
  );
});

test("an hour has the least, the greatest and the mean of its values", () => {
  const at = (minute: number) => START + minute * 60_000;
  const readings = [
    { at: at(0), value: 10 },
    { at: at(30), value: -2 },
    { at: at(59), value: 4 },
    { at: at(60), value: 7 },
  ];
  expect(rollUpHours(readings)).toEqual([
    { hour: 0, readings: 3, min: -2, max: 10, mean: 4 },
    { hour: 1, readings: 1, min: 7, max: 7, mean: 7 },
  ]);
});

describe("what is damaged is refused", () => {
  const packed = packReadings(
    Array.from({ length: 40 }, (_, index) => ({ at: START + index * 60_000, value: index / 10 })),
  );

  test("wherever one octet is another", () => {
    for (let at = 0; at < packed.length; at += 1) {
      const damaged = Uint8Array.from(packed);
      damaged[at] = (damaged[at] ?? 0) ^ 0x55;
      expect(() => unpackReadings(damaged)).toThrow("cannot read packed readings of a sensor");
    }
  });

  test("and where the end is missing", () =>
    expect(() => unpackReadings(packed.subarray(0, -1))).toThrow("cannot read packed readings of a sensor"));
});

test("a day of temperatures every five minutes takes less than two octets a value", () => {
  const readings = Array.from({ length: 288 }, (_, index) => ({
    at: START + index * 300_000 + ((index * 7919) % 60),
    value: Math.round(235 + 20 * Math.sin(index / 40) + ((index * 104_729) % 7)) / 10,
  }));
  expect(packReadings(readings).length / readings.length).toBeLessThan(2.5);
});

test("what is read twice while it moves counts once", () => {
  const [one, two] = [
    { at: START, value: 1 },
    { at: START + 1000, value: 2 },
  ];
  expect(mergeReadings([one, two], [two])).toEqual([one, two]);
});

test("too many points become as many as there is room for, and lose no peak", () => {
  const points = Array.from({ length: 4500 }, (_, index) => {
    const value = index === 1234 ? 999 : 1;
    return { at: index, value, min: value, max: value, readings: 1 };
  });
  const { points: folded, times } = foldPoints(points, 2000);
  expect(times).toBe(3);
  expect(folded).toHaveLength(1500);
  expect(Math.max(...folded.map(({ max }) => max))).toBe(999);
});
