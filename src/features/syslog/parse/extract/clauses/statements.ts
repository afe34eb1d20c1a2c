import { isClientPort, isServicePort } from "../../values/port-ranges";
import { CALLED, CAME, clauseIn, isToldToCallers, kindsOf, type Place, type Spoken } from "./clause";
import type { ClauseWord, Kind } from "./word-kinds";
import { wordsOf } from "../../values/word-list";

/** So many words in front of an address may say whose it is. */
export const MAX_NOUNS = 6;
/** So many clauses in front of an address may say what became of it. */
const MAX_STATEMENTS = 3;
/** What may say whose an address is, in front of it. */
const NOUNS = new Set<Kind>([undefined, "server", "client", "own", "thing", "place", "new", "no"]);
/** What may stand between an address and a clause that is said of it, and with what that ends. */
const BETWEEN = new Set<Kind>([undefined, "server", "place", "new", "no", "state", "well"]);
const ENDS = new Set([":", ";", "-", "–", "—"]);
/** Of a call that did not come about, which only who calls knows the port of. */
const FAILED = /^(?:refused|fail|timed|unreachable)/;
/** What a statement says. */
const STATES = new Set<Kind>(["state", "leave", "new", "taken", "begin"]);
/** What somebody who has an address does or did. */
const DEEDS = new Set<Kind>([...STATES, "call", "login"]);
/** What is said of machines, and of who is known. */
const UNTOLD: readonly Kind[] = ["own", "setting", "login"];

/**
 * Who an address is by a clause in front of it, which a colon or a dash ends: `Connection refused: A`, `New player: bob
 * (A)`.
 */
export function behindStatement({ before, port }: Place): Spoken | null {
  let words = before;
  for (let count = 0; count < MAX_STATEMENTS; count++) {
    const between = clauseIn(words);
    const stop = words[between.length];
    if (stop === undefined || !ENDS.has(stop.word) || !between.every(({ kind }) => BETWEEN.has(kind)))
      return null;
    words = words.slice(between.length + 1);
    const clause = clauseIn(words);
    const kinds = kindsOf(clause);
    if (kinds.includes("client") && kinds.some((kind) => DEEDS.has(kind))) return CAME;
    if (UNTOLD.some((kind) => kinds.includes(kind))) return null;
    if (kinds.some((kind) => STATES.has(kind))) return sideOf(clause, port);
  }
  return null;
}

function sideOf(clause: readonly ClauseWord[], port: number | null): Spoken | null {
  const kinds = kindsOf(clause);
  const isCall = kinds.includes("call") || kinds.includes("link");
  if (kinds.includes("begin")) return kinds.includes("call") && !isClientPort(port) ? CALLED : null;
  if (kinds.includes("new") || kinds.includes("taken")) return isCall && !isServicePort(port) ? CAME : null;
  if (kinds.includes("server")) return port === null || isClientPort(port) ? null : CALLED;
  if (!isCall || isClientPort(port)) return null;
  const hasFailed = clause.some(({ word }) => FAILED.test(word));
  if (port === null) return hasFailed && clause.some(({ word }) => word === "connect") ? CALLED : null;
  return hasFailed || isServicePort(port) ? CALLED : null;
}

/** What a server does that does not want who calls. */
const REJECTS = /^(?:reject|refus)/;
/** Of what somebody sent, and what it is. */
const NOT_UNDERSTOOD = new Set(
  wordsOf(
    "unrecognized unrecognised unknown unsupported malformed invalid illegal unexpected bogus corrupt bad",
  ),
);
const SENT = new Set(
  wordsOf(
    "capability attribute option opcode message packet pdu command header request tlv frame payload cookie",
  ),
);
const MAX_SENT = 3;

/** Whose message was not understood, told of him directly behind his address: `A unrecognized capability code: 70`. */
function hasSentBadly(behind: readonly ClauseWord[]): boolean {
  const said = behind.filter(({ word, kind }) => kind !== "send" && word !== "a" && word !== "an");
  const [bad, ...things] = said.slice(0, MAX_SENT);
  return NOT_UNDERSTOOD.has(bad?.word ?? "") && things.some(({ word }) => SENT.has(word));
}

/** Who an address is as the subject of its clause: `server A not responding`, `printer A:9100: Connection refused`. */
export function asSubject(place: Place): Spoken | null {
  const { before, behind, port } = place;
  const nouns = kindsOf(clauseIn(before));
  const isOfServer = nouns.includes("server") || nouns.includes("own") || isServicePort(port);
  const mayHaveSent = nouns.length <= MAX_NOUNS && !isOfServer;
  if (mayHaveSent && hasSentBadly(behind)) return { side: "came", isCertain: true };
  if (nouns.length > MAX_NOUNS || nouns.includes("client") || nouns.includes("own") || isClientPort(port))
    return null;
  if (!nouns.every((kind) => BETWEEN.has(kind) || kind === "keeper")) return null;
  if (isServicePort(port) && isToldToCallers(place)) return CALLED;
  if (!nouns.includes("server") || nouns.includes("keeper")) return null;
  const kinds = kindsOf(behind);
  const isBad =
    kinds.includes("state") ||
    (kinds.includes("no") && kinds.includes("well")) ||
    behind.some(({ word }) => REJECTS.test(word));
  return isBad ? CALLED : null;
}

/** Whether a word may be of what an address is called in front of it. */
export function isNoun({ kind }: ClauseWord): boolean {
  return NOUNS.has(kind);
}
