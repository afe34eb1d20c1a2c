import { WHITE_SPACE, withoutEnd } from "../../values/text-end";
import { firstClauseIn, wordsIn } from "./scanner";
import type { ClauseWord, Kind } from "./word-kinds";

/** Who an address is said to be, and whether that holds where nothing else tells of traffic, either. */
export type Spoken = { side: "called" | "came"; isCertain?: boolean };

/** What stands about an address: the words before it, the nearest first, and those behind it in its clause. */
export type Place = {
  text: string;
  before: readonly ClauseWord[];
  behind: readonly ClauseWord[];
  port: number | null;
  /** Whether it is a page's or a service's URL, not a socket's. */
  isUrl: boolean;
};

export const CALLED: Spoken = { side: "called" };
export const CAME: Spoken = { side: "came" };

const MAX_BEFORE = 160;
const MAX_BEHIND = 96;
const MAX_WORDS = 20;
/** Marks that an address may stand behind, within which it may have a scheme, a protocol or the name of its host. */
const MARKS = `"'([<{=${WHITE_SPACE}`;
const MAX_MARKS = 8;
const SCHEME =
  /(?:\b[a-z][a-z\d+-]{1,14}:\/\/(?:[^\s/@]{1,64}@)?|\b(?:tcp|udp|tls|ssl|sctp)[/:]|\/ip[46]\/|(?<=^|[\s"'([<{:])\/|(?<=\w)\/)$/i;
/** What a peer is called, in front of the bracket that its address stands in: `<gw_peer_7>[`. */
const NAME = /<[^<>\s]{1,64}>$/;
/** With what these end. */
const SCHEME_ENDS = "/:@";

/** The words that stand before an address at `start`, the nearest first. */
export function wordsBefore(text: string, start: number): ClauseWord[] {
  const before = withoutEnd(text.slice(Math.max(0, start - MAX_BEFORE), start), MARKS, MAX_MARKS);
  const hasScheme = SCHEME_ENDS.includes(before.charAt(before.length - 1));
  const bare = hasScheme ? withoutEnd(before.replace(SCHEME, ""), MARKS, MAX_MARKS) : before;
  const said = bare.endsWith(">") ? bare.replace(NAME, "") : bare;
  return wordsIn(said).slice(-MAX_WORDS).reverse();
}

/** The words that stand behind an address that ends at `end`, up to the end of their clause. */
export function wordsBehind(text: string, end: number): ClauseWord[] {
  return firstClauseIn(text.slice(end, end + MAX_BEHIND));
}

/** What the network tells callers only, at the end of a text. */
const TOLD_TO_CALLERS =
  /[:,(] ?(?:\[?errno[ =]?\d{1,3}\]?:? ?)?(?:connection refused|no route to host|(?:network|host) (?:is )?(?:unreachable|down))["')\]]{0,3}(?: \(\d{1,3}\))?\.?\s*$/i;

/** Whether a text ends with what the network tells only who calls. */
export function isToldToCallers({ text }: Place): boolean {
  return TOLD_TO_CALLERS.test(text);
}

/** The words up to where their clause ends. */
export function clauseIn(words: readonly ClauseWord[]): readonly ClauseWord[] {
  const stop = words.findIndex(({ kind }) => kind === "stop");
  return stop === -1 ? words : words.slice(0, stop);
}

/** What words do. */
export function kindsOf(words: readonly ClauseWord[]): Kind[] {
  return words.map(({ kind }) => kind);
}
