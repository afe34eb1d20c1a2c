import { endsAt, Hinted } from "../../values/hinted";
import { isClientPort } from "../../values/port-ranges";
import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { destinationFlow } from "../ends/flow-parts";

/**
 * The function that a program connects by, in front of what it says: `s_connect: connected A:p`, `connect_blocking:
 * connecting A:p`.
 */
const CALLED_OUT = new Hinted(
  /(?<![\w.-])(?:(?:s|do|tcp|udp|sock|socket|net|ssl|tls|bio|try|start|open|async|remote|upstream|backend|outbound|outgoing)_connect|connect_(?:blocking|nonblocking|remote|upstream|backend|server|host|socket|tcp|once))(?:\(\))?: (?:connect(?:ed|ing)?|reconnect(?:ed|ing)|trying)(?: to)?:? ["'([]?(?=\d{1,3}\.|[\da-f]{0,4}:)/i,
  "_connect|connect_",
);
/**
 * What a program begins itself: `Connect() starting connection (quality, A:p, UDP)`, `Starting new HTTPS connection
 * (1): A:443`;
 * what is established or created may have come.
 */
const STARTING = new Hinted(
  /(?<![\w.-])(?:(connect\(\)):? )?(?:(?:start|open|initiat|establish|mak|beginn)ing (?:an? |the )?(?:new |another )?(?:(?:outgoing|outbound|tcp|udp|tls|ssl|https?|quic|websocket|socks5?|server|relay|upstream|backend) ){0,2}(?:connection|tunnel)(?: (?:attempt|#\d{1,9}|\(\d{1,9}\)))?|(?<=connect\(\):? )(?:open|creat)ing socket)(?::? ?\((?:[A-Za-z][\w.-]{0,40}, ){0,2}| ?: )["'[]?(?=\d{1,3}\.|[\da-f]{0,4}:)/i,
  "ing connection|ing tunnel|ing socket|ing new |ing another |ing a |ing an |ing the |ing outgoing|ing outbound|ing tcp|ing udp|ing tls|ing ssl|ing http|ing quic|ing websocket|ing socks|ing server|ing relay|ing upstream|ing backend",
);

/** Of a mesh: `->[A:p] attempting connection`, where `connection accepted` is of whoever came. */
const CALLING_BEHIND =
  /^(?:\|[^\]]{0,64})?\]:? (?:attempting|trying|dial(?:l?ing)?|connecting|(?:re)?connect(?:ing)? to)(?![\w-])/i;
/** With whom a member of a cluster begins to compare what both know. */
const SYNC_BEFORE =
  /(?<![\w-])(?:initiat|start|beginn|perform|attempt|do)ing (?:an? |the )?(?:(?:push\/pull|full|initial|partial|state|data|cluster|gossip|tcp|anti-entropy|delta) ){0,3}(?:re-?)?(?:sync(?:hroni[sz]ation)?|handshake|gossip|push\/pull|exchange|anti-entropy|reconciliation|replication) (?:session )?(?:with|to):? {1,2}(?:(?:node|peer|member|host|server|replica) )?(?:[\w.-]{1,64} )?["'([]?$/i;
const MAX_BEFORE = 144;
const MAX_BEHIND = 96;

/** Whom a program called, told by the name of the function that connects; null where its port is not told. */
export function calledOut(text: string, end: Endpoint): Flow | null {
  if (end.port === null || end.isPrefix || end.isLoose) return null;
  if (isCalledOnly(text, end)) return destinationFlow(end);
  return endsAt(CALLED_OUT.exec(text) ?? startingAt(text, end), end.start) ? destinationFlow(end) : null;
}

/** What a mesh or a member of a cluster says of whom it calls. */
function isCalledOnly(text: string, { start, end, port }: Endpoint): boolean {
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start);
  if (before.endsWith("->[")) return CALLING_BEHIND.test(text.slice(end, end + MAX_BEHIND));
  return !isClientPort(port) && SYNC_BEFORE.test(before);
}

/** What begins to connect does so to a port that no client has, unless it is the function that calls. */
function startingAt(text: string, { port }: Endpoint): RegExpExecArray | null {
  const match = STARTING.exec(text);
  return match?.[1] === undefined && isClientPort(port) ? null : match;
}
