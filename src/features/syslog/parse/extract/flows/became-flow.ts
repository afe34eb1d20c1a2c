import type { Endpoint } from "../ends/endpoints";
import { isClientOf } from "../../values/port-ranges";
import type { Flow } from "../ends/flow";
import { KNOWN_IF_NAME } from "../ends/interface-names";
import { INNER, TARGET_TRANSLATION } from "./spoken-translation";

const ARROW = new RegExp(
  String.raw`^["')\]]? ?(?:->|=>|-{2}>|→|to)(?: (?:(?:interface|ifc|iface|intf|dev) )?(?:${KNOWN_IF_NAME}|lan|wan|dmz|inside|outside)[ :/])? ?["'([]?$`,
  "i",
);
/** Between two ends and what one of them became: `, source translated to `, ` (snat `, ` => nat `. */
const BECAME =
  /^["')\]]?(?: (?:tcp|udp))?[,;]?(?: (?:and|with|is|was|now|->|=>))? [([]?(?:(?:the |(?:translated|natted|mapped) (?=s|d|c))?(source|src|client|destination|dest|dst|server)(?: (?:address|ip|side|port))? )?(?:(?:is|was|has been|gets|being) )?(s-?nat(?:ted)?|d-?nat(?:ted)?|source[- ]nat(?:ted)?|destination[- ]nat(?:ted)?|nat(?:ted)?|translated|translation|xlated?|mapped|rewritten|masqueraded|hidden|redirected|(?:seen )?as(?= ?["'([]?$)|(?:port[- ])?forwarded)(?: (?:to|as|into|behind|by|via|is))?:? ?["'([]?$/i;
const TRANSPORT = /^\/(?:tcp|udp)(?= )/i;
/** What is said of an end behind it: its protocol, zone and interface. */
const OF_END =
  / (?:\((?:tcp|udp|(?:port|interface|iface|intf|ifc|if|dev|zone) [\w./-]{1,24})\)|(?:in|of) (?:the )?zone [\w-]{1,24}(?=[ ,]))/gi;
const OWN_NOUN = / (?:host|server|node)(?= $)/i;
const TARGET = /^d/i;
/** What others than translations do, too. */
const PASSED_ON = /forwarded$|^redirected$/i;
const NAT = /(?:^|[^a-z])(?:[sd]?nat|port[ -]forward\w{0,4}|tcp|udp)(?:$|[^a-z])/i;
const SOURCE = /^s(?!erver)|^client|masq|hidden/i;
const MAX_BETWEEN = 64;

/**
 * `A:p -> B:q, source translated to N:r`, `A:p -> B:q, dnat C:s`, `A:p -> B:q translated to N:r -> C:s`. Null where the
 * words
 * leave open which of the ends became another.
 */
export function becameFlow(text: string, ends: readonly Endpoint[]): Flow | null {
  const [source, destination, third, fourth, fifth] = ends;
  if (source === undefined || destination === undefined || third === undefined || fifth !== undefined)
    return null;
  if (source.port === null || destination.port === null) return null;
  const isOfNetworks = ends.some(({ isPrefix }) => isPrefix);
  if (isOfNetworks && !(isPortSlashed(text, source) && ends.every((end) => hasSlash(text, end)))) return null;
  const towards = plainText(text, source, destination).replace(OWN_NOUN, "").replace("towards", "to");
  if (!ARROW.test(towards.replace(TRANSPORT, ""))) return null;
  const first = roleOf(text, [destination, third], source);
  if (first === null) return null;
  const flow = { source, destination, start: source.start, end: (fourth ?? third).end };
  if (fourth === undefined) return withChange(flow, first, third);
  if (first === "source" && ARROW.test(text.slice(third.end, fourth.start)))
    return withChange(withChange(flow, "source", third), "destination", fourth);
  const second = roleOf(text, [third, fourth], source);
  if (second === null || second === first) return null;
  return withChange(withChange(flow, first, third), second, fourth);
}

function plainText(text: string, from: Endpoint, to: Endpoint): string {
  const between = text.slice(from.end, to.start);
  return between.includes(" (") || between.includes("zone ") ? between.replaceAll(OF_END, "") : between;
}

/** Whether what stands behind an address and a slash is a port: of another end it is no network's length. */
function isPortSlashed(text: string, end: Endpoint): boolean {
  return !end.isPrefix && hasSlash(text, end);
}

function hasSlash(text: string, { start, end }: Endpoint): boolean {
  return text.slice(start, end).includes("/");
}

type Role = "source" | "destination";

/** Which of the ends became the second of two, by the words between them. */
function roleOf(text: string, [from, to]: readonly [Endpoint, Endpoint], source: Endpoint): Role | null {
  const between = plainText(text, from, to);
  const match = between.length > MAX_BETWEEN ? null : BECAME.exec(between);
  if (match === null) return null;
  const word = match[1] ?? match[2] ?? "";
  if (PASSED_ON.test(word)) return isPassedOn(text, source, from) ? "destination" : null;
  if (TARGET.test(word) || (match[1] === "server" && to.port !== null)) return "destination";
  if (SOURCE.test(word)) return "source";
  if (TARGET_TRANSLATION.test(text)) return "destination";
  return INNER.test(source.ip) && !INNER.test(to.ip) ? "source" : null;
}

/** A client's packet that was sent on to whom it did not call. */
function isPassedOn(text: string, source: Endpoint, called: Endpoint): boolean {
  return source.ip !== called.ip && isClientOf(source.port, called.port) && NAT.test(text);
}

function withChange(flow: Flow, role: Role, end: Endpoint): Flow {
  const own = role === "source" ? flow.source : flow.destination;
  if (own?.ip === end.ip && own.port === end.port) return flow;
  return role === "source" ? { ...flow, translated: end } : { ...flow, answering: end };
}
