import { isUnspecified } from "../../values/ip-address";
import { FIRST_CLIENT_PORT, isClientPort } from "../../values/port-ranges";
import type { Endpoint } from "./endpoints";
import type { Flow } from "./flow";

/** What makes traffic of two addresses that have no port: a protocol or a verdict. */
export const NETWORK_WORD =
  /(?:^|[^a-z])(?:tcp|udp|icmp|icmpv6|icmp6|igmp|gre|esp|sctp|packets?|traffic|flow|session|connections?|scan(?:ned|ning|s)?|probed|attack(?:ed)?|dns|prot(?:o(?:col)?)?|martian|pass(?:ed)?|allow(?:ed)?|accept(?:ed)?|permit(?:ted)?|den(?:y|ied)|block(?:ed)?|drop(?:ped)?|reject(?:ed)?)(?:$|[^a-z])/i;
/**
 * Two addresses of which one takes the other's place, two versions, or the first and the last of a range. A version of
 * three numbers at most is a program's, and a numbered pool one of threads.
 */
const CHANGE_WORD =
  /(?:^|[^a-z])(?:(?<!(?:(?:unsupported|unknown|wrong|bad|invalid|mismatched|incompatible|illegal)(?: [a-z]{2,12})?|tls|ssl|protocol) )versions?(?! ?[(=]| (?:mismatch|conflict|negotiat)|:? v?\d{1,4}(?:\.\d{1,6}){1,2}(?![\d.]*\.\d))|ver|firmware|release|upgrad\w{0,4}|updat\w{0,4}|downgrad\w{0,4}|chang\w{0,4}|mov\w{1,4}|roam\w{1,3}|replac\w{0,5}|renam\w{0,4}|migrat\w{0,4}|renumber\w{0,4}|mapp\w{1,5}|forwarding|redirect\w{0,4}|translations?|alias\w{0,3}|ranges?|pools?(?! members?\b|-\d|-(?:thread|worker|executor)))(?:$|[^a-z])/i;

/** Its names are no words of the sentence. */
const QUOTED_PATH = /"[^"\s]{0,200}\/[^"\s]{0,200}"/g;
/** What somebody called a policy, a group, a node or a rule: `policy=min_moving_avg`. */
const NAME_PAIR =
  /(?<![\w.-])(?:policy|strategy|algorithm|balancer|scheduler|method|mode|dialer|outbound|inbound|node|group|pool|rule|tag|chain|zone|profile|app|name)(?:_?(?:name|id))?=(?:"[^"]{0,120}"|[^\s"]{1,120})/gi;

/** A destination alone. */
export function destinationFlow(destination: Endpoint): Flow {
  return { source: null, destination, start: destination.start, end: destination.end };
}

/**
 * `from A:p (IP=0.0.0.0:q)`, `0.0.0.0:q - A:p`: by which of its addresses a server was asked is not told, the port is.
 */
export function withoutAny(given: Flow): Flow {
  const flow = isListener(given) ? { ...given, source: given.destination, destination: given.source } : given;
  const { source, destination } = flow;
  const isAny = destination !== null && isUnspecified(destination.ip);
  if (!isAny || source?.port === null || source === null || destination.port === null) return flow;
  return { ...flow, destination: null, askedPort: destination.port, isAnswered: true };
}

/** Whether who stands first listens on all its addresses, and the other has a client's port: no client is nobody. */
function isListener({ source, destination }: Flow): boolean {
  if (source === null || destination === null || isUnspecified(destination.ip)) return false;
  return (
    isUnspecified(source.ip) &&
    isClientPort(destination.port) &&
    !isClientPort(source.port ?? FIRST_CLIENT_PORT)
  );
}

/** The flow, unless the text says that one address takes the place of the other. */
export function withoutChange(text: string, flow: Flow): Flow | null {
  if (!CHANGE_WORD.test(text)) return flow;
  const said = text.replaceAll(QUOTED_PATH, "");
  return CHANGE_WORD.test(havePorts(flow) ? said.replaceAll(NAME_PAIR, "") : said) ? null : flow;
}

/** Whether no end that is there lacks its port. */
export function havePorts({ source, destination }: Flow): boolean {
  return source?.port !== null && destination?.port !== null;
}

/** The flow with these ports, of which 0 is none, up to a new `end` in the text. */
export function withPorts(flow: Flow, [sourcePort, destinationPort]: [number, number], end: number): Flow {
  const { source, destination, start } = flow;
  return {
    source: source && { ...source, port: sourcePort || null },
    destination: destination && { ...destination, port: destinationPort || null },
    start,
    end,
  };
}
