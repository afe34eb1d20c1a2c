import { expect } from "bun:test";
import { EventRows } from "../../../../../src/features/syslog/encode/event-rows";
import { EventJson } from "../../../../../src/features/syslog/encode/live/event-json";
import { FastPath } from "../../../../../src/features/syslog/parse/fast/fast-path";
import { readLease } from "../../../../../src/features/syslog/parse/leases/read-lease";
import { type MessageContext, parseMessage } from "../../../../../src/features/syslog/parse/message";
import { ParsedLine } from "../../../../../src/features/syslog/parse/parsed-line";
import { ARRIVAL, ARRIVAL_MICROS, messageOf } from "../parse-line";
import type { Random } from "../mutated-lines";
import { nextLine } from "./format-lines";

const ROWS = 500;
const ZONES = ["UTC", "UTC", "Europe/Berlin"];

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
export class Comparison {
  readonly #path = new FastPath();
  readonly #line = new ParsedLine();
  readonly #rows = [new EventRows(), new EventRows()] as const;
  #count = 0;
  /** How many lines were read fast, and by which parsers they are said to be known. */
  fast = 0;
  readonly parsers = new Set<string>();
  /** Those of lines whose source's address was left in the line. */
  readonly octetParsers = new Set<string>();

  /** Lines of every format, most of them changed at random. */
  compareLines(count: number, random: Random): void {
    for (let line = 0; line < count; line++) {
      const timeZone = ZONES[random.below(ZONES.length)] ?? "UTC";
      this.compare(nextLine(random), {
        receivedAtMicros: ARRIVAL_MICROS + line,
        sender: "192.0.2.1",
        timeZone,
      });
    }
  }

  compare(bytes: Uint8Array, context: MessageContext): void {
    const parsed = parseMessage(bytes, context);
    const isFast = this.#path.read(bytes, context, this.#line);
    const line = isFast ? this.#line : parsed;
    if (!isFast) this.#path.learn(context, parsed);
    this.#append(line, parsed);
    if (!isFast) return;
    this.fast++;
    this.parsers.add(line.fields.parser);
    if (line.texts.srcIp.start !== line.texts.srcIp.end) this.octetParsers.add(line.fields.parser);
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
