import { expect, test } from "bun:test";
import { Feed, type Watcher } from "#platform/http/feed";
import { waitFor } from "../../support/wait-for";

type Reader = Watcher & { shown: number[] };

function reader(): Reader {
  return { shown: [], end: () => undefined };
}

function feedOf(read: (watchers: readonly Reader[]) => Promise<number>): Feed<Reader, number> {
  return new Feed({ everyMs: 5, read, show: (watcher, news) => void watcher.shown.push(news) });
}

test("one read serves all who watch", async () => {
  const asked: number[] = [];
  const feed = feedOf((watchers) => Promise.resolve(asked.push(watchers.length)));
  const [first, second] = [reader(), reader()];
  feed.add(first);
  feed.add(second);
  await waitFor("three looks", () => first.shown.length >= 3);
  feed.remove(first);
  feed.remove(second);
  expect(new Set(asked)).toEqual(new Set([2]));
  expect(second.shown).toEqual(first.shown);
});

test("who comes during a read is not shown what it was begun before, and who leaves is shown nothing", async () => {
  const late = reader();
  const gone = reader();
  const stays = reader();
  const { promise, resolve } = Promise.withResolvers<number>();
  let reads = 0;
  const feed = feedOf(() => {
    reads += 1;
    return reads === 1 ? promise : Promise.resolve(reads);
  });
  feed.add(gone);
  feed.add(stays);
  await waitFor("the read", () => reads === 1);
  feed.add(late);
  feed.remove(gone);
  resolve(1);
  await waitFor("the next look", () => late.shown.length > 0);
  feed.remove(late);
  feed.remove(stays);
  expect(stays.shown[0]).toBe(1);
  expect(late.shown[0]).toBe(2);
  expect(gone.shown).toEqual([]);
});

test("a read that fails shows nothing, and the next is made", async () => {
  let reads = 0;
  const feed = feedOf(() => {
    reads += 1;
    return reads === 1 ? Promise.reject(new Error("away")) : Promise.resolve(reads);
  });
  const watcher = reader();
  feed.add(watcher);
  await waitFor("the second look", () => watcher.shown.length > 0);
  feed.remove(watcher);
  expect(watcher.shown[0]).toBe(2);
});
