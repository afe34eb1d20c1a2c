import {
  APOSTROPHE,
  BLANK,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  COLON,
  COMMA,
  DOT,
  isDigit,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  SLASH,
} from "../../values/characters";
import { MAX_PORT_DIGITS } from "../../values/field-text";

const AT = 0x40;
const HASH = 0x23;
const EXCLAMATION = 0x21;
/**
 * ` port 22`, `, source port 22`, `]:22`, ` (port 22`, ` TCP Port:22`, `:tcp:22`, ` and port 22`, `' and port '22`, `',
 * 50122)` and `, 50122, 0, 0` as Python has it; another end's port is not meant.
 */
const PORT_WORDS =
  /(?:[\])]:(?:tcp:|udp:)?|:(?:tcp|udp|sctp):|\] port \[|'? and port(?: number)? '?|, (?=\d{2,5}, 0, 0(?![\d.]))|'?, ?(?=(?:3[3-9]|[4-9]\d|\d{3,5})(?:, 0, 0)?\))|(?:\)\(|[,:]? ?\(?)(?:(?:source|src|client|remote|tcp|udp) )?port(?: number)?(?:: ?|=| )| \((?:destination|dst|dest|server|target) port(?:: ?|=| ))(?=\d)/iy;
const SOURCE_WORD = /so|src|cl/i;
const DESTINATION_WORD = /^ \((?:d|se|t)(?!cp)/i;
/** `from A (destination port q)` has the port of another end. */
const CALLED_BEFORE =
  /(?<![a-z])(?:to|for|towards?|against|destination|dest|dst|server|target|host)(?:[ _-]?(?:ip|addr|address|host))?[ :=]{1,2}$/i;
const DESTINATION_BEFORE =
  /(?<![a-z])(?:dst|dest|destination|target|server)(?:[ _-]?(?:ip|addr|address|host))?[ :=]{1,2}$/i;
/** The name of an address between it and its port. */
const NAME_AND_COLON = /\([a-z][\w.-]{0,127}\):(?=\d)/iy;
/** Neither a flow nor a scope, which stand behind the port of IPv6 where Python prints it. */
const NO_SCOPE = ", 0, 0";
const MAX_BEFORE = 24;
const TRANSPORT_LENGTH = "/tcp".length;

/** Where a port stands, and where the text goes on behind what belongs to it. */
export type PortPlace = { start: number; end: number; behind: number };

/**
 * A port directly behind the address that ends at `end`: `:p`, `::p`, `/p`, `#p`, `@p`, `.p`, `,p`, `!p`, `(p)`, `[p]`.
 */
export function markedPort(text: string, end: number, isIpv4: boolean): PortPlace | null {
  const mark = text.charCodeAt(end);
  // VNC writes two colons.
  const isDouble = isIpv4 && mark === COLON && text.charCodeAt(end + 1) === COLON;
  const start = isDouble ? end + 2 : end + 1;
  const digits = digitsEnd(text, start);
  if (digits === start) return mark === OPEN_PARENTHESIS ? portBehindName(text, end) : null;
  switch (mark) {
    case SLASH:
    case HASH:
    case AT:
      return { start, end: digits, behind: digits };
    case COLON:
    case DOT:
    case COMMA:
    case EXCLAMATION:
      return isIpv4 ? { start, end: digits, behind: digits } : null;
    case OPEN_PARENTHESIS:
      return text.charCodeAt(digits) === CLOSE_PARENTHESIS
        ? { start, end: digits, behind: digits + 1 }
        : null;
    case OPEN_BRACKET:
      return text.charCodeAt(digits) === CLOSE_BRACKET ? { start, end: digits, behind: digits + 1 } : null;
    default:
      return null;
  }
}

/** `A(www.example.com):p`. */
function portBehindName(text: string, end: number): PortPlace | null {
  NAME_AND_COLON.lastIndex = end;
  if (!NAME_AND_COLON.test(text)) return null;
  const start = NAME_AND_COLON.lastIndex;
  const digits = digitsEnd(text, start);
  return { start, end: digits, behind: digits };
}

/** A port that a word tells: ` port p`, `, port p`, `]:p`. */
export function spokenPort(text: string, start: number, end: number): PortPlace | null {
  const mark = text.charCodeAt(end);
  if (
    mark !== BLANK &&
    mark !== COMMA &&
    mark !== COLON &&
    mark !== CLOSE_BRACKET &&
    mark !== APOSTROPHE &&
    mark !== CLOSE_PARENTHESIS
  )
    return null;
  PORT_WORDS.lastIndex = end;
  const word = PORT_WORDS.exec(text)?.[0];
  if (word === undefined || isOfOther(text, start, word)) return null;
  const first = end + word.length;
  const digits = digitsEnd(text, first);
  if (word === ", " && text.startsWith(NO_SCOPE, digits))
    return { start: first, end: digits, behind: digits + NO_SCOPE.length };
  if (word.startsWith(",") && !word.includes("o") && text.charCodeAt(start - 1) !== OPEN_PARENTHESIS)
    return null;
  const isTransport = text.startsWith("/tcp)", digits) || text.startsWith("/udp)", digits);
  const close = isTransport ? digits + TRANSPORT_LENGTH : digits;
  const isClosed =
    (word.includes("(") && text.charCodeAt(close) === CLOSE_PARENTHESIS) ||
    (word.endsWith("[") && text.charCodeAt(close) === CLOSE_BRACKET);
  return { start: first, end: digits, behind: isClosed ? close + 1 : digits };
}

/** `destination B source port p`. */
function isOfOther(text: string, start: number, word: string): boolean {
  const isCalled = word.startsWith(" (") && DESTINATION_WORD.test(word);
  if (!isCalled && !SOURCE_WORD.test(word)) return false;
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start);
  return isCalled ? !CALLED_BEFORE.test(before) : DESTINATION_BEFORE.test(before);
}

function digitsEnd(text: string, start: number): number {
  const limit = start + MAX_PORT_DIGITS + 1;
  let end = start;
  while (end < limit && isDigit(text.charCodeAt(end))) end++;
  return end;
}
