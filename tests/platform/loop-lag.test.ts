import { expect, test } from "bun:test";
import { Registry } from "prom-client";
import { measureLoopDelay, watchLoopLag } from "#platform/loop-lag";
import { waitFor } from "../support/wait-for";

test("a thread that is held for a second is counted as late for the share of time that it was", async () => {
  const registry = new Registry();
  const watch = watchLoopLag(registry);
  const bucket = async (bound: string) => {
    const text = await registry.metrics();
    return Number(
      new RegExp(
        `^netatlas_event_loop_lag_seconds_bucket{le="${bound.replace("+", "\\+")}"} (\\d+)`,
        "m",
      ).exec(text)?.[1],
    );
  };
  const lateBy = async (bound: string) => (await bucket("+Inf")) - (await bucket(bound));
  await waitFor("some looks", async () => (await bucket("+Inf")) >= 3);
  const [before, longBefore] = [await lateBy("0.1"), await lateBy("0.25")];
  const until = performance.now() + 1000;
  while (performance.now() < until);
  await waitFor("the stall to be seen", async () => (await lateBy("0.25")) > longBefore);
  // Of the four looks that a second kept from happening the last may be less than 100 ms late.
  expect((await lateBy("0.1")) - before).toBeGreaterThanOrEqual(3);
  watch.stop();
});

test("who asks how late a thread is hears of what held it meanwhile", async () => {
  const measuring = measureLoopDelay();
  const until = performance.now() + 200;
  while (performance.now() < until);
  expect(await measuring).toBeGreaterThan(150);
});
