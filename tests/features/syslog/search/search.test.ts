import { beforeAll, describe, expect, test } from "bun:test";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ApiError } from "#platform/errors";
import { compileFilters, type EventFilters } from "../../../../src/features/syslog/query/compile";
import { searchEvents } from "../../../../src/features/syslog/search/search";
import type { EventKey } from "../../../../src/features/syslog/store/event-key";
import type { EventSearch } from "../../../../src/features/syslog/store/event-store";
import { EventDatabase, type Row } from "../../../../src/features/syslog/segments/duckdb";
import { readExportedLines } from "../../../support/export-pages";
import { type GivenEvent, openEventDatabase } from "../../../support/event-store";
import { createTestStore, segmentContext, testOfSegments } from "../../../support/test-store";
import { patient } from "../../../support/patience";

const NEVER = new AbortController().signal;
const NOON = Date.UTC(2026, 5, 1, 12) * 1000;

/** A store of its own, and ways to fill and ask it. */
async function givenStore() {
  const own = await createTestStore();
  const search = (filters: EventFilters, options: Partial<EventSearch> = {}) =>
    own.events.searchEvents({ ...DEFAULTS, predicate: compileFilters(filters), ...options }, NEVER);
  return {
    ...own,
    segment: own.store,
    search,
    lines: async (filters: EventFilters, options: Partial<EventSearch> = {}) =>
      (await search(filters, options)).events.map((event) => event.raw_log),
  };
}

const DEFAULTS = { sortBy: "received_at", sortDirection: "desc", limit: 100, offset: 0 } as const;

type Store = Awaited<ReturnType<typeof givenStore>>;

describe("words, phrases and fields", () => {
  const LINES = [
    "plain Failed Password for root",
    "password failed",
    String.raw`percent % underscore _ backslash \ end`,
    "percentX underscoreX",
    `quotes "double" 'single'`,
    "ÄPFEL und Straße",
    "dots a.b a*b a+b [x] (y) ^$ {z}",
  ];
  let store: Store;
  beforeAll(async () => {
    store = await givenStore();
    await store.segment(
      LINES.map((rawLog, index) => ({
        receivedAtMicros: NOON + index,
        rawLog,
        sourceHost: index === 0 ? "Edge-FW" : null,
        srcIp: index === 1 ? "2001:db8::1" : null,
        dstPort: index === 1 ? 443 : null,
        action: index === 2 ? "block" : null,
      })),
    );
  });

  const CASES: [q: string, indexes: number[]][] = [
    ["failed password", [1, 0]],
    ["FAILED", [1, 0]],
    ['"failed password"', [0]],
    ["passw", [1, 0]],
    ["edge-fw", [0]],
    ["failed -root", [1]],
    ["-password -percent -dots", [5, 4]],
    ["-edge-fw failed", [1]],
    ["%", [2]],
    ["_", [2]],
    ["\\", [2]],
    ["percent", [3, 2]],
    [`"'single'"`, [4]],
    ['"double', [4]],
    ["SSword", [1, 0]],
    ["STRA", [5]],
    ["Single", [4]],
    ["K", [2]],
    ["sks", []],
    ["äpfel STRASSE", []],
    ["äpfel straße", [5]],
    ["a.b", [6]],
    ["a*b [x] (y) ^$ {z}", [6]],
    [".*", []],
    ["-failed -a*b -% -ÄPFEL", [4, 3]],
    [String.raw`-.* -| -^$ -\. -_x -"'single'" -root`, [5, 3, 2, 1]],
    ["src_ip:2001:DB8:0::1", [1]],
    ["dst_port:443 failed", [1]],
    ["-dst_port:443 password", [0]],
    ["action:block", [2]],
    ["nothing-of-this-kind", []],
  ];
  for (const [q, indexes] of CASES) {
    test(`q=${q}`, async () => {
      expect(await store.lines({ q })).toEqual(indexes.map((index) => LINES[index] ?? ""));
    });
  }

  test("fault 28: a pattern of 10 kB is taken literally, in good time", async () => {
    const started = performance.now();
    expect(await store.lines({ q: `(${"a+".repeat(2500)})+$${"\\".repeat(5000)}` })).toEqual([]);
    expect(performance.now() - started).toBeLessThan(patient(2000));
  });

  test("equality filters and words combine", async () => {
    expect(await store.lines({ q: "percent", action: "BLOCK" })).toEqual([LINES[2] ?? ""]);
    expect(await store.lines({ q: "percent", action: "pass" })).toEqual([]);
  });
});

describe("order, pages and totals", () => {
  let store: Store;
  beforeAll(async () => {
    store = await givenStore();
    // Two collectors whose segments overlap in time; the second of each is newer.
    const event = (offset: number, name: string): GivenEvent => ({
      receivedAtMicros: NOON + offset,
      rawLog: name,
      srcPort: offset % 7,
      srcIp: offset % 2 === 0 ? `10.0.0.${offset}` : null,
    });
    await store.segment([event(0, "a0"), event(10, "a10"), event(30, "a30")], "aaaaaaaaaaaa");
    await store.segment([event(5, "b5"), event(10, "b10"), event(25, "b25")], "bbbbbbbbbbbb");
    await store.segment([event(40, "a40"), event(50, "a50")], "aaaaaaaaaaaa");
    await store.segment([event(35, "b35"), event(45, "b45")], "bbbbbbbbbbbb");
  });
  const NEWEST_FIRST = ["a50", "b45", "a40", "b35", "a30", "b25", "b10", "a10", "b5", "a0"];

  test("events of overlapping segments come newest first; one instant by falling collector", async () => {
    expect(await store.lines({})).toEqual(NEWEST_FIRST);
  });

  test("oldest first", async () => {
    const lines = await store.lines({}, { sortDirection: "asc" });
    expect(lines).toEqual(["a0", "b5", "b10", "a10", "b25", "a30", "b35", "a40", "b45", "a50"]);
  });

  test("pages of any size fit together", async () => {
    for (const limit of [1, 2, 3, 4, 7]) {
      const lines: string[] = [];
      for (let offset = 0; offset < 12; offset += limit)
        lines.push(...(await store.lines({}, { limit, offset })));
      expect(lines).toEqual(NEWEST_FIRST);
    }
  });

  test("a page far behind the end is empty, and its total is right", async () => {
    expect(await store.search({}, { offset: 1_000_000_000 })).toMatchObject({
      events: [],
      total: 10,
      total_is_lower_bound: false,
    });
    expect(await store.search({}, { offset: 50 })).toMatchObject({ events: [], total: 10 });
  });

  test("totals are exact with and without conditions", async () => {
    expect(await store.search({}, { limit: 2 })).toMatchObject({ total: 10, total_is_lower_bound: false });
    expect(await store.search({ q: "a" }, { limit: 2 })).toMatchObject({ total: 5 });
    expect(await store.search({ q: "a" }, { limit: 2, sortBy: "src_ip" })).toMatchObject({ total: 5 });
    expect(await store.search({ startMicros: NOON + 10, endMicros: NOON + 30 }, { limit: 1 })).toMatchObject({
      total: 4,
    });
  });

  test("both ends of the time window are included", async () => {
    expect(await store.lines({ startMicros: NOON + 10, endMicros: NOON + 30 })).toEqual([
      "a30",
      "b25",
      "b10",
      "a10",
    ]);
    expect(await store.lines({ startMicros: NOON + 51 })).toEqual([]);
    expect(await store.lines({ endMicros: NOON - 1 })).toEqual([]);
    expect(await store.lines({ startMicros: 0, endMicros: 253_402_300_799_000_000 })).toEqual(NEWEST_FIRST);
  });

  test("another order puts what has no value last, in either direction, and ties by falling id", async () => {
    const down = await store.search({}, { sortBy: "src_ip" });
    const up = await store.search({}, { sortBy: "src_ip", sortDirection: "asc" });
    const present = up.events.flatMap((event) => event.src_ip ?? []);
    expect(present).toEqual(["10.0.0.0", "10.0.0.10", "10.0.0.10", "10.0.0.30", "10.0.0.40", "10.0.0.50"]);
    expect(down.events.flatMap((event) => event.src_ip ?? [])).toEqual(present.toReversed());
    for (const { events } of [down, up]) {
      expect(events.slice(6).map((event) => event.raw_log)).toEqual(["b45", "b35", "b25", "b5"]);
    }
  });

  test("every order of `sort_by` works, with a deep offset too", async () => {
    const columns = [
      "event_time",
      "dst_ip",
      "src_port",
      "dst_port",
      "action",
      "protocol",
      "interface",
    ] as const;
    for (const sortBy of columns) expect(await store.lines({}, { sortBy })).toHaveLength(10);
    expect(await store.lines({}, { offset: 9, limit: 20_000 })).toEqual(["a0"]);
  });

  test("an export reads the same order page by page, and nothing that came after it began", async () => {
    const asOf = new Map([
      ["aaaaaaaaaaaa", NOON + 40],
      ["bbbbbbbbbbbb", NOON + 25],
    ]);
    const lines: string[] = [];
    let after: EventKey | undefined;
    do {
      const page = { predicate: compileFilters({}), after, limit: 3, asOf };
      const { lines: found, next } = await readExportedLines(segmentContext(store), page);
      lines.push(...found);
      after = next;
    } while (after !== undefined);
    expect(lines).toEqual(NEWEST_FIRST.filter((name) => !["a50", "b45", "b35"].includes(name)));
  });
});

describe("one event", () => {
  test("has its instants to the millisecond and its bytes", async () => {
    const store = await givenStore();
    const bytes = Buffer.from([0x3c, 0x31, 0x3e, 0x00, 0xff, 0x0a]);
    await store.segment([
      {
        receivedAtMicros: NOON + 123_456,
        eventTimeMicros: NOON - 1,
        rawLog: "<1>�",
        rawBytes: bytes,
        app: "x",
      },
      { receivedAtMicros: NOON + 123_457, rawLog: "plain é" },
    ]);
    const event = await store.events.getEvent(NOON + 123_456, NEVER);
    expect(event).toMatchObject({
      id: NOON + 123_456,
      received_at: "2026-06-01T12:00:00.123Z",
      event_time: "2026-06-01T11:59:59.999Z",
      app: "x",
      src_ip: null,
      raw_base64: bytes.toString("base64"),
    });
    const plain = await store.events.getEvent(NOON + 123_457, NEVER);
    expect(Buffer.from(plain.raw_base64, "base64").toString()).toBe("plain é");
  });

  test("that is not there is a 404", async () => {
    const store = await givenStore();
    await store.segment([{ receivedAtMicros: NOON }, { receivedAtMicros: NOON + 10 }]);
    for (const id of [NOON + 5, 1]) {
      const error = await store.events.getEvent(id, NEVER).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ status: 404, detail: "Event not found" });
    }
  });
});

describe("when a search cannot be answered", () => {
  async function givenManyEvents(count: number): Promise<Store> {
    const store = await givenStore();
    const rawLog = "x".repeat(300);
    for (let first = 0; first < count; first += 20_000) {
      await store.segment(
        Array.from({ length: 20_000 }, (_, index) => ({ receivedAtMicros: NOON + first + index, rawLog })),
      );
    }
    return store;
  }

  testOfSegments("files without the letters of a word are not opened", async () => {
    const store = await givenStore();
    const without = await store.segment([{ receivedAtMicros: NOON, rawLog: "interface up" }]);
    await store.segment([{ receivedAtMicros: NOON + 1, rawLog: "Password accepted" }]);
    await rm(join(store.folders.events, without));
    expect(await store.lines({ q: "passwORD" })).toEqual(["Password accepted"]);
    expect(await store.lines({ q: '"word accepted" -interface' })).toEqual(["Password accepted"]);
    expect(await store.lines({ q: "zebrafinch" })).toEqual([]);
    const unread = await store.search({ q: "interface" }).catch((error: unknown) => error);
    expect(unread).toBeInstanceOf(Error);
  });

  test("a page behind the ten thousandth match does not make the total more exact than it is", async () => {
    const store = await givenManyEvents(20_000);
    const { events, ...page } = await store.search({ q: "xxx" }, { limit: 100, offset: 19_950 });
    expect(events).toHaveLength(50);
    expect(page).toMatchObject({ total: 10_000, total_is_lower_bound: true });
  });

  testOfSegments("a total that cannot be counted is no less than what the page reaches", async () => {
    const store = await givenStore();
    const older = await store.segment([{ receivedAtMicros: NOON }, { receivedAtMicros: NOON + 1 }]);
    await store.segment([0, 1, 2, 3].map((index) => ({ receivedAtMicros: NOON + 100 + index, srcPort: 22 })));
    await rm(join(store.folders.events, older));
    expect(await store.search({ src_port: 22 }, { limit: 2, offset: 1 })).toMatchObject({
      total: 3,
      total_is_lower_bound: true,
    });
  });

  test("fault 28: the time limit ends it with 504", async () => {
    const store = await givenManyEvents(40_000);
    const events = store.eventsWithin(0.001);
    const search = { ...DEFAULTS, predicate: compileFilters({ q: "#0#" }) };
    const error = await events.searchEvents(search, NEVER).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 504,
      detail: "Search timed out after 0.001 seconds; narrow the time range or the filters",
    });
    expect(await store.lines({ q: "#0#" })).toEqual([]);
  });

  test("fault 28: a client that leaves ends it at once, and the next search works", async () => {
    const store = await givenManyEvents(40_000);
    const left = new AbortController();
    const search = { ...DEFAULTS, predicate: compileFilters({ q: "#0# -other" }) };
    const answer = store.events.searchEvents(search, left.signal).catch((thrown: unknown) => thrown);
    const gone = new Error("the client has left");
    left.abort(gone);
    expect(await answer).toBe(gone);
    expect(await store.lines({ q: "xxx" }, { limit: 1 })).toHaveLength(1);
  });

  test("more searches than connections wait for their turn", async () => {
    const store = await givenManyEvents(20_000);
    const answers = await Promise.all(Array.from({ length: 30 }, () => store.search({ q: "#0#" })));
    expect(answers.map((answer) => answer.total)).toEqual(Array.from({ length: 30 }, () => 0));
  });

  testOfSegments("a segment that was merged into another while the search ran is found there", async () => {
    const store = await givenStore();
    const old = await store.segment([{ receivedAtMicros: NOON, rawLog: "moved" }]);
    const merged = old.replace("-0-1.", "-0-2.");
    await rename(join(store.folders.events, old), join(store.folders.events, merged));
    let failures = 0;
    class Compacted extends EventDatabase {
      override async query(...parameters: Parameters<EventDatabase["query"]>): Promise<Row[]> {
        return super.query(...parameters).catch(async (error: unknown) => {
          failures += 1;
          await store.sql`UPDATE event_segments SET path = ${merged}`;
          throw error;
        });
      }
    }
    const database = openEventDatabase(store.folders, Compacted);
    const search = { ...DEFAULTS, predicate: compileFilters({}) };
    const { events } = await searchEvents(segmentContext({ ...store, database }), search, NEVER);
    expect(events.map((event) => event.raw_log)).toEqual(["moved"]);
    expect(failures).toBe(1);
  });

  for (const [damage, inflict] of DAMAGES()) {
    testOfSegments(`a segment that is ${damage} gives an error, never a short answer`, async () => {
      const store = await givenStore();
      const paths: string[] = [];
      for (let index = 0; index < 4; index++) {
        const events = Array.from({ length: 3000 }, (_, row) => ({
          receivedAtMicros: NOON + index * 10_000 + row,
        }));
        paths.push(await store.segment(events));
      }
      const asOf = new Map([["0123456789ab", Number.MAX_SAFE_INTEGER]]);
      const page = { predicate: compileFilters({}), limit: 3000, asOf };
      const first = await readExportedLines(segmentContext(store), page);
      expect(first.lines).toHaveLength(3000);
      await inflict(join(store.folders.events, paths[1] ?? ""));
      const second = await readExportedLines(segmentContext(store), { ...page, after: first.next });
      const third = await readExportedLines(segmentContext(store), { ...page, after: second.next }).catch(
        (thrown: unknown) => thrown,
      );
      expect(third).toBeInstanceOf(Error);
      const list = await store.search({}, { limit: 500, offset: 6500 }).catch((thrown: unknown) => thrown);
      expect(list).toBeInstanceOf(Error);
      expect(await store.lines({}, { limit: 10 })).toHaveLength(10);
    });
  }

  function DAMAGES(): [string, (path: string) => Promise<void>][] {
    return [
      ["deleted", (path) => rm(path)],
      ["empty", (path) => writeFile(path, "")],
      ["cut", async (path) => writeFile(path, (await readFile(path)).subarray(0, 5000))],
      [
        "overwritten in the middle",
        async (path) => {
          const bytes = await readFile(path);
          await writeFile(path, bytes.fill(0xff, 100, bytes.length - 4000));
        },
      ],
    ];
  }
});
