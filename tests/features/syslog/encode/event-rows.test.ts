import { describe, expect, test } from "bun:test";
import type { Json } from "@duckdb/node-api";
import { EVENT_COLUMNS } from "../../../../src/features/syslog/event/columns";
import type { Arrival } from "../../../../src/features/syslog/event/arrival";
import { EventRows } from "../../../../src/features/syslog/encode/event-rows";
import { shapeOf } from "../skip-index/line-shape";
import { fileOf, readWithDuckDb, readWithHyparquet } from "../parquet/read-back";
import { ARRIVAL_MICROS, lineOf, parseLine, type StoredMessage } from "../parse/parse-line";

const arrival: Arrival = {
  id: 1_763_722_200_000_001,
  receivedAtMicros: ARRIVAL_MICROS + 7,
  sender: "192.0.2.1",
  transport: "udp",
  truncated: false,
  originalBytes: 12,
};

const rows = new EventRows();

function readBack(
  messages: readonly Partial<StoredMessage>[],
  arrivals: Partial<Arrival> = {},
): Promise<Record<string, Json>[]> {
  rows.begin(messages.length);
  for (const message of messages) rows.append({ ...arrival, ...arrivals }, lineOf(message));
  return readWithDuckDb(fileOf([rows.take()]));
}

/** As docs/events.md says. */
function messageOf(row: Record<string, Json>): unknown {
  if (row["message_start"] === null) return row["message"];
  expect(row["message"]).toBeNull();
  const { raw_log: line } = row;
  if (typeof line !== "string") throw new Error("an event without its line");
  return Array.from(line)
    .slice(Number(row["message_start"]) - 1)
    .join("");
}

test("a row without anything but its line says what the journal said, and is null else", async () => {
  const [row = {}] = await readBack([{ rawLog: "x" }]);
  const said = Object.entries(row).filter(([, value]) => value !== null);
  expect(Object.fromEntries(said)).toEqual({
    id: String(arrival.id),
    received_at: String(arrival.receivedAtMicros),
    sender: "192.0.2.1",
    transport: "udp",
    parser: "generic",
    clock_unset: false,
    truncated: false,
    original_bytes: 12,
    raw_log: "x",
    shape: shapeOf("x"),
    addresses_in_fields: true,
  });
});

test("every column comes back as it was", async () => {
  const message = parseLine(
    '<134>1 2026-11-21T10:49:59.25Z fw-1 filterlog 48 ID [m a="1, \\"2\\""] 5,,,1000000103,igb1,match,block,in,4,0x0,,63,51234,0,DF,6,tcp,60,10.1.2.3,203.0.113.44,44321,443,0',
  );
  const [row] = await readBack(
    [
      {
        ...message,
        actionRaw: "Block",
        interfaceOut: "igb2",
        bytes: 60,
        packets: 1,
        clockUnset: true,
        natSrcIp: "198.51.100.7",
        natDstIp: "2001:db8::7",
        natSrcPort: 1024,
        natDstPort: 65_535,
      },
    ],
    { truncated: true },
  );
  expect(Object.keys(row ?? {}).sort()).toEqual(Object.keys(EVENT_COLUMNS).sort());
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
    action_raw: "Block",
    verdict: "deny",
    interface: "igb1",
    interface_out: "igb2",
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
    addresses_in_fields: false,
    line_addresses: "10.1.2.3 203.0.113.44",
  });
});

test("lines of every kind come back, with their message and their bytes", async () => {
  const lines = [
    '","',
    '""\n""',
    "a\r\nb\r\n\r\nc",
    " ",
    "\\N",
    "NULL",
    "<13>Nov 21 10:50:00 hé app: é\u2028𐌼",
    "<13>Nov 21 10:50:00 h𐌼 app: plain",
    "\u001a",
    "x\u0000y",
    "",
    "ü".repeat(8192),
    "x".repeat(60_000),
  ];
  const messages = [
    ...lines.map((line) => parseLine(line)),
    parseLine(Uint8Array.of(0x61, 0xff, 0x00, 0x62)),
  ];
  const read = await readBack(messages);
  expect(read.map((row) => [messageOf(row), row["raw_log"], row["raw_bytes"]])).toEqual(
    messages.map((message) => [
      message.message,
      message.rawLog,
      message.rawBytes === null ? null : Buffer.from(message.rawBytes).toString("hex").toUpperCase(),
    ]),
  );
});

test("a message that is not the end of its line stands there itself", async () => {
  const [row] = await readBack([{ rawLog: "<1>a b", message: "a" }]);
  expect(row).toMatchObject({ message: "a", message_start: null });
});

describe("times are microseconds since 1970, back to year 1 and on to 9999", () => {
  test.each([
    0, -1, 951_782_399_000_001, 9_007_199_253_999_999, 253_402_300_799_000_000, -62_135_596_800_000_000,
  ])("%i µs", async (eventTimeMicros) => {
    const [row] = await readBack([{ rawLog: "x", eventTimeMicros }]);
    expect(row?.["event_time"]).toBe(String(BigInt(eventTimeMicros)));
  });
});

test("a group is the same bytes, whatever was written before", () => {
  const group = (hosts: readonly number[]) => {
    rows.begin(hosts.length);
    for (const host of hosts) rows.append(arrival, lineOf({ rawLog: "x", natDstIp: `192.0.2.${host}` }));
    return rows.take().bytes;
  };
  const many = Array.from({ length: 500 }, (_, row) => row);
  group(many);
  const first = group(many.slice(0, 21));
  group(many.map((host) => host % 7));
  expect(group(many.slice(0, 21))).toEqual(first);
});

test("a group is not seen in the next, and another reader finds the same rows", async () => {
  rows.begin(3000);
  for (let row = 0; row < 3000; row++)
    rows.append(
      { ...arrival, truncated: true },
      lineOf({ rawLog: `n ${row}`, app: `app ${row}`, bytes: row }),
    );
  const first = rows.take();
  rows.begin(1);
  rows.append(arrival, lineOf({ rawLog: "alone" }));
  const second = rows.take();
  const file = fileOf([first, second]);
  const read = await readWithDuckDb(file);
  expect(read).toHaveLength(3001);
  expect(read[2999]).toMatchObject({ raw_log: "n 2999", app: "app 2999", bytes: "2999", truncated: true });
  expect(read[3000]).toMatchObject({ raw_log: "alone", app: null, bytes: null, truncated: false });
  const others = await readWithHyparquet(file);
  expect(others.map(({ app }) => app ?? null)).toEqual(read.map(({ app }) => app ?? null));
  expect(others.map(({ raw_log: line }) => line)).toEqual(read.map(({ raw_log: line }) => line));
});
