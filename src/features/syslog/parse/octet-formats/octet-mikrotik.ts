import { textOf } from "../../event/byte-range";
import type { Body } from "../fast/body-tests";
import { MARKS } from "../fast/marks";
import { readLogPrefix } from "../formats/log-prefix";
import { ARROW, CHAIN_MARK, OUTBOUND } from "../formats/mikrotik";
import type { AskedLine, ParsedMessage } from "../line";
import { copyRange, setRange } from "../octets/octet-range";
import { indexIn, isAt } from "../octets/octet-search";
import { fieldIn, isDottedQuad, octetTexts, portIn, wordIn } from "../octets/octet-texts";
import { takeTranslation, type TranslatedEnd } from "../octets/octet-translation";
import {
  BLANK,
  CLOSE_PARENTHESIS,
  COLON,
  COMMA,
  DASH,
  DOT,
  isDigit,
  OPEN_PARENTHESIS,
} from "../values/characters";
import { fieldText, MAX_INTERFACE_LENGTH } from "../values/field-text";
import { protocolName } from "../values/protocol";

const IN = "in:";
const OUT = " out:";
const PROTOCOL = " proto ";
const NAT = ", NAT ";

type End = TranslatedEnd;
const emptyEnd = (): End => ({ ip: { start: 0, end: 0 }, port: { start: 0, end: 0 } });
const source = emptyEnd();
const destination = emptyEnd();
const before = emptyEnd();
const translated = emptyEnd();
const NO_END = emptyEnd();
const word = { start: 0, end: 0 };

/** As `parseMikroTik`, of packets whose ends are addresses of version 4. */
export function readMikroTikOctets({ line, start, marks }: Body, asked: AskedLine): true | null {
  const mark = (marks & MARKS.tab) === 0 ? indexIn(line, CHAIN_MARK, start) : -1;
  if (mark === -1) return null;
  const keys = mark + ": ".length;
  const out = indexIn(line, OUT, mark);
  const proto = indexIn(line, PROTOCOL, mark);
  if (out === -1 || proto === -1) return null;
  const protocol = proto + PROTOCOL.length;
  const protocolEnd = wordBreak(line, protocol);
  if (!readFlow(line, endsStart(line, protocolEnd), source, destination)) return null;
  const nat = indexIn(line, NAT, keys);
  const open = nat === -1 ? -1 : line.indexOf(OPEN_PARENTHESIS, nat);
  if (open !== -1 && !readFlow(line, open + 1, before, translated)) return null;

  const { message } = asked;
  const chain = chainStart(line, start, mark);
  message.parser = "mikrotik";
  if (chain > start) readLogPrefix(textOf(line, start, chain), message);
  message.vendor = "mikrotik";
  takeInterfaces(line, keys + IN.length, out + OUT.length, message);
  message.direction = OUTBOUND.has(wordIn(line, { start: chain, end: mark })) ? "out" : "in";
  message.protocol = protocolName(wordIn(line, { start: protocol, end: protocolEnd }));
  copyRange(source.ip, octetTexts.srcIp);
  copyRange(destination.ip, octetTexts.dstIp);
  message.srcPort = portIn(line, source.port);
  message.dstPort = portIn(line, destination.port);
  if (open !== -1) {
    const isSource = open === nat + NAT.length;
    takeTranslation(line, isSource ? translated : NO_END, isSource ? NO_END : translated, message);
  }
  return true;
}

function chainStart(line: Uint8Array, start: number, mark: number): number {
  let offset = mark;
  while (offset > start && line[offset - 1] !== BLANK) offset--;
  return offset;
}

/** The name up to a blank or comma; RouterOS writes `(unknown 0)` for none. */
// oxlint-disable-next-line max-params -- it runs for every line
function takeInterfaces(line: Uint8Array, incoming: number, outgoing: number, message: ParsedMessage): void {
  const { interface: kept } = octetTexts;
  setRange(word, outgoing, wordBreak(line, outgoing));
  message.interfaceOut =
    line[outgoing] === OPEN_PARENTHESIS ? null : fieldText(wordIn(line, word), MAX_INTERFACE_LENGTH);
  setRange(word, incoming, line[incoming] === OPEN_PARENTHESIS ? incoming : wordBreak(line, incoming));
  message.interface = fieldIn(line, word, MAX_INTERFACE_LENGTH, kept);
  if (kept.start === kept.end) message.interface ??= message.interfaceOut;
}

function wordBreak(line: Uint8Array, start: number): number {
  let end = start;
  while (end < line.length && line[end] !== BLANK && line[end] !== COMMA) end++;
  return end;
}

/** Behind the protocol and its bracket, `TCP (SYN), ` or `ICMP (type 8, code 0), `; the end where nothing is behind. */
function endsStart(line: Uint8Array, protocolEnd: number): number {
  let close = protocolEnd;
  if (isAt(line, protocolEnd, " (")) {
    close = line.indexOf(CLOSE_PARENTHESIS, protocolEnd);
    if (close === -1) return line.length;
  }
  const comma = indexIn(line, ", ", close);
  return comma === -1 ? line.length : comma + ", ".length;
}

/** Reads `192.0.2.1:1234->198.51.100.2:80`; false where another text stands there. */
// oxlint-disable-next-line max-params -- it runs for every line
function readFlow(line: Uint8Array, start: number, from: End, to: End): boolean {
  const arrow = readEnd(line, start, from);
  return arrow !== -1 && isAt(line, arrow, ARROW) && readEnd(line, arrow + ARROW.length, to) !== -1;
}

/** The offset behind an address of version 4 and its port, if it has one; -1 where more may belong to it. */
function readEnd(line: Uint8Array, start: number, { ip, port }: End): number {
  let end = start;
  while (isDigit(line[end] ?? 0) || line[end] === DOT) end++;
  if (!isDottedQuad(line, start, end)) return -1;
  setRange(ip, start, end);
  setRange(port, end, end);
  if (line[end] === COLON) {
    const first = end + 1;
    end = first;
    while (isDigit(line[end] ?? 0)) end++;
    if (end === first) return -1;
    setRange(port, first, end);
  }
  const behind = line[end];
  const isOver = behind === undefined || behind === COMMA || behind === DASH || behind === CLOSE_PARENTHESIS;
  return isOver && !isAt(line, end, ", port ") ? end : -1;
}
