import { heapStats } from "bun:jsc";
import { expect, test } from "bun:test";
import { EventRows } from "../../../../src/features/syslog/encode/event-rows";
import { parseChunk } from "../../../../src/features/syslog/encode/parse-chunk";
import { encodeRecord } from "../../../../src/features/syslog/journal/record-builder";
import { countMessages, forEachMessage } from "../../../../src/features/syslog/journal/record";
import { parseMessage } from "../../../../src/features/syslog/parse/message";
import { compilePattern } from "../../../../src/features/syslog/watch/compile-pattern";
import { fileOf, readWithDuckDb } from "../parquet/read-back";
import { nextLine } from "../parse/fast/format-lines";
import { waitFor } from "../../../support/wait-for";
import { Random } from "../parse/mutated-lines";
import { ARRIVAL_MICROS } from "../parse/parse-line";

/** More than a dictionary has room for. */
const LINES = 4000;
const options = { genericOnly: false, timeZones: { fallback: "UTC", senders: [] } };
const PROGRAMS = "sshd kernel cron postfix/smtpd named sudo systemd ntpd su dovecot dnsmasq".split(" ");
const encoder = new TextEncoder();

function recordsOf(lines: readonly Uint8Array[], senders = 3): Uint8Array {
  return encodeRecord(
    { firstPosition: 1, firstId: ARRIVAL_MICROS, salt: 7 },
    lines.map((bytes, index) => ({
      receivedAtMicros: ARRIVAL_MICROS + index,
      sender: `192.0.2.${index % senders}`,
      transport: "udp" as const,
      originalBytes: bytes.length,
      malformed: index % 5 === 0,
      bytes,
    })),
  );
}

/** Lines of programs that take turns. */
function turnsOf(count: number, textOf: (index: number) => string): Uint8Array[] {
  return Array.from({ length: count }, (_, index) => {
    const program = PROGRAMS[index % PROGRAMS.length];
    return encoder.encode(`<13>Nov 21 10:50:00 host-${index % 4} ${program}[${index}]: ${textOf(index)}`);
  });
}

test("lines of every format in one chunk give the rows that the parser gives of each, in journal order", async () => {
  const random = new Random(5);
  const records = recordsOf(Array.from({ length: LINES }, () => nextLine(random)));
  const rows = new EventRows();
  rows.begin(countMessages(records));
  forEachMessage(records, (arrival) =>
    rows.append(arrival, parseMessage(arrival.bytes, { ...arrival, timeZone: "UTC" })),
  );
  const output = parseChunk({ records: records.slice(), ...options });
  expect(await readWithDuckDb(fileOf([output]))).toEqual(await readWithDuckDb(fileOf([rows.take()])));
  const { skipIndex } = rows;
  expect(output.skipIndex.ngrams).toEqual(skipIndex.ngrams);
  expect(output.skipIndex.addressKeys.toSorted()).toEqual(skipIndex.addressKeys.toSorted());
  expect(new Set(output.skipIndex.numberKeys)).toEqual(new Set(skipIndex.numberKeys));
}, 60_000);

test("live events of mixed lines come in journal order, each filter's too", () => {
  const records = recordsOf(turnsOf(100, (index) => `line ${index}`));
  const everything = { id: 1, predicate: { conditions: [] } };
  const { live } = parseChunk({ records, ...options, live: { collector: "c", filters: [everything] } });
  const text = Buffer.from(live?.json ?? []);
  const ends = [...(live?.ends ?? [])];
  const events = ends.map((end, index) => JSON.parse(text.toString("utf8", ends[index - 1] ?? 0, end)));
  expect(events.map(({ raw_log: raw }) => String(raw).split("]: ")[1])).toEqual(
    events.map((_, index) => `line ${index}`),
  );
  expect([...(live?.ids ?? [])]).toEqual(events.map((_, index) => ARRIVAL_MICROS + index));
  expect(live?.taken).toEqual(new Map([[1, Uint32Array.from(events.keys())]]));
});

test("the lines that a pattern shows of mixed ones are the first that came", () => {
  const records = recordsOf(turnsOf(100, (index) => `sought ${index}`));
  const read = compilePattern("sought");
  if ("problem" in read) throw new Error(read.problem.message);
  const patterns = JSON.stringify([{ key: 1, conditions: read.conditions }]);
  const { watched } = parseChunk({ records, ...options, watch: { version: 20_000_001, patterns } });
  expect(watched?.matches[0]?.lines).toBe(100);
  expect(watched?.matches[0]?.first.map(({ id }) => id)).toEqual(
    [0, 1, 2].map((late) => ARRIVAL_MICROS + late),
  );
});

test("what a chunk of mixed lines tells of its last lines is of those that came last", () => {
  const lines = turnsOf(100, (index) => `line ${index}`);
  lines[50] = encoder.encode("zzzz nobody knows");
  lines[60] = encoder.encode("aaaa nobody knows either");
  const output = parseChunk({ records: recordsOf(lines), ...options });
  expect(output).toMatchObject({
    isOrdered: true,
    minId: ARRIVAL_MICROS,
    maxId: ARRIVAL_MICROS + 99,
    minReceivedAtMicros: ARRIVAL_MICROS,
    maxReceivedAtMicros: ARRIVAL_MICROS + 99,
    unparsed: 2,
    lastMessage: { receivedAtMicros: ARRIVAL_MICROS + 99, sender: "192.0.2.0" },
    lastUnparsed: { receivedAtMicros: ARRIVAL_MICROS + 60, raw: "aaaa nobody knows either" },
  });
  expect(output.tallies.senders.get("192.0.2.1")).toMatchObject({
    rows: 33,
    firstReceivedAtMicros: ARRIVAL_MICROS + 1,
    lastReceivedAtMicros: ARRIVAL_MICROS + 97,
  });
});

test("a lease that one server gives and another ends is told in the order of their lines", () => {
  const lines = turnsOf(40, (index) => `line ${index}`);
  lines[7] = encoder.encode(
    "<30>1 2026-11-21T10:50:00Z dhcp1 kea-dhcp4 1 - - DHCP4_LEASE_ALLOC [hwtype=1 02:00:00:00:00:01], cid=[], tid=0x1: lease 192.0.2.7 has been allocated for 3600 seconds",
  );
  lines[9] = encoder.encode(
    "<30>Nov 21 10:50:01 dhcp1 dhcpd[1]: DHCPRELEASE of 192.0.2.7 from 02:00:00:00:00:01 via eth0 (found)",
  );
  lines[11] = lines[7];
  const { leases } = parseChunk({ records: recordsOf(lines), ...options });
  expect(leases.map(({ isHeld }) => isHeld)).toEqual([true, false, true]);
});

test("of too many senders those that came first have a tally of their own, of whatever kind their lines are", () => {
  const { tallies } = parseChunk({
    records: recordsOf(
      turnsOf(1200, (index) => `line ${index}`),
      1200,
    ),
    ...options,
  });
  const first = Array.from({ length: 1024 }, (_, index) => `192.0.2.${index}`);
  expect([...tallies.senders.keys()]).toEqual([...first, "other"]);
  expect(tallies.senders.get("other")?.rows).toBe(176);
});

test("what a chunk of very many short lines took is given back behind it", async () => {
  const parse = (count: number) =>
    parseChunk({
      records: recordsOf(Array.from({ length: count }, (_, line) => encoder.encode(`${line % 97}`))),
      ...options,
    });
  const octetsKept = () => {
    Bun.gc(true);
    return heapStats().extraMemorySize;
  };
  parse(1000);
  const before = octetsKept();
  expect(parse(200_000).rows).toBe(200_000);
  // What a collection finds on the stack, or among what is being compiled, it leaves to the next one.
  await waitFor("it to be given back", () => octetsKept() - before < 20_000_000);
}, 60_000);
