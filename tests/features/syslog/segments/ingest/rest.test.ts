import { beforeAll, describe, expect, test } from "bun:test";
import { restLeft } from "../../../../../src/features/syslog/segments/ingest/rest";
import { createTestDatabase, type TestDatabase } from "../../../../support/database";
import {
  createStoreFolders,
  listSegmentFiles,
  startStore,
  type StoreOptions,
} from "../../../../support/event-store";
import { waitFor } from "../../../../support/wait-for";

const REST_MS = 15_000;
/** More than a test takes. */
const LONG_MS = 600_000;
/** What is older than that is wanted. */
const FRESH_MS = 1000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
}, 30_000);

let collectors = 0;

async function givenStore(options: StoreOptions = {}) {
  collectors += 1;
  const folders = await createStoreFolders();
  const collector = collectors.toString(16).padStart(12, "0");
  const store = await startStore(database.db, folders, { collector, restMs: LONG_MS, ...options });
  await waitFor("ingest to run", () => store.pipeline.status.error === null && store.pipeline.isResting);
  const settled = async (events: number) => {
    await store.pipeline.settle(FRESH_MS);
    return store.pipeline.status.storedEvents === events;
  };
  return { store, settled, countFiles: async () => (await listSegmentFiles(folders)).length };
}

const LEASE_LINE =
  "<30>Oct 11 22:14:15 gw dhcpd[1]: DHCPACK on 192.0.2.7 to 00:1b:21:aa:bb:cc (host) via igb1";
const lines = (count: number): string[] => Array.from({ length: count }, (_, index) => `<13>line ${index}`);

describe("how long lines may go on to rest", () => {
  test("until the oldest has rested for the time that is set", () => {
    expect(restLeft({ ageMs: 4000, rows: 10, bytes: 1000 }, REST_MS)).toBe(11_000);
    expect(restLeft({ ageMs: 15_000, rows: 10, bytes: 1000 }, REST_MS)).toBe(0);
    expect(restLeft({ ageMs: 15_001, rows: 10, bytes: 1000 }, REST_MS)).toBe(0);
  });

  test("no longer than until there are enough of them", () => {
    expect(restLeft({ ageMs: 0, rows: 4999, bytes: 1000 }, REST_MS)).toBe(REST_MS);
    expect(restLeft({ ageMs: 0, rows: 5000, bytes: 1000 }, REST_MS)).toBe(0);
    expect(restLeft({ ageMs: 0, rows: 1, bytes: 1024 * 1024 }, REST_MS)).toBe(0);
  });

  test("not at all where none is wanted, or the clock was set back", () => {
    expect(restLeft({ ageMs: 0, rows: 1, bytes: 1 }, 0)).toBe(0);
    expect(restLeft({ ageMs: -3_600_000, rows: 1, bytes: 1 }, REST_MS)).toBe(0);
  });
});

test("few lines that nobody looks for rest in the journal, and a search that wants what is older has all of them in one file", async () => {
  const { store, settled, countFiles } = await givenStore();
  for (let batch = 0; batch < 3; batch++) {
    store.receive(lines(10), 2);
    await waitFor("the journal", () => store.depth().messages === (batch + 1) * 10);
  }
  expect(await countFiles()).toBe(0);
  expect(store.pipeline.isResting).toBe(true);
  await waitFor("the events", () => settled(30));
  expect(await countFiles()).toBe(1);
  await store.stop();
});

test("what came just now no search has stored", async () => {
  const { store } = await givenStore();
  store.receive(lines(1));
  await waitFor("the journal", () => store.depth().messages === 1);
  await store.pipeline.settle(LONG_MS);
  expect(store.pipeline.status.storedEvents).toBe(0);
  await store.stop();
});

test("searches at the same time share one file", async () => {
  const { store, settled, countFiles } = await givenStore();
  store.receive(lines(10), 2);
  await waitFor("the journal", () => store.depth().messages === 10);
  await Promise.all(Array.from({ length: 8 }, () => waitFor("the events", () => settled(10))));
  expect(await countFiles()).toBe(1);
  await store.stop();
});

test("a search does not wait for much that is on its way, though somebody has asked for a little before it", async () => {
  const { promise: held, resolve: finish } = Promise.withResolvers<void>();
  const { store, settled } = await givenStore({ keepLeases: () => held });
  store.receive([LEASE_LINE], 2);
  await waitFor("the journal", () => store.depth().messages === 1);
  const asked = settled(1);
  store.receive(lines(6000), 2);
  await waitFor("the journal", () => store.depth().messages > 5000);
  const first = await Promise.race([
    asked.then(() => "who had asked before"),
    store.pipeline.settle(FRESH_MS).then(() => "who came behind"),
  ]);
  expect(first).toBe("who came behind");
  finish();
  await asked;
  await store.stored();
  await store.stop();
});

/** A store that has parsed so many lines and not stored them for longer than if somebody had looked. */
async function givenUnseen(count: number, filters?: []) {
  let parsed = 0;
  const { store } = await givenStore({
    live: {
      request: () => filters && { collector: "", filters },
      publish: (_, { rows }) => void (parsed += rows),
      noteStored: () => undefined,
    },
  });
  store.receive(lines(count), 2);
  await waitFor("the lines to be parsed", () => parsed === count);
  const parsedAtMs = performance.now();
  await waitFor("them to be old", () => performance.now() - parsedAtMs > 650);
  return store;
}

test("who looks first, or meanwhile, waits for much that would have been stored if somebody had looked before", async () => {
  const store = await givenUnseen(6000);
  const first = store.pipeline.settle(FRESH_MS);
  await store.pipeline.settle(FRESH_MS);
  expect(store.pipeline.status.storedEvents).toBe(6000);
  await first;
  await store.stop();
});

test("who looks first does not wait for a little that goes on to rest", async () => {
  const store = await givenUnseen(10, []);
  const storedForFirst = store.pipeline.settle(LONG_MS).then(() => store.pipeline.status.storedEvents);
  await store.pipeline.settle(0);
  expect(await storedForFirst).toBe(0);
  await store.stop();
});

test("lines that have rested for their time are stored without anybody asking", async () => {
  const { store } = await givenStore({ restMs: REST_MS });
  store.receive(lines(10), 16);
  await waitFor("the events", () => store.pipeline.status.storedEvents === 10);
  await store.stop();
});

test("so are those that are many", async () => {
  const { store } = await givenStore();
  store.receive(lines(5000));
  await waitFor("the events", () => store.pipeline.status.storedEvents === 5000);
  await store.stop();
});

test("what rests when the service ends is stored", async () => {
  const { store } = await givenStore();
  store.receive(lines(10));
  expect(await store.stop()).toBe(true);
  expect(store.pipeline.status.storedEvents).toBe(10);
});

test("for a viewer lines are parsed as they come, and rest behind that", async () => {
  const published: number[] = [];
  const { store, countFiles } = await givenStore({
    live: {
      request: () => ({ collector: "", filters: [] }),
      publish: (_, { rows }) => published.push(rows),
      noteStored: () => undefined,
    },
  });
  store.receive(lines(1));
  await waitFor("the first line", () => published.length === 1);
  store.receive(lines(2));
  await waitFor("the others", () => published.length === 2);
  expect(published).toEqual([1, 2]);
  expect(await countFiles()).toBe(0);
  await store.stored();
  expect(await countFiles()).toBe(1);
  await store.stop();
});
