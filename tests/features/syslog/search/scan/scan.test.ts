import { beforeAll, describe, expect, test } from "bun:test";
import { compileFilters, type EventFilters } from "../../../../../src/features/syslog/query/compile";
import { areRare, scanSegments } from "../../../../../src/features/syslog/search/scan/scan";
import {
  listSegments,
  type ListedSegment,
} from "../../../../../src/features/syslog/segments/catalog/catalog";
import { EventDatabase, type Row, type Statement } from "../../../../../src/features/syslog/segments/duckdb";
import { createTestDatabase } from "../../../../support/database";
import { createStoreFolders, givenSegment, openEventDatabase } from "../../../../support/event-store";

const NOON = Date.UTC(2026, 5, 1, 12) * 1000;
const NEVER = new AbortController().signal;
const SEGMENTS = 40;
/** What the catalog is made to say of each: readers choose by it how much to read. */
const ROWS = 240_000;
const NEEDED = 100;

let segments: ListedSegment[];
let database: EventDatabase;
let eventsFolder: string;
/** How many files each statement read. */
let statements: number[];

beforeAll(async () => {
  const [{ db }, folders] = await Promise.all([createTestDatabase(), createStoreFolders()]);
  class Counted extends EventDatabase {
    override async query(statement: Statement, signal?: AbortSignal): Promise<Row[]> {
      statements.push(statement.sql.match(/\.parquet/g)?.length ?? 0);
      return super.query(statement, signal);
    }
  }
  database = openEventDatabase(folders, Counted);
  eventsFolder = folders.events;
  for (let index = 0; index < SEGMENTS; index++) {
    await givenSegment({ db, database, folders }, [
      { receivedAtMicros: NOON + index * 10, srcIp: "192.0.2.7", rawLog: "rare 192.0.2.7" },
      ...[1, 2, 3].map((row) => ({ receivedAtMicros: NOON + index * 10 + row, rawLog: "often" })),
    ]);
  }
  segments = (await listSegments(db, {})).map((segment) => ({ ...segment, rowCount: ROWS }));
}, 60_000);

async function scan(filters: EventFilters, isRare: boolean, needed = NEEDED): Promise<number> {
  statements = [];
  const predicate = compileFilters(filters);
  const order = { segments, predicate, direction: "desc", needed, isRare } as const;
  const { keys } = await scanSegments({ database, eventsFolder }, order, NEVER);
  expect(keys.map(({ receivedAtMicros }) => receivedAtMicros)).toEqual(
    keys.map(({ receivedAtMicros }) => receivedAtMicros).toSorted((left, right) => right - left),
  );
  return keys.length;
}

describe("a scan", () => {
  test("reads what is met seldom by two statements: the newest segment, and all others", async () => {
    expect(await scan({ src_ip: "192.0.2.7" }, true)).toBe(SEGMENTS);
    expect(statements).toEqual([1, SEGMENTS - 1]);
  });

  test("reads lines of no more than 4,000,000 rows by one statement", async () => {
    expect(await scan({ q: "rare" }, true)).toBe(SEGMENTS);
    expect(statements).toEqual([1, 16, 16, 7]);
  });

  test("reads IPv6 networks, which are dear to test, in steps of as many", async () => {
    expect(await scan({ src_ip: "2001:db8::/48" }, true)).toBe(0);
    expect(statements).toEqual([1, 1, 6, 16, 16]);
    expect(await scan({ src_ip: "203.0.113.0/24" }, true)).toBe(0);
    expect(statements).toEqual([1, 1, 6, 26, 6]);
  });

  test("reads no more segments than twice those that a page may need", async () => {
    // The first one has four events.
    expect(await scan({}, true, 20)).toBe(20);
    expect(statements).toEqual([1, 8]);
  });

  test("reads the newest segment piece by piece where matches may be many", async () => {
    expect(await scan({ q: "often" }, false)).toBe(NEEDED);
    expect(statements.slice(0, 2)).toEqual([1, 1]);
  });
});

describe("matches are taken for rare", () => {
  const rated = (kept: number, ruledOut: number) => [
    ...segments.slice(0, kept).map((segment) => ({ ...segment, couldMatch: true })),
    ...segments.slice(0, ruledOut).map((segment) => ({ ...segment, couldMatch: false })),
  ];

  test("where a fifth of the rows lie in segments without one", () => {
    expect(areRare(rated(32, 8))).toBe(true);
    expect(areRare(rated(33, 7))).toBe(false);
    expect(areRare(rated(40, 0))).toBe(false);
  });

  test("not because of many small segments", () => {
    const small = rated(0, 30).map((segment) => ({ ...segment, rowCount: 500 }));
    expect(areRare([...rated(10, 0), ...small])).toBe(false);
  });
});
