import { isUnspecified } from "../../values/ip-address";
import { isClientPort } from "../../values/port-ranges";
import { type Endpoint, wholeEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { destinationFlow } from "../ends/flow-parts";
import { eventWeight, isOfMachines } from "../ends/role-words";
import { isGroup } from "../ends/single-source";
import { transportName } from "../ends/transport";
import { clauseBefore, type ClauseWord } from "./clause";
import type { WordKind } from "./clause-words";

type Kind = WordKind | undefined;

/** So many words in front of an address may say whose it is. */
const MAX_NOUNS = 5;
/** And so many may stand between a preposition and its verb. */
const MAX_OBJECT = 6;

const PREPOSITIONS = new Set<Kind>(["to", "with", "from", "by"]);
const VERBS = new Set<Kind>([
  "call",
  "link",
  "talk",
  "send",
  "reach",
  "fetch",
  "use",
  "serve",
  "answer",
  "setting",
]);
/** With these what is said of an address in front of it ends. */
const ENDS_NOUNS = new Set<Kind>([...PREPOSITIONS, ...VERBS, "message", "aside"]);
/** Before a verb's own form. */
const AUXILIARIES = new Set(["to", "not", "cannot", "can't", "couldn't", "didn't", "won't", "will", "must"]);
/** What a preposition is of, by kinds of words before it: the nearest of these. */
const HEADS: ReadonlyMap<Kind, ReadonlySet<Kind>> = new Map([
  ["to", new Set<Kind>(["call", "link", "talk", "send", "serve", "answer", "setting"])],
  ["with", new Set<Kind>(["call", "link", "talk", "send", "setting"])],
  ["from", new Set<Kind>(["fetch", "answer", "message", "link", "call", "setting"])],
]);

/** A URL of an address, and what it is reached by. */
const URL =
  /(?<![\w.-])([a-z][a-z\d+]{1,15}):\/\/(?:[^\s/@]{1,64}@)?((?:::ffff:)?(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?|\[[\da-f:.]{3,45}\](?::\d{1,5})?)(?=[/?#\s"'\])>,;]|[:.](?:\s|$)|$)/gi;

/** The only address of a text that is a URL's, by the clause before it; null where this tells nothing, or there are several. */
export function clauseUrlEnd(text: string, program: string): Flow | null {
  if (!text.includes("://")) return null;
  const [first, ...others] = text.matchAll(URL);
  if (first === undefined || others.some(([, , address]) => address !== first[2])) return null;
  const [url, scheme = "", address = ""] = first;
  const whole = wholeEndpoint(address.replace(/^::ffff:/i, ""));
  if (whole === null) return null;
  const flow = clauseEnd(text, { ...whole, start: first.index, end: first.index + url.length }, program);
  return flow === null ? null : { ...flow, protocol: transportName(scheme) };
}

type Side = "called" | "came";
/** A verb with what is said of its object, and who the address is said to be. */
type Spoken = { side: Side; isCertain: boolean };

/** The only end of a text by the clause before it: a verb, a preposition, and whose address it is said to be; null where these tell nothing. */
export function clauseEnd(text: string, end: Endpoint, program: string): Flow | null {
  if (end.isPrefix || end.isLoose || isGroup(end.ip) || isUnspecified(end.ip) || isOfMachines(program))
    return null;
  const spoken = spokenOf(clauseBefore(text, end.start), end.port);
  if (spoken === null) return null;
  if (end.port === null && !spoken.isCertain && eventWeight(text) < 0) return null;
  const flow = destinationFlow(end);
  return spoken.side === "called" ? flow : { ...flow, source: end, destination: null };
}

function spokenOf(words: readonly ClauseWord[], port: number | null): Spoken | null {
  const verb = words.findIndex(({ kind }) => ENDS_NOUNS.has(kind));
  if (verb === -1 || verb > MAX_NOUNS) return null;
  const nouns = words.slice(0, verb).map(({ kind }) => kind);
  if (nouns.includes("client") || nouns.includes("own")) return null;
  const kind = words[verb]?.kind;
  if (!PREPOSITIONS.has(kind)) return isDone(words, verb) ? directly(kind, nouns) : null;
  const behind = words.slice(verb + 1, verb + 1 + MAX_OBJECT);
  const head = behind.findIndex(({ kind: its }) => HEADS.get(kind)?.has(its) === true);
  return head === -1 ? null : behindPreposition(kind, behind, { head, port });
}

/** Whether somebody does what a verb says, or fails to: `reaching`, `could not reach`; a `reach` alone is a thing. */
function isDone(words: readonly ClauseWord[], verb: number): boolean {
  return words[verb]?.word.endsWith("ing") === true || AUXILIARIES.has(words[verb + 1]?.word ?? "");
}

function directly(kind: Kind, nouns: readonly Kind[]): Spoken | null {
  const isCalled = kind === "reach" || kind === "fetch" || (kind === "use" && nouns.includes("server"));
  return isCalled ? { side: "called", isCertain: false } : null;
}

type Head = { head: number; port: number | null };

function behindPreposition(
  preposition: Kind,
  behind: readonly ClauseWord[],
  { head, port }: Head,
): Spoken | null {
  const { kind, word = "" } = behind[head] ?? {};
  const kinds = behind.map(({ kind }) => kind);
  const isDoing = word.endsWith("ing");
  const isActive = kind === "call" || kind === "talk";
  const called: Spoken = { side: "called", isCertain: isActive && isDoing };
  const came: Spoken = { side: "came", isCertain: false };
  const mayBeServer = !isClientPort(port);
  if (preposition === "to") {
    if (kinds.slice(0, head).includes("thing") || kinds.includes("taken")) return null;
    if (kind === "serve") return came;
    const isCall = kind === "call" || ((isActive || kind === "link" || kind === "send") && mayBeServer);
    return isCall ? called : null;
  }
  if (preposition === "with") return isActive && mayBeServer && (isDoing || port !== null) ? called : null;
  if (kind === "fetch" || (kind === "answer" && kinds.includes("no"))) return called;
  return kind === "message" && !kinds.includes("answer") ? came : null;
}
