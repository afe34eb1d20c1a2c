import { isCalledPort, isClientPort, isServicePort } from "../../values/port-ranges";
import { CALLED, CAME, clauseIn, isToldToCallers, kindsOf, type Place, type Spoken } from "./clause";
import type { ClauseWord, Kind } from "./word-kinds";

/** So many words may stand between a preposition and its verb. */
const MAX_OBJECT = 6;

/** What a preposition may be of: the nearest of these before it. */
const HEADS = new Set<Kind>([
  "call",
  "login",
  "link",
  "talk",
  "send",
  "ask",
  "reach",
  "fetch",
  "leave",
  "wait",
  "taken",
  "serve",
  "answer",
  "message",
  "state",
  "setting",
]);

/** What a server does not do by itself. */
const OF_BOTH = new Set<Kind>(["call", "login", "talk", "link", "reach"]);

/** What takes from a call that this host makes it. */
const NOT_GONE_TO: readonly Kind[] = ["taken", "client", "own", "setting"];

/** What takes from a session for somebody that he began it. */
const NOT_COME: readonly Kind[] = ["no", "begin", "own", "state"];

/** Whose messages keep a link up, or answer. */
const NOT_SENT: readonly Kind[] = ["answer", "link"];
/** What takes from a URL that something was fetched by it. */
const NOT_OF_URLS: readonly Kind[] = ["taken", "ask", "client", "setting"];

/** A preposition of a verb, or of a noun that is made of one. */
type Phrase = {
  /** The verb's kind and form, and all words of its clause before the preposition, the nearest first. */
  kind: Kind;
  word: string;
  kinds: readonly Kind[];
  head: number;
  /** Whether the address is called a server's, and may be one by its port. */
  isServer: boolean;
  mayBeServer: boolean;
  /** Whether this host does what the verb says, and whether what became of it is told. */
  isDoing: boolean;
  hasState: boolean;
  place: Place;
};

const RULES: ReadonlyMap<Kind, (phrase: Phrase) => Spoken | null> = new Map([
  ["to", behindTo],
  ["with", behindWith],
  ["from", behindFrom],
  ["by", behindBy],
  ["for", behindFor],
  ["of", behindOf],
  ["via", behindVia],
]);

/** Whether a word leads from a verb to whose address it is of. */
export function isPreposition({ kind }: ClauseWord): boolean {
  return RULES.has(kind);
}

/** Who an address is by a preposition, the first of `words`, with `nouns` between both. */
export function behindPreposition(
  [preposition, ...words]: readonly ClauseWord[],
  nouns: readonly Kind[],
  place: Place,
): Spoken | null {
  // `pkt_send: to A`
  const clause = clauseIn(words[0]?.kind === "stop" ? words.slice(1) : words);
  const head = clause.findIndex(({ kind }) => HEADS.has(kind));
  const verb = clause[head];
  if (verb === undefined || head > MAX_OBJECT) return null;
  const { kind, word } = verb;
  const kinds = kindsOf(clause);
  const isServer = nouns.includes("server");
  const phrase: Phrase = {
    kind,
    word,
    kinds,
    head,
    isServer,
    mayBeServer: isServer || !isClientPort(place.port),
    isDoing: word.endsWith("ing"),
    hasState: kinds.includes("state") || place.behind.some(({ kind: its }) => its === "state"),
    place,
  };
  return RULES.get(preposition?.kind)?.(phrase) ?? null;
}

/** `connecting to A`, `sent INVITE to A`, `failing over to server A`; what is served goes to who asked for it. */
function behindTo(phrase: Phrase): Spoken | null {
  const { kind, kinds, head, mayBeServer, isDoing } = phrase;
  if (isUnrouted(phrase)) return CALLED;
  if (kinds.slice(0, head).includes("thing") || NOT_GONE_TO.some((other) => kinds.includes(other)))
    return null;
  switch (kind) {
    case "serve":
      return CAME;
    case "call":
      return { side: "called", isCertain: isDoing };
    case "state":
      return isLeft(phrase) && mayBeServer ? CALLED : null;
    case "login":
    case "talk":
      return mayBeServer ? { side: "called", isCertain: isDoing } : null;
    case "link":
    case "ask":
    case "reach":
    case "send":
      return mayBeServer ? CALLED : null;
    case "message":
      return mayBeServer && kinds.includes("send") ? CALLED : null;
    default:
      return null;
  }
}

/** `no route to host A`; by which interface there is none, a table of routes tells. */
function isUnrouted({ word, kinds, head, place }: Phrase): boolean {
  const isByInterface = ["via", "aside", "place"].some((kind) => place.behind[0]?.kind === kind);
  return word === "route" && kinds[head + 1] === "no" && !isByInterface;
}

/** `failing over to server A`, `connection 7 closed to A`. */
function isLeft({ word, kinds, head, isServer }: Phrase): boolean {
  if (word.startsWith("fail") && kinds[head - 1] === "aside") return isServer;
  return kinds.includes("call") || kinds.includes("link");
}

/** `handshaking with A`, `lost contact with server A`; a connection with somebody may be either's. */
function behindWith({ kind, kinds, isServer, mayBeServer, isDoing, hasState, place }: Phrase): Spoken | null {
  if (!mayBeServer || kinds.includes("taken")) return null;
  if (isServer && OF_BOTH.has(kind)) return CALLED;
  if (kind === "state" && kinds.includes("call")) return isCalledPort(place.port) ? CALLED : null;
  if (kind === "state" && kinds.includes("talk")) return isServicePort(place.port) ? CALLED : null;
  if (kind !== "call" && kind !== "talk") return null;
  if (isServicePort(place.port) || (isDoing && place.port !== null)) return CALLED;
  return kind === "talk" && (isDoing || hasState) ? { side: "called", isCertain: isDoing } : null;
}

/** `downloading x from A`, `no answer from server A`, `disconnected from server A`; `request x from A`. */
function behindFrom({ kind, kinds, head, isServer, mayBeServer, isDoing, place }: Phrase): Spoken | null {
  const isMissed = kinds.includes("no") || kinds.includes("wait") || kinds.includes("state");
  const isService = isServer || isServicePort(place.port);
  // `frames from rtsp://A`; of who asks by a page's URL nothing is told.
  if (place.isUrl)
    return isClientPort(place.port) || NOT_OF_URLS.some((other) => kinds.includes(other)) ? null : CALLED;
  switch (kind) {
    case "fetch":
      return CALLED;
    case "talk":
      return isDoing && mayBeServer ? CALLED : null;
    case "leave":
      return mayBeServer && (isService || isToldToCallers(place)) ? CALLED : null;
    case "state":
      return isServer ? CALLED : null;
    case "answer":
      return isMissed && isService ? CALLED : null;
    case "message":
    case "link":
      if (kinds[head + 1] === "no") return isService ? CALLED : null;
      return kind === "message" && !isServer && !NOT_SENT.some((other) => kinds.includes(other))
        ? CAME
        : null;
    case "ask":
    case "taken":
      if (kinds.includes("answer") || kinds.includes("alarm")) return null;
      return { side: "came", isCertain: kind === "taken" && !kinds.includes("setting") };
    default:
      return null;
  }
}

/** `connection refused by A`, `closed by server A`. */
function behindBy({ word, kinds, isServer, hasState }: Phrase): Spoken | null {
  const isOfCall = kinds.includes("call") || kinds.includes("link") || kinds.includes("talk");
  return (word === "refused" && isOfCall) || (isServer && hasState) ? CALLED : null;
}

/** `connection refused for A:p`, `health probe failed for server A:p`, `waiting for A:p`; `new tunnel for A`. */
function behindFor({ kind, word, kinds, head, isServer, hasState, place }: Phrase): Spoken | null {
  const isNew =
    kind === "link" && kinds[head + 1] === "new" && !NOT_COME.some((other) => kinds.includes(other));
  if (isNew && !isServer) return CAME;
  if (place.port === null) return isServer && hasState && kinds.includes("call") ? CALLED : null;
  if (kind === "wait") return isServicePort(place.port) ? CALLED : null;
  if (kinds.includes("talk") || kinds.includes("login") || kinds.includes("taken")) return null;
  const isCall = kinds.includes("call") || kinds.includes("link") || kinds.includes("reach");
  return isCall && (isServer || hasState || word === "connect") ? CALLED : null;
}

/** `connect to port 443 of A`, `poll of A failed`, `logged out of server A`. */
function behindOf({ kind, kinds, isServer, hasState }: Phrase): Spoken | null {
  const isTo = kind === "call" && kinds.includes("to");
  return isTo || (kind === "reach" && hasState) || (kind === "login" && isServer) ? CALLED : null;
}

/** `connecting via proxy A`. */
function behindVia({ kind, isServer }: Phrase): Spoken | null {
  return kind === "call" && isServer ? CALLED : null;
}
