import type { ParsedMessage } from "../../line";
import { countNumber } from "../../values/field-text";
import { sum } from "../../values/fields";

/** How a count is spoken, and what stands in each such text. */
type Count = { form: RegExp; hints: readonly string[] };
const PACKETS: Count = {
  form: /(?<![\w.,:/+-])(?:(?<!(?:bytes|octets|port|vlan|rule|id|proto|protocol|ttl):? )(\d{1,15}) ?(?:packets?|pkts?)|(?:packets|pkts):? (\d{1,15}))(?![\w/-]|\.\d)/gi,
  hints: ["acket", "pkt"],
};
const UNITS = /(?<![\w.])\d{1,15} ?(?:packets|pkts?)[,;|\t ]{1,2}(\d{1,15}) ?B(?![\w-])/i;
const BYTES: Count = {
  form: /(?<![\w.,:/+-])(?:(?<!(?:p(?:ac)?k(?:e)?ts|port|vlan|rule|id|proto|protocol|ttl|segment size\)?|mss|mtu|limit):? )(\d{1,15}) (?:bytes|octets)|(?:bytes|octets)(?: transferred ?)?:? (\d{1,15}))(?![\w/-])/gi,
  hints: ["ytes", "octets"],
};
/** `sent 10 bytes, received 20 bytes`, `10 bytes in, 20 bytes out`. */
const BOTH_BYTES =
  /(?<![\w-])(?:(?:sent|tx|out|up(?:load(?:ed)?)?)[ :=]{1,2}(\d{1,15}) (?:bytes|octets)[,; ]{1,2}(?:and )?(?:received|rcvd|recv|rx|in|down(?:load(?:ed)?)?)[ :=]{1,2}(\d{1,15}) (?:bytes|octets)|(\d{1,15}) (?:bytes|octets) (?:sent|out|received|in|up|down)[,; ]{1,2}(?:and )?(\d{1,15}) (?:bytes|octets) (?:received|rcvd|sent|in|out|up|down))(?![\w-])/i;
/** The same of packets. */
const BOTH_PACKETS =
  /(?<![\w-])(?:(?:sent|tx)[ :=]{1,2}(\d{1,15}) (?:packets|pkts)[,; ]{1,2}(?:and )?(?:received|rcvd|recv|rx)[ :=]{1,2}(\d{1,15}) (?:packets|pkts)|(\d{1,15}) (?:packets|pkts) (?:sent|received)[,; ]{1,2}(?:and )?(\d{1,15}) (?:packets|pkts) (?:received|sent))(?![\w-])/i;

/** Takes how many packets and bytes a text speaks of, each where it tells one number of them, or one of either way. */
export function takeSpokenCounts(whole: string, message: ParsedMessage): void {
  message.packets ??= spokenCount(PACKETS, whole) ?? packetsOfBoth(whole);
  message.bytes ??= spokenCount(BYTES, whole) ?? bytesOfBoth(whole);
  if (message.packets !== null) message.bytes ??= unitBytes(whole);
}

/** `10 packets`, where one number of them is told. */
function spokenCount({ form, hints }: Count, text: string): number | null {
  const [first, second] = hints.some((hint) => text.includes(hint)) ? text.matchAll(form) : [];
  return first === undefined || second !== undefined ? null : countNumber(first[1] ?? first[2] ?? "");
}

/** `12pkt 9921B`. */
function unitBytes(text: string): number | null {
  return countNumber(text.includes("B") ? (UNITS.exec(text)?.[1] ?? "") : "");
}

/** The sum of what went either way. */
function bytesOfBoth(text: string): number | null {
  return sumOf(text.includes("ytes") ? BOTH_BYTES.exec(text) : null);
}

function packetsOfBoth(text: string): number | null {
  return sumOf(text.includes("ackets") || text.includes("pkts") ? BOTH_PACKETS.exec(text) : null);
}

function sumOf(match: RegExpExecArray | null): number | null {
  const count = (digits: string | undefined) => countNumber(digits ?? "");
  return sum(count(match?.[1] ?? match?.[3]), count(match?.[2] ?? match?.[4]));
}
