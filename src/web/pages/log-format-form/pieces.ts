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

/** What has a meaning of its own in a pattern is written so that it stands for itself. */
export function literalOf(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll("%{", String.raw`%\{`);
}
