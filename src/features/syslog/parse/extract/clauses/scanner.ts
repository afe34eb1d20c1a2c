import { APOSTROPHE, BLANK, DASH, isLetter, QUOTE, SLASH, TAB } from "../../values/characters";
import { type ClauseWord, clauseWord } from "./word-kinds";

/** So much at most of what somebody said, whose words are not the clause's. */
const MAX_QUOTED = 80;
const MAX_DASHES = 3;
const FIRST_LATIN = 0xc0;
const LAST_LATIN = 0xff;
/** Capitals of ASCII come before it, small letters behind. */
const BEHIND_CAPITALS = 0x5b;
const ENDS = ";|,\t!?";
/** They end a clause in front of a blank, the first two also at the end of the text. */
const ENDS_BEFORE_BLANK = ":.]";
const CLOSES = "]";
const DASHES = "-–—>";
const TWO_DOTS = "..";
const ASCII = 128;
/** The characters of ASCII that may end a clause, or begin what is no word: most others are blanks and digits. */
const marks = new Uint8Array(ASCII);
for (const mark of `${ENDS}${ENDS_BEFORE_BLANK}->"'/`) marks[mark.charCodeAt(0)] = 1;

/**
 * The words of a text in small letters, and a `stop` for each mark that ends a clause. Names that are put together are
 * taken apart (`ConnectTelnet`); paths and what is quoted are left out. One look at each character.
 */
export function wordsIn(text: string): ClauseWord[] {
  return readWords(text, false);
}

/** The words of a text up to the end of its first clause. */
export function firstClauseIn(text: string): ClauseWord[] {
  return readWords(text, true);
}

function readWords(text: string, isOneClause: boolean): ClauseWord[] {
  const words: ClauseWord[] = [];
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isLatin(code)) {
      const end = wordEnd(text, at);
      words.push(wordOf(text.slice(at, end)));
      at = end;
      continue;
    }
    if (code < ASCII && marks[code] === 0) {
      at++;
      continue;
    }
    const behind = behindName(text, at);
    if (behind === at && endsClause(text, at)) {
      if (isOneClause) return words;
      words.push({ word: text.charAt(at), kind: "stop" });
    }
    at = Math.max(behind, at + 1);
  }
  return words;
}

function wordOf(written: string): ClauseWord {
  const lower = written.toLowerCase();
  return clauseWord(lower.includes("-") ? lower.replaceAll("-", "") : lower);
}

function isLatin(code: number): boolean {
  return isLetter(code) || (code >= FIRST_LATIN && code <= LAST_LATIN);
}

function isBlank(code: number): boolean {
  return code === BLANK || code === TAB || Number.isNaN(code);
}

function isCapital(code: number): boolean {
  return code < BEHIND_CAPITALS && isLetter(code);
}

/** Where the word ends that begins at `start`: also in front of a capital, where one is put together of two. */
function wordEnd(text: string, start: number): number {
  let end = start + 1;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (isLatin(code)) {
      if (isCapital(code) && isJoint(text, end)) return end;
      continue;
    }
    if ((code !== APOSTROPHE && code !== DASH) || !isLatin(text.charCodeAt(end + 1))) return end;
  }
  return end;
}

/** `ConnectTelnet`, `TCPSocket`: a capital behind a small letter, or in front of one behind another capital. */
function isJoint(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  if (!isLetter(before)) return false;
  const behind = text.charCodeAt(at + 1);
  return !isCapital(before) || (isLetter(behind) && !isCapital(behind));
}

/** Where what is quoted, or a path, ends that begins there; the same place where neither does. */
function behindName(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === QUOTE || (code === APOSTROPHE && !isLatin(text.charCodeAt(at - 1)))) {
    const end = text.indexOf(text.charAt(at), at + 1);
    const isQuoted =
      end !== -1 && end - at <= MAX_QUOTED && (code === QUOTE || !isLatin(text.charCodeAt(end + 1)));
    return isQuoted ? end + 1 : at;
  }
  if (code !== SLASH || !isBlank(text.charCodeAt(at - 1)) || isBlank(text.charCodeAt(at + 1))) return at;
  let end = at + 1;
  while (!isBlank(text.charCodeAt(end))) end++;
  return end;
}

function endsClause(text: string, at: number): boolean {
  const mark = text.charAt(at);
  if (ENDS.includes(mark)) return true;
  const behind = text.charCodeAt(at + 1);
  if (ENDS_BEFORE_BLANK.includes(mark))
    return text.startsWith(TWO_DOTS, at) || (isBlank(behind) && (mark !== CLOSES || at + 1 < text.length));
  return (
    DASHES.includes(mark) &&
    at > 0 &&
    isBlank(text.charCodeAt(at - 1)) &&
    isBlank(text.charCodeAt(dashesEnd(text, at)))
  );
}

function dashesEnd(text: string, start: number): number {
  let end = start;
  while (end < start + MAX_DASHES && end < text.length && DASHES.includes(text.charAt(end))) end++;
  return end;
}
