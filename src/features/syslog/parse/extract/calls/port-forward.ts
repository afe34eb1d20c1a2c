import { portNumber } from "../../values/field-text";
import { Hinted } from "../../values/hinted";
import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";

/** What is done with a port that is to be reached from outside. */
const FORWARD = new Hinted(
  /(?<![a-z])(?:port[ -]?)?(?:redirect(?:s|ed|ing|ion)?|forward(?:s|ed|ing)?|map(?:s|ped|pings?)?)(?![a-z])|(?:add|new|create|renew)port_?mapping/i,
  "redirect|forward|map",
);
/** The port outside, directly before the end that answers for it: `port 32400 protocol TCP to `, `tcp 2222 -> `. */
const OUTER_PORT =
  /(?:port|tcp|udp|port[ -]?(?:forward|mapping|map|redirect)(?:ing|ed|ion)?)[ :=/]{1,2}(\d{1,5})(?:[ /]\(?(?:tcp|udp)\)?)?(?:,? proto(?:col)?[ =:](?:tcp|udp))?(?: (?:is |was |has been )?(?:already )?(?:redirect|forward|mapp)ed)?(?:,? (?=int)| ?(?:->|=>|→) ?|,? to )(?:(?:int|internal|inside|lan|local|private|host|client|server|address|addr|ip)[ :=] ?){0,2}["'([]?$/i;
const PORT = /port/i;
/** What is not so, or not any more a port of this host's outside. */
const OTHERWISE = /(?<![a-z])(?:fail(?:ed|ure|s)?|error|cannot|unable|could not|tunnel|ssh|kubectl|mirror)/i;
const MAX_BEFORE = 96;

/** `redirecting port 32400 to A:32411`: what is asked of a port of this host, A answers; nobody has come yet. */
export function forwardedPort(text: string, end: Endpoint): Flow | null {
  if (end.port === null || end.isPrefix || end.isLoose || !FORWARD.test(text)) return null;
  const match = OUTER_PORT.exec(text.slice(Math.max(0, end.start - MAX_BEFORE), end.start));
  const askedPort = portNumber(match?.[1] ?? "");
  if (match === null || !askedPort || !PORT.test(text) || OTHERWISE.test(text)) return null;
  return { source: null, destination: null, askedPort, answering: end, start: end.start, end: end.end };
}
