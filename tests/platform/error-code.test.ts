import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { codeOf } from "#platform/error-code";

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

test("the code of what the system refused is its name", () => {
  expect(codeOf(thrownBy(() => readFileSync("/nowhere/at/all")))).toBe("ENOENT");
});

test.each([
  ["an error without one", new Error("ENOENT")],
  ["a number, as an aborted request has it", new DOMException("aborted", "AbortError")],
  ["what is no error", { code: "ENOENT" }],
  ["nothing", undefined],
])("%s has none", (_, error) => {
  expect(codeOf(error)).toBeUndefined();
});
