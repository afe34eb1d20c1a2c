import { kindOf, type WordKind } from "./clause-words";

/** A word of a clause, in small letters, and what it does there where it is listed. */
export type ClauseWord = { word: string; kind: WordKind | undefined };

const MAX_BEFORE = 160;
const MAX_WORDS = 16;
/** Marks that an address may stand behind, within which it may have a scheme, a protocol or the name of its host. */
const MARKS = /["'([<{=:\s]{0,8}$/;
const SCHEME =
  /(?:\b[a-z][a-z\d+-]{1,14}:\/\/(?:[^\s/@]{1,64}@)?|\b(?:tcp|udp|tls|ssl|sctp)[/:]|(?<=^|[\s"'([<{:])\/|(?<=\w)\/)$/i;
/** Behind each of them another clause begins. */
const BOUNDARY = /[;|\t!?]|[.:](?=\s)|\]\s|\s[-–—>]{1,3}\s|\.{2,}/g;
/** Names that are no words of a clause: paths, and what somebody said. */
const NAMES = /(?<=^|\s)\/\S+|"[^"]{0,80}"|'[^']{0,80}'(?!\w)/g;
const WORD = /[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ'’-]*/g;
/** Within a name that is put together: `ConnectTelnet`. */
const JOINT = /(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;

/** The words of the clause that an address at `start` ends, the nearest first. */
export function clauseBefore(text: string, start: number): ClauseWord[] {
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start).replace(MARKS, "");
  const said = before.replace(SCHEME, "").replace(MARKS, "");
  const clause = said.slice(lastBoundary(said)).replaceAll(NAMES, " ");
  const words = (clause.match(WORD) ?? []).flatMap((word) => word.split(JOINT));
  return words
    .slice(-MAX_WORDS)
    .reverse()
    .map((written) => {
      const word = written.replaceAll("-", "").toLowerCase();
      return { word, kind: kindOf(word) };
    });
}

function lastBoundary(text: string): number {
  let end = 0;
  for (const match of text.matchAll(BOUNDARY)) end = match.index + match[0].length;
  return end;
}
