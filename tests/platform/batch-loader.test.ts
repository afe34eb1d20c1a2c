import { expect, test } from "bun:test";
import { createBatchLoader } from "#platform/batch-loader";

/** A load that the test lets go on by hand. */
function createGate() {
  const loads: {
    keys: readonly number[];
    answer: (values: readonly (string | Error)[]) => void;
    fail: (error: Error) => void;
  }[] = [];
  const load = createBatchLoader<number, string>((keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly (string | Error)[]>();
    loads.push({ keys, answer: resolve, fail: reject });
    return promise;
  });
  const answerAll = (index: number, version: string) => {
    const asked = loads[index];
    asked?.answer(asked.keys.map((key) => `${key}${version}`));
  };
  return { load, loads, answerAll };
}

/** Lets everything run that is ready to. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test("questions that come together are answered by one load, each with its own answer", async () => {
  const { load, loads, answerAll } = createGate();
  const answers = Promise.all([load(1), load(2), load(3)]);
  await settle();
  expect(loads.map(({ keys }) => keys)).toEqual([[1, 2, 3]]);
  answerAll(0, "a");
  expect(await answers).toEqual(["1a", "2a", "3a"]);
});

test("questions that come while a load runs wait for the next one", async () => {
  const { load, loads, answerAll } = createGate();
  const first = load(1);
  await settle();
  const later = Promise.all([load(1), load(2)]);
  await settle();
  expect(loads).toHaveLength(1);
  answerAll(0, "old");
  expect(await first).toBe("1old");
  await settle();
  expect(loads.map(({ keys }) => keys)).toEqual([[1], [1, 2]]);
  answerAll(1, "new");
  expect(await later).toEqual(["1new", "2new"]);
});

test("no answer comes from a load that began before its question", async () => {
  let now = 0;
  const load = createBatchLoader<string, number>(async (keys) => {
    const begun = ++now;
    await settle();
    return keys.map(() => begun);
  });
  for (let round = 0; round < 50; round++) {
    const asked = now;
    const answers = await Promise.all([load("a"), load("b"), settle().then(() => load("c"))]);
    for (const begun of answers) expect(begun).toBeGreaterThan(asked);
  }
});

test("nothing is cached: the same question again is a new load", async () => {
  const { load, loads, answerAll } = createGate();
  for (const round of [0, 1]) {
    const answer = load(7);
    await settle();
    answerAll(round, `-${round}`);
    expect(await answer).toBe(`7-${round}`);
  }
  expect(loads).toHaveLength(2);
});

test("an Error for one key rejects that question alone", async () => {
  const { load, loads } = createGate();
  const [bad, good] = [load(1), load(2)];
  await settle();
  loads[0]?.answer([new Error("no such thing"), "two"]);
  expect(bad).rejects.toThrow("no such thing");
  expect(await good).toBe("two");
});

test("a load that fails rejects its questions, and the next ones are asked anew", async () => {
  const { load, loads, answerAll } = createGate();
  const failing = Promise.allSettled([load(1), load(2)]);
  await settle();
  const next = load(3);
  loads[0]?.fail(new Error("the database is away"));
  expect((await failing).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await settle();
  answerAll(1, "");
  expect(await next).toBe("3");
});

test("a load has at most 256 questions, and none is forgotten", async () => {
  const sizes: number[] = [];
  const load = createBatchLoader<number, number>(async (keys) => {
    sizes.push(keys.length);
    await settle();
    return keys.map((key) => -key);
  });
  const answers = await Promise.all(Array.from({ length: 1000 }, (_, key) => load(key)));
  expect(answers).toEqual(Array.from({ length: 1000 }, (_, key) => -key));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(256);
});
