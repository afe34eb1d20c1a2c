import { expect, test } from "bun:test";
import type { Rhythm } from "#tables/syslog";
import { ListeningClock } from "../../../../src/features/syslog/watch/listening-clock";
import { addGap, beginRhythm, usualGap } from "../../../../src/features/syslog/watch/rhythm";

const DAY_MS = 86_400_000;
const MINUTE = 60;
const NIGHT = 14 * 3600;

const at = (seconds: number, steadySeconds = seconds) => ({
  wallMs: seconds * 1000,
  steadyMs: steadySeconds * 1000,
});

test("the clock shows for how long a collector has listened, over all its runs", () => {
  const clock = new ListeningClock(1000, at(50));
  clock.move(at(55), true);
  clock.move(at(60), true);
  expect(clock.secondsBefore(0)).toBe(1010);
  expect(clock.secondsAt(57_000)).toBe(1007);
});

test.each([
  ["refused what came", at(20), false],
  ["slept", at(7200), true],
  ["had its clock set forward", at(7200, 15), true],
  ["had its clock set back", at(-7200, 15), true],
])("time in which a collector %s is none in which it listened", (_, now, isListening) => {
  const clock = new ListeningClock(1000, at(0));
  clock.move(at(10), true);
  clock.move(now, isListening);
  expect(clock.secondsBefore(0)).toBeLessThanOrEqual(1015);
});

test("what came before this run counts as heard when the last run ended", () => {
  const clock = new ListeningClock(1000, at(5000));
  clock.move(at(5010), true);
  expect(clock.secondsAt(1_000_000)).toBe(1000);
});

/** A sender that is heard each minute of a working day, for so many days. */
function workDays(days: number, from = beginRhythm(0)): { rhythm: Rhythm; endMs: number } {
  let rhythm = from;
  let nowMs = from.sinceMs;
  for (let day = 0; day < days; day++) {
    for (let minute = 0; minute < 600; minute++) rhythm = addGap(rhythm, MINUTE, (nowMs += MINUTE * 1000));
    rhythm = addGap(rhythm, NIGHT, (nowMs += NIGHT * 1000));
  }
  return { rhythm, endMs: nowMs };
}

test("nights belong to the rhythm of a sender that is quiet at night", () => {
  const { rhythm, endMs } = workDays(4);
  expect(usualGap(rhythm, endMs)).toBe(NIGHT);
});

test("one outage does not belong to the rhythm", () => {
  let rhythm = beginRhythm(0);
  for (let index = 0; index < 100; index++) rhythm = addGap(rhythm, MINUTE, index * 60_000);
  rhythm = addGap(rhythm, 40_000, 100 * 60_000);
  expect(usualGap(rhythm, 4 * DAY_MS)).toBe(MINUTE);
});

test("pauses of weeks long past are forgotten", () => {
  let rhythm = addGap(addGap(beginRhythm(0), NIGHT, 1), NIGHT, 2);
  for (let day = 1; day <= 40; day++) rhythm = addGap(rhythm, 2 * MINUTE, day * DAY_MS);
  expect(usualGap(rhythm, 40 * DAY_MS)).toBe(2 * MINUTE);
});

test("a rhythm is told once it is known for three days, from twenty pauses", () => {
  let rhythm = beginRhythm(0);
  for (let index = 0; index < 20; index++) rhythm = addGap(rhythm, 3600, index);
  expect(usualGap(rhythm, 3 * DAY_MS - 1)).toBeNull();
  expect(usualGap(rhythm, 3 * DAY_MS)).toBe(3600);
  expect(usualGap({ ...rhythm, gaps: 19 }, 9 * DAY_MS)).toBeNull();
});
