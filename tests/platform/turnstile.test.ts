import { expect, test } from "bun:test";
import { ApiError } from "#platform/errors";
import { createTurnstile } from "#platform/turnstile";

test("fault 33: so much work runs at a time, in the order of its coming, and failures let the next in", async () => {
  const inTurn = createTurnstile(2);
  const begun: number[] = [];
  let [running, most] = [0, 0];
  const work = (index: number) => async () => {
    begun.push(index);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => void setImmediate(resolve));
    running -= 1;
    if (index % 3 === 0) throw new Error(`no ${index}`);
    return index;
  };
  const ended = await Promise.allSettled(Array.from({ length: 12 }, (_, index) => inTurn(work(index))));
  expect(most).toBe(2);
  expect(begun).toEqual(Array.from({ length: 12 }, (_, index) => index));
  expect(ended.filter(({ status }) => status === "rejected")).toHaveLength(4);
  expect(await inTurn(async () => "still open")).toBe("still open");
});

test("fault 33: who finds the queue full is sent away with a 503 that says when to come back", async () => {
  const inTurn = createTurnstile(1, { mostWaiting: 2, refusal: "Too many" });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const inside = [1, 2, 3].map((index) => inTurn(() => gate.then(() => index)));
  const refused = await inTurn(async () => 4).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiError);
  expect(refused).toMatchObject({ status: 503, detail: "Too many", headers: { "Retry-After": "5" } });
  open();
  expect(await Promise.all(inside)).toEqual([1, 2, 3]);
  expect(await inTurn(async () => 5)).toBe(5);
});

test("work whose signal fires while it waits leaves the queue", async () => {
  const inTurn = createTurnstile(1, { mostWaiting: 1, refusal: "Too many" });
  const first = Promise.withResolvers<string>();
  const running = inTurn(() => first.promise);
  const leaving = new AbortController();
  const left = inTurn(() => Promise.resolve("left"), leaving.signal).catch(String);
  leaving.abort(new Error("gone"));
  expect(await left).toBe("Error: gone");
  const next = inTurn(() => Promise.resolve("next"));
  first.resolve("first");
  expect([await running, await next]).toEqual(["first", "next"]);
});
