import { beforeEach, describe, expect, test } from "bun:test";
import { ApiError } from "#platform/errors";
import { compileFilters, type EventFilters } from "../../../../src/features/syslog/query/compile";
import { decodeCursor, encodeCursor } from "../../../../src/features/syslog/search/cursor";
import { commitMerge, listMergeInputs } from "../../../../src/features/syslog/segments/catalog/merge-catalog";
import { MergeProcess } from "../../../../src/features/syslog/segments/merge/process";
import { mergeSegments } from "../../../../src/features/syslog/segments/merge/merge";
import { swapSegmentFiles } from "../../../../src/features/syslog/segments/segment-file";
import type { Cursor } from "../../../../src/features/syslog/store/event-store";
import { givenLease } from "../../../support/maintenance";
import { createTestStore, type TestStore } from "../../../support/test-store";

const NOON = Date.UTC(2026, 5, 1, 12) * 1000;
const NEVER = new AbortController().signal;
const A = "aaaaaaaaaaaa";
const B = "bbbbbbbbbbbb";

let own: TestStore;

beforeEach(async () => {
  own = await createTestStore();
}, 30_000);

/** Stores a segment of lines named `<collector><offset>`. */
async function store(collector: string, offsets: readonly number[], ids = offsets): Promise<void> {
  const events = offsets.map((offset, index) => ({
    receivedAtMicros: NOON + offset,
    id: NOON + (ids[index] ?? 0),
    rawLog: `${collector.slice(0, 1)}${offset}`,
  }));
  await own.store(events, collector);
}

/** Puts all segments of a collector into one. */
async function compact(collector: string): Promise<void> {
  const inputs = (await listMergeInputs(own.db)).filter((input) => input.collector === collector);
  const lease = await givenLease(own.db, "syslog.compaction");
  const merge = { inputs, isFinal: false };
  const merger = new MergeProcess();
  const merged = await mergeSegments(
    { database: own.database, folders: own.folders, merger, mayRename: async () => undefined },
    merge,
    NEVER,
  );
  await merger.close();
  await commitMerge(own.db, lease, { inputs, merged });
  swapSegmentFiles(own.folders.events, { shown: [merged.path], hidden: inputs.map(({ path }) => path) });
}

type Direction = "asc" | "desc";

async function readPage(
  filters: EventFilters,
  {
    sortDirection = "desc",
    cursor,
    limit = 3,
  }: { sortDirection?: Direction; cursor?: string | undefined; limit?: number },
) {
  const predicate = compileFilters(filters);
  const search = { predicate, sortBy: "received_at", sortDirection, limit, offset: 0 } as const;
  const decoded: Cursor | undefined =
    cursor === undefined ? undefined : decodeCursor(cursor, { predicate, sortDirection });
  const { next, events, total } = await own.events.searchEvents({ ...search, cursor: decoded }, NEVER);
  return {
    lines: events.map((event) => event.raw_log),
    total,
    cursor: next === undefined ? undefined : encodeCursor(next, { predicate, sortDirection }),
  };
}

/** All pages; `between` happens after each. */
async function readAll(
  direction: Direction,
  between: (page: number) => Promise<void> = async () => undefined,
) {
  const lines: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await readPage({}, { sortDirection: direction, cursor });
    lines.push(...page.lines);
    cursor = page.cursor;
    await between(++pages);
  } while (cursor !== undefined);
  return { lines, pages };
}

const NEWEST_FIRST = ["a50", "b45", "a40", "b35", "a30", "b25", "b10", "a10", "b5", "a0"];
const OLDEST_FIRST = ["a0", "b5", "b10", "a10", "b25", "a30", "b35", "a40", "b45", "a50"];

test("what arrived while the clock was ahead is found where no end is asked for, and comes first", async () => {
  const [now, inFiveHours] = [Date.now() * 1000, (Date.now() + 5 * 3_600_000) * 1000];
  await own.store(
    [
      { receivedAtMicros: inFiveHours, id: inFiveHours, rawLog: "ahead" },
      { receivedAtMicros: now, id: inFiveHours + 1, rawLog: "put right" },
    ],
    A,
  );
  expect(await readPage({}, {})).toMatchObject({ lines: ["ahead", "put right"], total: 2 });
  expect(await readPage({ endMicros: now }, {})).toMatchObject({ lines: ["put right"], total: 1 });
});

describe("fault 57: pages by cursor", () => {
  beforeEach(async () => {
    await store(A, [0, 10, 30]);
    await store(B, [5, 10, 25]);
    await store(A, [40, 50]);
    await store(B, [35, 45]);
  });

  test("give every event once, in either direction", async () => {
    expect((await readAll("desc")).lines).toEqual(NEWEST_FIRST);
    expect((await readAll("asc")).lines).toEqual(OLDEST_FIRST);
  });

  for (const [direction, expected] of [
    ["desc", NEWEST_FIRST],
    ["asc", OLDEST_FIRST],
  ] as const) {
    test(`fault 57: neither skip nor repeat, ${direction}, while events arrive and segments are merged`, async () => {
      const { lines } = await readAll(direction, async (page) => {
        // Clocks step back too: what is late by its position may be old by its time.
        await store(A, [20 - page, 60 + page], [1000 + page * 10, 1001 + page * 10]);
        await store(B, [page, 70 + page], [1000 + page * 10, 1001 + page * 10]);
        await compact(page % 2 === 0 ? A : B);
      });
      expect(lines).toEqual(expected);
    });
  }

  test("keep the total of the first", async () => {
    const first = await readPage({}, {});
    await store(A, [90]);
    const second = await readPage({}, { cursor: first.cursor });
    expect([first.total, second.total]).toEqual([10, 10]);
  });

  test("end without a cursor", async () => {
    expect(await readPage({}, { limit: 100 })).toMatchObject({ cursor: undefined });
    expect(await readPage({ q: "absent" }, {})).toMatchObject({ lines: [], cursor: undefined });
  });

  test("keep to the window of the search", async () => {
    const window = { startMicros: NOON + 10, endMicros: NOON + 40 };
    const first = await readPage(window, {});
    const second = await readPage(window, { cursor: first.cursor, limit: 100 });
    expect([...first.lines, ...second.lines]).toEqual(["a40", "b35", "a30", "b25", "b10", "a10"]);
  });
});

describe("fault 57: a cursor is refused", () => {
  const search = { predicate: compileFilters({ q: "x" }), sortDirection: "desc" } as const;
  const cursor: Cursor = {
    after: { receivedAtMicros: NOON, collector: A, id: NOON },
    asOf: new Map([[A, NOON]]),
    total: { total: 3, isLowerBound: false },
  };
  const genuine = encodeCursor(cursor, search);
  const altered = (change: (content: unknown[]) => void) => {
    const content: unknown[] = JSON.parse(Buffer.from(genuine, "base64url").toString());
    change(content);
    return Buffer.from(JSON.stringify(content)).toString("base64url");
  };

  test("never where it is the one that was given", () => {
    expect(decodeCursor(genuine, search)).toEqual(cursor);
  });

  const FORGED: [what: string, text: string][] = [
    ["that is empty", ""],
    ["that is no base64", "%%%"],
    ["that is no JSON", Buffer.from("hello").toString("base64url")],
    ["that was cut", genuine.slice(0, -10)],
    ["of another version", altered((content) => (content[0] = 2))],
    ["with a negative time", altered((content) => (content[2] = [-1, A, 1]))],
    ["with a time beyond whole numbers", altered((content) => (content[2] = [1e300, A, 1]))],
    ["with a collector that is none", altered((content) => (content[2] = [1, "'; DROP", 1]))],
    ["with a bound that is text", altered((content) => (content[3] = { [A]: "1" }))],
    ["with a collector's bound under no collector's name", altered((content) => (content[3] = { x: 1 }))],
    ["with more than it should have", altered((content) => content.push(1))],
  ];
  for (const [what, text] of FORGED) {
    test(what, () =>
      expect(refusalOf(() => decodeCursor(text, search))).toBe("Value error, this is no cursor"),
    );
  }

  test("of a search with other filters or another direction", () => {
    const other = { predicate: compileFilters({ q: "y" }), sortDirection: "desc" } as const;
    for (const wrong of [other, { ...search, sortDirection: "asc" } as const]) {
      expect(refusalOf(() => decodeCursor(genuine, wrong))).toContain("other filters");
    }
  });

  function refusalOf(act: () => unknown): string {
    try {
      act();
    } catch (error) {
      if (error instanceof ApiError && error.status === 422 && typeof error.detail !== "string") {
        expect(error.detail[0]?.loc).toEqual(["query", "cursor"]);
        return error.detail[0]?.msg ?? "";
      }
    }
    throw new Error("the cursor was taken, against expectation");
  }
});
