import { endsAt, Hinted } from "../../values/hinted";
import { isClientPort } from "../../values/port-ranges";
import { isCalledIn } from "./called-in";
import type { Endpoint } from "../ends/endpoints";
import type { Flow } from "../ends/flow";
import { destinationFlow } from "../ends/flow-parts";
import { isOfMachines } from "../ends/role-words";
import { isGroup, sourceFlow } from "../ends/single-source";

const MAX_BEHIND = 96;
/** `Handshake for peer 1 (`, of which stands behind that it was not answered. */
const NEGOTIATED = new Hinted(
  /(?<![a-z])(?:hand-?shake|negotiation|key exchange|re-?key(?:ing)?|phase[ -]?[12]|exchange) (?:for|with|to) (?:the )?(?:(?:peer|gateway|host|server|endpoint|remote|node)s? )?(?:[\w.{}[\]-]{1,48} |[\w.{}-]{1,48}(?=[([]))?[([]?["'([<]?(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "handshake|hand-shake|negotiation|exchange|rekey|re-key|phase",
);
const UNANSWERED =
  /^[)\]]? (?:(?:did|has|was|is) not (?:yet )?(?:complete|finish|answer|respond|succeed|been (?:completed|answered))(?:d|ed)?|(?:never|not) (?:completed|answered|finished)|timed out|got no (?:answer|reply|response)|(?:is )?unanswered)(?![a-z])/i;
/** `Retrying handshake with peer 1 (`, `Initiating IKE Main Mode to `. */
const TRIED_AGAIN =
  /(?<![a-z])(?:re-?try(?:ing)?|re-?start(?:ing|ed)?|re-?initiat(?:e|ed|ing)|repeat(?:ing|ed)?|renegotiat(?:e|ed|ing)|initiat(?:es?|ed|ing)|dial(?:s|ed|l?ing)(?:[ -]?out)?) (?:the |an? |new )?(?:(?:ike(?:v[12])?|ipsec|isakmp|vpn|l2tp|pptp|sstp|gre|ssl|main|aggressive|quick|mode|phase[ -]?[12]|outgoing|outbound|call|sa) ){0,4}(?:(?:hand-?shake|negotiation|connection|session|tunnel|exchange|request|query|registration|login) )?(?:attempt )?(?:with|to|towards) (?:the )?(?:(?:peer|gateway|host|server|endpoint|remote|node)s? )?(?:[\w.{}[\]-]{1,48} )?[([]?["'([<]?$/i;
/** `Sent 140 bytes to A`, `transmitting advertisement to A`; not to a client, who is answered. */
const SENT = new Hinted(
  /(?<![a-z])(?:sen(?:d|ds|t|ding)|re-?sen(?:t|ding)|transmit(?:s|ted|ting)?|re-?transmit(?:ted|ting)|xmit|emitt(?:ed|ing)|forward(?:ed|ing)|relay(?:ed|ing)|export(?:ed|ing)|stream(?:ed|ing)|upload(?:ed|ing)|publish(?:ed|ing)|push(?:ed|ing)|replicat(?:ed|ing)|cop(?:ied|ying)|backed up|backing up|saved|saving|deliver(?:ed|ing)|multicast(?:ing|ed)?|wrote|writ(?:e|ing)) (?:(?!(?:from|for|by|to|back|email|e-?mails?|mails?|password|code|link|notification|files?|leases?|rules?|routes?|entry|entries)(?![\w-]))[\w.:/()+#=-]{1,24},? ){0,6}(?:for [\w.:-]{1,48} )?(?:to|towards) (?:(?:the |all |an? )?(?:(?:tftp|s?ftp|scp|ntp|dns|radius|syslog|remote|log|backup|management) )?(?:group|neighbou?rs?|peer|router|multicast|address|ip|destination|dst|target|upstream|server|host|node|relay|broker|collector|controller|manager|gateway|agent|backend|registry|sink|cluster|replica|standby|endpoint|proxy|database)(?: (?:group|address|router|server))?(?: \d{1,4})?:? [([]?|[<"']?[\w.-]{1,48}[>"']? ?(?=[([]))?["'([<]?(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "send |sends |sent |sending |transmit|xmit|emitt|forwarded |forwarding |relayed |relaying |exported |exporting |streamed |streaming |uploaded |uploading |published |publishing |pushed |pushing |replicated |replicating |copied |copying |backed up |backing up |saved |saving |delivered |delivering |multicast|wrote |write |writing ",
);
/** `pim_msg_send: to A on lo3`, `sendto(A)`: the function that sends. */
const SENDS = new Hinted(
  /(?<![\w.])(?:\w{0,32}_|\w{1,16}::)?(?:sendto|send(?:_?msg)?|tx|xmit|transmit)(?:_(?:to|msg|packet|pkt|hello|query|report|data|message|request|reply|mcast|v\d|raw|udp|tcp|icmp)){0,3}(?:\(\))?(?:: (?:(?:sent|sending|packet|message|msg|hello|query|report|request|\d{1,6} bytes) ){0,2}to |\( ?|(?<=sendto) (?:to )?)["'([<]?(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "send|tx|xmit|transmit",
);
const SENDINGS = [SENT, SENDS];
/** How a library that keeps a connection up names it, `tcp:A:p: connecting...`, perhaps behind whom it is for. */
const LINK_BEFORE = /(?:^|[|\s\][,>:])(?:tcp|ssl|tls|udp|sctp|quic|wss?):\[?$/i;
const BEGINS =
  /^\]?: (?:re-?)?(?:connecting|dialing|dialling)(?: to)?(?:\.{2,3}|…| \(|$)|^\]?: (?:waiting \d{1,6} ?s(?:ec|econds?)? before reconnect|(?:continuing to|could not|cannot|failed to|unable to) (?:re)?connect|connection attempt (?:failed|timed out|refused)|error connecting)/i;
const STATES =
  /^\]?: (?:connected(?![\w-])|disconnect(?:ed|ing)(?![\w-])|(?:connection|link|session) (?:attempt )?(?:failed|timed out|refused|closed|dropped|reset|lost|established|up|down|aborted)(?![\w-])|clean(?:ly)? disconnect(?:ed|ion)|no response to|entering |(?:receive|send|protocol) error)/i;
/** `tun0.check: A OK 102.94 ms`, `ping A failed`: what a watch of lines looked for. */
const LOOKED_FOR =
  /(?:^|[\s:([|])(?:(?:[\w-]{1,24}[._-]|(?:ping|link|line|connectivity|reachability|gateway|tcp|icmp|wan|route)[ -]?)check|(?:[\w-]{1,24}[.:_-]|gw|line|wan|mon)?(?:ping6?|fping|arping|probe|track(?:er)?|monitor|watch(?:ping|dog)?|reachability|(?:wan\d?|link|line|ping|probe|monitor(?:ed)?|track(?:ed)?) target|linkmon))(?:er|ed|ing)?(?: (?:of|to|for|target|host|address|ip))?:? ["'([]?$/i;
const FOUND =
  /^["')\]]?:? (?:(?:is|was|has) )?(?:ok|alive|fail(?:ed|ure|s)?|timed out|time-?out|unreachable|not (?:reachable|responding|alive)|(?:got )?no (?:reply|answer|response)|lost|succeeded|success|reachable|responding|dead|up|down)(?=[\s.,;:()!]|$)/i;
const MAX_BEFORE = 64;
const MAX_CLAUSE = 128;

/** Who called, by what a call is told with: `peer from calling number A authorized`. */
const CALLING = new Hinted(
  /(?<![a-z])(?:calling|caller)[ _-](?:station|party|number|line|host|peer|address|ip|id)(?:[ _-](?:id|number|address|ip))?[:=]? ["'([<]?(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "calling|caller",
);
/** `Received advertisement from A w/ priority 200`; what is answered is nobody's call. */
const HEARD = new Hinted(
  /(?:(?:^|[\])}:|.,\d] )(?:we )?(?:received|receiving|recv|rcvd|rx|got|heard|saw|ignor(?:ed|ing)|discard(?:ed|ing)|unexpected|unknown|invalid|malformed|bad) (?:an? |the )?(?:(?!(?:reply|response|answer|ack|nak|from|to|no)(?![\w]))[\w.:/()+*,-]{1,24} ){0,4}(?:[A-Za-z\d]{2,8}-)?(?:messages?|packets?|pkts?|datagrams?|frames?|pdus?|hellos?|advertisements?|adverts?|announce(?:ments?)?|quer(?:y|ies)|reports?|requests?|solicit(?:ation)?s?|probes?|joins?|prunes?|join\/prune|grafts?|asserts?|leaves?|registers?|registrations?|traps?|informs?|bpdus?|ls[aupr]s?|dbds?|keep-?alives?|heart-?beats?|beacons?|discovers?|declines?|releases?|renews?|rebinds?|initiations?|invites?|byes?|init|withdraws?|elections?|polls?)(?: \([\w ./-]{1,24}\)| of (?:type|code|version|length) \w{1,8}| type \w{1,8})?|\b(?:connection|session|open|join|handshake|association|peering) (?:attempts?|requests?)|: received) {1,4}from (?:(?:the |an? )?(?:(?:unknown|unconfigured|unexpected|unauthori[sz]ed|remote|new|bgp|ospf|pim|vrrp|isis|rip|ldp|bfd|lldp) )?(?:neighbou?r|peer|router|host|node|switch|source|member|station|master|backup)(?: (?:ip|address|id))? )?(?:[a-z][\w.-]{0,63}(?:\[| ?\())?["'([<]?(?=\d{1,3}\.\d|[\da-f]{0,4}:[\da-f]{0,4}:)/i,
  "received |receiving |recv |rcvd |attempt|connection request|session request|open request|join request|handshake request|association request|peering request|rx |got |heard |saw |ignor|discard|unexpected |unknown |invalid |malformed |bad ",
);
/** Which of a server's processes speaks, of whom, before him: `worker[bob]: A suggesting a period`. */
const SERVED_BEFORE =
  /^(?:(?:worker|main|child|session|conn(?:ection)?|client|handler|slave)\[(?!\d{1,10}\])[\w.@\\-]{1,48}\](?:: ?| )["'([]?)$/i;
/** `no configuration found for A`: of who calls nothing is known. */
const UNKNOWN_BEFORE =
  /(?<![a-z])no (?:(?:suitable|matching|valid|acceptable|peer|ike|phase ?[12]|vpn|ipsec|remote) ){0,3}(?:config(?:uration)?|policy|proposal|connection|secret|credentials?) (?:was |is )?(?:found|known|defined|configured|matches|matching)(?: for)? (?:(?:the )?(?:peer|host|client|address|remote|initiator) )?["'([]?$/i;
/** `A - start radius flow`: what somebody begins at a portal. */
const PORTAL =
  /^["')\]]? ?(?:-|:) (?:(?:start|begin|resum|continu|end|finish|stopp?|abort|cancel)(?:s|ed|ing|e)?|new|client|user) (?:the |an? )?(?:radius|login|log[- ]?in|logout|auth(?:entication|orization)?|portal|uam|captive portal|click-?through|session|registration|sign-?up|voucher)(?: (?:flow|session|request|attempt|process|phase|handshake|in|out))?[.!]?\s*$/i;
const PORTAL_BEFORE = /^(?:\[?[\w.-]{1,32}\]?:? )?["'([]?$/;

/** Of two peers, of which a server of keys names itself first: `A...B`. */
const PEER_BEHIND = /^\.{2,3}[\d%[]/;
const MAX_MARK = 4;

/** The end that a network's daemon tells by its own words: whom it goes to, or who called. */
export function daemonEnd(text: string, end: Endpoint, program: string): Flow | null {
  const { start, isPrefix, isLoose, ip } = end;
  if (isPrefix || isLoose || PEER_BEHIND.test(text.slice(end.end, end.end + MAX_MARK))) return null;
  // What routers tell each other is traffic where all hear it.
  const mayBeSent = isGroup(ip) || !isOfMachines(program);
  if (mayBeSent && SENDINGS.some((form) => endsAt(form.exec(text), start)))
    return { ...destinationFlow(end), isSent: true };
  if (isGroup(ip)) return null;
  return goesTo(text, end, program)
    ? destinationFlow(end)
    : comesFrom(text, end)
      ? sourceFlow(text, end)
      : null;
}

function goesTo(text: string, whole: Endpoint, program: string): boolean {
  const { start, end, port } = whole;
  const behind = text.slice(end, end + MAX_BEHIND);
  if (endsAt(NEGOTIATED.exec(text), start) && UNANSWERED.test(behind)) return true;
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start);
  if (TRIED_AGAIN.test(before)) return true;
  // A line may begin with it behind the program that looks.
  const label = start <= 1 ? `${program}: ` : "";
  if (port === null) return FOUND.test(behind) && LOOKED_FOR.test(`${label}${before}`);
  const isLink = LINK_BEFORE.test(before);
  if (BEGINS.test(behind)) return isLink;
  return isLink && !isClientPort(port) && STATES.test(behind);
}

function comesFrom(text: string, whole: Endpoint): boolean {
  const { start, end } = whole;
  if (isCalledIn(text, whole) || endsAt(CALLING.exec(text), start) || endsAt(HEARD.exec(text), start))
    return true;
  const before = text.slice(Math.max(0, start - MAX_CLAUSE), start);
  if (
    SERVED_BEFORE.test(before) ||
    ((before.includes("no ") || before.includes("No ")) && UNKNOWN_BEFORE.test(before))
  )
    return true;
  const behind = text.slice(end, end + MAX_BEHIND);
  return PORTAL.test(behind) && PORTAL_BEFORE.test(before);
}
