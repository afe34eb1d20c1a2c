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

function nameOf(row: TailRow): LiveEvent["id"] | string {
  if (row.kind === "event") return row.event.id;
  return row.kind === "collector" ? `${row.collector} ${row.isReached}` : `${row.kind} ${row.count}`;
}

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

test("a collector that cannot be reached is told of where its lines are missing, and when it can again", () => {
  const tail = givenTail();
  tail.take(1, 2);
  tail.tellCollector("3f9a0c12b7de", false);
  tail.take(3, 3);
  tail.tellCollector("3f9a0c12b7de", true);
  tail.pass(100);
  expect(tail.ids()).toEqual([1, 2, "3f9a0c12b7de false", 3, "3f9a0c12b7de true"]);
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
  expect(tail.view.get()).toEqual({
    rows: [],
    isPaused: false,
    newCount: 0,
    notKept: 0,
    rate: 0,
    addressLengths: {},
  });
  tail.take(1, 2);
  tail.pass(100);
  expect(tail.ids()).toEqual([1, 2]);
});

test("the room of a column of addresses grows once, to that of any IPv6 address, and stays", () => {
  const tail = givenTail(2);
  const take = (id: number, src_ip: string) => {
    tail.add(liveEvent(id, { src_ip, dst_ip: "203.0.113.200" }));
    tail.pass(100);
    return tail.view.get().addressLengths;
  };
  expect(take(1, "198.51.100.100")).toEqual({});
  expect(take(2, "2001:db8::1")).toEqual({});
  const grown = take(3, "2001:db8:1234::5678");
  expect(grown).toEqual({ src_ip: 39 });
  expect(take(4, "2001:db8:1111:2222:3333:4444:5555:6666")).toBe(grown);
  expect(take(5, "192.0.2.1")).toBe(grown);
  expect(take(6, "192.0.2.1")).toBe(grown);
});

test("a paused view grows no column for lines that it does not show; resume does", () => {
  const tail = givenTail();
  tail.take(1, 1);
  tail.pass(100);
  tail.add(liveEvent(2, { dst_ip: "2001:db8:1234::5678" }));
  tail.pause();
  tail.add(liveEvent(3, { src_ip: "2001:db8:1234::5678" }));
  tail.pass(1000);
  expect(tail.view.get().addressLengths).toEqual({});
  tail.resume();
  expect(tail.view.get().addressLengths).toEqual({ src_ip: 39, dst_ip: 39 });
});
