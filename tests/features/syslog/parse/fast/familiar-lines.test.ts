import { describe, expect, test } from "bun:test";
import {
  type Arbitrary,
  array,
  assert,
  constantFrom,
  integer,
  nat,
  oneof,
  property,
  record,
  string,
  tuple,
} from "fast-check";
import { EventJson } from "../../../../../src/features/syslog/encode/live/event-json";
import { createNgramFilter, scanLine } from "../../../../../src/features/syslog/skip-index/ngram-filter";
import { FamiliarLines, toStoredMessage } from "../../../../../src/features/syslog/parse/fast/familiar-lines";
import { parseMessage } from "../../../../../src/features/syslog/parse/message";
import { rounds } from "../../../../support/rounds";
import { mutated, Random } from "../mutated-lines";
import { ARRIVAL, ARRIVAL_MICROS } from "../parse-line";

const encoder = new TextEncoder();
const marks = createNgramFilter();
const context = { receivedAtMicros: ARRIVAL_MICROS, sender: "192.0.2.1", timeZone: "UTC" };
const RECORD =
  "5,,,1000000103,igb1,match,block,in,4,0x0,,63,51234,0,DF,6,tcp,60,10.1.2.3,203.0.113.44,44321,443,0,S";
const RECORD_V6 =
  "6,,,1000000105,igb0,match,pass,out,6,0x00,0x9a3f1,64,udp,17,40,2001:DB8::a,2001:db8:0:0::b,50123,53,20";

/** What the live stream gets of a line. */
function jsonOf(write: (json: EventJson) => void): string {
  const json = new EventJson();
  json.begin("0123456789ab");
  write(json);
  return new TextDecoder().decode(json.copy());
}

/** Reads the line as a chunk does, and gives whether it was familiar. */
function readBoth(lines: FamiliarLines, bytes: Uint8Array, asked = context): boolean {
  const line = lines.read(bytes, asked);
  const parsed = parseMessage(bytes, asked);
  if (line === null) {
    scanLine(parsed.rawLog, marks);
    lines.learn(asked, parsed);
    return false;
  }
  expect(toStoredMessage(line)).toEqual(parsed);
  expect(jsonOf((json) => json.writeFamiliar(ARRIVAL, line))).toBe(
    jsonOf((json) => json.write(ARRIVAL, parsed)),
  );
  const expected = createNgramFilter();
  expect(line.shape).toBe(scanLine(parsed.rawLog, expected));
  scanLine(parsed.sourceHost ?? "", expected);
  expect(expected.filter((octet, index) => (octet & ~(marks[index] ?? 0)) !== 0)).toHaveLength(0);
  return true;
}

/** Begins a set of lines of which none was read. */
function beginSet(lines: FamiliarLines): void {
  marks.fill(0);
  lines.begin(marks);
}

function isFamiliarAfter(first: string, second: string, asked = context, then = asked): boolean {
  const lines = new FamiliarLines();
  beginSet(lines);
  readBoth(lines, encoder.encode(first), asked);
  beginSet(lines);
  const isFamiliar = readBoth(lines, encoder.encode(second), then);
  readBoth(lines, encoder.encode(second), then);
  return isFamiliar;
}

describe("a header that was met before and a record of filterlog are familiar", () => {
  test.each([
    [
      "<134>1 2026-11-21T10:50:00.123Z fw-1 filterlog 48211 - - ",
      "<134>1 2026-11-21T10:50:00.98765432Z fw-1 filterlog 48211 - - ",
    ],
    [
      "<134>1 2026-11-21T11:50:00+01:00 fw-1 filterlog - - - ",
      "<134>1 2026-11-21T11:50:00.5+01:00 fw-1 filterlog - - - ",
    ],
    ["<134>Nov 21 10:50:00 filterlog[48211]: ", "<134>Nov 21 10:50:00 filterlog[48211]: "],
    ["<134>Nov 21 10:50:00 fw.example.org filterlog: ", "<134>Nov 21 10:50:00 fw.example.org filterlog: "],
    [
      "<134>2026-11-21T10:50:00.123456+00:00 fw filterlog[1]: ",
      "<134>2026-11-21T10:50:00.2+00:00 fw filterlog[1]: ",
    ],
  ])("%s", (first, second) => {
    expect(isFamiliarAfter(first + RECORD, second + RECORD_V6)).toBe(true);
    expect(isFamiliarAfter(first + RECORD, `${second}${RECORD_V6}\r\n`)).toBe(true);
  });
});

test("the letters of a header are marked in each set of lines, those at the end of its time with each line", () => {
  const lines = new FamiliarLines();
  const encode = (fraction: string) =>
    encoder.encode(`<134>1 2026-11-21T10:50:00${fraction}Z zebrafinch-0a filterlog 48211 - - ${RECORD}`);
  beginSet(lines);
  readBoth(lines, encode(""));
  for (let set = 0; set < 2; set++) {
    beginSet(lines);
    for (const fraction of ["", ".123", ".456", "", ".78901234"])
      expect(readBoth(lines, encode(fraction))).toBe(true);
  }
});

describe("the parser is asked again", () => {
  const known = "<134>1 2026-11-21T10:50:00.1Z fw-1 filterlog 48211 - - ";
  test.each([
    ["for another second", known.replace(":00.1Z", ":01.1Z"), RECORD],
    ["for another zone", known.replace("Z", "+01:00"), RECORD],
    ["for another priority", known.replace("134", "135"), RECORD],
    ["for another host", known.replace("fw-1", "fw-2"), RECORD],
    ["for another program", known.replace("filterlog", "filterlogd"), RECORD],
    ["for structured data", known.replace("- - ", '- [a b="c"] '), RECORD],
    ["for a time without digits behind its point", known.replace(".1Z", ".Z"), RECORD],
    ["for a header without a record", known, "5"],
    ["for a record cut before its addresses", known, RECORD.slice(0, 60)],
    ["for another version", known, RECORD.replace(",in,4,", ",in,5,")],
    ["for a direction that is none", known, RECORD.replace(",in,", ",up,")],
    [
      "for a name of more than twenty characters",
      known,
      RECORD.replace("igb1", "a-bridge-of-many-interfaces"),
    ],
    ["for blanks around a field", known, RECORD.replace("igb1", " igb1 ")],
    ["for a field that says nothing", known, RECORD.replace("match", "-")],
    ["for what is not printable ASCII", known, `${RECORD}é`],
    ["for a control character", known, `${RECORD}\u0007`],
    ["for a line break within", known, `${RECORD}\nx`],
    ["for more line breaks than end a line", known, `${RECORD}\n\n\n`],
    ["for a line that is cut where it is stored", known, `${RECORD}${",x".repeat(5000)}`],
    ["for a header that a relay left", known, `<134>1 2026-11-21T10:50:00Z fw-9 filterlog 1 - - ${RECORD}`],
  ])("%s", (_, header, body) => {
    expect(isFamiliarAfter(known + RECORD, header + body)).toBe(false);
  });

  test("for a header of another sender, whose address may stand for its host", () => {
    const line = `<134>Nov 21 10:50:00 filterlog[48211]: ${RECORD}`;
    expect(isFamiliarAfter(line, line, context, { ...context, sender: "192.0.2.2" })).toBe(false);
  });

  test("for a time without zone in another zone, and far from its arrival", () => {
    const line = `<134>Nov 21 10:50:00 filterlog[48211]: ${RECORD}`;
    const berlin = { ...context, timeZone: "Europe/Berlin" };
    expect(isFamiliarAfter(line, line, context, berlin)).toBe(false);
    const late = { ...context, receivedAtMicros: ARRIVAL_MICROS + 15 * 60 * 1_000_000 };
    expect(isFamiliarAfter(line, line, late)).toBe(false);
  });
});

/** Headers and records of few parts, so that many are met again. */
const header = oneof(
  constantFrom(
    ["<134>1 2026-11-21T10:50:00.1Z fw-1 filterlog 48211 - - "],
    ["<134>1 2026-11-21T10:50:00Z - filterlog - - - "],
    ["<134>Nov 21 10:50:00 filterlog[48211]: "],
    ["<134>Nov 21 10:50:00 fw filterlog[48211]: "],
  ),
  tuple(
    constantFrom("<134>1 ", "<6>1 ", "<999>1 ", "<134>", "<13>2 "),
    constantFrom("2026-11-21T10:50:00", "2026-11-21T10:49:59", "2026-02-30T10:50:00", "9999-11-21T23:59:59"),
    constantFrom("", ".", ".5", ".123456789", ",25"),
    constantFrom("Z", "+01:00", "-00:30", "", "x"),
    constantFrom(
      " fw filterlog 1 - - ",
      " - filterlog - ID - ",
      ' fw filterlog 1 - [a b="c"] ',
      "  fw filterlog 1 - - ",
      " fw other 1 - - ",
    ),
  ),
  tuple(
    constantFrom("<134>", "<14>", ""),
    constantFrom(
      "Nov 21 10:50:00",
      "Nov  1 10:50:00",
      "May 21 10:50:00",
      "Nov 21 10:50:00 2026",
      "Nov 21 10:50:00 CET",
    ),
    constantFrom(" ", ": "),
    constantFrom("", "fw ", "filterlog: ", "fw user.info "),
    constantFrom("filterlog[1]: ", "filterlog: ", "filterlog[1] ", "filterlog[1]:", "filterlogs: "),
  ),
).map((parts) => parts.join(""));

const word = oneof(
  constantFrom(
    "",
    "-",
    "in",
    "out",
    "in/out",
    "4",
    "6",
    "tcp",
    "UDP",
    "17",
    "block",
    "Pass",
    " x",
    "igb0.5",
    "a\u0001b",
    "é",
  ),
  constantFrom(
    "10.1.2.3",
    "10.01.2.3",
    "256.1.1.1",
    "1.2.3",
    "::ffff:192.0.2.1",
    "2001:DB8::0:1",
    "192.0.2.1 ",
  ),
  constantFrom("443", "65536", "00443", "4x"),
  string({ maxLength: 24, unit: "grapheme-ascii" }),
  nat(300).map(String),
);
const body: Arbitrary<string> = oneof(
  constantFrom(RECORD, RECORD_V6),
  tuple(
    constantFrom(RECORD, RECORD_V6),
    array(tuple(nat(21), word), { maxLength: 3 }),
    integer({ min: 3, max: 30 }),
  ).map(([base, changes, columns]) => {
    const parts = base.split(",");
    for (const [column, text] of changes) parts[column] = text;
    return parts.slice(0, columns).join(",");
  }),
);
const sent = record({
  header: nat(2),
  body,
  end: constantFrom("", "", "", "", "\n", "\r\n", "\0", "\n\n\n"),
  sender: constantFrom("192.0.2.1", "192.0.2.1", "192.0.2.1", "2001:db8::1"),
  timeZone: constantFrom("UTC", "UTC", "UTC", "Europe/Berlin"),
  lateMicros: constantFrom(0, 1, 60_000_000, 3_600_000_000, 200 * 86_400_000_000),
});

test("what is familiar says what the parser says, whatever was met before", () => {
  let familiar = 0;
  assert(
    property(
      array(header, { minLength: 3, maxLength: 3 }),
      array(sent, { minLength: 5, maxLength: 40 }),
      (headers, all) => {
        const lines = new FamiliarLines();
        for (const [place, { header: index, body: text, end, lateMicros, ...asked }] of all.entries()) {
          if (place % 8 === 0) beginSet(lines);
          const bytes = encoder.encode(`${headers[index]}${text}${end}`);
          if (readBoth(lines, bytes, { ...asked, receivedAtMicros: ARRIVAL_MICROS + lateMicros })) familiar++;
        }
      },
    ),
    { seed: 20_261_122, numRuns: rounds(4000) },
  );
  expect(familiar).toBeGreaterThan(rounds(1000));
}, 60_000);

test("a line with octets changed at random says what the parser says", () => {
  const random = new Random(22);
  const lines = new FamiliarLines();
  beginSet(lines);
  const familiar = { before: 0, changed: 0 };
  const line = encoder.encode(`<134>1 2026-11-21T10:50:00.123Z fw-1 filterlog 48211 - - ${RECORD}`);
  for (let round = 0; round < rounds(20_000); round++) {
    if (readBoth(lines, line)) familiar.before++;
    const changed = line.slice();
    for (let change = random.below(3); change >= 0; change--)
      changed[random.below(changed.length)] =
        random.below(4) === 0 ? random.below(256) : 32 + random.below(95);
    if (readBoth(lines, changed)) familiar.changed++;
    readBoth(lines, mutated(random));
  }
  expect(familiar.before).toBeGreaterThan(rounds(15_000));
  expect(familiar.changed).toBeGreaterThan(rounds(1000));
}, 60_000);
