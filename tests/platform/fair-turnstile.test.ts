import { expect, test } from "bun:test";
import { ApiError } from "#platform/errors";
import { createFairTurnstile } from "#platform/fair-turnstile";

const LIMITS = { mostWaiting: 6, mostWaitingEach: 4, refusal: "Too many" };

/** A turnstile for one at a time whose first work goes on until `open`; `order` is who was let through. */
function givenTurnstile() {
  const inTurn = createFairTurnstile(1, LIMITS);
  const gate = Promise.withResolvers<void>();
  const order: string[] = [];
  const first = inTurn("first", () => gate.promise);
  const send = (from: string, name: string) =>
    inTurn(from, async () => {
      order.push(name);
      await Promise.resolve();
    }).then(
      () => "let through",
      (error: unknown) => (error instanceof ApiError ? error.status : error),
    );
  const open = async () => {
    gate.resolve();
    await first;
  };
  return { order, send, open };
}

test("those that wait take turns by where they come from, each in the order of its coming", async () => {
  const { order, send, open } = givenTurnstile();
  const all = [send("a", "a1"), send("a", "a2"), send("a", "a3"), send("b", "b1"), send("c", "c1")];
  await open();
  await Promise.all(all);
  expect(order).toEqual(["a1", "b1", "c1", "a2", "a3"]);
});

test("one that has its share waiting is refused (503), others are not", async () => {
  const { order, send, open } = givenTurnstile();
  const mine = [1, 2, 3, 4, 5].map((number) => send("a", `a${number}`));
  const other = send("b", "b1");
  expect(await mine[4]).toBe(503);
  await open();
  await Promise.all([...mine, other]);
  expect(order).toEqual(["a1", "b1", "a2", "a3", "a4"]);
});

test("where all places are taken, the newcomer gets the last of whoever has most, and is refused where it would have as many", async () => {
  const { order, send, open } = givenTurnstile();
  const a = [1, 2, 3, 4].map((number) => send("a", `a${number}`));
  const b = [1, 2].map((number) => send("b", `b${number}`));
  const c = send("c", "c1");
  expect(await a[3]).toBe(503);
  expect(await send("b", "b3")).toBe(503);
  await open();
  await Promise.all([...a, ...b, c]);
  expect(order).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
});

test("work that fails gives its turn on", async () => {
  const inTurn = createFairTurnstile(1, LIMITS);
  const failing = inTurn("a", () => Promise.reject(new Error("no")));
  const next = inTurn("a", () => Promise.resolve("went on"));
  expect(await failing.catch(String)).toBe("Error: no");
  expect(await next).toBe("went on");
});
