import { afterAll, describe, expect, test } from "bun:test";
import { createWorkerPool, defineTask, type WorkerPool } from "#platform/workers";
import { waitFor } from "../support/wait-for";
import type { PoolTaskInput } from "./fixtures/pool-task";

const task = defineTask<PoolTaskInput, number>(
  "pool task",
  new URL("fixtures/pool-task.ts", import.meta.url),
);

const pools: WorkerPool[] = [];
afterAll(() => Promise.all(pools.map((pool) => pool.close())));

function newPool(threads = 1): WorkerPool {
  const pool = createWorkerPool({ threads });
  pools.push(pool);
  return pool;
}

const newGate = () => new Int32Array(new SharedArrayBuffer(8));

function open(gate: Int32Array): void {
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
}

test("a task gives its result, and no thread is started before the first task", async () => {
  const pool = newPool();
  expect(pool.stats().threads).toBe(0);
  expect(await pool.run(task, { kind: "double", value: 21 })).toBe(42);
  expect(pool.stats()).toMatchObject({ threads: 1, queued: 0, completed: 1 });
});

test("a task that throws rejects with its error, and the pool goes on", async () => {
  const pool = newPool();
  expect(pool.run(task, { kind: "fail", message: "no such format" })).rejects.toThrow("no such format");
  expect(await pool.run(task, { kind: "double", value: 2 })).toBe(4);
});

test("at most as many threads run as were asked for", async () => {
  const pool = newPool(2);
  const gate = newGate();
  const runs = Array.from({ length: 8 }, () => pool.run(task, { kind: "wait", gate }));
  await waitFor("both threads", () => pool.stats().threads === 2);
  open(gate);
  await Promise.all(runs);
  expect(pool.stats().threads).toBeLessThanOrEqual(2);
});

test("a transferred buffer moves to the worker instead of being copied", async () => {
  const pool = newPool();
  const bytes = new ArrayBuffer(1024);
  expect(await pool.run(task, { kind: "measure", bytes }, { transfer: [bytes] })).toBe(1024);
  expect(bytes.byteLength).toBe(0);
});

describe("back-pressure", () => {
  test("run waits while the queue is full: of 20 tasks no more than the thread and four queued ones are in the pool", async () => {
    const pool = newPool();
    const gate = newGate();
    let finished = 0;
    const runs = Array.from({ length: 20 }, () =>
      pool.run(task, { kind: "wait", gate }).then(() => (finished += 1)),
    );
    await waitFor("a full queue", () => pool.stats().threads === 1 && pool.stats().queued >= 4);
    expect(pool.stats().queued).toBeLessThanOrEqual(5);
    expect(finished).toBe(0);
    open(gate);
    await Promise.all(runs);
    expect(finished).toBe(20);
    expect(pool.stats()).toMatchObject({ queued: 0, completed: 20 });
  });

  test("failures and cancellations give their places back", async () => {
    const pool = newPool();
    const failing = Array.from({ length: 12 }, () =>
      pool.run(task, { kind: "fail", message: "x" }).catch(() => "failed"),
    );
    expect(new Set(await Promise.all(failing))).toEqual(new Set(["failed"]));
    const cancelled = Array.from({ length: 12 }, () => {
      const controller = new AbortController();
      const run = pool
        .run(task, { kind: "double", value: 1 }, { signal: controller.signal })
        .catch(() => "cancelled");
      controller.abort();
      return run;
    });
    await Promise.all(cancelled);
    const working = Array.from({ length: 12 }, (_, value) => pool.run(task, { kind: "double", value }));
    expect(await Promise.all(working)).toEqual(Array.from({ length: 12 }, (_, value) => value * 2));
  });
});

describe("cancellation", () => {
  test("ends a task that never would, and the pool goes on", async () => {
    const pool = newPool();
    const controller = new AbortController();
    const run = pool.run(task, { kind: "spin" }, { signal: controller.signal });
    await waitFor("the thread", () => pool.stats().threads === 1);
    controller.abort();
    expect(run).rejects.toMatchObject({ name: "AbortError" });
    expect(await pool.run(task, { kind: "double", value: 3 })).toBe(6);
  });

  test("of a task that waits for its place rejects at once and lets those behind it through", async () => {
    const pool = newPool();
    const gate = newGate();
    const ahead = Array.from({ length: 5 }, () => pool.run(task, { kind: "wait", gate }));
    const controller = new AbortController();
    const cancelled = pool.run(task, { kind: "double", value: 1 }, { signal: controller.signal });
    const behind = pool.run(task, { kind: "double", value: 2 });
    controller.abort();
    expect(cancelled).rejects.toMatchObject({ name: "AbortError" });
    open(gate);
    await Promise.all(ahead);
    expect(await behind).toBe(4);
  });

  test("before the start runs nothing", async () => {
    const pool = newPool();
    const run = pool.run(task, { kind: "double", value: 1 }, { signal: AbortSignal.abort() });
    expect(run).rejects.toMatchObject({ name: "AbortError" });
    expect(pool.stats()).toMatchObject({ threads: 0, completed: 0 });
  });

  test("after the end changes nothing", async () => {
    const pool = newPool();
    const controller = new AbortController();
    expect(await pool.run(task, { kind: "double", value: 1 }, { signal: controller.signal })).toBe(2);
    controller.abort();
    expect(await pool.run(task, { kind: "double", value: 2 })).toBe(4);
  });
});

test("close ends the threads, running tasks included", async () => {
  const pool = createWorkerPool({ threads: 1 });
  const run = pool.run(task, { kind: "spin" }).catch(() => "ended");
  await waitFor("the thread", () => pool.stats().threads === 1);
  await pool.close();
  expect(await run).toBe("ended");
});
