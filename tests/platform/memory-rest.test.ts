import { expect, test } from "bun:test";
import { createRestWatch, type GiveBack } from "#platform/memory-rest";

const LOOK_MS = 30_000;
const MIB = 1024 * 1024;

/**
 * A look after each of the spans, in which the process took so much processor time (ms) and left so much garbage (MiB);
 * what is done about it leaves a heap of 40 MiB.
 */
function looks(spans: readonly [cpuMs: number, garbage: number][]): GiveBack[] {
  let [atMs, cpuMs, heapBytes] = [0, 0, 40 * MIB];
  const watch = createRestWatch({ atMs, cpuMs, heapBytes });
  return spans.map(([spanMs, garbage]) => {
    atMs += LOOK_MS;
    cpuMs += spanMs;
    heapBytes += garbage * MIB;
    const due = watch.look({ atMs, cpuMs, heapBytes });
    if (due !== "nothing") {
      heapBytes = 40 * MIB;
      watch.noteCollected(heapBytes);
    }
    return due;
  });
}

const spansOf = (...cpuMs: number[]) => cpuMs.map((ms): [number, number] => [ms, 0]);

test("everything is given back once when work has ended, and not again while nothing is done", () => {
  expect(looks(spansOf(60_000, 100, 100, 100))).toEqual(["nothing", "everything", "nothing", "nothing"]);
});

test("code that nobody has run leaves memory soon behind a start, and every two minutes of rest later", () => {
  const watch = createRestWatch({ atMs: 0, cpuMs: 0, heapBytes: 40 * MIB });
  const dues = Array.from({ length: 100 }, (_, index) => {
    const atMs = (index + 1) * 3000;
    const due = watch.look({ atMs, cpuMs: 2500 + index * 10, heapBytes: 40 * MIB });
    return due === "nothing" ? [] : [`${due} at ${atMs / 1000} s`];
  });
  expect(dues.flat()).toEqual(["everything at 6 s", "code at 18 s", "code at 138 s", "code at 258 s"]);
});

test("nothing is while the process is busy, which would only ask for it again", () => {
  const busy = Array.from({ length: 3 }, (): [number, number] => [20_000, 20]);
  expect(looks(busy)).toEqual(["nothing", "nothing", "nothing"]);
});

test("what little work leaves is given back now and then", () => {
  expect(looks(spansOf(2500, 2500, 2500, 2500, 2500))).toEqual([
    "everything",
    "nothing",
    "code",
    "nothing",
    "everything",
  ]);
});

test("what a start has left is given back as soon as it is over, although that was little work", () => {
  expect(looks(spansOf(4000, 100, 100, 100))).toEqual(["nothing", "everything", "nothing", "nothing"]);
});

test("a process that was busy since a look is so however soon the next one is", () => {
  const watch = createRestWatch({ atMs: 0, cpuMs: 0, heapBytes: 40 * MIB });
  const dues = [
    { atMs: 3000, cpuMs: 1500 },
    { atMs: 6000, cpuMs: 1900 },
    { atMs: 9000, cpuMs: 2000 },
  ].map((read) => watch.look({ ...read, heapBytes: 40 * MIB }));
  expect(dues).toEqual(["nothing", "nothing", "everything"]);
});

test("garbage of a trickle is collected each time that the heap has grown by 5 MiB, and code stays compiled", () => {
  const trickle = Array.from({ length: 7 }, (): [number, number] => [600, 2]);
  expect(looks(trickle)).toEqual([
    "everything",
    "nothing",
    "nothing",
    "garbage and code",
    "nothing",
    "nothing",
    "garbage and code",
  ]);
});

test("a heap that the runtime itself has made smaller is measured from there", () => {
  expect(
    looks([
      [600, 0],
      [100, 4],
      [100, -10],
      [100, 4],
      [100, 2],
    ]),
  ).toEqual(["everything", "nothing", "nothing", "nothing", "garbage and code"]);
});

test("what a trickle that begins with the service compiles is given back two minutes later", () => {
  const watch = createRestWatch({ atMs: 0, cpuMs: 0, heapBytes: 40 * MIB });
  const spans = Array.from({ length: 20 }, (_, index) => ({
    atMs: index < 10 ? (index + 1) * 3000 : (index - 8) * 30_000,
    cpuMs: index < 10 ? 1000 + index * 200 : 3000 + (index - 9) * 400,
    heapBytes: 40 * MIB,
  }));
  const dues = spans.map((read) => [watch.look(read), read.atMs]);
  expect(dues.filter(([due]) => due === "everything")).toEqual([
    ["everything", 6000],
    ["everything", 150_000],
  ]);
});

test("what little is done right behind a start is no burst, however soon it is looked", () => {
  const watch = createRestWatch({ atMs: 0, cpuMs: 0, heapBytes: 40 * MIB });
  const cpuMs = [2500, 2600, 2750, 2800, 2950, 3000, 3050, 3100, 3150, 3200];
  const spans = Array.from({ length: 60 }, (_, index) => ({
    atMs: index < 10 ? (index + 1) * 3000 : (index - 8) * 30_000,
    cpuMs: cpuMs[index] ?? 3200 + index * 100,
    heapBytes: 40 * MIB,
  }));
  expect(spans.map((read) => watch.look(read)).filter((due) => due === "everything")).toHaveLength(1);
});

test.each([5000, 1500])("everything is given back two minutes after a burst of %d ms, too", (burstMs) => {
  const start = spansOf(4000, 100);
  const burst = spansOf(burstMs, 300, 300, 300, 300, 300);
  expect(looks([...start, ...burst]).slice(start.length)).toEqual([
    "nothing",
    "nothing",
    "nothing",
    "nothing",
    "everything",
    "nothing",
  ]);
});

test("garbage of what a few people ask for is collected when it is 6 MiB, and code stays compiled", () => {
  const asked = Array.from({ length: 5 }, (): [number, number] => [6000, 4]);
  expect(looks([...spansOf(4000, 100), ...asked]).slice(2)).toEqual([
    "nothing",
    "garbage and code",
    "nothing",
    "garbage and code",
    "nothing",
  ]);
});

test("code that a few people's calls brought leaves memory each minute, and stays while many ask", () => {
  const start = spansOf(4000, 100);
  expect(looks([...start, ...spansOf(6000, 6000, 6000, 6000)]).slice(start.length)).toEqual([
    "nothing",
    "code",
    "nothing",
    "code",
  ]);
  expect(looks([...start, ...spansOf(9000, 9000, 9000, 9000)]).slice(start.length)).not.toContain("code");
});

test("garbage of many is collected when it is 6 MiB, and the code that they run stays in memory", () => {
  const many = Array.from({ length: 4 }, (): [number, number] => [9000, 4]);
  expect(looks([...spansOf(4000, 100), ...many]).slice(2)).toEqual([
    "nothing",
    "garbage",
    "nothing",
    "garbage",
  ]);
});

test("while bursts follow each other what was compiled for one serves the next", () => {
  const bursts = Array.from({ length: 2 }, () => spansOf(3500, 300, 300)).flat();
  expect(looks([...spansOf(4000, 100), ...bursts]).slice(2)).not.toContain("everything");
});

test("of a load right behind a start garbage is collected twice a minute, however often it is looked", () => {
  const watch = createRestWatch({ atMs: 0, cpuMs: 0, heapBytes: 40 * MIB });
  const dues = Array.from({ length: 20 }, (_, index) => {
    const due = watch.look({
      atMs: (index + 1) * 3000,
      cpuMs: (index + 1) * 1200,
      heapBytes: (40 + index * 12) * MIB,
    });
    if (due !== "nothing") watch.noteCollected((40 + index * 12) * MIB);
    return due;
  });
  expect(dues.filter((due) => due === "garbage")).toHaveLength(2);
});
