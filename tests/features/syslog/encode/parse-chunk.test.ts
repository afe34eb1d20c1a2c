import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { addressKey } from "../../../../src/features/syslog/skip-index/address-keys";
import { ngramBitsOf } from "../../../../src/features/syslog/skip-index/ngram-filter";
import { encodeRecord } from "../../../../src/features/syslog/journal/record-builder";
import {
  parseChunk,
  type ParseChunkInput,
  type ParseChunkOutput,
} from "../../../../src/features/syslog/encode/parse-chunk";
import { shapeOf } from "../skip-index/line-shape";
import { createWorkerPool, defineTask, type WorkerPool } from "../../../../src/platform/workers";
import { countMessages, forEachMessage } from "../../../../src/features/syslog/journal/record";
import type { LiveFilter } from "../../../../src/features/syslog/encode/live/selection";
import { EventRows } from "../../../../src/features/syslog/encode/event-rows";
import { parseMessage } from "../../../../src/features/syslog/parse/message";
import { toFirewallEvent } from "../../../../src/features/syslog/encode/parsed-event";
import { compileFilters } from "../../../../src/features/syslog/query/compile";
import { fileOf, readWithDuckDb } from "../parquet/read-back";
import { ARRIVAL_MICROS } from "../parse/parse-line";

const encoder = new TextEncoder();

type Sent = { line: string; sender?: string; lateMicros?: number; originalBytes?: number };

/** A journal record of these lines; the n-th arrives n µs after the first unless it says otherwise. */
function givenRecord(firstId: number, lines: readonly Sent[]): Uint8Array {
  return encodeRecord(
    { firstPosition: 1, firstId, salt: 7 },
    lines.map(({ line, sender = "192.0.2.1", lateMicros, originalBytes }, index) => ({
      receivedAtMicros: ARRIVAL_MICROS + (lateMicros ?? index),
      sender,
      transport: "tcp" as const,
      originalBytes: originalBytes ?? encoder.encode(line).length,
      malformed: false,
      bytes: encoder.encode(line),
    })),
  );
}

/** The rows that the parser gives of every line, whatever came before. */
function readByParser(records: Uint8Array) {
  const rows = new EventRows();
  rows.begin(countMessages(records));
  forEachMessage(records, (arrival) =>
    rows.append(arrival, parseMessage(arrival.bytes, { ...arrival, timeZone: "UTC" })),
  );
  return { ...rows.take(), skipIndex: rows.skipIndex };
}

const timeZones = { fallback: "UTC", senders: [] };
const options = { genericOnly: false, timeZones };

test("a chunk of several records becomes rows in journal order, with what status asks about them", async () => {
  const records = Buffer.concat([
    givenRecord(ARRIVAL_MICROS, [
      {
        line: "<134>Nov 21 10:50:00 fw-1 filterlog: 5,,,1,em0,match,pass,in,4,,,,,,,17,udp,76,192.0.2.7,192.0.2.8,1,2",
      },
      { line: "what is this" },
    ]),
    givenRecord(ARRIVAL_MICROS + 100, [
      { line: "SRC=192.0.2.9", sender: "2001:db8::1", lateMicros: 50 },
      { line: "nobody knows", sender: "192.0.2.3", lateMicros: 20, originalBytes: 70_000 },
      { line: "<13>Nov 21 10:50:00 host app: x", sender: "192.0.2.4", lateMicros: 30 },
    ]),
  ]);
  const output = parseChunk({ records, ...options });
  const { bytes: _, columns: __, tallies, skipIndex, ...rest } = output;
  const { ngrams, addressKeys } = skipIndex;
  expect(rest).toEqual({
    rows: 5,
    isOrdered: true,
    minReceivedAtMicros: ARRIVAL_MICROS,
    maxReceivedAtMicros: ARRIVAL_MICROS + 50,
    minId: ARRIVAL_MICROS,
    maxId: ARRIVAL_MICROS + 102,
    parsers: { filterlog: 1, generic: 3, "key-value": 1 },
    unparsed: 2,
    lastMessage: { receivedAtMicros: ARRIVAL_MICROS + 30, sender: "192.0.2.4" },
    lastUnparsed: { receivedAtMicros: ARRIVAL_MICROS + 20, sender: "192.0.2.3", raw: "nobody knows" },
    live: null,
    watched: null,
    formats: null,
    leases: [],
  });
  const isThere = (text: string) =>
    ngramBitsOf(text).every((bit) => ((ngrams[bit >>> 3] ?? 0) >>> (bit & 7)) & 1);
  expect(["filterlog", "nobody", "KNOWS", "everybody"].map(isThere)).toEqual([true, true, true, false]);
  const keyed = ["192.0.2.1", "2001:db8::1", "192.0.2.7", "192.0.2.8", "192.0.2.9", "192.0.2.10"];
  expect(keyed.map((address) => addressKeys.includes(addressKey(address)))).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
  ]);
  expect([...tallies.senders.keys()].toSorted()).toEqual([
    "192.0.2.1",
    "192.0.2.3",
    "192.0.2.4",
    "2001:db8::1",
  ]);
  const rows = await readWithDuckDb(fileOf([output]));
  expect(rows.map((row) => row["id"])).toEqual(
    [0, 1, 100, 101, 102].map((late) => String(ARRIVAL_MICROS + late)),
  );
  expect(rows[3]).toMatchObject({
    transport: "tcp",
    parser: "generic",
    truncated: true,
    original_bytes: 70_000,
    raw_log: "nobody knows",
    message_start: 1,
    shape: shapeOf("nobody knows"),
  });
});

test("lines read from their bytes give the rows and the skip index that the parser gives", async () => {
  const record =
    "5,,,1000000103,igb1,match,block,in,4,0x0,,63,51234,0,DF,6,tcp,60,10.1.2.3,203.0.113.44,44321,443";
  const headers = ["fw-1", "fw.example.org", "192.0.2.50", "10.1.2.3", "a1b2c3"].map(
    (host) => `<134>1 2026-11-21T10:50:00.123Z ${host} filterlog 48211 - - `,
  );
  const lines = headers.flatMap((header) =>
    [1, 2, 3].map((number) => ({ line: `${header}${record},${number}` })),
  );
  const records = givenRecord(ARRIVAL_MICROS, lines);
  parseChunk({ records: records.slice(), ...options });
  const fromBytes = parseChunk({ records: records.slice(), ...options });
  const byParser = readByParser(records);
  expect(fromBytes.skipIndex.ngrams).toEqual(byParser.skipIndex.ngrams);
  expect(fromBytes.skipIndex.addressKeys.toSorted()).toEqual(byParser.skipIndex.addressKeys.toSorted());
  expect(new Set(fromBytes.skipIndex.numberKeys)).toEqual(new Set(byParser.skipIndex.numberKeys));
  const rows = await readWithDuckDb(fileOf([fromBytes]));
  expect(rows).toEqual(await readWithDuckDb(fileOf([byParser])));
  expect(rows.map((row) => row["addresses_in_fields"])).toEqual(
    headers.flatMap((header) => Array.from({ length: 3 }, () => !header.includes("192.0.2.50"))),
  );
});

test("the live stream gets of every line the event that the parser gives, of those that its filters take", () => {
  const record =
    "5,,,1000000103,igb1,match,block,in,4,0x0,,63,51234,0,DF,6,tcp,60,10.1.2.3,203.0.113.44,44321,443";
  const lines = [
    `<134>1 2026-11-21T10:50:00.123Z fw-1 filterlog 48211 - - ${record},"x"`,
    `<134>1 2026-11-21T10:50:00.9Z fw-1 filterlog 48211 - - ${record.replace("10.1.2.3", "2001:db8::1").replace(",in,4,0x0,,63,51234,0,DF,6,tcp,60", ",in,6,0x00,0,64,tcp,6,40")}\\`,
    `<134>1 2026-11-21T10:50:00Z fw-1 filterlog 48211 - - ${record.replace("block", "pass")}`,
    "<134>Nov 21 10:50:00 fw-1 sshd[12]: Failed password for é from 192.0.2.1",
    "a\ttab and no header",
  ].map((line) => ({ line }));
  const records = givenRecord(ARRIVAL_MICROS, lines);
  const everything = { id: 1, predicate: { conditions: [] } };
  const blocked = { id: 2, predicate: compileFilters({ action: "block", q: "203.0.113.44" }) };
  const selectBy = (filters: LiveFilter[]) => {
    const { live } = parseChunk({ records: records.slice(), ...options, live: { collector: "c", filters } });
    const text = Buffer.from(live?.json ?? []);
    const ends = [...(live?.ends ?? [])];
    return {
      events: ends.map((end, index) => text.toString("utf8", ends[index - 1] ?? 0, end)),
      taken: live?.taken,
    };
  };
  const expected: string[] = [];
  forEachMessage(records, (arrival) => {
    const message = parseMessage(arrival.bytes, { ...arrival, timeZone: "UTC" });
    expected.push(JSON.stringify(toFirewallEvent({ ...arrival, collector: "c" }, message)));
  });
  for (let time = 0; time < 2; time++) {
    const all = selectBy([everything, blocked]);
    expect(all.events).toEqual(expected);
    expect(all.taken).toEqual(
      new Map([
        [1, Uint32Array.of(0, 1, 2, 3, 4)],
        [2, Uint32Array.of(0, 1)],
      ]),
    );
    expect(selectBy([blocked]).events).toEqual(expected.slice(0, 2));
    expect(selectBy([]).events).toEqual([]);
  }
});

test("the sample of an unparsed line is its stored form, cut at 512", () => {
  const output = parseChunk({ records: givenRecord(1, [{ line: "y\n".repeat(400) }]), ...options });
  expect(output.lastUnparsed?.raw).toHaveLength(512);
  expect(output.lastUnparsed?.raw).toStartWith(String.raw`y\ny\n`);
});

test("a chunk that broke a parse before is kept whole by the generic parser", async () => {
  const line = "<134>Nov 21 10:50:00 fw-1 app: SRC=192.0.2.9";
  const output = parseChunk({ records: givenRecord(1, [{ line }]), ...options, genericOnly: true });
  expect(output).toMatchObject({ rows: 1, parsers: { generic: 1 }, unparsed: 1 });
  expect(await readWithDuckDb(fileOf([output]))).toMatchObject([
    { raw_log: line, src_ip: null, message_start: 1 },
  ]);
});

test("times without a zone are of the zone that the chunk is given", async () => {
  const records = givenRecord(1, [{ line: "<13>Nov 21 10:50:00 host app: x" }]);
  const output = parseChunk({ records, ...options, timeZones: { fallback: "Asia/Tokyo", senders: [] } });
  expect(await readWithDuckDb(fileOf([output]))).toMatchObject([
    { event_time: String(ARRIVAL_MICROS - 9 * 3_600_000_000), source_host: "host" },
  ]);
});

test("a chunk without messages has no rows", () => {
  expect(parseChunk({ records: new Uint8Array(0), ...options })).toMatchObject({
    rows: 0,
    minId: 0,
    maxId: 0,
    lastMessage: null,
  });
});

test("a chunk whose ids go back says so", () => {
  const records = Buffer.concat([givenRecord(20, [{ line: "x" }]), givenRecord(10, [{ line: "y" }])]);
  expect(parseChunk({ records, ...options })).toMatchObject({ isOrdered: false, minId: 10, maxId: 20 });
});

test("damaged records are refused, not guessed at", () => {
  const record = givenRecord(1, [{ line: "x" }]);
  expect(() => parseChunk({ records: record.subarray(0, record.length - 1), ...options })).toThrow(
    "cut short",
  );
});

describe("as a task of the pool", () => {
  let pool: WorkerPool;
  const task = defineTask<ParseChunkInput, ParseChunkOutput>(
    "parse-chunk",
    new URL("../../../../workers/parse-chunk.ts", import.meta.url),
  );

  beforeAll(() => {
    pool = createWorkerPool({ threads: 1 });
  });

  afterAll(() => pool.close());

  test("the rows come back as they are made here", async () => {
    const lines = Array.from({ length: 500 }, (_, index) => ({
      line: `<13>Nov 21 10:50:00 host app: SRC=192.0.2.${index % 256}`,
    }));
    const records = givenRecord(1, lines);
    const expected = parseChunk({ records, ...options });
    const { spent, ...output } = await pool.run(task, { records, ...options });
    expect(output).toEqual(expected);
    expect(spent).toBeDefined();
  }, 20_000);

  test("the memory of records that moved there comes back with the rows", async () => {
    const records = Uint8Array.from(givenRecord(1, [{ line: "x" }]));
    const { buffer: memory } = records;
    const given = [...records];
    const { spent = new ArrayBuffer() } = await pool.run(
      task,
      { records, ...options },
      { transfer: [memory] },
    );
    expect(memory.byteLength).toBe(0);
    expect([...new Uint8Array(spent)]).toEqual(given);
  }, 20_000);

  test.skipIf(process.platform !== "linux")("its thread leaves the processor to others first", async () => {
    await pool.run(task, { records: new Uint8Array(), ...options });
    const statuses = readdirSync("/proc/self/task").map((thread) =>
      readFileSync(`/proc/self/task/${thread}/stat`, "utf8"),
    );
    // The third field, behind the name in brackets, is the first here; the 19th is the nice value (proc_pid_stat(5)).
    const nice = statuses.map((status) => status.slice(status.lastIndexOf(")") + 2).split(" ")[16]);
    expect(nice).toContain("2");
    expect(getPriority(process.pid)).toBe(0);
  });

  test("damage is an error of the task", async () => {
    const outcome = pool.run(task, { records: new Uint8Array(10), ...options });
    expect(await outcome.then(() => "no error", String)).toContain("cut short");
  }, 20_000);
});
