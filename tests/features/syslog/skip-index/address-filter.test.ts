import { beforeAll, expect, test } from "bun:test";
import type { Db } from "#platform/database";
import {
  type AddressFilter,
  MIN_FILTER_BYTES,
  packAddressKeys,
  shrinkAddressFilter,
  uniteAddressFilters,
} from "../../../../src/features/syslog/skip-index/address-filter";
import { mixKey } from "../../../../src/features/syslog/skip-index/bloom-filter";
import { hasAddress } from "../../../../src/features/syslog/skip-index/could-contain";
import { eventSegments } from "../../../../src/features/syslog/tables";
import { createTestDatabase } from "../../../support/database";
import { givenCatalogued } from "../../../support/event-store";

/** Keys that no other call with another seed gives. */
function givenKeys(count: number, seed: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, index) => mixKey(seed * 1_000_000 + index + 1));
}

let db: Db;
beforeAll(async () => {
  ({ db } = await createTestDatabase());
  await givenCatalogued(db);
});

/** How many of the keys the catalog takes for being there. */
async function countFound(addresses: AddressFilter | null, keys: Uint32Array): Promise<number> {
  await db.update(eventSegments).set({ addresses });
  let found = 0;
  for (const key of keys) {
    const [segment] = await db
      .select({ hasKey: hasAddress(eventSegments.addresses, key) })
      .from(eventSegments);
    if (segment?.hasKey === true) found += 1;
  }
  return found;
}

test("a list has its keys, and no others", async () => {
  const filter = packAddressKeys([givenKeys(10_000, 1), givenKeys(10, 2)], 100_000);
  expect(filter.length).toBeLessThan(MIN_FILTER_BYTES);
  expect(await countFound(filter, givenKeys(10_000, 1).slice(0, 20))).toBe(20);
  expect(await countFound(filter, givenKeys(10, 2))).toBe(10);
  expect(await countFound(filter, givenKeys(100, 3))).toBe(0);
});

test("a filter has its keys, and few others", async () => {
  const filter = packAddressKeys([givenKeys(30_000, 1), givenKeys(30_000, 2)], 240_000);
  expect(filter.length).toBe(2 * MIN_FILTER_BYTES);
  expect(await countFound(filter, givenKeys(30_000, 1).slice(0, 100))).toBe(100);
  expect(await countFound(filter, givenKeys(30_000, 2).slice(-100))).toBe(100);
  expect(await countFound(filter, givenKeys(500, 3))).toBeLessThan(25);
});

test("no filter, or filter that are not known, rule out everything and nothing", async () => {
  expect(await countFound(packAddressKeys([], 5), givenKeys(5, 1))).toBe(0);
  expect(await countFound(null, givenKeys(5, 1))).toBe(5);
});

test("united filter have the keys of all, whatever their sizes and forms", async () => {
  const parts = [
    packAddressKeys([givenKeys(50, 1)], 600),
    packAddressKeys([givenKeys(20_000, 2)], 240_000),
    packAddressKeys([givenKeys(60_000, 3)], 110_000),
  ];
  expect(new Set(parts.map(({ length }) => length)).size).toBe(3);
  const united = uniteAddressFilters(parts, 350_600);
  for (const seed of [1, 2, 3]) expect(await countFound(united, givenKeys(50, seed))).toBe(50);
  expect(await countFound(united, givenKeys(300, 4))).toBeLessThan(30);
});

test("lists stay a list without repeats, and become a filter when they are long", async () => {
  const own = givenKeys(10_000, 1);
  const same = uniteAddressFilters([packAddressKeys([own], 1000), packAddressKeys([own], 1000)], 2000);
  expect(new Uint32Array(same.slice().buffer)).toEqual(own.toSorted());
  const both = uniteAddressFilters(
    [packAddressKeys([own], 1000), packAddressKeys([givenKeys(10_000, 2)], 1000)],
    240_000,
  );
  expect(both.length).toBeGreaterThanOrEqual(MIN_FILTER_BYTES);
  expect(await countFound(both, own.slice(0, 50))).toBe(50);
});

test("filter that are far too big for their keys shrink and keep them", async () => {
  const roomy = packAddressKeys([givenKeys(20_000, 1)], 10_000);
  const repeated = packAddressKeys(
    Array.from({ length: 10 }, () => givenKeys(20_000, 1)),
    110_000,
  );
  expect(repeated.length).toBeLessThan(200_000);
  const small = shrinkAddressFilter(roomy);
  expect(small.length).toBeLessThan(roomy.length);
  expect(await countFound(small, givenKeys(20_000, 1).slice(0, 100))).toBe(100);
  expect(await countFound(small, givenKeys(300, 2))).toBeLessThan(20);
  const full = packAddressKeys([givenKeys(800_000, 1)], 240_000);
  expect(shrinkAddressFilter(Buffer.from(full))).toEqual(Buffer.from(full));
});
