import { expect, test } from "bun:test";
import { hasEveryWord } from "../../../../src/web/components/filters/words";

const KNOWN = ["Core switch", "10.0.0.7", null, "vlan 20"];

test.each([
  ["core", true],
  ["SWITCH core", true],
  ["  core   10.0 ", true],
  ["vlan 20", true],
  ["", true],
  ["core edge", false],
  // A word is looked for within one of the fields.
  ["switch10", false],
  ["null", false],
])("%j in what is known: %p", (text, isThere) => {
  expect(hasEveryWord(KNOWN, text)).toBe(isThere);
});
