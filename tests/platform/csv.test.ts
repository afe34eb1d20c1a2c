import { describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { array, assert, constantFrom, property, string } from "fast-check";
import { escapeCell, escapeControls, restoreCell } from "#platform/control-characters";
import { toCsv } from "#platform/csv";
import { neutralizeFormula, restoreFormula } from "#platform/formula-guard";
import { rounds } from "../support/rounds";

const RUNS = { numRuns: rounds(20_000), seed: 20_261_122 };
const DRIVING = /[^\P{Cc}\t\r\n]|[\u202a-\u202e\u2066-\u2069]/u;

describe("a cell shows what would drive a terminal", () => {
  test.each([
    ["\u001b[31mred", String.raw`\u001b[31mred`],
    ["bell\u0007", String.raw`bell\u0007`],
    ["\u009b2J", String.raw`\u009b2J`],
    ["\u202egnp.exe", String.raw`\u202egnp.exe`],
    ["\u2067a\u2069", String.raw`\u2067a\u2069`],
    ["two\r\nlines\tand a tab", "two\r\nlines\tand a tab"],
    [String.raw`\u001b as text`, String.raw`\u005cu001b as text`],
    [String.raw`\u00e9 C:\users \u`, String.raw`\u00e9 C:\users \u`],
    ["é 名 😀", "é 名 😀"],
  ])("%j", (text, shown) => {
    expect(escapeCell(text)).toBe(shown);
    expect(restoreCell(shown)).toBe(text);
  });

  test("and any text comes back, through the file and the guard against formulas as well", () => {
    const unit = constantFrom(
      ..."\\ u 0 5 c 1 b 2 = + - @ ' , \" a".split(" "),
      ..."\u0000 \u001b \u007f \u0085 \u009f \u202a \u202e \u2066 \u2069 \t \r \n \v \f \u00a0".split(" "),
      "\\u",
      "\\u005c",
      "\\u001b",
      "\\u202e",
      " ",
    );
    assert(
      property(string({ unit, maxLength: 8 }), (text) => {
        expect(escapeCell(text)).not.toMatch(DRIVING);
        expect(restoreCell(escapeCell(text))).toBe(text);
        expect(restoreCell(restoreFormula(neutralizeFormula(escapeCell(text))))).toBe(text);
      }),
      RUNS,
    );
    assert(
      property(array(string({ unit, maxLength: 5 }), { minLength: 2, maxLength: 4 }), (cells) => {
        const file = toCsv([cells]);
        expect(file).not.toMatch(DRIVING);
        const read: string[][] = parse(file, { record_delimiter: ["\r\n", "\n", "\r"] });
        expect(read).toEqual([cells.map((text) => neutralizeFormula(escapeCell(text)))]);
      }),
      { ...RUNS, numRuns: rounds(2000) },
    );
  });
});

test("a line of a log has no line end within", () => {
  expect(escapeControls("a\r\nb\tc\u001b")).toBe(String.raw`a\u000d\u000ab\u0009c\u001b`);
});
