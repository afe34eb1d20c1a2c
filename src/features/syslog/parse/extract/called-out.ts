import { Hinted } from "../values/hinted";
import { isClientPort } from "../values/port-ranges";
import type { Endpoint } from "./endpoints";
import type { Flow } from "./flow";
import { destinationFlow } from "./flow-parts";

/** The function that a program connects by, in front of what it says: `s_connect: connected A:p`, `connect_blocking: connecting A:p`. */
const CALLED_OUT = new Hinted(
  /(?<![\w.-])(?:(?:s|do|tcp|udp|sock|socket|net|ssl|tls|bio|try|start|open|async|remote|upstream|backend|outbound|outgoing)_connect|connect_(?:blocking|nonblocking|remote|upstream|backend|server|host|socket|tcp|once))(?:\(\))?: (?:connect(?:ed|ing)?|reconnect(?:ed|ing)|trying)(?: to)?:? ["'([]?(?=\d{1,3}\.|[\da-f]{0,4}:)/i,
  "_connect|connect_",
);
/** `Connect() starting connection (quality, A:p, UDP)`, `Starting new HTTPS connection (1): A:443`: what a program begins. */
const STARTING = new Hinted(
  /(?<![\w.-])(?:(connect\(\):? )?(?:start|open|initiat|establish|creat|mak|beginn?)(?:ing|ed) (?:an? |the )?(?:new |outgoing |outbound |another )?(?:(?:tcp|udp|tls|ssl|https?|quic|websocket|socks5?|client|server|relay) )?(?:connection|session|socket|tunnel|channel)(?: (?:attempt|#\d{1,9}|\(\d{1,9}\)))?|(connect\(\)))(?::? ?\((?:[A-Za-z][\w.-]{1,40}, ){0,2}|: )["'[]?(?=\d{1,3}\.|[\da-f]{0,4}:)/i,
  "connect()|ing connection|ed connection|ing new |ed new |ing session|ing tcp|ing udp|ing socket",
);

/** Whom a program called, told by the name of the function that connects; null where its port is not told. */
export function calledOut(text: string, end: Endpoint): Flow | null {
  if (end.port === null || end.isPrefix || end.isLoose) return null;
  const match = CALLED_OUT.exec(text) ?? startingAt(text, end);
  return match !== null && match.index + match[0].length === end.start ? destinationFlow(end) : null;
}

/** What begins to connect does so to a port that no client has, unless it is the function that calls. */
function startingAt(text: string, { port }: Endpoint): RegExpExecArray | null {
  const match = STARTING.exec(text);
  return match?.[1] === undefined && match?.[2] === undefined && isClientPort(port) ? null : match;
}
