import type { FirewallEventRead } from "../../event/models";
import type { LineText } from "../../event/byte-range";
import { LIST_FIELDS } from "../../event/columns";
import { ByteWriter } from "../../parquet/byte-writer";
import { BACKSLASH, BLANK, QUOTE } from "../../parse/values/characters";
import type { Arrival } from "../../event/arrival";
import type { ParsedLine } from "../../parse/parsed-line";
import { toInstant } from "../../event/instant";

/** What stands before the value of a field, and a field without one. */
type Field = { key: Uint8Array; none: Uint8Array };

const encoder = new TextEncoder();

const ZERO = 0x30;
const ASCII = 0x80;
/** Whole numbers are written in parts of so many digits, which fit 32 bits. */
const PART_DIGITS = 9;
const PART = 10 ** PART_DIGITS;
/** Memory that a chunk of the shortest lines took is not kept. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;
const MICROS_PER_SECOND = 1_000_000;
const MICROS_PER_MILLISECOND = 1000;
const FRACTION_DIGITS = 3;
/** `2026-11-22T10:50:00.`, behind which the fraction and a Z stand. */
const SECOND_LENGTH = 20;
const BEGINNING = "{";

/**
 * Writes events as JSON in UTF-8, as `JSON.stringify` writes what `toFirewallEvent` gives; where the line's texts
 * stand in its bytes, in three fifths of the time (1.35 µs for 930 bytes), as no text is made of them. Its memory serves one chunk after the
 * other.
 */
export class EventJson {
  #out = new ByteWriter();
  #collector = "";
  readonly #received = new SecondCache();
  readonly #sent = new SecondCache();

  /** Forgets what was written; what follows is of this collector. */
  begin(collector: string): void {
    if (this.#out.length > MAX_KEPT_BYTES) this.#out = new ByteWriter();
    this.#out.clear();
    this.#collector = collector;
  }

  /** Bytes so far. */
  get length(): number {
    return this.#out.length;
  }

  /** What was written, in memory of its own. */
  copy(): Uint8Array<ArrayBuffer> {
    return this.#out.copy();
  }

  write(arrival: Arrival, line: ParsedLine): void {
    const { bytes, fields, texts } = line;
    this.#number(FIELDS.id, arrival.id);
    this.#instant(FIELDS.received_at, arrival.receivedAtMicros, this.#received);
    this.#instant(FIELDS.event_time, fields.eventTimeMicros, this.#sent);
    this.#text(FIELDS.source_host, fields.sourceHost);
    this.#part(FIELDS.src_ip, bytes, texts.srcIp);
    this.#part(FIELDS.dst_ip, bytes, texts.dstIp);
    this.#number(FIELDS.src_port, fields.srcPort);
    this.#number(FIELDS.dst_port, fields.dstPort);
    this.#text(FIELDS.protocol, fields.protocol);
    this.#text(FIELDS.action, fields.action);
    this.#part(FIELDS.interface, bytes, texts.interface);
    this.#part(FIELDS.direction, bytes, texts.direction);
    this.#part(FIELDS.rule_id, bytes, texts.ruleId);
    this.#part(FIELDS.tracker_id, bytes, texts.trackerId);
    this.#part(FIELDS.reason, bytes, texts.reason);
    this.#line(line);
    this.#text(FIELDS.collector, this.#collector);
    this.#text(FIELDS.sender, arrival.sender);
    this.#text(FIELDS.transport, arrival.transport);
    this.#number(FIELDS.facility, fields.facility);
    this.#number(FIELDS.severity, fields.severity);
    this.#text(FIELDS.app, fields.app);
    this.#text(FIELDS.verdict, fields.verdict);
    this.#text(FIELDS.vendor, fields.vendor);
    this.#flag(FIELDS.truncated, arrival.truncated);
    this.#text(FIELDS.nat_src_ip, fields.natSrcIp);
    this.#text(FIELDS.nat_dst_ip, fields.natDstIp);
    this.#number(FIELDS.nat_src_port, fields.natSrcPort);
    this.#number(FIELDS.nat_dst_port, fields.natDstPort);
    this.#text(FIELDS.interface_out, fields.interfaceOut);
    this.#number(FIELDS.bytes, fields.bytes);
    this.#number(FIELDS.packets, fields.packets);
    this.#text(FIELDS.procid, fields.procid);
    this.#text(FIELDS.msgid, fields.msgid);
    this.#text(FIELDS.structured_data, fields.structuredData);
    this.#text(FIELDS.parser, fields.parser);
    this.#bytes(END);
  }

  #bytes(bytes: Uint8Array): void {
    this.#out.part(bytes, { start: 0, end: bytes.length });
  }

  #flag({ key }: Field, value: boolean): void {
    this.#bytes(key);
    this.#bytes(value ? TRUE : FALSE);
  }

  #number({ key, none }: Field, value: number | null): void {
    if (value === null) return this.#bytes(none);
    this.#bytes(key);
    if (!Number.isInteger(value) || value < 0) this.#out.text(String(value));
    else this.#digits(value);
  }

  #digits(value: number): void {
    let low = value;
    if (value >= PART) {
      const high = Math.floor(value / PART);
      this.#digits(high);
      low = value - high * PART;
    }
    this.#decimal(low, value >= PART ? PART_DIGITS : digitsOf(value));
  }

  #decimal(value: number, digits: number): void {
    const out = this.#out;
    const bytes = out.reserve(digits);
    const start = out.length;
    let rest = value;
    for (let at = start + digits - 1; at >= start; at--) {
      const next = Math.floor(rest / 10);
      bytes[at] = ZERO + rest - next * 10;
      rest = next;
    }
    out.advanceTo(start + digits);
  }

  #instant({ key, none }: Field, micros: number | null, cache: SecondCache): void {
    if (micros === null) return this.#bytes(none);
    const second = Math.floor(micros / MICROS_PER_SECOND);
    this.#bytes(key);
    this.#bytes(cache.bytesOf(second));
    const rest = micros - second * MICROS_PER_SECOND;
    this.#decimal(Math.floor(rest / MICROS_PER_MILLISECOND), FRACTION_DIGITS);
    this.#bytes(END_OF_INSTANT);
  }

  #text({ key, none }: Field, text: string | null): void {
    if (text === null || text === "") return this.#bytes(none);
    this.#bytes(key);
    const out = this.#out;
    const bytes = out.reserve(text.length + 2);
    let at = out.length;
    bytes[at++] = QUOTE;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code < BLANK || code >= ASCII || code === QUOTE || code === BACKSLASH) {
        out.text(JSON.stringify(text));
        return;
      }
      bytes[at++] = code;
    }
    bytes[at++] = QUOTE;
    out.advanceTo(at);
  }

  /** A field whose text may stand in the line instead, which is printable then. */
  #part(field: Field, bytes: Uint8Array, text: LineText): void {
    if (text.start === text.end) return this.#text(field, text.text);
    this.#bytes(field.key);
    this.#quoted(bytes, text.start, text.end);
  }

  #line(line: ParsedLine): void {
    this.#bytes(FIELDS.raw_log.key);
    if (!this.#quoted(line.bytes, 0, line.bytes.length)) this.#out.text(JSON.stringify(line.rawLog));
  }

  /** A text in UTF-8; false, with nothing written, where there are control characters in it. */
  #quoted(utf8: Uint8Array, start: number, end: number): boolean {
    const out = this.#out;
    const bytes = out.reserve((end - start) * 2 + 2);
    let at = out.length;
    bytes[at++] = QUOTE;
    for (let index = start; index < end; index++) {
      const code = utf8[index] ?? 0;
      if (code < BLANK) return false;
      if (code === QUOTE || code === BACKSLASH) bytes[at++] = BACKSLASH;
      bytes[at++] = code;
    }
    bytes[at++] = QUOTE;
    out.advanceTo(at);
    return true;
  }
}

/** The beginning of the text of an instant, which many instants share. */
class SecondCache {
  #second = NaN;
  #bytes: Uint8Array = new Uint8Array();

  bytesOf(second: number): Uint8Array {
    if (second !== this.#second) {
      this.#second = second;
      this.#bytes = encoder.encode(`"${toInstant(second * MICROS_PER_SECOND).slice(0, SECOND_LENGTH)}`);
    }
    return this.#bytes;
  }
}

const FIELDS = listFields();
const TRUE = encoder.encode("true");
const FALSE = encoder.encode("false");
const END_OF_INSTANT = encoder.encode('Z"');
const END = encoder.encode("}");

function listFields(): Readonly<Record<keyof FirewallEventRead, Field>>;
function listFields(): Readonly<Record<string, Field>> {
  return Object.fromEntries(
    [...LIST_FIELDS, "collector"].map((name) => {
      const key = `${name === "id" ? BEGINNING : ","}"${name}":`;
      return [name, { key: encoder.encode(key), none: encoder.encode(`${key}null`) }];
    }),
  );
}

function digitsOf(value: number): number {
  let digits = 1;
  for (let rest = value; rest >= 10; rest = Math.floor(rest / 10)) digits++;
  return digits;
}
