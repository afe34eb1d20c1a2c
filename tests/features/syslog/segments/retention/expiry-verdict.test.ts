import { expect, test } from "bun:test";
import { evaluateExpiry } from "../../../../../src/features/syslog/segments/retention/expiry-verdict";

const NOW = Date.UTC(2026, 5, 10);
const MINUTE = 60_000;
const never = { refusedAt: null, refusedShare: null };

function refusedSince(minutes: number, refusedShare: number) {
  return { predictedShare: 0, refusedAt: new Date(NOW - minutes * MINUTE), refusedShare };
}

test("up to twice the predicted share is expected", () => {
  expect(evaluateExpiry(0.2, { predictedShare: 0.1, ...never }, NOW)).toEqual({ isExpected: true });
  expect(evaluateExpiry(0.2001, { predictedShare: 0.1, ...never }, NOW)).toMatchObject({ isExpected: false });
});

test("nothing to drop is always expected, anything is unexpected before the first prediction", () => {
  expect(evaluateExpiry(0, undefined, NOW)).toEqual({ isExpected: true });
  expect(evaluateExpiry(0.01, undefined, NOW)).toMatchObject({ isExpected: false, isNew: true });
});

test("a refusal ends when a run an hour later finds what it predicted", () => {
  expect(evaluateExpiry(1, refusedSince(60, 0.9), NOW)).toEqual({ isExpected: true });
  expect(evaluateExpiry(1, refusedSince(10, 0.9), NOW)).toEqual({
    isExpected: false,
    refusedAt: new Date(NOW - 10 * MINUTE),
    isNew: false,
  });
});

test("a run that does not agree with the refused one, or lies before it, begins a new refusal", () => {
  const anew = { isExpected: false, refusedAt: new Date(NOW), isNew: true } as const;
  expect(evaluateExpiry(1, refusedSince(60, 0.1), NOW)).toEqual(anew);
  expect(evaluateExpiry(1, refusedSince(-60, 1), NOW)).toEqual(anew);
});
