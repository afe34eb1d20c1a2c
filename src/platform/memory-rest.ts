import { heapSize } from "bun:jsc";
import { compileLate, createCompilePolicy } from "./compile-policy";
import { createGrowth } from "./growth";
import { processorMs, WORTH_MS } from "./processor-time";
import { releaseUnusedCode } from "./unused-code";
import { collectYoungGarbage } from "./young-garbage";

/** How often it is looked whether there is something to give back. */
const LOOK_MS = 30_000;
/** The same behind a start, for so long: it is what is seen of the service first. */
const START_LOOK_MS = 3000;
const START_MS = 30_000;
/** What runs in the first minute, to find or to fill in what is there, seldom runs again, however much it is. */
const RUNS_ONCE_MS = 60_000;
/** A start leaves more garbage than other work, and little of its code is needed again. */
const START_WORTH_MS = 500;
/**
 * Of less work that was a burst, such as somebody's look at the dashboard, everything is given back as well, after so
 * long without one. Forty lines a second take less than half of that share.
 */
const BURST_SHARE = 0.04;
const BURST_OVER_MS = 120_000;
/** Of less time little is much. A trickle that begins with the service compiles what it needs in this time. */
const BURST_SPAN_MS = 20_000;
/**
 * How long behind the last time code that nobody has run meanwhile leaves memory, while the process rests or does what a few
 * people ask for: of 35 MiB a few minutes behind a start it is ten, for 10 ms. What runs each second comes back at once.
 * Behind a start it is soon, as its end is compiled, and run for the first time. While a few people ask for something each
 * call brings some with it, and the system maps sixteen pages for each that is run: 25 MiB in a minute and a half.
 */
const CODE_APART_MS = { starting: 10_000, asked: 55_000, resting: 120_000 };
/** The process rests where it took no more than this share of a processor since the last look. */
const REST_SHARE = 0.1;
/** Between a burst's share and this is what a few people ask for: more needs its code all the time. */
const ASKED_SHARE = 0.25;
/** With more than that the process is busy, and the runtime itself collects often enough. */
const BUSY_SHARE = 0.5;
/**
 * By so much what has survived a collection may grow while the process rests, and while it does what a few people ask
 * for: the young may be garbage by now, which the runtime finds when it is as much as lives, and which holds buffers
 * outside of the heap.
 */
const GROWTH_BYTES = { resting: 5 * 1024 * 1024, working: 6 * 1024 * 1024 };
/**
 * While the process works garbage is collected no sooner again, also where it is looked more often, as behind a start:
 * of a load that is no less garbage three seconds later each collection would take 50 to 80 ms.
 */
const WORKING_APART_MS = 25_000;

/**
 * What is to be done: `code` is that of the runtime that nobody runs, `garbage` keeps what was compiled. While the process
 * works for many garbage goes alone: its threads would fetch most of the code back at once, from a disk that is busy where
 * memory is short, and that which has the sockets must not wait.
 */
export type GiveBack = "nothing" | "code" | "garbage" | "garbage and code" | "everything";

/** When it was read and processor time of this process so far (ms), and what the last collection has left (bytes). */
type Readings = { atMs: number; cpuMs: number; heapBytes: number };

/**
 * Gives the memory of what is over back to the system while the process rests or does little: the runtime collects
 * garbage as it needs room, and not because a burst has ended. That holds the thread for 50 to 80 ms. Little is compiled
 * meanwhile.
 */
export function giveBackAtRest(): { stop(): void } {
  const first = readNow();
  const rest = createRestWatch(first);
  const young = collectYoungGarbage();
  compileLate();
  const compiling = createCompilePolicy({ isLate: true });
  let isStarting = true;
  let last = first;
  const wait = () => setTimeout(look, isStarting ? START_LOOK_MS : LOOK_MS).unref();
  let timer = wait();

  function look(): void {
    const now = readNow();
    const due = rest.look(now);
    isStarting &&= now.atMs - first.atMs < START_MS;
    if (now.atMs - first.atMs > RUNS_ONCE_MS) compiling.note(now.cpuMs - last.cpuMs, now.atMs - last.atMs);
    last = now;
    timer = wait();
    if (due === "nothing") return;
    if (due === "garbage" || due === "garbage and code") Bun.gc(true);
    if (due === "everything") Bun.shrink();
    if (due !== "garbage") releaseUnusedCode();
    if (due !== "code") rest.noteCollected(heapSize());
  }

  return {
    stop() {
      clearTimeout(timer);
      young.stop();
    },
  };
}

/** Says at each look whether the process rests and has left something before. */
export function createRestWatch(first: Readings) {
  let [last, givenBackAt, worthMs] = [first, 0, START_WORTH_MS];
  const survived = createGrowth(first.heapBytes);
  let collectedAtMs = first.atMs;
  /** When the last burst was seen, from what was read a while before; undefined: what it left has been given back. */
  let burstAtMs: number | undefined;
  let before = first;
  /** When something was given back or a burst has ended. */
  let codeAtMs = first.atMs;
  /** When code last left memory, whatever bursts there were. */
  let codeGoneAtMs = first.atMs;
  return {
    look(now: Readings): GiveBack {
      const due = judge(now);
      if (due !== "nothing") codeAtMs = now.atMs;
      if (due !== "nothing" && due !== "garbage") codeGoneAtMs = now.atMs;
      if (due !== "nothing" && due !== "code") collectedAtMs = now.atMs;
      return due;
    },
    /** What the heap takes behind a collection. */
    noteCollected(heapBytes: number): void {
      survived.restart(heapBytes);
    },
  };

  function judge(now: Readings): GiveBack {
    const { atMs, cpuMs, heapBytes } = now;
    const share = (cpuMs - last.cpuMs) / (atMs - last.atMs);
    last = now;
    const grown = survived.of(heapBytes);
    noteBurst(now);
    const isAsked = share > BURST_SHARE && share <= ASKED_SHARE;
    const mayLetGo = isAsked && atMs - codeGoneAtMs >= CODE_APART_MS.asked;
    if (share > REST_SHARE) {
      const mayCollect = share <= BUSY_SHARE && atMs - collectedAtMs >= WORKING_APART_MS;
      if (mayCollect && grown > GROWTH_BYTES.working) return mayLetGo ? "garbage and code" : "garbage";
      return mayLetGo ? "code" : "nothing";
    }
    const isBurstOver = burstAtMs !== undefined && atMs - burstAtMs >= BURST_OVER_MS;
    if (cpuMs - givenBackAt < worthMs && !isBurstOver) {
      if (grown > GROWTH_BYTES.resting) return "garbage and code";
      const apartMs = atMs - first.atMs < START_MS ? CODE_APART_MS.starting : CODE_APART_MS.resting;
      return mayLetGo || atMs - codeAtMs >= apartMs ? "code" : "nothing";
    }
    [givenBackAt, worthMs, burstAtMs] = [cpuMs, WORTH_MS, undefined];
    before = now;
    return "everything";
  }

  function noteBurst(now: Readings): void {
    const spanMs = now.atMs - before.atMs;
    if (spanMs < BURST_SPAN_MS) return;
    if ((now.cpuMs - before.cpuMs) / spanMs > BURST_SHARE) [burstAtMs, codeAtMs] = [now.atMs, now.atMs];
    before = now;
  }
}

function readNow(): Readings {
  return { atMs: performance.now(), cpuMs: processorMs(), heapBytes: heapSize() };
}
