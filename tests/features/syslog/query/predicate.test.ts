import { beforeAll, expect, test } from "bun:test";
import * as fc from "fast-check";
import { COLUMN_COUNT, EVENT_COLUMNS, type EventColumn } from "../../../../src/features/syslog/event/columns";
import { compileFilters } from "../../../../src/features/syslog/query/compile";
import { type ColumnValue, compileMatcher } from "../../../../src/features/syslog/query/matcher";
import { querySegments } from "../../../../src/features/syslog/search/scan/segment-reader";
import type { EventDatabase } from "../../../../src/features/syslog/segments/duckdb";
import { createTestDatabase } from "../../../support/database";
import { rounds } from "../../../support/rounds";
import {
  createStoreFolders,
  givenSegment,
  type GivenEvent,
  openEventDatabase,
  type StoreFolders,
} from "../../../support/event-store";

const NOON = Date.UTC(2026, 5, 1, 12) * 1000;
const NEVER = new AbortController().signal;
const SEED = 20_261_121;

const ADDRESSES = [
  "0.0.0.0",
  "10.0.0.1",
  "10.0.15.255",
  "10.0.16.0",
  "10.128.0.1",
  "100.0.0.1",
  "192.0.2.7",
  "255.255.255.255",
  "::",
  "::1",
  "1::",
  "2001:db8::",
  "2001:db8::1",
  "2001:db8:0:1::",
  "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
  "2001:db9::1",
  "fe80::1:2:3:4",
  "1:2:3:4:5:6:7:8",
  "1:0:3:4:5:6:7:8",
  "64:ff9b::c000:201",
  "::ffff:0:0:1",
];

/** What case folding, patterns and quoting could make of a text. */
const FRAGMENTS = [
  ...Array.from("aAbB019 -:\"'%_\\.*+?[](){}^$|/#,;=<>"),
  ...Array.from("äÄßẞſsSkKKİıIiΣσςµΜǅ"),
  "\u{10400}",
  "\u{10428}",
  "é",
  "\ufffd",
  "app:x",
  "time:12",
  "-",
  "\t",
  "日本",
];

const text = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 5 }).map((parts) => parts.join(""));
const address = fc.option(fc.constantFrom(...ADDRESSES), { nil: null });
const port = fc.option(fc.constantFrom(0, 22, 443, 65_535), { nil: null });
const word = fc.option(fc.constantFrom("pass", "block", "Lan1", "x"), { nil: null });

const event = fc.record({
  rawLog: text,
  sourceHost: fc.option(text, { nil: null }),
  srcIp: address,
  dstIp: address,
  natSrcIp: address,
  srcPort: port,
  dstPort: port,
  action: word,
  app: word,
  structuredData: fc.option(text, { nil: null }),
});

/** How a column stands in the events above; an empty text is stored as none. */
const READERS: Partial<Record<EventColumn, (event: GivenEvent) => ColumnValue | undefined>> = {
  raw_log: ({ rawLog }) => rawLog,
  source_host: ({ sourceHost }) => sourceHost || null,
  src_ip: ({ srcIp }) => srcIp,
  dst_ip: ({ dstIp }) => dstIp,
  nat_src_ip: ({ natSrcIp }) => natSrcIp,
  src_port: ({ srcPort }) => srcPort,
  dst_port: ({ dstPort }) => dstPort,
  action: ({ action }) => action,
  app: ({ app }) => app,
  structured_data: ({ structuredData }) => structuredData || null,
};

let folders: StoreFolders;
let database: EventDatabase;
let path: string;
let events: GivenEvent[];

beforeAll(async () => {
  folders = await createStoreFolders();
  database = openEventDatabase(folders);
  const { db } = await createTestDatabase();
  events = fc
    .sample(event, { numRuns: 400, seed: SEED })
    .map((fields, index) => ({ ...fields, receivedAtMicros: NOON + index }));
  path = await givenSegment({ db, database, folders }, events);
}, 30_000);

/**
 * The indexes of the events that DuckDB finds, in a file of few rows and in one taken for big, and those that the
 * matcher takes.
 */
async function found(filters: Parameters<typeof compileFilters>[0]) {
  const predicate = compileFilters(filters);
  const read = async (rowCount: number, columns: number | null) => {
    const rows = await querySegments(
      { database, eventsFolder: folders.events },
      {
        segments: [{ path, collector: "0123456789ab", rowCount, columns }],
        predicate,
        select: "id",
        tail: "ORDER BY id",
      },
      NEVER,
    );
    return rows.map((row) => Number(row["id"]) - NOON);
  };
  const matches = compileMatcher<[GivenEvent]>(predicate, (column) => {
    const read = READERS[column] ?? (() => null);
    return (event) => read(event) ?? null;
  });
  return {
    inStore: await read(400, null),
    inBigFile: await read(240_000, COLUMN_COUNT),
    live: events.flatMap((event, index) => (matches(event) ? [index] : [])),
  };
}

const network = fc
  .tuple(fc.constantFrom(...ADDRESSES), fc.nat(128))
  .map(([base, length]) => `${base}/${base.includes(":") ? length : length % 33}`);

const term = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.oneof(
      text.map((value) => value.replaceAll(/\s/g, "")),
      text.map((value) => `"${value.replaceAll('"', "")}"`),
      fc.constantFrom(...ADDRESSES).map((value) => `src_ip:${value}`),
      fc.constantFrom(...ADDRESSES).map((value) => `ip:${value}`),
      network.map((value) => `ip:${value}`),
      network.map((value) => `dst_ip:${value}`),
      fc.constantFrom("port:443", "dst_port:0", "action:PASS", "app:Lan1", "structured_data:a"),
    ),
  )
  .map((parts) => parts.join(""));

test("a search in the store and the live matcher agree about every query", async () => {
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(term, { minLength: 1, maxLength: 3 }), async (terms) => {
      const { inStore, inBigFile, live } = await found({ q: terms.join(" ") });
      hits += live.length;
      expect(inStore).toEqual(live);
      expect(inBigFile).toEqual(live);
    }),
    { numRuns: rounds(250), seed: SEED },
  );
  expect(hits).toBeGreaterThan(rounds(1000));
});

test("every address is in the networks that arithmetic puts it in", async () => {
  await fc.assert(
    fc.asyncProperty(network, async (cidr) => {
      const { inStore, live } = await found({ src_ip: cidr });
      const [base = "", length = ""] = cidr.split("/");
      const wanted = events.flatMap(({ srcIp }, index) =>
        typeof srcIp === "string" && bitsOf(srcIp).startsWith(bitsOf(base).slice(0, Number(length) + 1))
          ? [index]
          : [],
      );
      expect(inStore).toEqual(wanted);
      expect(live).toEqual(wanted);
    }),
    { numRuns: rounds(150), seed: SEED },
  );
});

/** An address as `4` or `6` and its bits. */
function bitsOf(address: string): string {
  if (!address.includes(":")) {
    return `4${address
      .split(".")
      .map((byte) => Number(byte).toString(2).padStart(8, "0"))
      .join("")}`;
  }
  const [left = "", right = ""] = address.split("::");
  const head = left.split(":").filter(Boolean);
  const tail = right.split(":").filter(Boolean);
  const groups = [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => "0"), ...tail];
  return `6${groups.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, "0")).join("")}`;
}

test("every column that can be asked for is one of an event", () => {
  for (const column of Object.keys(READERS)) expect(Object.keys(EVENT_COLUMNS)).toContain(column);
});
