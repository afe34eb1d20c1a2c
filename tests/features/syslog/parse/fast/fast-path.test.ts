import { describe, expect, test } from "bun:test";
import { array, assert, property } from "fast-check";
import { EventJson } from "../../../../../src/features/syslog/encode/live/event-json";
import { FastPath } from "../../../../../src/features/syslog/parse/fast/fast-path";
import { parseMessage } from "../../../../../src/features/syslog/parse/message";
import { ParsedLine } from "../../../../../src/features/syslog/parse/parsed-line";
import { rounds } from "../../../../support/rounds";
import { mutated, Random } from "../mutated-lines";
import { ARRIVAL, ARRIVAL_MICROS, messageOf } from "../parse-line";
import { header, RECORD, RECORD_V6, sent } from "./filterlog-lines";

const encoder = new TextEncoder();
const context = { receivedAtMicros: ARRIVAL_MICROS, sender: "192.0.2.1", timeZone: "UTC" };
/** What the live stream gets of a line. */
function jsonOf(line: ParsedLine): string {
  const json = new EventJson();
  json.begin("0123456789ab");
  json.write(ARRIVAL, line);
  return new TextDecoder().decode(json.copy());
}

/** Reads the line as `parseLine` does, and gives whether the fast path took it by a header that it knew. */
function readBoth(path: FastPath, bytes: Uint8Array, asked = context): boolean {
  const line = new ParsedLine();
  const parsed = parseMessage(bytes, asked);
  if (!path.read(bytes, asked, line)) {
    path.learn(asked, parsed);
    return false;
  }
  const json = jsonOf(line);
  const { bytes: octets, isAscii, messageStart } = line;
  expect({ ...messageOf(line), octets, isAscii, messageStart }).toEqual({
    ...messageOf(parsed),
    octets: parsed.bytes,
    isAscii: parsed.isAscii,
    messageStart: parsed.messageStart,
  });
  expect(json).toBe(jsonOf(parsed));
  return line.header !== 0;
}

function isFastAfter(first: string, second: string, asked = context, then = asked): boolean {
  const path = new FastPath();
  readBoth(path, encoder.encode(first), asked);
  const isFast = readBoth(path, encoder.encode(second), then);
  readBoth(path, encoder.encode(second), then);
  return isFast;
}

describe("a header that was met before and a record of filterlog are read fast", () => {
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
    expect(isFastAfter(first + RECORD, second + RECORD_V6)).toBe(true);
    expect(isFastAfter(first + RECORD, `${second}${RECORD_V6}\r\n`)).toBe(true);
  });
});

describe("the header is read anew, or the parser asked", () => {
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
    expect(isFastAfter(known + RECORD, header + body)).toBe(false);
  });

  test("for a header of another sender, whose address may stand for its host", () => {
    const line = `<134>Nov 21 10:50:00 filterlog[48211]: ${RECORD}`;
    expect(isFastAfter(line, line, context, { ...context, sender: "192.0.2.2" })).toBe(false);
  });

  test("for a day that is none, behind lines of the last day of the month before it", () => {
    const line = `<134>Jan 31 10:50:00 fw filterlog: ${RECORD}`;
    expect(isFastAfter(line, line.replace("Jan 31", String.raw`Feb  \9`))).toBe(false);
  });

  test("for a time without zone in another zone, and far from its arrival", () => {
    const line = `<134>Nov 21 10:50:00 filterlog[48211]: ${RECORD}`;
    const berlin = { ...context, timeZone: "Europe/Berlin" };
    expect(isFastAfter(line, line, context, berlin)).toBe(false);
    const late = { ...context, receivedAtMicros: ARRIVAL_MICROS + 15 * 60 * 1_000_000 };
    expect(isFastAfter(line, line, late)).toBe(false);
  });
});

test("what is read fast says what the parser says, whatever was met before", () => {
  let fast = 0;
  assert(
    property(
      array(header, { minLength: 3, maxLength: 3 }),
      array(sent, { minLength: 5, maxLength: 40 }),
      (headers, all) => {
        const path = new FastPath();
        for (const { header: index, body: text, end, lateMicros, ...asked } of all) {
          const bytes = encoder.encode(`${headers[index]}${text}${end}`);
          if (readBoth(path, bytes, { ...asked, receivedAtMicros: ARRIVAL_MICROS + lateMicros })) fast++;
        }
      },
    ),
    { seed: 20_261_122, numRuns: rounds(4000) },
  );
  expect(fast).toBeGreaterThan(rounds(1000));
}, 60_000);

test("a line with octets changed at random says what the parser says", () => {
  const random = new Random(22);
  const path = new FastPath();
  const fast = { before: 0, changed: 0 };
  const line = encoder.encode(`<134>1 2026-11-21T10:50:00.123Z fw-1 filterlog 48211 - - ${RECORD}`);
  for (let round = 0; round < rounds(20_000); round++) {
    if (readBoth(path, line)) fast.before++;
    const changed = line.slice();
    for (let change = random.below(3); change >= 0; change--)
      changed[random.below(changed.length)] =
        random.below(4) === 0 ? random.below(256) : 32 + random.below(95);
    if (readBoth(path, changed)) fast.changed++;
    readBoth(path, mutated(random));
  }
  expect(fast.before).toBeGreaterThan(rounds(15_000));
  expect(fast.changed).toBeGreaterThan(rounds(1000));
}, 60_000);
