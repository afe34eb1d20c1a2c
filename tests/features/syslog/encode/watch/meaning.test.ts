import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { messageColumn } from "../../../../../src/features/syslog/encode/message-columns";
import { forEachMessage, type JournalMessage } from "../../../../../src/features/syslog/journal/record";
import { parseChunk } from "../../../../../src/features/syslog/encode/parse-chunk";
import { parseMessage } from "../../../../../src/features/syslog/parse/message";
import { compileFilters } from "../../../../../src/features/syslog/query/compile";
import { compileMatcher } from "../../../../../src/features/syslog/query/matcher";
import { checkPattern } from "#features/syslog";
import { rounds } from "../../../../support/rounds";
import { mutated, Random, SEEDS } from "../../parse/mutated-lines";
import { NOON_MICROS, TIME_ZONES, toRecords, watchLines } from "../../watch/watched-lines";

const FIREWALL =
  "<134>1 2026-11-21T10:50:00Z fw-1 filterlog 48211 - - 5,,,1000000103,igb1,match,block,in,4,0x0,,63,51234,0,DF,6,tcp,60,10.1.2.3,203.0.113.44,44321,443,0,S";
const FIREWALL_V6 =
  "<134>1 2026-11-21T10:50:00Z fw-2 filterlog 48211 - - 6,,,1000000105,igb0,match,pass,out,6,0x00,0x9a3f1,64,udp,17,40,2001:DB8::a,2001:db8:0:0::b,50123,53,20";

/** Lines of which the columns differ in what queries ask for. */
const firewallLine = fc
  .tuple(
    fc.constantFrom(FIREWALL, FIREWALL_V6),
    fc.constantFrom("block", "pass"),
    fc.constantFrom("10.1.2.3", "10.1.2.30", "10.200.0.1", "192.0.2.7", "2001:db8::a", "::1"),
    fc.constantFrom(22, 443, 53),
    fc.constantFrom("", " tail SSHD", " Fail", " 日本 STRASSE straße", " \u017fet", " \u212aelvin"),
  )
  .map(([line, action, address, port, tail]) =>
    line
      .replace("block", action)
      .replace("10.1.2.3,", `${address},`)
      .replace(",443,", `,${port},`)
      .concat(tail),
  );

const FRAGMENTS = [
  "a",
  "S",
  "s",
  "ſ",
  "K",
  "K",
  "k",
  "ß",
  "ẞ",
  "Σ",
  "ς",
  "é",
  "É",
  "日本",
  "-",
  ".",
  "10",
  ":",
  " ",
  "İ",
  "i",
];
const text = fc
  .array(fc.constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(""));
const hostLine = fc
  .tuple(fc.constantFrom("fw-1", "KLM", "straße", "ſsh", "日本"), text)
  .map(([host, tail]) => `<34>Oct 11 22:14:15 ${host} su[12]: ${tail} failed password for root`);

const word = fc.oneof(
  text.map((value) => value.replaceAll(/\s/g, "")).filter((value) => value !== "" && !value.startsWith("-")),
  fc.constantFrom(
    "block",
    "igb1",
    "sshd",
    "straße",
    "STRASSE",
    "password",
    "10.1.2.3",
    "10.1.0.0/16",
    "192.0.2.0/24",
    "2001:db8::/32",
    "2001:0DB8:0::b",
    "443",
    "fail",
    "日本",
    "a-needle-that-is-longer-than-any-anchor",
    "filterlog 48211",
    "ſshd",
    "kelvin",
    "set",
    "\u212aelvin",
    "klm",
    "FW-1",
    '"failed password for root"',
    "x",
  ),
);
const field = fc.constantFrom(
  "action:block",
  "action:PASS",
  "verdict:allow",
  "dst_port:443",
  "port:53",
  "port:22",
  "dport:400-500",
  "port:<54,>50000",
  "severity:<=3",
  "src_ip:10.1.2.3",
  "ip:10.1.2.0/24",
  "ip:10.0.0.0/8",
  "src_ip:2001:db8::/32",
  "dst_ip:2001:db8::b",
  "src_ip:::1",
  "ip:0.0.0.0/0",
  "interface:igb1",
  "rule_id:5",
  "tracker_id:1000000103",
  "direction:out",
  "reason:match",
  "app:filterlog",
  "vendor:pfsense",
  "parser:filterlog",
  "severity:6",
  "facility:16",
  "protocol:tcp",
  "source_host:fw-1",
  "source_host:straße",
  "sender:192.0.2.1",
  "sender:192.0.2.0/24",
  "procid:48211",
  "transport:udp",
  "structured_data:iut",
  "structured_data:S",
  "bytes:300",
  "msgid:ID47",
  "ip:192.0.2.1",
);
const network = fc
  .tuple(
    fc.constantFrom("ip", "src_ip", "dst_ip"),
    fc.constantFrom("10.1.2.3", "10.200.0.1", "203.0.113.44"),
    fc.nat(32),
  )
  .map(([name, address, length]) => `${name}:${address}/${length}`);
const query = fc
  .array(
    fc.tuple(fc.constantFrom("", "", "-"), fc.oneof(word, field, network)).map((parts) => parts.join("")),
    { minLength: 1, maxLength: 4 },
  )
  .map((terms) => terms.join(" "));

test("a pattern takes the lines that a search for it finds, whichever patterns are beside it", () => {
  const random = new Random(7);
  let hits = 0;
  fc.assert(
    fc.property(
      fc.array(fc.oneof(firewallLine, firewallLine, hostLine), { minLength: 1, maxLength: 30 }),
      fc.array(query, { minLength: 1, maxLength: 40 }),
      (made, queries) => {
        const lines = [
          ...made.map((line) => ({ line })),
          ...SEEDS.map((line) => ({ line })),
          ...Array.from({ length: 5 }, () => ({ line: mutated(random) })),
        ];
        const watched = watchLines(lines, queries);
        const parsed = parseLines(lines);
        for (const [index, one] of queries.entries()) {
          const found = searchLines(parsed, one);
          hits += found.length;
          expect({ query: one, lines: watched[index]?.lines ?? 0 }).toEqual({
            query: one,
            lines: found.length,
          });
          expect(watched[index]?.first.map(({ id }) => id) ?? []).toEqual(found.slice(0, 3));
        }
      },
    ),
    { numRuns: rounds(200), seed: 20_261_125 },
  );
  expect(hits).toBeGreaterThan(rounds(5000));
});

type Parsed = [JournalMessage, ReturnType<typeof parseMessage>];

function parseLines(lines: Parameters<typeof toRecords>[0]): Parsed[] {
  const parsed: Parsed[] = [];
  forEachMessage(toRecords(lines), (arrival) => {
    const { receivedAtMicros, sender } = arrival;
    parsed.push([arrival, parseMessage(arrival.bytes, { receivedAtMicros, sender, timeZone: "UTC" })]);
  });
  return parsed;
}

/** The ids of the lines that the conditions of a search hold for. */
function searchLines(parsed: readonly Parsed[], q: string): number[] {
  const matches = compileMatcher(compileFilters({ q }), messageColumn);
  return parsed.filter((line) => matches(...line)).map(([{ id }]) => id);
}

test("what a pattern takes is told by minute and by sender, with its first lines", () => {
  const lines = [0, 10, 70].flatMap((second) =>
    ["192.0.2.1", "192.0.2.2", "192.0.2.1"].map((sender) => ({
      line: `<34>Oct 11 22:14:15 gw su[12]: failed ${"x".repeat(600)}`,
      sender,
      atMicros: NOON_MICROS + second * 1_000_000,
    })),
  );
  const [matches] = watchLines(lines, ["failed"]);
  const minute = NOON_MICROS / 60_000_000;
  expect(matches).toMatchObject({
    lines: 9,
    minutes: [
      [minute, 6],
      [minute + 1, 3],
    ],
    senders: [
      ["192.0.2.1", 6],
      ["192.0.2.2", 3],
    ],
    moreSenders: 0,
  });
  expect(matches?.first).toHaveLength(3);
  expect(matches?.first[0]).toMatchObject({ sender: "192.0.2.1", host: "gw", receivedAtMicros: NOON_MICROS });
  expect(matches?.first[0]?.raw).toHaveLength(512);
});

test("what goes wrong in looking for patterns is told, and keeps no line from being parsed", () => {
  const { rows, watched } = parseChunk({
    records: toRecords([{ line: FIREWALL }, { line: "<13>host app: x" }]),
    genericOnly: false,
    timeZones: TIME_ZONES,
    watch: {
      version: -1,
      patterns: '[{"key":1,"conditions":[{"kind":"equals","column":"shape","value":1}]}]',
    },
  });
  expect(rows).toBe(2);
  expect(watched).toMatchObject({ matches: [], failure: expect.stringContaining("the column shape") });
});

test("a flood of forged senders is counted, and few of it are named", () => {
  const lines = Array.from({ length: 2000 }, (_, index) => ({
    line: "<34>Oct 11 22:14:15 gw su[12]: failed",
    sender: `198.51.${index >> 8}.${index & 255}`,
  }));
  const [matches] = watchLines(lines, ["failed"]);
  expect(matches?.lines).toBe(2000);
  expect(matches?.senders).toHaveLength(128);
  expect(matches?.moreSenders).toBe(897);
});

test.each([
  ["", "it would take every line"],
  ['  ""  ', "it would take every line"],
  [
    "severity:9",
    "severity must be a number from 0 to 7, or a range such as 2-5 or >2, or a name such as warning",
  ],
  ["src_ip:nowhere", "'nowhere' does not appear to be an IPv4 or IPv6 address"],
  ["failed start_time:2026-01-01", "start_time cannot be watched: lines are looked at as they come in"],
  ["device_id:7", "device_id cannot be watched: name the device's addresses"],
  ["x".repeat(501), "a search has at most 500 characters"],
  [
    Array.from({ length: 33 }, (_, index) => `w${index}`).join(" "),
    "a search has at most 32 different words, phrases and fields",
  ],
])("a query that cannot be watched is refused: %p", (query, message) => {
  expect(checkPattern(query)).toEqual({ problem: { field: "query", message }, isExpensive: false });
});

test.each([
  ["failed password", false],
  ["-failed", true],
  ["action:block", true],
  ["action:block dst_port:22", false],
  ["dst_port:20-25", true],
  ["src:10.1.2.3 dst_port:20-25", false],
  ["ab", true],
  ["ip:10.0.0.0/8 -port:443", false],
])("a query that rules out few lines at a glance is told as expensive: %p %p", (query, isExpensive) => {
  expect(checkPattern(query)).toEqual({ problem: null, isExpensive });
});
