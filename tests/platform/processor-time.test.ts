import { expect, test } from "bun:test";
import { createWorthWatch, processorMs } from "#platform/processor-time";

test("giving back is worth it each time that ten seconds of processor time were used, however long that took", () => {
  let used = 500;
  const worth = createWorthWatch(() => used);
  const due = [10_499, 10_500, 10_501, 20_499, 90_000, 90_001].map((ms) => {
    used = ms;
    return worth.isDue();
  });
  expect(due).toEqual([false, true, false, false, true, false]);
});

test("processor time is that of all threads of the process", async () => {
  const before = processorMs();
  const busy = new Worker(new URL("fixtures/busy-thread.ts", import.meta.url));
  try {
    await new Promise((resolve) => busy.addEventListener("message", resolve, { once: true }));
    expect(processorMs() - before).toBeGreaterThanOrEqual(200);
  } finally {
    busy.terminate();
  }
});
