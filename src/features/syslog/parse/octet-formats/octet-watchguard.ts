import { type ByteRange, textOf } from "../../event/byte-range";
import type { Body } from "../fast/body-tests";
import { MARKS } from "../fast/marks";
import {
  ACTIONS,
  MAX_PROGRAM,
  MAX_WORDS,
  MESSAGE_ID_MARK,
  takeProgram,
  WATCHGUARD_KEYS,
} from "../formats/watchguard";
import type { AskedLine, ParsedMessage } from "../line";
import { countIn } from "../octets/octet-fields";
import { copyRange, NO_RANGE, setRange } from "../octets/octet-range";
import { indexIn, lastIndexIn } from "../octets/octet-search";
import { fieldIn, isDottedQuad, octetTexts, portIn, wordIn } from "../octets/octet-texts";
import { takeTranslation } from "../octets/octet-translation";
import { keyHash, OctetValues } from "../octets/octet-values";
import { setAction } from "../values/action";
import {
  BLANK,
  CLOSE_PARENTHESIS,
  COLON,
  EQUALS,
  isKeyCharacter,
  isLetter,
  OPEN_PARENTHESIS,
  QUOTE,
  SLASH,
} from "../values/characters";
import { fieldText, MAX_FIELD_LENGTH, MAX_INTERFACE_LENGTH, MAX_RULE_LENGTH } from "../values/field-text";
import { sum } from "../values/fields";
import { protocolName } from "../values/protocol";

/** The first word that may be an address: action and interfaces stand before it. */
const FIRST_END = 3;
/** Where the protocol stands if no word looks like one. */
const PROTOCOL = 4;

const values = new OctetValues(WATCHGUARD_KEYS, []);
/** Behind the message's number. */
const words: readonly ByteRange[] = Array.from({ length: MAX_WORDS }, () => ({ start: 0, end: 0 }));
const word = { start: 0, end: 0 };

/** As `parseWatchGuard`, of flows whose ends are addresses of version 4. */
export function readWatchGuardOctets({ line, start, marks }: Body, asked: AskedLine): true | null {
  const mark = (marks & MARKS.tab) === 0 ? indexIn(line, MESSAGE_ID_MARK, start) : -1;
  if (mark === -1) return null;
  const id = mark + MESSAGE_ID_MARK.length;
  const idEnd = indexIn(line, '"', id);
  const count = idEnd === -1 ? 0 : findWords(line, idEnd + 1);
  const action = wordIn(line, wordAt(0, count));
  if (!ACTIONS.has(action)) return null;
  const source = findSource(line, count);
  if (source === -1 || !isAddress(line, wordAt(source + 1, count)) || !readValues(line, start)) return null;

  const { message } = asked;
  message.parser = "watchguard";
  message.vendor = "watchguard";
  message.msgid ??= fieldText(wordIn(line, { start: id, end: idEnd }));
  if (message.app === null) takeProgram(textOf(line, Math.max(start, mark - MAX_PROGRAM), mark), message);
  setAction(message, action);
  message.interface = fieldIn(line, wordAt(1, count), MAX_INTERFACE_LENGTH, octetTexts.interface);
  message.interfaceOut = fieldText(wordIn(line, wordAt(2, count)), MAX_INTERFACE_LENGTH);
  message.protocol = protocolName(wordIn(line, protocolAmong(line, source, count)));
  copyRange(wordAt(source, count), octetTexts.srcIp);
  copyRange(wordAt(source + 1, count), octetTexts.dstIp);
  // ICMP has its type and code in the place of ports.
  const hasPorts = message.protocol?.endsWith("icmp") !== true;
  message.srcPort = hasPorts ? portIn(line, wordAt(source + 2, count)) : null;
  message.dstPort = message.srcPort === null ? null : portIn(line, wordAt(source + 3, count));
  takePolicy(line, start, message);
  takeValues(line, message);
  return true;
}

/** As `split(/ +/, MAX_WORDS)`, but for an empty word at the end. */
function findWords(line: Uint8Array, start: number): number {
  let count = 0;
  let offset = start;
  while (count < MAX_WORDS) {
    while (line[offset] === BLANK) offset++;
    const range = words[count];
    if (offset >= line.length || range === undefined) break;
    const first = offset;
    while (offset < line.length && line[offset] !== BLANK) offset++;
    setRange(range, first, offset);
    count++;
  }
  return count;
}

function wordAt(index: number, count: number): ByteRange {
  return (index < count ? words[index] : undefined) ?? NO_RANGE;
}

function isAddress(line: Uint8Array, { start, end }: ByteRange): boolean {
  return isDottedQuad(line, start, end);
}

/** The word that is the first address, or -1 where one of version 6 may be before it. */
function findSource(line: Uint8Array, count: number): number {
  for (let index = FIRST_END; index < count; index++) {
    const range = wordAt(index, count);
    if (isAddress(line, range)) return index;
    for (let offset = range.start; offset < range.end; offset++) if (line[offset] === COLON) return -1;
  }
  return -1;
}

/** Packets have their length before the protocol, and two more numbers behind it. */
function protocolAmong(line: Uint8Array, source: number, count: number): ByteRange {
  let found = wordAt(PROTOCOL, count);
  for (let index = FIRST_END; index < source; index++) {
    const range = wordAt(index, count);
    if (!isLetter(line[range.start] ?? 0)) continue;
    found = range;
    break;
  }
  let end = found.start;
  while (end < found.end && line[end] !== SLASH) end++;
  setRange(word, found.start, end);
  return word;
}

/** Notes what stands behind ` key="`; false where such a value is empty, has blanks around it, or does not end. */
function readValues(line: Uint8Array, start: number): boolean {
  values.clear();
  for (let quote = start + 1; quote < line.length; quote++) {
    if (line[quote] !== QUOTE || line[quote - 1] !== EQUALS) continue;
    const keyEnd = quote - 1;
    let keyStart = keyEnd;
    while (keyStart > start && isKeyCharacter(line[keyStart - 1] ?? 0)) keyStart--;
    if (keyStart === start || line[keyStart - 1] !== BLANK) continue;
    const slot = values.slotOf(line, keyStart, keyEnd, keyHash(line, keyStart, keyEnd));
    if (slot === -1) continue;
    const end = indexIn(line, '"', quote + 1);
    if (end <= quote + 1 || line[quote + 1] === BLANK || line[end - 1] === BLANK) return false;
    values.put(slot, quote + 1, end);
  }
  return true;
}

/** The policy in the last round brackets. */
function takePolicy(line: Uint8Array, start: number, message: ParsedMessage): void {
  const open = lastIndexIn(line, OPEN_PARENTHESIS, start);
  if (open === -1) return;
  const close = line.indexOf(CLOSE_PARENTHESIS, open);
  if (close === -1) return;
  setRange(word, open + 1, close);
  message.ruleId = fieldIn(line, word, MAX_RULE_LENGTH, octetTexts.ruleId);
}

function takeValues(line: Uint8Array, message: ParsedMessage): void {
  const { fields } = values;
  message.reason = fieldIn(line, fields.reason, MAX_FIELD_LENGTH, octetTexts.reason);
  message.bytes = sum(countIn(line, fields.bytesSent), countIn(line, fields.bytesReceived));
  message.packets = sum(countIn(line, fields.packetsSent), countIn(line, fields.packetsReceived));
  takeTranslation(
    line,
    { ip: fields.natSrcIp, port: fields.natSrcPort },
    { ip: fields.natDstIp, port: fields.natDstPort },
    message,
  );
}
