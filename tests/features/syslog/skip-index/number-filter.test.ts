import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  BLOCK_BYTES,
  bitsOf,
  type BloomFilter,
} from "../../../../src/features/syslog/skip-index/bloom-filter";
import { listSegments } from "../../../../src/features/syslog/segments/catalog/catalog";
import { eventSegments } from "../../../../src/features/syslog/tables";
import { compileFilters } from "../../../../src/features/syslog/query/compile";
import { createTestDatabase } from "../../../support/database";
import { givenCatalogued } from "../../../support/event-store";
import {
  NumberFilterBuilder,
  takeNumberKeys,
} from "../../../../src/features/syslog/skip-index/number-filter";

const SEED = 20_261_122;
const encoder = new TextEncoder();

function keysOf(text: string): number[] {
  const keys: number[] = [];
  takeNumberKeys(encoder.encode(text), (key) => keys.push(key));
  return keys;
}

function filterOf(texts: readonly string[]): BloomFilter | null {
  const filter = new NumberFilterBuilder();
  filter.begin();
  for (const text of texts) filter.add(encoder.encode(text));
  return filter.pack();
}

function has(numbersFilter: BloomFilter, key: number): boolean {
  const start = (key % (numbersFilter.length / BLOCK_BYTES)) * BLOCK_BYTES;
  return bitsOf(key).every((bit) => ((numbersFilter[start + (bit >>> 3)] ?? 0) >>> (bit & 7)) & 1);
}

test("the catalog finds in filters of any size what is there, and hardly anything else", async () => {
  const { db } = await createTestDatabase();
  await givenCatalogued(db);
  const couldContain = async (text: string) => {
    const [segment] = await listSegments(db, {}, compileFilters({ q: text }));
    return segment?.couldMatch;
  };
  for (const count of [1, 300, 20_000]) {
    const numbers = Array.from({ length: count }, (_, index) => String(20_000_000 + index * 1213));
    await db.update(eventSegments).set({ numbers: filterOf(numbers) });
    for (const number of numbers.slice(-20)) expect(await couldContain(`=${number}`)).toBe(true);
    const others = await Promise.all(numbers.slice(-20).map((number) => couldContain(`9${number}31`)));
    expect(others.filter((isThere) => isThere === true).length).toBeLessThan(6);
  }
  await db.update(eventSegments).set({ numbers: null });
  expect(await couldContain("31415926")).toBe(true);
});

const digits = (count: number) =>
  fc.array(fc.nat(9), { minLength: count, maxLength: count }).map((all) => all.join(""));
const line = fc
  .array(
    fc.oneof(fc.integer({ min: 1, max: 25 }).chain(digits), fc.constantFrom(" ", "seq=", "é", "-", "a", ".")),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(""));

describe("the keys of a text's numbers", () => {
  test("are among those of every text that contains it", () => {
    fc.assert(
      fc.property(line, line, line, (before, part, behind) => {
        const all = new Set(keysOf(before + part + behind));
        expect(keysOf(part).filter((key) => !all.has(key))).toEqual([]);
      }),
      { numRuns: 3000, seed: SEED },
    );
  });

  test("are there for every number of eight digits or more, wherever it stands, and for no shorter one", () => {
    for (let place = 0; place < 20; place++) {
      const before = "x".repeat(place);
      expect(keysOf(`${before}12345678`)).toHaveLength(1);
      expect(keysOf(`${before}12345678 87654321`)).toHaveLength(2);
      expect(keysOf(`${before}1234567 7654321`)).toEqual([]);
    }
    expect(keysOf("")).toEqual([]);
    expect(keysOf("00000000")).toHaveLength(1);
  });

  test("tell numbers apart that begin alike", () => {
    const numbers = Array.from({ length: 2000 }, (_, index) => String(1_234_500_000 + index * 7));
    const seen = new Set(keysOf(numbers.slice(0, 1000).join(" ")));
    const others = numbers.slice(1000).filter((number) => keysOf(number).every((key) => seen.has(key)));
    expect(others.length).toBeLessThan(20);
  });
});

describe("the filter of a segment", () => {
  test("have all its numbers, and few others, in less than two octets a number", () => {
    const numbers = Array.from({ length: 200_000 }, (_, index) =>
      String(3_000_000_000 + ((index * 7_368_787) % 1e9)),
    );
    const numbersFilter = filterOf(numbers) ?? new Uint8Array();
    expect(numbers.flatMap(keysOf).every((key) => has(numbersFilter, key))).toBe(true);
    expect(numbersFilter.length).toBeLessThan(2 * numbers.length);
    const others = Array.from({ length: 2000 }, (_, index) => String(6_000_000_000 + index * 1_000_003));
    const found = others.filter((number) => keysOf(number).every((key) => has(numbersFilter, key)));
    expect(found.length).toBeLessThan(100);
  });

  test("have all its numbers, however few or many they are", () => {
    for (let count = 1; count < 60_000; count = Math.ceil(count * 1.3)) {
      const numbers = Array.from({ length: count }, (_, index) => String(20_000_000 + index * 1213));
      const numbersFilter = filterOf(numbers) ?? new Uint8Array();
      expect(numbersFilter.length % BLOCK_BYTES).toBe(0);
      expect(numbers.flatMap(keysOf).every((key) => has(numbersFilter, key))).toBe(true);
    }
  });

  test("take next to nothing where there are no numbers, or the same ones again and again", () => {
    expect(filterOf(["no number", "port 22"])).toEqual(new Uint8Array(BLOCK_BYTES));
    const numbersFilter =
      filterOf(Array.from({ length: 50_000 }, () => "tracker 1000000103")) ?? new Uint8Array();
    expect(numbersFilter.length).toBe(BLOCK_BYTES);
    expect(keysOf("1000000103").every((key) => has(numbersFilter, key))).toBe(true);
  });

  test("are given up where numbers are too many to be told apart", () => {
    const numbers = Array.from({ length: 900_000 }, (_, index) =>
      String(1_000_000_000 + ((index * 7_368_787) % 9e9)),
    );
    expect(filterOf(numbers)).toBeNull();
  });
});
