import { expect, test } from "bun:test";
import { FairQueue } from "#platform/fair-queue";

const [ANN, BEN, EVE] = [1, 2, 3];
const NEVER = new AbortController().signal;

function givenQueue(change: Partial<ConstructorParameters<typeof FairQueue>[0]> = {}) {
  const queue = new FairQueue({
    atOnce: 4,
    atOncePerCaller: 2,
    waitingPerCaller: 16,
    longestWaitMs: 60_000,
    refusals: { tooMany: "too many", tooLong: "too long" },
    ...change,
  });
  const begun: string[] = [];
  const endings = new Map<string, () => void>();
  return {
    queue,
    begun,
    /** Asks for a place; the work runs until `end` is called with its name. */
    ask: (callerId: number, name: string, signal: AbortSignal = NEVER): Promise<string> => {
      const work = () => {
        begun.push(name);
        const { promise, resolve } = Promise.withResolvers<string>();
        endings.set(name, () => resolve(name));
        return promise;
      };
      const result = queue.run(callerId, work, signal);
      result.catch(() => undefined);
      return result;
    },
    end: async (...names: string[]) => {
      for (const name of names) {
        endings.get(name)?.();
        await Bun.sleep(0);
      }
    },
  };
}

const numbered = (stem: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${stem}${index}`);

test("one caller has two places, and the others' stay free", async () => {
  const { ask, begun, queue } = givenQueue();
  for (const name of numbered("eve", 10)) void ask(EVE, name);
  void ask(ANN, "ann");
  expect(begun).toEqual(["eve0", "eve1", "ann"]);
  expect(queue.counts).toEqual({ running: 3, waiting: 8, refused: 0 });
});

test("a place that is left when all callers have one is kept for a caller who has none", async () => {
  const { ask, begun } = givenQueue();
  for (const name of numbered("eve", 3)) void ask(EVE, name);
  for (const name of numbered("ben", 3)) void ask(BEN, name);
  void ask(ANN, "ann");
  expect(begun).toEqual(["eve0", "eve1", "ben0", "ann"]);
});

test("callers take turns, not requests", async () => {
  const { ask, begun, end } = givenQueue({ atOnce: 1, atOncePerCaller: 1 });
  for (const name of numbered("eve", 4)) void ask(EVE, name);
  void ask(ANN, "ann0");
  void ask(BEN, "ben0");
  void ask(ANN, "ann1");
  await end("eve0", "ann0", "ben0", "eve1", "ann1", "eve2");
  expect(begun).toEqual(["eve0", "ann0", "ben0", "eve1", "ann1", "eve2", "eve3"]);
});

test("who has 16 waiting is told to come back, and others are not", async () => {
  const { ask, queue } = givenQueue();
  const asked = numbered("eve", 40).map((name) => ask(EVE, name));
  const outcomes = asked.slice(18).map((promise) => promise.catch((error: unknown) => error));
  for (const error of await Promise.all(outcomes))
    expect(error).toMatchObject({ status: 429, detail: "too many", headers: { "Retry-After": "5" } });
  expect(queue.counts).toEqual({ running: 2, waiting: 16, refused: 22 });
});

test("a caller who leaves gives the waiting place up at once", async () => {
  const { ask, begun, end, queue } = givenQueue({ waitingPerCaller: 1 });
  void ask(EVE, "eve0");
  void ask(EVE, "eve1");
  const left = new AbortController();
  const waiting = ask(EVE, "gone", left.signal);
  left.abort(new Error("the client has left"));
  expect(queue.counts.waiting).toBe(0);
  expect(await waiting.catch((error: unknown) => String(error))).toContain("the client has left");
  void ask(EVE, "next");
  await end("eve0");
  expect(begun).toEqual(["eve0", "eve1", "next"]);
  expect(await queue.run(EVE, async () => "never", left.signal).catch(() => "refused")).toBe("refused");
});

test("nobody waits longer than was said", async () => {
  const { ask, queue } = givenQueue({ longestWaitMs: 20, atOncePerCaller: 1 });
  void ask(EVE, "eve0");
  const late = await ask(EVE, "eve1").catch((error: unknown) => error);
  expect(late).toMatchObject({ status: 503, detail: "too long", headers: { "Retry-After": "5" } });
  expect(queue.counts).toEqual({ running: 1, waiting: 0, refused: 1 });
});

test("work that fails lets the next in", async () => {
  const { queue } = givenQueue({ atOnce: 1, atOncePerCaller: 1 });
  const fail = () => queue.run(ANN, () => Promise.reject(new Error("no")), NEVER);
  const outcomes = await Promise.allSettled([fail(), fail(), queue.run(BEN, async () => "yes", NEVER)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
  expect(queue.counts).toEqual({ running: 0, waiting: 0, refused: 0 });
});
