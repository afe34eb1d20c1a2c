import { isDigit } from "../values/characters";
import { protocolName } from "../values/protocol";

const NAMES = new Set(
  "tcp udp icmp igmp gre esp ah sctp ipv6-icmp icmp6 icmpv6 ospf eigrp pim vrrp ipip ipv6 l2tp udplite dccp rsvp".split(
    " ",
  ),
);
/** `IPPROTO_TCP`, `tcp4`, `UDPv6`. */
const MARKED = /^(?:ip_?proto_?)?(tcp|udp|icmp|sctp)(?:_?v?[46])?$/;
const MAX_NUMBER = 255;
/** `tcp` of `tcp/https`, `TCP(6)` and `"tcp"`. */
const WORD = /^\s*"?([\w-]{1,12})(?=$|[\s/("])/;

/**
 * The protocol above IP that a text names, by name or number; null for any other, such as HTTP or a
 * version.
 */
export function transportName(text: string): string | null {
  const word = (WORD.exec(text)?.[1]?.toLowerCase() ?? "").replace(MARKED, "$1");
  if (NAMES.has(word)) return protocolName(word);
  const isNumber =
    word !== "" && word.length <= 3 && isDigit(word.charCodeAt(0)) && Number(word) <= MAX_NUMBER;
  const name = isNumber ? protocolName(word) : null;
  return name === word ? null : name;
}
