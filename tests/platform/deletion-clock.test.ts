import { describe, expect, test } from "bun:test";
import pino from "pino";
import { daysBefore, hoursBefore, openDeletionClock } from "#platform/deletion-clock";
import { createTestDatabase } from "../support/database";
import { settableClock } from "../support/deletion-clock";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;
const NOON = Date.UTC(2026, 5, 1, 12);

describe("the time by which things are deleted", () => {
  test("is none until an hour after the start, and goes by the clock on the wall then", async () => {
    const clock = settableClock(NOON);
    expect(await clock.now()).toBeUndefined();
    clock.pass(HOUR / 2);
    expect(await clock.now()).toBeUndefined();
    clock.pass(HOUR / 2);
    expect(await clock.now()).toEqual(new Date(NOON + HOUR));
    clock.pass(24 * HOUR);
    expect(await clock.now()).toEqual(new Date(NOON + 25 * HOUR));
  });

  test.each([
    ["six minutes forward", 6 * MINUTE],
    ["an hour forward", HOUR],
    ["a year forward", YEAR],
    ["six minutes back", -6 * MINUTE],
    ["a year back", -YEAR],
  ])("is none for an hour after the clock was set %s, whether it is put right or not", async (_, step) => {
    const clock = settableClock(NOON);
    await clock.now();
    clock.pass(2 * HOUR);
    expect(await clock.now()).toBeDefined();
    clock.set(step);
    expect(await clock.now()).toBeUndefined();
    clock.pass(HOUR / 2);
    clock.set(-step);
    expect(await clock.now()).toBeUndefined();
    clock.pass(HOUR / 2);
    expect(await clock.now()).toBeUndefined();
    clock.pass(HOUR / 2);
    expect(await clock.now()).toEqual(new Date(NOON + 3.5 * HOUR));
  });

  test("is the same for a clock that is moved by seconds, as by NTP", async () => {
    const clock = settableClock(NOON);
    await clock.now();
    for (let hour = 1; hour < 100; hour += 1) {
      clock.pass(HOUR);
      clock.set(2000);
      expect(await clock.now()).toEqual(new Date(NOON + hour * (HOUR + 2000)));
    }
  });

  test("waits anew in a process that begins with a wrong clock", async () => {
    const clock = settableClock(NOON);
    await clock.now();
    clock.pass(2 * HOUR);
    clock.set(YEAR);
    clock.restart();
    expect(await clock.now()).toBeUndefined();
    clock.pass(HOUR / 2);
    expect(await clock.now()).toBeUndefined();
    clock.set(-YEAR);
    clock.pass(HOUR / 2);
    expect(await clock.now()).toBeUndefined();
  });

  test("is the database's", async () => {
    const { db, drop } = await createTestDatabase();
    const clock = openDeletionClock({ db, log: pino({ level: "silent" }) });
    expect(await clock.now()).toBeUndefined();
    await drop();
    expect(clock.now()).rejects.toThrow();
  });
});

test("hours and days before are of 60 minutes and 24 hours", () => {
  expect(hoursBefore(new Date(NOON), 0.25)).toEqual(new Date(NOON - 15 * MINUTE));
  expect(daysBefore(new Date(NOON), 2)).toEqual(new Date(NOON - 48 * HOUR));
});
