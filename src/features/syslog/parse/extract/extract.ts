import { COLON, DOT, EQUALS, isDigit, OPEN_BRACE } from "../values/characters";
import { isJsonObject, type JsonObject } from "../values/json-values";
import { MAX_SEARCH_LENGTH } from "../values/phrases";
import type { Line } from "../line";
import { takeBeside, takeBesideNames } from "./beside-flow";
import { findFlow } from "./flow";
import { NamedValues } from "./named-values";
import { takeStartTime } from "./start-time";
import { takeNamed } from "./take-named";

/** The `parser` of a line that no format is known of, and whose names or form say what its fields are. */
export const EXTRACTED = "extracted";

/** Parsers that read what many programs print: what they leave empty may be said by other names. */
const GENERAL_PARSERS = new Set(["json", "key-value", "server"]);
/** Parsers that take one address from sentences that they do not know: the other end may be told by the form. */
const SENTENCE_PARSERS = new Set(["cisco-ios", "access-log"]);
/** Carriers of pairs whose vendors do not all keep to its names. */
const CARRIERS = new Set(["cef", "leef"]);
/** Names are looked for this far; a longer text is a payload. */
const MAX_NAMED_LENGTH = 8192;
/** Keys that hold the sentence, where JSON has no field for what it says. */
const SENTENCES = ["msg", "message", "log", "text", "description"];
const OBJECT_START = /\{\s{0,8}"/;
/** What a client asked for is no sentence of the server. */
const QUOTED = /"[^"]*"/g;

/**
 * Reads by names and forms that many devices share what no format has read: the fields of a line that nothing
 * recognised (`isKnown` false), which then has the parser `extracted`, and what the parsers for JSON, `key=value` and
 * servers of any kind left empty. What is set stays. Gives whether the line is recognised now. Time is linear; of a
 * line without an address, an equals sign or a brace it is one look at each character.
 */
export function extractFields(body: string, line: Line, isKnown: boolean): boolean {
  if (isKnown) {
    complete(body, line);
    return true;
  }
  const content = behindTime(body, line);
  if (!mayHaveFields(content) || !readFields(content, line)) return false;
  line.message.parser = EXTRACTED;
  return true;
}

/** The text behind the time that it begins with, which is the event's where the line has no header. */
function behindTime(body: string, line: Line): string {
  const start = takeStartTime(body, line);
  return start === 0 ? body : body.slice(start).trimStart();
}

function complete(body: string, line: Line): void {
  const { parser, vendor, srcIp, dstIp } = line.message;
  if (vendor === null && GENERAL_PARSERS.has(parser)) {
    readFields(behindTime(body, line), line);
  } else if (SENTENCE_PARSERS.has(parser) && srcIp !== null && dstIp === null) {
    readFlow(body.replaceAll(QUOTED, ""), line);
  } else if (CARRIERS.has(parser) && srcIp === null && dstIp === null) {
    readNames(body, line);
  }
}

/** An address needs a dot between digits or two colons near to each other, a pair its sign, an object its brace. */
function mayHaveFields(body: string): boolean {
  const end = Math.min(body.length, MAX_NAMED_LENGTH);
  for (let offset = 0; offset < end; offset++) {
    const code = body.charCodeAt(offset);
    if (code === EQUALS || code === OPEN_BRACE) return true;
    if (code === DOT && isDigit(body.charCodeAt(offset - 1)) && isDigit(body.charCodeAt(offset + 1)))
      return true;
    if (code === COLON && body.charCodeAt(offset + 1) === COLON) return true;
  }
  return false;
}

function readFields(body: string, line: Line): boolean {
  const object = objectIn(body);
  if (object !== null) {
    const values = new NamedValues();
    values.readObject(object);
    return (!values.isEmpty && takeNamed(values, line)) || readSentence(object, line);
  }
  const isNamed = readNames(body, line);
  const hasFlow = readFlow(body, line);
  if (isNamed && !hasFlow) takeBesideNames(body, line.message);
  return isNamed || hasFlow;
}

function readNames(body: string, line: Line): boolean {
  const values = new NamedValues();
  values.readPairs(body.slice(0, MAX_NAMED_LENGTH));
  return !values.isEmpty && takeNamed(values, line);
}

/** The object that a text is, or ends with. */
function objectIn(body: string): JsonObject | null {
  const end = body.trimEnd();
  const open = end.endsWith("}") ? end.search(OBJECT_START) : -1;
  if (open === -1) return null;
  try {
    const value: unknown = JSON.parse(end.slice(open));
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The flow of a sentence, and what is said beside it; ends that the line has otherwise must be the same. */
function readFlow(whole: string, { message }: Line): boolean {
  const text = whole.slice(0, MAX_SEARCH_LENGTH);
  const flow = findFlow(text);
  if (flow === null) return false;
  const { source, destination } = flow;
  const isOther = (known: string | null, found: string | undefined) =>
    known !== null && found !== undefined && known !== found;
  if (isOther(message.srcIp, source?.ip) || isOther(message.dstIp, destination?.ip)) return false;
  if (source !== null) {
    message.srcIp = source.ip;
    message.srcPort ??= source.port;
  }
  if (destination !== null) {
    message.dstIp = destination.ip;
    message.dstPort ??= destination.port;
  }
  takeBeside(text, flow, message);
  return true;
}

function readSentence(object: JsonObject, line: Line): boolean {
  const inner = isJsonObject(object["properties"]) ? object["properties"] : object;
  for (const key of SENTENCES) {
    const text = object[key] ?? inner[key];
    if (typeof text === "string" && readFlow(text, line)) return true;
  }
  return false;
}
