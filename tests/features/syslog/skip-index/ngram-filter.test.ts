import { expect, test } from "bun:test";
import { assert, nat, property, string, tuple } from "fast-check";
import { SeededRandom } from "../../../bench/event-lines";
import {
  createNgramFilter,
  findNgramFilter,
  type NgramFilter,
  scanLine,
  uniteNgramFilters,
} from "../../../../src/features/syslog/skip-index/ngram-filter";

function marksOf(...lines: string[]): NgramFilter {
  const marks = createNgramFilter();
  for (const line of lines) scanLine(line, marks);
  return marks;
}

function mayHave(marks: NgramFilter, text: string): boolean {
  return findNgramFilter(text).every(
    (position) => (((marks[position >>> 3] ?? 0) >>> (position & 7)) & 1) === 1,
  );
}

test("a word that occurs is found in any case, whole or in part", () => {
  const marks = marksOf("<38>Nov 21 sshd[42]: Failed password for Administrator from 192.0.2.1");
  for (const text of ["password", "ADMINISTRATOR", "minist", "ailed pass", "sshd"])
    expect(mayHave(marks, text)).toBe(true);
});

test("a word that does not occur is ruled out", () => {
  const marks = marksOf("<38>Nov 21 sshd[42]: Failed password for Administrator from 192.0.2.1");
  for (const text of ["zebrafinch", "passport", "accepted"]) expect(mayHave(marks, text)).toBe(false);
});

test("texts without four letters, or letters and digits, in a row rule nothing out", () => {
  for (const text of ["", "tcp", "192.0.2.1", "a1b", "0001234567", "ab-cd-ef", "f0:9a:1c"])
    expect(findNgramFilter(text)).toEqual([]);
});

test("a word of letters and digits is found whole or in part, and ruled out where it does not occur", () => {
  const marks = marksOf("job zq7k41x9 of node-07b2 done in 12ms");
  for (const text of ["zq7k41x9", "ZQ7K", "k41x", "07b2", "12ms", "7k4"])
    expect(mayHave(marks, text)).toBe(true);
  for (const text of ["zq7k42x9", "8k41x9", "17b2", "12mst"]) expect(mayHave(marks, text)).toBe(false);
});

test("hexadecimal numbers do not fill the marks of words", () => {
  const random = new SeededRandom(7);
  const lines = Array.from(
    { length: 20_000 },
    () =>
      `id ${random
        .below(2 ** 32)
        .toString(16)
        .padStart(8, "0")}`,
  );
  const marks = marksOf(...lines);
  expect(mayHave(marks, "zebrafinch")).toBe(false);
});

test("of marks that end earlier, as older versions wrote them, nothing is known behind their end", () => {
  const united = uniteNgramFilters([marksOf("zebra x7y8"), marksOf("finch").slice(0, 8192)]);
  expect(united.length).toBe(8192);
  expect([mayHave(united, "zebra"), mayHave(united, "otter")]).toEqual([true, false]);
});

test("letters that searches take for others in another case are marked as these", () => {
  const marks = marksOf("pa\u017fsword bac\u212aup");
  expect(mayHave(marks, "password")).toBe(true);
  expect(mayHave(marks, "backup")).toBe(true);
});

test("whatever part of a line is looked for, its marks are set", () => {
  assert(
    property(tuple(string({ unit: "binary", maxLength: 60 }), nat(60), nat(60)), ([line, from, length]) => {
      const part = line.slice(from, from + length);
      expect(mayHave(marksOf(line), part)).toBe(true);
      expect(
        mayHave(
          marksOf(line),
          part.toUpperCase().toLowerCase().length === part.length ? part.toLowerCase() : part,
        ),
      ).toBe(true);
    }),
  );
});

test("what several have together, one of them has", () => {
  const united = uniteNgramFilters([marksOf("zebra"), marksOf("finch")]);
  expect([mayHave(united, "zebra"), mayHave(united, "finch"), mayHave(united, "otter")]).toEqual([
    true,
    true,
    false,
  ]);
});
