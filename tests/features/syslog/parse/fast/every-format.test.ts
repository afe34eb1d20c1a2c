import { expect, test } from "bun:test";
import { EventRows } from "../../../../../src/features/syslog/encode/event-rows";
import { EventJson } from "../../../../../src/features/syslog/encode/live/event-json";
import { FastPath } from "../../../../../src/features/syslog/parse/fast/fast-path";
import { readLease } from "../../../../../src/features/syslog/parse/leases/read-lease";
import { type MessageContext, parseMessage } from "../../../../../src/features/syslog/parse/message";
import { ParsedLine } from "../../../../../src/features/syslog/parse/parsed-line";
import { rounds } from "../../../../support/rounds";
import { changed, Random } from "../mutated-lines";
import { ARRIVAL, ARRIVAL_MICROS, messageOf } from "../parse-line";
import { anyLine, retouched } from "./format-lines";

const LINES = rounds(100_000);
const ROWS = 500;
const ZONES = ["UTC", "UTC", "Europe/Berlin"];

/** What some of the lines must still be read by, fast. */
const PARSERS = new Set(
  (
    "access-log apache-error barracuda cef checkpoint cisco-asa cisco-ftd cisco-ios dhcpd filterlog fortinet generic " +
    "ivanti json key-value leef meraki mikrotik paloalto postfix server sonicwall sophos-xg squid sshd suricata-eve " +
    "suricata-fast umbrella unbound watchguard"
  ).split(" "),
);

const json = new EventJson();
/** All that is asked of a line. */
function seenOf(line: ParsedLine): object {
  json.begin("0123456789ab");
  json.write(ARRIVAL, line);
  const live = new TextDecoder().decode(json.copy());
  const { bytes, isAscii, messageStart } = line;
  return { lease: readLease(line), live, octets: bytes, isAscii, messageStart, ...messageOf(line) };
}

/** Reads lines as `parseLine` does, and throws where one says something else than the parser says of it. */
class Comparison {
  readonly #path = new FastPath();
  readonly #line = new ParsedLine();
  readonly #rows = [new EventRows(), new EventRows()] as const;
  #count = 0;
  fast = 0;
  readonly parsers = new Set<string>();

  compare(bytes: Uint8Array, context: MessageContext): void {
    const parsed = parseMessage(bytes, context);
    const isFast = this.#path.read(bytes, context, this.#line);
    const line = isFast ? this.#line : parsed;
    if (!isFast) this.#path.learn(context, parsed);
    this.#append(line, parsed);
    if (!isFast) return;
    this.fast++;
    this.parsers.add(line.fields.parser);
    const [seen, wanted] = [seenOf(line), seenOf(parsed)];
    if (!Bun.deepEquals(seen, wanted))
      expect({ line: bytes.toString(), ...seen }).toEqual({ line: bytes.toString(), ...wanted });
  }

  #append(line: ParsedLine, parsed: ParsedLine): void {
    const [rows, wanted] = this.#rows;
    if (this.#count % ROWS === 0) {
      if (this.#count > 0) expect(Bun.deepEquals(rows.take(), wanted.take())).toBe(true);
      rows.begin(ROWS);
      wanted.begin(ROWS);
    }
    this.#count++;
    rows.append(ARRIVAL, line);
    wanted.append(ARRIVAL, parsed);
  }
}

/** A known line as it is, after small changes, or after any. */
function nextLine(random: Random): Uint8Array {
  const line = anyLine(random);
  switch (random.below(5)) {
    case 0:
      return line;
    case 1:
      return changed(line, random);
    default:
      return retouched(line, random);
  }
}

test("lines of every format, changed at random, say what the parser says of them", () => {
  const random = new Random(19);
  const comparison = new Comparison();
  for (let count = 0; count < LINES; count++) {
    const timeZone = ZONES[random.below(ZONES.length)] ?? "UTC";
    comparison.compare(nextLine(random), {
      receivedAtMicros: ARRIVAL_MICROS + count,
      sender: "192.0.2.1",
      timeZone,
    });
  }
  expect(comparison.fast).toBeGreaterThan(LINES / 2);
  expect(PARSERS.difference(comparison.parsers).size).toBe(0);
}, 120_000);
