import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { EVENT_COLUMNS } from "../../../../src/features/syslog/event";
import { type Arrival, CsvRows } from "../../../../src/features/syslog/parse/csv-row";
import { emptyMessage, type StoredMessage } from "../../../../src/features/syslog/parse/line";
import { shapeOf } from "../line-shape";
import { ARRIVAL_MICROS, parseLine } from "./parse-line";

const decoder = new TextDecoder("utf-8", { fatal: true });
const arrival: Arrival = {
  id: 1_763_722_200_000_001,
  receivedAtMicros: ARRIVAL_MICROS + 7,
  sender: "192.0.2.1",
  transport: "udp",
  truncated: false,
  originalBytes: 12,
};

/** Of the line `x`. */
const SHAPE = shapeOf("x");

function csvOf(message: Partial<StoredMessage>, arrivals: Partial<Arrival> = {}): string {
  const rows = new CsvRows(0);
  rows.append({ ...arrival, ...arrivals }, { ...emptyMessage("x", null), ...message });
  return decoder.decode(rows.take());
}

function cellOf(column: keyof typeof EVENT_COLUMNS, row: string): string | undefined {
  return row.split(",")[Object.keys(EVENT_COLUMNS).indexOf(column)];
}

test("a row without anything but its line has nothing between its delimiters", () => {
  expect(csvOf({})).toBe(
    `1763722200000001,${ARRIVAL_MICROS + 7},,,192.0.2.1,udp,,,,,,,,,,,,,,,,,,,,,,,,generic,,,12,,x,,,,,,,${SHAPE}\n`,
  );
});

describe("a text is quoted only where it must be", () => {
  test.each([
    ["plain text", "plain text"],
    ["a,b", '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['"', '""""'],
    ["two\nlines", '"two\nlines"'],
    ["carriage\rreturn", '"carriage\rreturn"'],
    [" leading", '" leading"'],
    ["trailing ", '"trailing "'],
    ["\ttab", '"\ttab"'],
    ["Ü,Ä", '"Ü,Ä"'],
    ['Ü "q" 𐌼', '"Ü ""q"" 𐌼"'],
    ["lone \ud800 surrogate", "lone \ufffd surrogate"],
    [`long ${'"x",'.repeat(20)}`, `"long ${'""x"",'.repeat(20)}"`],
    ["", ""],
  ])("%j", (text, cell) => {
    expect(csvOf({ message: text })).toEndWith(`,${cell},x,,,,,,,${SHAPE}\n`);
  });
});

describe("times are microseconds since 1970, back to year 1 and on to 9999", () => {
  test.each([
    [0, "0"],
    [-1, "-1"],
    [951_782_399_000_001, "951782399000001"],
    [9_007_199_253_999_999, "9007199253999999"],
    [253_402_300_799_000_000, "253402300799000000"],
    [-62_135_596_800_000_000, "-62135596800000000"],
  ])("%i µs", (eventTimeMicros, text) => {
    expect(cellOf("event_time", csvOf({ eventTimeMicros }))).toBe(text);
  });
});

describe("what the row tells elsewhere is left out", () => {
  test("the arrival where it is the id", () => {
    expect(cellOf("received_at", csvOf({}, { receivedAtMicros: arrival.id }))).toBe("");
    expect(cellOf("received_at", csvOf({}, { receivedAtMicros: arrival.id - 1 }))).toBe(
      String(arrival.id - 1),
    );
  });

  test("the action as sent where it is the action", () => {
    expect(cellOf("action_raw", csvOf({ action: "block", actionRaw: "block" }))).toBe("");
    expect(cellOf("action_raw", csvOf({ action: "block", actionRaw: "Block" }))).toBe("Block");
  });

  test("flags that are not set", () => {
    expect(cellOf("clock_unset", csvOf({ clockUnset: false }))).toBe("");
    expect(cellOf("clock_unset", csvOf({ clockUnset: true }))).toBe("true");
    expect(cellOf("truncated", csvOf({}, { truncated: false }))).toBe("");
    expect(cellOf("truncated", csvOf({}, { truncated: true }))).toBe("true");
  });
});

test.each([
  0,
  9,
  10,
  999,
  65_535,
  2_147_483_647,
  2_147_483_648,
  4_294_967_296,
  100_000_000,
  10_000_000_000,
  2 ** 53 - 1,
])("the number %i is written in full", (bytes) => {
  expect(cellOf("bytes", csvOf({ bytes }))).toBe(String(bytes));
});

test("rows of any size follow each other, however small the first buffer was", () => {
  const rows = new CsvRows(0);
  const lines = ["a", "ü".repeat(8192), '"'.repeat(8192), "x".repeat(60_000), "b"];
  for (const line of lines) rows.append(arrival, parseLine(line));
  const text = decoder.decode(rows.take());
  expect(text.match(/^1763722200000001,/gm)).toHaveLength(lines.length);
  expect(text).toEndWith(`,generic,,,12,,b,,,,,,1,${shapeOf("b")}\n`);
});

describe("DuckDB reads what was written", () => {
  let folder: string;
  let connection: DuckDBConnection;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "netatlas-csv-"));
    connection = await (await DuckDBInstance.create(":memory:")).connect();
  });

  afterAll(async () => {
    connection.closeSync();
    await rm(folder, { recursive: true });
  });

  async function readBack(rows: CsvRows): Promise<Record<string, unknown>[]> {
    const path = join(folder, "rows.csv");
    await writeFile(path, rows.take());
    const columns = Object.entries(EVENT_COLUMNS).map(
      ([name, type]) =>
        `'${name}': '${type === "BLOB" ? "VARCHAR" : type === "TIMESTAMPTZ" ? "BIGINT" : type}'`,
    );
    const reader = await connection.runAndReadAll(
      `SELECT * REPLACE (hex(from_base64(raw_bytes)) AS raw_bytes)
       FROM read_csv('${path}', auto_detect = false, header = false, columns = {${columns.join(", ")}}, delim = ',',
         quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false, new_line = '\\n', strict_mode = true)`,
    );
    return reader.getRowObjectsJson();
  }

  /** As docs/events.md says. */
  function messageOf(row: Record<string, unknown>): unknown {
    if (row["message_start"] === null) return row["message"];
    expect(row["message"]).toBeNull();
    return Array.from(String(row["raw_log"]))
      .slice(Number(row["message_start"]) - 1)
      .join("");
  }

  test("column by column", async () => {
    const rows = new CsvRows(0);
    const message = parseLine(
      '<134>1 2026-11-21T10:49:59.25Z fw-1 filterlog 48 ID [m a="1, \\"2\\""] 5,,,1000000103,igb1,match,block,in,4,0x0,,63,51234,0,DF,6,tcp,60,10.1.2.3,203.0.113.44,44321,443,0',
    );
    rows.append(
      { ...arrival, truncated: true },
      {
        ...message,
        bytes: 60,
        packets: 1,
        clockUnset: true,
        natSrcIp: "198.51.100.7",
        natDstIp: "2001:db8::7",
        natSrcPort: 1024,
        natDstPort: 65_535,
      },
    );
    const [row] = await readBack(rows);
    expect(Object.keys(row ?? {})).toEqual(Object.keys(EVENT_COLUMNS));
    expect(row).toEqual({
      id: String(arrival.id),
      received_at: String(arrival.receivedAtMicros),
      event_time: String(Date.UTC(2026, 10, 21, 10, 49, 59, 250) * 1000),
      source_host: "fw-1",
      sender: "192.0.2.1",
      transport: "udp",
      facility: 16,
      severity: 6,
      app: "filterlog",
      procid: "48",
      msgid: "ID",
      structured_data: String.raw`{"m":{"a":"1, \"2\""}}`,
      src_ip: "10.1.2.3",
      dst_ip: "203.0.113.44",
      src_port: 44_321,
      dst_port: 443,
      protocol: "tcp",
      action: "block",
      action_raw: null,
      verdict: "deny",
      interface: "igb1",
      interface_out: null,
      direction: "in",
      rule_id: "5",
      tracker_id: "1000000103",
      reason: "match",
      bytes: "60",
      packets: "1",
      vendor: "pfsense",
      parser: "filterlog",
      clock_unset: true,
      truncated: true,
      original_bytes: 12,
      message: null,
      raw_log: message.rawLog,
      raw_bytes: null,
      nat_src_ip: "198.51.100.7",
      nat_dst_ip: "2001:db8::7",
      nat_src_port: 1024,
      nat_dst_port: 65_535,
      message_start: 1 + message.rawLog.indexOf("5,,,1000000103"),
      shape: shapeOf(message.rawLog),
    });
  });

  test("also texts made to break CSV, and octets that are no text", async () => {
    const lines = [
      '","',
      '"',
      '""\n""',
      "a\r\nb\r\n\r\nc",
      " ",
      "\\N",
      "NULL",
      "null",
      "\\",
      "#x",
      "é\u2028𐌼",
      "\u001a",
      "x\u0000y",
      "=1+1",
    ];
    const rows = new CsvRows(0);
    const messages = [
      ...lines.map((line) => parseLine(line)),
      parseLine(Uint8Array.of(0x61, 0xff, 0x00, 0x62)),
    ];
    for (const message of messages) rows.append(arrival, message);
    const read = await readBack(rows);
    expect(read.map((row) => [messageOf(row), row["raw_log"], row["raw_bytes"]])).toEqual(
      messages.map((message) => [
        message.message,
        message.rawLog,
        message.rawBytes === null ? null : Buffer.from(message.rawBytes).toString("hex").toUpperCase(),
      ]),
    );
  });
});
