import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { Hinted } from "../../values/hinted";
import { isClientOf } from "../../values/port-ranges";
import { directionOf } from "../ends/ways";
import { wordSet } from "../../values/word-list";

/** What a line of a translation is told by. */
const TRANSLATION = new Hinted(
  /(?:^|[^a-z])(?:s?nat|cgn|cgnat|lsn|napt|nat(?:44|46|64|444)|pba|pat|port[ -]block\w{0,2}|translat\w{1,4}|xlated?|ds-?lite|aftr)(?:$|[^a-z])/i,
  "nat|cgn|lsn|napt|pba|pat|port block|port-block|translat|xlate|ds-lite|dslite|aftr",
);
export const TARGET_TRANSLATION =
  /(?:^|[^a-z])(?:dnat|dst[- ]?nat|destination[- ](?:nat|translated)|port[- ]forward\w{0,4}|rdr|redirect\w{0,3})(?:$|[^a-z])/i;
/** Of a carrier's subscriber, whom nobody else has (RFC 6598). */
export const CARRIER = /^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;
/** Private, or of a carrier's subscriber. */
export const INNER = new RegExp(
  `${CARRIER.source}|${/^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|f[cd])/.source}`,
);
/** Whose address it is, how it is seen from outside, and whom he calls. */
const INSIDE = wordSet(
  "inside internal private priv inner in subscriber subscr sub subs user cpe ue local orig original src source client int",
);
const OUTSIDE = wordSet(
  "outside external public pub ext out global nat natted nated xlate xlated translated mapped snat postnat allocated assigned",
);
const TARGET = wordSet("dst dest destination remote target server origin for");
/** Before a word of the latter. */
const BEFORE = wordSet("pre before un orig original");
/** Between a word and its address. */
const NOUNS = wordSet("ip ips addr address ipaddr ipv4 ipv6 host source src as to");
const WORD = /[a-z\d]+/g;
const ARROW = /^["')\]]? ?(?:->|=>|-->|→|to) ?["'([]?$/i;
const MAX_BEFORE = 28;
const MAX_ENDS = 4;
/** Whose address it is, how it is seen, and whom he calls, or who calls him. */
const ROLES = 3;

type Role = "inside" | "outside" | "target";

/**
 * `NAT44 inside=A:p outside=N:q remote=B:r`, `subscriber A, public N, destination B`, `orig A -> B xlate N -> B`: a
 * translation whose ends are called by words of it. Null where the words leave open which of the ends is whose.
 */
export function spokenTranslation(text: string, ends: readonly Endpoint[], program: string): Flow | null {
  if (ends.length < 2 || ends.length > MAX_ENDS || ends.some(({ isPrefix }) => isPrefix)) return null;
  if (TARGET_TRANSLATION.test(text)) return null;
  const way = ends.length === ROLES ? directionOf(text) : null;
  const isCarriers = ends.some(({ ip }) => ip.startsWith("100.") && CARRIER.test(ip));
  // A way and the words for three ends tell as much.
  if (way === null && !isCarriers && !TRANSLATION.test(text) && !TRANSLATION.testShort(program)) return null;
  const roles = ends.map((end, index) => roleOf(text, end, ends[index - 1]));
  const [source, translated] = [only(ends, roles, "inside"), only(ends, roles, "outside")];
  if (source === null || translated === null || source.ip === translated.ip) return null;
  // What became a private address is who was called.
  if (INNER.test(translated.ip) && !INNER.test(source.ip)) return null;
  const remote = only(ends, roles, "target");
  if (way === "in" && remote !== null && isClientOf(remote.port, translated.port))
    return { source: remote, destination: translated, answering: source, ...placeOf(ends) };
  const [called, answering] = [reached(text, ends, source), reached(text, ends, translated)];
  const destination = remote ?? called ?? answering;
  // An end that no word tells leaves open what the others are.
  const known = [source, translated, remote, called, answering];
  if (ends.some((end) => !known.includes(end))) return null;
  const other =
    answering !== null && called !== null && (answering.ip !== called.ip || answering.port !== called.port);
  return {
    source,
    destination,
    translated,
    ...(other ? { answering } : {}),
    ...placeOf(ends),
  };
}

function placeOf(ends: readonly Endpoint[]) {
  return { start: ends[0]?.start ?? 0, end: ends.at(-1)?.end ?? 0 };
}

/** The one end that has a role; null where several have. */
function only(ends: readonly Endpoint[], roles: readonly (Role | null)[], role: Role): Endpoint | null {
  const found = ends.filter((_, index) => roles[index] === role);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The end directly behind an arrow. */
function reached(text: string, ends: readonly Endpoint[], from: Endpoint): Endpoint | null {
  const next = ends[ends.indexOf(from) + 1];
  return next !== undefined && ARROW.test(text.slice(from.end, next.start)) ? next : null;
}

/** By the last word before it that is no noun. */
function roleOf(text: string, { start }: Endpoint, previous: Endpoint | undefined): Role | null {
  const from = Math.max(previous?.end ?? 0, start - MAX_BEFORE);
  const words = text.slice(from, start).toLowerCase().match(WORD) ?? [];
  for (const [index, word] of words.reverse().entries()) {
    // `pre-nat` is what it was before.
    if (OUTSIDE.has(word) && BEFORE.has(words[index + 1] ?? "")) return "inside";
    if (INSIDE.has(word)) return "inside";
    if (OUTSIDE.has(word)) return "outside";
    if (TARGET.has(word)) return "target";
    if (!NOUNS.has(word)) return null;
  }
  return null;
}
