import { expect, test } from "bun:test";
import { assert, nat, property, string, tuple } from "fast-check";
import {
  createLetterMarks,
  findLetterMarks,
  type LetterMarks,
  scanLine,
  uniteLetterMarks,
} from "../../../src/features/syslog/letter-marks";

function marksOf(...lines: string[]): LetterMarks {
  const marks = createLetterMarks();
  for (const line of lines) scanLine(line, marks);
  return marks;
}

function mayHave(marks: LetterMarks, text: string): boolean {
  return findLetterMarks(text).every(
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

test("texts without four letters in a row rule nothing out", () => {
  for (const text of ["", "tcp", "192.0.2.1", "a1b2c3d4", "0001234567", "ab-cd-ef"])
    expect(findLetterMarks(text)).toEqual([]);
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
  const united = uniteLetterMarks([marksOf("zebra"), marksOf("finch")]);
  expect([mayHave(united, "zebra"), mayHave(united, "finch"), mayHave(united, "otter")]).toEqual([
    true,
    true,
    false,
  ]);
});
