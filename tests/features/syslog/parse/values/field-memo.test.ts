import { expect, test } from "bun:test";
import { array, assert, constantFrom, integer, oneof, property, string } from "fast-check";
import { fieldAt, textAt } from "../../../../../src/features/syslog/parse/values/field-memo";
import { fieldText } from "../../../../../src/features/syslog/parse/values/field-text";

const piece = oneof(
  constantFrom("tcp", "in", "-", " ", "", "igb0", "a\u0001b", " x ", "lone \ud800", "é\u{1f600}"),
  string({ maxLength: 30, unit: "binary" }),
  integer({ min: 0, max: 99_999 }).map(String),
);

test("what is remembered is what would be cut out and checked, whatever was met before", () => {
  assert(
    property(array(piece, { minLength: 1, maxLength: 40 }), (pieces) => {
      const line = pieces.join(",");
      let start = 0;
      for (const text of pieces) {
        const end = start + text.length;
        for (let round = 0; round < 2; round++) {
          expect(textAt(line, start, end)).toBe(text);
          expect(fieldAt(line, start, end)).toBe(fieldText(text));
          expect(fieldAt(line, start, end, 20)).toBe(fieldText(text, 20));
        }
        start = end + 1;
      }
    }),
    { seed: 20_261_122, numRuns: 2000 },
  );
});

test("more words than there is room for displace each other, and none is taken for another", () => {
  for (let round = 0; round < 2; round++) {
    for (let number = 0; number < 50_000; number++) {
      const word = `w${number}`;
      expect(textAt(`<${word}>`, 1, 1 + word.length)).toBe(word);
    }
  }
});
