import { isUnspecified } from "../../values/ip-address";
import { type Endpoint, wholeEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { destinationFlow } from "../ends/flow-parts";
import { eventWeight, isOfMachines } from "../ends/role-words";
import { isGroup } from "../ends/single-source";
import { transportName } from "../ends/transport";
import { CALLED, CAME, clauseIn, kindsOf, type Place, type Spoken, wordsBefore, wordsBehind } from "./clause";
import type { ClauseWord, Kind } from "./word-kinds";
import { behindPreposition, isPreposition } from "./prepositions";
import { asSubject, behindStatement, isNoun, MAX_NOUNS } from "./statements";
import { behindVerb } from "./verbs";

/** So many, in front of which a party of a call may be named: `callee's media address set to A`. */
const MAX_PARTY = 5;
/** A URL of an address, and what it is reached by. */
const ADDRESS_URL =
  /(?<![\w.-])([a-z][a-z\d+]{1,15}):\/\/(?:[^\s/@]{1,64}@)?((?:::ffff:)?(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?|\[[\da-f:.]{3,45}\](?::\d{1,5})?)(?=[/?#\s"'\])>,;]|[:.](?:\s|$)|$)/gi;
/** What may say of what kind a server is. */
const OF_SERVERS = new Set<Kind>(["message", "link", "login", "setting"]);
const MAPPED = /^::ffff:/i;

/** The only end of a text by the clause that it stands in; null where this tells nothing. */
export function clauseEnd(text: string, end: Endpoint, program: string): Flow | null {
  return flowOf(text, end, { program, isUrl: false });
}

function flowOf(
  text: string,
  end: Endpoint,
  { program, isUrl }: { program: string; isUrl: boolean },
): Flow | null {
  const isNobody = end.isPrefix || end.isLoose || isGroup(end.ip) || isUnspecified(end.ip);
  if (isNobody || isOfMachines(program)) return null;
  const spoken = spokenOf({
    text,
    before: wordsBefore(text, end.start),
    behind: wordsBehind(text, end.end),
    port: end.port,
    isUrl,
  });
  if (spoken === null) return null;
  if (end.port === null && spoken.isCertain !== true && eventWeight(text) < 0) return null;
  const flow = destinationFlow(end);
  return spoken.side === "called" ? flow : { ...flow, source: end, destination: null };
}

/**
 * The only address of a text that is a URL's, by the clause before it; null where this tells nothing, or
 * there are several addresses.
 */
export function clauseUrlEnd(text: string, program: string): Flow | null {
  const [first, ...others] = text.matchAll(ADDRESS_URL);
  if (first === undefined || others.some(([, , address]) => address !== first[2])) return null;
  const [url, scheme = "", address = ""] = first;
  const whole = wholeEndpoint(address.replace(MAPPED, ""));
  if (whole === null) return null;
  const protocol = transportName(scheme);
  const end = { ...whole, start: first.index, end: first.index + url.length };
  const flow = flowOf(text, end, { program, isUrl: protocol === null });
  return flow === null ? null : { ...flow, protocol };
}

/** Whether a word says of what kind a server is that is named behind it: `authentication server`, `message broker`. */
function isCompound({ word, kind }: ClauseWord, behind: ClauseWord | undefined): boolean {
  return behind?.kind === "server" && (OF_SERVERS.has(kind) || word.endsWith("ion"));
}

function isState(word: ClauseWord | undefined): boolean {
  return word?.kind === "state" || word?.kind === "well";
}

function spokenOf(place: Place): Spoken | null {
  return byClause(place) ?? asSubject(place) ?? behindStatement(place);
}

/** By the words of its own clause in front of an address, or of a label: `Connecting to: A`. */
function byClause(place: Place): Spoken | null {
  const [first] = place.before;
  const words = first?.kind === "stop" ? place.before.slice(1) : place.before;
  const verb = words.findIndex((word, index) => !isNoun(word) && !isCompound(word, words[index - 1]));
  const parties = kindsOf(clauseIn(words).slice(0, MAX_PARTY));
  if (parties.includes("callee")) return CALLED;
  if (parties.includes("caller")) return CAME;
  if (verb === -1 || verb > MAX_NOUNS) return null;
  const nouns = kindsOf(words.slice(0, verb));
  if (nouns.includes("client") || nouns.includes("own")) return null;
  const rest = words.slice(verb);
  // What became of something is said of what stands behind a colon by another rule.
  if (first?.kind === "stop" && isState(rest[0])) return null;
  return rest[0] !== undefined && isPreposition(rest[0])
    ? behindPreposition(rest, nouns, place)
    : behindVerb(rest, nouns, place);
}
