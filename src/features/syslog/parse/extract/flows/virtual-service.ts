import { rowEndpoint, wholeEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";

const ADDRESS = String.raw`((?:\d{1,3}\.){3}\d{1,3}:\d{1,5}|\[[\da-f:.]{3,45}\]:\d{1,5})(?![\w.:])`;
const SERVERS = String.raw`(?:(?:real|backend|upstream|healthy|live|active|usable) )?(?:destination|server|backend|upstream|real|node|member|target|endpoint|peer)s?`;
const NONE = String.raw`(?:no ${SERVERS} (?:is |are |was |were )?(?:available|alive|left|found|reachable|usable|selected|up)|(?:is |are )?(?:out of|without) ${SERVERS}|has no ${SERVERS})`;
/**
 * Who could not be given to anybody who answers, and which service a packet was for: `TCP A:p - no destination
 * available`.
 */
const FORMS = [
  new RegExp(
    String.raw`(?:(?<![\w-])(tcp|udp|sctp) )?(?<![\w.:/-])${ADDRESS}[,;:]?(?: -{1,2}| –)? ${NONE}(?![\w-])`,
    "i",
  ),
  new RegExp(
    String.raw`(?<![\w-])${NONE} (?:for|behind|at) (?:(?:the )?(?:virtual |load balanced )?(?:service|server|vip|vserver|request|connection|packet|session) (?:to |for )?)?(?:(tcp|udp|sctp) )?${ADDRESS}`,
    "i",
  ),
  new RegExp(
    String.raw`(?<![\w-])look(?:ed|ing)?[ -]?up:? (?:of )?(?:virtual )?service:? (?:fwm \d{1,10} )?(?:(tcp|udp|sctp) )?${ADDRESS}`,
    "i",
  ),
];
const HINTS = ["no ", "No ", "without ", "out of ", "ookup", "ook up", "ooking up", "ooked up"];

/**
 * The service of a balancer that somebody asked for, and of which it is told who answers for it, or that nobody does.
 */
export function virtualService(text: string): Flow | null {
  if (!HINTS.some((hint) => text.includes(hint))) return null;
  for (const form of FORMS) {
    const match = form.exec(text);
    if (match === null) continue;
    const [whole, protocol, address = ""] = match;
    const called = wholeEndpoint(address);
    const place = { start: match.index, end: match.index + whole.length };
    const destination = called === null ? null : rowEndpoint(called.ip, String(called.port), place);
    if (destination !== null)
      return { source: null, destination, ...place, protocol: protocol?.toLowerCase() ?? null };
  }
  return null;
}
