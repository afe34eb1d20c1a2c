import { isSame } from "../../event/byte-range";
import { DASH, DOT, UNDERSCORE } from "../values/characters";
import { NETFILTER_KEYS } from "../formats/key-value";
import { ADDRESS_KEYS } from "../formats/named-pairs";
import { MARKS } from "./marks";

const LOWER_CASE = 0x20;
const LETTER_D = 0x64;
const LETTER_E = 0x65;
const LETTER_N = 0x6e;
const LETTER_S = 0x73;
const LETTER_T = 0x74;
const LETTER_Y = 0x79;

const SLOT_BITS = 10;
/** 2^32 divided by the golden ratio: spreads neighbours. */
const SPREAD = 0x9e_37_79_b1;
/** Marks of keys by the slot of their hash; another key in the slot of one only makes that its parser is asked. */
const marksBySlot = new Int32Array(2 ** SLOT_BITS);
for (const key of ADDRESS_KEYS) addKey(key, MARKS.named);
for (const key of NETFILTER_KEYS) addKey(key, MARKS.netfilter);

/** The marks of a key: those of keys whatever separates their words, and of what a key may end in. */
export function keyMarks(line: Uint8Array, start: number, end: number): number {
  return (marksBySlot[slotOf(line, start, end)] ?? 0) | endMarks(line, end);
}

function addKey(key: string, mark: number): void {
  const slot = slotOf(Buffer.from(key), 0, key.length);
  marksBySlot[slot] = (marksBySlot[slot] ?? 0) | mark;
}

/** Of a key; the same for both cases, and without `-`, `_` and `.`. */
function slotOf(line: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let offset = start; offset < end; offset++) {
    const code = line[offset] ?? 0;
    if (code !== UNDERSCORE && code !== DASH && code !== DOT)
      hash = (Math.imul(hash, 31) + (code | LOWER_CASE)) | 0;
  }
  return Math.imul(hash, SPREAD) >>> (32 - SLOT_BITS);
}

function endMarks(line: Uint8Array, end: number): number {
  switch (line[end - 1]) {
    case LETTER_D:
      if (endsWith(line, "logid", end)) return MARKS.logId;
      if (endsWith(line, "log_id", end)) return MARKS.otherLogId;
      return endsWith(line, "msg_id", end) ? MARKS.messageId : 0;
    case LETTER_E:
      return endsWith(line, "type", end) ? MARKS.type : 0;
    case LETTER_N:
      return endsWith(line, "sn", end) || endsWith(line, "vpn", end) ? MARKS.node : 0;
    case LETTER_S:
      return endsWith(line, "RemoteAddress", end) ? MARKS.peer : 0;
    case LETTER_T:
      if (endsWith(line, "rhost", end)) return MARKS.peer;
      return endsWith(line, "log_component", end) ? MARKS.logComponent : 0;
    case LETTER_Y:
      return endsWith(line, "relay", end) ? MARKS.relay : 0;
    default:
      return 0;
  }
}

function endsWith(line: Uint8Array, text: string, end: number): boolean {
  return end >= text.length && isSame(text, line, end - text.length, end);
}
