import { expect, test } from "bun:test";
import { pauseUnlessStopped } from "#platform/pause";
import { Refresher } from "#platform/refresher";
import type { Writes } from "#platform/write-watch";
import { waitFor } from "../support/wait-for";

/** Where nobody writes anything. */
const silence: Writes = {
  mark: () => 1,
  pause: (mark, { leastMs, mostMs }, signal) => pauseUnlessStopped(mark === 1 ? mostMs : leastMs, signal),
  ignore: () => undefined,
  hurry: () => undefined,
};

test("what could not be read once is read again soon, though nobody writes anything", async () => {
  const given = [true, false, true];
  const refresher = new Refresher(
    async () => given.shift() ?? true,
    { everyMs: 1, retryMs: 1, firstMs: 60_000 },
    silence,
  );
  await refresher.start();
  await waitFor("the second and the third reading", () => given.length === 0);
  refresher.stop();
  expect(refresher.isStopped).toBe(true);
});
