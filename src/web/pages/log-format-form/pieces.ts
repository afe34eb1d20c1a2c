import type { TargetField } from "./values";

/** Which fields a building block is likely to be, the likeliest first. */
const LIKELY: Readonly<Record<string, readonly TargetField[]>> = {
  ip: ["src_ip", "dst_ip", "nat_src_ip", "nat_dst_ip"],
  port: ["src_port", "dst_port", "nat_src_port", "nat_dst_port"],
  number: ["bytes", "packets", "rule_id", "tracker_id"],
  word: ["action", "protocol", "interface", "direction", "rule_id"],
  text: ["interface", "interface_out", "rule_id"],
  quoted: ["reason"],
  host: ["source_host"],
  time: ["event_time"],
  rest: ["reason"],
};

/** What a building block is put into a pattern as: with a field that the pattern has not got yet, where it has one. */
export function pieceOf(block: string, pattern: string): string {
  const field = LIKELY[block]?.find((name) => !new RegExp(`[:<]${name}[}>]`).test(pattern));
  return field === undefined ? `%{${block}}` : `%{${block}:${field}}`;
}

/** What stands in lines of devices, told by its look: an address with its port, times, MACs, words for actions, numbers. */
const LOOKS: readonly (readonly [block: string, look: string])[] = [
  ["time", String.raw`\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?`],
  ["mac", "[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}"],
  ["ip", String.raw`\d{1,3}(?:\.\d{1,3}){3}|(?:[0-9A-Fa-f]{1,4}:){2,7}(?::?[0-9A-Fa-f]{1,4})`],
  ["action", "(?:permit|deny|allow|block|drop|reject|accept|pass|stop)(?:ed|ped|ted)?"],
  ["protocol", "tcp|udp|icmp|gre|esp|sctp"],
  ["number", String.raw`\d+`],
];
const LOOK = new RegExp(
  LOOKS.map(([block, look]) => String.raw`(?<${block}>(?<![\w.])(?:${look})(?![\w.]*\w))`).join("|"),
  "gi",
);

/** A pattern for lines like this message: what changes from line to line is a building block, the rest stands as it is. */
export function suggestPattern(message: string): string {
  let pattern = "";
  let end = 0;
  for (const found of message.matchAll(LOOK)) {
    const before = message.slice(end, found.index);
    const [block = "number"] =
      Object.entries(found.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    const isPort = block === "number" && /^[:/]$/.test(before) && /%\{ip[^}]*\}$/.test(pattern);
    pattern += literalOf(before) + pieceFor(isPort ? "port" : block, pattern);
    end = found.index + found[0].length;
  }
  return pattern + literalOf(message.slice(end));
}

function pieceFor(block: string, pattern: string): string {
  if (block === "action" || block === "protocol")
    return pattern.includes(`:${block}}`) ? "%{word}" : `%{word:${block}}`;
  // Which of several numbers is what nobody can tell.
  return block === "number" || block === "mac" ? `%{${block}}` : pieceOf(block, pattern);
}

/** What has a meaning of its own in a pattern is written so that it stands for itself. */
function literalOf(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
