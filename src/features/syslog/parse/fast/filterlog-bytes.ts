import type { ParsedMessage } from "../../event/columns";
import { type ByteRange, textOf } from "../../event/byte-range";
import { setAction } from "../values/action";
import { BLANK, COMMA, DASH, decimalIn, DOT, isDigit } from "../values/characters";
import { MAX_WORD_LENGTH, textOfOctets } from "../values/field-memo";
import { MAX_PORT, MAX_PORT_DIGITS } from "../values/field-text";
import { canonicalAddress } from "../values/ip-address";
import { protocolName } from "../values/protocol";
import { COLUMNS, isDirection, PACKET_COLUMNS, READ_COLUMNS } from "../formats/filterlog";

const VERSION_4 = 0x34;
const VERSION_6 = 0x36;

/** Fields that are mostly stored as they stand in the line. */
export type PlainField = "ruleId" | "trackerId" | "interface" | "reason" | "direction" | "srcIp" | "dstIp";

/** What a record says. Of the plain fields the message has none whose range is not empty: it stays in the line. */
export type FilterlogRecord = { message: ParsedMessage; ranges: Readonly<Record<PlainField, ByteRange>> };

export function emptyRanges(): FilterlogRecord["ranges"] {
  const empty = () => ({ start: 0, end: 0 });
  return {
    ruleId: empty(),
    trackerId: empty(),
    interface: empty(),
    reason: empty(),
    direction: empty(),
    srcIp: empty(),
    dstIp: empty(),
  };
}

/** Where each column starts; the entry behind the last is one past the end. Reused by every call. */
const starts = new Int32Array(READ_COLUMNS + 1);

/**
 * As `parseFilterlog`, of a record that ends a line of printable ASCII of the program filterlog. Sets every field of
 * the message that a record has. False, with fields set all the same, for a record that is not whole or not as usual:
 * `parseFilterlog` takes it.
 */
export function readFilterlogOctets(line: Uint8Array, start: number, record: FilterlogRecord): boolean {
  const columns = findColumns(line, start);
  const version = columns > COLUMNS.version ? line[starts[COLUMNS.version] ?? 0] : 0;
  if (columnWidth(COLUMNS.version) !== 1 || (version !== VERSION_4 && version !== VERSION_6)) return false;
  const { protocol, source } = version === VERSION_4 ? PACKET_COLUMNS.ipv4 : PACKET_COLUMNS.ipv6;
  const { message, ranges } = record;
  if (columns < source + 2 || !readWords(line, record) || !readMeanings(line, protocol, message))
    return false;
  message.srcIp = readAddress(line, source, ranges.srcIp);
  message.dstIp = readAddress(line, source + 1, ranges.dstIp);
  const hasPorts = message.protocol === "tcp" || message.protocol === "udp";
  message.srcPort = hasPorts && columns > source + 2 ? readPort(line, source + 2) : null;
  message.dstPort = hasPorts && columns > source + 3 ? readPort(line, source + 3) : null;
  return true;
}

function readWords(line: Uint8Array, { ranges }: FilterlogRecord): boolean {
  return (
    readWord(line, COLUMNS.rule, ranges.ruleId) &&
    readWord(line, COLUMNS.tracker, ranges.trackerId) &&
    readWord(line, COLUMNS.interface, ranges.interface) &&
    readWord(line, COLUMNS.reason, ranges.reason) &&
    readWord(line, COLUMNS.direction, ranges.direction) &&
    isDirection(textIn(line, COLUMNS.direction))
  );
}

/** False for a word that `fieldText` might change or leave out. */
function readWord(line: Uint8Array, column: number, range: ByteRange): boolean {
  range.start = starts[column] ?? 0;
  range.end = columnEnd(column);
  const length = range.end - range.start;
  if (length === 0) return true;
  if (length === 1 && line[range.start] === DASH) return false;
  return length <= MAX_WORD_LENGTH && line[range.start] !== BLANK && line[range.end - 1] !== BLANK;
}

/** The columns of which not the text is stored but what it means. */
function readMeanings(line: Uint8Array, protocol: number, message: ParsedMessage): boolean {
  if (columnWidth(COLUMNS.action) > MAX_WORD_LENGTH || columnWidth(protocol) > MAX_WORD_LENGTH) return false;
  message.action = message.actionRaw = message.verdict = null;
  setAction(message, textIn(line, COLUMNS.action));
  message.protocol = protocolName(textIn(line, protocol));
  return true;
}

function textIn(line: Uint8Array, column: number): string {
  return textOfOctets(line, starts[column] ?? 0, columnEnd(column));
}

/** Null where the address stays in the line, and where there is none. */
function readAddress(line: Uint8Array, column: number, range: ByteRange): string | null {
  range.start = starts[column] ?? 0;
  range.end = columnEnd(column);
  if (isDottedQuad(line, range)) return null;
  const address = canonicalAddress(textOf(line, range.start, range.end));
  range.end = range.start;
  return address;
}

/** Four numbers up to 255 without leading zeros. */
function isDottedQuad(line: Uint8Array, { start, end }: ByteRange): boolean {
  let numbers = 0;
  let value = -1;
  for (let offset = start; offset < end; offset++) {
    const code = line[offset] ?? 0;
    if (code === DOT) {
      if (value < 0) return false;
      numbers++;
      value = -1;
    } else if (isDigit(code) && value !== 0) {
      value = (value < 0 ? 0 : value * 10) + code - 0x30;
      if (value > 255) return false;
    } else {
      return false;
    }
  }
  return numbers === 3 && value >= 0;
}

function readPort(line: Uint8Array, column: number): number | null {
  const value =
    columnWidth(column) > MAX_PORT_DIGITS ? -1 : decimalIn(line, starts[column] ?? 0, columnEnd(column));
  return value >= 0 && value <= MAX_PORT ? value : null;
}

/** Notes where the columns start, as far as they are read, and gives how many there are. */
function findColumns(line: Uint8Array, start: number): number {
  let columns = 1;
  starts[0] = start;
  for (let offset = start; offset < line.length; offset++) {
    if (line[offset] !== COMMA) continue;
    starts[columns] = offset + 1;
    if (columns === READ_COLUMNS) return READ_COLUMNS;
    columns++;
  }
  starts[columns] = line.length + 1;
  return columns;
}

function columnEnd(column: number): number {
  return (starts[column + 1] ?? 0) - 1;
}

function columnWidth(column: number): number {
  return columnEnd(column) - (starts[column] ?? 0);
}
