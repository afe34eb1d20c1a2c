import { beforeAll, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as fc from "fast-check";
import { compileFilters } from "../../../../src/features/syslog/query/compile";
import type { SearchContext } from "../../../../src/features/syslog/search/scan/limits";
import { searchEvents } from "../../../../src/features/syslog/search/search";
import { commitMerge, listMergeInputs } from "../../../../src/features/syslog/segments/catalog/merge-catalog";
import { MergeProcess } from "../../../../src/features/syslog/segments/merge/process";
import { mergeSegments } from "../../../../src/features/syslog/segments/merge/merge";
import { swapSegmentFiles } from "../../../../src/features/syslog/segments/segment-file";
import { createTestDatabase } from "../../../support/database";
import {
  createStoreFolders,
  givenSegment,
  type GivenEvent,
  openEventDatabase,
} from "../../../support/event-store";
import { givenLease } from "../../../support/maintenance";

const NOON = Date.UTC(2026, 5, 1, 12) * 1000;
const NEVER = new AbortController().signal;
const SEED = 20_261_122;
const SEGMENTS = 12;
const EVENTS = 6;

const byte = fc.constantFrom(0, 1, 2, 20, 25, 250, 255);
const ipv4 = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join("."));
const address = fc.oneof(
  { arbitrary: ipv4, weight: 4 },
  { arbitrary: fc.constantFrom("2001:db8::1", "fe80::1:2", "::1"), weight: 1 },
);
const nullable = fc.option(address, { nil: null, freq: 2 });
const piece = fc.oneof(
  ipv4,
  ipv4,
  fc.constantFrom("user", "Session", "denied", "1.2.3", "v1.0.2.5.1", "=", ":443", " "),
  fc.integer({ min: 10_000_000, max: 10_000_099 }).map((number) => String(number).repeat(2)),
);
const fields = fc.record({
  rawLog: fc.array(piece, { maxLength: 2 }).map((parts) => parts.join("")),
  sourceHost: fc.option(address, { nil: null }),
  srcIp: nullable,
  dstIp: nullable,
  natSrcIp: nullable,
  natDstIp: nullable,
  sender: fc.constantFrom("192.0.2.1", "192.0.2.2", "2001:db8::9"),
});
/** Lines of which half contain the addresses of their fields. */
const event = fc
  .tuple(fields, fc.nat(3), fc.constantFrom(" ", ". ", ".", ","))
  .map(([own, kind, between]) => {
    const told = [own.srcIp, own.dstIp, own.natSrcIp, own.natDstIp].filter(isText);
    const line = kind === 0 ? [own.rawLog] : kind === 1 ? [own.rawLog, ...told] : told;
    return { ...own, rawLog: `x${between}${line.join(between)}` };
  });

/** A store of its own, and what it finds for a search text. */
async function givenStore() {
  const [{ db, sql }, folders] = await Promise.all([createTestDatabase(), createStoreFolders()]);
  const place = { db, database: openEventDatabase(folders), folders };
  const ctx: SearchContext = {
    ...place,
    eventsFolder: folders.events,
    timeoutSeconds: 10,
    examine: async () => false,
  };
  const page = { sortBy: "received_at", sortDirection: "asc", limit: 1000, offset: 0 } as const;
  return {
    sql,
    place,
    search: (q: string) => searchEvents(ctx, { predicate: compileFilters({ q }), ...page }, NEVER),
  };
}

type Store = Awaited<ReturnType<typeof givenStore>>;

let store: Store;
let events: GivenEvent[];

beforeAll(async () => {
  store = await givenStore();
  const { place } = store;
  events = fc
    .sample(event, { numRuns: SEGMENTS * EVENTS, seed: SEED })
    .map((fields, index) => ({ ...fields, receivedAtMicros: NOON + index }));
  for (let start = 0; start < events.length; start += EVENTS)
    await givenSegment(place, events.slice(start, start + EVENTS));
  await mergeFirst(store, SEGMENTS / 2);
}, 60_000);

async function mergeFirst({ place }: Store, count: number): Promise<void> {
  const inputs = (await listMergeInputs(place.db)).slice(0, count);
  const lease = await givenLease(place.db, "marks");
  const merge = { inputs, isFinal: false };
  const merger = new MergeProcess();
  const ctx = { ...place, merger, mayRename: async () => undefined };
  const merged = await mergeSegments(ctx, merge, lease.signal);
  await merger.close();
  await commitMerge(place.db, lease, { inputs, merged });
  const hidden = inputs.map(({ path }) => path);
  swapSegmentFiles(place.folders.events, { shown: [merged.path], hidden });
}

async function idsOf(q: string): Promise<number[]> {
  const found = await store.search(q);
  expect(found.total).toBe(found.events.length);
  return found.events.map(({ id }) => id);
}

const addresses = () =>
  events.flatMap(({ srcIp, dstIp, natDstIp }) => [srcIp, dstIp, natDstIp]).filter(isText);

function isText(value: string | null | undefined): value is string {
  return typeof value === "string";
}

/** Parts of lines, addresses that are there and others, as words and in fields. */
const term = fc
  .tuple(
    fc.nat(SEGMENTS * EVENTS - 1),
    fc.nat(20),
    fc.integer({ min: 3, max: 16 }),
    ipv4,
    fc.nat(7),
    fc.nat(9),
  )
  .map(([index, from, length, other, kind, negation]) => {
    const line = events[index]?.rawLog ?? "";
    const known = addresses()[index] ?? other;
    const runs = line.match(/\d[\d.]*\d/g) ?? [other];
    const run = runs[from % runs.length] ?? other;
    const terms = [
      `"${line.slice(from % line.length).slice(0, length)}"`,
      run,
      run.slice(length % 2, run.length - (from % 2)),
      known,
      `src_ip:${known}`,
      `ip:${known}`,
      `nat_dst_ip:${other}`,
      "sender:192.0.2.2",
    ];
    return `${negation === 0 ? "-" : ""}${terms[kind]}`;
  });

test("a search that passes over files and lines by their marks finds exactly what one finds that reads all", async () => {
  const queries = fc.sample(fc.array(term, { minLength: 1, maxLength: 2 }), { numRuns: 60, seed: SEED });
  const withMarks: number[][] = [];
  for (const terms of queries) withMarks.push(await idsOf(terms.join(" ")));
  await store.sql`UPDATE event_segments SET row_count = row_count + 100000`;
  for (const [index, terms] of queries.entries())
    expect(await idsOf(terms.join(" "))).toEqual(withMarks[index] ?? []);
  await store.sql`UPDATE event_segments SET letters = NULL, addresses = NULL, numbers = NULL, columns = NULL, row_count = row_count - 100000`;
  for (const [index, terms] of queries.entries())
    expect(await idsOf(terms.join(" "))).toEqual(withMarks[index] ?? []);
  const hits = withMarks.filter(({ length }) => length > 0).length;
  expect(hits).toBeGreaterThan(20);
  expect(hits).toBeLessThan(58);
}, 60_000);

test("files without an address are not opened, whether a field or a word asks for it", async () => {
  const { place, search } = await givenStore();
  const lines = async (q: string) => (await search(q)).events.map(({ raw_log: line }) => line);
  const without = await givenSegment(place, [
    { receivedAtMicros: NOON, rawLog: "SRC=192.0.2.77 DST=10.1.2.3", srcIp: "192.0.2.77", dstIp: "10.1.2.3" },
  ]);
  const line = "from 203.0.113.70 to 2001:DB8::1";
  const fields = { srcIp: "203.0.113.70", natDstIp: "2001:db8::1", sender: "198.51.100.9" };
  await givenSegment(place, [{ receivedAtMicros: NOON + 1, rawLog: line, ...fields }]);
  await rm(join(place.folders.events, without));
  for (const found of [
    "203.0.113.70",
    "3.0.113.7",
    "ip:203.0.113.70 from",
    "src_ip:203.0.113.70",
    "ip:2001:db8::1",
    "2001:0db8:0::1",
    "sender:198.51.100.9",
  ])
    expect(await lines(found)).toEqual([line]);
  for (const q of ["198.18.77.1", "ip:203.0.113.7", "nat_src_ip:198.18.77.1", '"from 198.18.77.1"'])
    expect(await lines(q)).toEqual([]);
  for (const q of ["192.0.2.77", "-203.0.113.70", "-ip:203.0.113.70", "1.2.3", "sender:192.0.2.1"]) {
    const unread = await search(q).catch((error: unknown) => error);
    expect(unread).toBeInstanceOf(Error);
  }
});

test("files without a word of letters and digits are not opened, unless their marks are of before such words had any", async () => {
  const { place, search, sql } = await givenStore();
  const lines = async (q: string) => (await search(q)).events.map(({ raw_log: line }) => line);
  const without = await givenSegment(place, [{ receivedAtMicros: NOON, rawLog: "session a1b2c3 ended" }]);
  await givenSegment(place, [{ receivedAtMicros: NOON + 1, rawLog: "session zq7k41x9 ended" }]);
  expect(await lines("A1B2C3")).toEqual(["session a1b2c3 ended"]);
  await rm(join(place.folders.events, without));
  expect(await lines("7k41X9")).toEqual(["session zq7k41x9 ended"]);
  await sql`UPDATE event_segments SET letters = substring(letters FOR 8192)`;
  const unread = await search("zq7k41x9").catch((error: unknown) => error);
  expect(unread).toBeInstanceOf(Error);
});

test.each(["fresh", "merged"])(
  "%s files without a number of eight digits or more are not opened, unless their numbers are not known",
  async (kind) => {
    const own = await givenStore();
    const lines = async (q: string) => (await own.search(q)).events.map(({ raw_log: line }) => line);
    const serials = ["serial 012801096514 up", "serial=012801096515", "no serial", "1234567 at 7654321"];
    const events = serials.map((rawLog, index) => ({
      receivedAtMicros: NOON + index,
      rawLog,
      sourceHost: index === 2 ? "0987654321" : "fw",
    }));
    if (kind === "fresh") await givenSegment(own.place, events);
    else {
      for (const event of events) await givenSegment(own.place, [event]);
      await mergeFirst(own, events.length);
    }
    expect(await lines("12801096")).toEqual(serials.slice(0, 2));
    expect(await lines('"=01280109651"')).toEqual(serials.slice(1, 2));
    expect(await lines("98765432")).toEqual(serials.slice(2, 3));
    const [{ path } = { path: "" }] = await own.sql`SELECT path FROM event_segments WHERE deleted_at IS NULL`;
    await rm(join(own.place.folders.events, String(path)));
    for (const q of ["12801997", "77665544", '"=012801096999"', "0128010965199"])
      expect(await lines(q)).toEqual([]);
    for (const q of ["1280109", "12801096", "-12801997", "7654321"])
      expect(await own.search(q).catch((error: unknown) => error)).toBeInstanceOf(Error);
    await own.sql`UPDATE event_segments SET numbers = NULL`;
    expect(await own.search("12801997").catch((error: unknown) => error)).toBeInstanceOf(Error);
  },
);

test("a merge of files of which one's marks are not known has none, and is read", async () => {
  const own = await givenStore();
  const srcIp = "192.0.2.77";
  await givenSegment(own.place, [{ receivedAtMicros: NOON, rawLog: `from ${srcIp}`, srcIp }]);
  await own.sql`UPDATE event_segments SET letters = NULL, addresses = NULL`;
  await givenSegment(own.place, [{ receivedAtMicros: NOON + 1, rawLog: "another" }]);
  await mergeFirst(own, 2);
  const marks = await own.sql`SELECT letters, addresses FROM event_segments WHERE deleted_at IS NULL`;
  expect([...marks]).toEqual([{ letters: null, addresses: null }]);
  for (const q of [srcIp, `src_ip:${srcIp}`, "from"]) expect((await own.search(q)).total).toBe(1);
});
