import { beforeAll, describe, expect, test } from "bun:test";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compileFilters, type EventFilters } from "../../../../../src/features/syslog/query/compile";
import { openSegmentStore } from "../../../../../src/features/syslog/search/segment-store";
import { chooseStep, cutBuckets } from "../../../../../src/features/syslog/store/buckets";
import type { HistogramRequest, TopRequest } from "../../../../../src/features/syslog/store/event-store";
import type { GivenEvent } from "../../../../support/event-store";
import { createTestStore, segmentContext, testOfSegments } from "../../../../support/test-store";

const SECOND = 1e6;
const NOON = Date.UTC(2026, 5, 1, 12) * 1000;
const NEVER = new AbortController().signal;

async function givenStore() {
  const own = await createTestStore();
  return {
    ...own,
    segment: own.store,
    histogram: (
      seconds: [from: number, to: number],
      filters: EventFilters = {},
      options: { by?: HistogramRequest["by"]; step?: number } = {},
    ) => {
      const span = { startMicros: NOON + seconds[0] * SECOND, endMicros: NOON + seconds[1] * SECOND };
      const buckets = cutBuckets(span, options.step ?? chooseStep(span), "UTC");
      return own.events.countByTime(
        { predicate: compileFilters(filters), span, buckets, by: options.by ?? "verdict" },
        NEVER,
      );
    },
    top: (column: TopRequest["column"], filters: EventFilters = {}, limit = 3) => {
      const span = { startMicros: NOON, endMicros: NOON + 3600 * SECOND };
      return own.events.countByValue({ predicate: compileFilters(filters), span, column, limit }, NEVER);
    },
  };
}

type Store = Awaited<ReturnType<typeof givenStore>>;

/** Ten minutes of events, one a second, and, after ten of silence, one more minute in a segment of its own. */
async function givenEvents(): Promise<Store & { paths: string[] }> {
  const store = await givenStore();
  const event = (second: number): GivenEvent => ({
    receivedAtMicros: NOON + second * SECOND,
    rawLog: `event ${second}`,
    verdict: second % 3 === 0 ? "deny" : second % 3 === 1 ? "allow" : null,
    severity: second % 2,
    action: `word-${second % 40}`,
    srcIp: `10.0.0.${second % 7}`,
    dstPort: second % 2 === 0 ? 443 : null,
  });
  const first = await store.segment(Array.from({ length: 600 }, (_, second) => event(second)));
  const second = await store.segment(Array.from({ length: 60 }, (_, index) => event(1200 + index)));
  return { ...store, paths: [first, second] };
}

describe("a histogram", () => {
  let store: Store;
  beforeAll(async () => {
    store = await givenEvents();
  }, 30_000);

  test("counts every event of the span in its bucket, by verdict", async () => {
    const { buckets, total } = await store.histogram([0, 299]);
    expect(total).toBe(300);
    expect(buckets).toHaveLength(60);
    expect(buckets[0]).toEqual({
      startMicros: NOON,
      counts: { deny: 2, allow: 2, none: 1 },
      total: 5,
      isPartial: false,
    });
  });

  test("tells a time without a stored event from one without a match", async () => {
    const { buckets } = await store.histogram([0, 1259], { q: '"event 60"' }, { step: 300 });
    expect(buckets.map((bucket) => bucket.total)).toEqual([1, 0, null, null, 0]);
  });

  test("leaves out what lies before and behind the span, though its bucket reaches there", async () => {
    const { buckets, total } = await store.histogram([30, 89], {}, { step: 60 });
    expect(total).toBe(60);
    expect(buckets.map((bucket) => bucket.total)).toEqual([30, 30]);
  });

  test("counts a file alike, whether it lies in one bucket, in several, or reaches out of the span", async () => {
    const sums = async (to: number, step: number) => {
      const { buckets } = await store.histogram([0, to], { q: "-1200" }, { step });
      const of = (name: string) => buckets.map(({ counts }) => counts[name] ?? 0);
      const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
      return { deny: sum(of("deny")), none: sum(of("none")), last: of("allow").at(-1) };
    };
    const [hour, minute, cut] = [await sums(1260, 3600), await sums(1260, 60), await sums(1258, 3600)];
    expect(hour).toEqual({ deny: 219, none: 220, last: 220 });
    expect(minute).toEqual({ deny: 219, none: 220, last: 0 });
    expect(cut).toEqual({ deny: 219, none: 219, last: 220 });
  });

  test("takes the filters of the list", async () => {
    expect((await store.histogram([0, 599], { src_ip: "10.0.0.0/31" })).total).toBe(172);
    expect((await store.histogram([0, 599], { q: "-event" })).total).toBe(0);
  });

  test("by severity has the number for a name", async () => {
    const { buckets } = await store.histogram([0, 9], {}, { by: "severity", step: 60 });
    expect(buckets[0]?.counts).toEqual({ "0": 5, "1": 5 });
  });

  test("by action names the twenty most frequent and sums up the rest", async () => {
    const { buckets } = await store.histogram([0, 599], {}, { by: "action", step: 900 });
    const counts = buckets[0]?.counts ?? {};
    expect(Object.keys(counts)).toHaveLength(21);
    expect(counts["rest"]).toBe(300);
  });

  test("without any segment has a total for no bucket", async () => {
    const empty = await givenStore();
    const { buckets, total } = await empty.histogram([0, 59]);
    expect(total).toBe(0);
    expect(buckets.every((bucket) => bucket.total === null)).toBe(true);
  });
});

describe("top values", () => {
  let store: Store;
  beforeAll(async () => {
    store = await givenEvents();
  }, 30_000);

  test("come by count, with what the others and the nameless make up", async () => {
    expect(await store.top("dst_port")).toEqual({
      values: [{ value: "443", count: 330 }],
      other: 0,
      withoutValue: 330,
      distinct: 1,
      total: 660,
      missing: [],
    });
    const sources = await store.top("src_ip");
    expect(sources.values).toEqual([
      { value: "10.0.0.3", count: 95 },
      { value: "10.0.0.4", count: 95 },
      { value: "10.0.0.0", count: 94 },
    ]);
    expect(sources).toMatchObject({ other: 376, withoutValue: 0, distinct: 7, total: 660 });
  });

  test("take the filters of the list", async () => {
    const found = await store.top("verdict", { q: "src_ip:10.0.0.0 -verdict:deny" });
    expect(found.values).toEqual([{ value: "allow", count: 32 }]);
  });

  test("of no event are none", async () => {
    expect(await store.top("app")).toMatchObject({ values: [], withoutValue: 660, total: 660, distinct: 0 });
    expect(await store.top("app", { q: "absent" })).toMatchObject({ values: [], withoutValue: 0, total: 0 });
  });
});

describe("facets", () => {
  test("are what each field's most frequent values are, in one answer", async () => {
    const store = await givenEvents();
    const span = { startMicros: NOON, endMicros: NOON + 3600 * SECOND };
    const columns = ["dst_port", "src_ip", "verdict", "app"] as const;
    for (const q of ["", "-verdict:deny event", "absent"]) {
      const predicate = compileFilters({ q });
      const { facets, total } = await store.events.countFacets({ predicate, span, columns, limit: 2 }, NEVER);
      const tops = await Promise.all(columns.map((column) => store.top(column, { q }, 2)));
      expect(facets).toEqual(
        tops.map(({ values, withoutValue, distinct }, index) => ({
          column: columns[index] ?? "app",
          values,
          withoutValue,
          distinct,
        })),
      );
      expect(total).toBe(tops[0]?.total ?? 0);
    }
  });
});

describe("statistics over a damaged segment", () => {
  testOfSegments("leave it out and say so, bucket by bucket", async () => {
    const store = await givenEvents();
    await writeFile(join(store.folders.events, store.paths[1] ?? ""), "");
    const events = openSegmentStore({
      search: {
        ...segmentContext(store),
        examine: async ([path]) => {
          expect(store.paths).toContain(path ?? "");
          await store.sql`UPDATE event_segments SET damaged_at = now() WHERE path = ${store.paths[1] ?? ""}`;
          return true;
        },
      },
    });
    const span = { startMicros: NOON, endMicros: NOON + 1259 * SECOND };
    const buckets = cutBuckets(span, 900, "UTC");
    const predicate = compileFilters({});
    const histogram = await events.countByTime({ predicate, span, buckets, by: "verdict" }, NEVER);
    expect(histogram.buckets.map(({ total, isPartial }) => [total, isPartial])).toEqual([
      [600, false],
      [null, true],
    ]);
    const top = await events.countByValue({ predicate, span, column: "sender", limit: 1 }, NEVER);
    expect(top).toMatchObject({ values: [{ value: "192.0.2.1", count: 600 }], missing: [{ rowCount: 60 }] });
  });

  test("are interrupted when the client leaves", async () => {
    const store = await givenEvents();
    const left = new AbortController();
    const gone = new Error("the client has left");
    const span = { startMicros: NOON, endMicros: NOON + 1259 * SECOND };
    const answer = store.events.countByValue(
      { predicate: compileFilters({}), span, column: "src_ip", limit: 1 },
      left.signal,
    );
    left.abort(gone);
    expect(await answer.catch((error: unknown) => error)).toBe(gone);
  });
});

test("unusual forms of lines are those that have come seldom before, and then those that come in greater number", async () => {
  const { events, segment } = await givenStore();
  const lines = (text: (index: number) => string, count: number, every: number, from = 0): GivenEvent[] =>
    Array.from({ length: count }, (_, index) => ({
      receivedAtMicros: NOON + (from + index * every) * SECOND + 1,
      rawLog: text(index),
    }));
  // An hour of the usual, and a minute to look at.
  await segment(
    [
      ...lines((index) => `session ${index} opened`, 366, 10),
      ...lines((index) => `backup ${index} done`, 60, 60),
      ...lines((index) => `backup ${index} done`, 9, 1, 3600),
      ...lines((index) => `fan ${index} failed`, 1, 1, 3605),
    ].sort((one, other) => one.receivedAtMicros - other.receivedAtMicros),
  );
  const found = await events.findUnusualForms(
    {
      predicate: { conditions: [] },
      span: { startMicros: NOON + 3600 * SECOND, endMicros: NOON + 3660 * SECOND },
      usualFromMicros: NOON,
      limit: 2,
    },
    NEVER,
  );
  expect(found).toEqual([
    { firstId: expect.any(Number), lines: 1, usualLines: 0 },
    { firstId: expect.any(Number), lines: 9, usualLines: 1 },
  ]);
});
