import { expect, test } from "bun:test";
import { array, assert, constantFrom, property } from "fast-check";
import { escapeCell } from "#platform/control-characters";
import { neutralizeFormula } from "#platform/formula-guard";
import { harmlessCell } from "../../../src/web/format/harmless-cell";

test.each([
  ["sw-1", "sw-1"],
  ["=1+1", "'=1+1"],
  ["\u001b[31m", String.raw`\u001b[31m`],
  [String.raw`\u001b`, String.raw`\u005cu001b`],
  ["two\nlines", "two\nlines"],
])("%j is written as %j", (text, written) => {
  expect(harmlessCell(text)).toBe(written);
});

test("a cell is what the service's own exports make of it", () => {
  const units = [
    ..."'=+-@\t\r\n \\u001b5c".split(""),
    "\u001b",
    "\u009b",
    "\u202e",
    "\u2066",
    "\u00a0",
    "\uff1d",
    "a",
  ];
  const text = array(constantFrom(...units), { maxLength: 12 }).map((parts) => parts.join(""));
  assert(
    property(text, (cell) => harmlessCell(cell) === neutralizeFormula(escapeCell(cell))),
    { seed: 6, numRuns: 5000 },
  );
});
