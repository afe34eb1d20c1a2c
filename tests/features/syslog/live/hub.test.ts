import { describe, expect, test } from "bun:test";
import type { LivePosition } from "../../../../src/features/syslog/live/position";
import { COLLECTOR } from "../../../support/event-store";
import { waitFor } from "../../../support/wait-for";
import { createListener, givenLiveStore, type Listener } from "./live-fixture";

/** The live flow between pipeline, store and subscribers, without sockets. */

const numbered = (first: number, count: number, word = "line") =>
  Array.from({ length: count }, (_, index) => `<14>host app: ${word} n=${first + index}`);
const numbersOf = ({ events }: Listener) =>
  events.map(({ raw_log }) => Number(/n=(\d+)$/.exec(raw_log)?.[1]));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

test("a subscriber gets what is received after it came, in order, once", async () => {
  const { store, subscribe } = await givenLiveStore();
  store.receive(numbered(0, 10));
  await store.stored();
  const listener = subscribe();
  store.receive(numbered(10, 2000));
  await waitFor("the events", () => listener.events.length >= 2000);
  await store.stored();
  expect(numbersOf(listener)).toEqual(upTo(2010).slice(10));
});

test("the first viewer and the last one's leaving are told, as lines are brought to disk sooner meanwhile", async () => {
  const { hub, subscribe, viewers } = await givenLiveStore();
  const [first, second] = [subscribe({}), subscribe({ q: "word" })];
  expect(viewers).not.toContain(false);
  first.leave();
  expect(viewers).not.toContain(false);
  second.leave();
  expect([viewers[0], viewers.at(-1), hub.measure().viewers]).toEqual([true, false, 0]);
});

test("a filter takes what a search with it would find", async () => {
  const { store, subscribe } = await givenLiveStore();
  const some = subscribe({ q: "banana -n=3" });
  const all = subscribe();
  store.receive([...numbered(0, 3, "apple"), ...numbered(3, 3, "Banana")]);
  await waitFor("all events", () => all.events.length === 6);
  await waitFor("the filtered events", () => some.events.length === 2);
  expect(numbersOf(some)).toEqual([4, 5]);
});

test("a subscriber that comes back misses nothing and gets nothing twice, however often the link is cut", async () => {
  const { store, subscribe } = await givenLiveStore();
  const total = 20_000;
  const seen: number[] = [];
  let listener = subscribe();
  let sent = 0;
  const cut = () => {
    seen.push(...numbersOf(listener));
    const after = listener.leave();
    listener = subscribe({}, after.size === 0 ? undefined : after);
  };
  store.receive(numbered(0, 400));
  sent = 400;
  await waitFor("the first events", () => listener.events.length > 0);
  const started = performance.now();
  for (let cuts = 0; cuts < 50; cuts++) {
    store.receive(numbered(sent, 392));
    sent += 392;
    await waitFor("some time", () => performance.now() > started + cuts * 25);
    cut();
  }
  store.receive(numbered(sent, total - sent));
  await waitFor("the rest", () => seen.length + listener.events.length >= total, 30_000);
  await store.stored();
  cut();
  expect(seen).toEqual(upTo(total));
}, 60_000);

test("a stalled subscriber does not slow another, and learns how many it missed", async () => {
  const { hub, store, subscribe } = await givenLiveStore();
  const stalled = subscribe();
  stalled.room = 5;
  const swift = subscribe();
  const filler = "x".repeat(7_000);
  const total = 9_000;
  for (let first = 0; first < total; first += 500)
    store.receive(numbered(first, 500).map((line) => line.replace("line", filler)));
  await waitFor("all events at the swift one", () => swift.events.length === total, 60_000);
  expect(numbersOf(swift)).toEqual(upTo(total));
  expect(stalled.events).toHaveLength(5);
  const { viewers, waitingBytes, lagSeconds } = hub.measure();
  expect([viewers, waitingBytes > 0, lagSeconds > 0]).toEqual([2, true, true]);
  stalled.room = Infinity;
  stalled.handle.resume();
  await waitFor("the rest at the stalled one", () => numbersOf(stalled).at(-1) === total - 1);
  const missed = stalled.skipped.reduce((sum, count) => sum + count, 0);
  expect(missed).toBeGreaterThan(0);
  expect(stalled.events.length + missed).toBe(total);
  swift.leave();
  expect(hub.measure()).toEqual({
    viewers: 1,
    sentEvents: total + stalled.events.length,
    skippedEvents: missed,
    waitingBytes: 0,
    lagSeconds: 0,
  });
}, 90_000);

test("a subscriber that cannot be told of gaps is ended instead", async () => {
  const { store, subscribe } = await givenLiveStore();
  const stalled = subscribe({}, undefined, false);
  stalled.room = 1;
  const filler = "x".repeat(7_000);
  for (let first = 0; first < 9_000; first += 500)
    store.receive(numbered(first, 500).map((line) => line.replace("line", filler)));
  await waitFor("its end", () => stalled.isEnded, 30_000);
  expect(stalled.events).toHaveLength(1);
}, 60_000);

test("what all subscribers have had, or none takes, gives its memory back at once", async () => {
  const { hub, subscribe } = await givenLiveStore();
  const publisher = hub.publisherOf("fedcba987654");
  const stalled = subscribe();
  stalled.room = 1;
  const [filter] = publisher.request()?.filters ?? [];
  const publish = (position: number, taken: Uint32Array<ArrayBuffer>) => {
    const texts = [1, 2].map((event) => `{"id":${position + event},"raw_log":"n=${event}"}`);
    const json = new TextEncoder().encode(texts.join(""));
    const ends = Uint32Array.of(texts[0]?.length ?? 0, json.length);
    const ids = Float64Array.of(position + 1, position + 2);
    const live = { json, ends, ids, taken: new Map([[filter?.id ?? 0, taken]]) };
    publisher.publish({ from: position, through: position + 2 }, { rows: 2, maxId: position + 2, live });
    return json.buffer;
  };
  const waiting = publish(0, Uint32Array.of(0, 1));
  const unwanted = publish(2, Uint32Array.of());
  await waitFor("the first event", () => stalled.events.length === 1);
  expect(waiting.detached).toBe(false);
  stalled.room = Infinity;
  stalled.handle.resume();
  await waitFor("the second event", () => stalled.events.length === 2);
  await waitFor("both to be given back", () => waiting.detached && unwanted.detached);
});

describe("resuming", () => {
  test("gives what was stored meanwhile though nothing new arrives", async () => {
    const { store, subscribe } = await givenLiveStore();
    const first = subscribe();
    store.receive(numbered(0, 10));
    await waitFor("the events", () => first.events.length === 10);
    const after = new Map([[COLLECTOR, first.events[3]?.id ?? 0]]);
    await store.stored();
    const second = subscribe({ q: "-n=5" }, after);
    await waitFor("the backlog", () => second.events.length === 5);
    expect(numbersOf(second)).toEqual([4, 6, 7, 8, 9]);
  });

  test("from the beginning of time gives all that is stored, then what is new", async () => {
    const { store, subscribe } = await givenLiveStore();
    store.receive(numbered(0, 3_500));
    await store.stored();
    const listener = subscribe({}, new Map([[COLLECTOR, 0]]));
    await waitFor("the backlog", () => listener.events.length === 3_500);
    store.receive(numbered(3_500, 10));
    await waitFor("the new ones", () => listener.events.length === 3_510);
    expect(numbersOf(listener)).toEqual(upTo(3_510));
  });

  test("stands still where the subscriber does not read, and goes on where it does", async () => {
    const { store, subscribe } = await givenLiveStore();
    store.receive(numbered(0, 5_000));
    await store.stored();
    const listener = subscribe({}, new Map([[COLLECTOR, 0]]));
    listener.room = 100;
    await waitFor("the first events", () => listener.events.length === 100);
    store.receive(numbered(5_000, 1_000));
    await store.stored();
    expect(listener.events).toHaveLength(100);
    listener.room = Infinity;
    listener.handle.resume();
    await waitFor("the rest", () => listener.events.length === 6_000);
    expect(numbersOf(listener)).toEqual(upTo(6_000));
    expect(listener.skipped).toEqual([]);
  });
});

describe("other replicas", () => {
  const ELSEWHERE = "eeeeeeeeeeee";
  const lineOf = (n: number, receivedAtMicros: number) => ({ receivedAtMicros, rawLog: `line n=${n}` });

  test("what they stored while a subscriber watched comes when it comes back, and nothing older", async () => {
    const { hub, store, givenElsewhere } = await givenLiveStore();
    const now = Date.now() * 1000;
    await givenElsewhere(ELSEWHERE, [lineOf(0, now - 2_000_000), lineOf(1, now - 1_000_000)]);
    const open = async (after?: LivePosition) =>
      createListener(hub, { filters: {}, after, stored: await hub.findStored(), maySkip: true });
    const first = await open();
    await givenElsewhere(ELSEWHERE, [lineOf(2, now - 500_000)]);
    store.receive(numbered(3, 1));
    await waitFor("its own event", () => first.events.length === 1);
    const position = first.leave();
    await store.stored();
    await givenElsewhere(ELSEWHERE, [lineOf(4, now - 400_000)]);
    const second = await open(position);
    await waitFor("the events elsewhere", () => second.events.length === 2);
    store.receive(numbered(5, 1));
    await waitFor("the next event", () => second.events.length === 3);
    expect(numbersOf(second)).toEqual([2, 4, 5]);
  });

  test("of many only those with the newest events are named", async () => {
    const { hub, givenElsewhere } = await givenLiveStore();
    const hourAgo = (Date.now() - 3_600_000) * 1000;
    for (let n = 10; n < 28; n++)
      await givenElsewhere(`${n}`.repeat(6), [lineOf(n, hourAgo + 1_000_000 * n)]);
    const stored = await hub.findStored();
    expect([stored.size, stored.has("272727272727"), stored.has("111111111111")]).toEqual([16, true, false]);
  });
});

test("nothing is selected while nobody listens", async () => {
  const { hub, store, subscribe } = await givenLiveStore();
  const publisher = hub.publisherOf("000000000000");
  expect(publisher.request()).toBeUndefined();
  const [one, other] = [subscribe(), subscribe()];
  expect(publisher.request()?.filters).toHaveLength(1);
  one.leave();
  other.leave();
  expect(publisher.request()).toBeUndefined();
  store.receive(numbered(0, 1));
  await store.stored();
});
