import { expect, test } from "bun:test";
import { pauseSeconds, TRIED_FOR_SECONDS } from "#platform/outbox/retries";

const middle = { random: 0.5 };

test("the pauses double from ten seconds to an hour", () => {
  const pauses = Array.from({ length: 12 }, (_, index) => pauseSeconds(index + 1, middle));
  expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600]);
  expect(pauseSeconds(100_000, middle)).toBe(3600);
});

test("what failed together comes back spread out, within the bounds", () => {
  expect(pauseSeconds(5, { random: 0 })).toBeCloseTo(128);
  expect(pauseSeconds(5, { random: 0.999999 })).toBeCloseTo(192, 3);
  expect(pauseSeconds(1, { random: 0 })).toBe(10);
  expect(pauseSeconds(20, { random: 0.999999 })).toBe(3600);
});

test("a destination may ask for a longer pause, but for no more than an hour, and for no shorter one", () => {
  expect(pauseSeconds(1, { ...middle, retryAfterSeconds: 120 })).toBe(120);
  expect(pauseSeconds(1, { ...middle, retryAfterSeconds: 1e9 })).toBe(3600);
  expect(pauseSeconds(4, { ...middle, retryAfterSeconds: 1 })).toBe(80);
});

test("a day has some thirty attempts", () => {
  let seconds = 0;
  let attempts = 1;
  while (seconds + pauseSeconds(attempts, middle) <= TRIED_FOR_SECONDS) {
    seconds += pauseSeconds(attempts, middle);
    attempts += 1;
  }
  expect(attempts).toBeWithin(30, 36);
});
