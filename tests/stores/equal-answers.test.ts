import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import * as fc from "fast-check";
import { COLUMN_NAMES } from "../../src/features/syslog/event/columns";
import { compileFilters } from "../../src/features/syslog/query/compile";
import { SORT_COLUMNS } from "../../src/features/syslog/query/predicate";
import type { Row } from "../../src/features/syslog/segments/duckdb";
import { cutBuckets } from "../../src/features/syslog/store/buckets";
import { SERIES_COLUMNS, TOP_COLUMNS } from "../../src/features/syslog/store/counted-columns";
import type { EventKey } from "../../src/features/syslog/store/event-key";
import type { Cursor, EventPage, EventStore } from "../../src/features/syslog/store/event-store";
import { randomEvent, randomTerm } from "../support/random-events";
import { rounds } from "../support/rounds";
import { createTwinStores } from "../support/test-store";

/** Every answer of one store is that of the other, whatever is asked: field by field, in the same order. */
setDefaultTimeout(300_000);

/** The night in which clocks of Berlin go back: hours come twice. */
const NIGHT = Date.UTC(2026, 9, 24, 22) * 1000;
const HOUR = 3_600 * 1e6;
const NEVER = new AbortController().signal;
const SEED = 20_261_128;
const COLLECTORS = ["aaaaaaaaaaaa", "bbbbbbbbbbbb"];
const EVENTS = 600;
const SEGMENT = 200;
const VERDICTS = [null, "deny", "allow", "allow"] as const;

let stores: { duckdb: EventStore; clickhouse: EventStore };

beforeAll(async () => {
  const twins = await createTwinStores();
  for (const [turn, collector] of COLLECTORS.entries()) {
    const events = fc.sample(randomEvent, { numRuns: EVENTS, seed: SEED + turn }).map((fields, index) => ({
      ...fields,
      // Several of one microsecond, in either collector, and a silence of hours between two segments.
      receivedAtMicros: NIGHT + Math.floor(index / 3) * 60 * 1e6 + (index >= 2 * SEGMENT ? 3 * HOUR : 0),
      id: NIGHT + index,
      severity: index % 9 === 8 ? null : index % 8,
      verdict: VERDICTS[index % VERDICTS.length] ?? null,
      eventTimeMicros: index % 5 === 0 ? null : NIGHT - index * 1000,
      rawBytes: index % 50 === 0 ? Buffer.from([0xff, index % 256]) : null,
    }));
    for (let first = 0; first < EVENTS; first += SEGMENT)
      await twins.store(events.slice(first, first + SEGMENT), collector);
  }
  stores = { duckdb: twins.events, clickhouse: twins.clickhouse.events };
});

const query = fc.array(randomTerm, { minLength: 0, maxLength: 3 }).map((terms) => terms.join(" "));
const span = fc
  .tuple(fc.nat(10 * 60), fc.nat(10 * 60))
  .map(([one, other]) =>
    [Math.min(one, other), Math.max(one, other)].map((minute) => NIGHT + minute * 60 * 1e6),
  )
  .map(([startMicros = 0, endMicros = 0]) => ({ startMicros, endMicros }));

/** Asks both, and gives what they agree about. */
async function agreed<T>(ask: (store: EventStore) => Promise<T>): Promise<T> {
  const [duckdb, clickhouse] = await Promise.all([ask(stores.duckdb), ask(stores.clickhouse)]);
  expect(clickhouse).toEqual(duckdb);
  return duckdb;
}

/** A total that its store could not count in the time that was left of the answer is told as a lower bound. */
function agreedTotal([one, other]: readonly EventPage[]): boolean {
  if (one === undefined || other === undefined) return false;
  const isExact = !one.total_is_lower_bound && !other.total_is_lower_bound;
  if (isExact) expect(one.total).toBe(other.total);
  else if (!one.total_is_lower_bound) expect(other.total).toBeLessThanOrEqual(one.total);
  else if (!other.total_is_lower_bound) expect(one.total).toBeLessThanOrEqual(other.total);
  return isExact;
}

test("a list of any search, sorted by anything, from any offset", async () => {
  let [found, exact] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      query,
      fc.constantFrom(...SORT_COLUMNS),
      fc.constantFrom("asc" as const, "desc" as const),
      fc.option(span, { nil: {} }),
      fc.constantFrom(0, 7),
      async (q, sortBy, sortDirection, window, offset) => {
        const predicate = { ...compileFilters({ q }), ...window };
        const search = { predicate, sortBy, sortDirection, limit: 50, offset };
        const pages: EventPage[] = [];
        const { events } = await agreed(async (store) => {
          const page = await store.searchEvents(search, NEVER);
          pages.push(page);
          return { events: page.events, missing: page.missing, is_partial: page.is_partial };
        });
        found += events.length;
        if (agreedTotal(pages)) exact += 1;
      },
    ),
    { numRuns: rounds(150), seed: SEED },
  );
  expect(found).toBeGreaterThan(rounds(1000));
  expect(exact).toBeGreaterThan(rounds(150) / 3);
});

test("a search page by page, to its end, each event once", async () => {
  await fc.assert(
    fc.asyncProperty(query, fc.constantFrom("asc" as const, "desc" as const), async (q, sortDirection) => {
      const predicate = compileFilters({ q });
      const ids = await agreed(async (store) => {
        const seen: string[] = [];
        let cursor: Cursor | undefined;
        do {
          const search = {
            predicate,
            sortBy: "received_at",
            sortDirection,
            limit: 90,
            offset: 0,
            cursor,
          } as const;
          const { events, next } = await store.searchEvents(search, NEVER);
          seen.push(...events.map(({ collector, id }) => `${collector}:${id}`));
          cursor = next;
        } while (cursor !== undefined);
        return seen;
      });
      expect(new Set(ids).size).toBe(ids.length);
    }),
    { numRuns: rounds(12), seed: SEED },
  );
});

test("counts by time, in zones whose clocks are set, by every series", async () => {
  await fc.assert(
    fc.asyncProperty(
      query,
      span,
      fc.constantFrom(...SERIES_COLUMNS),
      fc.constantFrom("UTC", "Europe/Berlin", "Australia/Lord_Howe"),
      fc.constantFrom(60, 900, 3600, 21_600, 86_400),
      async (q, window, by, zone, step) => {
        const buckets = cutBuckets(window, step, zone);
        const request = { predicate: compileFilters({ q }), span: window, buckets, by };
        await agreed((store) => store.countByTime(request, NEVER));
      },
    ),
    { numRuns: rounds(60), seed: SEED },
  );
});

test("the most frequent values of every column, alone and together", async () => {
  await fc.assert(
    fc.asyncProperty(
      query,
      span,
      fc.subarray([...TOP_COLUMNS], { minLength: 1, maxLength: 5 }),
      async (q, window, columns) => {
        const request = { predicate: compileFilters({ q }), span: window, limit: 3 };
        await agreed((store) => store.countFacets({ ...request, columns }, NEVER));
        const [column = "sender"] = columns;
        await agreed((store) => store.countByValue({ ...request, column }, NEVER));
      },
    ),
    { numRuns: rounds(50), seed: SEED },
  );
});

test("an export with all columns of any search", async () => {
  await fc.assert(
    fc.asyncProperty(query, async (q) => {
      const rows = await agreed((store) => readExport(store, q));
      expect(new Set(rows.map(({ collector, id }) => `${collector}:${id}`)).size).toBe(rows.length);
    }),
    { numRuns: rounds(15), seed: SEED },
  );
});

async function readExport(store: EventStore, q: string): Promise<Row[]> {
  const pages = await store.openExport(COLUMN_NAMES);
  const rows: Row[] = [];
  let after: EventKey | undefined;
  do {
    after = await pages.read({ predicate: compileFilters({ q }), after, limit: 130 }, NEVER);
    for (let index = 0; index < pages.batch.rows; index++) rows.push(pages.batch.toRow(index));
  } while (after !== undefined);
  return rows;
}

test("an event with everything that is known of it", async () => {
  for (const index of [0, 1, 50, 299, 599]) await agreed((store) => store.getEvent(NIGHT + index, NEVER));
  const refusals = [stores.duckdb, stores.clickhouse].map((store) =>
    store.getEvent(NIGHT + EVENTS, NEVER).catch((error: unknown) => error),
  );
  for (const refusal of await Promise.all(refusals)) expect(refusal).toMatchObject({ status: 404 });
});

test("what a live viewer missed, from any event on", async () => {
  const read = async (store: EventStore, { q, first }: { q: string; first: number }) => {
    const texts: string[] = [];
    let afterId = NIGHT + first;
    for (;;) {
      const wanted = { collector: COLLECTORS[0] ?? "", afterId, predicate: compileFilters({ q }) };
      const page = await store.readBacklog(wanted, NEVER);
      texts.push(...page.events.map(({ text }) => text));
      if (page.isLast) return { texts, throughId: page.throughId, lost: page.lost };
      afterId = page.throughId;
    }
  };
  await fc.assert(
    fc.asyncProperty(query, fc.nat(EVENTS), async (q, first) => {
      await agreed((store) => read(store, { q, first }));
    }),
    { numRuns: rounds(15), seed: SEED },
  );
  await agreed(async (store) => new Set(await store.listCollectorsBehind(NIGHT)));
  expect(await agreed((store) => store.listCollectorsBehind(NIGHT + EVENTS))).toEqual([]);
});

test("what addresses were seen with, what is unusual, and how much there is", async () => {
  for (const address of ["10.0.0.1", "2001:db8::1", "203.0.113.1"]) {
    const wanted = { addresses: [address, "::"], startMicros: NIGHT + HOUR, limit: 5 };
    await agreed((store) => store.findAddressEvents(wanted, NEVER));
  }
  const request = {
    predicate: compileFilters({}),
    span: { startMicros: NIGHT + 400, endMicros: NIGHT + 9 * HOUR },
    usualFromMicros: NIGHT,
    limit: 10,
  };
  await agreed(async (store) => (await store.findUnusualForms(request, NEVER)).map(({ lines }) => lines));
  const totals = await agreed(async (store) => {
    const { events, newestReceivedAtMicros } = await store.sumStored();
    return { events, newestReceivedAtMicros };
  });
  expect(totals.events).toBe(EVENTS * COLLECTORS.length);
  await agreed(async (store) => new Map(await store.listNewestIds()));
});
