import { expect, test } from "bun:test";
import { RecentMap } from "#platform/recent-map";

test("the entry that was set longest ago goes, and one that is set again is the newest", () => {
  const map = new RecentMap<string, number>(2);
  map.set("one", 1);
  map.set("two", 2);
  map.set("one", 11);
  map.set("three", 3);
  expect([map.get("one"), map.get("two"), map.get("three"), map.size]).toEqual([11, undefined, 3, 2]);
  map.delete("one");
  map.set("four", 4);
  expect([map.get("one"), map.get("three"), map.get("four")]).toEqual([undefined, 3, 4]);
  map.clear();
  expect(map.size).toBe(0);
});
