import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Arrival } from "../../../../src/features/syslog/event/arrival";
import {
  ADDRESS_COLUMNS,
  BRIEF_FIELDS,
  COLUMN_COUNT,
  COLUMN_NAMES,
  COLUMNS,
  DETAIL_FIELDS,
  EVENT_COLUMNS,
  type EventColumn,
  LIST_FIELDS,
} from "../../../../src/features/syslog/event/columns";
import { toInstant } from "../../../../src/features/syslog/event/instant";
import {
  FirewallEventBrief,
  FirewallEventDetail,
  FirewallEventRead,
} from "../../../../src/features/syslog/event/models";
import { EventRows } from "../../../../src/features/syslog/encode/event-rows";
import { EventJson } from "../../../../src/features/syslog/encode/live/event-json";
import { messageColumn } from "../../../../src/features/syslog/encode/message-columns";
import { toFirewallEvent, toFirewallEventDetail } from "../../../../src/features/syslog/encode/parsed-event";
import { emptyMessage } from "../../../../src/features/syslog/parse/line";
import type { ParsedLine } from "../../../../src/features/syslog/parse/parsed-line";
import { compileFilters } from "../../../../src/features/syslog/query/compile";
import { FIELD_NAMES } from "../../../../src/features/syslog/query/fields";
import { compileMatcher } from "../../../../src/features/syslog/query/matcher";
import { ParquetRows } from "../../../../src/features/syslog/search/export/parquet-rows";
import {
  BRIEF_EVENT,
  toFirewallEventDetail as readEventDetail,
} from "../../../../src/features/syslog/store/event-row";
import { DETAIL_COLUMNS } from "../../../../src/features/syslog/search/scan/select-columns";
import { BatchReader } from "../../../../src/features/syslog/search/scan/batch-reader";
import { querySegments } from "../../../../src/features/syslog/search/scan/segment-reader";
import { mergeRows } from "../../../../src/features/syslog/segments/merge/rows";
import type { EventDatabase, Row } from "../../../../src/features/syslog/segments/duckdb";
import { addressKey } from "../../../../src/features/syslog/skip-index/address-keys";
import { createStoreFolders, openEventDatabase, type StoreFolders } from "../../../support/event-store";
import { FILE_START } from "../../../../src/features/syslog/parquet/file";
import { fileOf } from "../parquet/read-back";
import { ARRIVAL_MICROS, lineOf, type StoredMessage } from "../parse/parse-line";

/**
 * Goes with every column of the table to every place that has columns. A row that is added to the table without what
 * else it needs is missed in one of them, which tells where.
 */

const COLLECTOR = "0123456789ab";
const PATH = "events.parquet";

/** A value that no other column has, as the column's place in the table makes it. */
function valueOf({ name, type, search, greatest }: (typeof COLUMNS)[number]): string | number | boolean {
  const place = COLUMN_NAMES.indexOf(name);
  if (search === "address") return `192.0.2.${place}`;
  switch (type) {
    case "BOOLEAN":
      return true;
    case "TIMESTAMPTZ":
      return ARRIVAL_MICROS + place * 1000;
    case "VARCHAR":
    case "BLOB":
      return name === "transport" ? "tcp" : `${name} text`.toLowerCase();
    case "BIGINT":
    case "UTINYINT":
    case "USMALLINT":
    case "UINTEGER":
      return Math.min(1000 + place, greatest ?? Infinity);
  }
}

/** An event that has a value in every column that comes from the line or the journal. */
const VALUES = new Map<EventColumn, string | number | boolean>(
  COLUMNS.filter(({ from }) => from.of !== "store").map((row) => [row.name, valueOf(row)]),
);

const arrival: Arrival = {
  id: 0,
  receivedAtMicros: 0,
  sender: "",
  transport: "udp",
  truncated: false,
  originalBytes: 0,
};
const said: Partial<StoredMessage> = { rawBytes: Uint8Array.of(1, 2, 3) };
for (const { name, from } of COLUMNS) {
  if (from.of === "arrival") Object.assign(arrival, { [from.name]: VALUES.get(name) });
  if (from.of === "line") Object.assign(said, { [from.name]: VALUES.get(name) });
}
const line: ParsedLine = lineOf(said);
/** One without anything but a line. */
const other = {
  arrival: { ...arrival, id: 1, sender: "x", transport: "udp" as const },
  line: lineOf({ rawLog: "x" }),
};

let folders: StoreFolders;
let database: EventDatabase;
const rows = new EventRows();

beforeAll(async () => {
  folders = await createStoreFolders();
  database = openEventDatabase(folders);
  rows.begin(2);
  rows.append(arrival, line);
  rows.append(other.arrival, other.line);
  await writeFile(join(folders.events, PATH), fileOf([rows.take()]));
});

afterAll(() => database.close());

/** The event as a file has it. */
async function readStored(path: string): Promise<Row> {
  const columns = COLUMNS.map(({ name, type }) =>
    type === "TIMESTAMPTZ" ? `epoch_us(${name}) AS ${name}` : name,
  );
  const [row] = await database.query({
    sql: `SELECT ${columns.filter((name) => name !== "raw_bytes").join(", ")}, hex(raw_bytes) AS raw_bytes
      FROM '${join(folders.events, path)}' WHERE id = ${arrival.id}`,
  });
  return row ?? {};
}

function read(select: string, filters = {}): Promise<Row[]> {
  return querySegments(
    { database, eventsFolder: folders.events },
    {
      segments: [{ path: PATH, collector: COLLECTOR, columns: COLUMN_COUNT }],
      predicate: compileFilters(filters),
      select,
      tail: "ORDER BY id DESC",
    },
    AbortSignal.timeout(10_000),
  );
}

/** A column's value as answers tell it. */
function answerOf(name: EventColumn): unknown {
  const value = VALUES.get(name);
  return typeof value === "number" && EVENT_COLUMNS[name] === "TIMESTAMPTZ" ? toInstant(value) : value;
}

describe("every column of the table", () => {
  test("has a field of the message, the line or the arrival, and each of these has a column", () => {
    const fields: string[] = COLUMNS.flatMap(({ from }) => (from.of === "line" ? [from.name] : []));
    expect(fields.toSorted()).toEqual([...Object.keys(emptyMessage()), "rawLog"].toSorted());
    const ofArrival: string[] = COLUMNS.flatMap(({ from }) => (from.of === "arrival" ? [from.name] : []));
    expect(ofArrival.toSorted()).toEqual(Object.keys(arrival).toSorted());
  });

  test("is written to files, and merged", async () => {
    const stored = await readStored(PATH);
    expect(Object.entries(stored).filter(([, value]) => value === null)).toEqual([
      ["message_start", null],
      ["line_addresses", null],
    ]);
    expect(stored).toMatchObject(Object.fromEntries(VALUES));
    const merged = "merged.parquet";
    mergeRows({
      inputs: [join(folders.events, PATH)],
      output: join(folders.events, merged),
      range: { collector: COLLECTOR, start: 0, end: 2 },
      rows: 2,
      use: "merged",
    });
    expect(await readStored(merged)).toEqual(stored);
  });

  test("is read where pages are, and exported as Parquet", async () => {
    const key = {
      path: PATH,
      columns: COLUMN_COUNT,
      row: 0,
      receivedAtMicros: 0,
      collector: COLLECTOR,
      id: arrival.id,
    };
    const reader = new BatchReader({ database, eventsFolder: folders.events }, COLUMN_NAMES);
    await reader.read([key], AbortSignal.timeout(10_000));
    const exported = new ParquetRows();
    const bytes = await exported.encode(reader.batch);
    await writeFile(
      join(folders.events, "export.parquet"),
      Buffer.concat([FILE_START, bytes, exported.end()]),
    );
    expect(await readStored("export.parquet")).toEqual(await readStored(PATH));
    expect(BRIEF_EVENT.toEvent(reader.batch.toRow(0))).toEqual(
      FirewallEventBrief.parse(Object.fromEntries(BRIEF_FIELDS.map((name) => [name, answerOf(name)]))),
    );
  });

  test("is known when a line comes in, where it does not come of storing", () => {
    for (const [name, value] of VALUES)
      expect([name, messageColumn(name)(arrival, line)]).toEqual([name, value]);
  });

  test("that a search can name is found by it, stored or as it comes in", async () => {
    const named = COLUMNS.filter(({ search }) => search !== undefined).map(({ name }) => name);
    expect([...FIELD_NAMES].toSorted()).toEqual([...named, "ip", "port"].toSorted());
    for (const name of named) {
      const filters = { [name]: VALUES.get(name) };
      const matches = compileMatcher(compileFilters(filters), messageColumn);
      expect([name, matches(arrival, line), matches(other.arrival, other.line)]).toEqual([name, true, false]);
      expect([name, await read("id", filters)]).toEqual([name, [{ id: arrival.id }]]);
    }
  });

  test("of addresses is gathered for the skip index", () => {
    const { addressKeys } = rows.skipIndex;
    for (const name of ADDRESS_COLUMNS)
      expect([name, addressKeys.includes(addressKey(String(VALUES.get(name))))]).toEqual([name, true]);
  });
});

describe("every column that answers have", () => {
  test("is in the models, in the order of the table's parts", () => {
    expect(Object.keys(FirewallEventBrief.shape)).toEqual([...BRIEF_FIELDS]);
    const others = LIST_FIELDS.filter((name) => !BRIEF_FIELDS.includes(name));
    const listed = [...BRIEF_FIELDS, "collector", ...others];
    expect(Object.keys(FirewallEventRead.shape)).toEqual(listed);
    expect(Object.keys(FirewallEventDetail.shape)).toEqual([...listed, ...DETAIL_FIELDS, "raw_base64"]);
  });

  test("is told by searches, by the live stream and by the parse test alike", async () => {
    const expected = Object.fromEntries(
      [...LIST_FIELDS, ...DETAIL_FIELDS].map((name) => [name, answerOf(name)]),
    );
    const [row = {}] = (await read(DETAIL_COLUMNS)).filter(({ id }) => id === arrival.id);
    const detail = { ...expected, collector: COLLECTOR, raw_base64: Buffer.of(1, 2, 3).toString("base64") };
    expect(readEventDetail(row)).toEqual(FirewallEventDetail.parse(detail));
    const parsed = toFirewallEventDetail({ ...arrival, collector: COLLECTOR }, line);
    expect(parsed).toEqual(FirewallEventDetail.parse(detail));
    const json = new EventJson();
    json.begin(COLLECTOR);
    json.write(arrival, line);
    const live: unknown = JSON.parse(new TextDecoder().decode(json.copy()));
    expect(live).toEqual(FirewallEventRead.strip().parse(detail));
    expect(JSON.stringify(live)).toBe(
      JSON.stringify(toFirewallEvent({ ...arrival, collector: COLLECTOR }, line)),
    );
  });
});

test("docs/events.md promises the columns of the table, with their types", async () => {
  const text = await readFile("docs/events.md", "utf8");
  const promised = [...text.matchAll(/^\| (`[^|]*`) +\| ([A-Z, ]+?) +\|/gm)].flatMap(
    ([, names = "", types = ""]) => {
      const list = types.split(", ");
      return [...names.matchAll(/`(\w+)`/g)].map(([, name], index) => [name, list[index] ?? list[0]]);
    },
  );
  expect(Object.fromEntries(promised)).toEqual({ ...EVENT_COLUMNS });
  expect(promised).toHaveLength(COLUMN_COUNT);
});
