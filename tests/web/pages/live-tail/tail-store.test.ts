import { expect, test } from "bun:test";
import type { LiveEvent } from "../../../../src/web/api/live-frames";
import { createTail, type TailRow } from "../../../../src/web/pages/live-tail/tail-store";
import { liveEvent } from "../../../support/browser/live-event";

/** A tail whose clock and timers are the test's. */
function givenTail(capacity = 5000) {
  let clock = 1_000_000;
  let timers: { at: number; run: () => void }[] = [];
  const tail = createTail({
    capacity,
    now: () => clock,
    later: (run, milliseconds) => void timers.push({ at: clock + milliseconds, run }),
  });
  let renders = 0;
  tail.view.subscribe(() => {
    renders += 1;
  });
  return {
    ...tail,
    take(from: number, to: number) {
      for (let id = from; id <= to; id++) tail.add(liveEvent(id));
    },
    pass(milliseconds: number) {
      const end = clock + milliseconds;
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).toSorted((left, right) => left.at - right.at)[0];
        if (next === undefined) break;
        timers = timers.filter((timer) => timer !== next);
        clock = next.at;
        next.run();
      }
      clock = end;
    },
    ids: () => tail.view.get().rows.map(nameOf),
    renders: () => renders,
  };
}

const nameOf = (row: TailRow): LiveEvent["id"] | string =>
  row.kind === "event" ? row.event.id : `${row.kind} ${row.count}`;

test("a thousand lines within 100 ms are one change of the view, oldest first", () => {
  const tail = givenTail();
  tail.take(1, 1000);
  expect(tail.ids()).toEqual([]);
  tail.pass(100);
  expect(tail.renders()).toBe(1);
  expect(tail.ids()).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
});

test("only as many lines are kept as fit, the newest", () => {
  const tail = givenTail(100);
  tail.take(1, 1234);
  tail.pass(100);
  expect(tail.ids()).toEqual(Array.from({ length: 100 }, (_, index) => 1135 + index));
});

test("an event that comes again is one line", () => {
  const tail = givenTail();
  tail.take(1, 3);
  tail.take(2, 4);
  tail.pass(100);
  expect(tail.ids()).toEqual([1, 2, 3, 4]);
});

test("what a paused view shows stays the same list, and what comes is counted", () => {
  const tail = givenTail();
  tail.take(1, 10);
  tail.pass(100);
  const { rows } = tail.view.get();
  tail.take(11, 12);
  tail.pause();
  tail.take(13, 20);
  tail.pass(1000);
  expect(tail.view.get()).toMatchObject({ isPaused: true, newCount: 10, notKept: 0 });
  expect(tail.ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(tail.view.get().rows).toEqual(rows);
});

test("resume shows what came meanwhile, without a gap", () => {
  const tail = givenTail();
  tail.take(1, 5);
  tail.pass(100);
  tail.pause();
  tail.take(6, 9);
  tail.resume();
  expect(tail.ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(tail.view.get()).toMatchObject({ isPaused: false, newCount: 0 });
});

test("what a long pause lets go is counted, and stands in its place after resume with its times", () => {
  const tail = givenTail(100);
  tail.take(1, 50);
  tail.pass(100);
  tail.pause();
  tail.take(51, 1050);
  tail.pass(100);
  expect(tail.view.get()).toMatchObject({ newCount: 1000, notKept: 901 });
  expect(tail.ids()).toHaveLength(50);
  tail.resume();
  expect(tail.ids()).toEqual(["not-kept 901", ...Array.from({ length: 99 }, (_, index) => 952 + index)]);
  expect(tail.view.get().rows[0]).toMatchObject({
    from: liveEvent(51).received_at,
    to: liveEvent(951).received_at,
  });
});

test("a notice of the service stands where the lines are missing", () => {
  const tail = givenTail();
  tail.take(1, 2);
  tail.skip(2310);
  tail.take(2313, 2314);
  tail.pass(100);
  expect(tail.ids()).toEqual([1, 2, "skipped 2310", 2313, 2314]);
});

test("the rate is that of whole seconds, and falls to 0 when the stream stops", () => {
  const tail = givenTail();
  for (let second = 0; second < 6; second++) {
    tail.take(second * 200 + 1, second * 200 + 200);
    tail.pass(1000);
  }
  expect(tail.view.get().rate).toBe(200);
  tail.pass(10_000);
  expect(tail.view.get().rate).toBe(0);
});

test("a line is drawn within 100 ms while the rate is watched", () => {
  const tail = givenTail();
  tail.take(1, 1);
  tail.pass(1500);
  tail.take(2, 2);
  tail.pass(100);
  expect(tail.ids()).toEqual([1, 2]);
});

test("a new question begins with an empty list that runs", () => {
  const tail = givenTail();
  tail.take(1, 5);
  tail.pass(100);
  tail.pause();
  tail.clear();
  expect(tail.view.get()).toEqual({ rows: [], isPaused: false, newCount: 0, notKept: 0, rate: 0 });
  tail.take(1, 2);
  tail.pass(100);
  expect(tail.ids()).toEqual([1, 2]);
});
