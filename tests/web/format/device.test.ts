import { expect, test } from "bun:test";
import { formatWord } from "../../../src/web/format/device";

test.each([
  ["edge-router", "Edge router"],
  ["access_point", "Access point"],
  ["online", "Up"],
  ["offline", "Down"],
])("%p of the API is read as %p", (word, text) => {
  expect(formatWord(word)).toBe(text);
});
