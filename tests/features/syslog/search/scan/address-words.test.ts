import { beforeAll, describe, expect, test } from "bun:test";
import { compileFilters } from "../../../../../src/features/syslog/query/compile";
import { querySegments } from "../../../../../src/features/syslog/search/scan/segment-reader";
import { wholeBeginnings } from "../../../../../src/features/syslog/search/scan/whole-beginnings";
import type { EventDatabase } from "../../../../../src/features/syslog/segments/duckdb";
import { createTestDatabase } from "../../../../support/database";
import {
  COLLECTOR,
  createStoreFolders,
  type GivenEvent,
  givenSegment,
  openEventDatabase,
} from "../../../../support/event-store";

/** Each is a part of another one, or a neighbour of it. */
const ADDRESSES = [
  "10.0.0.7",
  "110.0.0.7",
  "210.0.0.7",
  "10.0.0.70",
  "10.0.0.71",
  "110.0.0.255",
  "10.0.0.8",
  "10.0.0.6",
  "7.10.0.0",
  "192.0.2.10",
  "2001:db8::10",
  null,
];
const OTHERS = [
  "",
  " via 10.0.0.7",
  " since 1.10.0.0.70",
  " to 110.0.0.7 and 10.0.0.8",
  " v10.0.0",
  " 10.0.0.7.7",
];
const HOSTS = ["fw-1", "fw-10.0.0.7", "10.0.0.70", null];
const ROWS = 1500;
const NOON = Date.UTC(2026, 5, 1, 12) * 1000;

let database: EventDatabase;
let eventsFolder: string;
let path: string;

const events: GivenEvent[] = Array.from({ length: ROWS }, (_, index) => {
  const pick = <Value>(values: readonly Value[], step: number) =>
    values[Math.floor(index / step) % values.length] ?? null;
  const srcIp = pick(ADDRESSES, 1);
  const dstIp = pick(ADDRESSES, 7);
  const natSrcIp = index % 5 === 0 ? pick(ADDRESSES, 11) : null;
  const natDstIp = index % 7 === 0 ? pick(ADDRESSES, 13) : null;
  const said = [srcIp, dstIp, natSrcIp, natDstIp].filter((address) => address !== null);
  const rawLog = `pass ${said.join(" ")}${pick(OTHERS, 17)}`;
  return {
    receivedAtMicros: NOON + index,
    srcIp,
    dstIp,
    natSrcIp,
    natDstIp,
    rawLog,
    sourceHost: pick(HOSTS, 19),
  };
});

beforeAll(async () => {
  const [{ db }, folders] = await Promise.all([createTestDatabase(), createStoreFolders()]);
  database = openEventDatabase(folders);
  eventsFolder = folders.events;
  path = await givenSegment({ db, database, folders }, events);
}, 60_000);

/** Arrivals of what is found in the file, as if it had so many rows. */
async function search(q: string, rowCount: number): Promise<unknown[]> {
  const rows = await querySegments(
    { database, eventsFolder },
    {
      segments: [{ path, collector: COLLECTOR, columns: null, rowCount }],
      predicate: compileFilters({ q }),
      select: "id",
      tail: "ORDER BY id",
    },
    AbortSignal.timeout(20_000),
  );
  return rows.map(({ id }) => id);
}

describe("an address as a word is found in each event that has it, once", () => {
  test.each([
    "10.0.0.7",
    "110.0.0.7",
    "0.0.0.7",
    "0.0.0.70",
    "10.0.0.2",
    "7.10.0.0",
    "10.0.0.7.7",
    "1.10.0.0.70",
    "192.0.2.1",
    "10.0.0.9",
    "010.0.0.7",
  ])("%s", async (word) => {
    const having = events.filter(({ rawLog = "", sourceHost }) => `${rawLog} ${sourceHost}`.includes(word));
    const ids = having.map(({ receivedAtMicros }) => receivedAtMicros);
    expect(await search(word, 100_000)).toEqual(ids);
    expect(await search(word, ROWS)).toEqual(ids);
    expect(await search(`${word} pass`, 100_000)).toEqual(ids);
  });

  test("also beside other words, and where another address must not occur", async () => {
    const having = events.filter(
      ({ rawLog = "", sourceHost }) =>
        `${rawLog} ${sourceHost}`.includes("10.0.0.7") &&
        rawLog.includes("via") &&
        !`${rawLog} ${sourceHost}`.includes("110.0.0.7"),
    );
    expect(having.length).toBeGreaterThan(10);
    expect(await search("10.0.0.7 via -110.0.0.7", 100_000)).toEqual(
      having.map(({ receivedAtMicros }) => receivedAtMicros),
    );
  });
});

describe("addresses that contain a text begin with", () => {
  test.each([
    ["10.0.0.7", ["10.0.0.7", "110.0.0.7", "210.0.0.7"]],
    ["56.0.0.7", ["56.0.0.7", "156.0.0.7"]],
    ["198.51.100.7", ["198.51.100.7"]],
    ["01.0.0.7", ["101.0.0.7", "201.0.0.7"]],
    ["300.0.0.7", []],
  ])("%s", (text, beginnings) => {
    expect(wholeBeginnings(text)).toEqual(beginnings);
  });

  test.each(["1.0.0.7", "10.0.0", "10.0.0.7.7", ".0.0.7"])("more than is told of %s", (text) => {
    expect(wholeBeginnings(text)).toBeNull();
  });
});
