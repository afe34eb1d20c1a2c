import { describe, expect, test } from "bun:test";
import {
  array,
  assert,
  boolean,
  constantFrom,
  dictionary,
  double,
  integer,
  oneof,
  option,
  property,
  record,
  sample,
  string,
  tuple,
} from "fast-check";
import {
  packResults,
  unpackResults,
  type CheckedResult,
} from "../../../../src/features/monitoring/history/packed-results";
import { TARGET_STATES } from "../../../../src/features/monitoring/state";

const START = Date.parse("2026-03-01T10:00:00.000Z");

const Fields = record({
  rawStatus: constantFrom("up" as const, "down" as const, "unknown" as const),
  state: constantFrom(...TARGET_STATES),
  isHealthy: constantFrom(true, false, null),
  latencyMs: option(
    oneof(double({ min: 0, max: 20, noNaN: true }), double({ min: 20, max: 60_000, noNaN: true })),
  ),
  error: option(string({ unit: "grapheme", maxLength: 80 })),
  details: option(dictionary(string(), oneof(integer(), string(), boolean()))),
});

/** At any distance from each other, oldest first. */
const Results = array(
  tuple(oneof(integer({ min: 1, max: 120_000 }), integer({ min: 1, max: 86_400_000 })), Fields),
).map((list) => {
  let at = START;
  return list.map(([gap, fields]): CheckedResult => {
    at += gap;
    return { at: new Date(at), ...fields };
  });
});

function withoutLatency(results: readonly CheckedResult[]) {
  return results.map(({ latencyMs, ...rest }) => ({ ...rest, hasLatency: latencyMs !== null }));
}

describe("packed results are read", () => {
  test("exactly, but for latencies, which are right to 0.01 ms or 0.1 %", () => {
    assert(
      property(Results, (results) => {
        const read = unpackResults(packResults(results));
        expect(withoutLatency(read)).toEqual(withoutLatency(results));
        for (const [index, { latencyMs }] of results.entries()) {
          if (latencyMs === null) continue;
          const error = Math.abs((read[index]?.latencyMs ?? Infinity) - latencyMs);
          expect(error).toBeLessThanOrEqual(Math.max(0.01, latencyMs * 0.001) + 1e-9);
        }
      }),
      { numRuns: 300, seed: 20_260_301 },
    );
  });

  test("and packed again they are the same octets", () => {
    assert(
      property(Results, (results) => {
        const packed = packResults(results);
        expect(packResults(unpackResults(packed))).toEqual(packed);
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  test("when there are none", () => expect(unpackResults(packResults([]))).toEqual([]));
});

test("a day of checks each minute takes fewer than four octets a result", () => {
  const results = Array.from({ length: 1440 }, (_, index): CheckedResult => ({
    at: new Date(START + index * 60_000 + ((index * 7919) % 60)),
    rawStatus: "up",
    state: "up",
    latencyMs: 12 + ((index * 104_729) % 300) / 100,
    isHealthy: true,
    error: null,
    details: { statusCode: 200, certificateIssuer: "Example Authority" },
  }));
  expect(packResults(results).length / results.length).toBeLessThan(4);
});

describe("what is damaged is refused", () => {
  const error = "cannot read packed results";
  const samples = sample(Results, { numRuns: 40, seed: 3 }).filter((results) => results.length > 3);
  const packed = samples.map(packResults);

  test("where any one bit is another", () => {
    for (const octets of packed)
      for (let bit = 0; bit < octets.length * 8; bit += 5) {
        const damaged = Uint8Array.from(octets);
        damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(() => unpackResults(damaged)).toThrow(error);
      }
  });

  test("where the end is missing, or there is more", () => {
    for (const octets of packed) {
      for (let length = 0; length < octets.length; length += 3)
        expect(() => unpackResults(octets.subarray(0, length))).toThrow(error);
      expect(() => unpackResults(Buffer.concat([octets, Buffer.from([0])]))).toThrow(error);
    }
  });
});
