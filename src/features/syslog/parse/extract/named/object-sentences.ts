import type { Line, ParsedMessage } from "../../line";
import { partedToken, setActionOfEvent } from "../../values/action";
import { fieldText } from "../../values/field-text";
import { isJsonObject, type JsonObject } from "../../values/json-values";
import { MAX_SEARCH_LENGTH } from "../../values/phrases";
import { namedReason } from "../beside/beside-reasons";
import { wholeEndpoint } from "../ends/endpoints";
import { takeRefusedPeer, takeSaid } from "../beside/beside-verdicts";
import { namedTargetPort, titledSitePort } from "../ends/named-site";
import { takeStartTime } from "../heads/start-time";
import { NO_REASON } from "../names/verdict-values";
import { wordsOf } from "../../values/word-list";

/** Keys whose text is looked at first, where JSON has no field for what its sentence or record says. */
const SENTENCES = wordsOf(
  "msg message raw_message log text description Msg Message Description rawMessage event_message eventMessage MESSAGE short_message full_message @message textPayload text_payload line raw _raw original raw_event rawEvent log_line logLine",
);
/** Keys of a line that somebody else wrote. */
const LINES = wordsOf(
  "message full_log raw_message rawMessage raw_log rawLog raw _raw raw_event rawEvent original log log_line logLine event_message msg line text previous_output full_message syslog_message payload @message",
);
/** Keys of an object that may enclose what is said. */
const ENCLOSING = ["properties", "event", "result", "jsonPayload", "fields"];
/** Keys whose text may say why. */
const CAUSES = [...SENTENCES, ...wordsOf("raw_msg log_message logMessage details detail info summary")];
/** Keys of a text that is a line of its own. */
const TEXTS = wordsOf("log message msg line text raw _raw raw_message MESSAGE");
const MIN_TIME = 16;
const REASON = /^reason$/i;
const EVENT = /^(?:event|data|details?|payload|neighbou?r|peer|session|connection)$/i;
/** Keys of the kind of an event. */
const KINDS = ["kind", "type", "category", "subtype", "sub_type", "subType", "code", "class"];
const MAX_KIND = 40;
/** A longer text is more than a sentence. */
const MAX_SAID = 160;
const MAX_END = 48;
const MAX_SENTENCE_DEPTH = 10;
const MAX_SENTENCE_VALUES = 100;
/** When and from where, or from where and by what: `Time: 10:49:59, IP: 192.0.2.1, Application: portal`. */
const FROM_WHERE =
  /(?:(?:^|[ ,;(|])(?:date|time|timestamp)(?:: ?|=)[^,;|]{4,32}[,;|] ?(?:(?:remote|client|source|user)[ _]?)?ip(?:[ _]?addr(?:ess)?)?(?:: ?|=)[\d[a-f]|(?:^|[,;(|] ?)(?:(?:remote|client|source|user)[ _]?)?ip(?:[ _]?addr(?:ess)?)?(?:: ?|=)["'[]?[\da-f.:]{3,45}["'\]]?[,;|] ?(?:application|app|browser|user[ _-]?agent)(?:: ?|=))/i;

/** `Connected to 192.0.2.1 port 16500`, `Session opened to [2001:db8::1]:3389`. */
const WHERE_TO =
  /(?<![a-z])(?:connect(?:ed|ing|ion)?|session|tunnel)(?: [a-z]{4,12})? to (?:(?:host|server) )?["'([]?[\da-f]{1,4}[.:][\da-f.:]{2,42}["')\]]?(?::| (?:on )?port )\d/i;

const CALL =
  /(?<![a-z])(?:dial (?:tcp|udp)[46]? |connect E[A-Z]{4,14} |(?:failed|unable) to connect to |(?:cannot|could not) connect to )["'([]?[\da-f]{1,4}[.:]/i;
/** What this host did with a connection that came. */
const ACCEPTED =
  /(?<![a-z])(?:accept(?:ed|s)?|incoming|inbound)(?: (?:an? |the |new |incoming |inbound |tcp |tls |client |peer ){0,3}(?:connection|session|socket|stream))(?![a-z])/i;
const ANY = /^\[?(?:0\.0\.0\.0|::)\]?(?::\d|$)/;
/** Keys of what is no peer. */
const OWN_KEY =
  /local|listen|bind|bound|own|self|server|service|host|node|dst|dest|target|gateway|vip|router|next/i;

/**
 * The texts of an object that are called a sentence, and of a connection that came from whom the object has a key of
 * any name for.
 */
export function sentencesOf(object: JsonObject): unknown[] {
  const inner = ENCLOSING.map((key) => object[key]).find(isJsonObject) ?? object;
  const said: unknown[] = SENTENCES.map((key) => object[key] ?? inner[key]);
  const accepted = said.some(
    (text) => typeof text === "string" && text.length <= MAX_SAID && ACCEPTED.test(text),
  );
  const peer = accepted ? lonePeer(object) : null;
  return peer === null ? said : [...said, `connection from ${peer}`];
}

/** The one address that an object has as a value of its own; null where it has none, or several. */
function lonePeer(object: JsonObject): string | null {
  const peers = Object.entries(object).filter(
    ([key, value]) =>
      typeof value === "string" &&
      value.length <= MAX_END &&
      !ANY.test(value) &&
      wholeEndpoint(value) !== null &&
      !OWN_KEY.test(key),
  );
  const [first] = peers;
  return peers.length === 1 && typeof first?.[1] === "string" ? first[1] : null;
}

/** The first text that is called a sentence and is no longer than one. */
function sentenceOf(object: JsonObject): string | null {
  const said = SENTENCES.map((key) => object[key]).find((text) => typeof text === "string");
  return typeof said === "string" && said.length <= MAX_SAID ? said : null;
}

/** What an object's kind or sentence says was done, where no name of it does. */
export function takeObjectVerdict(object: JsonObject, message: ParsedMessage): void {
  for (const key of KINDS) takeKind(object[key], message);
  if (message.action !== null) return;
  // A line that was kept stands beside what it was taken for.
  for (const key of SENTENCES) {
    const said = object[key];
    if (typeof said === "string" && said.length <= MAX_SAID && message.action === null)
      takeSaid(said, message);
  }
  if (message.action !== null || message.srcIp === null) return;
  for (const line of linesOf(object))
    if (typeof line === "string") takeRefusedPeer(line.slice(0, MAX_SEARCH_LENGTH), message);
}

/** What an object keeps of lines that somebody else wrote. */
function linesOf(object: JsonObject): unknown[] {
  const inner = ENCLOSING.map((key) => object[key]).find(isJsonObject) ?? object;
  return LINES.map((key) => object[key] ?? inner[key]);
}

/** A line that an object encloses whole, which has both ends that its names tell; null where it has none. */
export function enclosedLine(object: JsonObject, { srcIp, dstIp }: ParsedMessage): string | null {
  if (srcIp === null || dstIp === null) return null;
  const line = linesOf(object).find(
    (text) => typeof text === "string" && text.includes(srcIp) && text.includes(dstIp),
  );
  return typeof line === "string" ? line.slice(0, MAX_SEARCH_LENGTH) : null;
}

/** `"kind":"connection.blocked"`. */
function takeKind(kind: unknown, message: ParsedMessage): void {
  if (typeof kind === "string" && kind.length <= MAX_KIND) setActionOfEvent(message, partedToken(kind));
}

/** What an object's sentence calls the reason, where no name of it does: `Login failed. Reason: wrong password`. */
export function takeObjectReason(object: JsonObject, message: ParsedMessage): void {
  for (const key of CAUSES) {
    if (message.reason !== null) return;
    const text = object[key];
    if (typeof text === "string" && text.includes("eason"))
      message.reason = namedReason(text.slice(0, MAX_SEARCH_LENGTH), false);
  }
}

/**
 * Why something took place, where an object that names nobody calls that so, or what its event says; null where it does
 * not.
 */
export function ownReason(object: JsonObject): string | null {
  for (const [key, value] of Object.entries(object).slice(0, MAX_SENTENCE_VALUES)) {
    const said = isJsonObject(value) && EVENT.test(key) ? (value["Reason"] ?? value["reason"]) : value;
    if (typeof said !== "string" || (said === value && !REASON.test(key))) continue;
    if (!NO_REASON.test(said.trim())) return fieldText(said);
  }
  return null;
}

/**
 * The time that the text begins with which an object encloses, as whoever runs containers does with what they print.
 */
export function takeTextTime(object: JsonObject, line: Line): void {
  const text = TEXTS.map((key) => object[key]).find((each) => typeof each === "string");
  if (typeof text === "string" && text.length >= MIN_TIME) takeStartTime(text, line);
}

/** The port of a site that an object's sentence calls by its name; null where it tells none. */
export function namedPort(object: JsonObject): number | null {
  const said = sentenceOf(object);
  if (said === null) return null;
  return titledSitePort(said) ?? namedTargetPort(said);
}

/** Whether a text says from where somebody did something, in pairs. */
export function tellsFromWhere(text: string): boolean {
  const mayTell = text.includes("IP") || text.includes("ip") || text.includes("Ip");
  return mayTell && text.length <= MAX_SEARCH_LENGTH && FROM_WHERE.test(text);
}

/** Whether a sentence says where a connection goes to. */
export function tellsWhereTo(text: string): boolean {
  return text.includes(" to ") && text.length <= MAX_SAID && WHERE_TO.test(text);
}

/**
 * Whether a text tells in the words of a library whom a program called: `dial tcp A:p: …`, `connect ECONNREFUSED A:p`.
 */
export function tellsCall(text: string): boolean {
  return text.includes("dial ") || text.includes("onnect")
    ? CALL.test(text.slice(0, MAX_SEARCH_LENGTH))
    : false;
}

/** The texts among the first values of an object. */
export function textsIn(object: JsonObject): string[] {
  const found: string[] = [];
  let left = MAX_SENTENCE_VALUES;
  const addFrom = (value: unknown, depth: number): void => {
    if (typeof value === "string") found.push(value);
    if (typeof value !== "object" || value === null || depth === MAX_SENTENCE_DEPTH) return;
    const values: unknown[] = Array.isArray(value) ? value.slice(0, left) : Object.values(value);
    for (const each of values) {
      if (left-- <= 0) return;
      addFrom(each, depth + 1);
    }
  };
  addFrom(object, 0);
  return found;
}
