import { expect, test } from "bun:test";
import { namedSeverity } from "../../../../../src/features/syslog/parse/header/priority";

test.each<[string, number | null]>([
  ["Critical", 2],
  ["informational", 6],
  ["notice", 5],
  ["warning", 4],
  ["0", 0],
  ["7", 7],
  ["8", null],
  ["high", null],
  ["", null],
  ["constructor", null],
])("the severity %j is %p", (word, severity) => {
  expect(namedSeverity(word)).toBe(severity);
});
