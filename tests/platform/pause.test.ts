import { describe, expect, test } from "bun:test";
import { ifInTime, pause, pauseUnlessStopped, withinTime } from "#platform/pause";

const REASON = new Error("the service stops");
const LONG_MS = 60_000;

describe("a pause that a signal ends", () => {
  test("throws the signal's own reason, before and while it waits", async () => {
    const stopped = new AbortController();
    const waiting = pause(LONG_MS, stopped.signal);
    stopped.abort(REASON);
    expect(await waiting.catch((error: unknown) => error)).toBe(REASON);
    expect(await pause(LONG_MS, stopped.signal).catch((error: unknown) => error)).toBe(REASON);
  });

  test("or is content, where it is to go on until it is stopped", async () => {
    const stopped = new AbortController();
    const waiting = pauseUnlessStopped(LONG_MS, stopped.signal);
    stopped.abort(REASON);
    await waiting;
    await pauseUnlessStopped(LONG_MS, stopped.signal);
    expect(stopped.signal.aborted).toBe(true);
  });

  test("comes to its end where nobody ends it", async () => {
    const { signal } = new AbortController();
    const began = performance.now();
    await pause(20, signal);
    await pauseUnlessStopped(20, signal);
    expect(performance.now() - began).toBeGreaterThanOrEqual(35);
  });
});

describe("work within a time", () => {
  const late = () => new Error("too late");

  test("gives what it gives, or its own error", async () => {
    expect(await withinTime(LONG_MS, Promise.resolve(7), late)).toBe(7);
    expect(await withinTime(LONG_MS, Promise.reject(REASON), late).catch((error: unknown) => error)).toBe(
      REASON,
    );
  });

  test("is given up when the time is over, and its later failure goes to nobody", async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    expect(await withinTime(-1, promise, late).catch(String)).toBe("Error: too late");
    expect(await ifInTime(1, promise)).toBeUndefined();
    reject(REASON);
  });

  test("which nobody insists on gives what it gives, its own error, or nothing", async () => {
    expect(await ifInTime(LONG_MS, Promise.resolve(7))).toBe(7);
    expect(await ifInTime(LONG_MS, Promise.reject(REASON)).catch((error: unknown) => error)).toBe(REASON);
    expect(await ifInTime(1, Promise.withResolvers<number>().promise)).toBeUndefined();
  });
});
