import { expect, test } from "bun:test";
import { restartDelayMs } from "#platform/postgres/supervisor";

test("a server that ended is started at once, then after pauses that double up to 10 s", () => {
  expect([0, 1, 2, 3, 6, 7, 100].map(restartDelayMs)).toEqual([0, 250, 500, 1_000, 8_000, 10_000, 10_000]);
});
