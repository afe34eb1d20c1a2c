import { setAction } from "../action";
import { COMMA, isDigit, skipBlanks } from "../characters";
import { fieldAt, textAt } from "../field-memo";
import {
  MAX_DIRECTION_LENGTH,
  MAX_FIELD_LENGTH,
  MAX_INTERFACE_LENGTH,
  MAX_RULE_LENGTH,
  portNumber,
} from "../field-text";
import { canonicalAddress } from "../ip-address";
import type { Line } from "../line";
import { protocolName } from "../protocol";
import { cutText, MAX_TEXT_LENGTH } from "../raw-line";

const PROGRAM = "filterlog";
/** Columns that are read: rule number … destination port of IPv4. */
const READ_COLUMNS = 22;
/** Columns up to and with the direction; a record cut before them says nothing. */
const MIN_COLUMNS = 8;
/** Without the program's name a line must have this many columns to pass for a record (contract, 20.2). */
const MIN_BARE_COLUMNS = 19;

/** Where each column starts; the entry behind the last is one past the end. Reused by every call. */
const starts = new Int32Array(READ_COLUMNS + 1);

/**
 * pfSense's and OPNsense's filterlog: one CSV record, told by the program's name or by its shape. The columns differ between
 * IPv4 and IPv6; ports follow for TCP and UDP only. A record cut short gives what it still has.
 * https://docs.netgate.com/pfsense/en/latest/monitoring/logs/raw-filter-format.html
 */
export function parseFilterlog(body: string, line: Line): boolean {
  const { message } = line;
  const start = message.app === PROGRAM ? 0 : recordStart(body, line);
  if (start === -1) return false;
  const columns = findColumns(body, start);
  const isNamed = start > 0 || message.app === PROGRAM;
  if (columns < (isNamed ? MIN_COLUMNS : MIN_BARE_COLUMNS) || !hasRecordShape(body, columns)) return false;
  if (start > 0) takeProgram(body, start, line);

  message.parser = "filterlog";
  message.vendor = "pfsense";
  message.ruleId = field(body, 0, MAX_RULE_LENGTH);
  message.trackerId = field(body, 3, MAX_RULE_LENGTH);
  message.interface = field(body, 4, MAX_INTERFACE_LENGTH);
  message.reason = field(body, 5, MAX_FIELD_LENGTH);
  setAction(message, word(body, 6));
  message.direction = field(body, 7, MAX_DIRECTION_LENGTH);
  if (columns > 8) readPacket(body, columns, line);
  return true;
}

/** What follows the IP version: protocol, addresses and ports stand at other columns for each version. */
function readPacket(body: string, columns: number, { message }: Line): void {
  const version = word(body, 8);
  const isIpv6 = version === "6";
  if (!isIpv6 && version !== "4") return;
  const protocolColumn = isIpv6 ? 12 : 16;
  const sourceColumn = isIpv6 ? 15 : 18;
  if (columns > protocolColumn) message.protocol = protocolName(word(body, protocolColumn));
  if (columns > sourceColumn) message.srcIp = canonicalAddress(column(body, sourceColumn));
  if (columns > sourceColumn + 1) message.dstIp = canonicalAddress(column(body, sourceColumn + 1));
  if (message.protocol !== "tcp" && message.protocol !== "udp") return;
  if (columns > sourceColumn + 2) message.srcPort = port(body, sourceColumn + 2);
  if (columns > sourceColumn + 3) message.dstPort = port(body, sourceColumn + 3);
}

/** The record's offset in a line without a header: behind `filterlog[pid]:`, or 0 where a digit may start it; else -1. */
function recordStart(body: string, { message }: Line): number {
  if (body.startsWith(PROGRAM)) {
    const colon = body.indexOf(":", PROGRAM.length);
    return colon === -1 || colon > PROGRAM.length + 16 ? -1 : skipBlanks(body, colon + 1);
  }
  return message.app === null && isDigit(body.charCodeAt(0)) ? 0 : -1;
}

function takeProgram(body: string, start: number, { message }: Line): void {
  const procid = /^\[(\d{1,10})\]/.exec(body.slice(PROGRAM.length, start))?.[1];
  message.app = PROGRAM;
  message.procid ??= procid ?? null;
  message.message = cutText(body.slice(start), MAX_TEXT_LENGTH);
}

function hasRecordShape(body: string, columns: number): boolean {
  const direction = word(body, 7);
  if (direction !== "in" && direction !== "out" && direction !== "in/out") return false;
  if (columns === MIN_COLUMNS) return true;
  const version = word(body, 8);
  return version === "4" || version === "6" || version === "";
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
