import { type LineText, textOf } from "../../event/byte-range";
import type { ParsedMessage } from "../line";
import type { LineTexts } from "../parsed-line";
import { setAction } from "../values/action";
import { BLANK, COMMA, DASH, decimalIn, TILDE } from "../values/characters";
import { MAX_WORD_LENGTH, textOfBytes } from "../values/field-memo";
import { MAX_PORT, MAX_PORT_DIGITS } from "../values/field-text";
import { canonicalAddress } from "../values/ip-address";
import { protocolName } from "../values/protocol";
import { isDottedQuad } from "../octets/octet-texts";
import { COLUMNS, isDirection, PACKET_COLUMNS, READ_COLUMNS } from "../formats/filterlog";

const VERSION_4 = 0x34;
const VERSION_6 = 0x36;

/** What a record says goes there. */
export type FilterlogRecord = { fields: ParsedMessage; texts: LineTexts };

/** Where each column starts; the entry behind the last is one past the end. Reused by every call. */
const starts = new Int32Array(READ_COLUMNS + 1);

/**
 * As `parseFilterlog`, of a record that ends a line of the program filterlog. Sets every field and text that a record
 * has; those mostly stored as they stand in the line stay there. False, with some set all the same, for a record that
 * is not whole, not as usual or not printable ASCII throughout: `parseFilterlog` takes it.
 */
export function readFilterlogBytes(line: Uint8Array, start: number, record: FilterlogRecord): boolean {
  const columns = findColumns(line, start);
  const version = columns > COLUMNS.version ? line[starts[COLUMNS.version] ?? 0] : 0;
  if (columnWidth(COLUMNS.version) !== 1 || (version !== VERSION_4 && version !== VERSION_6)) return false;
  const { protocol, source } = version === VERSION_4 ? PACKET_COLUMNS.ipv4 : PACKET_COLUMNS.ipv6;
  const { fields, texts } = record;
  if (columns < source + 2 || !readWords(line, texts) || !readMeanings(line, protocol, fields)) return false;
  readAddress(line, source, texts.srcIp);
  readAddress(line, source + 1, texts.dstIp);
  const hasPorts = fields.protocol === "tcp" || fields.protocol === "udp";
  fields.srcPort = hasPorts && columns > source + 2 ? readPort(line, source + 2) : null;
  fields.dstPort = hasPorts && columns > source + 3 ? readPort(line, source + 3) : null;
  setRange(texts.message, start, line.length);
  return true;
}

function setRange(text: LineText, start: number, end: number): void {
  text.text = null;
  text.start = start;
  text.end = end;
}

function readWords(line: Uint8Array, texts: LineTexts): boolean {
  return (
    readWord(line, COLUMNS.rule, texts.ruleId) &&
    readWord(line, COLUMNS.tracker, texts.trackerId) &&
    readWord(line, COLUMNS.interface, texts.interface) &&
    readWord(line, COLUMNS.reason, texts.reason) &&
    readWord(line, COLUMNS.direction, texts.direction) &&
    isDirection(textIn(line, COLUMNS.direction))
  );
}

/** False for a word that `fieldText` might change or leave out. */
function readWord(line: Uint8Array, column: number, word: LineText): boolean {
  const start = starts[column] ?? 0;
  const end = columnEnd(column);
  setRange(word, start, end);
  if (start === end) return true;
  if (end - start === 1 && line[start] === DASH) return false;
  return end - start <= MAX_WORD_LENGTH && line[start] !== BLANK && line[end - 1] !== BLANK;
}

/** The columns of which not the text is stored but what it means. */
function readMeanings(line: Uint8Array, protocol: number, fields: ParsedMessage): boolean {
  if (columnWidth(COLUMNS.action) > MAX_WORD_LENGTH || columnWidth(protocol) > MAX_WORD_LENGTH) return false;
  fields.action = fields.actionRaw = fields.verdict = null;
  setAction(fields, textIn(line, COLUMNS.action));
  fields.protocol = protocolName(textIn(line, protocol));
  return true;
}

function textIn(line: Uint8Array, column: number): string {
  return textOfBytes(line, starts[column] ?? 0, columnEnd(column));
}

/** An address of version 4 stays in the line. */
function readAddress(line: Uint8Array, column: number, address: LineText): void {
  setRange(address, starts[column] ?? 0, columnEnd(column));
  if (isDottedQuad(line, address.start, address.end)) return;
  address.text = canonicalAddress(textOf(line, address.start, address.end));
  address.end = address.start;
}

function readPort(line: Uint8Array, column: number): number | null {
  const value =
    columnWidth(column) > MAX_PORT_DIGITS ? -1 : decimalIn(line, starts[column] ?? 0, columnEnd(column));
  return value >= 0 && value <= MAX_PORT ? value : null;
}

/**
 * Notes where the columns start, as far as they are read, and gives how many there are; 0 where what stands there is
 * not printable ASCII throughout.
 */
function findColumns(line: Uint8Array, start: number): number {
  let columns = 1;
  starts[0] = start;
  for (let offset = start; offset < line.length; offset++) {
    const code = line[offset] ?? 0;
    if (code < BLANK || code > TILDE) return 0;
    if (code === COMMA && columns <= READ_COLUMNS) starts[columns++] = offset + 1;
  }
  if (columns > READ_COLUMNS) return READ_COLUMNS;
  starts[columns] = line.length + 1;
  return columns;
}

function columnEnd(column: number): number {
  return (starts[column + 1] ?? 0) - 1;
}

function columnWidth(column: number): number {
  return columnEnd(column) - (starts[column] ?? 0);
}
