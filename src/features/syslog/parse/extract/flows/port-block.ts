import { Hinted } from "../../values/hinted";
import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { INNER } from "./spoken-translation";

/** What a line of a translation that gives out ports by the block is told by. */
const TRANSLATION = new Hinted(
  /(?:^|[^a-z])(?:nat(?:44|46|64|444)?|cgn|cgnat|lsn|napt|pba|ds-?lite|(?:port|nat)[- ]?block\w{0,3})(?:$|[^a-z])/i,
  "nat|cgn|lsn|napt|pba|ds-lite|dslite|port block|port-block|portblock",
);
/** `[2048-2559]`, `ports 2048-2559`, `(2048 - 2559)`, ` port-block 2048 to 2559`. */
const BLOCK =
  /^["')\]]?[,;]? ?(?:(?:(?:tcp|udp|port|ports|port[- ](?:block|range|set)|block|range)[ :=]{1,2}){1,2}[([]?|:[([]?|[([])(\d{1,5}) ?(?:-|\.\.|to) ?(\d{1,5})(?![\w.:])/i;
/** A rule of who may call whom by which ports. */
const CALLER_BEFORE = /(?:^|[^a-z])(?:from|src|source) ["'([]?$/i;
const MAX_BLOCK = 40;

/**
 * `NAT: Map N [2048-2559] … A`: an address that has a block of ports is how the other, which is nobody's outside, is
 * seen.
 * Null where another address is told, or where both are of the inside.
 */
export function portBlock(text: string, ends: readonly Endpoint[], program: string): Flow | null {
  const [first, second, third] = ends;
  if (first === undefined || second === undefined || third !== undefined || !text.includes("-")) return null;
  const [source, translated] = INNER.test(first.ip) ? [first, second] : [second, first];
  if (!INNER.test(source.ip) || INNER.test(translated.ip) || source.isPrefix || translated.isPrefix)
    return null;
  if (CALLER_BEFORE.test(text.slice(Math.max(0, source.start - MAX_BLOCK), source.start))) return null;
  if (translated.port !== null || !hasBlock(text, translated)) return null;
  if (!TRANSLATION.test(text) && !TRANSLATION.testShort(program)) return null;
  return { source, destination: null, translated, start: first.start, end: second.end };
}

function hasBlock(text: string, { end }: Endpoint): boolean {
  const [, first, last] = BLOCK.exec(text.slice(end, end + MAX_BLOCK)) ?? [];
  return Number(first) < Number(last);
}
