import { expect, test } from "bun:test";
import { importedWords } from "../../../../src/web/pages/log-formats/api";
import { lossWords, markOf } from "../../../../src/web/pages/log-formats/state";

const status = { rests_until: null, lines: 0, costly: 0, skipped: 0 } as const;

test("a format that rests says until when", () => {
  const rests_until = new Date(Date.now() + 60_000).toISOString();
  expect(markOf({ status: { ...status, state: "resting", rests_until } })).toMatchObject({
    status: "degraded",
    label: expect.stringContaining("too slow: rests until"),
  });
});

test("lines that a format did not get are counted, where there are any", () => {
  expect(lossWords({ costly: 0, skipped: 0 })).toBeUndefined();
  expect(lossWords({ costly: 2, skipped: 1200 })).toBe(
    "2 took more time than a line may; 1,200 were not shown to it, to save time",
  );
});

test("what an import has done is said in a line", () => {
  expect(importedWords({ created: ["a", "b"], updated: [], unchanged: ["c"] })).toBe(
    "2 added, 1 as they were",
  );
});
