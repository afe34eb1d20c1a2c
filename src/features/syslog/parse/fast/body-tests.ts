import { MAX_BEHIND_OBJECT } from "../formats/json-object";
import { FILTER_MARK } from "../formats/juniper";
import { isAt } from "../octets/octet-search";
import {
  APOSTROPHE,
  BAR,
  BLANK,
  CLOSE_BRACE,
  COLON,
  COMMA,
  DOT,
  isDigit,
  isLetter,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  PERCENT,
  QUOTE,
} from "../values/characters";
import { MARKS } from "./marks";
import { isHexadecimal } from "./octet-marks";

/** A body in its line, and what is known of it before anyone reads it. */
export type Body = {
  line: Uint8Array;
  /** Where it begins, without the blanks in front; it ends with the line. */
  start: number;
  /** As `marksIn` has them. */
  marks: number;
  /** Parsers that know lines by the program. */
  programs: number;
  /** The header names no program. */
  isNameless: boolean;
};

const LETTER_F = 0x66;
const LETTER_P = 0x70;
const LETTER_T = 0x74;
const HASH = 0x23;
const LESS_THAN = 0x3c;
const MAX_CARD_LENGTH = 20;
/** Of the times of Meraki and Squid. */
const MIN_EPOCH_LENGTH = 10;
const MAX_EPOCH_LENGTH = 20;

/** Whether the body begins with this, in ASCII. */
export function beginsWith({ line, start }: Body, text: string): boolean {
  return isAt(line, start, text);
}

/** Whether all of these marks stand in the body. */
export function has({ marks }: Body, needed: number): boolean {
  return (marks & needed) === needed;
}

/** `fpc0 PFE_FW_SYSLOG_IP: …`, a line card's packet filter, also where the card is the program. */
export function isFilterLine({ line, start, isNameless }: Body): boolean {
  if (!isNameless) return isAt(line, start, FILTER_MARK);
  let end = start;
  while (end - start < MAX_CARD_LENGTH && line[end] !== BLANK) end++;
  return isAt(line, end, ` ${FILTER_MARK}`);
}

/** `CEF:0|`, also where a relay took the mark for the program. */
export function isCef(body: Body): boolean {
  return beginsWith(body, "CEF:") || body.line[body.start + 1] === BAR;
}

/** One with the message's name in front. */
export function isCiscoMessage(body: Body): boolean {
  return body.line[body.start] === PERCENT || beginsWith(body, ": %");
}

/** A bracket of pairs in quotes, pairs with bars between them, or what a tracker's line begins with. */
export function isCheckPoint(body: Body): boolean {
  const first = body.line[body.start] ?? 0;
  if (first === OPEN_BRACKET || beginsWith(body, "syslog[")) return has(body, MARKS.colonQuote);
  if (isLetter(first)) return has(body, MARKS.bar | MARKS.equals);
  return (isDigit(first) || first === COLON) && has(body, MARKS.semicolon);
}

/** Whether the body has a brace at its end, or before a few words and blanks there. */
export function isBraced({ line }: Body): boolean {
  let end = line.length;
  while ((line[end - 1] ?? 0) <= BLANK && end > 0) end--;
  const limit = Math.max(0, end - 1 - MAX_BEHIND_OBJECT);
  while (end > limit && line[end - 1] !== CLOSE_BRACE) end--;
  return end > limit;
}

/** A time in seconds, perhaps behind `1 `, as Meraki has it. */
export function isEpoch(body: Body): boolean {
  const { line } = body;
  const start = beginsWith(body, "1 ") ? body.start + 2 : body.start;
  let end = start;
  while (end < line.length && line[end] !== BLANK) end++;
  return end - start >= MIN_EPOCH_LENGTH && end - start <= MAX_EPOCH_LENGTH;
}

/** A time in seconds and its milliseconds, as Squid has it. */
export function isDottedEpoch({ line, start }: Body): boolean {
  return line[start + MIN_EPOCH_LENGTH] === DOT;
}

/** `2 123456789012 eni-…`. */
export function isFlowRecord({ line, start }: Body): boolean {
  let word = start;
  for (let words = 0; words < 2; words++) {
    while (word < line.length && line[word] !== BLANK) word++;
    word++;
  }
  return isAt(line, word, "eni-");
}

/** A time in a bracket, at the beginning or behind a client, or HAProxy's sentence. */
export function isAccessLog(body: Body): boolean {
  const { line, start } = body;
  if (has(body, MARKS.timeBracket)) return true;
  if (line[start] !== OPEN_BRACKET) return beginsWith(body, "Connect from ");
  return isLetter(line[start + 1] ?? 0) && line[start + 4] === BLANK && isLetter(line[start + 5] ?? 0);
}

/** RouterOS's topics, `system,error,critical `. */
export function isTopic(body: Body): boolean {
  if (!body.isNameless || !has(body, MARKS.comma)) return false;
  const { line, start } = body;
  let end = start;
  while (isLetter(line[end] ?? 0) || isDigit(line[end] ?? 0)) end++;
  return line[end] === COMMA;
}

/** What stands before the address of another side. */
export function isOtherServer(body: Body): boolean {
  if (has(body, body.isNameless ? MARKS.relay : MARKS.peer)) return true;
  if (body.isNameless && beginsWith(body, "spamd: ")) return true;
  const { line, start, isNameless } = body;
  for (let offset = start; offset < line.length; offset++) {
    const code = line[offset];
    if (
      code === BLANK
        ? isPhrase(line, offset + 1, isNameless)
        : code === HASH && isDigit(line[offset + 1] ?? 0)
    )
      return true;
  }
  return false;
}

function isPhrase(line: Uint8Array, word: number, isNameless: boolean): boolean {
  switch (line[word]) {
    case LETTER_F:
      return isNameless ? isAt(line, word, "for ") : isSource(line, word);
    case LETTER_P:
      return isNameless && isAt(line, word, "port ");
    case LETTER_T:
      return isNameless && isAt(line, word, "to ");
    default:
      return false;
  }
}

/** `from ` or `from: `, and what may be an address. */
function isSource(line: Uint8Array, word: number): boolean {
  if (!isAt(line, word, "from")) return false;
  const blank = line[word + 4] === COLON ? word + 5 : word + 4;
  return line[blank] === BLANK && mayBeginAddress(line[blank + 1] ?? 0);
}

function mayBeginAddress(code: number): boolean {
  if (isHexadecimal(code) || code === COLON) return true;
  return (
    code === QUOTE ||
    code === APOSTROPHE ||
    code === OPEN_PARENTHESIS ||
    code === OPEN_BRACKET ||
    code === LESS_THAN
  );
}
