import { expect, test } from "bun:test";
import { vendorName } from "../../../../../src/features/syslog/parse/values/vendor-name";

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
