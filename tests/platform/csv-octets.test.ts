import { expect, test } from "bun:test";
import { array, assert, constantFrom, nat, oneof, property, string } from "fast-check";
import { toCsv } from "#platform/csv";
import { CsvOctets } from "#platform/csv-octets";
import { rounds } from "../support/rounds";

const encoder = new TextEncoder();

/** Rows as they are written cell by cell: texts as texts, and as octets within others. */
function write(rows: readonly (readonly (string | number | null)[])[], { asOctets }: { asOctets: boolean }) {
  const csv = new CsvOctets();
  for (const row of rows) {
    for (const cell of row) {
      if (cell === null) csv.skip();
      else if (typeof cell === "number") csv.number(cell);
      else if (asOctets) {
        const octets = encoder.encode(`,"${cell}=`);
        csv.octets(octets, 2, octets.length - 1);
      } else csv.text(cell);
    }
    csv.endRow();
  }
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(csv.take());
}

const unit = constantFrom(
  ..."a Z 0 < ~ , \" ' = + - @ \\ \\u001b é 名 😀 \ufeff \u00a0 \u202e".split(" "),
  " ",
  "\t",
  "\r",
  "\n",
);
const cell = oneof(string({ unit, maxLength: 6 }), nat(), constantFrom(null, 0, -1.5, "", "plain"));

test("what is written cell by cell is what toCsv writes", () => {
  assert(
    property(array(array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 3 }), (rows) => {
      const expected = toCsv(rows);
      expect(write(rows, { asOctets: false })).toBe(expected);
      expect(write(rows, { asOctets: true })).toBe(expected);
    }),
    { numRuns: rounds(5000), seed: 20_261_126 },
  );
});

test("rows may be of any length, and what was taken is not written again", () => {
  const csv = new CsvOctets();
  const long = "x".repeat(300_000);
  csv.text(long);
  csv.octets(encoder.encode(long), 0, long.length);
  csv.endRow();
  expect(csv.take()).toHaveLength(2 * long.length + 3);
  expect(csv.take()).toHaveLength(0);
});
