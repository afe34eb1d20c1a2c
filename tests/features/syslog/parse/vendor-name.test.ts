import { expect, test } from "bun:test";
import { vendorName } from "../../../../src/features/syslog/parse/vendor-name";

test.each<[string, string | null]>([
  ["Palo Alto Networks", "paloalto"],
  ["FORCEPOINT", "forcepoint"],
  [" Check Point ", "checkpoint"],
  ["Acme, Inc.", "acmeinc"],
  ["", null],
  ["---", null],
  ["constructor", "constructor"],
])("%j is %p", (text, name) => {
  expect(vendorName(text)).toBe(name);
});
