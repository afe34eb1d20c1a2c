import { isClientPort, isServicePort } from "../../values/port-ranges";
import { CALLED, CAME, clauseIn, kindsOf, type Place, type Spoken } from "./clause";
import type { ClauseWord, Kind } from "./word-kinds";

/** Before a verb's own form. */
const AUXILIARIES = new Set(["to", "not", "cannot", "can't", "couldn't", "didn't", "won't", "will", "must"]);
/** What somebody who came does, or what devices report. */
const UNTOLD: readonly Kind[] = ["client", "login", "taken", "keeper", "setting"];
/** So many words may name what a state is of. */
const MAX_STATE = 6;

/** Who an address is by a verb or a state that stands before it without a preposition, the first of `words`. */
export function behindVerb(
  words: readonly ClauseWord[],
  nouns: readonly Kind[],
  place: Place,
): Spoken | null {
  const clause = clauseIn(words);
  const [first] = clause;
  switch (first?.kind) {
    case "reach":
    case "fetch":
    case "ask":
    case "use":
    case "send":
    case "talk":
      return isGoal(clause, nouns, place) ? CALLED : null;
    case "call":
    case "link":
      return behindCall(words, nouns, place);
    case "taken":
    case "away":
      return isTaken(clause, nouns, place) ? CAME : null;
    case "state":
    case "well":
      return isBroken(clause) && (nouns.includes("server") || !isClientPort(place.port)) ? CALLED : null;
    default:
      return null;
  }
}

/** `querying A`, `could not reach A`, `using server A`, `joining cluster at A`; a `probe` alone is a thing. */
function isGoal(clause: readonly ClauseWord[], nouns: readonly Kind[], { port }: Place): boolean {
  const [first, second] = clause;
  const { kind, word = "" } = first ?? {};
  const isServer = nouns.includes("server");
  if (!isServer && isClientPort(port)) return false;
  const isDoing = word.endsWith("ing");
  if (kind === "use") return isDoing && (isServer || (second === undefined && word === "trying"));
  if (kind === "send") return word === "sendto";
  if (kind === "talk") return isDoing && nouns.includes("place");
  return (
    isDoing ||
    word === "gave" ||
    AUXILIARIES.has(second?.word ?? "") ||
    (second === undefined && word.endsWith("ed"))
  );
}

/**
 * `dial tcp A:p`, `connect A`, `s_connect: connected A`, `starting connection A`; `incoming connection A`, `new session
 * A`.
 */
function behindCall(
  words: readonly ClauseWord[],
  nouns: readonly Kind[],
  { port, before }: Place,
): Spoken | null {
  const clause = clauseIn(words);
  const [, second, third] = clause;
  const word = clause[0]?.word ?? "";
  const kinds = [second?.kind, third?.kind];
  const isServer = nouns.includes("server");
  const mayBeServer = isServer || !isClientPort(port);
  if (kinds.includes("begin")) return mayBeServer && clause[0]?.kind === "call" ? CALLED : null;
  if (kinds.includes("taken") || kinds.includes("new")) return isServicePort(port) || isServer ? null : CAME;
  if (!mayBeServer || words.some(({ kind }) => kind === "client")) return null;
  if (word.startsWith("dial")) return port === null ? null : CALLED;
  if (word === "connect") {
    // What a proxy says of who came: `Connect (file descriptor 7): A`.
    const isLabel = before[0]?.kind === "stop" && port === null;
    return !isLabel && (second === undefined || AUXILIARIES.has(second.word)) ? CALLED : null;
  }
  const isConnecting = word === "connected" || word === "connecting";
  return isConnecting && (isServer || words[2]?.word === "connect") ? CALLED : null;
}

/** `accepted A`, `throttling A`, with which a clause begins; not `evicted A from cache`. */
function isTaken(clause: readonly ClauseWord[], nouns: readonly Kind[], { port, behind }: Place): boolean {
  const [first, second] = clause;
  const isDone = first?.word.endsWith("ing") === true || first?.word.endsWith("ed") === true;
  const isAlone = second === undefined && nouns.length <= 1 && !nouns.includes("server");
  return isDone && isAlone && !isServicePort(port) && behind[0]?.kind !== "from";
}

/** `connect ECONNREFUSED A:p`, `Connect call failed A`, `proxy not available at A`. */
function isBroken(clause: readonly ClauseWord[]): boolean {
  const kinds = kindsOf(clause.slice(0, MAX_STATE));
  if (kinds[0] === "well" && !kinds.slice(0, 3).includes("no")) return false;
  if (UNTOLD.some((kind) => kinds.includes(kind))) return false;
  return kinds.includes("call") || kinds.includes("link") || kinds.includes("server");
}
