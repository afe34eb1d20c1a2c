import { kindOf, type WordKind } from "./clause-words";

export type Kind = WordKind | "stop" | undefined;

/** A word of a clause, in small letters, and what it does there where it is listed; `stop` is what ends a clause. */
export type ClauseWord = { word: string; kind: Kind };

/** Who an address is said to be, and whether that holds where nothing else tells of traffic, either. */
export type Spoken = { side: "called" | "came"; isCertain?: boolean };

/** What stands about an address: the words before it, the nearest first, and those behind it in its clause. */
export type Place = {
  before: readonly ClauseWord[];
  behind: readonly ClauseWord[];
  port: number | null;
  /** Whether the text ends with what the network tells callers only. */
  isToldToCallers: boolean;
};

export const CALLED: Spoken = { side: "called" };
export const CAME: Spoken = { side: "came" };

const MAX_BEFORE = 160;
const MAX_BEHIND = 96;
const MAX_WORDS = 20;
/** Marks that an address may stand behind, within which it may have a scheme, a protocol or the name of its host. */
const MARKS = /["'([<{=\s]{0,8}$/;
const SCHEME =
  /(?:\b[a-z][a-z\d+-]{1,14}:\/\/(?:[^\s/@]{1,64}@)?|\b(?:tcp|udp|tls|ssl|sctp)[/:]|\/ip[46]\/|(?<=^|[\s"'([<{:])\/|(?<=\w)\/)$/i;
/** Names that are no words of a clause: paths, and what somebody said. */
const NAMES = /(?<=^|\s)\/\S+|"[^"]{0,80}"|'[^']{0,80}'(?!\w)/g;
/** A word, or what ends a clause. */
const TOKEN = /[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ'’-]*|[;|\t!?]|,|[.:](?=\s|$)|\](?=\s)|\s[-–—>]{1,3}(?=\s|$)|\.{2,}/g;
const LETTER = /^[A-Za-zÀ-ÿ]/;
/** Within a name that is put together: `ConnectTelnet`. */
const JOINT = /(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;

/** The words that stand before an address at `start`, the nearest first. */
export function wordsBefore(text: string, start: number): ClauseWord[] {
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start).replace(MARKS, "");
  return wordsIn(before.replace(SCHEME, "").replace(MARKS, "")).slice(-MAX_WORDS).reverse();
}

/** The words that stand behind an address that ends at `end`, up to the end of their clause. */
export function wordsBehind(text: string, end: number): ClauseWord[] {
  return clauseIn(wordsIn(text.slice(end, end + MAX_BEHIND)));
}

/** The words up to where their clause ends. */
export function clauseIn(words: readonly ClauseWord[]): ClauseWord[] {
  const stop = words.findIndex(({ kind }) => kind === "stop");
  return stop === -1 ? [...words] : words.slice(0, stop);
}

/** What words do. */
export function kindsOf(words: readonly ClauseWord[]): Kind[] {
  return words.map(({ kind }) => kind);
}

function wordsIn(text: string): ClauseWord[] {
  return (text.replaceAll(NAMES, " ").match(TOKEN) ?? []).flatMap((token): ClauseWord[] => {
    if (!LETTER.test(token)) return [{ word: token.trim(), kind: "stop" }];
    return token.split(JOINT).map((part) => {
      const word = part.replaceAll("-", "").toLowerCase();
      return { word, kind: kindOf(word) };
    });
  });
}
