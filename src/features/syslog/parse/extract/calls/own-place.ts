import { endsAt, Hinted } from "../../values/hinted";
import type { Endpoint } from "../ends/endpoints";

/** What waits to be called stands behind it: `accepting connections on A:p`, `API server is running at A:p`. */
const LISTENER = new Hinted(
  /(?<![a-z])(?:(?:(?:accept|await|receiv|serv|listen)ing|waiting for|ready (?:for|to (?:accept|receive|serve|handle)))(?: (?:for|new|incoming|inbound|client|remote|tcp|udp|https?|tls|ssl|ssh|grpc|rpc|api|web|dns|network|syslog|socket|snmp|sip|ws|websocket|secure|the|all)){0,3}(?: (?:connections?|clients?|requests?|traffic|queries|messages?|packets?|datagrams?|logins?|calls?|agents?|peers?))?|(?:server|service|daemon|listener|api|endpoint|console|ui|dashboard|socket)(?: (?:is|was|has))?(?: (?:now|been))? (?:started|starting|running|up|available|ready|bound|exposed)),? (?:on|at) (?:(?:the )?(?:local )?(?:address|interface|socket|host|ip|port|url|endpoint)[ :=]{1,2})?(?:[\w.-]{1,64}(?:\[| ?\(|\/))?["'([</]{0,2}(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "ting connections|ting client|ing for |ing new |ing incoming|ing on |ing at |ing http|ing request|ing traffic|ing api|ing tcp|ing udp|waiting for|ready |ting remote|ting inbound|ting quer|ting message|ting packet|started on|started at|starting on|starting at|running on|running at|up on|up at|available|bound on|bound at|exposed",
);
/** Where this host is, seen by others or by itself. */
const OWN_BEFORE = new Hinted(
  /(?<![a-z-])(?:local|own|mapped|reflexive|srflx|bound|self|my|our(?: public| external)?|advertised)(?: (?:ip|socket|udp|tcp|transport))? (?:address|addr|endpoint|socket|ip|candidate)(?: (?:is|now|changed to|set to))?[:=]? ?["'([<]?$/i,
  " addr| endpoint| socket| ip| candidate",
);
const MAX_OWN = 48;

/** Whether an address is of this host itself, which waits there for others or tells where it is. */
export function isOwnPlace(text: string, { start }: Endpoint): boolean {
  return (
    endsAt(LISTENER.exec(text), start) ||
    OWN_BEFORE.test(text.slice(Math.max(0, start - MAX_OWN), start), text)
  );
}
