import { APOSTROPHE, BLANK, DASH, isLetter, QUOTE, SLASH, TAB } from "../../values/characters";
import { type ClauseWord, kindOf } from "./word-kinds";

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

/**
 * The words of a text in small letters, and a `stop` for each mark that ends a clause. Names that are put together are
 * taken apart (`ConnectTelnet`); paths and what is quoted are left out. One look at each character.
 */
export function wordsIn(text: string): ClauseWord[] {
  const words: ClauseWord[] = [];
  let at = 0;
  while (at < text.length) {
    if (isLatin(text.charCodeAt(at))) {
      const end = wordEnd(text, at);
      words.push(wordOf(text.slice(at, end)));
      at = end;
      continue;
    }
    const behind = behindName(text, at);
    if (behind === at && endsClause(text, at)) words.push({ word: text.charAt(at), kind: "stop" });
    at = Math.max(behind, at + 1);
  }
  return words;
}

function wordOf(written: string): ClauseWord {
  const lower = written.toLowerCase();
  const word = lower.includes("-") ? lower.replaceAll("-", "") : lower;
  return { word, kind: kindOf(word) };
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
