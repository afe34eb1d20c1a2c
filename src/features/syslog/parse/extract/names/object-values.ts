import { targetOfName } from "./field-names";
import { isJsonObject, type JsonObject, parsedObject } from "../../values/json-values";
import { portNumber } from "../../values/field-text";
import { canonicalAddress } from "../../values/ip-address";
import { addressTarget } from "./key-roles";
import { SHORT_PARTS } from "./object-sides";

/** So many values of an object are read. */
export const MAX_LEAVES = 400;
/** No name is so long. Whole, such a key would be read again for each value below it, and stay in the memo of paths. */
export const MAX_KEY_LENGTH = 128;
/** Before the name of a key that has a domain, `authorization.k8s.io/decision`. */
const DOMAIN = /^[\w-]+\.[\w.-]+\//;
const ENTERPRISE = /^[\w-]{1,32}@[\d.]{1,64}$/;
/** A letter of a type stands behind a name of several words: of one, `ip_s` and `ip_d` are sides. */
const TYPES = "sdgtb";
const TYPED = /[A-Za-z\d]_[sdgtb]$/;
const SEVERAL_WORDS = /[a-z\d][A-Z]|[A-Z]{2}[a-z]|[a-z\d]_[A-Za-z]/;
/** Before a name, of which the empty one has none. */
const MARKS = ["_", "@", "$"];
/** What an element may be of beside an end. */
const JUDGE = /^(?:rule|policy|acl)$/i;
const NAME_KEYS = ["name", "key", "field", "id", "label"];
const VALUE_KEYS = ["value", "val", "content", "text"];
const SIDE_KEYS = ["role", "side", "type", "kind", "direction", "r", "end"];
const MAX_SIDES = 4;
const MAX_OBJECT_TEXT = 8192;
const TUPLE = 5;
const END = 2;
const TUPLE_START = "('";
/** `('192.0.2.1', 50122)`, of IPv6 with two numbers more. */
const PRINTED_END = /^\('([\da-f.:]{3,39})', (\d{1,5})(?:, \d{1,10}, \d{1,10})?\)$/i;
const PORTED = /^(?:tcp|udp|sctp|6|17|132)$/i;
/** What whoever runs containers puts before what they print: a time, a stream, a mark. */
const MAX_BEFORE_OBJECT = 64;
const OBJECT_START = /\{\s{0,8}"/;
/** The end of a line as rsyslog writes it. */
const LINE_END = /(?:#01[25])+$/;
/** What it ends with. */
const LINE_ENDS = "25";
const ESCAPED_START = '{\\"';
const ESCAPED_END = '}"';
const ESCAPES = /\\(["\\/])/g;

/** Objects that say who did what is told. */
const DOERS = new Set([
  "actor",
  "author",
  "performedBy",
  "performed_by",
  "principal",
  "initiatedBy",
  "initiated_by",
]);
/**
 * Without what says whose a name is, or of what type: a domain, the enterprise of an element of RFC 5424, a mark such
 * as
 * GELF's `_`, a letter such as Azure's tables put behind it.
 */
export function keyOf(written: string, object: JsonObject): string {
  const marked = MARKS.includes(written.charAt(0)) ? written.slice(1) : written;
  const whole = marked.charAt(marked.length - 2) === "_" ? withoutType(marked, object) : marked;
  if (ENTERPRISE.test(whole)) {
    const name = whole.slice(0, whole.indexOf("@"));
    return addressTarget(name) === null && !JUDGE.test(name) ? "" : name;
  }
  return whole.includes("/") ? whole.replace(DOMAIN, "") : whole;
}

function withoutType(key: string, object: JsonObject): string {
  const name = key.slice(0, -2);
  const isTyped = TYPES.includes(key.charAt(key.length - 1));
  return isTyped && (SEVERAL_WORDS.test(name) || isTypedRow(object)) ? name : key;
}

/** Memo of what was looked at last: a row has many such keys. */
let lastRow: { object: JsonObject; isTyped: boolean } | undefined;

/** Whether most names have such a letter behind them, and none has two: `Destination_s`, `Port_d`, `SourceClient_s`. */
function isTypedRow(object: JsonObject): boolean {
  if (lastRow?.object !== object) {
    const keys = Object.keys(object);
    const typed = keys.filter((key) => TYPED.test(key));
    // Of `ip_s` and `ip_d` the letters are sides.
    const isTyped =
      typed.length * 2 >= keys.length &&
      typed.some((key) => SEVERAL_WORDS.test(key.slice(0, -2))) &&
      !typed.some((key) => key.endsWith("_d") && typed.includes(`${key.slice(0, -1)}s`));
    lastRow = { object, isTyped };
  }
  return lastRow.isTyped;
}

/** `[{"name":"SrcIP","value":"192.0.2.1"}, …]` as an object; null for another value. */
export function namedEntries(value: readonly unknown[]): JsonObject | null {
  if (!isJsonObject(value[0])) return null;
  const entries: [string, unknown][] = [];
  for (const entry of value.slice(0, MAX_LEAVES)) {
    if (!isJsonObject(entry)) return null;
    const lower = new Map(Object.entries(entry).map(([key, each]) => [key.toLowerCase(), each]));
    const name = NAME_KEYS.map((key) => lower.get(key)).find((each) => typeof each === "string");
    const said = VALUE_KEYS.map((key) => lower.get(key)).find((each) => each !== undefined);
    if (typeof name !== "string" || said === undefined) return null;
    entries.push([name, said]);
  }
  return Object.fromEntries(entries);
}

/** `[{"role":"source","ip":"192.0.2.1"}, …]` by the sides; null for another value. */
export function sidesIn(value: readonly unknown[]): JsonObject | null {
  if (!isJsonObject(value[0])) return null;
  const sides: [string, unknown][] = [];
  for (const entry of value.slice(0, MAX_SIDES)) {
    const side = isJsonObject(entry) ? SIDE_KEYS.map((key) => entry[key]).find(isSideName) : undefined;
    if (side === undefined) return null;
    sides.push([side, isJsonObject(entry) ? withWholeParts(entry) : entry]);
  }
  return sides.length === 0 ? null : Object.fromEntries(sides);
}

/** An end's parts that are called by a letter, `{"a":"192.0.2.1","p":443}`, by their names. */
export function withWholeParts(end: JsonObject): JsonObject {
  if (!("a" in end || "p" in end)) return end;
  return Object.fromEntries(Object.entries(end).map(([key, part]) => [SHORT_PARTS.get(key) ?? key, part]));
}

function isSideName(value: unknown): value is string {
  return typeof value === "string" && value.length <= MAX_KEY_LENGTH && addressTarget(value) !== null;
}

/**
 * `["192.0.2.1",1234,"203.0.113.5",443,"tcp"]` by names, the protocol first or last, and `["192.0.2.1",1234]`; null for
 * another value.
 */
export function tupleIn(value: readonly unknown[]): JsonObject | null {
  const [first, second, third, fourth, fifth] = value;
  if (value.length === TUPLE) {
    const [proto, ...ends] = isName(first) ? value : [fifth, first, second, third, fourth];
    const sides = isName(proto) ? sidesOf(ends) : null;
    return sides && { ...sides, proto };
  }
  const isEnd = value.length === END && isAddress(first) && isPort(second);
  return isEnd ? { ip: first, port: second } : null;
}

/** A port behind each address, or both behind both. */
function sidesOf([first, second, third, fourth]: readonly unknown[]): JsonObject | null {
  if (!isAddress(first) || !isPort(fourth)) return null;
  if (isPort(second) && isAddress(third))
    return { src_ip: first, src_port: second, dst_ip: third, dst_port: fourth };
  return isAddress(second) && isPort(third)
    ? { src_ip: first, dst_ip: second, src_port: third, dst_port: fourth }
    : null;
}

function isAddress(value: unknown): boolean {
  return typeof value === "string" && canonicalAddress(value) !== null;
}

function isPort(value: unknown): boolean {
  return portNumber(String(value)) !== null;
}

/** A protocol that has ports. */
function isName(value: unknown): boolean {
  return (typeof value === "string" || typeof value === "number") && PORTED.test(String(value));
}

/** The object that a text holds, as collectors wrap it. */
export function objectInText(value: unknown): JsonObject | null {
  if (typeof value === "string" && value.startsWith(TUPLE_START)) return endIn(value);
  if (typeof value !== "string" || value.length > MAX_OBJECT_TEXT || !value.includes('{"')) return null;
  const text = value.trim();
  const start = text.indexOf('{"');
  return start <= MAX_BEFORE_OBJECT && text.endsWith("}") ? parsedObject(text.slice(start)) : null;
}

/** An address and its port as Python prints them. */
function endIn(text: string): JsonObject | null {
  const [, ip, port] = PRINTED_END.exec(text) ?? [];
  return ip === undefined ? null : { ip, port };
}

/** The object that a text ends with, or that is the value of a pair, `data="{\"src\":\"192.0.2.1\"}"`. */
export function objectIn(body: string): JsonObject | null {
  const trimmed = body.trimEnd();
  const end = LINE_ENDS.includes(trimmed.charAt(trimmed.length - 1))
    ? trimmed.replace(LINE_END, "")
    : trimmed;
  const open = end.endsWith("}") ? end.search(OBJECT_START) : -1;
  if (open !== -1) return parsedObject(end.slice(open));
  const start = end.indexOf(ESCAPED_START);
  const close = start === -1 ? -1 : end.lastIndexOf(ESCAPED_END);
  if (close < start || close === -1) return null;
  const escaped = end.slice(start, close + 1);
  return parsedObject(escaped.replaceAll(ESCAPES, "$1"));
}

/** Of a list of objects, or of flows, the first, which is the event's where it has several. */
export function firstOf(value: readonly unknown[]): unknown {
  const [first] = value;
  if (Array.isArray(first) && first.length === TUPLE) return tupleIn(first) ?? value;
  return isJsonObject(first) ? first : value;
}

/** A list of one is what it holds, and one that `isListed` what it holds first. */
export function scalarText(value: unknown, isListed: boolean): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  return Array.isArray(value) && (isListed || value.length === 1) ? scalarText(value[0], false) : "";
}

/** Whether an object says who somebody is. */
export function namesUser(object: JsonObject): boolean {
  return Object.keys(object).some(
    (key) =>
      (DOERS.has(key) && isJsonObject(object[key])) ||
      (key.length <= MAX_KEY_LENGTH && targetOfName(key)?.field === "user"),
  );
}
