import { expect, test } from "bun:test";
import { array, assert, constantFrom, nat, property, string, tuple } from "fast-check";
import { SeededRandom } from "../../../bench/event-lines";
import {
  addAsciiLine,
  createLineMarks,
  createNgramFilter,
  ngramBitsOf,
  type NgramFilter,
  addLine,
  NO_PREFIX,
  uniteNgramFilters,
} from "../../../../src/features/syslog/skip-index/ngram-filter";

function filterOf(...lines: string[]): NgramFilter {
  const filter = createNgramFilter();
  for (const line of lines) addLine(line, filter);
  return filter;
}

function couldHave(filter: NgramFilter, text: string): boolean {
  return ngramBitsOf(text).every((bit) => (((filter[bit >>> 3] ?? 0) >>> (bit & 7)) & 1) === 1);
}

test("a word that occurs is found in any case, whole or in part", () => {
  const filter = filterOf("<38>Nov 21 sshd[42]: Failed password for Administrator from 192.0.2.1");
  for (const text of ["password", "ADMINISTRATOR", "minist", "ailed pass", "sshd"])
    expect(couldHave(filter, text)).toBe(true);
});

test("a word that does not occur is ruled out", () => {
  const filter = filterOf("<38>Nov 21 sshd[42]: Failed password for Administrator from 192.0.2.1");
  for (const text of ["zebrafinch", "passport", "accepted"]) expect(couldHave(filter, text)).toBe(false);
});

test("texts without four letters, or letters and digits, in a row rule nothing out", () => {
  for (const text of ["", "tcp", "192.0.2.1", "a1b", "0001234567", "ab-cd-ef", "f0:9a:1c"])
    expect(ngramBitsOf(text)).toEqual([]);
});

test("a word of letters and digits is found whole or in part, and ruled out where it does not occur", () => {
  const filter = filterOf("job zq7k41x9 of node-07b2 done in 12ms");
  for (const text of ["zq7k41x9", "ZQ7K", "k41x", "07b2", "12ms", "7k4"])
    expect(couldHave(filter, text)).toBe(true);
  for (const text of ["zq7k42x9", "8k41x9", "17b2", "12mst"]) expect(couldHave(filter, text)).toBe(false);
});

test("hexadecimal numbers do not fill the filter of words", () => {
  const random = new SeededRandom(7);
  const lines = Array.from(
    { length: 20_000 },
    () =>
      `id ${random
        .below(2 ** 32)
        .toString(16)
        .padStart(8, "0")}`,
  );
  const filter = filterOf(...lines);
  expect(couldHave(filter, "zebrafinch")).toBe(false);
});

test("of a filter that ends earlier, as older versions wrote them, nothing is known behind their end", () => {
  const united = uniteNgramFilters([filterOf("zebra x7y8"), filterOf("finch").slice(0, 8192)]);
  expect(united.length).toBe(8192);
  expect([couldHave(united, "zebra"), couldHave(united, "otter")]).toEqual([true, false]);
});

test("letters that searches take for others in another case have the n-grams of these", () => {
  const filter = filterOf("pa\u017fsword bac\u212aup");
  expect(couldHave(filter, "password")).toBe(true);
  expect(couldHave(filter, "backup")).toBe(true);
});

test("whatever part of a line is looked for, its n-grams are there", () => {
  assert(
    property(tuple(string({ unit: "binary", maxLength: 60 }), nat(60), nat(60)), ([line, from, length]) => {
      const part = line.slice(from, from + length);
      expect(couldHave(filterOf(line), part)).toBe(true);
      expect(
        couldHave(
          filterOf(line),
          part.toUpperCase().toLowerCase().length === part.length ? part.toLowerCase() : part,
        ),
      ).toBe(true);
    }),
  );
});

test("octets of ASCII give what their text gives", () => {
  const marks = createLineMarks(1000);
  const part = constantFrom("igb", "x", "Q", "0", "1234567", "12345678", ".", ",", " ", "_", "~");
  assert(
    property(array(part, { maxLength: 40 }), (parts) => {
      const line = parts.join("");
      const [fromText, fromOctets] = [createNgramFilter(), createNgramFilter()];
      const shape = addLine(line, fromText);
      expect(addAsciiLine(new TextEncoder().encode(line), fromOctets, marks, NO_PREFIX)).toBe(shape);
      expect(fromOctets).toEqual(fromText);
      expect([...marks.dots.subarray(0, marks.dotCount)]).toEqual(offsetsIn(line, /\./g));
      expect([...marks.numbers.subarray(0, marks.numberCount)]).toEqual(offsetsIn(line, /\d{8,}/g));
    }),
    { numRuns: 300 },
  );
});

function offsetsIn(line: string, wanted: RegExp): number[] {
  return [...line.matchAll(wanted)].map(({ index }) => index);
}

test("what several have together, one of them has", () => {
  const united = uniteNgramFilters([filterOf("zebra"), filterOf("finch")]);
  expect([couldHave(united, "zebra"), couldHave(united, "finch"), couldHave(united, "otter")]).toEqual([
    true,
    true,
    false,
  ]);
});
