import { expect, test } from "bun:test";
import { BATCH, runBatches } from "../../../src/web/api/batches";

const ids = Array.from({ length: 2 * BATCH + 1 }, (_, index) => index + 1);
const { signal } = new AbortController();

test("devices are sent in order, no batch above what the service takes", async () => {
  const sent: (readonly number[])[] = [];
  const progress: number[] = [];
  const run = await runBatches({
    ids,
    send: async (batch) => void sent.push(batch),
    onProgress: (done) => progress.push(done),
    signal,
  });
  expect(sent.map(({ length }) => length)).toEqual([BATCH, BATCH, 1]);
  expect(sent.flat()).toEqual(ids);
  expect(progress).toEqual([BATCH, 2 * BATCH, 2 * BATCH + 1]);
  expect(run.error).toBeNull();
  expect(new Set(run.outcomes.values())).toEqual(new Set(["done"]));
});

test("a refusal ends it: what was sent stays done, the rest is not tried", async () => {
  const refusal = new Error("no");
  let calls = 0;
  const send = async () => {
    calls += 1;
    if (calls === 2) throw refusal;
  };
  const { outcomes, error } = await runBatches({ ids, send, onProgress: () => {}, signal });
  expect(error).toBe(refusal);
  expect([outcomes.get(1), outcomes.get(BATCH + 1), outcomes.get(2 * BATCH + 1)]).toEqual([
    "done",
    "failed",
    "not tried",
  ]);
});

test("stopping lets the present batch end and tries no other", async () => {
  const stop = new AbortController();
  const { outcomes, error } = await runBatches({
    ids,
    send: async () => stop.abort(),
    onProgress: () => {},
    signal: stop.signal,
  });
  expect(error).toBeNull();
  expect([outcomes.get(1), outcomes.get(BATCH + 1)]).toEqual(["done", "not tried"]);
});
