import { beforeAll, expect, test } from "bun:test";
import * as fc from "fast-check";
import { COLUMN_COUNT, EVENT_COLUMNS, type EventColumn } from "../../../../src/features/syslog/event/columns";
import { compileFilters } from "../../../../src/features/syslog/query/compile";
import { type ColumnValue, compileMatcher } from "../../../../src/features/syslog/query/matcher";
import { querySegments } from "../../../../src/features/syslog/search/scan/segment-reader";
import type { EventDatabase } from "../../../../src/features/syslog/segments/duckdb";
import { createTestDatabase } from "../../../support/database";
import { randomEvent, randomNetwork, randomTerm } from "../../../support/random-events";
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

/** How a column stands in such events; an empty text is stored as none. */
const READERS: Partial<Record<EventColumn, (event: GivenEvent) => ColumnValue | undefined>> = {
  raw_log: ({ rawLog }) => rawLog,
  source_host: ({ sourceHost }) => sourceHost || null,
  src_ip: ({ srcIp }) => srcIp,
  dst_ip: ({ dstIp }) => dstIp,
  nat_src_ip: ({ natSrcIp }) => natSrcIp,
  nat_dst_ip: ({ natDstIp }) => natDstIp,
  sender: ({ sender = "192.0.2.1" }) => sender,
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
    .sample(randomEvent, { numRuns: 400, seed: SEED })
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

test("a search in the store and the live matcher agree about every query", async () => {
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(randomTerm, { minLength: 1, maxLength: 3 }), async (terms) => {
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
    fc.asyncProperty(randomNetwork, async (cidr) => {
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
