import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { COUNTERS, forEachCounter, type Counter } from "../../../src/features/ports/counters";
import { HOUR_MS, packHours, unpackHours } from "../../../src/features/ports/history/hours";
import {
  packPoll,
  packSamples,
  unpackPoll,
  unpackSamples,
  type Sample,
} from "../../../src/features/ports/history/sample";
import { joinBySteps, spanOf } from "../../../src/features/ports/history/spans";

const DAY = Date.UTC(2026, 10, 20);
const rate = fc.option(fc.double({ min: 0, max: 4e11, noNaN: true }), { nil: null });
const rates = fc.tuple(...COUNTERS.map(() => rate)).map((values) => {
  const left = [...values];
  return forEachCounter(() => left.shift() ?? null);
});
const samples: fc.Arbitrary<Sample[]> = fc
  .uniqueArray(
    fc.record({
      atMs: fc.integer({ min: 0, max: 86_399 }).map((second) => DAY + second * 1000),
      status: fc.constantFrom("up" as const, "down" as const, "other" as const),
      measured: fc.option(fc.record({ seconds: fc.integer({ min: 1, max: 90_000 }), rates }), { nil: null }),
    }),
    { selector: ({ atMs }) => atMs, maxLength: 40 },
  )
  .map((drawn) =>
    drawn
      .toSorted((one, other) => one.atMs - other.atMs)
      .map(({ measured, ...sample }) => ({
        ...sample,
        seconds: measured?.seconds ?? 0,
        rates: measured?.rates ?? null,
      })),
  );

/** Half a percent, and a thousandth. */
function expectNear(found: number | null | undefined, wanted: number | null | undefined): void {
  if (wanted === null || wanted === undefined) return expect(found ?? null).toBeNull();
  expect(Math.abs((found ?? Infinity) - wanted)).toBeLessThanOrEqual(0.0011 + wanted * 0.0026);
}

function expectSame(found: readonly Sample[], wanted: readonly Sample[]): void {
  const bare = ({ atMs, seconds, status, rates: own }: Sample) => [atMs, seconds, status, own === null];
  expect(found.map(bare)).toEqual(wanted.map(bare));
  for (const [index, sample] of wanted.entries())
    for (const counter of COUNTERS) expectNear(found[index]?.rates?.[counter], sample.rates?.[counter]);
}

test("samples of a day come back as they were packed, rates to a quarter of a percent", () => {
  fc.assert(fc.property(samples, (given) => expectSame(unpackSamples(packSamples(given)), given)));
});

test("samples of a poll come back by their places", () => {
  fc.assert(
    fc.property(samples, (given) => {
      const places = new Map(given.map((sample, place) => [place, { ...sample, atMs: DAY }]));
      const found = unpackPoll(packPoll(places), DAY);
      expect([...found.keys()]).toEqual([...places.keys()]);
      expectSame([...found.values()], [...places.values()]);
    }),
  );
});

test("what hours came to comes back as it was packed", () => {
  fc.assert(
    fc.property(samples, (given) => {
      const hours = joinBySteps(given.map(spanOf), HOUR_MS);
      const found = unpackHours(packHours(hours), DAY);
      const bare = ({ atMs, seconds, upSeconds, downSeconds }: (typeof hours)[number]) => [
        atMs,
        seconds,
        upSeconds,
        downSeconds,
      ];
      expect(found.map(bare)).toEqual(hours.map(bare));
      for (const [index, hour] of hours.entries()) {
        for (const counter of COUNTERS) expectNear(found[index]?.rates[counter], hour.rates[counter]);
        expectNear(found[index]?.peaks.inOctets, hour.peaks.inOctets);
      }
    }),
  );
});

test("what is packed and was damaged is told", () => {
  const packed = packSamples([{ atMs: DAY, seconds: 0, status: "up", rates: null }]);
  packed[packed.length - 1] = (packed.at(-1) ?? 0) ^ 1;
  expect(() => unpackSamples(packed)).toThrow("its checksum is wrong");
});

test("an hour is the average by time of its samples, its peak the highest of them; gaps count for nothing", () => {
  const of = (minute: number, seconds: number, bps: number | null): Sample => ({
    atMs: DAY + minute * 60_000,
    seconds,
    status: bps === null ? "down" : "up",
    rates: bps === null ? null : forEachCounter((counter) => (counter === "inOctets" ? bps : null)),
  });
  const hours = joinBySteps(
    [of(5, 300, 100), of(20, 900, 500), of(25, 0, null), of(65, 300, 7)].map(spanOf),
    HOUR_MS,
  );
  expect(hours).toMatchObject([
    {
      atMs: DAY,
      seconds: 1200,
      upSeconds: 1200,
      downSeconds: 1,
      rates: { inOctets: 400, outOctets: null },
      peaks: { inOctets: 500 },
    },
    { atMs: DAY + HOUR_MS, seconds: 300, rates: { inOctets: 7 } },
  ]);
});

test("a port that is polled every five minutes takes a few kilobytes a day", () => {
  let seed = 1;
  const noise = () => ((seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31) * 0.4 + 0.8;
  const busy = Array.from({ length: 288 }, (_, index): Sample => {
    const load = 2e8 * (1.2 + Math.sin(index / 46));
    const most: Partial<Record<Counter, number>> = {
      inOctets: load,
      outOctets: load / 3,
      inUnicast: load / 6000,
      outUnicast: load / 9000,
    };
    return {
      atMs: DAY + index * 300_000,
      seconds: 300,
      status: "up",
      rates: forEachCounter((counter) => noise() * (most[counter] ?? (counter.includes("cast") ? 3 : 0))),
    };
  });
  expect(packSamples(busy).length).toBeLessThan(4096);
  const idle = busy.map((sample) => ({ ...sample, status: "down" as const, rates: forEachCounter(() => 0) }));
  expect(packSamples(idle).length).toBeLessThan(80);
});
