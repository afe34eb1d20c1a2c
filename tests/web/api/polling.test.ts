import { expect, test } from "bun:test";
import { pollEvery } from "../../../src/web/api/polling";

const interval = (status: string, ageMs: number) =>
  pollEvery(10_000)({ state: { status, dataUpdatedAt: Date.now() - ageMs } });

test("while answers come, the interval is the usual one", () => {
  expect(interval("success", 500_000)).toBe(10_000);
});

test("failures are asked about ever more seldom, once a minute at last", () => {
  expect(interval("error", 1000)).toBe(10_000);
  expect(interval("error", 20_000)).toBeWithin(20_000, 21_000);
  expect(interval("error", 500_000)).toBe(60_000);
  expect(interval("error", Date.now())).toBe(60_000);
});
