import { isClientOf } from "../../values/port-ranges";
import { PORTLESS_BEFORE } from "./column-pair";
import type { Flow } from "../ends/flow";
import { havePorts, NETWORK_WORD, withoutChange } from "../ends/flow-parts";

const MAX_BEFORE = 40;
const MAX_OWN = 96;
/** Words alone between two ends that both have a port, `A:p tries to connect with host B:q`. */
const WORDS_BETWEEN =
  /^["')\]]{0,2}[,;]?(?: [a-z]{2,14}[,:]?){1,7}(?: [\w-]{1,64}\.[\w.-]{1,64}(?::\d{1,5})?)? ?["'([]?$/i;
const TOWARDS =
  /(?:^|[^a-z])(?:to|towards?|reach(?:ed|ing)?|against|target(?:s|ed|ing)?|connect(?:s|ed|ing)?|and)(?:$|[^a-z])/i;
/** `Connected to A (local address B, port q)`. */
const LOCAL_BEHIND =
  /^(?: (?:accepted|established|opened|connected|authenticated))? ?[,(] ?(?:local|server)(?: (?:address|ip|host|endpoint))?:? ?["'([/]?$/i;
/** `A:p on B:q`. */
const ARRIVED = /^["')\]]? (?:on|at)(?: (?:local|server|address|listener|socket))? ["'([]?$/i;
/** What is said of services that stand beside each other. */
const SERVICES = /listen|bound|\bbind|master|replica|primary|cluster|peers|backend|health|proxy|\bpool/i;
/** `New connection: interface eth1 (B) address A`. */
const OWN_BEFORE =
  /\b(?:new|accept\w{0,3}|incoming|connect\w{0,4}|session|request)\b[^()[\]]{0,32}\b(?:interface|iface|listener) [\w./:-]{1,32}(?: \d[\d/]{0,6})? [([]$/i;
const PEER_BEHIND =
  /^[)\]],? (?:(?:from|remote|client|peer|source) ?){0,2}(?:address|addr|host|ip)?:? ?["'([]?$/i;
const CONFIGURED = /\b(?:alias|secondary|added|removed|assigned|configured|changed)\b/i;
/** `[B:q] connection accepted from [A:p]`, `B:q: rejected a new client from A:p`. */
const TAKEN_FROM =
  /^["')\]]{0,2}(?::| -)? (?:(?:(?:tcp|udp|ssl|tls|new|incoming) )?(?:connection )?(?:accepted|received)(?: (?:a )?(?:connection|request))?|(?:(?:has |just )?(?:accept(?:ed|s|ing)|received|got|reject(?:ed|s|ing)|refus(?:ed|es|ing)|den(?:ied|ies|ying)|clos(?:ed|es|ing)|lost) )?(?:(?:an?|the|new|incoming|inbound|tcp|udp|ssl|tls|http|client) ){0,3}(?:connection|request|client|session|packet|datagram|query|message)) from(?: [a-z]{2,10})?[: ] ?["'([/]?$/i;
const FROM =
  /(?:^|[^a-z])(?:from|by|for|source|src|client|attacker|initiator)(?: (?:unknown|new|known|remote|external|untrusted|unauthori[sz]ed|invalid))?(?: [a-z]{2,10})?[: ]{1,2}["'([]?$/i;
/** Before the end that was called, where the one that began stands behind it. */
const CALLED_BEFORE =
  /(?:^|[^a-z])(?:to|on|at|against|for|reach|target|server|destination|dest|dst|access|connect|martian (?:source|destination))(?: (?:host|server|address|ip|port|the|destination|local|tcp|udp|auth|acct|authentication|accounting|listener|service)){0,2}:? ?["'([]?$/i;
/** tcpdump's; elsewhere it compares. */
const GREATER = /^(?:\]? {1,8}> {1,8}\[?|>)$/;
/** A sniffer's line of a packet that has no ports: its version before, its protocol behind. */
const SNIFFED = /^: (?:tcp|udp|icmp6?|icmpv6|igmp|gre|esp|ah|sctp|ospf|pim|vrrp)/i;
const SNIFFER_BEFORE = /(?:^|\s)IP6? $/;
const MAX_OCTET = 255;

/** Two ends with words between them, of which one says who began, and `A > B`. */
export function wordedPair(text: string, flow: Flow, at: { between: string; before: string }): Flow | null {
  const { source, destination, start, end } = flow;
  if (GREATER.test(at.between)) return isSniffed(text, flow) ? flow : null;
  if (PEER_BEHIND.test(at.between) && isOwn(text, start))
    return { source: destination, destination: source, start, end };
  if (LOCAL_BEHIND.test(at.between)) return withoutChange(text, flow);
  if (ARRIVED.test(at.between) && isClientOf(source?.port ?? null, destination?.port ?? null)) return flow;
  if (TAKEN_FROM.test(at.between) && isClientOf(destination?.port ?? null, source?.port ?? null))
    return { source: destination, destination: source, start, end };
  if (source?.isLoose === true || !WORDS_BETWEEN.test(at.between)) return null;
  if (FROM.test(at.between)) {
    const isTraffic = havePorts(flow) || NETWORK_WORD.test(text);
    if (!isTraffic || !CALLED_BEFORE.test(at.before)) return null;
    return withoutChange(text, { source: destination, destination: source, start, end });
  }
  const mayBeTraffic = havePorts(flow) && TOWARDS.test(at.between) && !CALLED_BEFORE.test(at.before);
  return mayBeTraffic && isClientsTraffic(text, flow) ? withoutChange(text, flow) : null;
}

/** Whether an address that begins at `start` is that of an interface to which somebody came. */
function isOwn(text: string, start: number): boolean {
  return OWN_BEFORE.test(text.slice(Math.max(0, start - MAX_OWN), start)) && !CONFIGURED.test(text);
}

/** Whether the first of two ends seems to be the client: by the ports, or by the words of traffic. */
function isClientsTraffic(text: string, { source, destination }: Flow): boolean {
  const [client, server] = [source?.port ?? null, destination?.port ?? null];
  if (isClientOf(server, client) || SERVICES.test(text)) return false;
  return isClientOf(client, server) || NETWORK_WORD.test(text);
}

/** `IP A > B: ICMP`, or ports that `haveDottedPorts`. */
function isSniffed(text: string, flow: Flow): boolean {
  if (haveDottedPorts(flow) || (havePorts(flow) && flow.source?.isLoose === false)) return true;
  const before = text.slice(Math.max(0, flow.start - MAX_BEFORE), flow.start);
  if (PORTLESS_BEFORE.test(before)) return true;
  if (SNIFFED.test(text.slice(flow.end, flow.end + MAX_BEFORE)) || SNIFFER_BEFORE.test(before)) return true;
  return flow.source?.isLoose === false && flow.destination?.isLoose === false && NETWORK_WORD.test(text);
}

/** Ports, and not the fifth numbers of two versions. */
function haveDottedPorts(flow: Flow): boolean {
  const ports = [flow.source?.port ?? 0, flow.destination?.port ?? 0];
  return havePorts(flow) && Math.max(...ports) > MAX_OCTET;
}
