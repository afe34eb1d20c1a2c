import { skipBlanks } from "./values/characters";
import { parseCef } from "./formats/cef";
import { parseCheckPoint } from "./formats/checkpoint";
import { parseCisco } from "./formats/cisco";
import { parseDhcpd } from "./formats/dhcpd";
import { parseFilterlog } from "./formats/filterlog";
import { parseFortinet } from "./formats/fortinet";
import { parseIvanti } from "./formats/ivanti";
import { parseJsonObject } from "./formats/json-object";
import { parseJuniper } from "./formats/juniper";
import { parseKernelKeyValue, parseKeyValue } from "./formats/key-value";
import { parseLeef } from "./formats/leef";
import { parseMeraki } from "./formats/meraki";
import { parseNamedPairs } from "./formats/named-pairs";
import { parsePaloAlto } from "./formats/paloalto";
import { parseSnmpTrap } from "./formats/snmp-trap";
import { parseSonicWall } from "./formats/sonicwall";
import { parseSophos } from "./formats/sophos";
import { parseAwsVpcFlow } from "./formats/aws-vpcflow";
import { parseBarracuda } from "./formats/barracuda";
import { parseBarracudaWaf } from "./formats/barracuda-waf";
import { parseMikroTik } from "./formats/mikrotik";
import { parseSuricataFast } from "./formats/suricata-fast";
import { parseUmbrella } from "./formats/umbrella";
import { parseWatchGuard } from "./formats/watchguard";
import { parseAccessLog } from "./formats/access-log";
import { parseOtherServer, parseServer } from "./formats/servers";
import { parseSquid } from "./formats/squid";
import { parseUnbound } from "./formats/unbound";
import { extractFields } from "./extract/extract";
import { type BodyParser, emptyMessage, type Line, type ParsedMessage } from "./line";
import { ParsedLine } from "./parsed-line";
import { DEFAULT_FACILITY, DEFAULT_SEVERITY, readPriority } from "./header/priority";
import { cutText, decodeRawLine, MAX_TEXT_LENGTH } from "./raw-line";
import { takeBodyYear } from "./header/body-year";
import { exactTime, MAX_TIME_LENGTH } from "./header/exact-time";
import { readOddHeader } from "./header/odd-header";
import type { OwnReader } from "./own-formats/format-set";
import { readRelayedHeader } from "./header/relayed-header";
import { readRfc3164Header } from "./header/rfc3164";
import { readRfc5424Header } from "./header/rfc5424";
import { readBareTag } from "./header/tag";

const BYTE_ORDER_MARK = 0xfeff;

/** Tried in this order; the first that recognises the body ends the search. A vendor's format is one more entry. */
export const BODY_PARSERS: readonly BodyParser[] = [
  parseFilterlog,
  parseDhcpd,
  parseUnbound,
  parseSnmpTrap,
  parseServer,
  parseKernelKeyValue,
  parseCef,
  parseLeef,
  parseJsonObject,
  parseJuniper,
  parseCisco,
  parsePaloAlto,
  parseMeraki,
  parseCheckPoint,
  parseFortinet,
  parseSophos,
  parseSonicWall,
  parseIvanti,
  parseSuricataFast,
  parseUmbrella,
  parseAwsVpcFlow,
  parseWatchGuard,
  parseMikroTik,
  parseBarracuda,
  parseBarracudaWaf,
  parseSquid,
  parseAccessLog,
  parseNamedPairs,
  parseKeyValue,
  parseOtherServer,
];

/** What parsing needs to know beside the bytes. */
export type MessageContext = {
  receivedAtMicros: number;
  /** The address that sent it; the message's host where the line names none. */
  sender: string;
  /** Looks at nothing: for lines that broke a parse before. */
  genericOnly?: boolean;
  /** IANA zone of times that name none; UTC where absent or unknown. */
  timeZone?: string;
  /** Formats of one's own, for lines that ours do not know; absent: there are none. */
  ownFormats?: OwnReader | undefined;
};

/**
 * Parses one syslog message into `parsed`, whatever its bytes are: it never throws, and what nothing recognises is kept
 * whole with parser "generic". Time grows linearly with the length. Priority 13 is assumed (RFC 3164 4.3.3) only where a header or
 * a body format was recognised; so facility is null exactly where nothing was.
 */
export function parseMessage(
  bytes: Uint8Array,
  context: MessageContext,
  parsed = new ParsedLine(),
): ParsedLine {
  const raw = decodeRawLine(bytes);
  const message = emptyMessage();
  const line: Line = {
    text: raw.text,
    message,
    receivedAtMicros: context.receivedAtMicros,
    timeZone: context.timeZone ?? "UTC",
    headerOffsetSeconds: null,
  };
  if (context.genericOnly === true) setContent(message, raw.text);
  else parseText(line, context);
  message.sourceHost ??= context.sender;
  parsed.show(raw, message);
  return parsed;
}

function parseText(line: Line, context: MessageContext): void {
  const { text, message } = line;
  const start = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  const priority = readPriority(text, start);
  if (priority !== null) {
    message.facility = priority.value >> 3;
    message.severity = priority.value & 7;
  }
  const contentStart = readHeader(line, priority?.end ?? start, priority !== null);
  const hasHeader = message.facility !== null || contentStart !== -1;
  const body = contentStart === -1 ? text.slice(start) : text.slice(contentStart);
  setContent(message, body);
  if (contentStart !== -1) takeBodyTime(line, contentStart, body);
  const ownStart = contentStart === -1 ? 0 : readRelayedHeader(line, contentStart) - contentStart;
  const content = body.slice(skipBlanks(body, ownStart));
  const hasContent = content !== "" || message.structuredData !== null;
  const recognised = hasContent && extractFields(content, line, isRecognised(content, line, context));
  if (hasHeader || recognised) {
    message.facility ??= DEFAULT_FACILITY;
    message.severity ??= DEFAULT_SEVERITY;
  }
}

/** What the content at `start` says of the time that the header's leaves open. */
function takeBodyTime(line: Line, start: number, body: string): void {
  takeBodyYear(line, start);
  const { message, headerOffsetSeconds: offsetSeconds } = line;
  const { eventTimeMicros } = message;
  if (eventTimeMicros === null) return;
  const head = body.slice(0, MAX_TIME_LENGTH);
  message.eventTimeMicros = exactTime(head, { eventTimeMicros, offsetSeconds }, line) ?? eventTimeMicros;
}

function isRecognised(body: string, line: Line, { ownFormats, sender }: MessageContext): boolean {
  const header = ownFormats === undefined ? undefined : { ...line.message };
  const isKnown = isOurs(body, line);
  if (ownFormats === undefined || header === undefined) return isKnown;
  return ownFormats.read({ content: body, line, sender, header, isKnown });
}

function isOurs(body: string, line: Line): boolean {
  for (const parse of BODY_PARSERS) if (parse(body, line)) return true;
  return false;
}

/** The offset of the content behind the header, or -1 where the line has neither priority nor timestamp. */
function readHeader(line: Line, start: number, hasPriority: boolean): number {
  const headerStart = hasPriority ? skipBlanks(line.text, start) : start;
  let contentStart = readRfc5424Header(line, headerStart, hasPriority);
  if (contentStart === -1) contentStart = readRfc3164Header(line, headerStart, hasPriority);
  if (contentStart === -1) contentStart = readOddHeader(line, headerStart, hasPriority);
  if (contentStart === -1 && hasPriority) contentStart = readBareTag(line, headerStart);
  return contentStart;
}

function setContent(message: ParsedMessage, content: string): void {
  message.message = content === "" ? null : cutText(content, MAX_TEXT_LENGTH);
}
