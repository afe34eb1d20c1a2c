import { isSame } from "../../event/byte-range";
import { DASH, DOT, UNDERSCORE } from "../values/characters";
import { NETFILTER_KEYS } from "../formats/key-value";
import { ADDRESS_KEYS } from "../formats/named-pairs";
import { MARKS } from "./marks";

const LOWER_CASE = 0x20;
const LETTER_D = 0x64;
const LETTER_E = 0x65;
const LETTER_S = 0x73;
const LETTER_T = 0x74;
const LETTER_Y = 0x79;

/** Marks of keys by `keyHash`; another key that has the hash of one only makes that its parser is asked. */
const MARKS_BY_HASH = new Map<number, number>();
for (const key of ADDRESS_KEYS) addKey(key, MARKS.named);
for (const key of NETFILTER_KEYS) addKey(key, MARKS.netfilter);

/** The marks of a key of this hash: those of keys whatever separates their words, and of what a key may end in. */
export function keyMarks(line: Uint8Array, hash: number, end: number): number {
  return (MARKS_BY_HASH.get(hash) ?? 0) | endMarks(line, end);
}

function addKey(key: string, mark: number): void {
  const hash = keyHash(Buffer.from(key), 0, key.length);
  MARKS_BY_HASH.set(hash, (MARKS_BY_HASH.get(hash) ?? 0) | mark);
}

/** Of a key; the same for both cases, and without `-`, `_` and `.`. */
export function keyHash(line: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let offset = start; offset < end; offset++) {
    const code = line[offset] ?? 0;
    if (code !== UNDERSCORE && code !== DASH && code !== DOT)
      hash = (Math.imul(hash, 31) + (code | LOWER_CASE)) | 0;
  }
  return hash;
}

function endMarks(line: Uint8Array, end: number): number {
  switch (line[end - 1]) {
    case LETTER_D:
      if (endsWith(line, "logid", end)) return MARKS.logId;
      if (endsWith(line, "log_id", end)) return MARKS.otherLogId;
      return endsWith(line, "msg_id", end) ? MARKS.messageId : 0;
    case LETTER_E:
      return endsWith(line, "type", end) ? MARKS.type : 0;
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
