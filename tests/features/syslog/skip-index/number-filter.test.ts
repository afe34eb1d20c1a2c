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
  addAsciiLine,
  createLineMarks,
  createNgramFilter,
  NO_PREFIX,
} from "../../../../src/features/syslog/skip-index/ngram-filter";
import {
  NumberFilterBuilder,
  packNumberKeys,
  takeNumber,
  takeNumberBefore,
  takeNumberKeys,
} from "../../../../src/features/syslog/skip-index/number-filter";
import { NumberKeyList } from "../../../../src/features/syslog/skip-index/number-keys";

const SEED = 20_261_122;
const encoder = new TextEncoder();

function keysOf(text: string): number[] {
  const keys: number[] = [];
  takeNumberKeys(encoder.encode(text), (key) => keys.push(key >>> 0));
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

  test("are those of the numbers that a pass over a line marks, also behind a part that was passed before", () => {
    const marks = createLineMarks(1000);
    fc.assert(
      fc.property(line, line, (before, behind) => {
        const bytes = encoder.encode(`${before} ${behind}`);
        const keys = keysOf(before);
        addAsciiLine(bytes, createNgramFilter(), marks, {
          ...NO_PREFIX,
          end: encoder.encode(before).length + 1,
        });
        for (const start of marks.numbers.subarray(0, marks.numberCount))
          takeNumber(bytes, start, (key) => keys.push(key >>> 0));
        expect(keys).toEqual(keysOf(`${before} ${behind}`));
      }),
      { numRuns: 1000, seed: SEED },
    );
  });

  test("are found of the number alone that ends where somebody says", () => {
    const keys: number[] = [];
    const text = encoder.encode("12345678:00.123456789Z");
    for (const end of [text.indexOf(0x5a), text.indexOf(0x2e)])
      takeNumberBefore(text, end, (key) => keys.push(key >>> 0));
    expect(keys).toEqual(keysOf("123456789"));
  });

  test("tell numbers apart that begin alike", () => {
    const numbers = Array.from({ length: 2000 }, (_, index) => String(1_234_500_000 + index * 7));
    const seen = new Set(keysOf(numbers.slice(0, 1000).join(" ")));
    const others = numbers.slice(1000).filter((number) => keysOf(number).every((key) => seen.has(key)));
    expect(others.length).toBeLessThan(20);
  });
});

describe("the list of a row group's keys", () => {
  test("has those of all its lines, again and again, and hardly one twice that comes often", () => {
    const list = new NumberKeyList();
    for (let rowGroup = 0; rowGroup < 3; rowGroup++) {
      list.begin();
      const numbers = Array.from({ length: 30_000 }, (_, index) =>
        String(rowGroup * 1e9 + 1e8 + index * 1213),
      );
      for (const number of numbers) list.add(encoder.encode(`tracker 1000000103 seq=${number}`));
      const keys = list.list() ?? new Uint32Array();
      expect(new Set(keys)).toEqual(new Set([...numbers, "1000000103"].flatMap(keysOf)));
      expect(keys.length).toBeLessThan(numbers.length * 2.5);
    }
  });

  test("is given up where they are too many, and begun anew", () => {
    const list = new NumberKeyList();
    for (let at = 0; at < 600_000; at++) list.add(encoder.encode(String(10_000_000 + at * 131)));
    expect(list.list()).toBeNull();
    list.begin();
    list.add(encoder.encode("12345678"));
    expect([...(list.list() ?? [])]).toEqual(keysOf("12345678"));
  });
});

describe("the filter of a segment", () => {
  test("has the keys of all lists, in about the space that it takes by itself", () => {
    for (const count of [0, 1, 100, 5000, 40_000]) {
      const numbers = Array.from({ length: count }, (_, index) => String(20_000_000 + index * 1213));
      const keys = Uint32Array.from(numbers.flatMap(keysOf));
      const packed = packNumberKeys([keys, keys.subarray(0, count / 3)]);
      if (packed === null) throw new Error("the filter was given up");
      expect(keys.every((key) => has(packed, key))).toBe(true);
      expect(packed.length).toBeLessThanOrEqual(1.5 * (filterOf(numbers)?.length ?? 0));
    }
    const many = Uint32Array.from({ length: 1_500_000 }, (_, index) => Math.imul(index, 0x9e_37_79_b1));
    expect(packNumberKeys([many])).toBeNull();
  });

  test("have all its numbers, and few others, in less than two bytes a number", () => {
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
