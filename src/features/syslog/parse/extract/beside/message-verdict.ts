import type { ParsedMessage } from "../../line";
import { setActionMeaning, verdictOf } from "../../values/action";

/** What parts a message's name: `FW-ACL-DENY`, `SEC/4/PACKETDROP`, `packet_dropped`. */
const MARKS = /[-_./:]+|(?<=[a-z])(?=[A-Z])/;
/** The same within the text, before what the message is of: `{set}[FW]: FW-ACL-DENY: tcp `. */
const TAG =
  /(?<![\w./-])([A-Za-z][\w./-]{2,47}): ?(?=$|(?:tcp|udp|icmp|ip|proto|from|src)(?![a-z])|[\d[({])/i;
/** Of a name that may have a verdict. */
const MAY_JUDGE = /den(?:y|ied)|drop|discard|reject|block|allow|permit|accept/i;
const MAX_NAME = 64;
const REFUSES = /^(?:den(?:y|ied)|drop(?:ped)?|discard(?:ed)?|reject(?:ed)?|blocked)$/;
/** What servers do as well, and blocks are of disks: beside a firewall's word alone. */
const JUDGES = /^(?:block|allow(?:ed)?|permit(?:ted)?|accept(?:ed)?)$/;
const FIREWALLS =
  /^(?:s?fw|fwall|firewall|acl|policy|rule|filter|packet|pkt|traffic|ips|waf|geo|geoip|in|out|input|output|forward|wan|lan|dmz|ipt|iptables|ip6tables|nft|nftables|pf)\d{0,2}$/;
/** `PACKETDROP`, `fwdeny`. */
const JOINED =
  /^(?:s?fw|firewall|acl|policy|rule|filter|packet|pkt|traffic)(den(?:y|ied)|drop(?:ped)?|discard(?:ed)?|reject(?:ed)?|block(?:ed)?|allow(?:ed)?|permit(?:ted)?|accept(?:ed)?)$/;
/** Behind the last pair what was done with the traffic: `… dport=443 dropped by rule 12`. */
const TRAILING =
  /(?:=["']?[^\s"',;=]{1,64}["']?|port \d{1,5})[,;]? (?:(?:was|is|has been|got|packet|connection|traffic|session|request) ){0,2}(dropped|blocked|denied|rejected|discarded|allowed|permitted)(?: (?:by|due to|because of|in|on|at|per) [^=]{1,80})?[.!]?\s*$/i;
const MAX_TRAILING = 200;
const NEGATIONS = new Set(["no", "not", "non", "un", "never"]);
/** Of a name that counts, or tells of a list. */
const OTHERS = /^(?:lists?|counts?|counters?|stats?|statistics|rates?|ratio|modes?|tests?|alerts?)$/;

/**
 * Takes the verdict of both ends' traffic that is part of the message's name, as the program or in the text `before`
 * them.
 */
export function takeNamedMessage(message: ParsedMessage, before: string): void {
  const { action, app, srcIp, dstIp } = message;
  if (action !== null || srcIp === null || dstIp === null) return;
  const tag = MAY_JUDGE.test(before) ? TAG.exec(before)?.[1] : undefined;
  const word = verdictIn(app ?? "") ?? verdictIn(tag ?? "");
  if (word !== undefined) setActionMeaning(message, word, word);
}

/** Takes the verdict of both ends' traffic that stands behind all pairs of a line, which tell the ends and none. */
export function takeTrailingVerdict(text: string, message: ParsedMessage): void {
  const { action, srcIp, dstIp } = message;
  if (action !== null || srcIp === null || dstIp === null) return;
  const word = TRAILING.exec(text.slice(-MAX_TRAILING))?.[1]?.toLowerCase();
  if (word !== undefined) setActionMeaning(message, word, word);
}

function verdictIn(name: string): string | undefined {
  return name.length <= MAX_NAME && MAY_JUDGE.test(name)
    ? wordIn(name.split(MARKS).map((part) => part.toLowerCase()))
    : undefined;
}

/** The one verdict among the parts of a name. */
function wordIn(parts: readonly string[]): string | undefined {
  if (parts.some((part) => OTHERS.test(part))) return undefined;
  const isFirewalls = parts.some((part) => FIREWALLS.test(part));
  const words = parts.flatMap((part, index) => {
    if (NEGATIONS.has(parts[index - 1] ?? "")) return [];
    // A word alone is one of the sentence.
    if (parts.length > 1 && (REFUSES.test(part) || (isFirewalls && JUDGES.test(part)))) return [part];
    return JOINED.exec(part)?.[1] ?? [];
  });
  return new Set(words.map(verdictOf)).size === 1 ? words[0] : undefined;
}
