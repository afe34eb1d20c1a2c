import { isDigit } from "../../values/characters";
import { portNumber } from "../../values/field-text";
import { protocolName } from "../../values/protocol";

const NAMES = new Set(
  "tcp udp icmp igmp gre esp ah sctp ipv6-icmp icmp6 icmpv6 ospf eigrp pim vrrp ipip ipv6 l2tp udplite dccp rsvp".split(
    " ",
  ),
);
/** `IPPROTO_TCP`, `L4_PROTOCOL_UDP`, `tcp4`, `UDPv6`. */
const MARKED = /^(?:ip_?|l4_?)?(?:proto(?:col)?_?)?(tcp|udp|icmp(?:v?6)?|sctp)(?:_?v?[46])?$/;
const MAX_NUMBER = 255;
const MAX_SERVICE = 40;
/** `Unknown(TCP)`. */
const INNER = /^[a-z\d][\w -]{0,24} ?\((tcp|udp|icmp|icmpv6|sctp)\)$/i;
/** `tcp` of `tcp/https`, `TCP(6)` and `"tcp"`. */
const WORD = /^\s*"?([\w-]{1,17})(?=$|[\s/("])/;

/** `tcp/443`, `443/tcp`, `udp-53`, `TCP_8080`, `https(443/tcp)`. */
const SERVICE = /(?:^|[\s(])(?:(tcp|udp|sctp)[/_:-](\d{1,5})|(\d{1,5})[/_-](tcp|udp|sctp))\)?$/i;

/** What a cloud writes for the protocol of a flow that has ports; null for any other text. */
export function transportOfLetter(text: string): string | null {
  return text === "T" || text === "t" ? "tcp" : text === "U" || text === "u" ? "udp" : null;
}

/** A port of a transport as rules of firewalls have it; null for any other text. */
export function serviceIn(text: string): { protocol: string; port: number } | null {
  const match = text.length > MAX_SERVICE ? null : SERVICE.exec(text);
  const port = portNumber(match?.[2] ?? match?.[3] ?? "");
  const protocol = match?.[1] ?? match?.[4];
  return port === null || protocol === undefined ? null : { protocol: protocol.toLowerCase(), port };
}

/**
 * The protocol above IP that a text names, by name or number; null for any other, such as HTTP or a
 * version.
 */
export function transportName(text: string): string | null {
  if (text === "") return null;
  const said = WORD.exec(text)?.[1]?.toLowerCase() ?? "";
  const word = NAMES.has(said) ? said : said.replace(MARKED, "$1");
  if (NAMES.has(word)) return protocolName(word);
  const isNumber =
    word !== "" && word.length <= 3 && isDigit(word.charCodeAt(0)) && Number(word) <= MAX_NUMBER;
  const name = isNumber ? protocolName(word) : null;
  if (name !== null && name !== word) return name;
  const inner = text.endsWith(")") ? INNER.exec(text)?.[1] : undefined;
  return inner === undefined ? null : protocolName(inner);
}
