import { verdictOf } from "../values/action";
import type { NameTarget } from "./field-names";
import { transportName } from "./transport";

/** Behind all names: a value tells what its key is. */
const VALUE_RANK = 600;
const PROTOCOL: NameTarget = { field: "protocol", rank: VALUE_RANK, isWeak: false };
const OUTCOME: NameTarget = { field: "outcome", rank: VALUE_RANK, isWeak: false };
const MAX_WORD = 12;
const MAX_KEY = 34;

/** A protocol or a verdict that is one whatever its key is called; mail passes checks, and servers accept connections. */
const TELLING =
  /(?:(tcp|udp|icmp|icmpv6|igmp|gre|esp|sctp)|(allow(?:ed)?|permit(?:ted)?|den(?:y|ied)|block(?:ed)?|drop(?:ped)?|reject(?:ed)?|discard(?:ed)?))(?=$|["',;|\s)}\]])/iy;
/** `blocked=true`, `"isAllowed":false`. */
const SWITCH = /(?:(true|yes)|false|no)(?=$|["',;|\s)}\]])/iy;
const SWITCHED = /(?:^|[^a-z])(?:is|was)?_?(allowed|permitted|denied|blocked|dropped|rejected|prevented)$/i;

/** What a value says of itself, and its word. */
export type ToldValue = { target: NameTarget; text: string };

/** As `toldAt`, of a whole value as JSON has it. */
export function toldBy(key: string, value: unknown): ToldValue | null {
  if (typeof value === "boolean") return switched(key, value);
  return typeof value === "string" && value.length <= MAX_WORD ? toldWord(key, value, 0) : null;
}

/** What a value that begins at `start` says of itself, whose key ends before `keyEnd` and is none that is known. */
export function toldAt(text: string, start: number, keyEnd: number): ToldValue | null {
  const first = text.charCodeAt(start);
  const at = first === 0x22 || first === 0x27 ? start + 1 : start;
  return mayTell(text.charCodeAt(at))
    ? toldWord(text.slice(Math.max(0, keyEnd - MAX_KEY), keyEnd), text, at)
    : null;
}

/** First letters of all words above. */
const FIRST_LETTERS = new Set([..."tuigespadbrfyn"].map((letter) => letter.charCodeAt(0)));

function mayTell(code: number): boolean {
  return FIRST_LETTERS.has(code | 0x20);
}

function toldWord(key: string, text: string, start: number): ToldValue | null {
  TELLING.lastIndex = start;
  const [word, protocol] = TELLING.exec(text) ?? [];
  if (protocol !== undefined) return { target: PROTOCOL, text: transportName(protocol) ?? protocol };
  if (word !== undefined) return { target: OUTCOME, text: word };
  SWITCH.lastIndex = start;
  const flag = SWITCH.exec(text);
  return flag === null ? null : switched(key, flag[1] !== undefined);
}

/** What was blocked, or was not. */
function switched(key: string, isOn: boolean): ToldValue | null {
  const word = SWITCHED.exec(key)?.[1]?.toLowerCase();
  if (word === undefined) return null;
  const isAllowed = verdictOf(word) === "allow";
  return { target: OUTCOME, text: isOn ? word : isAllowed ? "denied" : "allowed" };
}
