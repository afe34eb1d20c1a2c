import { APOSTROPHE, isDigit, QUOTE } from "../../values/characters";
import { verdictOf } from "../../values/action";
import type { NameTarget } from "./field-names";
import { transportName } from "../ends/transport";

/** Behind all names: a value tells what its key is. */
const VALUE_RANK = 600;
const PROTOCOL: NameTarget = { field: "protocol", rank: VALUE_RANK, isWeak: false };
const OUTCOME: NameTarget = { field: "outcome", rank: VALUE_RANK, isWeak: false };
const DIRECTION: NameTarget = { field: "direction", rank: VALUE_RANK, isWeak: false };
const MAX_WORD = 12;
const MAX_KEY = 34;

/**
 * A protocol or a verdict that is one whatever its key is called; mail passes checks, and servers accept connections.
 */
const TELLING_WIDE = /[\u4e00-\u9fff\uac00-\ud7a3\u30a0-\u30ff]{2,6}(?=$|["',;|\s)}\]])/y;
const FIRST_WIDE = 0x30a0;
const TELLING =
  /(?:(tcp|udp|icmp|icmpv6|igmp|gre|esp|sctp)|(allow(?:ed)?|permit(?:ted)?|den(?:y|ied)|block(?:ed)?|drop(?:ped)?|reject(?:ed)?|discard(?:ed)?))(?=$|["',;|\s)}\]])/iy;
/** `blocked=true`, `"isAllowed":false`; `rejected: no shared secret` says why; `blocked=passed` let through. */
const SWITCH = /(?:(true|yes|1)|(pass(?:ed)?)|false|no(?! [a-z]+(?:[ .,;)"]|$))|0)(?=$|["',;|\s)}\]])/iy;
const SWITCHED =
  /(?:^|[^a-z])(?:is|was)?_?(allow(?:ed)?|permit(?:ted)?|den(?:y|ied)|block(?:ed)?|dropped|rejected|prevented|granted)$/i;

/** `inbound=true`, `"isOutgoing":false`. */
const SWITCHED_WAY =
  /(?:^|[^A-Za-z]|is|was|[a-z](?=[IOE]))(?:([Ii]n(?:bound|coming|gress))|[Oo]ut(?:bound|going)|[Ee]gress)$/;

/** `dropped=1` may count. */
const ASKED_SWITCH = /(?:^|[^a-z])(?:is|was)_?[a-z]+$/i;

/** What goes one way or the other, `"route":"inbound"`. */
const WAY_KEY =
  /(?:^|[^a-z]|[a-z](?=[RFBT]))(?:route|routing|way|mail[ _-]?flow|flow|flow[ _-]?type|bound|traffic|traffic[ _-]?type|connection[ _-]?type|mail[ _-]?type|message[ _-]?type)$/i;
const WAY_VALUE = /^(?:(inbound|incoming|ingress)|outbound|outgoing|egress)$/i;
const MIN_WAY = 6;
/** A key that says which letters there are, `a/d`, and what clouds call the direction and the verdict of a flow. */
const LETTERED =
  /(?:^|[^a-z])(?:([ap])\/([db])|(i\/o|in\/out)|(?:traffic|flow)[ _-]?(?:(direction|destination|dir)|decision|state|status|action))$/i;
const MEANINGS = new Map([
  ["a", "allow"],
  ["p", "permit"],
  ["d", "deny"],
  ["b", "block"],
]);
const WAYS = new Map([
  ["i", "in"],
  ["o", "out"],
]);

/** By character: whether one of the words above begins with it. */
const firstLetters = new Uint8Array(128);
for (const letter of "tuigespadbrfyn01o") {
  firstLetters[letter.charCodeAt(0)] = 1;
  firstLetters[letter.toUpperCase().charCodeAt(0)] = 1;
}

/** What a value says of itself, and its word. */
export type ToldValue = { target: NameTarget; text: string };

/** What a letter says where the key tells what letters there may be: `"traffic_a/d":"D"`, `"flow_direction":"I"`. */
export function toldByLetter(key: string, value: unknown): ToldValue | null {
  if (typeof value !== "string" || value.length !== 1) return null;
  const match = LETTERED.exec(key);
  if (match === null) return null;
  const letter = value.toLowerCase();
  const [, first, second, both, way] = match;
  if (both !== undefined || way !== undefined) {
    const text = WAYS.get(letter);
    return text === undefined ? null : { target: DIRECTION, text };
  }
  // Of a flow's decision the letters are those of clouds.
  const isOne = [first?.toLowerCase() ?? "a", second?.toLowerCase() ?? "d"].includes(letter);
  return isOne ? { target: OUTCOME, text: MEANINGS.get(letter) ?? letter } : null;
}

/** As `toldAt`, of a whole value as JSON has it. */
export function toldBy(key: string, value: unknown): ToldValue | null {
  if (typeof value === "boolean") return switched(key, value);
  if ((value === 0 || value === 1) && ASKED_SWITCH.test(key)) return switched(key, value === 1);
  const mayTell =
    typeof value === "string" && value.length <= MAX_WORD && firstLetters[value.charCodeAt(0)] === 1;
  if (!mayTell) return null;
  const way = value.length >= MIN_WAY ? WAY_VALUE.exec(value) : null;
  if (way !== null)
    return WAY_KEY.test(key) ? { target: DIRECTION, text: way[1] === undefined ? "out" : "in" } : null;
  return toldWord(value, 0, () => key);
}

/** What a value that begins at `start` says of itself, whose key ends before `keyEnd` and is none that is known. */
export function toldAt(text: string, start: number, keyEnd: number): ToldValue | null {
  const first = text.charCodeAt(start);
  const at = first === QUOTE || first === APOSTROPHE ? start + 1 : start;
  const code = text.charCodeAt(at);
  if (code >= FIRST_WIDE) return wideWord(text, at);
  if (firstLetters[code] !== 1) return null;
  // More than `0` or `1`.
  if (isDigit(text.charCodeAt(at)) && isDigit(text.charCodeAt(at + 1))) return null;
  return toldWord(text, at, () => text.slice(Math.max(0, keyEnd - MAX_KEY), keyEnd));
}

/** A verdict in Chinese, Japanese or Korean. */
function wideWord(text: string, start: number): ToldValue | null {
  TELLING_WIDE.lastIndex = start;
  const word = TELLING_WIDE.exec(text)?.[0] ?? "";
  return verdictOf(word) === "other" ? null : { target: OUTCOME, text: word };
}

function toldWord(text: string, start: number, keyOf: () => string): ToldValue | null {
  TELLING.lastIndex = start;
  const [word, protocol] = TELLING.exec(text) ?? [];
  if (protocol !== undefined) return { target: PROTOCOL, text: transportName(protocol) ?? protocol };
  if (word !== undefined) return { target: OUTCOME, text: word };
  SWITCH.lastIndex = start;
  const flag = SWITCH.exec(text);
  if (flag === null) return null;
  const key = keyOf();
  const isCount = isDigit(flag[0].charCodeAt(0)) && !ASKED_SWITCH.test(key);
  if (isCount) return null;
  if (flag[2] === undefined) return switched(key, flag[1] !== undefined);
  return SWITCHED.test(key) ? { target: OUTCOME, text: "allowed" } : null;
}

/** What was blocked, or was not, and which way something went. */
function switched(key: string, isOn: boolean): ToldValue | null {
  const way = SWITCHED_WAY.exec(key);
  if (way !== null) return { target: DIRECTION, text: (way[1] !== undefined) === isOn ? "in" : "out" };
  const said = SWITCHED.exec(key)?.[1]?.toLowerCase();
  if (said === undefined) return null;
  const word = said === "granted" ? "allowed" : said;
  const opposite = verdictOf(word) === "allow" ? "denied" : "allowed";
  return { target: OUTCOME, text: isOn ? word : opposite };
}
