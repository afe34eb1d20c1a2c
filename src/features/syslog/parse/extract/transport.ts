import { isDigit } from "../values/characters";
import { protocolName } from "../values/protocol";

const NAMES = new Set(
  "tcp udp icmp igmp gre esp ah sctp ipv6-icmp icmp6 icmpv6 ospf eigrp pim vrrp ipip ipv6 l2tp udplite dccp rsvp".split(
    " ",
  ),
);
const MAX_NUMBER = 255;

/**
 * The protocol above IP that a text names, by name, number or `tcp/https`; null for any other, such as HTTP or a
 * version.
 */
export function transportName(text: string): string | null {
  const trimmed = text.trim();
  const slash = trimmed.indexOf("/");
  const word = (slash === -1 ? trimmed : trimmed.slice(0, slash)).toLowerCase();
  if (NAMES.has(word)) return protocolName(word);
  const isNumber =
    word !== "" && word.length <= 3 && isDigit(word.charCodeAt(0)) && Number(word) <= MAX_NUMBER;
  const name = isNumber ? protocolName(word) : null;
  return name === word ? null : name;
}
