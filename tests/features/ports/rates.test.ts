import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { Readings } from "../../../src/features/ports/counters";
import { ratesBetween, secondsBetween, type Counted } from "../../../src/features/ports/rates";

const GIGABIT = 1_000_000_000;
const TWO_32 = 2n ** 32n;

const counted = (readings: Readings, discontinuity: number | null = 0): Counted => ({
  readings,
  discontinuity,
});
const long = (value: bigint): Readings => ({ inOctets: { value, bits: 64 } });
const short = (value: bigint): Readings => ({ inOctets: { value, bits: 32 } });
const errors = (value: bigint): Readings => ({ inErrors: { value, bits: 32 } });

type Span = { seconds?: number; speedBps?: number | null };

function inBps(before: Readings, now: Readings, { seconds = 300, speedBps = GIGABIT }: Span = {}) {
  return ratesBetween(counted(before), counted(now), { seconds, speedBps })?.inOctets;
}

describe("what went through a port", () => {
  test("is the difference over the time, octets as bits", () => {
    expect(inBps(long(1000n), long(38_500n))).toBe(1000);
    expect(inBps(long(0n), long(0n))).toBe(0);
  });

  test("is an average over the real time where a poll is missing", () => {
    expect(inBps(long(0n), long(75_000n), { seconds: 600 })).toBe(1000);
  });

  test("goes on where a counter of 32 bits goes around", () => {
    const before = short(TWO_32 - 500n);
    expect(inBps(before, short(37_000n), { speedBps: 100_000_000 })).toBe(1000);
    expect(inBps(before, short(37_000n), { speedBps: null })).toBe(1000);
  });

  test("cannot be told of 32 bits that may have gone around twice, while the other counters can", () => {
    const before = { ...short(0n), ...errors(0n) };
    const rates = ratesBetween(counted(before), counted({ ...short(500n), ...errors(3n) }), {
      seconds: 300,
      speedBps: GIGABIT,
    });
    expect(rates).toMatchObject({ inOctets: null, inErrors: 0.01 });
  });

  test.each([
    ["one of 64 bits went down", long(5000n), long(10n)],
    ["more came than the port can carry", long(0n), long(400_000_000_000n)],
    ["one of 32 bits was cleared", errors(100n), errors(0n)],
  ])("is a gap where %s", (_, before, now) => {
    expect(ratesBetween(counted(before), counted(now), { seconds: 300, speedBps: GIGABIT })).toBeNull();
  });

  test("is a gap where the agent says that the counters began anew", () => {
    const rates = ratesBetween(counted(long(10n), 5), counted(long(20n), 900), {
      seconds: 300,
      speedBps: null,
    });
    expect(rates).toBeNull();
  });

  test("is not held against a speed that is a mere default", () => {
    expect(inBps(long(0n), long(37_500_000_000n), { speedBps: 10_000_000 })).toBe(GIGABIT);
  });

  test("is not known of counters that the agent has not, or that have become longer", () => {
    const rates = ratesBetween(counted(short(10n)), counted(long(20n)), { seconds: 300, speedBps: null });
    expect(rates).toMatchObject({ inOctets: null, outOctets: null, inErrors: null });
  });

  test("is never more than the port can carry, and never less than nothing, whatever an agent counts", () => {
    const reading = fc.record({
      value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      bits: fc.constantFrom(32 as const, 64 as const),
    });
    fc.assert(
      fc.property(reading, reading, fc.integer({ min: 1, max: 100_000 }), (one, other, seconds) => {
        const cut = ({ value, bits }: typeof one) => ({ value: BigInt.asUintN(bits, value), bits });
        const bps = inBps({ inOctets: cut(one) }, { inOctets: cut(other) }, { seconds }) ?? 0;
        expect(bps).toBeGreaterThanOrEqual(0);
        expect(bps).toBeLessThanOrEqual((GIGABIT * (seconds + 15)) / seconds + 8);
      }),
    );
  });

  test("is what was sent, whatever a 32-bit counter began with", () => {
    const most = (100_000_000n / 8n) * 300n;
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: TWO_32 - 1n }),
        fc.bigInt({ min: 0n, max: most }),
        (start, sent) => {
          const bps = inBps(short(start), short((start + sent) % TWO_32), { speedBps: 100_000_000 });
          expect(bps).toBeCloseTo((Number(sent) * 8) / 300, 6);
        },
      ),
    );
  });
});

describe("the time between two polls", () => {
  const MINUTE = 60_000;
  test.each([
    ["is the agent's", 1000, 7000, MINUTE, 60],
    ["is the agent's where our clock was set", 1000, 7000, -3_600_000, 60],
    ["is ours where the agent's clock stands still", 1000, 1000, MINUTE, 60],
    ["is ours where the agent has no clock", null, null, MINUTE, 60],
    ["goes on where the agent's clock goes around", 4_294_966_296, 5000, MINUTE, 60],
    ["is none where the agent has begun anew", 900_000, 2000, MINUTE, null],
    ["is none where no time went by", null, null, 0, null],
  ])("%s", (_, before, now, elapsedMs, seconds) => {
    const start = 1_800_000_000_000;
    expect(secondsBetween({ atMs: start, upTime: before }, { atMs: start + elapsedMs, upTime: now })).toBe(
      seconds,
    );
  });
});
