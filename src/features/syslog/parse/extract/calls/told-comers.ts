import { portNumber } from "../../values/field-text";
import { endsAt, Hinted } from "../../values/hinted";
import { type Endpoint, rowEndpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { sourceFlow } from "../ends/single-source";

/** Somebody by name, and by which address: `Account 'bob' using IP 'A'`, `association from AET X on IP A`. */
const BY_ADDRESS = new Hinted(
  /(?<![a-z])(?:account|user|player|client|character|member|subscriber|caller|visitor|guest|(?:connection|association|request|session|login|call|query|registration) (?:from|of|by|for)(?: remote)?(?: (?:aet?|user|client|host|peer|node|account|player|device|station))?)[:=]? ["'<[]?(?!(?:on|at|using|with|via|through|(?:creat|add|delet|remov|leas|assign|configur|registered|reserv|allocat|mov|chang|updat|list|found)\w{0,4}) )[\w.@\\-]{1,64}["'>\]]?,? (?:(?:is |was |has )?(?:logged (?:in|on)|logging in|connected|connecting|joined|joining|authenticated|playing|online|came|seen|trying) )?(?:using|with|on|at|via|under) (?:the )?(?:(?:remote|client|source|its) )?(?:ip|ip[ -]address|address|addr):? ["'([</]{0,2}(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "ip |address|addr",
);
/** What of somebody's is thrown away or was not awaited: `Deleting orphaned frame with id 7 from A`. */
const THROWN_AWAY = new Hinted(
  /(?<![a-z])(?:delet|remov|dropp|discard|ignor|flush|purg|expir|reject|skipp|truncat)(?:ing|ed) (?:(?:an?|the) )?(?:(?!(?:from|to|for|reply|response|answer)(?![a-z]))[\w.-]{1,24} ){0,4}(?:packet|frame|datagram|segment|fragment|beacon|(?<=(?:dropp|discard|ignor|reject|skipp)[^;:]{0,104})(?:message|request|query|command|event))s? (?:(?:with|of|for|in|on|id|number|seq|sequence)(?: (?!from )[\w.:#=-]{1,32}){1,5} )?(?:received )?from (?:(?:the )?(?:client|peer|host|node|station|sender|user|source) )?["'([</]{0,2}(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "ing |ed ",
);
/** A list of who may come is looked through for somebody: `ipbanlist_check: checking A`. */
const LOOKED_THROUGH = new Hinted(
  /(?<![a-z])(?:(?:ip|host|client|access|net)?_?-?(?:ban|black|white|block|allow|deny|access|grey|gray)_?-?(?:list|hosts)|acl|tcp_?wrappers?|geoip|hosts_access|rbl|dnsbl)[ _-]?(?:check|lookup|test|match|find|search|query)?(?:ing|er)?(?:\(\))?: (?:checking|looking up|testing|matching|searching|check|lookup|test)(?: for)?(?: (?:ip|address|host|client|peer))?:? ["'([</]{0,2}(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "list|hosts|acl|wrapper|geoip|rbl|dnsbl",
);
/**
 * The port of this host that somebody came to, before him, perhaps with his number and name: `new client on port 9001:
 * 2/app/A`.
 */
const CAME_TO_PORT = new Hinted(
  /(?<![a-z])(?:new|accept(?:ed|ing)?|incoming|inbound|got(?: an?)?) (?:(?:tcp|tls|ssl|udp|websocket) )?(?:client|connection|session|peer|user|socket)(?: accepted| connected)? (?:on|to|at) (?:the |local )?(?:(?:tcp|udp|tls) )?port:? ?(\d{2,5})(?::|,| -| from)? (?:from )?(?:(?:client|peer|host|address|ip):? )?(?:[\w.-]{1,32}\/){0,3}["'([</]{0,2}(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "new |accept|incoming|inbound|got ",
);
/** Who came, by name and address, and where: `Login from iqn.2026-11.com.example:a (A) on (B:3260,1)`. */
const ON_PORTAL = new Hinted(
  /(?<![a-z])(?:from|by|of) [\w.:@-]{1,223} \(([\da-f.:]{3,45}|\[[\da-f:]{2,39}\])(?::(\d{1,5}))?\) (?:on|at|via|to|in) (?:[\w.:@-]{1,223} )?\(\[?([\da-f.:]{3,39}?)\]?:(\d{1,5}),\d{1,5}\)/i,
  "on |at |via |to |in ",
);

/** Whom a line's only address is told to be of by the words before it; null where it is not told that he came. */
export function toldComer(text: string, end: Endpoint): Flow | null {
  const { start, isPrefix, isLoose } = end;
  if (isPrefix || isLoose) return null;
  const came = CAME_TO_PORT.exec(text);
  if (came !== null && endsAt(came, start))
    return { ...sourceFlow(text, end), askedPort: portNumber(came[1] ?? "") };
  const isHis = [BY_ADDRESS, THROWN_AWAY, LOOKED_THROUGH].some((form) => endsAt(form.exec(text), start));
  return isHis ? sourceFlow(text, end) : null;
}

/** Who came, and to which portal of a target; null where a text does not tell both so. */
export function portalPair(text: string): Flow | null {
  const match = ON_PORTAL.exec(text);
  if (match === null) return null;
  const [whole, from = "", fromPort, to, toPort] = match;
  const place = { start: match.index, end: match.index + whole.length };
  const source = rowEndpoint(from.replaceAll(/[[\]]/g, ""), fromPort, place);
  const destination = rowEndpoint(to, toPort, place);
  return source === null || destination === null ? null : { source, destination, ...place };
}
