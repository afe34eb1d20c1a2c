import { isUnspecified } from "../../values/ip-address";
import { CALLEE, CALLER } from "./callee-words";
import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { destinationFlow } from "../ends/flow-parts";

/** The callee's name and a mark, behind which its address stands. */
const NAMED = String.raw`(?:(?!${CALLER})[\w.-]{1,64}(?:\[| ?\(|\/)|\/)?["'([<]?$`;
/** `registered with supernode A`, `joining cluster at A`, `Registration with A failed`. */
const REGISTERS = new RegExp(
  String.raw`(?<![a-z])(?:(?:regist(?:ers|ered|ering|ration)|join(?:ed|ing)|subscrib(?:ed|ing)|enroll?(?:ed|ing)|announc(?:ed|ing)|report(?:ed|ing)|attach(?:ed|ing)) (?:(?:itself|successfully) )?(?:with |at |to )?${CALLEE}|registration (?:with|at) )${NAMED}`,
  "i",
);
/** `dropping packet to A`. */
const LINK = new RegExp(
  String.raw`(?<![a-z])(link|uplink|channel|association|keep-?alives?|heartbeats?|probes?|pings?|echo requests?|packets?|datagrams?|messages?) to (?:${CALLEE})?${NAMED}`,
  "i",
);
/** Without a port such a link may be a route to a neighbour. */
const OF_ROUTES = /^(?:up)?link to ["'([<]?$/i;
const DROPPED_BEFORE =
  /(?<![a-z])(?:dropp|discard|queu|delay|los|schedul)(?:ed|ing) (?:the |an? )?(?:[a-z]{2,10} )?$/i;
const CLAUSE_WORDS = /regist|join|subscrib|enrol|announc|report|attach/i;
const MAX_BEFORE = 32;
const MAX_CLAUSE = 96;

/** Whether a text says that this host registers with whom an address is of, or has something for him. */
export function isAskedOut(text: string, whole: Endpoint): boolean {
  const { port } = whole;
  const clause = beforeEnd(text, whole);
  if (CLAUSE_WORDS.test(clause) && REGISTERS.test(clause)) return true;
  const link = clause.includes(" to ") ? LINK.exec(clause) : null;
  if (link === null || (port === null && OF_ROUTES.test(link[0]))) return false;
  const before = clause.slice(Math.max(0, link.index - MAX_BEFORE), link.index);
  return DROPPED_BEFORE.test(before);
}

/** What this host does with a packet whose two ends are called far and near: `send IKE_SA_INIT req 0 peer A:500 local B:500`. */
const SENDS_PACKET =
  /(?<![a-z])(?:re-?)?(?:send(?:s|ing)?|sent|transmit(?:s|ted|ting)?|xmit|tx)(?![a-z]) (?!from )[^;|]{0,64}$/i;
const FAR_BEFORE =
  /(?<![a-z])(?:peer|remote|far|neighbou?r|gateway)(?:[ _-]?(?:ip|addr|address|end|endpoint|host))?[ :=]{1,2}["'([]?$/i;
const NEAR_BEFORE =
  /(?<![a-z])(?:local|own|self|near|my)(?:[ _-]?(?:ip|addr|address|end|endpoint|host))?[ :=]{1,2}["'([]?$/i;

/** Of a packet that this host sends, its own end and its peer's, where both are called so; null elsewhere. */
export function sentPair(text: string, ends: readonly Endpoint[]): Flow | null {
  const [first, second, third] = ends;
  if (first === undefined || second === undefined || third !== undefined) return null;
  const [before, between] = [beforeEnd(text, first), beforeEnd(text, second)];
  const isFarFirst = FAR_BEFORE.test(before) && NEAR_BEFORE.test(between);
  if (!isFarFirst && !(NEAR_BEFORE.test(before) && FAR_BEFORE.test(between))) return null;
  if (!SENDS_PACKET.test(before)) return null;
  const [source, destination] = isFarFirst ? [second, first] : [first, second];
  if (isUnspecified(source.ip)) return destinationFlow(destination);
  return { source, destination, start: first.start, end: second.end };
}

function beforeEnd(text: string, { start }: Endpoint): string {
  return text.slice(Math.max(0, start - MAX_CLAUSE), start);
}
