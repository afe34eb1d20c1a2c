import { isUnspecified } from "../../values/ip-address";
import { farServerGone } from "../../formats/far-servers";
import { portNumber } from "../../values/field-text";
import { endsAt, Hinted } from "../../values/hinted";
import { isClientPort, isPeersPort, isServicePort } from "../../values/port-ranges";
import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { destinationFlow } from "../ends/flow-parts";
import { forwardedPort } from "./port-forward";
import { sourceFlow } from "../ends/single-source";
import { toldComer } from "./told-comers";

/** Between an address and a service, as netcat tells where it came through: `Connection to A 22 port [tcp/ssh] succeeded!`. */
const SCANNED = /^[\da-f.:]{3,45}["')\]]? (\d{1,5}) port \[(?:tcp|udp|sctp)\/[^\]\s]{1,24}\]/i;
const SCANNED_BEFORE = /(?<![a-z])connect(?:ion)? to (?:(?:host|server) )?["'([]?$/i;
/** A host by the name that was looked up, its address in brackets and the port: `Connection established: feeder (A) port p`. */
const LOOKED_UP = new Hinted(
  /(?<![a-z])connect(?:ion|ed|ing)?(?: (?:established|lost|closed|failed|made|up|down|timed out|refused|dropped|reset|restored))?(?:: | (?:to|with) )(?!(?:client|user|player|guest|device|station|from|by|peer)[ (])[\w.-]{1,253} \((?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "connect",
);
const PORT_BEHIND = /^\),? port:? (\d{1,5})(?!\d)/;
/** `Linking to hub at A:p`: to what is called by a name, and where that is. */
const GOES_TO = new Hinted(
  /(?<![a-z])(?:link(?:ed|ing)?|uplink(?:ed|ing)|re-?link(?:ed|ing)|bridg(?:ed|ing)|peer(?:ed|ing)|fail(?:ed|ing) over|fall(?:ing)? back|fell back|logg(?:ed|ing) (?:in|on)(?= (?:in)?to)|sign(?:ed|ing) in(?= (?:in)?to)|dial(?:l?ed|l?ing)?(?: in)?|talk(?:ed|ing)|authenticat(?:ed|ing)|handshak(?:e|ing)|tunnel(?:l?ed|l?ing)?|hook(?:ed|ing) up|replicat(?:ed|ing)|report(?:ed|ing)|connect(?:s|ed|ing|ion)?) (?:to|into|with|onto) (?!(?:client|user|player|guest|device|station|peer|port|interface|the client|address|ip)[ (:])(?:(?!(?:from|by|as|using|for|with|client|user) )[\w./'"-]{1,48} ){1,3}(?:at |on |@ ?|\((?:[\w.-]{1,253}(?=\/))?|\[)["'([</]{0,2}(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "linking to|linked to|link to|linking with|linked with|relinking|uplinking|bridging|bridged|peering|peered|failing over|failed over|falling back|fell back|logging in|logging on|logged in|logged on|signing in|signed in|dial|talking|talked|authenticat|handshak|tunnel|hooked|hooking|replicat|reporting|reported|connect",
);
/** Where nobody answers who should: `no server found behind given hostname A`. */
const NOBODY_AT = new Hinted(
  /(?<![a-z])no (?:\w{2,16} )?(?:server|broker|master|hub|controller|backend|upstream|reflector|collector|registrar|relay|tracker|coordinator|gateway|proxy|mirror|daemon|instance|service|database|resolver)s? (?:(?:was |is |were |are )?(?:found|running|listening|responding|answering|answered|available|reachable|there|active|alive)? ?)(?:behind|at|on|under) (?:(?:the|this|that|given|specified|configured|requested|provided) ){0,2}(?:(?:host ?name|address|host|ip(?: address)?|endpoint|url|location)s?:? )?["'([</]{0,2}(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "no server|no broker|no master|no hub|no controller|no backend|no upstream|no reflector|no collector|no registrar|no relay|no tracker|no coordinator|no gateway|no proxy|no mirror|no daemon|no instance|no service|no database|no resolver|server|broker|service|daemon|instance|controller|database",
);
/** What could not be set up or asked, by what is told of it: `Could not set TURN server, is the address correct? (A:p)`. */
const NOT_SET = new Hinted(
  /(?<![a-z])(?:could(?: not|n't)|cannot|can't|unable to|failed to|error|failure|problem) (?:set(?:ting)?(?: up)?|us(?:e|ing)|add(?:ing)?|contact(?:ing)?|quer(?:y|ying)|ask(?:ing)?|reach(?:ing)?|resolv(?:e|ing)|configur(?:e|ing)|apply(?:ing)?|join(?:ing)?|access(?:ing)?) (?:the |an? |our )?(?:[\w/-]{1,16} ){0,2}(?:server|broker|master|hub|controller|backend|upstream|reflector|collector|registrar|relay|tracker|coordinator|gateway|proxy|mirror|daemon|instance|service|database|resolver)(?![a-z])[^()"';|]{0,48}\(["'([</]{0,2}(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "could|cannot|can't|unable to|failed to|error|failure|problem",
);
/** A handshake with whoever has the port of a service. */
const SHOOK =
  /(?<![a-z])(?:hand-?shake|negotiation|handshaking|negotiating) (?:error |failure |failed )?with (?:(?:the )?(?:server|host|peer|remote) )?["'([]?$/i;
/** With whom a connection was lost, by what he is: `Connection with master A lost`. */
const WITH_SERVER =
  /(?<![a-z])(?:connection|link(?:ed|ing)?|session|contact|sync(?:hroni[sz]ation)?|replication|handshake|(?<=^|[:;,.\]] |ully )log(?:ged|ging)?(?: ?in| on|(?= (?:in)?to))|registered|registering|subscribed|authenticated|uplink|socket)(?: (?!from |by )[\w#-]{1,32})? (?:with|to|into|onto|for) (?:the |our )?(?:remote )?(?:server|broker|master|primary|controller|backend|upstream|collector|registrar|coordinator|leader|database|namenode|hub|reflector|headend)(?: successfully)?:? (?:(?!(?:from|by|as|using|for|with|client|user) )[\w.-]{1,253}(?: (?:at |on )?|\/))?["'([<]{0,2}$/i;
/** The same of what was not reached, before whose it is: `Server connection failed: A`. */
const SERVER_LINK =
  /(?<![a-z])(?:(?:server|broker|master|primary|controller|backend|upstream|collector|registrar|coordinator|leader|database|namenode|hub|reflector|headend)|outgoing|outbound) (?:connection|link|session|login|handshake) (?:attempt )?(?:has |was |is )?(?:failed|lost|refused|timed out|error|failure|rejected)(?::|,| -| to| with| at) ["'([<]{0,2}$/i;
/** `portal: A,3260`, as initiators of storage name where their target is. */
const PORTAL_BEFORE = /(?<![a-z])(?:portal|target_?address)(?:: ?|=)["'[]?$/i;
/** The same of whom a service's port tells: `Connection with A:6379 lost`. */
const WITH_SOMEBODY =
  /(?:^|[:;,.\]] )(?:(lost|established|closed|broke|dropped|reset) )?(?:(?:the |its |tcp |tls |streaming ){0,3}(?:connection|link|stream) with|(?:rpc|call|request|query|push|write|ping|heartbeat)s?(?: call| request)? to) (?:(?:the )?(?:peer|node|host|member|replica) )?(?:(?!(?:from|by|as|using|for|with|client|user) )[\w.-]{1,64} )?["'([<]{0,2}$/i;
const OVER =
  /^["')\]>]{0,2}:? (?:(?:is|was|has been|got) )?(?:lost|closed|broken|down|reset|failed|timed out|refused|dropped|aborted|terminated|(?:re-?)?established)(?![\w-])/i;
/** What this host begins, of which nothing else is told: `Reconnecting to A:p after a reset`, `waiting 15 seconds for A:p`. */
const BEGINS =
  /(?:^|[:;,.\])|] )(?:(?:now |still )?(?:re-?)?connecting (?:back )?to|(?:re)?trying to (?:re)?connect to|(?:timed out )?waiting (?:up to )?(?:\d{1,6} ?[a-z]{1,8} )?for) (?:(?:host|server|broker|address) )?["'([<]{0,2}$/i;
/** What the network tells callers only, at the end of a text: `printer A:9100 not accepting: Connection refused`. */
const TOLD_TO_CALLERS =
  /[:,(] ?(?:\[?errno[ =]?\d{1,3}\]?:? ?)?(?:connection refused|no route to host|(?:network|host) (?:is )?(?:unreachable|down))["')\]]{0,3}(?: \(\d{1,3}\))?\.?\s*$/i;
/** What was told of whoever came has a cause of its own, which stands behind. */
const OF_COMER = /client|reject|local|from |\bby /i;
const MAX_TOLD = 256;
const CAME_BEFORE =
  /(?<![a-z])(?:from|by|client|user|player|peer|source|src|listen(?:ing)?(?: on)?|bind(?: to)?|local)[:=]? ["'([<]{0,2}$/i;
const MACHINE =
  /(?<![\w-])(?:device|slave|printer|host|node|camera|inverter|meter|sensor|plc|modem|unit|station)(?: at| on)? ["'([<]{0,2}$/i;
const SILENT =
  /^["')\]>]{0,2} (?:(?:is |was )?not (?:responding|answering|replying)|(?:did|does)(?: not|n't) (?:respond|answer|reply)|has(?: not|n't) (?:responded|answered|replied))(?![\w-])/i;
/** By which of its addresses this host goes out: `Connection to gw.example.com with interface eth0 A`. */
const GOES_BY = new Hinted(
  /(?<![a-z])connect(?:ion|ed|ing|s)? to (?!(?:\d{1,3}\.){3})["'[]?[\w.-]{1,253}["'\]]?(?::\d{1,5}| port \d{1,5})? (?:with|via|using|over|through|by|on) (?:the )?(?:local |own |source )?(?:interface|iface|dev|device|nic|link) [\w.:@-]{1,24}[,:]? (?:[([]|(?:ip|address|addr|with|source|src)[ :=]{1,2}["'([]?)?(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "connect",
);
const WITH_WORDS = [" with ", " to ", "to the ", " for ", "erver ", "bound ", "utgoing "];
const MAX_BEFORE = 80;
const MAX_BEHIND = 96;

/** Whom this host called, by which address it goes, who came, or what is forwarded, by the words beside the only end. */
export function calledOrCame(text: string, end: Endpoint): Flow | null {
  return calledEnd(text, end) ?? toldComer(text, end) ?? forwardedPort(text, end);
}

function calledEnd(text: string, end: Endpoint): Flow | null {
  const { start, isPrefix, isLoose } = end;
  if (isPrefix || isUnspecified(end.ip)) return null;
  if (text.includes("ort") || text.includes("ddress")) {
    const isPortal = PORTAL_BEFORE.test(text.slice(Math.max(0, start - MAX_BEFORE), start));
    if (isPortal && end.port !== null) return destinationFlow({ ...end, isLoose: false });
  }
  if (isLoose) return null;
  const scanned = scannedEnd(text, end) ?? lookedUpEnd(text, end);
  if (scanned !== null) return destinationFlow(scanned);
  if (farServerGone(text) === start || endsAt(NOBODY_AT.exec(text), start)) return destinationFlow(end);
  if (endsAt(GOES_BY.exec(text), start) && end.port === null)
    return { ...sourceFlow(text, end), isSent: true };
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start);
  if (isWithServer(text, end, before)) return destinationFlow(end);
  if (isUnreached(text, end, before)) return destinationFlow(end);
  const mayBeCalled =
    !isClientPort(end.port) && [GOES_TO, NOT_SET].some((form) => endsAt(form.exec(text), start));
  return mayBeCalled ? destinationFlow(end) : null;
}

/** Whether a text tells of what this host has or begins with a server. */
function isWithServer(text: string, { port, end }: Endpoint, before: string): boolean {
  if (
    WITH_WORDS.some((word) => before.includes(word)) &&
    (WITH_SERVER.test(before) || SERVER_LINK.test(before))
  )
    return true;
  if (isClientPort(port) || port === null) return false;
  if (before.includes("ing ") && BEGINS.test(before)) return true;
  if (!isServicePort(port) || isPeersPort(port)) return false;
  const somebody = WITH_SOMEBODY.exec(before);
  const isOver =
    somebody !== null && (somebody[1] !== undefined || OVER.test(text.slice(end, end + MAX_BEHIND)));
  return isOver || SHOOK.test(before);
}

/** Whether who has an address did not answer, or could not be reached. */
function isUnreached(text: string, { port, end }: Endpoint, before: string): boolean {
  if (isClientPort(port)) return false;
  const behind = text.slice(end, end + MAX_BEHIND);
  if ((behind.includes("not ") || behind.includes("n't ")) && SILENT.test(behind) && MACHINE.test(before))
    return true;
  const told = text.slice(end, end + MAX_TOLD);
  const isTold = port !== null && end + told.length === text.length && TOLD_TO_CALLERS.test(told);
  return isTold && !OF_COMER.test(told) && !CAME_BEFORE.test(before);
}

/** Whom netcat reached, with the port between the address and its service. */
function scannedEnd(text: string, end: Endpoint): Endpoint | null {
  if (!text.includes(" port [")) return null;
  if (!SCANNED_BEFORE.test(text.slice(Math.max(0, end.start - MAX_BEFORE), end.start))) return null;
  const digits = SCANNED.exec(text.slice(end.start, end.start + MAX_BEHIND))?.[1];
  const port = portNumber(digits ?? "");
  return port === null ? null : { ...end, port };
}

/** Whom a name was looked up for, with the port behind the bracket of the address. */
function lookedUpEnd(text: string, end: Endpoint): Endpoint | null {
  if (end.port !== null || !text.includes(" port")) return null;
  const digits = PORT_BEHIND.exec(text.slice(end.end, end.end + MAX_BEHIND))?.[1];
  const port = portNumber(digits ?? "");
  if (port === null || !endsAt(LOOKED_UP.exec(text), end.start)) return null;
  return { ...end, port, end: end.end + ") port ".length + (digits ?? "").length };
}
