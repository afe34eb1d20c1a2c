import { setAction } from "../values/action";
import { COMMA, isDigit, skipBlanks } from "../values/characters";
import { fieldAt, textAt } from "../values/field-memo";
import {
  MAX_DIRECTION_LENGTH,
  MAX_FIELD_LENGTH,
  MAX_INTERFACE_LENGTH,
  MAX_RULE_LENGTH,
  portNumber,
} from "../values/field-text";
import { canonicalAddress } from "../values/ip-address";
import type { Line } from "../line";
import { protocolName } from "../values/protocol";
import { cutText, MAX_TEXT_LENGTH } from "../raw-line";

export const FILTERLOG = "filterlog";
/** What a recognised record is said to be. */
export const FILTERLOG_ORIGIN = { parser: "filterlog", vendor: "pfsense" };
/** Columns of a record, counted from 0. */
export const COLUMNS = { rule: 0, tracker: 3, interface: 4, reason: 5, action: 6, direction: 7, version: 8 };
/** Columns that differ between the versions; the destination and the ports follow the source. */
export const PACKET_COLUMNS = { ipv4: { protocol: 16, source: 18 }, ipv6: { protocol: 12, source: 15 } };
/** Columns that are read: rule number … destination port of IPv4. */
export const READ_COLUMNS = 22;
/** Columns up to and with the direction; a record cut before them says nothing. */
const MIN_COLUMNS = 8;
/** Without the program's name a line must have this many columns to pass for a record. */
const MIN_BARE_COLUMNS = 19;

/** Where each column starts; the entry behind the last is one past the end. Reused by every call. */
const starts = new Int32Array(READ_COLUMNS + 1);

/**
 * pfSense's and OPNsense's filterlog: one CSV record, told by the program's name or by its shape. The columns differ
 * between IPv4 and IPv6; ports follow for TCP and UDP only. A record cut short gives what it still has.
 * https://docs.netgate.com/pfsense/en/latest/monitoring/logs/raw-filter-format.html
 */
export function parseFilterlog(body: string, line: Line): boolean {
  const { message } = line;
  const start = message.app === FILTERLOG ? 0 : recordStart(body, line);
  if (start === -1) return false;
  const columns = findColumns(body, start);
  const isNamed = start > 0 || message.app === FILTERLOG;
  if (columns < (isNamed ? MIN_COLUMNS : MIN_BARE_COLUMNS) || !hasRecordShape(body, columns)) return false;
  if (start > 0) takeProgram(body, start, line);

  message.parser = FILTERLOG_ORIGIN.parser;
  message.vendor = FILTERLOG_ORIGIN.vendor;
  message.ruleId = field(body, COLUMNS.rule, MAX_RULE_LENGTH);
  message.trackerId = field(body, COLUMNS.tracker, MAX_RULE_LENGTH);
  message.interface = field(body, COLUMNS.interface, MAX_INTERFACE_LENGTH);
  message.reason = field(body, COLUMNS.reason, MAX_FIELD_LENGTH);
  setAction(message, word(body, COLUMNS.action));
  message.direction = field(body, COLUMNS.direction, MAX_DIRECTION_LENGTH);
  if (columns > COLUMNS.version) readPacket(body, columns, line);
  return true;
}

/** What follows the IP version: protocol, addresses and ports stand at other columns for each version. */
function readPacket(body: string, columns: number, { message }: Line): void {
  const version = word(body, COLUMNS.version);
  if (version !== "4" && version !== "6") return;
  const { protocol, source } = version === "4" ? PACKET_COLUMNS.ipv4 : PACKET_COLUMNS.ipv6;
  if (columns > protocol) message.protocol = protocolName(word(body, protocol));
  if (columns > source) message.srcIp = canonicalAddress(column(body, source));
  if (columns > source + 1) message.dstIp = canonicalAddress(column(body, source + 1));
  if (message.protocol !== "tcp" && message.protocol !== "udp") return;
  if (columns > source + 2) message.srcPort = port(body, source + 2);
  if (columns > source + 3) message.dstPort = port(body, source + 3);
}

/**
 * The record's offset in a line without a header: behind `filterlog[pid]:`, or 0 where a digit may start it; else -1.
 */
function recordStart(body: string, { message }: Line): number {
  if (body.startsWith(FILTERLOG)) {
    const colon = body.indexOf(":", FILTERLOG.length);
    return colon === -1 || colon > FILTERLOG.length + 16 ? -1 : skipBlanks(body, colon + 1);
  }
  return message.app === null && isDigit(body.charCodeAt(0)) ? 0 : -1;
}

function takeProgram(body: string, start: number, { message }: Line): void {
  const procid = /^\[(\d{1,10})\]/.exec(body.slice(FILTERLOG.length, start))?.[1];
  message.app = FILTERLOG;
  message.procid ??= procid ?? null;
  message.message = cutText(body.slice(start), MAX_TEXT_LENGTH);
}

function hasRecordShape(body: string, columns: number): boolean {
  if (!isDirection(word(body, COLUMNS.direction))) return false;
  if (columns === MIN_COLUMNS) return true;
  const version = word(body, COLUMNS.version);
  return version === "4" || version === "6" || version === "";
}

/** What stands in a record's direction column. */
export function isDirection(word: string): boolean {
  return word === "in" || word === "out" || word === "in/out";
}

/** Notes where the columns start, as far as they are read, and gives how many there are. */
function findColumns(body: string, start: number): number {
  let columns = 1;
  starts[0] = start;
  const length = body.length;
  let offset = start;
  for (; offset < length && columns <= READ_COLUMNS; offset++) {
    if (body.charCodeAt(offset) === COMMA) starts[columns++] = offset + 1;
  }
  if (columns > READ_COLUMNS) return READ_COLUMNS;
  starts[columns] = length + 1;
  return columns;
}

function column(body: string, index: number): string {
  return body.slice(starts[index], columnEnd(index));
}

/** A column that has the same few texts in all lines. */
function word(body: string, index: number): string {
  return textAt(body, starts[index] ?? 0, columnEnd(index));
}

function field(body: string, index: number, limit: number): string | null {
  return fieldAt(body, starts[index] ?? 0, columnEnd(index), limit);
}

function port(body: string, index: number): number | null {
  return portNumber(body, starts[index], columnEnd(index));
}

function columnEnd(index: number): number {
  return (starts[index + 1] ?? 0) - 1;
}
