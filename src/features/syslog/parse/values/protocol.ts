import { fieldText, MAX_PROTOCOL_LENGTH } from "./field-text";

/** Names of IANA protocol numbers that firewalls log (https://www.iana.org/assignments/protocol-numbers). */
const NAMES_BY_NUMBER = new Map([
  ["0", "hopopt"],
  ["1", "icmp"],
  ["2", "igmp"],
  ["4", "ipip"],
  ["6", "tcp"],
  ["8", "egp"],
  ["17", "udp"],
  ["33", "dccp"],
  ["41", "ipv6"],
  ["43", "ipv6-route"],
  ["44", "ipv6-frag"],
  ["46", "rsvp"],
  ["47", "gre"],
  ["50", "esp"],
  ["51", "ah"],
  ["58", "ipv6-icmp"],
  ["59", "ipv6-nonxt"],
  ["60", "ipv6-opts"],
  ["88", "eigrp"],
  ["89", "ospf"],
  ["94", "ipip"],
  ["97", "etherip"],
  ["103", "pim"],
  ["108", "ipcomp"],
  ["112", "vrrp"],
  ["115", "l2tp"],
  ["132", "sctp"],
  ["136", "udplite"],
]);

const ALIASES = new Map([
  ["icmp6", "ipv6-icmp"],
  ["icmpv6", "ipv6-icmp"],
  ["ipv6icmp", "ipv6-icmp"],
]);

/** The protocol as it is stored: lower case, numbers and ICMPv6's spellings named; null where the text says nothing. */
export function protocolName(text: string): string | null {
  if (text === "tcp" || text === "TCP") return "tcp";
  if (text === "udp" || text === "UDP") return "udp";
  const name = fieldText(text, MAX_PROTOCOL_LENGTH)?.toLowerCase() ?? null;
  if (name === null) return null;
  return NAMES_BY_NUMBER.get(name) ?? ALIASES.get(name) ?? name;
}
